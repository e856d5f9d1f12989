"""The headline against what a card says of the model: its size, and the day it was answered."""

import math
from collections.abc import Sequence
from datetime import date, timedelta

from board.words import counted
from space.boards import Board
from space.figures.draw import (
    ACCENT,
    Figure,
    Json,
    curve_trace,
    floor_lines,
    hover_text,
    how_to_read,
    layout,
    percent_axis,
    point_traces,
    trace,
)
from space.figures.points import Point, Spot, drawn_rows, floor_rows, spot
from space.figures.words import plotly_text, sentence, size_text

SIZES = (0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def size_figure(board: Board) -> Figure | None:
    """The headline against the number of parameters; None where fewer than two sizes are known."""
    points = [
        Point(row, Spot(size), spot(row.headline))
        for row in drawn_rows(board)
        if (size := row.facts.parameters_b) is not None and 0 < size < math.inf
    ]
    sizes = [point.row.facts.parameters_b or 0.0 for point in points]
    if len(set(sizes)) < 2:
        return None
    label = board.columns[0].label
    ends = [round(math.log10(min(sizes)) - 0.12, 4), round(math.log10(max(sizes)) + 0.12, 4)]
    ticks = [size for size in SIZES if ends[0] <= math.log10(size) <= ends[1]] or sorted(set(sizes))
    x: Json = {"type": "log", "range": ends, "tickvals": ticks, "ticktext": [f"{size:g}" for size in ticks]}
    x |= {"title": {"text": "parameters in billions"}, "hoverformat": "g"}
    best, small = points[0], min(points, key=lambda point: (point.row.facts.parameters_b, -_height(point)))
    return Figure(
        "size",
        sentence(f"{label} against size"),
        f"{how_to_read(len(points))} The stepped line is the best at a size or below it; settings of one model are "
        "joined; dashed: what is earned without looking.",
        _figure(board, points, x, "parameters in billions"),
        f"{counted(len(points), 'row')} of known size: the best, {best.row.facts.name} with "
        f"{size_text(best.row.facts.parameters_b or 0)}, has {_height(best):.2f}; the smallest, "
        f"{small.row.facts.name} with {size_text(small.row.facts.parameters_b or 0)}, has {_height(small):.2f}.",
    )


def time_figure(board: Board) -> Figure | None:
    """The headline over the dates of the cards; None where fewer than two days are known."""
    dated = [(row, day) for row in drawn_rows(board) if (day := _day(row.facts.date)) is not None]
    points = [Point(row, Spot(day.isoformat()), spot(row.headline)) for row, day in dated]
    days = [day for _, day in dated]
    if len(set(days)) < 2:
        return None
    label = board.columns[0].label
    pad = timedelta(days=max(1, (max(days) - min(days)).days // 20))
    x: Json = {"type": "date", "range": [(min(days) - pad).isoformat(), (max(days) + pad).isoformat()], "nticks": 7}
    x |= {"title": {"text": "date of the submission"}, "hoverformat": "%Y-%m-%d"}
    first, last = best_so_far(points)[0], points[0]
    return Figure(
        "time",
        sentence(f"{label} over time"),
        f"{how_to_read(len(points))} The stepped line is the best so far; settings of one model are "
        "joined; dashed: what is earned without looking.",
        _figure(board, points, x, "date"),
        f"{counted(len(points), 'row')} from {min(days)} to {max(days)}: the best went from {_height(first):.2f} "
        f"({first.row.facts.name}) to {_height(last):.2f} ({last.row.facts.name}).",
    )


def best_so_far(points: Sequence[Point]) -> list[Point]:
    """From left to right, the points that are higher than all before them."""
    found: list[Point] = []
    for point in sorted(points, key=lambda point: (point.x.at, -_height(point))):
        if not found or _height(point) > _height(found[-1]):
            found.append(point)
    return found


def _figure(board: Board, points: Sequence[Point], x: Json, words: str) -> Json:
    head, floors = board.columns[0], floor_rows(board)[:2]
    y = percent_axis(
        f"{plotly_text(head.label)}, percent", [*(p.y for p in points), *(spot(f.headline) for f in floors)]
    )
    data = [*curve_trace(points), *point_traces(points, hover_text(words, head.label))]
    if head.higher_is_better:
        data.insert(0, _steps(best_so_far(points), max(points, key=lambda point: point.x.at)))
    return {"data": data, "layout": layout(x, y, n=len(points), **floor_lines(floors))}


def _steps(best: Sequence[Point], last: Point) -> Json:
    x = [*(point.x.at for point in best), last.x.at]
    y = [*(point.y.at for point in best), best[-1].y.at]
    line = {"color": ACCENT, "width": 1.2, "shape": "hv"}
    return trace(x=x, y=y, mode="lines", line=line, opacity=0.5, hoverinfo="skip", showlegend=False)


def _height(point: Point) -> float:
    return float(point.y.at)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
