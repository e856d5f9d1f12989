"""Two numbers of every row against each other: the two values of a facet, and the two ways of being wrong."""

from collections.abc import Iterator, Sequence
from statistics import median

from board.columns import Column
from board.types import Facet
from board.words import counted
from space.boards import Board
from space.figures.draw import (
    SOFT,
    Figure,
    Json,
    curve_trace,
    dashed,
    hover_text,
    how_to_read,
    layout,
    percent_axis,
    point_traces,
    trace,
    words,
)
from space.figures.points import Point, drawn_rows, floor_rows, full_name, points_of
from space.figures.words import plotly_text, sentence


def pair_figures(board: Board) -> Iterator[Figure]:
    """One figure for each facet of two values in which at least two rows have both."""
    for facet in board.benchmark.facets:
        columns = [column for column in board.columns if column.facet == facet.name]
        head = [column for column in columns if column.metric == board.columns[0].metric]
        if len(facet.values) == len(head) == 2:
            points = points_of(board, drawn_rows(board), *head)
            if len(points) > 1:
                yield _pair_figure(board, facet, head, points)


def _pair_figure(board: Board, facet: Facet, columns: Sequence[Column], points: Sequence[Point]) -> Figure:
    x, y = columns
    ahead = sum(float(point.x.at) > float(point.y.at) for point in points)
    widest = max(points, key=lambda point: abs(float(point.x.at) - float(point.y.at)))
    corners = {(0.01, 0.98): f"better on {plotly_text(y.label)}", (0.99, 0.02): f"better on {plotly_text(x.label)}"}
    figure = _against(board, columns, points, corners)
    ends = [axis["range"] for axis in (figure["layout"]["xaxis"], figure["layout"]["yaxis"])]
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    figure["layout"]["xaxis"]["range"] = figure["layout"]["yaxis"]["range"] = [low, high]
    figure["layout"]["shapes"] = [{**dashed(), "x0": low, "y0": low, "x1": high, "y1": high}]
    return Figure(
        f"pair-{facet.name}",
        sentence(f"{x.label} against {y.label}"),
        f"By {facet.title}, in percent. On the dashed diagonal both are the same; crosses: what is earned without "
        f"looking. {how_to_read(len(points))}",
        figure,
        f"{ahead} of {counted(len(points), 'row')} are higher on {x.label} than on {y.label}; the widest gap is that "
        f"of {widest.row.facts.name}, {widest.x.at:.2f} against {widest.y.at:.2f}.",
    )


def wrong_answers_figure(board: Board) -> Figure | None:
    """What wrong answers are: the two metrics that have a sibling over the wrong answers only, against each other."""
    siblings = {metric.name for metric in board.benchmark.metrics}
    parts = [
        column
        for column in board.columns
        if column.facet == "all" and not column.higher_is_better and f"{column.metric}_of_wrong" in siblings
    ]
    points = points_of(board, drawn_rows(board), *parts) if len(parts) == 2 else []
    if len(points) < 2:
        return None
    x, y = parts
    mostly = [sum(float(p.x.at) > float(p.y.at) for p in points), sum(float(p.x.at) < float(p.y.at) for p in points)]
    corners = {
        (0.01, 0.02): "few of both",
        (0.99, 0.02): f"mostly {plotly_text(x.label)}",
        (0.01, 0.98): f"mostly {plotly_text(y.label)}",
        (0.99, 0.98): "many of both",
    }
    figure = _against(board, parts, points, corners)
    middle = round(median(float(p.x.at) for p in points), 2), round(median(float(p.y.at) for p in points), 2)
    figure["layout"]["shapes"] = [
        {**dashed(), "yref": "paper", "x0": middle[0], "x1": middle[0], "y0": 0, "y1": 1},
        {**dashed(), "xref": "paper", "x0": 0, "x1": 1, "y0": middle[1], "y1": middle[1]},
    ]
    return Figure(
        "wrong",
        "How answers go wrong",
        "Percent of all questions; lower is better on both axes. The dashed lines stand at the median row; "
        f"crosses: floors. {how_to_read(len(points))}",
        figure,
        f"Of {counted(len(points), 'row')}, {mostly[0]} go wrong more often by “{x.label}” and {mostly[1]} by "
        f"“{y.label}”; the median row has {middle[0]:.2f} and {middle[1]:.2f}.",
    )


def _against(
    board: Board, columns: Sequence[Column], points: Sequence[Point], corners: dict[tuple[float, float], str]
) -> Json:
    floors = points_of(board, floor_rows(board), *columns)
    axes = [
        percent_axis(plotly_text(columns[0].label), [point.x for point in [*points, *floors]]),
        percent_axis(plotly_text(columns[1].label), [point.y for point in [*points, *floors]]),
    ]
    labels = [column.label for column in columns]
    hover = hover_text(*labels)
    told = [
        words(
            text,
            xref="paper",
            yref="paper",
            x=x,
            y=y,
            xanchor="left" if x < 0.5 else "right",
            yanchor="bottom" if y < 0.5 else "top",
        )
        for (x, y), text in corners.items()
    ]
    axes[0]["showgrid"] = True
    return {
        "data": [*_crosses(floors, hover), *curve_trace(points), *point_traces(points, hover)],
        "layout": layout(*axes, n=len(points), annotations=told),
    }


def _crosses(floors: Sequence[Point], hover: str) -> list[Json]:
    if not floors:
        return []
    marker = {"symbol": "x-thin", "size": 8, "color": SOFT, "line": {"width": 1.5, "color": SOFT}}
    return [
        trace(
            x=[point.x.at for point in floors],
            y=[point.y.at for point in floors],
            mode="markers+text",
            text=[plotly_text(point.row.facts.name, 32) for point in floors],
            textposition="top center",
            textfont={"size": 11.5, "color": SOFT},
            hovertext=[full_name(point.row) for point in floors],
            hovertemplate=hover,
            marker=marker,
            cliponaxis=False,
            showlegend=False,
        )
    ]
