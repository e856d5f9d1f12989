"""Answerers that any benchmark can use: floors anyone must beat, and one drawn from the key for the top of the board.

Each returns rows of a prediction file, ``{"id", "prediction"}``, one for every question, in the order of the
questions. They show what a number on the board is worth, and they fill the samples.
"""

import random
from collections.abc import Mapping, Sequence

from benchmarks.sample_files import Row
from board.types import KeyEntry, Question


def blank(questions: Sequence[Question]) -> list[Row]:
    """No answer at all: every prediction is null.

    Example:
        >>> blank([Question("q1", "VMR", "choice")])
        [{'id': 'q1', 'prediction': None}]
    """
    return [{"id": question.id, "prediction": None} for question in questions]


def constant_letter(questions: Sequence[Question], letter: str, count: int | None = None) -> list[Row]:
    """The same letter for every choice, and the same count (null: none) for every other question.

    Example:
        >>> constant_letter([Question("q1", "VMR", "choice"), Question("q2", "VOC", "count")], "A", count=3)
        [{'id': 'q1', 'prediction': 'A'}, {'id': 'q2', 'prediction': 3}]
    """
    return [{"id": question.id, "prediction": letter if question.kind == "choice" else count} for question in questions]


def random_letters(questions: Sequence[Question], seed: int) -> list[Row]:
    """A letter drawn evenly from the question's own labels; a count from 1 to 12.

    Example:
        >>> random_letters([Question("q1", "VMR", "choice", options={"C": "left"}), Question("q2", "VOC", "count")], 7)
        [{'id': 'q1', 'prediction': 'C'}, {'id': 'q2', 'prediction': 3}]
    """
    rng = random.Random(seed)  # noqa: S311  (nothing secret: the same seed gives the same file)
    return [
        {
            "id": question.id,
            "prediction": rng.choice(list(question.options)) if question.options else rng.randint(1, 12),
        }
        for question in questions
    ]


def near_perfect(questions: Sequence[Question], key: Mapping[str, KeyEntry], seed: int, one_in: int) -> list[Row]:
    """The key with one answer in ``one_in`` spoilt: another letter, or a count that is one too high.

    Raises:
        TypeError: a question is answered in free text and judged, so that there is no one right answer to give.

    Example:
        >>> questions = [Question(name, "VOC", "count") for name in ("q1", "q2")]
        >>> near_perfect(questions, {name: KeyEntry(name, 4) for name in ("q1", "q2")}, seed=0, one_in=2)
        [{'id': 'q1', 'prediction': 4}, {'id': 'q2', 'prediction': 5}]
    """
    rng = random.Random(seed)  # noqa: S311  (as above)
    spoilt = set(rng.sample(range(len(questions)), len(questions) // one_in))
    rows: list[Row] = []
    for place, question in enumerate(questions):
        answer = key[question.id].answer
        if isinstance(answer, tuple):
            raise TypeError(f"question {question.id!r} has a checklist, expected a letter or a count")
        if place in spoilt:
            others = [label for label in question.options or () if label != answer]
            answer = answer + 1 if isinstance(answer, int) else rng.choice(others)
        rows.append({"id": question.id, "prediction": answer})
    return rows
