"""Grading one answer against one key entry. Nothing is averaged here, and nothing is read from text.

Buckets: every answer is in exactly one of correct, wrong, unanswered (null or empty) and unparsed (nothing could be
read without guessing). Answers that are judged by a checklist are graded in :mod:`board.checklists`.
"""

from typing import NamedTuple

from board.types import Bucket, KeyEntry, Reading, Score

UNANSWERED = ("null", "empty")


def grade_choice(reading: Reading, gold: str, *, id: str = "", order: str | None = None) -> Score:
    """1 for the gold label, else 0. Under Shuffle24 the label is first mapped back through ``order``.

    Example:
        >>> grade_choice(Reading("B", "ok", "strict"), "C", order="ACBD").credit
        1.0
        >>> grade_choice(Reading(None, "ambiguous", "M6"), "C").bucket
        'unparsed'
    """
    if reading.answer is None:
        return Score(id, None, 0.0, _unread(reading), order)
    label = original_label(str(reading.answer), order) if order else reading.answer
    right = label == gold
    return Score(id, reading.answer, 1.0 if right else 0.0, "correct" if right else "wrong", order)


def grade_count(reading: Reading, gold: int, *, id: str = "") -> Score:
    """MRA credit of a count: ``max(0, 1 - |p - y| / max(y, 1))``; no value is 0.

    The unclipped value (the formula as printed in the paper) rides along; no value is 0 there too.

    Source:
        VSI-Super-Wild, section 3 (formula) and the released scorer (the clip).

    Example:
        >>> score = grade_count(Reading(30, "ok", "strict"), 10)
        >>> score.credit, score.credit_unclipped
        (0.0, -1.0)
    """
    if reading.answer is None or isinstance(reading.answer, str):
        return Score(id, None, 0.0, _unread(reading), credit_unclipped=0.0)
    credit, unclipped = mra(reading.answer, gold)
    return Score(id, reading.answer, credit, "correct" if credit == 1.0 else "wrong", credit_unclipped=unclipped)


class Mra(NamedTuple):
    """The relative accuracy of one count: cut at 0 (what is ranked), and as the paper prints it."""

    clipped: float
    unclipped: float


def mra(prediction: float, gold: int) -> Mra:
    """Relative accuracy of a count, ``1 - |p - y| / max(y, 1)``: 1 at best, the unclipped value without lower limit.

    Example:
        >>> mra(8, 10).clipped, mra(5, 1).unclipped
        (0.8, -3.0)
    """
    unclipped = 1.0 - abs(prediction - gold) / max(gold, 1)
    return Mra(max(0.0, unclipped), unclipped)


def grade(reading: Reading, entry: KeyEntry, order: str | None = None) -> Score:
    """Grade a label or a count against its key entry, by the kind of the gold.

    Raises:
        TypeError: the entry is a checklist, which needs verdicts (:mod:`board.checklists`).

    Example:
        >>> grade(Reading(12, "ok", "strict"), KeyEntry("q1", 12)).bucket
        'correct'
    """
    if isinstance(entry.answer, str):
        return grade_choice(reading, entry.answer, id=entry.id, order=order)
    if isinstance(entry.answer, int):
        return grade_count(reading, entry.answer, id=entry.id)
    raise TypeError(f"question {entry.id!r} is judged by a checklist: grade it from verdicts")


def original_label(label: str, order: str) -> str | None:
    """The original label behind ``label`` when the options are shown in ``order``; None for no such position.

    Example:
        >>> original_label("B", "ACBD")
        'C'
    """
    place = ord(label) - ord("A")
    return order[place] if 0 <= place < len(order) else None


def _unread(reading: Reading) -> Bucket:
    """The bucket of an answer that was not read."""
    return "unanswered" if reading.status in UNANSWERED else "unparsed"
