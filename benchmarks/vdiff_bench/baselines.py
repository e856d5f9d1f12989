"""Answerers anyone must beat, and one that really looks at the image pairs.

Each returns rows of a prediction file, ``{"id", "prediction"}``, one for every question, in the order of the
questions. :func:`floors` adds to the audit of a key what the house cannot know: the no-difference option.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path

from benchmarks.floors import Floor, overall
from board.grading import grade_choice
from board.summary import Graded
from board.types import KeyEntry, Question, Reading

from . import BENCHMARK
from .no_difference import no_difference_label

Row = dict[str, str | None]


def random_letters(questions: Sequence[Question], seed: int) -> list[Row]:
    """A letter drawn evenly from the question's own labels."""
    rng = random.Random(seed)
    return [{"id": question.id, "prediction": rng.choice(list(question.options or ()))} for question in questions]


def constant_letter(questions: Sequence[Question], letter: str) -> list[Row]:
    """The same letter for every question."""
    return [{"id": question.id, "prediction": letter} for question in questions]


def always_no_difference(questions: Sequence[Question]) -> list[Row]:
    """The option that says there is no difference; null where not exactly one says so."""
    return [{"id": question.id, "prediction": no_difference_label(question)} for question in questions]


def blank(questions: Sequence[Question]) -> list[Row]:
    """No answer at all: every prediction is null."""
    return [{"id": question.id, "prediction": None} for question in questions]


def near_perfect(questions: Sequence[Question], key: Mapping[str, KeyEntry], seed: int) -> list[Row]:
    """The key with one answer in twenty spoilt: any other letter."""
    rng = random.Random(seed)
    spoilt = set(rng.sample(range(len(questions)), len(questions) // 20))
    rows: list[Row] = []
    for place, question in enumerate(questions):
        gold = str(key[question.id].answer)
        others = [label for label in question.options or () if label != gold]
        rows.append({"id": question.id, "prediction": rng.choice(others) if place in spoilt else gold})
    return rows


def image_differ(questions: Sequence[Question], data_folder: Path) -> list[Row]:
    """Answers from the difference of the two images, with rules of thumb and no model (:mod:`.frame_looker`)."""
    from .frame_looker import look

    return [{"id": question.id, "prediction": look(question, data_folder)} for question in questions]


def floors(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> Iterator[Floor]:
    """Every metric of the one who always sees no difference, and the rates of one who guesses evenly.

    Guessing is the mean of the constant letters, exactly.
    """
    if not questions:
        return
    for metric, share in _earned(always_no_difference(questions), questions, key).items():
        yield Floor("always no-difference", metric, share)
    labels = sorted({label for question in questions for label in question.options or ()})
    constant = [_earned(constant_letter(questions, label), questions, key) for label in labels]
    for metric in ("missed_change", "competing_change"):
        yield Floor("random", metric, fsum(earned[metric] for earned in constant) / len(constant))


def _earned(rows: Sequence[Row], questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> dict[str, float]:
    graded = []
    for question, row in zip(questions, rows, strict=True):
        label = row["prediction"]
        reading = Reading(label, "null" if label is None else "ok", "strict")
        graded.append(Graded(question, grade_choice(reading, str(key[question.id].answer), id=question.id)))
    return overall(graded, BENCHMARK)
