"""Strict reading: the answer is written exactly as the contract asks, or it is a fault.

The rulebook's mode ``strict``: a choice is one upper-case label of its question, a count is a whole number from 0
to 1e9, ``null`` abstains. Nothing is repaired here. This file is on the path of every check, so it imports nothing
but the noun it returns.
"""

from collections.abc import Container

from board.types import Reading

ASCII_SPACE = " \t\n\r\v\f"
LARGEST_COUNT = 1_000_000_000
_MOST_DIGITS = len(str(LARGEST_COUNT))


def read_strict_choice(text: object, labels: Container[str]) -> Reading:
    r"""One label of the question, or null; only ASCII white space around it is forgiven.

    Args:
        text: The ``prediction`` as found in the file, any JSON value.
        labels: The upper-case labels of this question.

    Returns:
        A Reading of status ``ok``, ``null``, ``empty``, ``invalid_label`` or ``bad_type``.

    Example:
        >>> read_strict_choice(" B\n", "ABCD").answer
        'B'
        >>> read_strict_choice("(B)", "ABCD").status
        'invalid_label'
    """
    if text is None:
        return Reading(None, "null", "strict")
    if not isinstance(text, str):
        return Reading(None, "bad_type", "strict")
    label = text.strip(ASCII_SPACE)
    # The length test comes first: a container given as a plain string would also "hold" the empty text and 'AB'.
    if len(label) == 1 and label in labels:
        start = text.index(label)
        return Reading(label, "ok", "strict", (start, start + 1))
    return Reading(None, "invalid_label" if label else "empty", "strict")


def read_strict_count(value: object) -> Reading:
    """A whole number from 0 to 1e9, as a JSON int or as ASCII digits in a string, or null.

    Args:
        value: The ``prediction`` as found in the file, any JSON value.

    Returns:
        A Reading of status ``ok``, ``null``, ``invalid_number``, ``out_of_range`` or ``bad_type``.

    Example:
        >>> read_strict_count("012").answer
        12
        >>> read_strict_count(3.0).status
        'invalid_number'
    """
    if value is None:
        return Reading(None, "null", "strict")
    if isinstance(value, str):
        return _strict_digits(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Reading(None, "bad_type", "strict")
    if isinstance(value, float) or value < 0:
        return Reading(None, "invalid_number", "strict")
    return _within_range(value, None)


def _strict_digits(text: str) -> Reading:
    digits = text.strip(ASCII_SPACE)
    if not (digits.isascii() and digits.isdigit()):
        return Reading(None, "invalid_number", "strict")
    start = text.index(digits)
    span = (start, start + len(digits))
    significant = digits.lstrip("0")
    # Python refuses to convert thousands of digits, so the length decides before int() does.
    if len(significant) > _MOST_DIGITS:
        return Reading(None, "out_of_range", "strict")
    return _within_range(int(significant or "0"), span)


def _within_range(count: int, span: tuple[int, int] | None) -> Reading:
    if count > LARGEST_COUNT:
        return Reading(None, "out_of_range", "strict")
    return Reading(count, "ok", "strict", span)
