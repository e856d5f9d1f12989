"""Which packed segments a ledger has, and how large each is: a list that only grows, so that none goes missing unseen.

A segment that was packed right before a crash may not be on it yet; it is put there when the ledger is opened next.
"""

import json
import os
from pathlib import Path

from board.errors import JudgeError
from scorer.judge.segments import CLOSED, segments_in

NAME = "segments.jsonl"


class Manifest:
    """The list of one ledger folder: one line ``{"segment", "size"}`` for each packed segment."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / NAME

    def check(self) -> None:
        """Hold the list against the folder, and put on it what is not there yet.

        Raises:
            JudgeError: a segment is gone, or has another size; the message says what to do.
        """
        found = {segment: file for segment, file in segments_in(self._folder).items() if file.name.endswith(CLOSED)}
        known = self._read()
        for segment, size in known.items():
            now = found[segment].stat().st_size if segment in found else None
            if now != size:
                state = "gone" if now is None else f"{now:,} bytes long, expected {size:,}"
                raise JudgeError(
                    f"segment {segment} of the ledger {self._folder} is {state}: put a copy back, or take its line out "
                    f"of {self._file} to have its verdicts asked for again"
                )
        for segment in sorted(found.keys() - known.keys()):
            self.add(segment, found[segment])

    def add(self, segment: int, file: Path) -> None:
        """Put a packed segment on the list; it is on disk when this returns."""
        line = json.dumps({"segment": segment, "size": file.stat().st_size}) + "\n"
        torn = self._file.exists() and not self._file.read_bytes().endswith(b"\n")
        line = "\n" * (torn and self._file.stat().st_size > 0) + line
        with self._file.open("a", encoding="ascii") as lines:
            lines.write(line)
            lines.flush()
            os.fsync(lines.fileno())

    def _read(self) -> dict[int, int]:
        """Sizes by segment; the last line of one counts, and a torn one does not."""
        sizes: dict[int, int] = {}
        for line in self._file.read_bytes().splitlines() if self._file.exists() else ():
            try:
                told = json.loads(line)
                sizes[int(told["segment"])] = int(told["size"])
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                continue
        return sizes
