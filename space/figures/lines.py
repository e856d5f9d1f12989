"""The headline as a line a row: over the ordered values of a facet, and over the settings of one model."""

from collections.abc import Iterator, Sequence

from board.columns import Column
from board.types import Facet
from board.words import counted
from space.boards import Board
from space.figures.draw import ACCENT, SECOND, SOFT, Figure, Json, error_bars, hover_text, layout, percent_axis, trace
from space.figures.points import (
    SETTINGS,
    Spot,
    best_settings,
    curves,
    drawn_rows,
    floor_rows,
    full_name,
    link_of,
    names_of,
    number_of,
    setting_order,
    spot,
)
from space.figures.words import plotly_text, sentence
from space.rows import Row

MOST_LINES = 12
NAMED = 5  # lines that bear their name at the end
Line = list[tuple[Row, Spot, Spot]]


def bin_figures(board: Board) -> Iterator[Figure]:
    """One figure for each facet whose values are ordered bins, such as lengths or numbers of turns."""
    for facet in board.benchmark.facets:
        if facet.values and all(value[:1].isdigit() for value in facet.values):
            mine = [c for c in board.columns if c.facet == facet.name and c.metric == board.columns[0].metric]
            lines = _over_bins(board, best_settings(drawn_rows(board)), mine)
            if len(mine) > 1 and lines:
                yield _bin_figure(board, facet, mine, lines)


def _over_bins(board: Board, rows: Sequence[Row], columns: Sequence[Column]) -> list[Line]:
    places = [(board.columns.index(column), column.value) for column in columns]
    lines = [
        [(row, Spot(plotly_text(v)), spot(row.cells[n])) for n, v in places if row.cells[n].estimate is not None]
        for row in rows
    ]
    return [line for line in lines if len(line) > 1]


def _bin_figure(board: Board, facet: Facet, columns: Sequence[Column], lines: Sequence[Line]) -> Figure:
    head, shown = board.columns[0], lines[:MOST_LINES]
    floors = _over_bins(board, floor_rows(board)[:1], columns)
    bins = [plotly_text(column.value) for column in columns]
    x: Json = {"type": "category", "categoryarray": bins, "categoryorder": "array", "range": [-0.2, len(bins) - 0.8]}
    x |= {"title": {"text": plotly_text(facet.title)}}
    best = shown[0]
    few = f"The first {len(shown)} of {len(lines)} models. " if len(shown) < len(lines) else ""
    return Figure(
        f"bins-{facet.name}",
        sentence(f"{head.label} against {facet.title}"),
        f"{few}Each line is a model under its best settings; the best of all has its 95 % intervals; dashed: what is "
        "earned without looking.",
        _figure(shown, floors, x, facet.title, head.label, pivot=True),
        f"{best[0][0].facts.name}, the best overall, goes from {best[0][2].at:.2f} at {best[0][1].at} to "
        f"{best[-1][2].at:.2f} at {best[-1][1].at}.",
    )


def setting_figures(board: Board) -> Iterator[Figure]:
    """One figure for each setting (frames, resolution, context, view) that varies while all else stays."""
    for setting, title in SETTINGS.items():
        found = curves(drawn_rows(board), setting)
        if found:
            yield _setting_figure(board, setting, title, sorted(found, key=_best, reverse=True))


def _setting_figure(board: Board, setting: str, title: str, found: Sequence[Sequence[Row]]) -> Figure:
    head, shown = board.columns[0], found[:MOST_LINES]
    told = sorted({getattr(row.facts, setting) for rows in shown for row in rows}, key=setting_order)
    numbers = [number for text in told if (number := number_of(text)) is not None and number > 0]
    plain = len(numbers) == len(told)
    lines: list[Line] = [
        [
            (row, Spot(number_of(at) or 0.0 if plain else plotly_text(at)), spot(row.headline))
            for row in rows
            for at in [getattr(row.facts, setting)]
        ]
        for rows in shown
    ]
    ticks = [plotly_text(text) for text in told]
    x: Json = {"title": {"text": title}}
    if plain:
        x |= {"type": "log", "tickvals": numbers, "ticktext": ticks, "hoverformat": "g"}
    else:
        x |= {"type": "category", "categoryarray": ticks, "categoryorder": "array", "range": [-0.2, len(ticks) - 0.8]}
    first, last = lines[0][0], lines[0][-1]
    return Figure(
        f"setting-{setting}",
        sentence(f"{head.label} against {title}"),
        f"Each line is one model: rows that differ in nothing but {title}. Bars are 95 % intervals.",
        _figure(lines, [], x, title, head.label, intervals=MOST_LINES),
        f"{counted(len(found), 'model')}: {first[0].facts.name} goes from {first[2].at:.2f} at "
        f"{told_at(first, setting)} to {last[2].at:.2f} at {told_at(last, setting)} {title}.",
    )


def told_at(step: tuple[Row, Spot, Spot], setting: str) -> str:
    """The setting of a step as its card says it."""
    return str(getattr(step[0].facts, setting))


def _best(rows: Sequence[Row]) -> float:
    return max(row.headline.estimate or 0.0 for row in rows)


def _figure(
    lines: Sequence[Line],
    floors: Sequence[Line],
    x: Json,
    words: str,
    label: str,
    *,
    intervals: int = 1,
    pivot: bool = False,
) -> Json:
    hover = hover_text(words, label)
    tops = [max((row for row, _, _ in line), key=lambda row: row.headline.estimate or 0.0) for line in lines]
    names = names_of(tops)
    drawn = [_line(line, n, names[tops[n].id], hover, 1.2 * (n < intervals)) for n, line in enumerate(lines)][::-1]
    reach = [
        y._replace(down=None, up=None) if n >= intervals else y for n, line in enumerate(lines) for _, _, y in line
    ]
    y = percent_axis(f"{plotly_text(label)}, percent", [*reach, *(y for line in floors for _, _, y in line)])
    meta = {"pivot": "x"} if pivot else None
    return {"data": [*(_floor(line, hover) for line in floors), *drawn], "layout": layout(x, y, meta=meta)}


def _line(line: Line, n: int, name: str, hover: str, thickness: float) -> Json:
    color = (ACCENT, SECOND)[n] if n < 2 else SOFT
    return trace(
        x=[x.at for _, x, _ in line],
        y=[y.at for _, _, y in line],
        error_y=error_bars([y for _, _, y in line], color, thickness),
        mode="lines+markers",
        name=name,
        meta={"end": name} if n < NAMED else None,
        hovertext=[full_name(row) for row, _, _ in line],
        hovertemplate=hover,
        customdata=[link_of(row) for row, _, _ in line],
        line={"color": color, "width": 2.2 if n == 0 else 1.4},
        marker={"size": 7, "color": color, "symbol": "circle" if line[0][0].kind == "ranked" else "circle-open"},
        opacity=1 if n < 2 else 0.55 if n < NAMED else 0.28,
        cliponaxis=False,
        showlegend=n < NAMED,
    )


def _floor(line: Line, hover: str) -> Json:
    name = plotly_text(line[0][0].facts.name, 32)
    return trace(
        x=[x.at for _, x, _ in line],
        y=[y.at for _, _, y in line],
        mode="lines",
        name=name,
        meta={"end": name},
        hovertext=[full_name(row) for row, _, _ in line],
        hovertemplate=hover,
        line={"color": SOFT, "width": 1, "dash": "3px,4px"},
    )
