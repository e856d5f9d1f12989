"""How many verdicts must flip to change the order of a board: what hangs on single words of the judge.

The headline is a nested mean with equal weights, so a verdict weighs 1 / (abilities · dialogues of the ability · rounds
of the dialogue · questions of the checklist · repeats): one flip in a short checklist of a small ability moves most.
Each flip moves the headline by its own weight whatever else flips. Therefore the fewest flips that close a gap are the
heaviest ones first: no other k flips move it further than the k heaviest. All is counted in whole numbers, in units of
one over the least common multiple of all weights, so a tie is a tie.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import lcm
from typing import NamedTuple

from board.design import design_for
from board.errors import BenchmarkError
from board.types import Metric, Question, Score


class Fewest(NamedTuple):
    """The fewest flips until two rows are at least tied, and until they have swapped; None: there are not enough."""

    to_tie: int | None
    to_pass: int | None


class OrderFlips(NamedTuple):
    """Two neighbours on a board and the flips between them.

    ``gap`` is the headline of ``ahead`` minus that of ``behind``, 0..1. Flips of verdicts about the answers ``behind``
    gives (wrong ones become right), about those ``ahead`` gives (right ones become wrong), or about either.
    ``n_verdicts`` is how many verdicts there are about both.
    """

    ahead: str
    behind: str
    gap: float
    n_verdicts: int
    of_behind: Fewest
    of_ahead: Fewest
    of_either: Fewest


class FlipsReport(NamedTuple):
    """All neighbours, best rows first; rows without all their verdicts are left out."""

    neighbours: tuple[OrderFlips, ...]
    left_out: tuple[str, ...]

    @property
    def weakest(self) -> OrderFlips | None:
        """The neighbours whose order hangs on fewest verdicts; the first of several, None where none can change.

        Only neighbours need to be looked at: before any two rows swap, one of them has swapped with a neighbour.
        """
        open_ = [pair for pair in self.neighbours if pair.of_either.to_pass is not None]
        return min(open_, key=lambda pair: pair.of_either.to_pass or 0, default=None)


class _Row(NamedTuple):
    """A submission in whole units: its headline, and the weights of its right and of its wrong verdicts."""

    id: str
    value: int
    right: list[int]
    wrong: list[int]


class _Said(NamedTuple):
    """One verdict: it weighs one over ``parts`` of the headline."""

    parts: int
    right: bool


def order_flips(scores: Mapping[str, Sequence[Score]], questions: Sequence[Question], metric: Metric) -> FlipsReport:
    """The flips between neighbours of a board, from graded answers with their verdicts (id → a row for every question).

    ``scores`` are those of :func:`scorer.judged_scores.grade_answers`; stored score rows tell no expected verdicts.
    ``metric`` is a mean of answers' credits, nested or plain. An answer without verdicts (blank, filler) is 0 for good.

    Raises:
        BenchmarkError: a question has no row, or a judged row does not tell its verdicts.

    Example:
        Two rounds of two dialogues: a verdict on ``a/0/1`` weighs 1/4, one on ``b/0/1`` 1/2.

        >>> from board.types import ChecklistCredit, task_of
        >>> questions = [Question("a/0/1", "summary", "text"), Question("b/0/1", "recall", "text")]
        >>> def rows(first, second):
        ...     two = tuple(ChecklistCredit("yes", None) for _ in range(2))
        ...     return [Score("a/0/1", "x", 0.0, "wrong", verdicts=first, checklist=two),
        ...             Score("b/0/1", "x", 0.0, "wrong", verdicts=second, checklist=two[:1])]
        >>> board = {"one": rows(("yes", "yes"), ("yes",)), "two": rows(("no", "no"), ("yes",))}
        >>> report = order_flips(board, questions, Metric("m", "m", ("text",), levels=(task_of,)))
        >>> report.weakest.gap, report.weakest.of_behind, report.weakest.of_ahead
        (0.5, Fewest(to_tie=2, to_pass=None), Fewest(to_tie=1, to_pass=2))
    """
    parts = [round(1 / weight) for weight in design_for(metric, questions).weights.tolist()]
    said = {id: _verdicts(rows, questions, parts) for id, rows in scores.items()}
    known = {id: verdicts for id, verdicts in said.items() if verdicts is not None}
    unit = lcm(*{verdict.parts for verdicts in known.values() for verdict in verdicts})
    rows = sorted((_row(id, known[id], unit) for id in known), key=lambda row: (-row.value, row.id))
    return FlipsReport(
        tuple(_between(ahead, behind, unit) for ahead, behind in pairwise(rows)), tuple(sorted(set(said) - set(known)))
    )


def fewest(gap: int, weights: Sequence[int]) -> Fewest:
    """The fewest of some weights that add up to the gap, and to more than it.

    Example:
        >>> fewest(5, [1, 3, 2, 2]), fewest(0, [1]), fewest(9, [4, 4])
        (Fewest(to_tie=2, to_pass=3), Fewest(to_tie=0, to_pass=1), Fewest(to_tie=None, to_pass=None))
    """
    reached = list(accumulate(sorted(weights, reverse=True), initial=0))
    return Fewest(
        next((n for n, total in enumerate(reached) if total >= gap), None),
        next((n for n, total in enumerate(reached) if total > gap), None),
    )


def _between(ahead: _Row, behind: _Row, unit: int) -> OrderFlips:
    gap = ahead.value - behind.value
    return OrderFlips(
        ahead=ahead.id,
        behind=behind.id,
        gap=gap / unit,
        n_verdicts=sum(len(row.right) + len(row.wrong) for row in (ahead, behind)),
        of_behind=fewest(gap, behind.wrong),
        of_ahead=fewest(gap, ahead.right),
        of_either=fewest(gap, [*behind.wrong, *ahead.right]),
    )


def _row(id: str, said: Sequence[_Said], unit: int) -> _Row:
    right = [unit // verdict.parts for verdict in said if verdict.right]
    return _Row(id, sum(right), right, [unit // verdict.parts for verdict in said if not verdict.right])


def _verdicts(rows: Sequence[Score], questions: Sequence[Question], parts: Sequence[int]) -> list[_Said] | None:
    """All verdicts about a submission; None where one is missing."""
    of = {row.id: row for row in rows}
    found: list[_Said] = []
    for question, share in zip(questions, parts, strict=True):
        row = of.get(question.id)
        if row is None or (row.credit is not None and row.verdicts is None and row.bucket != "unanswered"):
            raise BenchmarkError(
                f"found no verdicts about {question.id}: grade the answers from their verdict file again"
            )
        said = row.verdicts or ()
        if row.credit is None or None in said:
            return None
        expected = [asked.expected for asked in row.checklist]
        # Repeat by repeat, each in the order of the checklist; together they are the whole weight of the answer.
        wanted = expected * (len(said) // max(1, len(expected)))
        found += [_Said(share * len(said), word == right) for word, right in zip(said, wanted, strict=True)]
    return found
