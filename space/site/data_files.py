"""The numbers of a board for machines (JSON, CSV, parquet, schema) and for the scripts of its pages.

Scripts get their data as assignments in classic scripts, since pages opened from a disk may not fetch.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from board.columns import Column, asks
from board.comparisons import Matrix
from board.design import design_for
from board.errors import BenchmarkError
from board.types import Metric
from space.boards import Board
from space.places import Places
from space.rows import Row
from space.site.files import write_text
from space.site.schema import SCHEMA_VERSION, board_schema
from space.site.table_html import interval_text, is_lean
from space.views import board_frame, safe_for_sheets


def write_board_data(board: Board, out: Path) -> None:
    """Everything about a board under ``out/data``: ``NAME.json``, ``.csv``, ``.parquet`` and the scripts' data."""
    folder = out / "data"
    write_text(folder / f"{board.name}.json", json_text(board_file(board)) + "\n")
    frame = board_frame(board)
    write_text(folder / f"{board.name}.csv", safe_for_sheets(frame).to_csv(index=False, lineterminator="\n"))
    frame.to_parquet(folder / f"{board.name}.parquet", index=False)
    put(folder / f"{board.name}.rows.js", f"rows/{board.name}", _script_rows(board))
    put(folder / f"{board.name}.ranks.js", f"ranks/{board.name}", _script_ranks(board))
    if is_lean(board):
        put(folder / f"{board.name}.intervals.js", f"intervals/{board.name}", _script_intervals(board))
    put(folder / f"{board.name}.questions.js", f"questions/{board.name}", _script_questions(board))
    write_answers(board, folder / f"{board.name}.answers")


def write_schema(out: Path) -> None:
    """The JSON Schema of the board files."""
    write_text(out / "data" / "schema.json", json.dumps(board_schema(), indent=1, sort_keys=True) + "\n")


def json_text(value: object) -> str:
    """Compact JSON; a number that is not finite is an error.

    Example:
        >>> json_text({"b": [1, None]})
        '{"b":[1,null]}'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def put(file: Path, name: str, value: object) -> None:
    """Data for the scripts: ``Retally.put(name, value)``. Nothing in it can end the script or the page."""
    text = json_text(value).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    write_text(file, f"Retally.put({json.dumps(name)},{text});\n")


def board_file(board: Board) -> dict[str, Any]:
    """A board as one JSON value; shares are 0..1, null where there is no number."""
    return {
        "schema_version": SCHEMA_VERSION,
        "benchmark": board.benchmark.name,
        "data_version": board.data_version,
        "track": board.track,
        "columns": [
            {
                "key": column.key,
                "metric": column.metric,
                "facet": column.facet,
                "value_of_facet": column.value,
                "label": column.label,
                "definition": column.about,
                "higher_is_better": column.higher_is_better,
                "smallest_gain": board.places.smallest_gain.get(column.key),
                "plain_ranks_because": board.plain(column) or None,
            }
            for column in board.columns
        ],
        "rows": [_file_row(row, board) for row in board.rows],
    }


def _file_row(row: Row, board: Board) -> dict[str, Any]:
    facts = row.facts
    return {
        "id": row.id,
        "kind": row.kind,
        "rank": row.rank,
        "rank_low": row.low,
        "rank_high": row.high,
        "reason": row.reason or None,
        "model": facts.name,
        "organisation": facts.organisation or None,
        "parameters_b": facts.parameters_b,
        "access": facts.access or None,
        "thinking": facts.thinking or None,
        "protocol": facts.protocol or None,
        "frames": facts.frames or None,
        "licence": facts.licence or None,
        "date": facts.date or None,
        "mode": row.mode or None,
        "judge": row.judge or None,
        "provenance": row.provenance,
        "coverage": row.coverage,
        "cells": {column.key: cell._asdict() for column, cell in zip(board.columns, row.cells, strict=True)},
    }


def _script_rows(board: Board) -> dict[str, Any]:
    """What compare and charts need of every row: names, facts and numbers."""
    apart = told_apart(board)
    return {
        "plain": board.plain(board.columns[0]),
        "why": board.places.why_plain.get(board.columns[0].key, ""),
        "columns": [
            [column.key, column.label, column.higher_is_better if column.ordered else None, column.facet]
            for column in board.columns
        ],
        "rows": [
            {
                "id": row.page if row.kind in ("ranked", "unranked") else row.id,
                "kind": row.kind,
                "name": row.facts.name,
                "organisation": row.facts.organisation,
                "protocol": row.facts.protocol,
                "reason": row.reason,
                "rank": [row.low, row.high],
                "apart": apart.get(row.id),
                "answers": board.credits is not None and row.kind == "ranked",
                "cells": [list(cell) for cell in row.cells],
            }
            for row in board.rows
        ],
    }


def told_apart(board: Board) -> dict[str, str]:
    """Of each ranked row, which rows the headline's paired tests tell from it, corrected for all pairs.

    One bit for every ranked row of its protocol, in the board's order, as hexadecimal digits. Rows that were not tested
    are left out.
    """
    found = {}
    for protocol in board.protocols:
        ids = [row.id for row in board.rows if row.kind == "ranked" and row.facts.protocol == protocol]
        for id in ids:
            if id in board.places.tied:
                tied = {id, *board.places.tied[id]}
                found[id] = packed([other not in tied for other in ids])
    return found


def packed(bits: Sequence[bool]) -> str:
    """Bits as hexadecimal digits, four in each, the first bit first.

    Example:
        >>> packed([True, False, False, False, True])
        '88'
    """
    text = "".join("01"[bit] for bit in bits)
    return "".join(f"{int(text[n : n + 4].ljust(4, '0'), 2):x}" for n in range(0, len(text), 4))


def _script_ranks(board: Board) -> dict[str, Any]:
    """The places of the ranked rows in every column, in the order of ``ids``: within protocols, and all together.

    Columns without a paired test, whose keys stand in ``plain``, have plain ranks by the unrounded numbers.
    """
    rows = [row for row in board.rows if row.kind == "ranked"]
    together = board.places_together or board.places
    groups = [[row for row in rows if row.facts.protocol == protocol] for protocol in board.protocols]
    return {
        "ids": [row.page for row in rows],
        "within": _told_places(board, board.places, rows, groups),
        "together": _told_places(board, board.places_together, rows, [rows]) if board.places_together else None,
        "plain": {
            "within": [column.key for column in board.columns if column.key not in board.places.columns],
            "together": [column.key for column in board.columns if column.key not in together.columns],
        },
    }


def _told_places(board: Board, places: Places, rows: Sequence[Row], groups: Sequence[Sequence[Row]]) -> dict[str, Any]:
    found = {}
    for place, column in enumerate(board.columns):
        if column.ordered:
            plain = {id: rank for group in groups for id, rank in _plain_ranks(group, place, column).items()}
            told = {**{id: [rank, rank] for id, rank in plain.items()}, **places.columns.get(column.key, {})}
            found[column.key] = [list(told[row.id]) if row.id in told else None for row in rows]
    return found


def _plain_ranks(rows: Sequence[Row], place: int, column: Column) -> dict[str, int]:
    """1, 1, 3 by the unrounded number, best first; rows without one have none."""
    sign = -1 if column.higher_is_better else 1
    values = {row.id: sign * value for row in rows if (value := row.cells[place].estimate) is not None}
    first: dict[float, int] = {}
    for number, value in enumerate(sorted(values.values()), 1):
        first.setdefault(value, number)
    return {id: first[value] for id, value in values.items()}


def _script_intervals(board: Board) -> dict[str, list[str]]:
    """The intervals of every column but the headline, as cells tell them, in the order of the rows."""
    return {
        column.key: [interval_text(row.cells[place]) for row in board.rows]
        for place, column in enumerate(board.columns)
        if place
    }


def _script_questions(board: Board) -> dict[str, Any] | None:
    """How each question enters each number that rows are compared by; None where that is not known."""
    if board.credits is None:
        return None
    metrics = {metric.name: metric for metric in board.benchmark.metrics}
    columns = [told for column in board.columns if (told := _script_column(board, column, metrics)) is not None]
    questions = board.credits.questions
    ids = [question.id for question in questions]
    parts = {part: n for n, part in enumerate(dict.fromkeys(question.independent_part for question in questions))}
    return {
        "ids": ids,
        "group_words": board.benchmark.cluster_words,
        "cluster": [parts[question.independent_part] for question in questions],
        "columns": columns,
    }


def _script_column(board: Board, column: Column, metrics: Mapping[str, Metric]) -> dict[str, Any] | None:
    """The questions of a column that is the mean of their credits: places, weights and strata."""
    metric, credits = metrics.get(column.metric), board.credits
    head = metrics[board.columns[0].metric]
    if metric is None or credits is None or metric.values is not head.values:
        return None
    try:
        members = credits.column(metric, lambda question: asks(board.benchmark, column, question)).questions
    except BenchmarkError:
        return None
    chosen = {question.id for question in members}
    at = [n for n, question in enumerate(credits.questions) if question.id in chosen]
    design = design_for(metric, members)
    even = float(np.ptp(design.weights)) < 1e-15
    return {
        "key": column.key,
        "label": column.label,
        "at": None if len(at) == len(credits.questions) else at,
        "weights": None if even else design.weights.tolist(),
        "strata": design.stratum.tolist() if design.stratum.any() else None,
    }


def write_answers(board: Board, folder: Path) -> None:
    """One file a submission: what it earned on each question, in the order of the questions."""
    if board.credits is None:
        return
    head = next(metric for metric in board.benchmark.metrics if metric.name == board.columns[0].metric)
    matrix: Matrix = board.credits.values[head.values]
    pages = {row.id: row.page for row in board.rows}
    for id, credits in zip(board.credits.ids, matrix, strict=True):
        put(folder / f"{pages[id]}.js", f"answers/{board.name}/{pages[id]}", coded(credits.tolist()))


def coded(credits: Sequence[float]) -> list[object]:
    """Credits as a text, one character a question (1, 0, or a dot), and the values behind the dots.

    Example:
        >>> coded([1.0, 0.25, 0.0])
        ['1.0', [0.25]]
    """
    known = [0.0 if credit != credit else credit for credit in credits]  # where nothing is compared
    text = "".join("1" if credit == 1.0 else "0" if credit == 0.0 else "." for credit in known)
    return [text, [credit for credit in known if credit not in (0.0, 1.0)]]
