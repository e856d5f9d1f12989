"""Naming the place of a fault: the row, the line, and the column where the value of a field starts."""

from validator.formats import Batch
from validator.issues import Issues


def keep(
    issues: Issues, code: str, message: str, batch: Batch, place: int, id: str, *, fix: str = "", field: str = ""
) -> None:
    """Keep the details of an issue (already counted) about the row at ``place`` of a batch."""
    column = column_of(batch, place, field) if field else None
    row, line = batch.numbers[place], batch.lines[place]
    issues.keep(code, message, fix=fix, row=row, line=line, column=column, question_id=id)


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
