"""CSV as batches of rows: comma, a header, every row as wide as the header, every cell text.

An empty cell is null (CSV has no other way to abstain). Cells are never guessed into numbers or missing values:
``NA``, ``None`` and ``null`` are text.
"""

import csv
import io
from collections.abc import Iterator

from validator.formats import OURS, Batch, Row
from validator.issues import Issues
from validator.row_shape import IgnoredFields, missing_field_hint

_BATCH = 4096


def csv_batches(blocks: Iterator[bytes], issues: Issues) -> Iterator[Batch]:
    """Batches of the rows of a CSV file."""
    reader = csv.reader(_text_lines(blocks, issues), strict=True)
    row, line, blank = 0, 1, 0
    batch = _Cells()
    try:
        header = next(reader, [])
        places = _places(header, issues)
        if places is None:
            return
        width = len(header)
        while True:
            line = reader.line_num + 1
            cells = next(reader, None)
            if cells is None:
                break
            if not cells:
                blank += 1
                continue
            row += 1
            if len(cells) != width:
                found = f"{len(cells)} cells found, {width} expected"
                issues.add("E_ROW_WIDTH", found, row=row, line=line)
                continue
            batch.add(cells, places, row, line)
            if len(batch.rows) == _BATCH:
                yield batch.done()
                batch = _Cells()
        yield batch.done()
    except csv.Error as error:
        yield batch.done()
        _add_csv_fault(error, issues, row + 1, line)
    if blank:
        issues.add("W_BLANK_LINES", f"{blank} blank lines are skipped")


class _Cells:
    """Rows gathered for one batch."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.numbers: list[int] = []
        self.lines: list[int] = []
        self.raw: list[list[str]] = []

    def add(self, cells: list[str], places: list[int | None], row: int, line: int) -> None:
        id, prediction, raw_output, order = (None if place is None else cells[place] for place in places)
        self.rows.append(Row(id, prediction or None, raw_output or None, order or None))
        self.numbers.append(row)
        self.lines.append(line)
        self.raw.append(cells)

    def done(self) -> Batch:
        consecutive = not self.numbers or self.numbers[-1] - self.numbers[0] == len(self.numbers) - 1
        plain = consecutive and all(row.raw_output is None for row in self.rows)
        return Batch(self.rows, self.numbers, self.lines, self.raw, plain)


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


def _text_lines(blocks: Iterator[bytes], issues: Issues) -> Iterator[str]:
    """Lines with their ends kept, whatever newline style; stops at the first byte that is not text."""
    lines_before = 0
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
