"""Grading answers by their checklists: all answers of a submission at once, unrounded, paired by question.

The checklists of a key are laid end to end, and what the judge said lies in one array of the same length a repeat. A
checklist question earns the share of repeats with the expected verdict; an answer the mean of its questions. A
question without all its repeats is unscored (NaN), and so is its answer: neither wrong nor dropped.

Source: MT-Video-Bench, section 3.4 (accuracy over the checklist); unlike the released script, the denominator is the
checklist and never the number of verdicts a judge happened to give, and nothing is rounded.
"""

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.types import ChecklistCredit, ChecklistQuestion, Score

MISSING, NO, YES = -1, 0, 1
CODES = {"yes": YES, "no": NO}
WORDS = {YES: "yes", NO: "no", MISSING: None}


class Checklists(NamedTuple):
    """Checklists laid end to end: the expected verdict of each question, and where each answer's questions start."""

    expected: NDArray[np.int8]
    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]

    def questions_of(self, answer: int) -> slice:
        """The place of an answer's questions."""
        start = int(self.starts[answer])
        return slice(start, start + int(self.lengths[answer]))


class ChecklistCredits(NamedTuple):
    """Credits 0..1 of single checklist questions and of whole answers; NaN where a verdict is missing."""

    questions: NDArray[np.float64]
    answers: NDArray[np.float64]


def lay_out(checklists: Sequence[Sequence[ChecklistQuestion]]) -> Checklists:
    """The checklists of answers, in their order.

    Raises:
        ValueError: a checklist is empty; there would be nothing to divide by.
    """
    lengths = np.array([len(checklist) for checklist in checklists], dtype=np.intp)
    if not lengths.all():
        raise ValueError("a checklist is empty: such an answer is no question of the benchmark")
    expected = [CODES[question.expected] for checklist in checklists for question in checklist]
    return Checklists(np.array(expected, dtype=np.int8), np.cumsum(lengths) - lengths, lengths)


def credit_checklists(said: NDArray[np.int8], checklists: Checklists) -> ChecklistCredits:
    """Credits from what a judge said: ``said`` has shape (repeats, questions) and holds YES, NO or MISSING.

    Example:
        >>> cups = lay_out([[ChecklistQuestion("Is the cup named?", "yes"), ChecklistQuestion("Is a dog?", "no")]])
        >>> credit_checklists(np.array([[YES, YES]], dtype=np.int8), cups).answers
        array([0.5])
    """
    repeats = said.shape[0]
    matches = (said == checklists.expected).sum(axis=0, dtype=np.int64)
    known = (said != MISSING).all(axis=0) if repeats else np.zeros(said.shape[1], dtype=bool)
    questions = np.where(known, matches / max(repeats, 1), np.nan)
    # Whole matches are added up, so that the one division is the only rounding.
    total = np.add.reduceat(matches, checklists.starts)
    whole = np.logical_and.reduceat(known, checklists.starts)
    answers = np.where(whole, total / (checklists.lengths * max(repeats, 1)), np.nan)
    return ChecklistCredits(questions, answers)


def checklist_score(
    id: str, answer: str | None, checklist: Sequence[ChecklistQuestion], credit: float, credits: Sequence[float]
) -> Score:
    """The Score of one answer from its credit and those of its checklist questions; NaN is unscored.

    Example:
        >>> score = checklist_score("q1", "A cup.", [ChecklistQuestion("Is the cup named?", "yes")], 1.0, [1.0])
        >>> score.bucket, score.checklist
        ('correct', (ChecklistCredit(expected='yes', credit=1.0),))
    """
    pairs = zip(checklist, credits, strict=True)
    items = tuple(ChecklistCredit(question.expected, None if isnan(share) else share) for question, share in pairs)
    if isnan(credit):
        return Score(id, answer, None, "unparsed", checklist=items)
    return Score(id, answer, credit, "correct" if credit == 1.0 else "wrong", checklist=items)
