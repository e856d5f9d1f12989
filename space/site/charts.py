"""The charts of a board as plotly figures in a script of their own, read when the charts are opened."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from space.boards import Board
from space.figures import Figure, figures
from space.site.data_files import put

TEXTS = ("hovertext", "customdata", "text")  # lists of a trace that repeat from chart to chart


def write_charts(board: Board, out: Path) -> None:
    """Write ``data/NAME.charts.js``."""
    put(out / "data" / f"{board.name}.charts.js", f"charts/{board.name}", packed(figures(board)))


def packed(drawn: Sequence[Figure]) -> dict[str, Any]:
    """The figures with every name written once: their lists of texts hold places in ``texts``."""
    places: dict[str, int] = {}
    charts = []
    for figure in drawn:
        data = [
            {
                name: [places.setdefault(text, len(places)) for text in value]
                if name in TEXTS and isinstance(value, list)
                else value
                for name, value in trace.items()
            }
            for trace in figure.figure["data"]
        ]
        charts.append({**figure._asdict(), "figure": {**figure.figure, "data": data}})
    return {"texts": list(places), "charts": charts}
