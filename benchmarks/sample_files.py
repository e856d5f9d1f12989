"""Writing the files of a sample: prediction files with their cards, and bad files with what a check must find.

A benchmark's ``sample/make.py`` and ``sample/bad.py`` say what is in them; how they are written is the same for all.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Row = Mapping[str, Any]


class Answerer(NamedTuple):
    """A prediction file to write: its name, the name on the board, the rows, and what the card says of them.

    ``verdicts`` are the recorded verdicts of a judge, where the answers are judged.
    """

    file: str
    display_name: str
    rows: Sequence[Row]
    notes: str
    track: str = "standard"
    verdicts: Sequence[Row] = ()


class Bad(NamedTuple):
    """A bad file: its name and bytes, what the check must count, and the row it must name first (0: none)."""

    name: str
    data: bytes
    counts: dict[str, int]
    row: int = 0
    mode: str = "strict"
    card: dict[str, Any] | None = None


def jsonl(rows: Iterable[Row]) -> bytes:
    r"""Rows as canonical JSONL.

    Example:
        >>> jsonl([{"id": "q1", "prediction": None}])
        b'{"id": "q1", "prediction": null}\n'
    """
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def changed(rows: Sequence[Row], place: int, **fields: Any) -> list[Row]:
    """The rows with some fields of one row replaced."""
    return [{**row, **fields} if at == place else row for at, row in enumerate(rows)]


def write_predictions(sample: Path, answerers: Iterable[Answerer], **card: Any) -> None:
    """Write ``predictions/NAME.jsonl``, ``predictions/NAME.submission.json`` and, if any, ``verdicts/NAME.jsonl``.

    ``card`` gives or replaces fields of every card.
    """
    folder, verdicts = sample / "predictions", sample / "verdicts"
    folder.mkdir(parents=True, exist_ok=True)
    for answerer in answerers:
        (folder / f"{answerer.file}.jsonl").write_bytes(jsonl(answerer.rows))
        text = json.dumps({**submission_card(answerer), **card}, indent=2, ensure_ascii=False) + "\n"
        (folder / f"{answerer.file}.submission.json").write_text(text, encoding="utf-8")
        if answerer.verdicts:
            verdicts.mkdir(exist_ok=True)
            (verdicts / f"{answerer.file}.jsonl").write_bytes(jsonl(answerer.verdicts))


def submission_card(answerer: Answerer) -> dict[str, Any]:
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
        "decoding": {"temperature": None, "max_tokens": None, "seed": None},
        "harness": None,
        "mode": "strict",
        "track": answerer.track,
        "data_version": "sample",
        "date": "2026-11-30",
        "links": {},
        "notes": answerer.notes,
    }


def write_bad_files(sample: Path, bad_files: Iterable[Bad]) -> None:
    """Write ``bad/`` and its ``expected.json``: for each file the issues a check must find."""
    folder = sample / "bad"
    folder.mkdir(parents=True, exist_ok=True)
    expected = []
    for bad in bad_files:
        (folder / bad.name).write_bytes(bad.data)
        card = f"{bad.name}.submission.json" if bad.card is not None else None
        if card:
            (folder / card).write_text(json.dumps(bad.card, indent=1) + "\n", encoding="utf-8")
        told = {"file": bad.name, "mode": bad.mode, "submission": card, "row": bad.row, "counts": bad.counts}
        expected.append({**told, "refused": any(code.startswith("E_") for code in bad.counts)})
    lines = ",\n".join(json.dumps(entry) for entry in expected)
    (folder / "expected.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
