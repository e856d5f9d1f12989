"""Draws the sample: forty questions about image pairs, their key, a few predictions, bad files.

    .venv/bin/python -m benchmarks.vdiff_bench.sample.make

Everything follows from the seeds; nothing here was photographed and no model answered. The rows are written as a
parquet file in the layout of the official dataset and go through the importer like the real ones. What the prediction
files must score is not drawn: ``expected_scores.json`` is counted independently of the scorer.
"""

import itertools
import random
import tempfile
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

from benchmarks.files import write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.importing import Imported
from benchmarks.sample_files import write_bad_files, write_predictions
from benchmarks.vdiff_bench import BENCHMARK
from benchmarks.vdiff_bench.importer import import_questions
from benchmarks.vdiff_bench.sample.asked import DRAWN, IDENTICAL, Asked
from benchmarks.vdiff_bench.sample.asking import ask
from benchmarks.vdiff_bench.sample.bad import bad_files
from benchmarks.vdiff_bench.sample.png import png_bytes
from benchmarks.vdiff_bench.sample.predictions import SEED, answerers

HERE = Path(__file__).parent
FIRST_INDEX = 900_001
IMAGE = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
LAYOUT = pyarrow.schema(
    [
        ("image_1", IMAGE),
        ("image_2", IMAGE),
        ("choices", pyarrow.list_(pyarrow.string())),
        ("ground truth", pyarrow.string()),
        ("change category", pyarrow.string()),
        ("source", pyarrow.string()),
        ("index", pyarrow.int64()),
    ]
)


def make(out: Path = HERE) -> Imported:
    """Draw the whole sample into the folder ``out`` and return what was imported."""
    with tempfile.TemporaryDirectory() as folder:
        official = Path(folder) / "train-00000-of-00001.parquet"
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(official_rows(), LAYOUT), official, row_group_size=10)
        imported = import_questions(official, data_version="sample")
        if imported.write_media is not None:
            imported.write_media(out)
    about = DataFolder(out, imported.data_version, source="sample/make.py", counts=imported.counts)
    write_data_folder(BENCHMARK.name, about, out, imported.questions, imported.key)
    made = answerers(out, imported.questions, {entry.id: entry for entry in imported.key})
    write_predictions(out, made, decoding={"temperature": None, "max_tokens": None, "seed": SEED})
    write_bad_files(out, bad_files(imported.questions))
    return imported


def official_rows() -> list[dict[str, Any]]:
    """The questions as rows of the official dataset, gold as the text of the choice."""
    rng = random.Random(SEED)
    asked = ask(rng)
    places = {drawn: _places(sum((one.source == DRAWN) == drawn for one in asked), rng) for drawn in (True, False)}
    return [_row(FIRST_INDEX + n, one, places[one.source == DRAWN].pop(), rng) for n, one in enumerate(asked)]


def _places(n: int, rng: random.Random) -> list[tuple[int, int]]:
    """Where gold and no-difference stand: each label equally often for both, in random order."""
    pairs = list(itertools.permutations(range(4), 2))
    turns = [(place, (place + 1) % 4) for place in range(4)]
    chosen = pairs * (n // len(pairs)) + turns * (n % len(pairs) // len(turns))
    return rng.sample(chosen, n)


def _row(index: int, asked: Asked, places: tuple[int, int], rng: random.Random) -> dict[str, Any]:
    gold, identical = places
    true, *false = asked.statements
    rest = [place for place in range(4) if place not in places]
    choices = {gold: true, identical: IDENTICAL, **dict(zip(rest, rng.sample(false, 2), strict=True))}
    return {
        "image_1": {"bytes": png_bytes(asked.first), "path": None},
        "image_2": {"bytes": png_bytes(asked.second), "path": None},
        "choices": [choices[place] for place in range(4)],
        "ground truth": true,
        "change category": asked.category,
        "source": asked.source,
        "index": index,
    }


if __name__ == "__main__":
    make()
