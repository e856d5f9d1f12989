"""The rank intervals of a board: from the stored score rows of its submissions to the places each may hold."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from board.credits import Credits, gather
from board.design import design_for
from board.many_ranks import RankBounds, rank_bounds
from board.statistics import FEWEST_CLUSTERS
from board.types import Metric, Question, Score
from board.words import counted

FEWEST_ROWS = 2
TOO_FEW = "too few to tell rows apart"


class Place(NamedTuple):
    """The places a submission may hold, 1-based and both included, and the submissions it is tied with."""

    low: int
    high: int
    tied_with: tuple[str, ...]


class Ranking(NamedTuple):
    """The place of each ranked submission by its id, and the smallest gain the board can find (0..1).

    ``places`` is empty where rows are not compared at all; ``why_plain`` says why, and also where nothing can be told
    apart because there are too few clusters: every row may then hold any place.
    """

    places: Mapping[str, Place]
    smallest_gain: float | None = None
    why_plain: str = ""


def rank_board(scores: Mapping[str, Sequence[Score]], questions: Sequence[Question], metric: Metric) -> Ranking:
    """The rank intervals of the submissions in ``scores`` (id → score rows), by a metric over all questions.

    Raises:
        BenchmarkError: the submissions were not scored on the same questions, or one is not scored whole.

    Example:
        >>> questions = [Question(str(n), "T", "choice", cluster=str(n)) for n in range(30)]
        >>> def scored(n_right):
        ...     return [Score(q.id, "A", float(n < n_right), "correct") for n, q in enumerate(questions)]
        >>> ranking = rank_board({"a": scored(30), "b": scored(28), "c": scored(9)}, questions,
        ...                      Metric("accuracy", "accuracy", ("choice",)))
        >>> ranking.places["a"], ranking.places["c"]
        (Place(low=1, high=2, tied_with=('b',)), Place(low=3, high=3, tied_with=()))
    """
    return rank_credits(gather(scores.items(), questions, [metric]), metric)


def rank_credits(credits: Credits, metric: Metric, keep: Callable[[Question], bool] = lambda question: True) -> Ranking:
    """The rank intervals of gathered submissions, by a metric over the questions that ``keep`` is true of.

    Raises:
        BenchmarkError: a row has no single value for an answer, as where it is not scored whole.
    """
    bounds, why = credit_bounds(credits, metric, keep)
    if bounds is None:
        return Ranking({}, why_plain=why)
    places = {
        id: Place(int(bounds.low[n]), int(bounds.high[n]), tuple(credits.ids[other] for other in bounds.tied_with(n)))
        for n, id in enumerate(credits.ids)
    }
    return Ranking(places, bounds.smallest_gain, why)


def credit_bounds(
    credits: Credits, metric: Metric, keep: Callable[[Question], bool] = lambda question: True
) -> tuple[RankBounds | None, str]:
    """The same as bounds in the order of the rows; and why there are none, or why they tell nothing apart.

    Raises:
        BenchmarkError: as for :func:`rank_credits`.
    """
    if len(credits.ids) < FEWEST_ROWS:
        return None, "there is no other ranked row" if credits.ids else "no row is ranked"
    column = credits.column(metric, keep)
    design = design_for(metric, column.questions)
    few = counted(design.n_clusters, "cluster is", "clusters are")
    why = f"{few} {TOO_FEW}" if design.n_clusters < FEWEST_CLUSTERS else ""
    return rank_bounds(column.credits, design, higher_is_better=metric.higher_is_better), why
