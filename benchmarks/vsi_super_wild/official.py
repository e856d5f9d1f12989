"""What the released scorer reads and computes, bit for bit (THUSI-Lab/VSI-Super-Wild @1506301).

For comparability only: it reads letters out of ordinary words ("The answer cannot be determined" is C), takes the
first run of digits ("-5" is 5, "about 1,200" is 1) and silently drops what is missing. No ranked number uses it.
"""

import math
import re
from collections.abc import Mapping, Sequence

_LETTER = "([A-D])"
# Tried in this order on the upper-cased, trimmed text; the first pattern that matches anywhere decides.
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^\s*{_LETTER}\s*$",
        rf"ANSWER\s*(?:IS|:)?\s*[\"']?{_LETTER}",
        rf"\bOPTION\s*{_LETTER}\b",
        rf"\bCHOICE\s*{_LETTER}\b",
        rf"\({_LETTER}\)",
        rf"^[\s\[({{]*{_LETTER}[\s\])}}. ]",
        rf"\b{_LETTER}[.)]",
    )
)
_DIGITS = re.compile(r"\d+")


def read_letter(text: str) -> str | None:
    """The letter A-D that the released scorer takes from ``text``, or None.

    Example:
        >>> read_letter("The answer cannot be determined"), read_letter("**B**")
        ('C', None)
    """
    text = text.upper().strip()
    for pattern in _PATTERNS:
        if found := pattern.search(text):
            return found.group(1)
    return None


def read_number(text: str) -> int:
    """The first run of digits in ``text`` as a number, or 0 where there is none.

    Example:
        >>> read_number("about 1,200"), read_number("three"), read_number("-5")
        (1, 0, 5)
    """
    found = _DIGITS.search(text)
    # Python refuses to convert more than 4,300 digits; far fewer are already beyond any count.
    return int(found.group()[:4000]) if found else 0


def mra(prediction: int, gold: int) -> float:
    """Relative accuracy of a count, clipped at 0, as the released scorer computes it.

    Example:
        >>> mra(8, 10), mra(1000, 2)
        (0.8, 0.0)
    """
    distance, scale = abs(prediction - gold), max(gold, 1)
    return 1.0 - distance / scale if distance < scale else 0.0


def percent(credits: Sequence[float]) -> float:
    """Mean credit in percent; 0.0 for no rows at all, so a task never run looks like a zero.

    Example:
        >>> percent([1.0, 0.0, 0.5]), percent([])
        (50.0, 0.0)
    """
    return sum(credits) / len(credits) * 100.0 if credits else 0.0


def sems(credits_by_task: Mapping[str, Sequence[float]]) -> dict[str, float | None]:
    """Standard errors in percent as printed: sqrt(p(1-p)/n) for the choice tasks, sd/sqrt(n) for counting.

    The overall one, under the name ``overall``, is sqrt(sum (n_i SEM_i)^2) / N (checked on all 14 published rows).

    Example:
        >>> sems({"VMR": [1.0, 0.0, 1.0, 0.0]})
        {'VMR': 25.0, 'overall': 25.0}
    """
    errors = {task: _sem(task, credits) for task, credits in credits_by_task.items() if credits}
    total = sum(len(credits_by_task[task]) for task in errors)
    known = [len(credits_by_task[task]) * error for task, error in errors.items() if error is not None]
    overall = math.sqrt(sum(part**2 for part in known)) / total if len(known) == len(errors) and total else None
    return {**errors, "overall": overall}


def _sem(task: str, credits: Sequence[float]) -> float | None:
    """Standard error in percent of one task's mean; None for a single count."""
    n = len(credits)
    mean = sum(credits) / n
    if task != "VOC":
        return 100.0 * math.sqrt(mean * (1.0 - mean) / n)
    if n == 1:
        return None
    return 100.0 * math.sqrt(sum((credit - mean) ** 2 for credit in credits) / (n - 1) / n)
