"""Strict JSON for one row: no NaN, no duplicate keys, no deep nesting, no giant numbers, no lone surrogates, no NUL.

The standard library's parser accepts all of these; msgspec accepts duplicate keys. Here each is a fault with a code
and a place. This is the slow, precise path: the fast one only hands over what it did not understand.
"""

import json
import re
from collections import Counter
from typing import Any

MAX_DEPTH = 20
MAX_DIGITS = 400
_SURROGATE = re.compile("[\ud800-\udfff]")


class Fault(ValueError):
    """One fault in a piece of JSON text: its issue code, what was found, and the 0-based character where."""

    def __init__(self, code: str, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at


def parse(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        Fault: anything that is not strict JSON, with its code and place.

    Example:
        >>> parse('{"id": "q1", "prediction": "A"}')["id"]
        'q1'
        >>> parse('{"id": "q1", "id": "q2"}')
        Traceback (most recent call last):
        validator.strict_json.Fault: the field 'id' stands twice
    """
    value, end = parse_at(text, skip_space(text, 0))
    rest = skip_space(text, end)
    if rest < len(text):
        code = "E_NUL" if text[rest] == "\0" else "E_JSON"
        raise Fault(code, "something follows the value: one object a line", rest)
    return value


def parse_at(text: str, at: int) -> tuple[Any, int]:
    """The value that starts at character ``at``, and where it ends."""
    try:
        value, end = _STRICT.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from error
    except RecursionError:
        raise _too_deep() from None
    own = text[at:end]
    refuse_deep(own)
    _refuse_unwritable(own, value)
    return value, end


def end_of_value(text: str, at: int) -> int:
    """Where a value that is JSON but not strict JSON ends, so that reading can go on behind it."""
    try:
        return _LAX.raw_decode(text, at)[1]
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from error
    except RecursionError:
        raise _too_deep() from None


def refuse_deep(text: str) -> None:
    """Refuse nesting beyond 20, counted outside strings without building anything, in linear time.

    Example:
        >>> refuse_deep("[" * 21 + "]" * 21)
        Traceback (most recent call last):
        validator.strict_json.Fault: values are nested more than 20 deep
    """
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return
    brackets = nested = _OUTSIDE_BRACKETS.sub("", text).translate(_ONE_KIND)
    for _ in range(MAX_DEPTH):
        if "[]" not in nested:
            break
        nested = nested.replace("[]", "")
    if not nested:
        return
    level = 0
    for bracket in brackets:
        level += 1 if bracket == "[" else -1
        if level > MAX_DEPTH:
            raise _too_deep()


def _too_deep() -> Fault:
    return Fault("E_DEPTH", f"values are nested more than {MAX_DEPTH} deep")


def skip_space(text: str, at: int) -> int:
    """The next place from ``at`` that is not JSON white space."""
    found = _NOT_SPACE.search(text, at)
    return found.start() if found else len(text)


_NOT_SPACE = re.compile(r"[^ \t\r\n]")
# Strings (or what is left of one) and everything else that is no bracket; nothing is tried twice.
_OUTSIDE_BRACKETS = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+"?+)++', re.DOTALL)
_ONE_KIND = str.maketrans("{}", "[]")


def _refuse_unwritable(text: str, value: Any) -> None:
    """Refuse what cannot be written back as UTF-8 text: a NUL or half of a surrogate pair behind an escape."""
    if "\\u" not in text:
        return
    for string in _strings(value):
        if "\0" in string:
            raise Fault("E_NUL", "a NUL character is written as \\u0000")
        if found := _SURROGATE.search(string):
            raise Fault("E_ENCODING", f"half of a surrogate pair (\\u{ord(found.group()):04x}) is not text")


def _strings(value: Any) -> list[str]:
    """All strings inside a value, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [string for pair in value.items() for part in pair for string in _strings(part)]
    if isinstance(value, list):
        return [string for part in value for string in _strings(part)]
    return []


def _syntax_fault(text: str, error: json.JSONDecodeError) -> Fault:
    """Name a syntax error by what a person would call it."""
    at = error.pos
    if "\0" in text[at : at + 1]:
        return Fault("E_NUL", "a NUL character stands in the row", at)
    before = text[:at].rstrip()
    if before.endswith(",") and text[at : at + 1] in ("}", "]"):
        return Fault("E_JSON", "found a comma before the closing bracket", len(before) - 1)
    if error.msg.startswith("Invalid control character"):
        return Fault("E_JSON", "an unescaped control character stands inside a string", at)
    return Fault("E_JSON", f"{error.msg[:1].lower()}{error.msg[1:]}", at)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name, n in times.items() if n > 1)
        raise Fault("E_DUP_KEY", f"the field {twice[:40]!r} stands twice")
    return value


def _constant(name: str) -> Any:
    raise Fault("E_JSON_NONFINITE", f"{name} is not JSON")


def _integer(digits: str) -> int:
    _refuse_long(digits)
    return int(digits)


def _float(digits: str) -> float:
    _refuse_long(digits)
    return float(digits)


def _refuse_long(number: str) -> None:
    if len(number) > MAX_DIGITS and (n := sum(map(str.isdigit, number))) > MAX_DIGITS:
        raise Fault("E_NUMBER_TOO_LONG", f"a number has {n} digits, at most {MAX_DIGITS} are read")


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float)
_LAX = json.JSONDecoder(parse_constant=len, parse_int=len, parse_float=len)  # a stand-in value: only the end matters
