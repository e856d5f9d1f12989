"""The rows of a board as points: which are drawn, where they lie, and which of them are one curve.

Rows that differ only in frames, resolution, context or view are one model seen under several settings.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from board.columns import Column
from space.boards import Board
from space.figures.words import MOST, plotly_text
from space.rows import Cell, Facts, Row

SETTINGS = {"frames": "frames", "longer_side": "longer side in pixels", "context": "context", "view": "view"}


class Spot(NamedTuple):
    """A place on one axis, and how far the interval reaches down and up; None where that is unknown."""

    at: float | str
    down: float | None = None
    up: float | None = None


class Point(NamedTuple):
    """One row in a chart."""

    row: Row
    x: Spot
    y: Spot


def spot(cell: Cell) -> Spot:
    """A number in percent with two decimals, as the table shows it; the cell must have one.

    Example:
        >>> spot(Cell(0.443612, 0.41, 0.47))
        Spot(at=44.36, down=3.36, up=2.64)
    """
    at = round(100 * (cell.estimate or 0.0), 2)
    if cell.low is None or cell.high is None:
        return Spot(at)
    return Spot(at, round(max(0.0, at - 100 * cell.low), 2), round(max(0.0, 100 * cell.high - at), 2))


def drawn_rows(board: Board) -> list[Row]:
    """The ranked and published rows that have a headline, the best first."""
    rows = [row for row in board.rows if row.kind in ("ranked", "published") and row.headline.estimate is not None]
    sign = 1 if board.columns[0].higher_is_better else -1
    return sorted(rows, key=lambda row: -sign * (row.headline.estimate or 0.0))


def floor_rows(board: Board) -> list[Row]:
    """The floors that earn something, the best first, one of each value."""
    rows = [row for row in board.rows if row.kind == "floor" and (row.headline.estimate or 0.0) > 0]
    rows.sort(key=lambda row: -(row.headline.estimate or 0.0))
    return list({round(row.headline.estimate or 0.0, 4): row for row in reversed(rows)}.values())[::-1]


def points_of(board: Board, rows: Iterable[Row], x: Column, y: Column) -> list[Point]:
    """The rows that have both numbers."""
    at_x, at_y = board.columns.index(x), board.columns.index(y)
    return [
        Point(row, spot(row.cells[at_x]), spot(row.cells[at_y]))
        for row in rows
        if row.cells[at_x].estimate is not None and row.cells[at_y].estimate is not None
    ]


def best_settings(rows: Sequence[Row]) -> list[Row]:
    """The rows, of each curve only the one that comes first."""
    later = {row.id for curve in curves(rows) for row in sorted(curve, key=rows.index)[1:]}
    return [row for row in rows if row.id not in later]


def names_of(rows: Iterable[Row]) -> dict[str, str]:
    """Short names by id, as plotly draws them; where several rows have one name, with what tells them apart."""
    rows = list(rows)
    times = Counter(row.facts.name for row in rows)
    return {
        row.id: plotly_text(row.facts.name, 32) if times[row.facts.name] == 1 else full_name(row, 32) for row in rows
    }


def full_name(row: Row, most: int = MOST) -> str:
    """The name of a row with what tells it from others of that name: its settings and how it was watched."""
    facts = row.facts
    told = [f"{facts.frames} frames" if facts.frames else "", f"{facts.longer_side} px" if facts.longer_side else ""]
    told += [facts.context if facts.context not in ("", "none") else ""]
    told += [facts.view if facts.view not in ("", "original") else ""]
    told += ["thinking" if facts.thinking == "on" else "", "as published" if row.kind == "published" else ""]
    return " · ".join([plotly_text(facts.name, most), *(plotly_text(text) for text in told if text)])


def link_of(row: Row) -> str:
    """The name of a row's page; empty where it has none."""
    return row.page if row.kind == "ranked" else ""


def alike(row: Row) -> tuple[Facts, str, str]:
    """What the rows of one curve share: the card without its settings, date and the name people read."""
    name = "" if row.facts.model_id else row.facts.name
    return row.facts._replace(name=name, date="", frames="", longer_side="", context="", view=""), row.mode, row.judge


def number_of(text: str) -> float | None:
    """A setting as a number, where it is a plain one.

    Example:
        >>> number_of("32"), number_of("1 fps"), number_of("nan")
        (32.0, None, None)
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def setting_order(text: str) -> tuple[bool, float, str]:
    """Settings in order: numbers by value, then words."""
    number = number_of(text)
    return number is None, number or 0.0, text


def curves(rows: Sequence[Row], setting: str = "") -> list[list[Row]]:
    """The rows that are one curve, in the order of their settings.

    ``setting``: only rows that differ in this one alone; empty: in any of them.
    """
    groups: dict[object, list[Row]] = {}
    for row in rows:
        others = [getattr(row.facts, name) for name in SETTINGS if setting and name != setting]
        groups.setdefault((alike(row), *others), []).append(row)
    names = [setting] if setting else list(SETTINGS)
    found = []
    for group in groups.values():
        told = [row for row in group if not setting or getattr(row.facts, setting)]
        if len({tuple(getattr(row.facts, name) for name in names) for row in told}) > 1:
            found.append(sorted(told, key=lambda row: [setting_order(getattr(row.facts, name)) for name in names]))
    return found
