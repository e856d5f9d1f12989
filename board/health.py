"""How healthy each question of a board is: how hard, whether better rows do better on it, and what order it decides.

Classical item analysis over the credits of a column's rows; discrimination is the item-rest correlation (Henrysson
1963, *Psychometrika* 28:211). That better rows do worse on a question hints at a wrong key (used so by Rodriguez et al.
2021, ACL). It is an accusation, so it takes a test on ranks (Mann and Whitney 1947) and Holm's correction. Student's t
would not do: with few rows, one of them far behind, any question that only that one has right would look proven.
"""

from collections.abc import Sequence
from math import comb
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from board.comparisons import Matrix, cluster_totals
from board.design import Design
from board.ranks import ALPHA, holm

Status = Literal["saturated", "dead", "inverse", "ok"]
Whole = NDArray[np.intp]

FEWEST_ROWS = 8  # of 7 rows even the clearest split comes up once in 35 times, by chance
BLOCK = 256  # questions at a time: the memory of a few blocks, not of a few more matrices
SAME = 1e-9  # credits and means closer than this differ by rounding only


class QuestionHealth(NamedTuple):
    """One question over all rows of a board.

    ``difficulty`` is its mean credit (0..1, the higher the easier). ``discrimination`` (-1..1) is the correlation of
    its credit with the row's mean over all other questions; None where either is the same in all rows. ``status`` is
    ``saturated`` (every row has full credit), ``dead`` (no row earns anything), ``inverse`` (better rows do worse) or
    ``ok``; ``p`` is the corrected p-value behind ``inverse``, None where nothing was tested. ``decides`` is the share
    of all pairs of rows whose credits differ (0..1), None with one row. ``swing`` counts the rows that would fall
    behind the next one if the question were dropped.
    """

    difficulty: float
    discrimination: float | None
    status: Status
    p: float | None
    decides: float | None
    swing: int


class Neighbours(NamedTuple):
    """Two rows next to each other in the order of the mean, and the questions on which they differ.

    ``difference`` is the mean of ``better`` minus that of ``worse`` (0..1); ``for_better`` and ``for_worse`` count the
    questions that one of them has more credit for, and ``questions`` holds the heaviest of these, heaviest first.
    """

    better: int
    worse: int
    difference: float
    for_better: int
    for_worse: int
    questions: tuple[int, ...]


class HealthCounts(NamedTuple):
    """How many questions of one label are saturated, dead or inverse, of how many in total."""

    label: str
    saturated: int
    dead: int
    inverse: int
    total: int


def question_health(credits: Matrix, design: Design) -> list[QuestionHealth]:
    """The health of each question; ``credits`` is rows × questions, 0..1, in the design's order of questions.

    ``inverse`` needs 8 rows, a correlation below 0, and p < 5 % after Holm over all questions that have a correlation.
    p is one-sided, from the rank-sum test (Mann and Whitney 1947, *Annals of Mathematical Statistics* 18:50): a rows
    have more than the mean credit here, b have not, and in U of their ab pairs the first is the better row over the
    other questions (a tie counts for it); p = Φ((U + 1/2 - ab/2) / sqrt(ab (a + b + 1) / 12)). A mean without a
    question keeps the proportions of the other weights.

    Raises:
        ValueError: there is no row, a credit is not 0..1, or the credits and the design are not of the same questions.

    Example:
        The four better rows of eight, and only they, miss the last question: U = 0, p = Φ(-7.5 / √12) = 0.0152, times
        the two questions that have a correlation (over the others of the first, all rows have the same mean).

        >>> from board.design import design_of
        >>> credits = np.array([[1.0, 1.0, 0.0]] * 4 + [[1.0, 0.0, 1.0]] * 2 + [[0.0, 0.0, 1.0]] * 2)
        >>> last = question_health(credits, design_of(range(3)))[-1]
        >>> last.status, round(last.p, 4), round(last.discrimination, 4), round(last.decides, 4)
        ('inverse', 0.0304, -0.9045, 0.5714)
    """
    means, order = _standing(credits, design)
    rows, n = credits.shape
    r, p, decides, swing = np.full(n, np.nan), np.ones(n), np.full(n, np.nan), np.zeros(n, dtype=np.intp)
    for start in range(0, n, BLOCK):
        block = slice(start, start + BLOCK)
        mine = credits[:, block]
        parts = mine * design.weights[block]
        rest = np.round(means[:, None] - parts, 12)  # the mean over the others, but for a factor
        r[block], p[block] = _correlation(mine, rest), _inverse_p(mine, rest)
        swing[block] = _swaps(parts[order], means[order])
        if rows > 1:
            decides[block] = _pairs_apart(mine) / comb(rows, 2)
    tested = ~np.isnan(r) & (rows >= FEWEST_ROWS)
    p[tested], p[~tested] = holm(p[tested]), np.nan
    kinds = {"saturated": (credits == 1).all(axis=0), "dead": ~credits.any(axis=0), "inverse": (r < 0) & (p < ALPHA)}
    status = np.select(list(kinds.values()), list(kinds), "ok").tolist()
    columns = credits.mean(axis=0).tolist(), _known(r), status, _known(p), _known(decides), swing.tolist()
    return [QuestionHealth(*told) for told in zip(*columns, strict=True)]


def neighbours(credits: Matrix, design: Design, *, most: int = 10) -> list[Neighbours]:
    """Each row and the next in the order of the mean, with the ``most`` questions that weigh heaviest between them.

    A question weighs its weight in the mean times the difference of the two credits. What is equal, be it questions or
    the means of rows, stays in the order given.

    Raises:
        ValueError: as for :func:`question_health`.

    Example:
        >>> from board.design import design_of
        >>> neighbours(np.array([[0.0, 1.0, 0.0, 0.25], [1.0, 0.25, 0.5, 0.25]]), design_of(range(4)), most=2)
        [Neighbours(better=1, worse=0, difference=0.1875, for_better=2, for_worse=1, questions=(0, 1))]
    """
    _, order = _standing(credits, design)
    told = []
    for better, worse in zip(order[:-1].tolist(), order[1:].tolist(), strict=True):
        gain = credits[better] - credits[worse]
        differ = np.flatnonzero(np.abs(gain) > SAME)
        weight = np.round(np.abs(gain * design.weights)[differ], 12)
        heaviest = differ[np.argsort(-weight, kind="stable")[:most]].tolist()
        lead, ahead = max(0.0, float(gain @ design.weights)), int((gain > SAME).sum())
        told.append(Neighbours(better, worse, lead, ahead, len(differ) - ahead, tuple(heaviest)))
    return told


def cluster_swings(credits: Matrix, design: Design) -> Whole:
    """Of each cluster: how many rows would fall behind the next one if all its questions were dropped.

    Raises:
        ValueError: as for :func:`question_health`.

    Example:
        >>> from board.design import design_of
        >>> cluster_swings(np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]), design_of(["v1", "v1", "v2"])).tolist()
        [1, 0]
    """
    means, order = _standing(credits, design)
    return _swaps(cluster_totals(credits, design)[order], means[order])


def summary(health: Sequence[QuestionHealth], labels: Sequence[str] = ()) -> list[HealthCounts]:
    """How many questions are saturated, dead or inverse: of all, then of each label in order of first appearance.

    ``labels`` holds the facet value of each question, empty where it has none: then it only counts in ``all``.

    Raises:
        ValueError: there are labels, but not one for each question.

    Example:
        >>> ok = QuestionHealth(0.5, 0.3, "ok", 1.0, 0.5, 0)
        >>> for counts in summary([ok, ok._replace(status="dead")], ["VMR", "VOC"]):
        ...     print(*counts)
        all 0 1 0 2
        VMR 0 0 0 1
        VOC 0 1 0 1
    """
    if labels and len(labels) != len(health):
        raise ValueError(f"{len(labels)} labels and {len(health)} questions: they must be as many")
    found: dict[str, list[Status]] = {"": [told.status for told in health]}
    for label, told in zip(labels, health, strict=False):
        if label:
            found.setdefault(label, []).append(told.status)
    return [
        HealthCounts(label or "all", some.count("saturated"), some.count("dead"), some.count("inverse"), len(some))
        for label, some in found.items()
    ]


def _standing(credits: Matrix, design: Design) -> tuple[Matrix, Whole]:
    """The mean of each row, and the rows from best to worst."""
    if credits.ndim != 2 or credits.shape[1] != len(design.weights) or not len(credits):
        raise ValueError(
            f"credits of shape {credits.shape}: expected one row or more of {len(design.weights)} questions"
        )
    if not ((credits >= 0) & (credits <= 1)).all():
        raise ValueError("a credit is not a number from 0 to 1")
    means = np.round(credits @ design.weights, 12)
    return means, np.argsort(-means, kind="stable")


def _correlation(x: Matrix, y: Matrix) -> Matrix:
    """Pearson's correlation of each column of two matrices; NaN where one is the same in all rows."""
    varies = (np.ptp(x, axis=0) > SAME) & (np.ptp(y, axis=0) > SAME)
    x, y = x - x.mean(axis=0), y - y.mean(axis=0)
    both, squares = (x * y).sum(axis=0), (x * x).sum(axis=0) * (y * y).sum(axis=0)
    r: Matrix = np.divide(both, np.sqrt(squares), out=np.full(len(both), np.nan), where=varies)
    return r.clip(-1.0, 1.0)


def _inverse_p(mine: Matrix, rest: Matrix) -> Matrix:
    """The rank-sum test of each question: how often chance places the rows that do well on it so low by the rest."""
    rows, well = len(mine), mine > mine.mean(axis=0) + SAME
    order = np.argsort(rest + SAME * mine, axis=0, kind="stable")  # of equals, those that do well count as better
    ordered = np.take_along_axis(well, order, axis=0)
    a = well.sum(axis=0)
    u, pairs = np.arange(1, rows + 1) @ ordered - a * (a + 1) / 2, a * (rows - a)
    p: Matrix = ndtr((u + 0.5 - pairs / 2) / np.sqrt(np.maximum(pairs, 1) * (rows + 1) / 12))
    return p


def _pairs_apart(mine: Matrix) -> Whole:
    """Of each question, the pairs of rows with different credits: all pairs but those within a run of equal ones."""
    ordered, place = np.sort(mine, axis=0), np.arange(len(mine))[:, None]
    new = np.diff(ordered, axis=0, prepend=-1.0) > SAME
    first = np.maximum.accumulate(np.where(new, place, 0), axis=0)
    apart: Whole = first.sum(axis=0)  # each row differs from all rows before the first of its run
    return apart


def _swaps(parts: Matrix, means: Matrix) -> Whole:
    """Of each part of the means (rows from best to worst): the rows that would fall behind the next one without it."""
    lead, gain = -np.diff(means)[:, None], -np.diff(parts, axis=0)
    fallen: Whole = ((lead > SAME) & (gain - lead > SAME)).sum(axis=0)
    return fallen


def _known(values: Matrix) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]
