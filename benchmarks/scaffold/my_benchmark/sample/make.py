"""Draws the sample: eight invented questions, their key, three prediction files and four bad ones.

    .venv/bin/python -m benchmarks.my_benchmark.sample.make

REPLACE: the shapes and the questions, by small invented ones in the manner of your benchmark. Nothing of the real data
belongs here. The rows are written in the layout of the released file and go through the importer like the real ones.
What the prediction files must score stands in ``expected_scores.json``: count it by hand, do not copy it.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.answerers import blank, constant_letter
from benchmarks.files import write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.importing import Imported
from benchmarks.sample_files import Answerer, Bad, Row, changed, jsonl, write_bad_files, write_predictions

from .. import BENCHMARK, baselines
from ..importer import LABELS, import_questions
from .drawing import COLOURS, draw

HERE = Path(__file__).parent
# The colour, the form, and the letter that is right.
SHAPES = (
    ("red", "disc", "A"),
    ("green", "square", "B"),
    ("blue", "disc", "C"),
    ("yellow", "disc", "D"),
    ("green", "disc", "A"),
    ("red", "square", "B"),
    ("yellow", "square", "C"),
    ("blue", "square", "D"),
)


def make(out: Path = HERE) -> None:
    """Draw the whole sample into the folder ``out``."""
    (out / "images").mkdir(parents=True, exist_ok=True)
    for number, (colour, shape, _) in enumerate(SHAPES, 1):
        draw(out / "images" / f"{number}.png", shape, colour)
    imported = import_sample()
    about = DataFolder(out, imported.data_version, source="sample/make.py", counts=imported.counts)
    write_data_folder(BENCHMARK.name, about, out, imported.questions, imported.key)
    write_predictions(out, answerers(imported))
    write_bad_files(out, bad_files(constant_letter(imported.questions, "A")))


def official_rows() -> Iterator[dict[str, Any]]:
    """The questions as rows of the released file; the options are turned until the right one stands at its letter."""
    names = list(COLOURS)
    for number, (colour, shape, answer) in enumerate(SHAPES, 1):
        first = names.index(colour) - LABELS.index(answer)
        options = [names[(first + place) % len(names)] for place in range(len(LABELS))]
        question = "Which colour is the shape?"
        yield {
            "number": number,
            "image": f"{number}.png",
            "question": question,
            "options": options,
            "answer": answer,
            "shape": shape,
        }


def import_sample() -> Imported:
    """Write the rows as a released file and read it with the importer."""
    with tempfile.TemporaryDirectory() as folder:
        official = Path(folder) / "official.jsonl"
        official.write_bytes(jsonl(official_rows()))
        return import_questions(official, data_version="sample")


def answerers(imported: Imported) -> list[Answerer]:
    """The prediction files. Nobody is invented: they are floors, and the key with a fault."""
    questions, key = imported.questions, {entry.id: entry for entry in imported.key}
    return [
        Answerer("always_a", "Always A (floor)", constant_letter(questions, "A"), "The letter A throughout."),
        Answerer("blank", "Blank (floor)", blank(questions), "Null everywhere: complete, worth nothing."),
        Answerer(
            "all_but_one",
            "All but one (drawn from the key)",
            baselines.all_but_one(questions, key),
            "The key with the first answer spoilt.",
        ),
    ]


def bad_files(rows: list[Row]) -> Iterator[Bad]:
    """Sound rows with one thing wrong each, and what a check must find: how often, and in which row first."""
    yield Bad("e_label.jsonl", jsonl(changed(rows, 2, prediction="E")), {"E_LABEL": 1}, row=3)
    yield Bad("e_missing.jsonl", jsonl(rows[:-1]), {"E_MISSING": 1})
    yield Bad("e_json.jsonl", jsonl(rows).replace(b'"A"}', b'"A",}', 1), {"E_JSON": 1, "E_MISSING": 1}, row=1)
    vague = changed(rows, 4, prediction="It could be red or green.")
    yield Bad("w_unparsed.jsonl", jsonl(vague), {"W_UNPARSED": 1}, row=5, mode="rules")


if __name__ == "__main__":
    make()
