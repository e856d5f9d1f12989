"""A board as a DataFrame: for machines, for tables of other user interfaces, and for charts."""

import pandas as pd

from space.boards import Board

FORMULA = ("=", "+", "-", "@", "\t", "\r")
CARD = ["organisation", "parameters_b", "access", "thinking", "protocol", "frames", "licence", "date"]


def board_frame(board: Board) -> pd.DataFrame:
    """One row a row of the board, in display order.

    Columns: ``rank_low``, ``rank_high``, ``kind``, ``model``, ``reason``, facts of the card, ``mode``, ``judge``,
    ``provenance``, ``coverage``, ``id``, and for each number ``KEY``, ``KEY:low``, ``KEY:high``, ``KEY:stderr``
    (shares) and ``KEY:n``.

    Example:
        >>> from pathlib import Path
        >>> from benchmarks import load_benchmark
        >>> from space.reading import read_boards
        >>> boards = read_boards(None, Path("data"), [load_benchmark("vdiff_bench")])
        >>> list(board_frame(boards[0]).columns)[:3]
        ['rank_low', 'rank_high', 'kind']
    """
    rows = board.rows
    columns: dict[str, object] = {
        "rank_low": pd.array([row.low for row in rows], dtype="Int64"),
        "rank_high": pd.array([row.high for row in rows], dtype="Int64"),
        "kind": [row.kind for row in rows],
        "model": [row.facts.name for row in rows],
        "reason": [row.reason for row in rows],
        **{name: [getattr(row.facts, name) for row in rows] for name in CARD},
        **{name: [getattr(row, name) for row in rows] for name in ("mode", "judge", "provenance", "coverage", "id")},
    }
    for place, column in enumerate(board.columns):
        cells = [row.cells[place] for row in rows]
        columns[column.key] = pd.array([cell.estimate for cell in cells], dtype="Float64")
        columns[f"{column.key}:low"] = pd.array([cell.low for cell in cells], dtype="Float64")
        columns[f"{column.key}:high"] = pd.array([cell.high for cell in cells], dtype="Float64")
        columns[f"{column.key}:stderr"] = pd.array([cell.stderr for cell in cells], dtype="Float64")
        columns[f"{column.key}:n"] = pd.array([cell.n for cell in cells], dtype="Int64")
    return pd.DataFrame(columns)


def safe_for_sheets(frame: pd.DataFrame) -> pd.DataFrame:
    """The same with an apostrophe before every text that a spreadsheet would take for a formula.

    Example:
        >>> safe_for_sheets(pd.DataFrame({"model": ["=1+1", "Qwen"]}))["model"].tolist()
        ["'=1+1", 'Qwen']
    """
    safe = frame.copy()
    for name in safe.columns:
        if pd.api.types.is_object_dtype(safe[name].dtype) or pd.api.types.is_string_dtype(safe[name].dtype):
            safe[name] = [f"'{text}" if str(text).startswith(FORMULA) else text for text in safe[name]]
    return safe
