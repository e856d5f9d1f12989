"""A board: one benchmark, data version and track, as every page, chart and data file shows it."""

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from board.columns import Column
from board.credits import Credits
from board.epochs import Epoch
from board.types import Benchmark, Question, Track
from space.places import Places
from space.rows import Row


class Board(NamedTuple):
    """One board, ready to be shown: its rows in display order, and what its ranks rest on.

    ``places`` holds the rank intervals of every column within a protocol, ``places_together`` over all protocols
    (None where there is only one). ``folder`` is where the questions lie, None where they are not at hand.
    """

    benchmark: Benchmark
    data_version: str
    track: Track
    columns: list[Column]
    rows: list[Row]
    questions: list[Question]
    folder: Path | None
    credits: Credits | None
    places: Places
    places_together: Places | None
    epoch: Epoch | None

    @property
    def name(self) -> str:
        """The name of the board in addresses, e.g. ``vsi_super_wild@released-6980``."""
        return board_name(self.benchmark.name, self.data_version, self.track)

    def plain(self, column: Column) -> str:
        """Why a column has plain ranks instead of places; empty where it has places."""
        return "" if column.key in self.places.columns else self.places.why_plain.get(column.key, "")

    @property
    def submissions(self) -> list[Row]:
        """The rows that were recomputed, in display order."""
        return [row for row in self.rows if row.kind in ("ranked", "unranked")]

    @property
    def protocols(self) -> list[str]:
        """The protocols of its ranked rows, in display order."""
        return list(dict.fromkeys(row.facts.protocol for row in self.rows if row.kind == "ranked"))


def board_name(benchmark: str, data_version: str, track: Track = "standard") -> str:
    """The name of a board in addresses.

    Example:
        >>> board_name("vsi_super_wild", "sample"), board_name("vsi_super_wild", "../x", "shuffle24")
        ('vsi_super_wild@sample', 'vsi_super_wild@.._x~d6b96a97.shuffle24')
    """
    plain = data_version
    if not re.fullmatch(r"[a-z0-9_-]{1,60}(\.[0-9]{1,9}){0,3}", data_version):  # two versions never share a file
        digest = sha256(data_version.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        plain = re.sub(r"[^a-z0-9._-]", "_", data_version.lower())[:60] + "~" + digest
    return f"{benchmark}@{plain}" + ("" if track == "standard" else f".{track}")
