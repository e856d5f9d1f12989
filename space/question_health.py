"""The health of a board's questions: which tell rows apart, which no longer do, and which decide the order."""

from collections.abc import Sequence
from typing import NamedTuple

from board.columns import headline_of
from board.design import design_for
from board.errors import BenchmarkError
from board.health import HealthCounts, QuestionHealth, question_health, summary
from board.types import Question
from space.boards import Board

FEWEST_ROWS = 2
MOST_NAMED = 12


class Deciding(NamedTuple):
    """A question that many pairs of rows part at: the share of pairs, and the neighbours it alone keeps in order."""

    id: str
    task: str
    decides: float
    swing: int


class BoardHealth(NamedTuple):
    """Counts over everything and by task, the questions better rows fail at, and those that decide most."""

    n_rows: int
    counts: list[HealthCounts]
    inverse: list[str]
    deciding: list[Deciding]


def board_health(board: Board) -> BoardHealth | None:
    """The health of the questions behind the headline; None where fewer than two rows tell it."""
    if board.credits is None or len(board.credits.ids) < FEWEST_ROWS or board.track != "standard":
        return None
    head = headline_of(board.benchmark)
    try:
        column = board.credits.column(head)
    except BenchmarkError:
        return None
    health = question_health(column.credits, design_for(head, column.questions))
    counts = summary(health, [question.task for question in column.questions])
    return BoardHealth(
        len(board.credits.ids),
        counts,
        [question.id for question, told in zip(column.questions, health, strict=True) if told.status == "inverse"],
        _deciding(column.questions, health),
    )


def _deciding(questions: Sequence[Question], health: Sequence[QuestionHealth]) -> list[Deciding]:
    """The questions that alone keep neighbours in order, those first that do so most."""
    told = [
        Deciding(question.id, question.task, one.decides, one.swing)
        for question, one in zip(questions, health, strict=True)
        if one.decides and one.swing
    ]
    return sorted(told, key=lambda one: (-one.swing, -one.decides, one.id))[:MOST_NAMED]
