"""What all figures are drawn with: points, lines, floors and axes, made and checked by plotly, kept as plain JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import plotly.graph_objects as go

from space.figures.points import Point, Spot, best_settings, curves, full_name, link_of, names_of
from space.figures.words import plotly_text
from space.rows import Row

Json = dict[str, Any]
ACCENT, SECOND, INK, SOFT, LINE = (f"var(--{name})" for name in ("accent", "second", "ink", "soft", "line"))
MANY = 30  # points beyond which only the best are labelled
LABELS = 8  # how many that is
CROWD = 60  # points beyond which intervals are told only where one points at
HEIGHT = 400


class Figure(NamedTuple):
    """One chart: its name in addresses, a title, how to read it, the plotly JSON, and in words what it shows."""

    name: str
    title: str
    note: str
    figure: Json
    alt: str


def trace(**properties: Any) -> Json:
    """One trace of a figure; plotly raises a ValueError on a property it does not know."""
    plain: Json = go.Scatter(**properties).to_plotly_json()
    return plain


def layout(x: Json, y: Json, *, height: int = HEIGHT, n: int = 0, **properties: Any) -> Json:
    """The layout of a figure with the axes ``x`` and ``y``; figures of a crowd of ``n`` can be looked into."""
    x["title"], y["title"] = ({**axis.get("title", {}), "font": {"size": 12.5}, "standoff": 8} for axis in (x, y))
    quiet = {"color": SOFT, "gridcolor": LINE, "zeroline": False, "automargin": True, "fixedrange": n <= CROWD}
    plain: Json = go.Layout(
        xaxis={**quiet, "showgrid": False, "linecolor": LINE, **x},
        yaxis={**quiet, "ticks": "", **y},
        height=height,
        margin={"l": 44, "r": 20, "t": 34 if "text" in y["title"] else 12, "b": 48},
        font={"color": INK, "size": 12.5},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        hovermode="closest",
        dragmode="zoom" if n > CROWD else False,
        showlegend=False,
        hoverlabel={"bgcolor": "var(--card)", "bordercolor": LINE, "font": {"color": INK, "size": 13}, "align": "left"},
        **properties,
    ).to_plotly_json()
    return plain


def percent_axis(title: str, spots: Iterable[Spot], room: float = 0.06) -> Json:
    """An axis in percent with room around everything drawn on it."""
    reach = [(s.at - (s.down or 0), s.at + (s.up or 0)) for s in spots if not isinstance(s.at, str)]
    low, high = min((low for low, _ in reach), default=0.0), max((high for _, high in reach), default=100.0)
    pad = max(room * (high - low), 2.0)
    ends = [round(max(low - pad, -3.0), 2), round(min(high + pad, 103.0), 2)]
    return {"title": {"text": title}, "range": ends, "hoverformat": ".2f", "nticks": 7}


def error_bars(spots: Sequence[Spot], color: str, thickness: float) -> Json | None:
    """Intervals as thin bars; of a crowd they are told on pointing only."""
    if all(s.up is None for s in spots):
        return None
    ends = {"array": [s.up for s in spots], "arrayminus": [s.down for s in spots]}
    return {"type": "data", **ends, "symmetric": False, "thickness": thickness, "width": 0, "color": color}


def labels(rows: Sequence[Row]) -> dict[str, str]:
    """The labels of rows by id: of a few all, else of the best; a curve bears one."""
    return names_of(best_settings(rows)[: len(rows) if len(rows) <= MANY else LABELS])


def point_traces(points: Sequence[Point], hover: str) -> list[Json]:
    """The rows as points, with their intervals: recounted ones filled, published ones hollow."""
    named = labels([point.row for point in points])
    kinds: list[tuple[Literal["ranked", "published"], str]] = [("published", "circle-open"), ("ranked", "circle")]
    drawn = []
    for kind, symbol in kinds:
        mine = [point for point in points if point.row.kind == kind]
        if mine:
            few = len(points) <= CROWD
            drawn.append(
                trace(
                    x=[point.x.at for point in mine],
                    y=[point.y.at for point in mine],
                    error_x=error_bars([point.x for point in mine], SOFT, 0.6 if few else 0),
                    error_y=error_bars([point.y for point in mine], SOFT, 0.6 if few else 0),
                    mode="markers+text",
                    text=[named.get(point.row.id, "") for point in mine],
                    textposition="top center",
                    textfont={"size": 11.5, "color": INK},
                    hovertext=[full_name(point.row) for point in mine],
                    hovertemplate=hover,
                    customdata=[link_of(point.row) for point in mine],
                    marker={
                        "symbol": symbol,
                        "color": ACCENT if kind == "ranked" else SOFT,
                        "size": 9 if few else 5,
                        "opacity": 0.9 if few else 0.5,
                        "line": {"width": 1.5 if kind == "published" else 0},
                    },
                    cliponaxis=False,
                    showlegend=False,
                )
            )
    return drawn


def how_to_read(n: int) -> str:
    """How the points of a scatter of ``n`` rows are meant."""
    bars = "Bars are 95 % intervals." if n <= CROWD else "Drag to look closer, double-click to go back."
    return f"Filled: recounted; hollow: as published. {bars}"


def curve_trace(points: Sequence[Point]) -> list[Json]:
    """The rows that are one model under several settings, joined by a thin line; none where there are none."""
    place = {point.row.id: point for point in points}
    joined = curves([point.row for point in points])
    if not joined:
        return []
    steps = [place[row.id] if row else None for rows in joined for row in [*rows, None]][:-1]
    x = [step.x.at if step else None for step in steps]
    y = [step.y.at if step else None for step in steps]
    line = {"color": ACCENT, "width": 1.4}
    return [trace(x=x, y=y, mode="lines", line=line, opacity=0.45, hoverinfo="skip", showlegend=False)]


def floor_lines(floors: Sequence[Row]) -> Json:
    """Shapes and words of thin dashed lines across the plot, at the headline of each floor."""
    heights = [(row, round(100 * (row.headline.estimate or 0.0), 2)) for row in floors]
    return {
        "shapes": [{**dashed(), "xref": "paper", "x0": 0, "x1": 1, "y0": at, "y1": at} for _, at in heights],
        "annotations": [
            words(plotly_text(row.facts.name), name="floor", xref="paper", x=1, y=at, xanchor="right", yanchor="bottom")
            for row, at in heights
        ],
    }


def dashed() -> Json:
    """A thin reference line behind the points."""
    return {"type": "line", "layer": "below", "line": {"color": SOFT, "width": 1, "dash": "3px,4px"}, "opacity": 0.6}


def words(text: str, **place: Any) -> Json:
    """Quiet words in a plot; ``text`` must be escaped."""
    return {"text": text, "showarrow": False, "font": {"color": SOFT, "size": 11.5}, **place}


def hover_text(x: str, y: str) -> str:
    """What is told where one points: the row, then both numbers under their words."""
    return f"<b>%{{hovertext}}</b><br>{plotly_text(y)} %{{y}}<br>{plotly_text(x)} %{{x}}<extra></extra>"
