"""What a judged answer brings into a mean: its credit, or its single checklist questions.

The credits themselves come from :mod:`board.checklists`.
"""

from collections.abc import Sequence
from math import fsum

from board.types import Question, Score, Unscored, Values


def answer_credit(question: Question, score: Score) -> Values:
    """The credit of an answer; where verdicts are missing, what the known ones already decide.

    Example:
        >>> from board.types import ChecklistCredit
        >>> known, missing = ChecklistCredit("yes", 1.0), ChecklistCredit("no", None)
        >>> score = Score("q", "A cup.", None, "unparsed", checklist=(known, missing))
        >>> answer_credit(Question("q", "t", "text"), score)
        (Unscored(low=0.5, high=1.0),)
    """
    if score.credit is not None:
        return (score.credit,)
    known = [item.credit for item in score.checklist if item.credit is not None]
    n = len(score.checklist)
    return (Unscored(fsum(known) / n, (fsum(known) + n - len(known)) / n) if n else Unscored(),)


def pooled(question: Question, score: Score) -> Values:
    """One value a checklist question: the share of repeats with the expected verdict.

    Example:
        >>> from board.types import ChecklistCredit
        >>> items = (ChecklistCredit("yes", 1.0), ChecklistCredit("no", 0.0))
        >>> pooled(Question("q", "t", "text"), Score("q", "A cup.", 0.5, "wrong", checklist=items))
        (1.0, 0.0)
    """
    return _values(score, ("yes", "no"))


def yes_expected(question: Question, score: Score) -> Values:
    """The checklist questions whose expected verdict is yes; of the example of :func:`pooled` the first."""
    return _values(score, ("yes",))


def no_expected(question: Question, score: Score) -> Values:
    """The checklist questions whose expected verdict is no; of the example of :func:`pooled` the second."""
    return _values(score, ("no",))


def _values(score: Score, expected: Sequence[str]) -> Values:
    found = [item.credit for item in score.checklist if item.expected in expected]
    return tuple(Unscored() if credit is None else credit for credit in found)
