"""From the official VSI-Super-Wild file to questions and key.

The release is ``tasks/vsi_super_wild/data/vsi_super_wild_qa.jsonl`` of the official repository. Option texts stay as
they are, byte for byte behind the label; what has no place of its own in a question goes under its ``source``.

The official file says neither how long a video is nor where it was taken; the maintainer's table does. The bins are
those of the paper's long-horizon figure; the paper does not say to which bin an edge belongs, so they are left-closed
here: [0, 10), [10, 30), [30, 60), [60, 120), [120, inf) minutes.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from benchmarks.importing import Imported, differences, release, require_release
from benchmarks.videos_table import Video, bin_of, read_videos_table, require_videos
from board.types import KeyEntry, Media, Question

from . import BENCHMARK
from .official_rows import OCCURRENCES, Row, is_extra, read_rows

BIN_STARTS = (0, 10, 30, 60, 120)
FACET_VALUES = {facet.name: facet.values for facet in BENCHMARK.facets}
NO_TABLE = "duration bins and scene categories unavailable: no --videos table was given"


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the official file into questions and key.

    ``videos`` is the maintainer's table ``video_name,duration_min,scene_category``: without it the questions carry
    neither ``duration_bin`` nor ``scene_category``. ``partial`` accepts a file whose counts differ from the release.

    Raises:
        FaultyData: the file has faults (up to 20 are listed, each with its line), a video is not in the table, or,
            without ``partial``, a task is absent or its number of questions is not that of the release.
        BenchmarkError: there is no such release, or a file cannot be read.
    """
    version, source = release(BENCHMARK, data_version, partial), Path(source)
    rows = read_rows(source)
    table = read_videos_table(videos, FACET_VALUES["scene_category"]) if videos else {}
    if videos:
        require_videos((row["video_name"] for row in rows), table, videos)
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


def duration_bin(duration_min: float) -> str:
    """The bin of a length in minutes (0 or more).

    Example:
        >>> duration_bin(9.99), duration_bin(10.0), duration_bin(261.08)
        ('0-10', '10-30', '120+')
    """
    return bin_of(duration_min, BIN_STARTS, FACET_VALUES["duration_bin"])


def _question(row: Row, table: Mapping[str, Video]) -> Question:
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


def _facets(row: Row, table: Mapping[str, Video]) -> dict[str, str]:
    facets = {"occurrence": OCCURRENCES[row["question"]]} if row["task_type"] == "VOO" else {}
    if video := table.get(row["video_name"]):
        facets |= {"duration_bin": duration_bin(video.duration_min), "scene_category": video.scene_category}
    return facets


def _answer(row: Row) -> str | int:
    return int(row["answer"]) if BENCHMARK.task(row["task_type"]).kind == "count" else str(row["answer"])
