"""Which wrong option was chosen: rates over all answers, and over the wrong ones that could be read.

A question that does not tell which option is meant (``label_of`` is None) does not count for ``chose`` and
``chose_other``: it is not in their n, and where no question tells it they are null with n 0. Where all tell it,
accuracy, ``chose``, ``chose_other`` and ``unread`` are four buckets that add to 1.
"""

from collections.abc import Callable

from board.types import Question, Score, Values

LabelOf = Callable[[Question], str | None]
ValuesOf = Callable[[Question, Score], Values]


def chose(label_of: LabelOf) -> ValuesOf:
    """1 for a wrong answer that is the option ``label_of`` names, else 0; nothing where it names none.

    Example:
        >>> missed = chose(lambda question: "D" if question.options else None)
        >>> question, wrong = Question("q1", "motion", "choice"), Score("q1", "D", 0.0, "wrong")
        >>> missed(question._replace(options={"A": "It moved.", "D": "No change."}), wrong), missed(question, wrong)
        ((1.0,), ())
    """
    return lambda question, score: _of_wrong(label_of(question), score, named=True)


def chose_other(label_of: LabelOf) -> ValuesOf:
    """1 for a wrong answer that is any other option, else 0; nothing where ``label_of`` names none.

    Example:
        >>> competing = chose_other(lambda question: "D")
        >>> competing(Question("q1", "motion", "choice"), Score("q1", "A", 0.0, "wrong"))
        (1.0,)
    """
    return lambda question, score: _of_wrong(label_of(question), score, named=False)


def _of_wrong(label: str | None, score: Score, named: bool) -> Values:
    """Whether a wrong answer is the named option (or is not), as 0 or 1."""
    return () if label is None else (float(score.bucket == "wrong" and (score.answer == label) == named),)


def unread(question: Question, score: Score) -> Values:
    """1 where there was no answer, or none that could be read, else 0.

    Example:
        >>> unread(Question("q1", "motion", "choice"), Score("q1", None, 0.0, "unanswered"))
        (1.0,)
    """
    return (float(score.bucket in ("unanswered", "unparsed")),)


def among_wrong(values: ValuesOf) -> ValuesOf:
    """The same values, over the wrong answers that could be read and nothing else.

    Example:
        >>> among_wrong(unread)(Question("q1", "motion", "choice"), Score("q1", "A", 1.0, "correct"))
        ()
    """
    return lambda question, score: values(question, score) if score.bucket == "wrong" else ()
