"""Reading ``ground truth``: the text of a choice, a letter, both ("B) text"), or an index from 0.

Which of them stands in the data is not known. One must hold for all rows of the file: a single row that fits only
another form, or a file that could be read in two ways with different answers, is refused.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .official_rows import Fault, Row
from .texts import LABELS, folded

_LETTER = re.compile(r"\(([A-D])\)|([A-D])[).:]?", re.IGNORECASE)
_LETTER_AND_TEXT = re.compile(r"([A-D])[).] +(.+)", re.DOTALL)
_NAMES = {
    "text": "the choice text",
    "letter": "a letter",
    "index": "a 0-based index",
    "letter and text": "a letter with the choice text",
}


class Gold(NamedTuple):
    """The label of each row ("" where it is at fault), all faults, and a sentence on the form that was seen."""

    labels: list[str]
    faults: list[Fault]
    note: str


def read_gold(rows: Sequence[Row]) -> Gold:
    """The gold labels of all rows, in the one form that holds for the file."""
    readable = [row for row in rows if row.choices and row.gold is not None]
    fitting = {form: sum(read(row) is not None for row in readable) for form, read in FORMS.items()}
    form = max(FORMS, key=lambda form: fitting[form])
    found = {row.number: FORMS[form](row) for row in readable}
    faults = [row.fault(_misfit(row, form)) for row in readable if not found[row.number]]
    faults += [row.fault(_NEVER_RIGHT) for row in readable if found[row.number] in row.no_difference]
    if readable and fitting[form] == len(readable):
        faults += _second_reading(readable, form, fitting)
    return Gold([found.get(row.number) or "" for row in rows], faults, _note(rows, readable, form, fitting[form]))


_NEVER_RIGHT = "the ground truth is the no-difference option, which is never right (all pairs differ)"


def _as_text(row: Row) -> str | None:
    """The choice with exactly this text; else the only one that differs in case, spaces or Unicode form alone."""
    gold = row.gold
    if not isinstance(gold, str):
        return None
    for choices in (row.bare, row.written):
        if gold in choices:
            return LABELS[choices.index(gold)]
    alike = {
        place
        for choices in (row.bare, row.written)
        for place, text in enumerate(choices)
        if folded(text) == folded(gold)
    }
    return LABELS[alike.pop()] if len(alike) == 1 else None


def _as_letter(row: Row) -> str | None:
    found = _LETTER.fullmatch(row.gold.strip()) if isinstance(row.gold, str) else None
    return (found[1] or found[2]).upper() if found else None


def _as_letter_and_text(row: Row) -> str | None:
    """The letter of "B) text" or "B. text", where choice B is exactly this text."""
    found = _LETTER_AND_TEXT.fullmatch(row.gold.strip()) if isinstance(row.gold, str) else None
    return found[1] if found and row.bare[LABELS.index(found[1])] == found[2] else None


def _as_index(row: Row) -> str | None:
    gold = int(row.gold) if isinstance(row.gold, float) and row.gold.is_integer() else row.gold
    if isinstance(gold, int) and not isinstance(gold, bool):
        return LABELS[gold] if 0 <= gold < len(LABELS) else None
    return LABELS[int(gold)] if isinstance(gold, str) and re.fullmatch("[0-3]", gold.strip()) else None


FORMS: dict[str, Callable[[Row], str | None]] = {
    "text": _as_text,
    "letter": _as_letter,
    "index": _as_index,
    "letter and text": _as_letter_and_text,
}


def _second_reading(rows: Sequence[Row], form: str, fitting: dict[str, int]) -> list[Fault]:
    """A fault where another form holds for the whole file too and gives another answer."""
    for other in FORMS:
        differing = [row for row in rows if FORMS[other](row) != FORMS[form](row)]
        if other != form and fitting[other] == len(rows) and differing:
            row, names = differing[0], f"both {_NAMES[form]} and {_NAMES[other]}"
            labels = f"{FORMS[form](row)} or {FORMS[other](row)}"
            return [row.fault(f"ground truth {row.gold!r} is {names}, here and in all other rows: {labels}?")]
    return []


def _misfit(row: Row, form: str) -> str:
    fits = [_NAMES[other] for other, read in FORMS.items() if read(row) is not None]
    as_what = f"fits only as {' or '.join(fits)}" if fits else "is no choice text, letter or index from 0 to 3"
    return f"ground truth {row.gold!r} {as_what}{_contradiction(row)}; most rows give {_NAMES[form]}"


def _contradiction(row: Row) -> str:
    """Which text the named choice has, where letter and text do not agree."""
    found = _LETTER_AND_TEXT.fullmatch(row.gold.strip()) if isinstance(row.gold, str) else None
    if found is None or _as_letter_and_text(row) or _as_text(row):
        return ""
    return f" (choice {found[1]} is {row.bare[LABELS.index(found[1])]!r})"


def _note(rows: Sequence[Row], readable: Sequence[Row], form: str, n: int) -> str:
    note = f"gold is given as {_NAMES[form]} in {n:,} of {len(rows):,} rows"
    inexact = sum(row.gold not in (*row.bare, *row.written) for row in readable) if form == "text" else 0
    return note + (f" (in {inexact:,} up to case, spaces or Unicode form)" if inexact else "")
