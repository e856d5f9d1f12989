"""Some of a benchmark's questions, from all abilities alike and the same each time."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, zip_longest

from board.types import Question


def in_turn(questions: Sequence[Question]) -> list[Question]:
    """All questions, one of every ability after the other, in an order drawn from their ids.

    Example:
        >>> asked = [Question(f"q{n}", "summary" if n < 5 else "memory_recall", "text") for n in range(7)]
        >>> [question.task for question in in_turn(asked)][:5]
        ['summary', 'memory_recall', 'summary', 'memory_recall', 'summary']
    """
    queues: dict[str, list[Question]] = defaultdict(list)
    for question in sorted(questions, key=lambda one: hashlib.sha256(one.id.encode()).digest()):
        queues[question.task].append(question)
    return [question for question in chain(*zip_longest(*queues.values())) if question is not None]


def evenly(questions: Sequence[Question], n: int) -> list[Question]:
    """So many questions (or all there are), evenly from every ability, sorted by ability and id.

    Example:
        >>> asked = [Question(f"q{n}", "summary" if n < 5 else "memory_recall", "text") for n in range(6)]
        >>> [question.task for question in evenly(asked, 3)]
        ['memory_recall', 'summary', 'summary']
    """
    return sorted(in_turn(questions)[:n], key=lambda one: (one.task, one.id))
