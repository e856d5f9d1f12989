"""Answerers of this benchmark alone: one with a favourite position, and one that really looks at the frames.

Each returns rows of a prediction file. The others of the sample are floors that any benchmark has
(:mod:`benchmarks.answerers`).
"""

import itertools
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.sample_files import Row
from board.types import KeyEntry, Question


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
