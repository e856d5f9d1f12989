"""The files of a ledger: numbered segments of lines, plain while they grow and zstd once closed.

A closed segment is a chain of zstd frames of some hundred lines each, so one line is read without unpacking the rest;
``zstd -d`` unpacks it like any file. A segment is replaced by its packed form in one rename.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import zstandard

from board.errors import JudgeError
from board.writing import sync_folder, write_whole

OPEN, CLOSED = ".jsonl", ".jsonl.zst"
LINES_A_FRAME = 256
LARGEST_FRAME = 64 * 1024 * 1024
CHUNK = 64 * 1024
_NAME = re.compile(r"(\d{6})(\.jsonl(?:\.zst)?)")


class Place(NamedTuple):
    """Where a line lies: its segment, the frame (its first byte and length; 0, 0 where plain), the line in that."""

    segment: int
    frame: int
    frame_length: int
    start: int
    length: int


class Line(NamedTuple):
    """One line, with its newline, and its place."""

    place: Place
    text: bytes


class SegmentWriter:
    """A new segment that takes lines; what ``sync`` returned from is on disk."""

    def __init__(self, folder: Path) -> None:
        self.segment = max(segments_in(folder), default=0) + 1
        self.size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        self._file = os.open(file_of(folder, self.segment), flags, 0o644)
        sync_folder(folder)

    def write(self, text: bytes) -> Line:
        """Write one line whole, or leave the file as it was.

        Raises:
            OSError: the disk is full or broken.
        """
        try:
            done = 0
            while done < len(text):
                done += os.write(self._file, text[done:])
        except OSError:
            os.ftruncate(self._file, self.size)
            raise
        line = Line(Place(self.segment, 0, 0, self.size, len(text)), text)
        self.size += len(text)
        return line

    def sync(self) -> None:
        """Wait until everything written is on disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def segments_in(folder: Path) -> dict[int, Path]:
    """The segments of a ledger by number; where both forms are there, a crash came between, and the packed one counts.

    A packed segment appears whole or not at all, so the plain one is left over.
    """
    found: dict[int, Path] = {}
    for file in sorted(folder.iterdir()):
        if named := _NAME.fullmatch(file.name):
            found[int(named[1])] = file  # .jsonl.zst sorts after .jsonl
    return found


def file_of(folder: Path, segment: int, ending: str = OPEN) -> Path:
    """The file of a segment."""
    return folder / f"{segment:06d}{ending}"


def lines_in(file: Path) -> Iterator[Line]:
    """Every whole line of a segment.

    Raises:
        JudgeError: a packed segment is damaged; the message says what to do.
    """
    segment = int(file.name[:6])
    if file.name.endswith(OPEN):
        yield from _cut(file.read_bytes(), Place(segment, 0, 0, 0, 0))
        return
    for frame, packed in _frames(file):
        yield from _cut(_unpacked(packed, file, frame), Place(segment, frame, len(packed), 0, 0))


def _cut(text: bytes, first: Place) -> Iterator[Line]:
    """Whole lines; what follows the last newline is torn, and no line."""
    at = 0
    while (end := text.find(b"\n", at)) >= 0:
        yield Line(first._replace(start=at, length=end + 1 - at), text[at : end + 1])
        at = end + 1


def line_at(folder: Path, place: Place) -> bytes:
    """The line at a place; empty, or another text, where a plain segment is not what it was.

    Raises:
        JudgeError: a packed segment is damaged or gone; the message says what to do.
    """
    if not place.frame_length:
        with file_of(folder, place.segment).open("rb") as lines:
            lines.seek(place.start)
            return lines.read(place.length)
    file = file_of(folder, place.segment, CLOSED)
    with file.open("rb") as packed:
        packed.seek(place.frame)
        return _unpacked(packed.read(place.frame_length), file, place.frame)[place.start : place.start + place.length]


def drop_torn_line(file: Path) -> bool:
    """Cut off what follows the last newline of a plain segment: a line that a crash tore. True where there was one."""
    text = file.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        os.truncate(file, whole)
    return whole < len(text)


def pack(folder: Path, segment: int) -> Path:
    """Replace a plain segment by its packed form; returns that file. Nothing is left of one without lines."""
    plain, target = file_of(folder, segment), file_of(folder, segment, CLOSED)
    lines = plain.read_bytes().splitlines(keepends=True)
    if not lines:
        plain.unlink()
        return target
    packer = zstandard.ZstdCompressor(level=9, write_checksum=True)
    chunks = (b"".join(lines[at : at + LINES_A_FRAME]) for at in range(0, len(lines), LINES_A_FRAME))
    write_whole(target, b"".join(packer.compress(chunk) for chunk in chunks))
    sync_folder(folder)  # the packed one lasts before the plain one goes
    plain.unlink()
    sync_folder(folder)
    return target


def _frames(file: Path) -> Iterator[tuple[int, bytes]]:
    """The frames of a packed segment with their first bytes."""
    with file.open("rb") as packed:
        rest, at = packed.read(CHUNK), 0
        while rest:
            reader, frame = zstandard.ZstdDecompressor().decompressobj(), b""
            while rest and not reader.eof:
                _feed(reader, rest, file, at)
                used = len(rest) - len(reader.unused_data)
                frame, rest = frame + rest[:used], rest[used:] or packed.read(CHUNK)
            if not reader.eof:
                raise _damaged(file, at)
            yield at, frame
            at += len(frame)


def _feed(reader: "zstandard.ZstdDecompressionObj", packed: bytes, file: Path, at: int) -> None:
    try:
        reader.decompress(packed)
    except zstandard.ZstdError as error:
        raise _damaged(file, at) from error


def _unpacked(frame: bytes, file: Path, at: int) -> bytes:
    try:
        return zstandard.ZstdDecompressor().decompress(frame, max_output_size=LARGEST_FRAME)
    except zstandard.ZstdError as error:
        raise _damaged(file, at) from error


def _damaged(file: Path, at: int) -> JudgeError:
    return JudgeError(
        f"{file} is damaged from byte {at:,} on: put a copy of it back (judge import reads exported ledgers), "
        "or move it away to have its verdicts given again"
    )
