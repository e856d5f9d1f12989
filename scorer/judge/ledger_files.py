"""A ledger's verdicts as one file, to keep elsewhere or to hand on: JSON lines, packed where the name ends in .zst.

Every line carries its own sha256, so what was changed on the way is found out and left out. Files are read and written
line by line: a ledger may be larger than memory.
"""

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

import zstandard

from board.errors import JudgeError
from scorer.judge.entries import Entry, entry_in, line_of
from scorer.judge.ledger import Ledger
from scorer.judge.rows import label_of

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
        counts = judges.setdefault(f"{label_of(entry.identity, entry.model)} · {entry.prompt}", Counter())
        counts["given" if entry.verdicts is not None else "failed"] += 1
        counts["tokens"] += entry.tokens
    return judges


def export(ledger: Ledger, file: Path, only: str | None = None) -> int:
    """Write all sound entries, or those of the judge ``only`` (label or model name), oldest first; returns how many.

    The file appears when it is whole, and not at all where there is nothing to write.
    """
    unfinished = file.with_name(f".tmp-{file.name}")
    n = 0
    try:
        with unfinished.open("wb") as raw, _packing(raw, file) as lines:
            for entry in ledger.entries():
                if only is None or only in (label_of(entry.identity, entry.model), entry.identity.label, entry.name):
                    lines.write(line_of(entry))
                    n += 1
        if n:
            unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return n


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
        elif entry in ledger.found(entry.key) or entry in new:
            counts["known"] += 1
        else:
            counts["new"] += 1
            new.append(entry)
        if len(new) == AT_ONCE:
            ledger.append(new)
            new = []
    ledger.append(new)
    return Imported(counts["new"], counts["known"], counts["damaged"])


def _packing(raw: IO[bytes], file: Path) -> IO[bytes]:
    """Where lines are written to: packed, or as they are."""
    if not file.name.endswith(PACKED):
        return raw
    packer: IO[bytes] = zstandard.ZstdCompressor(level=9, write_checksum=True).stream_writer(raw, closefd=False)
    return packer


def _lines(file: Path) -> Iterator[bytes]:
    with file.open("rb") as raw:
        if not file.name.endswith(PACKED):
            yield from raw
            return
        try:
            yield from io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True))
        except zstandard.ZstdError as error:
            raise JudgeError(f"{file} cannot be unpacked ({error}): expected what judge export wrote") from error
