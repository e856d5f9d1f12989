"""A JSON object inside an answer, read strictly and with the place of every top-level value (rules M5, N3, J3).

Strict means: no NaN, no trailing comma, no repair, and no key twice in an object that is nested inside. Top-level
keys are handed over as they come, twice included, because the rules differ on what a repetition means.
"""

import json
import re
from typing import NamedTuple, NoReturn

from validator.answers.text import Located, locate

ANSWER_KEYS = frozenset({"answer", "prediction", "choice", "option", "label", "final_answer"})

_SPACE = re.compile(r"[ \t\n\r]*+")


class Member(NamedTuple):
    """One ``key: value`` of an object; the value is written at ``[start, end)`` of the text."""

    key: str
    value: object
    start: int
    end: int


class ObjectRead(NamedTuple):
    """The members of an object in their order, and where the object ends."""

    members: tuple[Member, ...]
    end: int


def read_object(text: str, start: int = 0) -> ObjectRead | None:
    """The JSON object that opens at ``start``, or ``None`` where there is none or it is damaged.

    Example:
        >>> [(member.key, member.value) for member in read_object('{"answer": "C"}').members]
        [('answer', 'C')]
    """
    if not text.startswith("{", start):
        return None
    try:
        return _members(text, start + 1)
    except (ValueError, RecursionError):
        # Damaged, a number of thousands of digits, or nested too deep: nothing that can be read without repair.
        return None


def whole_object(located: Located) -> ObjectRead | None:
    """The object that is the whole text, or ``None``."""
    read = read_object(located.text)
    return read if read and read.end == len(located.text) else None


def answer_members(read: ObjectRead) -> list[Member]:
    """The members under a key that announces an answer, whatever the key's case."""
    return [member for member in read.members if member.key.strip().casefold() in ANSWER_KEYS]


def string_inside(located: Located, member: Member) -> Located:
    """A string value as a text of its own, traceable to the raw answer (as a whole where it holds escapes)."""
    value = str(member.value)
    if located.text[member.start + 1 : member.end - 1] == value:
        return located.cut(member.start + 1, member.end - 1)
    plain = locate(value).text
    start, end = located.span(member.start, member.end)
    return Located(plain, [start] * len(plain), [end] * len(plain))


def _members(text: str, position: int) -> ObjectRead:
    members: list[Member] = []
    position = _skip(text, position)
    if text.startswith("}", position):
        return ObjectRead((), position + 1)
    while True:
        key, position = _DECODER.raw_decode(text, _expect(text, position, '"', keep=True))
        value_start = _skip(text, _expect(text, _skip(text, position), ":"))
        value, value_end = _DECODER.raw_decode(text, value_start)
        members.append(Member(key, value, value_start, value_end))
        position = _skip(text, value_end)
        if text.startswith("}", position):
            return ObjectRead(tuple(members), position + 1)
        position = _skip(text, _expect(text, position, ","))


def _skip(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position


def _expect(text: str, position: int, mark: str, *, keep: bool = False) -> int:
    if not text.startswith(mark, position):
        raise ValueError(f"expected {mark!r} at {position}")
    return position if keep else position + 1


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key stands twice")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
