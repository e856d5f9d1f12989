"""Where a benchmark's data lies: the folder, its release (``data.json``), and its key file.

The importer writes a data folder; the validator, the scorer and the pages read it. Any subset of questions is legal:
it is scored as what it is and never ranked. What stands in the files is read by :mod:`benchmarks.files`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks import ROOT
from board.errors import BenchmarkError
from board.types import Benchmark

UNVERSIONED = "unversioned"


class DataFolder(NamedTuple):
    """Where a benchmark's questions lie and which release they are (``data.json``, or its absence).

    ``counts`` are the questions of each task, ``totals`` what else the importer counted (dialogues, rounds).
    """

    path: Path
    data_version: str = UNVERSIONED
    partial: bool = False
    source: str = ""
    counts: Mapping[str, int] = {}
    videos: bool = False
    totals: Mapping[str, int] = {}

    @property
    def questions(self) -> Path:
        """The file of the public questions."""
        return self.path / "questions.jsonl"


def sample_folder(name: str, root: Path | None = None) -> Path:
    """The sample that ships inside the benchmark's folder.

    Example:
        >>> sample_folder("vsi_super_wild").name
        'sample'
    """
    return (root or ROOT) / name / "sample"


def find_data(name: str, data: Path | None = None, root: Path | None = None) -> Path:
    """The data folder to use: the one asked for, else ``data/NAME`` if it exists, else the sample.

    Raises:
        BenchmarkError: the folder asked for has no ``questions.jsonl``.
    """
    if data is None:
        imported = Path("data") / name
        return imported if (imported / "questions.jsonl").exists() else sample_folder(name, root)
    if not (data / "questions.jsonl").exists():
        raise BenchmarkError(
            f"found no questions.jsonl in {data}: import the benchmark there with\n"
            f"  python -m benchmarks import {name} --out {data} --key-out keys/{name}"
        )
    return data


def open_data(path: Path, name: str = "") -> DataFolder:
    """Read ``data.json`` of a folder; without one the version is ``unversioned``.

    Raises:
        BenchmarkError: it cannot be read, or it says that the questions are another benchmark's than ``name``.

    Example:
        >>> open_data(sample_folder("vsi_super_wild")).data_version
        'sample'
    """
    file = path / "data.json"
    if not file.exists():
        return DataFolder(path)
    try:
        told = json.loads(file.read_bytes())
        counts = {str(task): int(n) for task, n in (told.get("counts") or {}).items()}
        version, source = str(told.get("data_version") or UNVERSIONED), str(told.get("source") or "")
        totals = {str(what): int(n) for what, n in (told.get("totals") or {}).items()}
        whose = str(told.get("benchmark") or name)
        folder = DataFolder(path, version, bool(told.get("partial")), source, counts, bool(told.get("videos")), totals)
    except (ValueError, TypeError, AttributeError) as error:
        raise BenchmarkError(f"{file} cannot be read ({error}): import the benchmark again") from error
    if name and whose != name:
        raise BenchmarkError(f"{path} holds the questions of {whose}, expected {name}: name another folder with --data")
    return folder


def is_whole(benchmark: Benchmark, folder: DataFolder, counts: Mapping[str, int], data_version: str = "") -> bool:
    """True where the questions are a whole release of the benchmark, not a subset of one.

    ``counts`` is the number of questions of each task actually present; ``data_version`` is the release they are said
    to be, by default the folder's. Where a release does not tell its counts by task, every task must be present, as
    the importer wrote it, and the totals it counted must be those of the release.

    Example:
        >>> from benchmarks import load_benchmark
        >>> is_whole(load_benchmark("vsi_super_wild"), DataFolder(Path(), "released-6980"), {"VMR": 1215})
        False
    """
    version = benchmark.data_version(data_version or folder.data_version)
    if version is None or folder.partial:
        return False
    if version.counts:
        return {task: n for task, n in version.counts.items() if n} == dict(counts)
    written = {task: n for task, n in folder.counts.items() if n}
    if written != dict(counts) or set(counts) != {task.name for task in benchmark.tasks}:
        return False
    found = {**folder.totals, "questions": sum(counts.values())}
    return all(found.get(what) == n for what, n in version.totals.items())


def known_folders(name: str, root: Path | None = None) -> Iterator[Path]:
    """Every data folder of a benchmark on this machine: ``data/NAME``, ``data/NAME@VERSION`` and the sample."""
    for folder in [Path("data") / name, *sorted(Path("data").glob(f"{name}@*")), sample_folder(name, root)]:
        if (folder / "questions.jsonl").exists():
            yield folder


def find_key(name: str, data: Path, key: Path | None = None) -> Path:
    """The key file to use: the one asked for, else ``DIR/key.jsonl`` if there, else ``keys/NAME/key.jsonl``.

    Of a folder ``NAME@VERSION``, ``keys/NAME@VERSION/key.jsonl`` comes before the last.
    """
    if key is not None:
        return key / "key.jsonl" if key.is_dir() else key
    beside, versioned = data / "key.jsonl", Path("keys") / data.name / "key.jsonl"
    if beside.exists():
        return beside
    return versioned if data.name.startswith(f"{name}@") and versioned.exists() else Path("keys") / name / "key.jsonl"


def seen_from_here(path: Path) -> Path:
    """A folder as seen from the working directory, where it lies below.

    Example:
        >>> seen_from_here(Path("data/vsi_super_wild"))
        PosixPath('data/vsi_super_wild')
    """
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
