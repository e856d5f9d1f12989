"""From the official VSI-Super-Wild file to questions and key.

The release is ``tasks/vsi_super_wild/data/vsi_super_wild_qa.jsonl`` of the official repository. Option texts stay as
they are, byte for byte behind the label; what has no place of its own in a question goes under its ``source``.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from board.errors import BenchmarkError
from board.types import DataVersion, KeyEntry, Media, Question

from . import BENCHMARK
from .official_rows import FAULTS_SHOWN, FIELDS, OCCURRENCES, Row, read_rows
from .videos_table import VideoFacets, read_videos_table


class Imported(NamedTuple):
    """What an import gives: questions and key in official order, and what was found different from the release.

    ``counts`` maps each task to its number of questions (0 where it is absent), ``videos`` says whether the length
    and the scene of the recordings are known.
    """

    questions: list[Question]
    key: list[KeyEntry]
    data_version: str
    counts: dict[str, int]
    differences: list[str]
    videos: bool


def import_questions(
    source: Path, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the official file into questions and key.

    ``videos`` is the maintainer's table ``video_name,duration_min,scene_category``: without it the questions carry
    neither ``duration_bin`` nor ``scene_category``. ``partial`` accepts a file whose counts differ from the release.

    Raises:
        BenchmarkError: the file has faults (up to 20 are listed, each with its line), a video is not in the table,
            or, without ``partial``, a task is absent or its number of questions is not that of the release.
    """
    version = _version(data_version, partial)
    rows = read_rows(source)
    table = read_videos_table(videos) if videos else {}
    if videos:
        _require_videos(rows, table, videos)
    counts = Counter(row["task_type"] for row in rows)
    differences = _differences(counts, version)
    if differences and not partial:
        lines = "\n".join(f"  {difference}" for difference in differences)
        raise BenchmarkError(f"{source.name} is not the release {version.name!r} (--partial accepts it):\n{lines}")
    return Imported(
        [_question(row, table) for row in rows],
        [KeyEntry(row["doc_id"], _answer(row)) for row in rows],
        version.name,
        {task.name: counts[task.name] for task in BENCHMARK.tasks},
        differences,
        videos is not None,
    )


def recording(video_name: str) -> str:
    """The recording a view was taken from; its questions are not independent, so it is the cluster.

    Example:
        >>> recording("YKBcT2Xkh_I_left.mp4")
        'YKBcT2Xkh_I'
    """
    return video_name.rsplit("_", 1)[0]


def _version(name: str | None, partial: bool) -> DataVersion:
    if name is None:
        return BENCHMARK.data_versions[0]
    version = BENCHMARK.data_version(name)
    if version is None and partial:
        return DataVersion(name, {})  # a subset or correction under a name of its own: it is never ranked
    if version is None:
        known = ", ".join(known.name for known in BENCHMARK.data_versions)
        raise BenchmarkError(f"found no data version {name!r} of {BENCHMARK.name}, expected one of: {known}")
    return version


def _require_videos(rows: list[Row], table: Mapping[str, VideoFacets], videos: Path) -> None:
    absent = sorted({row["video_name"] for row in rows} - set(table))
    if absent:
        names = ", ".join(absent[:FAULTS_SHOWN]) + (", ..." if len(absent) > FAULTS_SHOWN else "")
        raise BenchmarkError(f"{len(absent)} videos of the questions are not in {videos.name}: {names}. Add their rows")


def _differences(counts: Mapping[str, int], version: DataVersion) -> list[str]:
    """One sentence for each task whose number of questions is not that of the release."""
    differences = []
    for task, expected in version.counts.items():
        found = counts.get(task, 0)
        if found == 0:
            differences.append(f"E_MISSING_GROUP: {task} has no questions, expected {expected:,}")
        elif found != expected:
            differences.append(f"{task}: found {found:,} questions, expected {expected:,} ({found - expected:+,})")
    return differences


def _question(row: Row, table: Mapping[str, VideoFacets]) -> Question:
    view = row["video_name"].rsplit("_", 1)[1].removesuffix(".mp4")
    options = row["options"]
    return Question(
        id=row["doc_id"],
        task=row["task_type"],
        kind=BENCHMARK.task(row["task_type"]).kind,
        question=row["question"],
        options=None if options is None else {text[0]: text[3:] for text in options},
        media=(Media("video", f"videos/{row['video_name']}", f"{view} view"),),
        facets=_facets(row, table),
        cluster=recording(row["video_name"]),
        source={name: value for name, value in row.items() if name == "video_name" or _is_extra(name)},
    )


def _is_extra(name: str) -> bool:
    """Whether a field has no place of its own in a question; ``frame_indices`` has none, ``answer`` is the key."""
    return name == "frame_indices" or name not in FIELDS


def _facets(row: Row, table: Mapping[str, VideoFacets]) -> dict[str, str]:
    facets = {"occurrence": OCCURRENCES[row["question"]]} if row["task_type"] == "VOO" else {}
    known = table.get(row["video_name"])
    if known:
        facets |= {"duration_bin": known.duration_bin, "scene_category": known.scene_category}
    return facets


def _answer(row: Row) -> str | int:
    return int(row["answer"]) if BENCHMARK.task(row["task_type"]).kind == "count" else str(row["answer"])
