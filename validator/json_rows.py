"""JSONL and JSON arrays as batches of rows: a fast path for blocks that are plainly right, a precise one for the rest.

The fast path decodes a block of lines at once with msgspec. That alone would accept two objects on a line, an object
over two lines and duplicate keys. So a block is taken only if what remains of it without its ordinary characters is
exactly ``{`` + one colon for each field it must have + ``}`` + newline, once for each row: then no string holds such a
character, no field stands twice, and every line is one object. Anything else goes line by line through strict JSON.
"""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from board.types import Issue
from validator.codes import CODES
from validator.issues import Issues
from validator.read import MAX_ROW
from validator.row_shape import IgnoredFields, explain_shape, is_wrapper, to_row
from validator.rows import Batch, Row
from validator.strict_json import Fault, parse
from validator.window import Window

_SPACE = b" \t\r\n"
_STRUCTURE = b"{}:\n\\"
_GATHERED = 1_000_000
_ORDINARY = bytes(byte for byte in range(256) if byte not in _STRUCTURE)


class _Plain(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A row of the standard track with its two fields."""

    id: str | int
    prediction: str | int | bool | None
    raw_output: None = None
    order: None = None


class _Shuffled(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A Shuffle24 row with its three fields."""

    id: str | int
    prediction: str | int | bool | None
    order: str
    raw_output: None = None


_PLAIN = (msgspec.json.Decoder(_Plain), b"{::}\n")
_SHUFFLED = (msgspec.json.Decoder(_Shuffled), b"{:::}\n")


def jsonl_batches(blocks: Iterator[bytes], issues: Issues, named: str = "") -> Iterator[Batch]:
    """Batches of the rows of a JSONL file; ``named`` is the suffix of its name."""
    lines = _Lines(issues)
    held = [next(blocks, b"")]
    batch = lines.fast(held[0])
    if batch is None and (whole := _one_object(held, blocks)) is not None:
        explain_shape(whole, issues)
        return
    if batch is None and held[0].split(b"\n", 1)[0].strip() == b"{":
        fix = "one object a line: json.dumps(row) without indent, or one JSON array"
        issues.stop("E_JSON", "rows run over several lines", row=1, line=1, fix=fix)
        return
    if named == ".json" and not issues.stopped:
        issues.add("W_JSONL_IN_JSON", "this .json file holds one object a line")
    if batch is not None:
        yield batch
        held.clear()
    for block in chain(held, blocks):
        yield lines.fast(block) or lines.slow(block)
        if issues.stopped:
            break
    lines.finish()


class _Lines:
    """Reads blocks of lines, keeping the record and line numbers."""

    def __init__(self, issues: Issues) -> None:
        self.issues = issues
        self.row = 0
        self.line = 0
        self.blank = 0
        self.first_blank = 0
        self.ignored = IgnoredFields()

    def fast(self, block: bytes) -> Batch | None:
        """The rows of a block that is plainly right, or None."""
        if not block.startswith(b"{"):
            return None
        decoder, row_structure = _SHUFFLED if b'"order"' in block[:4096] else _PLAIN
        try:
            rows = decoder.decode_lines(block)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        n = len(rows)
        structure = block.translate(None, _ORDINARY)
        if structure.removesuffix(b"\n") + b"\n" != row_structure * n:
            return None
        numbers, lines = range(self.row + 1, self.row + 1 + n), range(self.line + 1, self.line + 1 + n)
        self.row += n
        self.line += n
        return Batch(rows, numbers, lines, block, self.row, plain=True)

    def slow(self, block: bytes) -> Batch:
        """The rows of a block, line by line, every fault named."""
        rows: list[Row] = []
        numbers: list[int] = []
        lines: list[int] = []
        raw: list[bytes] = []
        for line in block.removesuffix(b"\n").split(b"\n"):
            self.line += 1
            if not line.strip(_SPACE):
                self.blank += 1
                self.first_blank = self.first_blank or self.line
                continue
            self.row += 1
            if (row := self._read(line)) is None:
                self.issues.unreadable()
            else:
                rows.append(row)
                numbers.append(self.row)
                lines.append(self.line)
                raw.append(line)
        return Batch(rows, numbers, lines, raw, self.row)

    def finish(self) -> None:
        """Warn once of blank lines and of fields that are not ours."""
        if self.blank and not self.issues.stopped:
            self.issues.add("W_BLANK_LINES", f"blank lines are skipped: {self.blank}", line=self.first_blank)
        self.ignored.warn(self.issues)

    def _read(self, line: bytes) -> Row | None:
        try:
            value = parse(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode("utf-8")) + 1
            found = f"byte 0x{line[error.start]:02x} is not UTF-8"
            self.issues.add("E_ENCODING", found, row=self.row, line=self.line, column=column)
            return None
        except Fault as fault:
            place = None if fault.at is None else fault.at + 1
            self.issues.add(fault.code, fault.message, row=self.row, line=self.line, column=place)
            return None
        return to_row(value, self.issues, self.ignored, row=self.row, line=self.line)


def array_batches(chunks: Iterator[bytes], issues: Issues) -> Iterator[Batch]:
    """Batches of the rows of a JSON array, with the line of each."""
    window = Window(chunks)
    ignored = IgnoredFields()
    gathered = _Gathered()
    for number, line, text, value in _elements(window, issues):
        gathered.end = number
        row = None
        if not isinstance(value, Fault):
            row = to_row(value, issues, ignored, row=number, line=line)
        if row is None:
            issues.unreadable()
        else:
            gathered.add(row, number, line, text)
        if gathered.size > _GATHERED:
            yield gathered.done()
        if issues.stopped:
            break
    yield gathered.done()
    ignored.warn(issues)


class _Gathered:
    """Rows gathered for one batch."""

    def __init__(self) -> None:
        self.end = 0
        self._clear()

    def _clear(self) -> None:
        self.size = 0
        self.rows: list[Row] = []
        self.numbers: list[int] = []
        self.lines: list[int] = []
        self.raw: list[bytes] = []

    def add(self, row: Row, number: int, line: int, text: str) -> None:
        self.rows.append(row)
        self.numbers.append(number)
        self.lines.append(line)
        self.raw.append(text.encode("utf-8"))
        self.size += len(text)

    def done(self) -> Batch:
        batch = Batch(self.rows, self.numbers, self.lines, self.raw, self.end)
        self._clear()
        return batch


def _elements(window: Window, issues: Issues) -> Iterator[tuple[int, int, str, Any]]:
    """The elements of an array as (number, line, text, value); stops at the first break of its structure.

    An element that is whole but not strict JSON is told and comes as its Fault.
    """
    number = 0
    try:
        if window.peek() != "[":
            raise Fault("E_JSON", "expected an array", window.at)
        window.skip(1)
        while window.peek() != "]" or number:
            number += 1
            line, _ = window.place(window.at)
            value, text = window.element()
            if isinstance(value, Fault) and issues.wants(value.code):
                at_line, column = window.place(window.at if value.at is None else value.at)
                fix = CODES[value.code].fix
                issues.keep(Issue(value.code, "error", value.message, fix, number, at_line, column))
            yield number, line, text, value
            window.skip(len(text))
            after = window.peek()
            if after == "]":
                break
            if after != ",":
                raise Fault("E_JSON", "expected a comma or the end of the array", window.at)
            if window.peek(1) == "]":
                raise Fault("E_JSON", "found a comma before the closing bracket", window.at)
            window.skip(1)
            window.peek()
        window.skip(1)
        if window.peek():
            raise Fault("E_JSON", "something follows the end of the array", window.at)
    except Fault as fault:
        if not issues.stopped:
            line, column = window.place(window.at if fault.at is None else fault.at)
            issues.stop(fault.code, fault.message, row=number or None, line=line, column=column)


def _one_object(held: list[bytes], blocks: Iterator[bytes]) -> dict[str, Any] | None:
    """The one JSON object that a file is, if it is a wrapper or a mapping and not rows.

    Only where the first line is not a value by itself is more of the file looked at: what is read is ``held``.
    """
    first = held[0].split(b"\n", 1)[0]
    if (value := _lax_object(first)) is not None:
        alone = not held[0][len(first) :].strip(_SPACE)
        return value if alone and is_wrapper(value) else None
    if first.rstrip(_SPACE).endswith(b"}"):
        return None
    for block in blocks:
        held.append(block)
        if sum(map(len, held)) > MAX_ROW:
            return None
    return _lax_object(b"".join(held))


def _lax_object(text: bytes) -> dict[str, Any] | None:
    """The object that ``text`` is by the lax rules of the standard library, or None."""
    try:
        value = json.loads(text, parse_int=len, parse_float=len)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
