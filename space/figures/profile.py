"""Every part of a board at a glance: a line of dots a category, the first two rows drawn through."""

from collections.abc import Sequence

from board.columns import Column
from space.boards import Board
from space.figures.draw import ACCENT, SECOND, SOFT, Figure, Json, layout, percent_axis, trace
from space.figures.points import Spot, best_settings, drawn_rows, floor_rows, full_name, link_of, spot
from space.figures.words import plotly_text, wrapped
from space.rows import Row

MOST_ROWS = 30
LEAST = 3  # parts below which there is no profile


def profile_figure(board: Board) -> Figure | None:
    """The parts of the whole (the shaded columns), each with the rows as dots; None where parts or rows are few."""
    columns = [column for column in board.columns if column.heat]
    known = [row for row in best_settings(drawn_rows(board)) if len(_steps(board, row, columns)) >= LEAST]
    if len(columns) < LEAST or len(known) < 2:
        return None
    rows, floors = known[:MOST_ROWS], floor_rows(board)[:1]
    spots = [Spot(s.at) for row in [*rows, *floors] for _, s in _steps(board, row, columns)]
    ticks = [wrapped(column.label) for column in columns]
    y = {"type": "category", "categoryarray": ticks, "range": [len(columns) - 0.25, -0.7]}
    leader = rows[0]
    parts = _steps(board, leader, columns)
    strong, weak = (pick(parts, key=lambda step: float(step[1].at)) for pick in (max, min))
    few = f"The first {len(rows)} of {len(known)} models. " if len(rows) < len(known) else ""
    return Figure(
        "profile",
        "Profile: every part of the board",
        f"{few}A dot is a model under its best settings, filled where it was recounted; the first two are drawn "
        "through. Dashed: what is earned without looking.",
        {
            "data": [
                *(_through(board, row, columns, SOFT, dashed=True) for row in floors),
                *_dots(board, rows[2:], columns),
                _through(board, rows[1], columns, SECOND, at=len(columns) - 1),
                _through(board, leader, columns, ACCENT, at=0),
            ],
            "layout": layout(
                {**percent_axis("percent", spots), "showgrid": True},
                {**y, "showgrid": True},
                height=max(300, 90 + 34 * len(columns)),
                meta={"pivot": "y"},
            ),
        },
        f"{leader.facts.name} is first overall; its best part is {columns[strong[0]].label} with {strong[1].at:.2f}, "
        f"its worst {columns[weak[0]].label} with {weak[1].at:.2f}.",
    )


def _steps(board: Board, row: Row, columns: Sequence[Column]) -> list[tuple[int, Spot]]:
    """The parts a row has a number on: the place of the part, and the number."""
    cells = [row.cells[board.columns.index(column)] for column in columns]
    return [(place, spot(cell)) for place, cell in enumerate(cells) if cell.estimate is not None]


def _dots(board: Board, rows: Sequence[Row], columns: Sequence[Column]) -> list[Json]:
    drawn = []
    for kind, symbol in (("published", "circle-open"), ("ranked", "circle")):
        steps = [(row, *step) for row in rows if row.kind == kind for step in _steps(board, row, columns)]
        if steps:
            drawn.append(
                trace(
                    x=[s.at for _, _, s in steps],
                    y=[wrapped(columns[place].label) for _, place, _ in steps],
                    mode="markers",
                    hovertext=[full_name(row) for row, _, _ in steps],
                    hovertemplate=HOVER,
                    customdata=[link_of(row) for row, _, _ in steps],
                    marker={"symbol": symbol, "color": SOFT, "size": 7, "opacity": 0.45},
                    cliponaxis=False,
                    showlegend=False,
                )
            )
    return drawn


def _through(
    board: Board, row: Row, columns: Sequence[Column], color: str, *, at: int | None = None, dashed: bool = False
) -> Json:
    """One row drawn through all parts, with its name beside the part ``at``."""
    steps = _steps(board, row, columns)
    named = steps[-1][0] if at is None or at >= len(steps) else steps[at][0]
    return trace(
        x=[s.at for _, s in steps],
        y=[wrapped(columns[place].label) for place, _ in steps],
        mode="lines+markers+text",
        text=[plotly_text(row.facts.name, 32) if place == named else "" for place, _ in steps],
        textposition="top center" if at == 0 else "bottom center",
        textfont={"color": color, "size": 12},
        hovertext=[full_name(row) for _ in steps],
        hovertemplate=HOVER,
        customdata=[link_of(row) for _ in steps],
        line={"color": color, "width": 1 if dashed else 1.8, "dash": "3px,4px" if dashed else "solid"},
        marker={
            "size": 9,
            "color": color,
            "symbol": "circle" if row.kind == "ranked" else "circle-open",
            "opacity": 0 if dashed else 1,
        },
        cliponaxis=False,
        showlegend=False,
    )


HOVER = "<b>%{hovertext}</b><br>%{y} %{x}<extra></extra>"
