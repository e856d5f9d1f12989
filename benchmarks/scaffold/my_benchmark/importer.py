"""From the released file of My Benchmark to questions and key.

REPLACE: this reads an invented layout, one JSON object a line. Read yours instead, as strictly:

    {"number": 1, "image": "1.png", "question": "…", "options": ["red", …], "answer": "B", "shape": "disc"}

All faults of a file are gathered and told at once; nothing is mended, nothing is guessed.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.importing import Imported, differences, refuse_faults, release, require_release
from board.errors import BenchmarkError
from board.types import KeyEntry, Media, Question

from . import BENCHMARK

# REPLACE: the fields of a row and their types, and the labels of the options.
FIELDS = {"number": int, "image": str, "question": str, "options": list, "answer": str, "shape": str}
LABELS = ("A", "B", "C", "D")
TASK = BENCHMARK.tasks[0]

Row = dict[str, Any]


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the released file; with ``partial`` its number of questions may differ from the release.

    Raises:
        BenchmarkError: the file has faults (up to 20 are listed, each with its line), or is not the whole release.
    """
    if videos is not None:
        raise BenchmarkError(f"{BENCHMARK.title} has no table of videos: leave --videos out")
    version, file = release(BENCHMARK, data_version, partial), Path(source)
    rows = read_rows(file)
    counts = {TASK.name: len(rows)}
    found = differences(version, counts, {})
    require_release(version, found, partial, file.name)
    key = [KeyEntry(_id(row), row["answer"]) for row in rows]
    return Imported([_question(row) for row in rows], key, version.name, counts, found)


def read_rows(file: Path) -> list[Row]:
    """Every row of the file, checked; raises one error that lists the faults of all lines."""
    rows: list[Row] = []
    faults: list[str] = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            faults.append(f"line {number}: bad JSON: {error}")
            continue
        found = list(faults_of(row))
        faults += [f"line {number}: {fault}" for fault in found]
        rows += [] if found else [row]
    twice = [number for number, n in Counter(row["number"] for row in rows).items() if n > 1]
    refuse_faults(file.name, [*faults, *(f"number {number} stands more than once" for number in twice)])
    return rows


def faults_of(row: object) -> Iterator[str]:
    """Everything wrong with one row, as sentences without its place.

    Example:
        >>> list(faults_of({"number": 1}))
        ['missing field image, question, options, answer, shape']
    """
    if not isinstance(row, dict):
        yield f"found a JSON {type(row).__name__}, expected an object"
        return
    if missing := [name for name in FIELDS if name not in row]:
        yield f"missing field {', '.join(missing)}"
        return
    for name, kind in FIELDS.items():
        if type(row[name]) is not kind:
            yield f"{name} is {row[name]!r}, expected a {kind.__name__}"
    options = row["options"]
    if isinstance(options, list) and (len(options) != len(LABELS) or not all(isinstance(one, str) for one in options)):
        yield f"options must be {len(LABELS)} texts"
    if row["answer"] not in LABELS:
        yield f"answer {row['answer']!r}, expected one of {', '.join(LABELS)}"


def _id(row: Row) -> str:
    return f"shape-{row['number']}"


def _question(row: Row) -> Question:
    return Question(
        id=_id(row),
        task=TASK.name,
        kind=TASK.kind,
        question=row["question"],
        options=dict(zip(LABELS, row["options"], strict=True)),
        media=(Media("image", f"images/{row['image']}"),),
        facets={},
        cluster=_id(row),
    )
