"""From the official VSI-Super-Wild file to questions and key.

The release is ``tasks/vsi_super_wild/data/vsi_super_wild_qa.jsonl`` of the official repository. Option texts stay as
they are, byte for byte behind the label; what has no place of its own in a question goes under its ``source``.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.importing import FAULTS_SHOWN, Imported, differences, release, require_release
from board.errors import BenchmarkError
from board.types import KeyEntry, Media, Question

from . import BENCHMARK
from .official_rows import OCCURRENCES, Row, is_extra, read_rows
from .videos_table import VideoFacets, read_videos_table

NO_TABLE = "duration bins and scene categories unavailable: no --videos table was given"


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the official file into questions and key.

    ``videos`` is the maintainer's table ``video_name,duration_min,scene_category``: without it the questions carry
    neither ``duration_bin`` nor ``scene_category``. ``partial`` accepts a file whose counts differ from the release.

    Raises:
        BenchmarkError: the file has faults (up to 20 are listed, each with its line), a video is not in the table,
            or, without ``partial``, a task is absent or its number of questions is not that of the release.
    """
    version, source = release(BENCHMARK, data_version, partial), Path(source)
    rows = read_rows(source)
    table = read_videos_table(videos) if videos else {}
    if videos:
        _require_videos(rows, table, videos)
    counts = Counter(row["task_type"] for row in rows)
    found = differences(version, counts, {})
    require_release(version, found, partial, source.name)
    return Imported(
        [_question(row, table) for row in rows],
        [KeyEntry(row["doc_id"], _answer(row)) for row in rows],
        version.name,
        {task.name: counts[task.name] for task in BENCHMARK.tasks},
        found,
        videos=videos is not None,
        notes=() if videos else (NO_TABLE,),
    )


def recording(video_name: str) -> str:
    """The recording a view was taken from; its questions are not independent, so it is the cluster.

    Example:
        >>> recording("YKBcT2Xkh_I_left.mp4")
        'YKBcT2Xkh_I'
    """
    return video_name.rsplit("_", 1)[0]


def _require_videos(rows: list[Row], table: Mapping[str, VideoFacets], videos: Path) -> None:
    absent = sorted({row["video_name"] for row in rows} - set(table))
    if absent:
        names = ", ".join(absent[:FAULTS_SHOWN]) + (", ..." if len(absent) > FAULTS_SHOWN else "")
        raise BenchmarkError(f"{len(absent)} videos of the questions are not in {videos.name}: {names}. Add their rows")


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
        source={name: value for name, value in row.items() if name == "video_name" or is_extra(name)},
    )


def _facets(row: Row, table: Mapping[str, VideoFacets]) -> dict[str, str]:
    facets = {"occurrence": OCCURRENCES[row["question"]]} if row["task_type"] == "VOO" else {}
    known = table.get(row["video_name"])
    if known:
        facets |= {"duration_bin": known.duration_bin, "scene_category": known.scene_category}
    return facets


def _answer(row: Row) -> str | int:
    return int(row["answer"]) if BENCHMARK.task(row["task_type"]).kind == "count" else str(row["answer"])
