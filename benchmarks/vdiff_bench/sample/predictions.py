"""The prediction files of the sample. Nobody is invented: they are floors and rules of thumb."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.answerers import blank, constant_letter, near_perfect, random_letters
from benchmarks.sample_files import Answerer
from benchmarks.vdiff_bench import baselines
from board.types import KeyEntry, Question

SEED = 20260906


def answerers(folder: Path, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Answerer]:
    """The six prediction files; the looker decodes the images of ``folder``."""
    return [
        Answerer(
            "random_letters",
            "Random letters (floor)",
            random_letters(questions, SEED),
            "A letter drawn evenly.",
        ),
        Answerer(
            "always_a",
            "Always A (floor)",
            constant_letter(questions, "A"),
            "The letter A for every question.",
        ),
        Answerer(
            "always_no_difference",
            "Always no difference (floor)",
            baselines.always_no_difference(questions),
            "The option that says there is no difference, which is never right.",
        ),
        Answerer("blank", "Blank (floor)", blank(questions), "Null everywhere: complete, and worth nothing."),
        Answerer(
            "image_differ",
            "Image differ (baseline)",
            baselines.image_differ(questions, folder),
            "Rules of thumb on the difference of the two images, no model. See image_differ.py.",
        ),
        Answerer(
            "near_perfect",
            "Near-perfect (drawn from the key)",
            near_perfect(questions, key, SEED, one_in=20),
            "The key with one answer in twenty spoilt, to show the top of the board.",
        ),
    ]
