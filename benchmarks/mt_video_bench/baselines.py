"""Answerers of dialogues anyone must beat; none of them has seen a video.

Each returns rows of a prediction file, ``{"id", "prediction"}``, one for every question, in the order of the
questions. The floors of a key (a judge that always says No, blank and filler answers) are worked out by the house.
"""

from collections.abc import Sequence

from benchmarks.sample_files import Row
from board.types import Question

REFUSAL = "I'm sorry, but I cannot answer that: the video does not show it."


def always_refuses(questions: Sequence[Question]) -> list[Row]:
    """The same polite refusal everywhere: right where a question must be refused, and a test of the judge elsewhere."""
    return [{"id": question.id, "prediction": REFUSAL} for question in questions]


def repeats_the_last_answer(questions: Sequence[Question]) -> list[Row]:
    """The golden answer of the round before: what the history gives away to someone who sees nothing."""
    said = [question.history[-1]["assistant"] if question.history else None for question in questions]
    return [{"id": question.id, "prediction": text} for question, text in zip(questions, said, strict=True)]
