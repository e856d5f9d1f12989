"""The three shapes of a prediction file, told apart by content: JSONL, JSON array, CSV."""

from collections.abc import Iterator
from pathlib import Path

from validator.issues import Issues
from validator.read import Opened, line_blocks, open_predictions
from validator.rows import Batch


def read_predictions(path: Path, issues: Issues) -> Iterator[Batch]:
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

        yield from array_batches(opened.chunks, issues)
    elif start == b"{" or (named_json and not looks_like_csv(opened.head)):
        from validator.json_rows import jsonl_batches

        yield from jsonl_batches(line_blocks(opened.chunks, issues), issues, named=opened.suffix)
    else:
        from validator.csv_rows import csv_batches

        yield from csv_batches(line_blocks(opened.chunks, issues, bare_cr=True), issues)
