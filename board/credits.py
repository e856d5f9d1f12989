"""What each submission earned on each answer: the stored score rows of a board as matrices.

Score rows are taken one submission after the other, and only numbers are kept: a board of a thousand submissions on
seven thousand questions is seven million rows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from board.comparisons import Matrix
from board.errors import BenchmarkError
from board.types import Metric, Question, Score, Unscored, Values, credit

UNKNOWN = float("nan")
OTHER_QUESTIONS = "not of the board's questions"
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
    scores: Iterable[tuple[str, Sequence[Score]]],
    questions: Iterable[Question],
    metrics: Iterable[Metric],
    refused: dict[str, str] | None = None,
) -> Credits:
    """The credits of submissions, given as (id, score rows), under some metrics.

    Answers stand in the order of their (id, order). Rows of questions that no metric covers are left out. Each
    submission must have one row for every question, or one for every question in every order of its options.

    Raises:
        BenchmarkError: a submission was scored on other questions; with ``refused`` it is noted there, with the reason,
            and left out.

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
    known: dict[tuple[_Place, ...], list[int]] = {}  # files list their rows alike: each way is sorted once
    ids: list[str] = []
    answers: list[_Place] = []
    for id, rows in scores:
        found = tuple((row.id, row.order) for row in rows)
        if found not in known:
            known[found] = _order(found, asked)
        order = known[found]
        mine = [found[n] for n in order]
        if not order or mine != (answers := answers or mine):
            if refused is None:
                raise BenchmarkError(f"the score rows of {id[:16]} are {OTHER_QUESTIONS}: score it again")
            refused[id] = f"its score rows are {OTHER_QUESTIONS}"
            continue
        ids.append(id)
        for values_of, matrix in ways.items():
            matrix.append(_row([rows[n] for n in order], values_of, asked))
    members = tuple(asked[id] for id, _ in answers)
    return Credits(tuple(ids), members, {way: np.array(matrix) for way, matrix in ways.items()})


def _order(places: Sequence[_Place], asked: Mapping[str, Question]) -> list[int]:
    """The rows of questions asked, in the order of their (id, order); none where they are not one for each of them."""
    mine = [n for n, (id, _) in enumerate(places) if id in asked]
    found = [places[n] for n in mine]
    orders = {order for _, order in found}
    if shown := max((order for order in orders if order), default=""):
        orders = {"".join(letters) for letters in permutations(shown)}  # Shuffle24: all of them, or it is not whole
    whole = {(id, order) for id in asked for order in orders}
    if len(found) != len(set(found)) or set(found) != whole:
        return []
    return sorted(mine, key=lambda n: (places[n][0], places[n][1] or ""))


def _row(rows: Sequence[Score], values_of: ValuesOf, asked: Mapping[str, Question]) -> Matrix:
    """The values of one submission, NaN where an answer has none or several."""
    if values_of is credit:  # by far the most frequent: no need to ask for each of millions of answers
        return np.array([UNKNOWN if row.credit is None else row.credit for row in rows])
    return np.array([_value(values_of(asked[row.id], row)) for row in rows])


def _value(values: Values) -> float:
    return UNKNOWN if len(values) != 1 or isinstance(values[0], Unscored) else values[0]
