"""Answerers and floors of this benchmark alone; those that any benchmark has are in ``benchmarks/answerers.py``.

They show what a number on the board is worth, and they fill the sample. An answerer returns rows of a prediction file,
one for every question, in the order of the questions.
"""

from collections.abc import Mapping, Sequence

from benchmarks.floors import Floor
from benchmarks.sample_files import Row, changed
from board.types import KeyEntry, Question


def all_but_one(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Row]:
    """The key with the first answer spoilt, to show the top of the board.

    Example:
        >>> question = Question("q1", "colour", "choice", options={"A": "red", "B": "blue"})
        >>> all_but_one([question], {"q1": KeyEntry("q1", "A")})
        [{'id': 'q1', 'prediction': 'B'}]
    """
    rows: list[Row] = [{"id": question.id, "prediction": key[question.id].answer} for question in questions]
    wrong = next(label for label in questions[0].options or () if label != rows[0]["prediction"])
    return changed(rows, 0, prediction=wrong)


def floors(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Floor]:
    """What ``audit-key`` shows beside the floors of the house (random and constant letters).

    REPLACE: what someone earns who never looks, by a trick of this benchmark. Here: says red, under whatever letter.
    """
    says_red = [(question.options or {}).get(str(key[question.id].answer)) == "red" for question in questions]
    return [Floor("always the option red", "accuracy", sum(says_red) / len(questions))] if questions else []
