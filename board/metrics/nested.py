"""A nested mean: within each group first, then over the groups, with equal weights at every level.

MT-Video-Bench averages its checklist credits like this: rounds of a dialogue, dialogues of an ability, abilities.
Nothing is rounded in between (the released script rounds twice).
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple


class Nesting(NamedTuple):
    """How values are grouped: ``order`` puts each innermost group side by side, ``levels`` holds its boundaries.

    ``levels[0]`` are the starts of the innermost groups among the values (and their number at the end), ``levels[1]``
    the starts of the next groups among those, and so on outwards.
    """

    order: list[int]
    levels: list[list[int]]


def nest(paths: Sequence[Sequence[Hashable]]) -> Nesting:
    """The nesting of values whose place is told by a path, outermost group first.

    Example:
        >>> nest([("a", 1), ("b", 1), ("a", 1), ("a", 2)])
        Nesting(order=[0, 2, 3, 1], levels=[[0, 2, 3, 4], [0, 2, 3]])
    """
    first: dict[tuple[Hashable, ...], int] = {}
    keys = []
    for path in paths:
        heads = [tuple(path[: depth + 1]) for depth in range(len(path))]
        keys.append([first.setdefault(head, len(first)) for head in heads])
    order = sorted(range(len(keys)), key=keys.__getitem__)
    levels: list[list[int]] = []
    groups = [tuple(keys[place]) for place in order]
    while groups and groups[0]:
        starts = [place for place, group in enumerate(groups) if place == 0 or group != groups[place - 1]]
        levels.append([*starts, len(groups)])
        groups = [groups[start][:-1] for start in starts]
    return Nesting(order, levels)


def nested_mean(values: Sequence[float], nesting: Nesting) -> float:
    """Mean over the outermost groups of the means over the next ones, …, of the means of the values; exactly summed.

    Example:
        >>> nested_mean([1.0, 0.0, 0.5], nest([("one",), ("two",), ("two",)]))
        0.625
    """
    means = [values[place] for place in nesting.order]
    for starts in nesting.levels:
        means = [fsum(means[a:b]) / (b - a) for a, b in pairwise(starts)]
    return fsum(means) / len(means)


def nested_weights(nesting: Nesting) -> list[float]:
    """What each value weighs in the nested mean, in the order of the values; the weights add to 1.

    Example:
        >>> nested_weights(nest([("one",), ("two",), ("two",)]))
        [0.5, 0.25, 0.25]
    """
    groups = len(nesting.levels[-1]) - 1 if nesting.levels else len(nesting.order)
    weights = [1 / groups] * groups
    for starts in reversed(nesting.levels):
        weights = [
            weight / (b - a) for weight, (a, b) in zip(weights, pairwise(starts), strict=True) for _ in range(a, b)
        ]
    places = dict(zip(nesting.order, weights, strict=True))
    return [places[place] for place in range(len(weights))]
