"""JSONL and JSON arrays as batches of rows: a fast path for blocks that are plainly right, a precise one for the rest.

The fast path decodes a block of lines at once with msgspec. That alone would accept two objects on a line, an object
over two lines and duplicate keys. So a block is taken only if what remains of it without its ordinary characters is
exactly ``{`` + one colon for each field it must have + ``}`` + newline, once for each row: then no string holds such a
character, no field stands twice, and every line is one object. Anything else goes line by line through strict JSON.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from validator.issues import Issues
from validator.row_shape import IgnoredFields, explain_shape, is_wrapper, to_row
from validator.rows import Batch, Row
from validator.strict_json import Fault, end_of_value, parse, parse_at, refuse_deep, skip_space

_SPACE = b" \t\r\n"
_STRUCTURE = b"{}:\n\\"
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
    first = next(blocks, b"")
    batch = lines.fast(first)
    if batch is None:
        whole, first = _one_object(first, blocks)
        if whole is not None:
            explain_shape(whole, issues)
            return
        batch = lines.slow(first)
    if named == ".json" and not issues.stopped:
        issues.add("W_JSONL_IN_JSON", "this .json file holds one object a line")
    yield batch
    for block in blocks:
        yield lines.fast(block) or lines.slow(block)
    lines.finish()


class _Lines:
    """Reads blocks of lines, keeping the record and line numbers."""

    def __init__(self, issues: Issues) -> None:
        self.issues = issues
        self.row = 0
        self.line = 0
        self.blank: list[int] = []
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
                self.blank.append(self.line)
                continue
            self.row += 1
            if (row := self._read(line)) is not None:
                rows.append(row)
                numbers.append(self.row)
                lines.append(self.line)
                raw.append(line)
        return Batch(rows, numbers, lines, raw, self.row)

    def finish(self) -> None:
        """Warn once of blank lines and of fields that are not ours."""
        if self.blank and not self.issues.stopped:
            self.issues.add("W_BLANK_LINES", f"blank lines are skipped: {len(self.blank)}", line=self.blank[0])
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


def array_batches(blocks: Iterator[bytes], issues: Issues) -> Iterator[Batch]:
    """The rows of a JSON array as one batch, with the line of each."""
    whole = b"".join(blocks)
    if issues.stopped:
        return
    try:
        text = whole.decode("utf-8")
        refuse_deep(text)
    except UnicodeDecodeError as error:
        line = whole.count(b"\n", 0, error.start) + 1
        issues.stop("E_ENCODING", f"byte 0x{whole[error.start]:02x} is not UTF-8", line=line)
        return
    except Fault as fault:
        issues.stop(fault.code, fault.message, row=1, line=1)
        return
    ignored = IgnoredFields()
    rows: list[Row] = []
    numbers: list[int] = []
    lines: list[int] = []
    raw: list[bytes] = []
    line, seen, last = 1, 0, 0
    for number, start, end, value in _elements(text, issues):
        line, seen, last = line + text.count("\n", seen, start), start, number
        row = to_row(value, issues, ignored, row=number, line=line)
        if row is not None:
            rows.append(row)
            numbers.append(number)
            lines.append(line)
            raw.append(text[start:end].encode("utf-8", "replace"))
    ignored.warn(issues)
    yield Batch(rows, numbers, lines, raw, last)


def _elements(text: str, issues: Issues) -> Iterator[tuple[int, int, int, Any]]:
    """The elements of an array as (number, start, end, value); stops at the first break of its structure."""
    at = skip_space(text, skip_space(text, 0) + 1)
    number = 0
    try:
        while text[at : at + 1] != "]" or number:
            number += 1
            start = at
            try:
                value, end = parse_at(text, start)
                yield number, start, end, value
            except Fault as fault:
                if fault.code == "E_JSON":
                    raise
                _add_at(issues, fault, text, start, number)
                end = end_of_value(text, start)
            at = skip_space(text, end)
            if text[at : at + 1] == "]":
                break
            if text[at : at + 1] != ",":
                raise Fault("E_JSON", "expected a comma or the end of the array", at)
            comma, at = at, skip_space(text, at + 1)
            if text[at : at + 1] == "]":
                raise Fault("E_JSON", "found a comma before the closing bracket", comma)
        rest = skip_space(text, at + 1)
        if rest < len(text):
            raise Fault("E_JSON", "something follows the end of the array", rest)
    except Fault as fault:
        issues.stopped = True
        _add_at(issues, fault, text, at, number or None)


def _add_at(issues: Issues, fault: Fault, text: str, start: int, number: int | None) -> None:
    """Add a fault with the line and column of its character in the whole text."""
    at = start if fault.at is None else fault.at
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    issues.add(fault.code, fault.message, row=number, line=line, column=column)


def _one_object(block: bytes, rest: Iterator[bytes]) -> tuple[dict[str, Any] | None, bytes]:
    """The one JSON object that a file is, if it is a wrapper or a mapping and not rows, and the block to go on with.

    Only where the first line is not a value by itself is the rest of the file looked at.
    """
    first = block.split(b"\n", 1)[0]
    if (value := _lax_object(first)) is not None:
        alone = not block[len(first) :].strip(_SPACE)
        return (value if alone and is_wrapper(value) else None), block
    if first.rstrip(_SPACE).endswith(b"}"):
        return None, block
    whole = block + b"".join(rest)
    return _lax_object(whole), whole


def _lax_object(text: bytes) -> dict[str, Any] | None:
    """The object that ``text`` is by the lax rules of the standard library, or None."""
    if text.count(b"{") + text.count(b"[") > 1_000_000:
        return None
    try:
        value = json.loads(text, parse_int=len, parse_float=len)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
