"""The parts of a board, one after the other: what they hold, what chance earns, who leads, what can be told apart."""

from collections.abc import Sequence
from typing import NamedTuple

from board.columns import Column, asks
from board.types import Question
from space.boards import Board
from space.rows import Cell, Row


class Category(NamedTuple):
    """One part of a board. ``chance`` and ``smallest_gain`` are shares; None where unknown."""

    column: Column
    n: int | None
    n_clusters: int | None
    chance: float | None
    floor: Cell | None
    leader: str
    best: Cell | None
    smallest_gain: float | None
    why_plain: str


def category_rows(board: Board) -> list[Category]:
    """Every column of the board as a part of it."""
    return [_category(board, place) for place in range(len(board.columns))]


def _category(board: Board, place: int) -> Category:
    column = board.columns[place]
    rows = [row for row in board.rows if row.cells[place].estimate is not None]
    floors = [row.cells[place] for row in rows if row.kind == "floor" and column.higher_is_better and column.ordered]
    asked = [question for question in board.questions if asks(board.benchmark, column, question)]
    floor = max(floors, key=lambda cell: cell.estimate or 0.0, default=None)
    leader = _leader(board, column, place, rows)
    if leader and floor and (leader.cells[place].estimate or 0.0) < (floor.estimate or 0.0):
        leader = None  # nobody leads who is below the floor
    return Category(
        column,
        next((row.cells[place].n for row in rows if row.kind == "ranked"), len(asked) or None),
        len({question.independent_part for question in asked}) or None,
        _chance(board, column, asked),
        floor,
        leader.facts.name if leader else "",
        leader.cells[place] if leader else None,
        board.places.smallest_gain.get(column.key),
        board.places.why_plain.get(column.key, ""),
    )


def _leader(board: Board, column: Column, place: int, rows: Sequence[Row]) -> Row | None:
    """The best row of the first protocol; nobody leads in a number that is neither good nor bad."""
    if not column.ordered:
        return None
    sign = 1 if column.higher_is_better else -1
    main = next((row.facts.protocol for row in rows if row.kind == "ranked"), "")
    ranked = [row for row in rows if row.kind == "ranked" and row.facts.protocol == main]
    return max(ranked, key=lambda row: sign * (row.cells[place].estimate or 0.0), default=None)


def _chance(board: Board, column: Column, asked: Sequence[Question]) -> float | None:
    """What guessing earns: the column's own, or that of its tasks where they agree and it is a mean of credits."""
    if column.chance is not None:
        return column.chance
    credits = {metric.name for metric in board.benchmark.metrics if metric.higher_is_better}
    chances = {task.name: task.chance for task in board.benchmark.tasks}
    told = {chances.get(question.task) for question in asked}
    return told.pop() if len(told) == 1 and column.metric in credits else None
