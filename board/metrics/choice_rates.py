"""Which wrong option was chosen: rates over all answers, and over the wrong ones that could be read.

Together with accuracy, ``chose``, ``chose_other`` and ``unread`` are four buckets that add to 1.
"""

from collections.abc import Callable

from board.types import Question, Score, Values

LabelOf = Callable[[Question], str | None]
ValuesOf = Callable[[Question, Score], Values]


def chose(label_of: LabelOf) -> ValuesOf:
    """1 for a wrong answer that is the option ``label_of`` names, else 0.

    Example:
        >>> missed = chose(lambda question: "D")
        >>> missed(Question("q1", "motion", "choice"), Score("q1", "D", 0.0, "wrong"))
        (1.0,)
    """
    return lambda question, score: (float(score.bucket == "wrong" and score.answer == label_of(question)),)


def chose_other(label_of: LabelOf) -> ValuesOf:
    """1 for a wrong answer that is any other option, else 0."""
    return lambda question, score: (float(score.bucket == "wrong" and score.answer != label_of(question)),)


def unread(question: Question, score: Score) -> Values:
    """1 where there was no answer, or none that could be read, else 0."""
    return (float(score.bucket in ("unanswered", "unparsed")),)


def among_wrong(values: ValuesOf) -> ValuesOf:
    """The same values, over the wrong answers that could be read and nothing else."""
    return lambda question, score: values(question, score) if score.bucket == "wrong" else ()
