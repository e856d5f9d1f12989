"""Rows as written by the submitter, in batches that remember the place of each.

A batch keeps rows, record numbers and line numbers side by side, so that a fault found later can name its place.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

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
