"""Shuffle24 counted naively, row by row with loops: the second implementation, and the baseline of the bench."""

from collections.abc import Iterable
from itertools import permutations
from math import comb, sqrt

from board.summary import Graded

ORDERS = ["".join(order) for order in permutations("ABCD")]
Row = tuple[str, str, Graded]


def naive_report(rows: Iterable[Row]) -> dict[str, float]:
    """Every figure by its estimate's name, from (question id, order, graded row)."""
    return naive_figures((id, order, row.score.credit == 1.0, option(row)) for id, order, row in rows)


def naive_figures(rows: Iterable[tuple[str, str, bool, str]]) -> dict[str, float]:
    """The same from (question id, order, right or not, the option picked or nothing)."""
    right: dict[str, dict[str, bool]] = {}
    picks: dict[str, list[str]] = {}
    for id, order, good, option in rows:
        right.setdefault(id, {})[order] = good
        picks.setdefault(id, []).append(option)
    n = len(right)
    by_order = [sum(mine[order] for mine in right.values()) / n for order in ORDERS]
    mean = sum(by_order) / 24
    figures = {
        "option_order_std": sqrt(sum((share - mean) ** 2 for share in by_order) / 24),
        "best_order": max(by_order),
        "worst_order": min(by_order),
    }
    favourites = [max([mine.count(option) for option in set(mine) - {""}], default=0) for mine in picks.values()]
    figures["content_consistency"] = sum(favourites) / (24 * n)
    counts = [sum(mine.values()) for mine in right.values()]
    first = [next((place for place, order in enumerate(ORDERS) if mine[order]), 24) for mine in right.values()]
    for k in range(1, 25):
        chance = [1 - comb(24 - c, k) / comb(24, k) for c in range(25)]
        figures[f"top_k_{k}"] = sum(chance[c] for c in counts) / n
        figures[f"top_k_{k}_lexicographic"] = sum(place < k for place in first) / n
        figures[f"pass_k_{k}"] = sum(c >= k for c in counts) / n
    return figures


def option(row: Graded) -> str:
    """The text of the option that was picked, empty where none was."""
    letter, order, options = row.score.answer, row.score.order, row.question.options
    return options[order["ABCD".index(str(letter))]] if letter and order and options else ""
