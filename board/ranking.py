"""The rank intervals of a board: from the stored score rows of its submissions to the places each may hold."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from board.comparisons import Matrix, compare_all
from board.design import Design, design_for
from board.errors import BenchmarkError
from board.ranks import rank_intervals, smallest_gain
from board.statistics import FEWEST_CLUSTERS
from board.types import Metric, Question, Score, Unscored
from board.words import counted


class Place(NamedTuple):
    """The places a submission may hold, 1-based and both included, and the submissions it is tied with."""

    low: int
    high: int
    tied_with: tuple[str, ...]


class Ranking(NamedTuple):
    """The place of each ranked submission by its id, and the smallest gain the board can find (0..1).

    ``places`` is empty where the questions cannot tell rows apart; ``why_plain`` says why.
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
    if not scores:
        return Ranking({}, why_plain="no row is ranked")
    if len(scores) == 1:
        return Ranking({}, why_plain="there is no other ranked row")
    credits, design = credit_matrix(scores, questions, metric)
    if design.n_clusters < FEWEST_CLUSTERS:
        few = counted(design.n_clusters, "cluster is", "clusters are")
        return Ranking({}, why_plain=f"{few} too few to tell rows apart")
    pairs = compare_all(credits, design)
    ids = list(scores)
    places = {
        id: Place(place.low, place.high, tuple(ids[other] for other in place.tied_with))
        for id, place in zip(ids, rank_intervals(pairs, higher_is_better=metric.higher_is_better), strict=True)
    }
    return Ranking(places, smallest_gain(pairs))


def credit_matrix(
    scores: Mapping[str, Sequence[Score]], questions: Sequence[Question], metric: Metric
) -> tuple[Matrix, Design]:
    """What each submission earned under a metric, as rows × answers, and how the answers enter its mean.

    Answers are in the order of their (id, order). The metric must have one value for each answer it covers.

    Raises:
        BenchmarkError: as for :func:`rank_board`.
    """
    asked = {question.id: question for question in questions if question.kind in metric.kinds}
    rows = {id: sorted((row for row in mine if row.id in asked), key=_place) for id, mine in scores.items()}
    first = next(iter(rows.values()))
    places = [_place(row) for row in first]
    for id, mine in rows.items():
        if [_place(row) for row in mine] != places or not places:
            raise BenchmarkError(f"the score rows of {id[:16]} are not of the board's questions: score it again")
    credits = np.array([[_value(asked[row.id], row, metric) for row in mine] for mine in rows.values()])
    members = [asked[row.id] for row in first]
    return credits, design_for(metric, members)


def _place(score: Score) -> tuple[str, str]:
    return score.id, score.order or ""


def _value(question: Question, score: Score, metric: Metric) -> float:
    values = metric.values(question, score)
    if len(values) != 1 or isinstance(values[0], Unscored):
        raise BenchmarkError(f"{metric.name} has no single value for {question.id}: rows cannot be paired")
    return values[0]
