"""What every importer gives, and the questions it answers alike: which release, and is it whole?

An importer is a function ``import_questions(source, *, videos, data_version, partial) -> Imported`` in the
``importer.py`` of a benchmark's folder.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from board.errors import BenchmarkError
from board.types import Benchmark, DataVersion, KeyEntry, Question

FAULTS_SHOWN = 20


class Imported(NamedTuple):
    """What an import gives: questions and key in official order, and what was found different from the release.

    ``counts`` maps each task to its number of questions (0 where it is absent), ``videos`` says whether a table of
    videos was used. ``notes`` are sentences for the maintainer. ``write_media`` writes the images that came with the
    rows below a data folder, where there are any, and returns how many there are.
    """

    questions: list[Question]
    key: list[KeyEntry]
    data_version: str
    counts: dict[str, int]
    differences: list[str]
    videos: bool = False
    notes: tuple[str, ...] = ()
    write_media: Callable[[Path], int] | None = None


def release(benchmark: Benchmark, name: str | None, partial: bool) -> DataVersion:
    """The release to import: the first by default; with ``partial`` also one under a name of its own.

    Raises:
        BenchmarkError: there is no release of that name.
    """
    if name is None:
        return benchmark.data_versions[0]
    version = benchmark.data_version(name)
    if version is None and partial:
        return DataVersion(name)  # a subset or correction under a name of its own: it is never ranked
    if version is None:
        known = ", ".join(known.name for known in benchmark.data_versions)
        raise BenchmarkError(f"found no data version {name!r} of {benchmark.name}, expected one of: {known}")
    return version


def differences(version: DataVersion, counts: Mapping[str, int], totals: Mapping[str, int]) -> list[str]:
    """One sentence for each task, and for each total, whose number is not that of the release.

    Example:
        >>> differences(DataVersion("v1", {"VMR": 2, "VOC": 1}), {"VMR": 3}, {})
        ['VMR: found 3 questions, expected 2 (+1)', 'E_MISSING_GROUP: VOC has no questions, expected 1']
    """
    found = [
        _difference(task, counts.get(task, 0), expected, " questions") for task, expected in version.counts.items()
    ]
    found += [_difference(what, totals.get(what, 0), expected, "") for what, expected in version.totals.items()]
    return [sentence for sentence in found if sentence]


def _difference(what: str, found: int, expected: int, unit: str) -> str:
    if found == expected:
        return ""
    if found == 0 and unit:
        return f"E_MISSING_GROUP: {what} has no questions, expected {expected:,}"
    return f"{what}: found {found:,}{unit}, expected {expected:,} ({found - expected:+,})"


def missing_tasks(benchmark: Benchmark, counts: Mapping[str, int]) -> list[str]:
    """One sentence for each task without a question, where the release does not tell how many it has.

    Example:
        >>> from benchmarks import load_benchmark
        >>> missing_tasks(load_benchmark("vsi_super_wild"), {"VMR": 1, "VPO": 1, "VOO": 1})
        ['E_MISSING_GROUP: VOC has no questions']
    """
    return [f"E_MISSING_GROUP: {task.name} has no questions" for task in benchmark.tasks if not counts.get(task.name)]


def require_release(version: DataVersion, found: Sequence[str], partial: bool, source: str) -> None:
    """Raise BenchmarkError where the data differ from the release and ``partial`` does not accept that."""
    if found and not partial:
        lines = "\n".join(f"  {difference}" for difference in found)
        raise BenchmarkError(f"{source} is not the release {version.name!r} (--partial accepts it):\n{lines}")


def refuse_faults(source: str, faults: Sequence[str]) -> None:
    """Raise one BenchmarkError that lists the first faults of an official file, and how many there are."""
    if faults:
        shown = "\n".join(f"  {fault}" for fault in faults[:FAULTS_SHOWN])
        more = f"\n  and {len(faults) - FAULTS_SHOWN} more" if len(faults) > FAULTS_SHOWN else ""
        raise BenchmarkError(f"{source} has faults ({len(faults)}); nothing was imported:\n{shown}{more}")
