"""The prediction files of the sample. Nobody is invented: they are floors and rules of thumb."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.answerers import blank, constant_letter, near_perfect, random_letters
from benchmarks.sample_files import Answerer
from benchmarks.vsi_super_wild import baselines
from board.types import KeyEntry, Question

SEED = 20260713


def answerers(folder: Path, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Answerer]:
    """The six prediction files; the looker decodes the videos of ``folder``."""
    return [
        Answerer(
            "random_letters",
            "Random letters (floor)",
            random_letters(questions, SEED),
            "A letter drawn evenly; a count from 1 to 12.",
        ),
        Answerer(
            "always_a",
            "Always A (floor)",
            constant_letter(questions, "A", count=3),
            "The letter A for every choice, 3 for every count.",
        ),
        Answerer("blank", "Blank (floor)", blank(questions), "Null everywhere: complete, and worth nothing."),
        Answerer(
            "frame_looker",
            "Frame looker (baseline)",
            baselines.frame_looker(questions, folder),
            "Rules of thumb on the decoded frames, no model. See frame_looker.py.",
        ),
        Answerer(
            "near_perfect",
            "Near-perfect (drawn from the key)",
            near_perfect(questions, key, SEED, one_in=12),
            "The key with one answer in twelve spoilt, to show the top of the board.",
        ),
        Answerer(
            "shuffle24_position_biased",
            "Position-biased (drawn from the key)",
            baselines.position_biased(questions, key, SEED),
            "Half of the time the first option shown, a quarter of the time the right one, else any.",
            track="shuffle24",
        ),
    ]
