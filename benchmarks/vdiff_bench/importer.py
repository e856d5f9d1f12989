"""From the official VDiff-Bench rows to questions, key and images.

The release is the dataset ``elaine1wan/image_diff_mcq_data`` of the hub (split ``train``, parquet files). It is read
from there through ``datasets``, which downloads its files into its own cache and goes on where it was stopped, or from
a parquet file or a folder of them. Choices stay as they are, byte for byte, but for letter prefixes that all rows have.
"""

import functools
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.importing import (
    Imported,
    differences,
    missing_tasks,
    refuse_faults,
    refuse_videos,
    release,
    require_release,
    with_facets,
)
from benchmarks.source import HUB
from board.errors import BenchmarkError
from board.types import KeyEntry, Question

from . import BENCHMARK
from .gold import read_gold
from .images import Pair, look_through, notes_on, write_images
from .no_difference import SOURCE_FIELD
from .official_rows import Row, read_rows
from .parquet_rows import ParquetRows, open_files, open_rows
from .row_faults import faults_of

EMPTY = "E_MISSING_GROUP, E_EMPTY_CATEGORY"
QUESTION = "Which option describes a real difference between image 1 and image 2?"
_ADDRESS = re.compile(rf"{re.escape(HUB)}([\w.-]+/[\w.-]+?)(?:@([0-9a-f]{{40}}))?")


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read official rows into questions and key; the images are written by ``write_media`` of what is returned.

    ``source`` is a parquet file, a folder of them, or ``hf://datasets/OWNER/NAME`` (``@REVISION`` of 40 hex digits
    behind it pins it). The image columns may be absent. ``partial`` accepts rows that are not a whole release.

    Raises:
        FaultyData: rows have faults (up to 20 are listed), or, without ``partial``, a category is empty or the number
            of rows is not that of the release.
        BenchmarkError: there is no such release or file, the hub cannot be reached, or a table of videos is given.
    """
    refuse_videos(BENCHMARK, videos)
    version, name = release(BENCHMARK, data_version, partial), str(source)
    table = _download(name) if name.startswith(HUB) else open_rows(Path(source))
    name = name if name.startswith(HUB) else Path(source).name
    rows, settled = read_rows(table)
    gold = read_gold(rows)
    pairs, image_faults = look_through(table, rows)
    refuse_faults(name, [fault.text for fault in sorted([*faults_of(rows), *gold.faults, *image_faults])])
    counts = Counter(row.task for row in rows)
    found = differences(version, counts, {"questions": len(rows)}, code=EMPTY)
    found += [] if version.counts else missing_tasks(BENCHMARK, counts, code=EMPTY)
    require_release(version, found, partial, name)
    return Imported(
        [with_facets(BENCHMARK, _question(row, pairs[place] if pairs else None)) for place, row in enumerate(rows)],
        [KeyEntry(row.id, label) for row, label in zip(rows, gold.labels, strict=True)],
        version.name,
        {task.name: counts[task.name] for task in BENCHMARK.tasks},
        found,
        notes=(gold.note, *_notes(rows, table), *settled, *notes_on(pairs, rows, table)),
        write_media=functools.partial(write_images, table, pairs) if pairs else None,
    )


def _question(row: Row, pair: Pair | None) -> Question:
    return Question(
        id=row.id,
        task=row.task,
        kind="choice",
        question=QUESTION,
        options=row.options,
        media=pair.media if pair else (),
        facets={"source": row.source} if row.source else {},
        cluster=pair.cluster if pair else row.id,
        source=row.kept,
    )


def _notes(rows: Sequence[Row], table: ParquetRows) -> list[str]:
    """What a maintainer should know of these rows, one sentence each."""
    spellings = sorted({(str(row.kept["change category"]), row.task) for row in rows})
    notes = [f"revision {table.revision} of the hub"] if table.revision else []
    notes += ["categories: " + ", ".join(f"{category!r} is {task}" for category, task in spellings)]
    if isinstance(rows[0].values["index"], str):
        notes.append("index is given as text")
    if without := sum(not row.source for row in rows):
        notes.append(f"no source is given in {without:,} of {len(rows):,} rows: they are in no value of that facet")
    if extra := sorted({name for row in rows for name in row.kept} - {"change category", SOURCE_FIELD}):
        notes.append(f"unknown columns, kept under source: {', '.join(extra)}")
    if SOURCE_FIELD in table.columns:
        notes.append(f"the column {SOURCE_FIELD} was left out: the import writes what it found itself under this name")
    return notes


def _download(address: str) -> ParquetRows:
    """The rows of a dataset on the hub; its files stay in the cache of ``datasets``."""
    named = _ADDRESS.fullmatch(address)
    if named is None:
        raise BenchmarkError(f"found the address {address!r}, expected {HUB}OWNER/NAME or {HUB}OWNER/NAME@REVISION")
    import datasets
    from huggingface_hub.utils import httpx  # type: ignore[attr-defined]  # its errors are no OSError

    if not sys.stderr.isatty():
        datasets.disable_progress_bars()
    try:
        builder = datasets.load_dataset_builder(named[1], revision=named[2])
        addresses = list((builder.config.data_files or {}).get("train", []))
        files = [Path(file) for file in datasets.DownloadManager().download(addresses)]
    except (OSError, ValueError, RuntimeError, httpx.HTTPError, datasets.exceptions.DatasetsError) as error:
        raise BenchmarkError(
            f"cannot get {address} from the hub ({error}): check the connection and run the import again (it goes on "
            "where it stopped), or download the parquet files by other means and name their folder as SOURCE"
        ) from error
    if not files or not all(str(one).endswith(".parquet") for one in addresses):
        raise BenchmarkError(f"{address} has no parquet files in the split 'train': name a folder of them as SOURCE")
    revision = re.search("@([0-9a-f]{40})/", addresses[0])
    return open_files(files)._replace(revision=revision[1] if revision else "")
