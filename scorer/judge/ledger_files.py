"""A ledger's verdicts as one file, to keep elsewhere or to hand on: JSON lines, packed where the name ends in .zst.

Every line carries its own sha256, so what was changed on the way is found out and left out.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import zstandard

from board.errors import JudgeError
from board.writing import write_whole
from scorer.judge.entries import Entry, entry_in, line_of
from scorer.judge.ledger import Ledger

PACKED = ".zst"
AT_ONCE = 256


class Imported(NamedTuple):
    """How many lines of a file were taken in, were known already, and do not fit their own hash."""

    new: int
    known: int
    damaged: int


def held(ledger: Ledger) -> dict[str, Counter[str]]:
    """For each judge and prompt in a ledger: how many entries have verdicts, how many failed, and their tokens."""
    judges: dict[str, Counter[str]] = {}
    for entry in ledger.entries():
        counts = judges.setdefault(f"{entry.identity.label} · {entry.prompt}", Counter())
        counts["given" if entry.verdicts is not None else "failed"] += 1
        counts["tokens"] += entry.tokens
    return judges


def export(ledger: Ledger, file: Path, only: str | None = None) -> int:
    """Write all sound entries, or those of the judge ``only`` (label or model name), oldest first; returns how many."""
    lines = [line_of(entry) for entry in ledger.entries() if only is None or only in (entry.identity.label, entry.name)]
    text = b"".join(lines)
    write_whole(file, zstandard.ZstdCompressor(level=9).compress(text) if file.name.endswith(PACKED) else text)
    return len(lines)


def import_file(ledger: Ledger, file: Path) -> Imported:
    """Take in what a file holds and the ledger does not.

    Raises:
        JudgeError: the file cannot be unpacked.
    """
    counts: Counter[str] = Counter()
    new: list[Entry] = []
    for line in _lines(file):
        entry = entry_in(line)
        if entry is None:
            counts["damaged"] += 1
        elif (known := ledger.find(entry.key)) is not None and (known.verdicts is not None or entry.verdicts is None):
            counts["known"] += 1
        else:
            counts["new"] += 1
            new.append(entry)
            if len(new) == AT_ONCE:
                ledger.append(new)
                new = []
    ledger.append(new)
    return Imported(counts["new"], counts["known"], counts["damaged"])


def _lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as raw:
        if not file.name.endswith(PACKED):
            yield from raw
            return
        try:
            text = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True).read()
        except zstandard.ZstdError as error:
            raise JudgeError(f"{file} cannot be unpacked ({error}): expected what judge export wrote") from error
        yield from text.splitlines()
