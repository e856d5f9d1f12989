"""Small parquet files in the official layout of VDiff-Bench, for the tests of its importer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from benchmarks.importing import Imported
from benchmarks.vdiff_bench.categories import SPELLINGS
from benchmarks.vdiff_bench.importer import import_questions
from board.errors import BenchmarkError

Row = dict[str, Any]
ROOT = Path(__file__).parents[2]
SAME = "There is no difference between the two images."
CATEGORIES = [spellings[0] for spellings in SPELLINGS.values()]
PNG, JPEG, WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBP"
GIF, BMP = b"GIF89a", b"BM"


def row(number: int, **changes: object) -> Row:
    """A sound row: the true statement stands at B, no difference at D."""
    choices = [f"The cup {number} is red.", f"The cup {number} moved left.", f"The cup {number} is gone.", SAME]
    images = {f"image_{place}": {"bytes": PNG + bytes([number % 256, place]), "path": None} for place in (1, 2)}
    fields = {
        "choices": choices,
        "ground truth": choices[1],
        "change category": CATEGORIES[number % 10],
        "source": "puzzles",
        "index": number,
    }
    return {**images, **fields, **changes}


def rows(n: int = 10) -> list[Row]:
    return [row(number) for number in range(n)]


def write(folder: Path, rows: list[Row], name: str = "train.parquet") -> Path:
    """The rows as parquet; the types of the columns follow from the values."""
    file = folder / name
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    return file


def bring(folder: Path, rows: list[Row]) -> Imported:
    return import_questions(write(folder, rows), partial=True)


def faults(folder: Path, rows: list[Row]) -> str:
    with pytest.raises(BenchmarkError) as raised:
        bring(folder, rows)
    return str(raised.value)


def with_gold(gold: Callable[[Row], object]) -> list[Row]:
    return [{**one, "ground truth": gold(one)} for one in rows()]


def labels(imported: Imported) -> set[object]:
    return {entry.answer for entry in imported.key}


def media(imported: Imported, folder: Path) -> int:
    assert imported.write_media is not None
    return imported.write_media(folder)
