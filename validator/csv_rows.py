"""CSV as batches of rows: comma, a header, every row as wide as the header, every cell text.

An empty cell is null (CSV has no other way to abstain). Cells are never guessed into numbers or missing values:
``NA``, ``None`` and ``null`` are text.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from msgspec import UNSET

from validator.issues import Issues
from validator.row_shape import IgnoredFields, missing_field_hint
from validator.rows import OURS, Batch, Row

_BATCH = 4096


def csv_batches(blocks: Iterator[bytes], issues: Issues) -> Iterator[Batch]:
    """Batches of the rows of a CSV file.

    As long as no quote occurs, a row is a line and a cell is what stands between commas; from the first quote on the
    csv module reads.
    """
    table = _Table(issues)
    for block in blocks:
        lines = _plain_lines(block)
        if lines is None:
            yield from _quoted_batches(chain([block], blocks), table)
            break
        if not table.width and not table.read_header(lines.pop(0).split(",")):
            return
        yield table.batch([line.split(",") for line in lines], table.line, table.line + len(lines) - 1)
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
    issues, before = table.issues, table.line - 1
    reader = csv.reader(_text_lines(blocks, issues, before), strict=True)
    try:
        if not table.width:
            header = next(reader, None)
            if issues.stopped or header is None or not table.read_header(header):
                issues.stopped = True
                return
        while True:
            chunk: list[list[str]] = []
            line, fault = before + reader.line_num + 1, None
            try:
                chunk.extend(islice(reader, _BATCH))
            except csv.Error as error:
                fault = error  # the rows before it are in the chunk
            yield table.batch(chunk, line, before + reader.line_num)
            if fault is not None:
                raise fault
            if not chunk:
                break
    except csv.Error as error:
        _add_csv_fault(error, issues, table.row + 1, table.line)


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

    def batch(self, chunk: list[list[str]], line: int, last_line: int) -> Batch:
        """The rows of a chunk that starts at ``line``."""
        if set(map(len, chunk)) == {self.width} and last_line - line + 1 == len(chunk):
            numbers: Sequence[int] = range(self.row + 1, self.row + 1 + len(chunk))
            lines: Sequence[int] = range(line, last_line + 1)
            self.row, self.line = self.row + len(chunk), last_line + 1
        else:
            chunk, numbers, lines = self._row_by_row(chunk, line)
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

    def _row_by_row(self, chunk: list[list[str]], line: int) -> tuple[list[list[str]], list[int], list[int]]:
        """Rows that are not all of one line and one width: blank lines skipped, wrong widths told."""
        kept, numbers, lines = [], [], []
        for cells in chunk:
            at, line = line, line + 1 + sum(map(_line_breaks, cells))
            if cells in ([], [""]):
                self.blank += 1
                continue
            self.row += 1
            if len(cells) != self.width:
                found = f"{len(cells)} cells found, {self.width} expected"
                self.issues.add("E_ROW_WIDTH", found, row=self.row, line=at)
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
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        issues.stop("E_DUP_COLUMN", f"the column {twice[0][:40]!r} stands twice", line=1)
        return None
    if "id" not in header or not ("prediction" in header or "raw_output" in header):
        shown = ",".join(header)[:80]
        issues.stop("E_HEADER", f"found {shown!r}, expected id,prediction", line=1, fix=_header_hint(header))
        return None
    ignored = IgnoredFields()
    ignored.note(header)
    ignored.warn(issues)
    return [header.index(name) if name in header else None for name in OURS]


def _header_hint(header: list[str]) -> str:
    line = ",".join(header)
    for separator, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if separator in line:
            return f"the cells are separated by {name}: save as CSV with commas"
    return missing_field_hint(header)


def _text_lines(blocks: Iterator[bytes], issues: Issues, lines_before: int) -> Iterator[str]:
    """Lines with their ends kept, whatever newline style; stops at the first byte that is not text."""
    for block in blocks:
        for line in _decoded(block, lines_before, issues):
            lines_before += 1
            yield line
        if issues.stopped:
            return


def _decoded(text: bytes, lines_before: int, issues: Issues) -> Iterator[str]:
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = lines_before + text.count(b"\n", 0, error.start) + 1
        issues.stop("E_ENCODING", f"byte 0x{text[error.start]:02x} is not UTF-8", row=line - 1, line=line)
        return
    if "\0" in decoded:
        line = lines_before + decoded.count("\n", 0, decoded.index("\0")) + 1
        issues.stop("E_NUL", "a NUL character stands in the text", row=line - 1, line=line)
        return
    yield from io.StringIO(decoded, newline="")


def _add_csv_fault(error: csv.Error, issues: Issues, row: int, line: int) -> None:
    message = str(error)
    if "field larger than" in message:
        issues.stop("E_TOO_LONG", "a cell is longer than 100,000 characters", row=row, line=line)
    else:
        issues.stop("E_CSV_QUOTE", f"the quotes of this row do not match ({message})", row=row, line=line)
