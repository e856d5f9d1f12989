"""What each submission earned on each answer: the stored score rows of a board as matrices.

Score rows are taken one submission after the other, and only numbers are kept: a board of a thousand submissions on
seven thousand questions is seven million rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from board.comparisons import Matrix
from board.errors import BenchmarkError
from board.types import Metric, Question, Score, Unscored, Values

ValuesOf = Callable[[Question, Score], Values]


class Column(NamedTuple):
    """The answers one number of the board is about: their credits (rows × answers), and each answer's question."""

    credits: Matrix
    questions: list[Question]


class Credits(NamedTuple):
    """The answers of a board: ``ids`` of the submissions (rows), the question of each answer (columns), the values.

    A value is NaN where a metric has no single value for an answer.
    """

    ids: tuple[str, ...]
    questions: tuple[Question, ...]
    values: Mapping[ValuesOf, Matrix]

    def column(self, metric: Metric, keep: Callable[[Question], bool] = lambda question: True) -> Column:
        """The credits of a metric over the questions that ``keep`` is true of.

        Questions that the metric does not cover in any row are left out.

        Raises:
            BenchmarkError: a row has no single value for an answer that the metric covers, or there is no answer.
        """
        places = [n for n, asked in enumerate(self.questions) if asked.kind in metric.kinds and keep(asked)]
        credits = self.values[metric.values][:, places]
        unknown = np.isnan(credits)
        covered = ~unknown.all(axis=0)
        if unknown[:, covered].any() or not covered.any():
            blank = self.questions[places[int(np.argmax(unknown.any(axis=0)))]].id if places else "any question"
            raise BenchmarkError(f"{metric.name} has no single value for {blank}: rows cannot be paired")
        asked = [self.questions[place] for place, known in zip(places, covered.tolist(), strict=True) if known]
        return Column(credits[:, covered], asked)


def gather(
    scores: Iterable[tuple[str, Sequence[Score]]], questions: Iterable[Question], metrics: Iterable[Metric]
) -> Credits:
    """The credits of submissions, given as (id, score rows), under some metrics.

    Answers stand in the order of their (id, order). Rows of questions that no metric covers are left out.

    Raises:
        BenchmarkError: the submissions were not scored on the same questions.

    Example:
        >>> accuracy = Metric("accuracy", "accuracy", ("choice",))
        >>> rows = [Score("q2", "A", 0.0, "wrong"), Score("q1", "B", 1.0, "correct")]
        >>> gather([("mine", rows)], [Question("q1", "T", "choice"), Question("q2", "T", "choice")],
        ...        [accuracy]).column(accuracy).credits.tolist()
        [[1.0, 0.0]]
    """
    metrics = list(metrics)
    kinds = {kind for metric in metrics for kind in metric.kinds}
    asked = {question.id: question for question in questions if question.kind in kinds}
    ways: dict[ValuesOf, list[Matrix]] = {metric.values: [] for metric in metrics}
    ids, places = [], None
    for id, rows in scores:
        mine = sorted((row for row in rows if row.id in asked), key=_place)
        found = [_place(row) for row in mine]
        places = places or found
        if found != places or not found:
            raise BenchmarkError(f"the score rows of {id[:16]} are not of the board's questions: score it again")
        ids.append(id)
        members = [asked[row.id] for row in mine]
        for values_of, matrix in ways.items():
            matrix.append(np.array([_value(values_of(*pair)) for pair in zip(members, mine, strict=True)]))
    answers = tuple(asked[id] for id, _ in places or ())
    return Credits(tuple(ids), answers, {way: np.array(matrix) for way, matrix in ways.items()})


def _place(score: Score) -> tuple[str, str]:
    return score.id, score.order or ""


def _value(values: Values) -> float:
    """The one value of an answer, NaN where it has none or several."""
    return float("nan") if len(values) != 1 or isinstance(values[0], Unscored) else values[0]
