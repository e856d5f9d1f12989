"""The parts of a board, one after the other: what they hold, what chance earns, who leads, what can be told apart."""

from typing import NamedTuple

from space.boards import Board
from space.columns import Column, asks
from space.rows import Cell


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
    ranked = [row for row in rows if row.kind == "ranked"]
    floors = [row.cells[place] for row in rows if row.kind == "floor"]
    sign = 1 if column.higher_is_better else -1
    leader = max(ranked, key=lambda row: sign * (row.cells[place].estimate or 0.0), default=None)
    asked = [question for question in board.questions if asks(board.benchmark, column, question)]
    chances = {task.name: task.chance for task in board.benchmark.tasks}
    told = {chances.get(question.task) for question in asked}
    return Category(
        column,
        leader.cells[place].n if leader else len(asked) or None,
        len({question.independent_part for question in asked}) or None,
        told.pop() if len(told) == 1 and column.higher_is_better else None,
        max(floors, key=lambda cell: cell.estimate or 0.0, default=None) if column.higher_is_better else None,
        leader.facts.name if leader else "",
        leader.cells[place] if leader else None,
        board.places.smallest_gain.get(column.key),
        board.places.why_plain.get(column.key, ""),
    )
