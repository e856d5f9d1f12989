"""The three shapes of a prediction file (JSONL, JSON array, CSV) as batches of rows.

A batch keeps rows, record numbers and line numbers side by side, so that a fault found later can name its place.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from validator.issues import Issues
from validator.read import Opened, open_predictions

OURS = ("id", "prediction", "raw_output", "order")


class Row(msgspec.Struct, gc=False):
    """One row as written. ``prediction`` is UNSET where the field is absent."""

    id: Any
    prediction: Any = msgspec.UNSET
    raw_output: Any = None
    order: Any = None


class Batch(NamedTuple):
    """Rows with their 1-based record numbers, physical lines, and the raw text of each (bytes; CSV cells joined).

    ``end`` is the number of the last record come to, readable or not. ``plain`` says that the numbers are consecutive
    and no row has a ``raw_output``.
    """

    rows: Sequence[Any]
    numbers: Sequence[int]
    lines: Sequence[int]
    raw: bytes | Sequence[bytes] | Sequence[list[str]]
    end: int
    plain: bool = False

    def text(self, place: int) -> str:
        """The raw text of the row at ``place`` in this batch."""
        raw = self.raw.split(b"\n")[place] if isinstance(self.raw, bytes) else self.raw[place]
        return ",".join(raw) if isinstance(raw, list) else raw.decode("utf-8", "replace")


def read_batches(path: Path, issues: Issues) -> Iterator[Batch]:
    """Batches of the rows of a prediction file, whatever its shape; faults of shape go to ``issues``."""
    opened = open_predictions(path, issues)
    if opened is None:
        return
    yield from _rows(opened, issues)


def looks_like_csv(head: bytes) -> bool:
    r"""True where the first line names our columns, whatever the file is called.

    Example:
        >>> looks_like_csv(b"id,prediction\nq1,A\n")
        True
    """
    names = head.split(b"\n", 1)[0].rstrip(b"\r").split(b",")
    return b"id" in names and b"prediction" in names


def _rows(opened: Opened, issues: Issues) -> Iterator[Batch]:
    start = opened.head[:1]
    named_json = opened.suffix in (".json", ".jsonl", ".ndjson")
    if not opened.head:
        return
    if start == b"[":
        if opened.suffix == ".jsonl":
            issues.add("W_ARRAY_IN_JSONL", "this .jsonl file holds one JSON array")
        from validator.json_rows import array_batches

        yield from array_batches(opened.blocks, issues)
    elif start == b"{" or (named_json and not looks_like_csv(opened.head)):
        from validator.json_rows import jsonl_batches

        yield from jsonl_batches(opened.blocks, issues, named=opened.suffix)
    else:
        from validator.csv_rows import csv_batches

        yield from csv_batches(opened.blocks, issues)
