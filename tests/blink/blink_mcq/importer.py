"""From ``val_answers.json`` (``{"val_Art_Style_1": "(A)", …}``) to questions and key.

The file tells neither a question nor its options: every question gets the labels A to D, which are those that occur.
So a label that a two-way question does not have is wrong here, not a fault.
"""

import json
import re
from collections import Counter
from pathlib import Path

from benchmarks.importing import Imported, differences, refuse_faults, refuse_videos, release, require_release
from board.types import KeyEntry, Question

from . import BENCHMARK

OPTIONS = {label: f"({label})" for label in "ABCD"}
_ID = re.compile(r"val_(?P<task>.+)_[0-9]+")


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the answer file into questions and key, in its order.

    Raises:
        FaultyData: an id or an answer has another form, or the tasks have not the numbers of the release.
        BenchmarkError: there is no such release, or a table of videos is given.
    """
    refuse_videos(BENCHMARK, videos)
    version, file = release(BENCHMARK, data_version, partial), Path(source)
    answers: dict[str, str] = json.loads(file.read_bytes())
    faults = [f"{id}: found {answer!r}" for id, answer in answers.items() if not _is_sound(id, answer)]
    refuse_faults(file.name, faults)
    counts = Counter(task_of_id(id) for id in answers)
    found = differences(version, counts, {})
    require_release(version, found, partial, file.name)
    questions = [Question(id, task_of_id(id), "choice", options=OPTIONS, cluster=id) for id in answers]
    key = [KeyEntry(id, answer.strip("()")) for id, answer in answers.items()]
    return Imported(questions, key, version.name, {task.name: counts[task.name] for task in BENCHMARK.tasks}, found)


def task_of_id(id: str) -> str:
    """The task that an id names; empty where it names none.

    Example:
        >>> task_of_id("val_Multi-view_Reasoning_7"), task_of_id("test")
        ('Multi-view_Reasoning', '')
    """
    found = _ID.fullmatch(id)
    return found["task"] if found else ""


def _is_sound(id: str, answer: object) -> bool:
    return task_of_id(id) in {task.name for task in BENCHMARK.tasks} and answer in OPTIONS.values()
