"""The maintainer's table of videos: how long each one is and of which category.

The official files say neither. The paper shows results by length without printing its bins, so these are ours,
left-closed: [0, 5), [5, 10), [10, 15), [15, inf) minutes. The column ``scene_category`` holds the video category.
"""

import bisect
import csv
import io
import math
from pathlib import Path
from typing import NamedTuple

from benchmarks.importing import refuse_faults
from board.errors import BenchmarkError

from . import BENCHMARK

COLUMNS = ("video_name", "duration_min", "scene_category")
BIN_STARTS = (5.0, 10.0, 15.0)
_FACET_VALUES = {facet.name: facet.values for facet in BENCHMARK.facets}


class VideoFacets(NamedTuple):
    """The facet values a video gives to all its questions."""

    video_length_bin: str
    video_category: str


def video_length_bin(duration_min: float) -> str:
    """The bin of a length in minutes (0 or more).

    Example:
        >>> video_length_bin(4.99), video_length_bin(5.0), video_length_bin(20.0)
        ('0-5', '5-10', '15+')
    """
    return _FACET_VALUES["video_length_bin"][bisect.bisect_right(BIN_STARTS, duration_min)]


def video_category(text: str) -> str:
    """The category spelled as the benchmark spells it, whatever its case; raises ValueError if unknown."""
    known = {value.casefold(): value for value in _FACET_VALUES["video_category"]}
    spelled = " ".join(text.split()).casefold()
    if spelled not in known:
        raise ValueError(f"scene_category {text!r}, expected a video category: {', '.join(known.values())}")
    return known[spelled]


def read_videos_table(path: Path) -> dict[str, VideoFacets]:
    """Read the CSV ``video_name,duration_min,scene_category``; further columns are left alone.

    A name may end in ``.mp4``; the official files name videos without it.

    Raises:
        BenchmarkError: no such file, not UTF-8, a column is missing, or rows have faults; all of them are listed.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"cannot read the table of videos {path}: {error}") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    table: dict[str, VideoFacets] = {}
    faults: list[str] = []
    try:
        absent = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
        if absent:
            raise BenchmarkError(f"{path.name} must have the columns {','.join(COLUMNS)}; missing: {', '.join(absent)}")
        for row in reader:
            try:
                _add(row, table)
            except ValueError as error:
                faults.append(f"line {reader.line_num}: {error}")
    except csv.Error as error:
        faults.append(f"line {reader.line_num}: bad CSV: {error}")
    refuse_faults(path.name, faults)
    return table


def _add(row: dict[str, str], table: dict[str, VideoFacets]) -> None:
    """Check one row and put it into the table; raises ValueError with what was found and expected."""
    if None in row or None in row.values():
        raise ValueError("found more or fewer cells than the header has")
    name = row["video_name"].removesuffix(".mp4")
    if not name or name in table:
        raise ValueError(f"duplicate video_name {name!r}" if name else "video_name is empty")
    try:
        minutes = float(row["duration_min"])
    except ValueError:
        minutes = math.nan
    if not 0 <= minutes < math.inf:
        raise ValueError(f"duration_min {row['duration_min']!r}, expected minutes from 0")
    table[name] = VideoFacets(video_length_bin(minutes), video_category(row["scene_category"]))
