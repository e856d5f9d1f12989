"""Naming the place of a fault: the row, the line, and the column where the value of a field starts."""

from board.types import Issue
from validator.codes import CODES, severity
from validator.rows import Batch


def issue_at(
    code: str, message: str, batch: Batch, place: int, id: str | None, *, fix: str = "", field: str = ""
) -> Issue:
    """An issue about the row at ``place`` of a batch, and about one of its fields where that is named."""
    column = column_of(batch, place, field) if field else None
    row, line = batch.numbers[place], batch.lines[place]
    return Issue(code, severity(code), message, fix or CODES[code].fix, row, line, column, id)


def column_of(batch: Batch, place: int, field: str) -> int | None:
    """The 1-based column where the value of ``field`` starts in the raw row, where that can be told."""
    if not isinstance(batch.raw, bytes) and isinstance(batch.raw[place], list):
        return None
    text = batch.text(place)
    name = text.find(f'"{field}"')
    colon = text.find(":", name + len(field) + 2) if name >= 0 else -1
    if colon < 0:
        return None
    value = colon + 1
    while text[value : value + 1] in (" ", "\t"):
        value += 1
    return value + 1
