"""The prediction files of the sample, each with its card. Nobody is invented: they are floors and rules of thumb."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.vsi_super_wild import baselines
from board.types import KeyEntry, Question

SEED = 20260713


class Answerer(NamedTuple):
    """A prediction file to write: its name, the name on the board, the rows, and what the card says of them."""

    file: str
    display_name: str
    rows: list[baselines.Row]
    notes: str
    track: str = "standard"


def write_predictions(folder: Path, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> None:
    """Write every ``NAME.jsonl`` and its ``NAME.submission.json`` into ``folder/predictions``."""
    out = folder / "predictions"
    out.mkdir(exist_ok=True)
    for answerer in answerers(folder, questions, key):
        rows = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in answerer.rows)
        (out / f"{answerer.file}.jsonl").write_text(rows, encoding="utf-8")
        card = json.dumps(submission_card(answerer), indent=2, ensure_ascii=False) + "\n"
        (out / f"{answerer.file}.submission.json").write_text(card, encoding="utf-8")


def answerers(folder: Path, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> list[Answerer]:
    """The six prediction files; the looker decodes the videos of ``folder``."""
    return [
        Answerer(
            "random_letters",
            "Random letters (floor)",
            baselines.random_letters(questions, SEED),
            "A letter drawn evenly; a count from 1 to 12.",
        ),
        Answerer(
            "always_a",
            "Always A (floor)",
            baselines.constant_letter(questions, "A", count=3),
            "The letter A for every choice, 3 for every count.",
        ),
        Answerer("blank", "Blank (floor)", baselines.blank(questions), "Null everywhere: complete, and worth nothing."),
        Answerer(
            "frame_looker",
            "Frame looker (baseline)",
            baselines.frame_looker(questions, folder),
            "Rules of thumb on the decoded frames, no model. See frame_looker.py.",
        ),
        Answerer(
            "near_perfect",
            "Near-perfect (drawn from the key)",
            baselines.near_perfect(questions, key, SEED),
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


def submission_card(answerer: Answerer) -> dict[str, object]:
    """The ``submission.json`` of a sample file, with every field of the contract."""
    return {
        "model_id": f"retally-samples/{answerer.file}",
        "revision": "1",
        "display_name": answerer.display_name,
        "organisation": "Retally samples",
        "open_weights": True,
        "licence": None,
        "parameters_b": None,
        "thinking": "n/a",
        "protocol": "other",
        "frames": None,
        "longer_side_px": None,
        "context": "none",
        "view": "original",
        "prompt": "custom",
        "decoding": {"temperature": None, "max_tokens": None, "seed": SEED},
        "harness": None,
        "mode": "strict",
        "track": answerer.track,
        "data_version": "sample",
        "date": "2026-11-30",
        "links": {},
        "notes": answerer.notes,
    }
