"""What is particular to image pairs: who always sees no difference, and one that really looks.

Each returns rows of a prediction file, ``{"id", "prediction"}``, one for every question, in the order of the
questions. :func:`floors` adds to the audit of a key what the house cannot know: the no-difference option.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path

from benchmarks.answerers import constant_letter
from benchmarks.floors import Floor, overall
from benchmarks.sample_files import Row
from board.grading import grade_choice
from board.summary import Graded
from board.types import KeyEntry, Question, Reading

from . import BENCHMARK
from .no_difference import no_difference_label


def always_no_difference(questions: Sequence[Question]) -> list[Row]:
    """The option that says there is no difference; null where it is not known which one does."""
    return [{"id": question.id, "prediction": no_difference_label(question)} for question in questions]


def image_differ(questions: Sequence[Question], data_folder: Path) -> list[Row]:
    """Answers from the difference of the two images, with rules of thumb and no model (:mod:`.image_differ`)."""
    from .image_differ import look

    return [{"id": question.id, "prediction": look(question, data_folder)} for question in questions]


def floors(questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> Iterator[Floor]:
    """Every metric of the one who always sees no difference, and the rates of one who guesses evenly.

    Guessing is the mean of the constant letters, exactly. The rates of missed and competing changes are left out where
    no question tells which option says that there is no difference.
    """
    if not questions:
        return
    for metric, share in _earned(always_no_difference(questions), questions, key).items():
        yield Floor("always no-difference", metric, share)
    labels = sorted({label for question in questions for label in question.options or ()})
    constant = [_earned(constant_letter(questions, label), questions, key) for label in labels]
    for metric in ("missed_change", "competing_change"):
        if all(metric in earned for earned in constant):
            yield Floor("random", metric, fsum(earned[metric] for earned in constant) / len(constant))


def _earned(rows: Sequence[Row], questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> dict[str, float]:
    graded = []
    for question, row in zip(questions, rows, strict=True):
        label = row["prediction"]
        reading = Reading(label, "null" if label is None else "ok", "strict")
        graded.append(Graded(question, grade_choice(reading, str(key[question.id].answer), id=question.id)))
    return overall(graded, BENCHMARK)
