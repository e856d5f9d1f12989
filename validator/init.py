"""``init``: a prediction file with every id filled in and every answer null, and a card to fill in."""

import json
from pathlib import Path

from board.errors import SubmissionError
from validator.card import FIELDS
from validator.questions import load_questions

_EXAMPLES: dict[str, object] = {
    "decoding": {"temperature": None, "max_tokens": None, "seed": None},
    "mode": "strict",
    "track": "standard",
    "links": {},
}


def init(data: Path, data_version: str, out: Path) -> list[Path]:
    """Write ``predictions.jsonl`` and ``submission.json`` into ``out``; returns what was written.

    Raises:
        SubmissionError: one of them is already there (nothing is overwritten).
    """
    predictions, card = out / "predictions.jsonl", out / "submission.json"
    for file in (predictions, card):
        if file.exists():
            raise SubmissionError(f"{file} is already there: move it away, or name another folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    rows = (json.dumps({"id": id, "prediction": None}) + "\n" for id in load_questions(data, texts=False).ids)
    predictions.write_text("".join(rows), encoding="utf-8")
    version = None if data_version == "unversioned" else data_version
    fields = {name: version if name == "data_version" else _EXAMPLES.get(name) for name in FIELDS}
    card.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return [predictions, card]
