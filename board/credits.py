"""What each submission earned on each answer: the stored score rows of a board as matrices.

Score rows are taken one submission after the other, and only numbers are kept: a board of a thousand submissions on
seven thousand questions is seven million rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from board.comparisons import Matrix
from board.errors import BenchmarkError
from board.types import Metric, Question, Score, Unscored, Values, credit

UNKNOWN = float("nan")
_Place = tuple[str, str | None]
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

    def of(self, ids: Sequence[str]) -> "Credits":
        """The same of some of the submissions, in their order."""
        if tuple(ids) == self.ids:
            return self
        place = {id: n for n, id in enumerate(self.ids)}
        rows = [place[id] for id in ids]
        return Credits(tuple(ids), self.questions, {way: matrix[rows] for way, matrix in self.values.items()})

    def column(self, metric: Metric, keep: Callable[[Question], bool] = lambda question: True) -> Column:
        """The credits of a metric over the questions that ``keep`` is true of.

        Questions that the metric does not cover in any row are left out.

        Raises:
            BenchmarkError: a row has no single value for an answer that the metric covers, or there is no answer.
        """
        places = [n for n, asked in enumerate(self.questions) if asked.kind in metric.kinds and keep(asked)]
        whole = self.values[metric.values]
        credits = whole if len(places) == whole.shape[1] else whole[:, places]
        unknown = np.isnan(credits)
        covered = np.asarray(~unknown.all(axis=0))
        if unknown[:, covered].any() or not covered.any():
            blank = self.questions[places[int(np.argmax(unknown.any(axis=0)))]].id if places else "any question"
            raise BenchmarkError(f"{metric.name} has no single value for {blank}: rows cannot be paired")
        asked = [self.questions[place] for place, known in zip(places, covered, strict=True) if known]
        return Column(credits if covered.all() else credits[:, covered], asked)


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
    ids: list[str] = []
    first: list[_Place] = []
    order: list[int] = []
    for id, rows in scores:
        found = [(row.id, row.order) for row in rows]
        if not ids:
            first, order = found, _order(found, asked)
        elif found != first:  # the same rows in another order are the same rows
            mine = _order(found, asked)
            if [found[n] for n in mine] != [first[n] for n in order]:
                raise BenchmarkError(_other_questions(id))
            first, order = found, mine
        if not order:
            raise BenchmarkError(_other_questions(id))
        ids.append(id)
        for values_of, matrix in ways.items():
            matrix.append(_row([rows[n] for n in order], values_of, asked))
    answers = tuple(asked[first[n][0]] for n in order)
    return Credits(tuple(ids), answers, {way: np.array(matrix) for way, matrix in ways.items()})


def _order(places: Sequence[_Place], asked: Mapping[str, Question]) -> list[int]:
    """Which rows are of questions asked, in the order of their (id, order)."""
    mine = [n for n, (id, _) in enumerate(places) if id in asked]
    return sorted(mine, key=lambda n: (places[n][0], places[n][1] or ""))


def _other_questions(id: str) -> str:
    return f"the score rows of {id[:16]} are not of the board's questions: score it again"


def _row(rows: Sequence[Score], values_of: ValuesOf, asked: Mapping[str, Question]) -> Matrix:
    """The values of one submission, NaN where an answer has none or several."""
    if values_of is credit:  # by far the most frequent: no need to ask for each of millions of answers
        return np.array([UNKNOWN if row.credit is None else row.credit for row in rows])
    return np.array([_value(values_of(asked[row.id], row)) for row in rows])


def _value(values: Values) -> float:
    return UNKNOWN if len(values) != 1 or isinstance(values[0], Unscored) else values[0]
