"""Reading the official VSI-Super-Wild file, one JSON object a line, strictly.

Every row has the fields doc_id, video_name, task_type, question, answer (always a text, also a count), frame_indices
and options. All faults of a file are found at once; nothing is mended.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.importing import refuse_faults
from board.errors import BenchmarkError

from . import BENCHMARK

LABELS = ("A", "B", "C", "D")
OCCURRENCES = {
    "[Ordering] In this video, choose the option listing the four objects by first-appearance time.": "first",
    "[Ordering] In this video, choose the option listing the four objects by last-appearance time.": "last",
}
TEXT_FIELDS = ("doc_id", "video_name", "task_type", "question")
FIELDS = (*TEXT_FIELDS, "answer", "frame_indices", "options")
_VIDEO_NAME = re.compile(r"[A-Za-z0-9_-]+_(front|back|left|right)\.mp4")
_COUNT = re.compile(r"0|[1-9][0-9]{0,8}")

Row = dict[str, Any]


def read_rows(source: Path) -> list[Row]:
    """Every row of the file, checked; raises one error that lists the faults of all lines."""
    if not source.is_file():
        raise BenchmarkError(f"found no file {source}: give the path of the official jsonl file")
    rows: list[Row] = []
    faults: list[str] = []
    first_line: dict[str, int] = {}
    for number, line in enumerate(source.read_bytes().removesuffix(b"\n").split(b"\n"), start=1):
        row = _parse(line)
        found = [row] if isinstance(row, str) else list(_faults_of(row))
        if isinstance(row, dict):
            rows.append(row)
            doc_id = row.get("doc_id")
            if isinstance(doc_id, str) and first_line.setdefault(doc_id, number) != number:
                found.append(f"duplicate doc_id {doc_id!r}, first on line {first_line[doc_id]}")
        faults += [f"line {number}: {fault}" for fault in found]
    refuse_faults(source.name, faults)
    return rows


def is_extra(name: str) -> bool:
    """Whether a field has no place of its own in a question; ``frame_indices`` has none, ``answer`` is the key."""
    return name == "frame_indices" or name not in FIELDS


def _parse(line: bytes) -> Row | str:
    """The JSON object of a line, or what is wrong with it."""
    try:
        row = json.loads(line.decode("utf-8"), object_pairs_hook=_without_duplicates, parse_constant=_refuse)
        # What could not be written again (half a surrogate pair, an infinite number) is refused here.
        json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1}"
    except ValueError as error:
        return f"bad JSON: {error}"
    except RecursionError:
        return "bad JSON: nested too deeply"
    return row if isinstance(row, dict) else f"found a JSON {type(row).__name__}, expected an object"


def _without_duplicates(pairs: list[tuple[str, Any]]) -> Row:
    row = dict(pairs)
    if len(row) < len(pairs):
        raise ValueError(f"duplicate field {next(name for name, n in Counter(k for k, _ in pairs).items() if n > 1)!r}")
    return row


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _faults_of(row: Row) -> Iterator[str]:
    """Everything wrong with one row, as sentences without its place."""
    missing = [name for name in FIELDS if name not in row]
    if missing:
        yield f"missing field {', '.join(missing)}"
        return
    wrong = [name for name in TEXT_FIELDS if not isinstance(row[name], str) or not row[name]]
    if wrong:
        yield f"{', '.join(wrong)} must be a text that is not empty"
        return
    if not _VIDEO_NAME.fullmatch(row["video_name"]):
        yield f"video_name {row['video_name']!r}, expected RECORDING_VIEW.mp4 with front, back, left or right"
    if not _is_frame_list(row["frame_indices"]):
        yield f"frame_indices {row['frame_indices']!r}, expected null or whole numbers from 0"
    kinds = {task.name: task.kind for task in BENCHMARK.tasks}
    if row["task_type"] not in kinds:
        yield f"unknown task_type {row['task_type']!r}, expected one of {', '.join(kinds)}"
    elif kinds[row["task_type"]] == "count":
        yield from _count_faults(row)
    else:
        yield from _choice_faults(row)


def _is_frame_list(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(type(frame) is int and frame >= 0 for frame in value))


def _count_faults(row: Row) -> Iterator[str]:
    if row["options"] is not None:
        yield "options of a count must be null"
    if not isinstance(row["answer"], str) or not _COUNT.fullmatch(row["answer"]):
        yield f"answer {row['answer']!r}, expected a whole number from 0 as text"


def _choice_faults(row: Row) -> Iterator[str]:
    options = row["options"]
    texts = [text for text in options if isinstance(text, str)] if isinstance(options, list) else []
    prefixes = [text[:3] for text in texts]
    if prefixes != [f"{label}) " for label in LABELS] or any(len(text) == 3 for text in texts):
        yield "options must be four texts that start with 'A) ', 'B) ', 'C) ', 'D) ', in this order"
    elif len({text[3:] for text in texts}) < len(LABELS):
        yield "two options have the same text"
    if row["answer"] not in LABELS:
        yield f"answer {row['answer']!r}, expected one of {', '.join(LABELS)}"
    if row["task_type"] == "VOO" and row["question"] not in OCCURRENCES:
        yield "unknown VOO template: the question asks neither for first-appearance nor for last-appearance time"
