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

from benchmarks.importing import (
    Imported,
    differences,
    is_plain_path,
    refuse_faults,
    refuse_videos,
    release,
    require_release,
)
from board.types import KeyEntry, Media, Question

from . import BENCHMARK

# REPLACE: the fields of a row and their types, and the labels of the options.
FIELDS = {"number": int, "image": str, "question": str, "options": list, "answer": str, "shape": str}
LABELS = ("A", "B", "C", "D")
IN_WORDS = {int: "a whole number", str: "text", list: "a list"}
TASK = BENCHMARK.tasks[0]

Row = dict[str, Any]


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the released file; with ``partial`` its number of questions may differ from the release.

    Raises:
        FaultyData: the file has faults (up to 20 are listed, each with its line), or is not the whole release.
        BenchmarkError: there is no such release, or a table of videos is given.
    """
    refuse_videos(BENCHMARK, videos)
    version, file = release(BENCHMARK, data_version, partial), Path(source)
    rows = read_rows(file)
    counts = {TASK.name: len(rows)}
    found = differences(version, counts, {})
    require_release(version, found, partial, file.name)
    key = [KeyEntry(_id(row), row["answer"]) for row in rows]
    return Imported([_question(row) for row in rows], key, version.name, counts, found)


def read_rows(file: Path) -> list[Row]:
    """Every row of the file, checked.

    Raises:
        FaultyData: rows have faults; those of all lines are told at once.
    """
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
    wrong = [name for name, kind in FIELDS.items() if type(row[name]) is not kind]
    yield from (f"{name} is {row[name]!r}, expected {IN_WORDS[FIELDS[name]]}" for name in wrong)
    # What has the wrong type is one fault: what stands in it is not looked at.
    for name, look in (("image", _image_fault), ("options", _options_fault), ("answer", _answer_fault)):
        if name not in wrong and (fault := look(row[name])):
            yield fault


def _image_fault(image: str) -> str:
    return "" if is_plain_path(image) else f"image {image!r}, expected the name of a file below images/"


def _options_fault(options: list[object]) -> str:
    texts = [option for option in options if isinstance(option, str) and option.strip()]
    if len(options) != len(LABELS) or len(texts) != len(LABELS):
        return f"options must be {len(LABELS)} texts that are not empty"
    return "" if len(set(texts)) == len(LABELS) else "two options have the same text"


def _answer_fault(answer: str) -> str:
    return "" if answer in LABELS else f"answer {answer!r}, expected one of {', '.join(LABELS)}"


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
