"""A board under each of two judges: how much of a rank is the judge.

The order of two boards is compared by Kendall's tau-b (Kendall 1945, *Biometrika* 33:239), which knows ties. A pair of
rows that swaps matters where one of the judges tells the two apart; else it was never known which is better.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np

from board.credits import gather
from board.metrics.nested import nest, nested_mean
from board.ranking import Place, rank_credits
from board.types import Metric, Question, Score


class UnderOne(NamedTuple):
    """A row under one judge: its headline (0..1), its plain rank (1, 1, 3), and the places it may hold."""

    value: float
    rank: int
    low: int
    high: int
    tied_with: tuple[str, ...]


class UnderBoth(NamedTuple):
    """One submission under the first and the second judge."""

    id: str
    first: UnderOne
    second: UnderOne

    @property
    def move(self) -> int:
        """Places gained under the second judge (negative: lost)."""
        return self.first.rank - self.second.rank


class Swap(NamedTuple):
    """Two rows whose order the judges do not agree on, and whether either of them tells the two apart."""

    ahead_first: str
    ahead_second: str
    told_apart_first: bool
    told_apart_second: bool


class RanksReport(NamedTuple):
    """A board under two judges, in the order of the first.

    ``tau`` is Kendall's tau-b, -1..1, None where one judge ties all rows. ``left_out`` are submissions that either
    judge has not judged whole; ``why_plain`` says why no row can be told from another.
    """

    first: str
    second: str
    rows: tuple[UnderBoth, ...]
    tau: float | None
    swaps: tuple[Swap, ...]
    left_out: tuple[str, ...]
    why_plain: str

    @property
    def largest_move(self) -> int:
        """The most places that any row gains or loses."""
        return max((abs(row.move) for row in self.rows), default=0)


Scores = Mapping[str, Sequence[Score]]


def ranks_report(
    first: Scores, second: Scores, questions: Sequence[Question], metric: Metric, names: tuple[str, str]
) -> RanksReport:
    """The board under two judges called ``names``, from the score rows of each submission under either (id → rows).

    Raises:
        BenchmarkError: rows are of other questions than ``questions``.

    Example:
        >>> questions = [Question("q1", "T", "text"), Question("q2", "T", "text")]
        >>> def rows(*credits):
        ...     return [Score(q.id, "x", credit, "wrong") for q, credit in zip(questions, credits, strict=True)]
        >>> first = {"a": rows(1.0, 0.5), "b": rows(0.5, 0.0)}
        >>> second = {"a": rows(0.0, 0.5), "b": rows(0.5, 1.0)}
        >>> report = ranks_report(first, second, questions, Metric("m", "m", ("text",)), ("judge-a", "judge-b"))
        >>> report.tau, report.largest_move, report.swaps[0].ahead_second
        (-1.0, 1, 'b')
    """
    whole = [id for id in sorted(first) if id in second and _is_whole(first[id]) and _is_whole(second[id])]
    left_out = tuple(sorted((first.keys() | second.keys()) - set(whole)))
    if not whole:
        return RanksReport(*names, (), None, (), left_out, "no row is judged whole by both")
    one, why = _board({id: first[id] for id in whole}, questions, metric)
    other, _ = _board({id: second[id] for id in whole}, questions, metric)
    rows = [UnderBoth(id, one[id], other[id]) for id in whole]
    rows.sort(key=lambda row: (row.first.rank, row.second.rank, row.id))
    tau = kendall_tau([row.first.value for row in rows], [row.second.value for row in rows])
    return RanksReport(*names, tuple(rows), tau, _swaps(rows), left_out, why)


def kendall_tau(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two lists of values, -1..1; None where all values of one of them are equal.

    (C - D) / sqrt((C + D + ties of the first) · (C + D + ties of the second)), ties of both left out.

    Example:
        Of three pairs two go the same way, and one is tied in the second list only: 2 / sqrt(3 · 2).

        >>> round(kendall_tau([3.0, 2.0, 1.0], [2.0, 2.0, 1.0]), 4)
        0.8165
    """
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    agree = apart_first = apart_second = 0
    for place in range(len(one)):  # row by row: all pairs of a large board at once would fill the memory
        mine, theirs = (np.sign(values[place] - values[place + 1 :]).astype(int) for values in (one, other))
        agree += int((mine * theirs).sum())
        apart_first += int(np.count_nonzero(mine))
        apart_second += int(np.count_nonzero(theirs))
    return agree / sqrt(apart_first * apart_second) if apart_first * apart_second else None


def _swaps(rows: Sequence[UnderBoth]) -> tuple[Swap, ...]:
    """The pairs that either judge puts the other way round; ``rows`` in the order of the first."""
    return tuple(
        Swap(a.id, b.id, b.id not in a.first.tied_with, b.id not in a.second.tied_with)
        for a, b in combinations(rows, 2)
        if a.first.rank < b.first.rank and a.second.rank > b.second.rank
    )


def _board(scores: Scores, questions: Sequence[Question], metric: Metric) -> tuple[dict[str, UnderOne], str]:
    credits = gather(scores.items(), questions, [metric])
    column, ranking = credits.column(metric), rank_credits(credits, metric)
    nesting = nest([[level(question) for level in metric.levels] for question in column.questions])
    better = 1 if metric.higher_is_better else -1
    values = [nested_mean(row, nesting) for row in column.credits.tolist()]
    ranks = [1 + sum(better * other > better * value for other in values) for value in values]
    found = {}
    for id, value, rank in zip(credits.ids, values, ranks, strict=True):
        place = ranking.places.get(id, Place(1, 1, ()))  # a row alone is compared with none
        found[id] = UnderOne(value, rank, place.low, place.high, place.tied_with)
    return found, ranking.why_plain


def _is_whole(rows: Sequence[Score]) -> bool:
    return all(row.credit is not None for row in rows)
