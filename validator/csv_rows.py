"""CSV as batches of rows: comma, a header, every row as wide as the header, every cell text.

An empty cell is null (CSV has no other way to abstain). Cells are never guessed into numbers or missing values:
``NA``, ``None`` and ``null`` are text.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from msgspec import UNSET

from validator.issues import Issues
from validator.read import MAX_ROW
from validator.row_shape import IgnoredFields, missing_field_hint
from validator.rows import OURS, Batch, Row
from validator.strict_json import Fault

Broken = Mapping[int, tuple[str, str]]

_CHUNK = 1_000_000
_NOT_TEXT = re.compile("[\0\udc80-\udcff]")  # NUL, and what the decoder makes of a byte that is not UTF-8


def csv_batches(blocks: Iterator[bytes], issues: Issues) -> Iterator[Batch]:
    """Batches of the rows of a CSV file.

    As long as no quote occurs, a row is a line and a cell is what stands between commas; from the first quote on the
    csv module reads.
    """
    table = _Table(issues)
    for block in blocks:
        lines = _plain_lines(block)
        if lines is None:
            first = block.split(b"\n", 1)[0].rstrip(b"\r").decode("utf-8", "replace")
            if not table.width and "," not in first and _separator_hint(first):  # "id";"prediction"
                table.read_header([first])
                return
            yield from _quoted_batches(chain([block], blocks), table)
            break
        if not table.width and not table.read_header(lines.pop(0).split(",")):
            return
        yield table.batch([line.split(",") for line in lines], table.line, table.line + len(lines) - 1)
        if issues.stopped:
            break
    table.finish()


def _plain_lines(block: bytes) -> list[str] | None:
    """The lines of a block without quotes, bare CRs, NULs or broken UTF-8; None where the precise way is needed."""
    if b'"' in block or b"\0" in block:
        return None
    block = block.replace(b"\r\n", b"\n")
    try:
        return None if b"\r" in block else block.decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        return None


def _quoted_batches(blocks: Iterator[bytes], table: "_Table") -> Iterator[Batch]:
    """Batches read by the csv module, from the line the table has come to."""
    lines = _TextLines(blocks, table.line - 1)
    csv.field_size_limit(MAX_ROW)  # its own limit would stop at a long cell, also of a column that is not ours
    reader = csv.reader(lines, strict=True)
    try:
        if not table.width:
            header = next(reader, None)
            lines.refuse_broken()
            if header is None or not table.read_header(header):
                table.issues.stopped = True
                return
        more = True
        while more:
            chunk: list[list[str]] = []
            line, fault = lines.line + 1, None
            lines.size = 0
            try:
                more = _gather(reader, lines, chunk)
            except (csv.Error, Fault) as error:
                fault = error  # the rows before it are in the chunk
            yield table.batch(chunk, line, lines.line, lines.broken)
            lines.broken.clear()
            if fault is not None:
                raise fault
            if table.issues.stopped:
                return
    except csv.Error as error:
        found = f"the quotes of this row do not match ({error})"
        table.issues.stop("E_CSV_QUOTE", found, row=table.row + 1, line=table.line)
    except Fault as fault:
        table.issues.stop(fault.code, fault.message, row=table.row + 1 if table.width else None, line=table.line)


def _gather(reader: Iterator[list[str]], lines: "_TextLines", chunk: list[list[str]]) -> bool:
    """Add rows to a chunk until it holds a megabyte; False where the file ends."""
    for cells in reader:
        chunk.append(cells)
        if lines.size > _CHUNK:
            return True
    return False


class _TextLines:
    """The lines of a CSV file with their ends, whatever newline style, for the csv module.

    A line that is not text is read as well as may be and remembered in ``broken`` (line -> code, message): its row
    will be refused. ``line`` is the last line given, ``size`` the characters given since somebody set it to 0.
    """

    def __init__(self, blocks: Iterator[bytes], line: int) -> None:
        self.line = line
        self.size = 0
        self.broken: dict[int, tuple[str, str]] = {}
        self._lines = (text for block in blocks for text in self._of(block))

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        text = next(self._lines)
        self.line += 1
        self.size += len(text)
        if self.size > MAX_ROW:
            raise Fault("E_TOO_LONG", "a row is longer than 8 MB")
        return text

    def refuse_broken(self) -> None:
        """Raise the fault of the first line that is not text."""
        for code, message in self.broken.values():
            raise Fault(code, message)

    def _of(self, block: bytes) -> Iterator[str]:
        try:
            text = block.decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" not in text:
            yield from io.StringIO(text, newline="")
            return
        for line in block.splitlines(keepends=True):
            text = line.decode("utf-8", "surrogateescape")
            if broken := _NOT_TEXT.search(text):
                found = ord(broken[0])
                self.broken[self.line + 1] = (
                    ("E_ENCODING", f"byte 0x{found - 0xDC00:02x} is not UTF-8")
                    if found
                    else ("E_NUL", "a NUL character stands in the text")
                )
            yield _NOT_TEXT.sub("\ufffd", text)


class _Table:
    """Turns chunks of cells into batches, keeping the record and line numbers."""

    def __init__(self, issues: Issues) -> None:
        self.issues = issues
        self.row = 0
        self.line = 1
        self.blank = 0
        self.width = 0
        self.places: list[int | None] = []

    def read_header(self, header: list[str]) -> bool:
        """Find our columns; False where the header cannot be used (its fault is told)."""
        places = _places(header, self.issues)
        self.places, self.width = places or [], len(header)
        self.line += 1
        return places is not None

    def batch(self, chunk: list[list[str]], line: int, last_line: int, broken: Broken = MappingProxyType({})) -> Batch:
        """The rows of a chunk that starts at ``line``; rows with a line in ``broken`` are refused."""
        if set(map(len, chunk)) == {self.width} and last_line - line + 1 == len(chunk) and not broken:
            numbers: Sequence[int] = range(self.row + 1, self.row + 1 + len(chunk))
            lines: Sequence[int] = range(line, last_line + 1)
            self.row, self.line = self.row + len(chunk), last_line + 1
        else:
            chunk, numbers, lines = self._row_by_row(chunk, line, broken)
        id, prediction, raw_output, order = self.places
        rows = [
            Row(
                cells[id],  # type: ignore[index]
                UNSET if prediction is None else cells[prediction] or None,
                None if raw_output is None else cells[raw_output] or None,
                None if order is None else cells[order] or None,
            )
            for cells in chunk
        ]
        plain = raw_output is None and isinstance(numbers, range)
        return Batch(rows, numbers, lines, chunk, self.row, plain)

    def _row_by_row(
        self, chunk: list[list[str]], line: int, broken: Broken
    ) -> tuple[list[list[str]], list[int], list[int]]:
        """Rows that are not all of one line and one width: blank lines skipped, wrong widths told."""
        kept, numbers, lines = [], [], []
        for cells in chunk:
            if not cells or cells == [""]:
                line += 1
                self.blank += 1
                continue
            at, line = line, line + 1 + sum(map(_line_breaks, cells))
            self.row += 1
            bad_line = next((number for number in range(at, line) if number in broken), None)
            if bad_line is not None:
                self.issues.add(*broken[bad_line], row=self.row, line=bad_line)
                self.issues.unreadable()
                continue
            if len(cells) != self.width:
                found = f"{len(cells)} cells found, {self.width} expected"
                self.issues.add("E_ROW_WIDTH", found, row=self.row, line=at)
                self.issues.unreadable()
                continue
            kept.append(cells)
            numbers.append(self.row)
            lines.append(at)
        self.line = line
        return kept, numbers, lines

    def finish(self) -> None:
        """Warn once of blank lines."""
        if self.blank:
            self.issues.add("W_BLANK_LINES", f"blank lines are skipped: {self.blank}")


def _line_breaks(cell: str) -> int:
    """Line breaks inside a quoted cell, whatever their style."""
    return cell.count("\n") + cell.count("\r") - cell.count("\r\n")


def _places(header: list[str], issues: Issues) -> list[int | None] | None:
    """Where our four columns stand in the header; None where it cannot be used."""
    twice = sorted(name for name, n in Counter(header).items() if n > 1)
    if twice:
        issues.stop("E_DUP_COLUMN", f"the column {twice[0][:40]!r} stands twice", line=1)
        return None
    if "id" not in header or not ("prediction" in header or "raw_output" in header):
        shown = ",".join(header[:80])[:80]
        issues.stop("E_HEADER", f"found {shown!r}, expected id,prediction", line=1, fix=_header_hint(header))
        return None
    ignored = IgnoredFields()
    ignored.note(header)
    ignored.warn(issues)
    return [header.index(name) if name in header else None for name in OURS]


def _header_hint(header: list[str]) -> str:
    return _separator_hint(",".join(header)) or missing_field_hint(header)


def _separator_hint(line: str) -> str:
    for separator, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if separator in line:
            return f"the cells are separated by {name}: save as CSV with commas"
    return ""
