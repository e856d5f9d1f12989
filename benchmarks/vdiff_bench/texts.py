"""Texts of choices: which are the same, and which begin with their letter."""

import unicodedata
from collections.abc import Sequence

LABELS = ("A", "B", "C", "D")
_PREFIXES = [[form.format(label) for label in LABELS] for form in ("{}) ", "{}. ", "({}) ", "{}: ")]


def folded(text: str) -> str:
    """The text without what does not matter: Unicode form, case, and how many spaces.

    Example:
        >>> folded(" The  CUP moved. ")
        'the cup moved.'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def same_to_the_eye(text: str) -> str:
    """The text without what nobody sees: Unicode form and spaces. Choices for which this is equal are the same.

    Case and punctuation stay: a sign that reads STOP is another one than "Stop!".

    Example:
        >>> same_to_the_eye(" It  moved.") == same_to_the_eye("It moved. ")
        True
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def without_prefixes(choices: Sequence[str]) -> tuple[str, ...]:
    """The choices without "A) ", "A. ", "(A) " or "A: ", where all four begin so, in order; else as they are.

    Example:
        >>> without_prefixes(("A) one", "B) two", "C) three", "D) four"))
        ('one', 'two', 'three', 'four')
    """
    for prefixes in _PREFIXES:
        pairs = list(zip(choices, prefixes, strict=False))
        if len(choices) == len(LABELS) and all(text.startswith(prefix) for text, prefix in pairs):
            return tuple(text.removeprefix(prefix) for text, prefix in pairs)
    return tuple(choices)


def shortened(value: object) -> str:
    """A value as it is written in Python, cut after 120 characters."""
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:120]}..."
