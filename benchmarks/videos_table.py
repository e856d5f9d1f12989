"""The maintainer's table of videos: how long each one is, and of which category.

It stands in for what official files of questions about videos leave out. A benchmark says which categories there are
and where its bins of length begin; how a table is read, and what is wrong with it, is the same for all.
"""

import bisect
import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.importing import refuse_faults
from board.errors import BenchmarkError, FaultyData
from board.words import counted

COLUMNS = ("video_name", "duration_min", "scene_category")
NAMES_SHOWN = 20


class Video(NamedTuple):
    """What the table says of one video: its length in minutes (0 or more), and its category as the benchmark spells it.

    Example:
        >>> Video(8.5, "street view").duration_min
        8.5
    """

    duration_min: float
    scene_category: str


def read_videos_table(path: Path, categories: Sequence[str], *, ending: str = "") -> dict[str, Video]:
    """The videos of a CSV ``video_name,duration_min,scene_category``, by name; further columns are left alone.

    ``categories`` are the known ones; upper and lower case and runs of blanks make no difference. ``ending`` is cut off
    the names (``".mp4"`` where the official files name videos without it).

    Raises:
        BenchmarkError: the file cannot be read, or is not UTF-8.
        FaultyData: a column is missing, or rows have faults; up to 20 are listed, each with its line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"cannot read the table of videos {path}: {error}") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    known = {category.casefold(): category for category in categories}
    table: dict[str, Video] = {}
    faults: list[str] = []
    try:
        _require_columns(path.name, reader.fieldnames or ())
        for row in reader:
            try:
                name, video = _read_row(row, known, ending)
                if name in table:
                    raise ValueError(f"duplicate video_name {name!r}")
                table[name] = video
            except ValueError as error:
                faults.append(f"line {reader.line_num}: {error}")
    except csv.Error as error:
        faults.append(f"line {reader.reader.line_num}: bad CSV: {error}")
    refuse_faults(path.name, faults)
    return table


def require_videos(names: Iterable[str], table: Mapping[str, Video], file: Path) -> None:
    """Check that every video of the official data stands in the table that was read from ``file``.

    Raises:
        FaultyData: some do not; up to 20 of them are named.
    """
    absent = sorted(set(names) - set(table))
    if absent:
        shown = ", ".join(absent[:NAMES_SHOWN]) + (", ..." if len(absent) > NAMES_SHOWN else "")
        n = counted(len(absent), "video of the questions is", "videos of the questions are")
        raise FaultyData(f"{n} not in {file.name}: {shown}. Add their rows")


def bin_of(minutes: float, starts: Sequence[float], names: Sequence[str]) -> str:
    """The name of the bin that a length falls into; the start of a bin belongs to it, the first starts at 0.

    Example:
        >>> bin_of(9.99, (0, 10, 30), ("0-10", "10-30", "30+")), bin_of(10.0, (0, 10, 30), ("0-10", "10-30", "30+"))
        ('0-10', '10-30')
    """
    return names[bisect.bisect_right(starts, minutes) - 1]


def _require_columns(file: str, found: Sequence[str]) -> None:
    absent = [column for column in COLUMNS if column not in found]
    if absent:
        refuse_faults(file, [f"line 1: expected the columns {','.join(COLUMNS)}; missing: {', '.join(absent)}"])


def _read_row(row: Mapping[str, str], known: Mapping[str, str], ending: str) -> tuple[str, Video]:
    """Name and video of one row; raises ValueError with what was found and expected."""
    if None in row or None in row.values():
        raise ValueError("found more or fewer cells than the header has")
    name = row["video_name"].removesuffix(ending)
    if not name:
        raise ValueError("video_name is empty")
    return name, Video(_minutes(row["duration_min"]), _category(row["scene_category"], known))


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = math.nan
    if not 0 <= minutes < math.inf:
        raise ValueError(f"duration_min {text!r}, expected minutes from 0")
    return minutes


def _category(text: str, known: Mapping[str, str]) -> str:
    category = known.get(" ".join(text.split()).casefold())
    if category is None:
        raise ValueError(f"scene_category {text!r}, expected one of: {', '.join(known.values())}")
    return category
