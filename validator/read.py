"""From an untrusted file to blocks of UTF-8 bytes, within caps that no header is trusted for.

Archives, spreadsheets and binary tables are recognised and refused with the way out; a single-member gzip is
unpacked as a stream that stops at the caps.
"""

import stat
import zlib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from board.errors import SubmissionError
from validator.issues import Issues

MAX_SENT = 32 * 1024 * 1024
MAX_UNPACKED = 128 * 1024 * 1024
MAX_RATIO = 100
MAX_ROW = 8 * 1024 * 1024
BLOCK = 64 * 1024

GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
_ARCHIVE = "archives are not read: upload the file itself, or gzip it"
_CONVERT = "export it as CSV UTF-8 or JSONL"
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "a zip archive or a spreadsheet", f"{_ARCHIVE}; from a spreadsheet export CSV UTF-8 or JSONL"),
    (b"PK\x05\x06", "an empty zip archive", _ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _ARCHIVE),
    (b"Rar!", "a rar archive", _ARCHIVE),
    (b"\xfd7zXZ\x00", "an xz archive", _ARCHIVE),
    (b"\x28\xb5\x2f\xfd", "a zstd file", _ARCHIVE),
    (b"BZh", "a bzip2 file", _ARCHIVE),
    (b"\xd0\xcf\x11\xe0", "an old Excel file", _CONVERT),
    (b"PAR1", "a parquet table", _CONVERT),
    (b"ARROW1", "an arrow table", _CONVERT),
    (b"\x93NUMPY", "a numpy array", _CONVERT),
    (b"\x89HDF", "an HDF5 file", _CONVERT),
    (b"SQLite format 3", "a database", _CONVERT),
    (b"%PDF", "a PDF", _CONVERT),
    (b"%YAML", "YAML", _CONVERT),
    *(
        (bytes((0x80, version)), "a pickle", "pickles run code and are never opened; write JSONL")
        for version in range(6)
    ),
)
_SUFFIXES = {
    **dict.fromkeys((".zip", ".tar", ".tgz", ".7z", ".rar", ".xz", ".zst", ".bz2"), ("an archive", _ARCHIVE)),
    **dict.fromkeys((".xlsx", ".xls", ".ods"), ("a spreadsheet", _CONVERT)),
    **dict.fromkeys((".parquet", ".arrow", ".feather", ".npy", ".npz", ".h5"), ("a binary table", _CONVERT)),
    **dict.fromkeys((".pkl", ".pickle", ".pt", ".bin"), ("a pickle", "pickles run code and are never opened")),
    **dict.fromkeys((".yaml", ".yml"), ("YAML", _CONVERT)),
}
_WIDE = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class Opened(NamedTuple):
    """A file that may be read: its bytes, the suffix of its name without ``.gz``, its first bytes (BOM dropped)."""

    chunks: Iterator[bytes]
    suffix: str
    head: bytes


def open_predictions(path: Path, issues: Issues) -> Opened | None:
    """Open a prediction file; None where it is refused, with the reason added to ``issues``.

    Reading its chunks may add further issues (caps, damaged gzip).

    Raises:
        SubmissionError: it is a pipe or a device: those can be read only once, and have no size to be refused by.
    """
    about = path.stat()
    if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
        raise SubmissionError(f"{path} is a pipe or a device, expected a file: write the rows to a file first")
    sent = about.st_size
    suffixes = [suffix.lower() for suffix in path.suffixes]
    named_gzip = suffixes[-1:] == [".gz"]
    suffix = (suffixes[-2:-1] if named_gzip else suffixes[-1:]) or [""]
    if suffix[0] in _SUFFIXES:
        found, way_out = _SUFFIXES[suffix[0]]
        issues.stop("E_FORMAT", f"{path.name} is named as {found}", fix=way_out)
        return None
    if sent > MAX_SENT:
        issues.stop(
            "E_TOO_LARGE", f"{sent / 1e6:.1f} MB found, at most 32 MB as sent", fix="gzip it: only 128 MB unpacked"
        )
        return None
    with path.open("rb") as handle:
        start = handle.read(8)
    packed = start.startswith(GZIP)
    if packed and not named_gzip:
        issues.add("W_GZIP_BY_CONTENT", f"{path.name} is a gzip stream")
    if named_gzip and not packed:
        issues.stop("E_GZIP", f"{path.name} is named .gz but is not gzip", fix="name it by what it is, or gzip it")
        return None
    chunks = _unzip(path, sent, issues) if packed else _plain(path)
    return _recognise(chunks, suffix[0], issues)


def _recognise(chunks: Iterator[bytes], suffix: str, issues: Issues) -> Opened | None:
    """Look at the first bytes: refuse what is no text, and drop a BOM."""
    first = next(chunks, b"")
    if issues.stopped:
        return None
    for magic, found, way_out in _MAGIC:
        if first.startswith(magic):
            issues.stop("E_FORMAT", f"this is {found}", fix=way_out)
            return None
    if first[257:262] == b"ustar" or first.startswith(GZIP):
        issues.stop("E_FORMAT", "this is an archive inside gzip", fix=_ARCHIVE)
        return None
    wide = _WIDE.get(first[:2]) or ("UTF-16 or UTF-32" if first[:4].count(0) >= 2 else "")
    if wide:
        issues.stop("E_ENCODING", f"{wide} found, expected UTF-8", line=1, fix="save the file as UTF-8")
        return None
    if first.startswith(BOM):
        issues.add("W_BOM", "a byte order mark stands at the start", line=1, column=1)
        first = first[len(BOM) :]
    leading = [first]
    while not leading[-1].strip() and (chunk := next(chunks, b"")):
        leading.append(chunk)
    head = leading[-1].lstrip()[:4096]
    return Opened(chain(leading, chunks), suffix, head)


def _plain(path: Path) -> Iterator[bytes]:
    with path.open("rb") as handle:
        while chunk := handle.read(BLOCK):
            yield chunk


def _unzip(path: Path, sent: int, issues: Issues) -> Iterator[bytes]:
    """Unpack a gzip stream chunk by chunk; stop at the caps, at damage, and at a second member."""
    with path.open("rb") as handle:
        try:
            yield from _inflate(handle, sent, issues)
        except zlib.error as error:
            issues.stop("E_GZIP", f"the gzip stream is damaged ({error})")


def _inflate(handle: BinaryIO, sent: int, issues: Issues) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(wbits=31)
    total = 0
    while not unpacker.eof:
        packed = unpacker.unconsumed_tail or handle.read(BLOCK)
        chunk = unpacker.decompress(packed, BLOCK)
        if not packed and not chunk and not unpacker.eof:
            issues.stop("E_GZIP", "the gzip stream is cut off")
            return
        total += len(chunk)
        if total > MAX_UNPACKED:
            issues.stop("E_TOO_LARGE", "more than 128 MB unpacked, at most 128 MB are read")
            return
        if total > MAX_RATIO * sent:
            issues.stop("E_RATIO", f"{sent} bytes unpack to more than {MAX_RATIO} times as many")
            return
        if chunk:
            yield chunk
    if unpacker.unused_data or handle.read(1):
        issues.stop("E_GZIP", "bytes follow the first gzip member", fix="one file in one gzip member")


def line_blocks(chunks: Iterator[bytes], issues: Issues, *, bare_cr: bool = False) -> Iterator[bytes]:
    """Regroup chunks into blocks that end after a newline (the last one where the file ends, if it was all read).

    ``bare_cr``: a CR alone ends a line too. A line that does not end within 8 MB stops the reading: all answers of a
    row together are shorter, however they are escaped.
    """
    pending: list[bytes] = []
    size = 0
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if not cut and bare_cr:
            cut = chunk.rfind(b"\r", 0, -1) + 1
        pending.append(chunk[:cut] if cut else chunk)
        size += len(pending[-1])
        if size > MAX_ROW:
            issues.stop("E_TOO_LONG", "a row is longer than 8 MB", fix="send the answer only, without logs beside it")
            return
        if cut:
            yield b"".join(pending)
            pending, size = [chunk[cut:]], len(chunk) - cut
    rest = b"".join(pending)
    if rest and not issues.stopped:
        yield rest
