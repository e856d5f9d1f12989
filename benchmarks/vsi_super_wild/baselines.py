"""Answerers anyone must beat, and one that really looks at the frames.

Each returns rows of a prediction file, ``{"id", "prediction"}``, one for every question, in the order of the
questions. They show what a number on the board is worth, and they fill the sample.
"""

import itertools
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from board.types import KeyEntry, Question

Row = dict[str, str | int | None]


def random_letters(questions: Sequence[Question], seed: int) -> list[Row]:
    """A letter drawn evenly from the question's own labels; a count from 1 to 12."""
    rng = random.Random(seed)
    return [
        {
            "id": question.id,
            "prediction": rng.choice(list(question.options)) if question.options else rng.randint(1, 12),
        }
        for question in questions
    ]


def constant_letter(questions: Sequence[Question], letter: str, count: int | None = None) -> list[Row]:
    """The same letter for every choice and the same count (null: none) for every count."""
    return [{"id": question.id, "prediction": letter if question.options else count} for question in questions]


def blank(questions: Sequence[Question]) -> list[Row]:
    """No answer at all: every prediction is null."""
    return [{"id": question.id, "prediction": None} for question in questions]


def near_perfect(questions: Sequence[Question], key: Mapping[str, KeyEntry], seed: int) -> list[Row]:
    """The key with one answer in twelve spoilt: another letter, or a count off by one."""
    rng = random.Random(seed)
    spoilt = set(rng.sample(range(len(questions)), len(questions) // 12))
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


def position_biased(questions: Sequence[Question], key: Mapping[str, KeyEntry], seed: int) -> list[Row]:
    """A Shuffle24 file: every choice in all 24 orders, in lexicographic order of ``order``.

    Half of the time it takes the first option shown, a quarter of the time the right one, else any.
    """
    rng = random.Random(seed)
    rows: list[Row] = []
    for question in questions:
        labels = sorted(question.options or ())
        for order in map("".join, itertools.permutations(labels)) if labels else ():
            right = labels[order.index(str(key[question.id].answer))]
            shown = rng.choice([labels[0], labels[0], right, rng.choice(labels)])
            rows.append({"id": question.id, "order": order, "prediction": shown})
    return rows


def frame_looker(questions: Sequence[Question], data_folder: Path) -> list[Row]:
    """Answers from the frames of the sample videos, with rules of thumb and no model (:mod:`.frame_looker`).

    It needs PyAV (``requirements-dev.txt``) and knows the sample's colours; on real videos it would be lost.
    """
    from .frame_looker import look

    return [{"id": question.id, "prediction": look(question, data_folder)} for question in questions]
