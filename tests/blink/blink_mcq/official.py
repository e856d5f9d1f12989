"""What the released evaluation reads and computes: the whole text must be the answer, ``"(C) Point C"`` is wrong.

Its "Total" is the mean of the tasks; overall, this view gives the share of all questions.
"""

import re
from collections.abc import Mapping, Sequence

_LETTER = re.compile(r"\(([A-D])\)")


def read_letter(text: str) -> str | None:
    """The letter of a text that is nothing but one letter in brackets.

    Example:
        >>> read_letter("(C)"), read_letter("(C) Point C"), read_letter("C")
        ('C', None, None)
    """
    found = _LETTER.fullmatch(text)
    return found.group(1) if found else None


def percent(credits: Sequence[float]) -> float:
    """Mean credit in percent."""
    return sum(credits) / len(credits) * 100.0


def sems(credits_by_task: Mapping[str, Sequence[float]]) -> dict[str, float | None]:
    """No standard errors: the released evaluation gives none."""
    return dict.fromkeys([*credits_by_task, "overall"], None)
