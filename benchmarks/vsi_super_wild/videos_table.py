"""The maintainer's table of videos: how long each one is and where it was taken.

The official file says neither. The bins are those of the paper's long-horizon figure; the paper does not say to
which bin an edge belongs, so they are left-closed here: [0, 10), [10, 30), [30, 60), [60, 120), [120, inf) minutes.
"""

import bisect
import csv
import io
import math
from pathlib import Path
from typing import NamedTuple

from board.errors import BenchmarkError

from . import BENCHMARK

COLUMNS = ("video_name", "duration_min", "scene_category")
BIN_STARTS = (10.0, 30.0, 60.0, 120.0)
_FACET_VALUES = {facet.name: facet.values for facet in BENCHMARK.facets}


class VideoFacets(NamedTuple):
    """The facet values a video gives to all its questions."""

    duration_bin: str
    scene_category: str


def duration_bin(duration_min: float) -> str:
    """The bin of a length in minutes (0 or more).

    Example:
        >>> duration_bin(9.99), duration_bin(10.0), duration_bin(261.08)
        ('0-10', '10-30', '120+')
    """
    return _FACET_VALUES["duration_bin"][bisect.bisect_right(BIN_STARTS, duration_min)]


def scene_category(text: str) -> str:
    """The scene category spelled as the benchmark spells it, whatever its case; raises ValueError if unknown."""
    known = {value.casefold(): value for value in _FACET_VALUES["scene_category"]}
    spelled = " ".join(text.split()).casefold()
    if spelled not in known:
        raise ValueError(f"scene_category {text!r}, expected one of: {', '.join(known.values())}")
    return known[spelled]


def read_videos_table(path: Path) -> dict[str, VideoFacets]:
    """Read the CSV ``video_name,duration_min,scene_category``; further columns are left alone.

    Raises:
        BenchmarkError: no such file, not UTF-8, a column is missing, or rows have faults; all of them are listed.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"cannot read the table of videos {path}: {error}") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    absent = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if absent:
        raise BenchmarkError(f"{path.name} must have the columns {','.join(COLUMNS)}; missing: {', '.join(absent)}")
    table: dict[str, VideoFacets] = {}
    faults: list[str] = []
    try:
        for row in reader:
            try:
                _add(row, table)
            except ValueError as error:
                faults.append(f"line {reader.line_num}: {error}")
    except csv.Error as error:
        faults.append(f"line {reader.line_num}: bad CSV: {error}")
    if faults:
        raise BenchmarkError(f"{path.name} has faults ({len(faults)}):\n  " + "\n  ".join(faults[:20]))
    return table


def _add(row: dict[str, str], table: dict[str, VideoFacets]) -> None:
    """Check one row and put it into the table; raises ValueError with what was found and expected."""
    if None in row or None in row.values():
        raise ValueError("found more or fewer cells than the header has")
    name = row["video_name"]
    if not name or name in table:
        raise ValueError(f"duplicate video_name {name!r}" if name else "video_name is empty")
    try:
        minutes = float(row["duration_min"])
    except ValueError:
        minutes = math.nan
    if not 0 <= minutes < math.inf:
        raise ValueError(f"duration_min {row['duration_min']!r}, expected minutes from 0")
    table[name] = VideoFacets(duration_bin(minutes), scene_category(row["scene_category"]))
