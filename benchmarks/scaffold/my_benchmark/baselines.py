"""Answerers anyone must beat: they show what a number on the board is worth, and they fill the sample.

Each returns rows of a prediction file, one for every question, in the order of the questions.
"""

from collections.abc import Mapping, Sequence

from benchmarks.floors import Floor
from board.types import KeyEntry, Question

Row = dict[str, str | None]


def constant_letter(questions: Sequence[Question], letter: str) -> list[Row]:
    """The same letter for every question.

    Example:
        >>> constant_letter([Question("q1", "colour", "choice")], "A")
        [{'id': 'q1', 'prediction': 'A'}]
    """
    return [{"id": question.id, "prediction": letter} for question in questions]


def blank(questions: Sequence[Question]) -> list[Row]:
    """No answer at all: every prediction is null."""
    return [{"id": question.id, "prediction": None} for question in questions]


def all_but_one(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Row]:
    """The key with the first answer spoilt, to show the top of the board."""
    rows: list[Row] = [{"id": question.id, "prediction": str(key[question.id].answer)} for question in questions]
    right = rows[0]["prediction"]
    rows[0]["prediction"] = next(label for label in questions[0].options or () if label != right)
    return rows


def floors(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Floor]:
    """What ``audit-key`` shows beside the floors of the house (random and constant letters).

    REPLACE: what someone earns who never looks, by a trick of this benchmark. Here: says red, under whatever letter.
    """
    says_red = [(question.options or {}).get(str(key[question.id].answer)) == "red" for question in questions]
    return [Floor("always the option red", "accuracy", sum(says_red) / len(questions))] if questions else []
