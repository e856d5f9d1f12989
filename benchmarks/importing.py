"""What every importer gives, and the questions it answers alike: which release, is it whole, what is wrong with it?

An importer is a function ``import_questions(source, *, videos, data_version, partial) -> Imported`` in the
``importer.py`` of a benchmark's folder.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from board.errors import BenchmarkError, FaultyData, listed
from board.types import Benchmark, DataVersion, KeyEntry, Question
from board.words import counted

MISSING_GROUP = "E_MISSING_GROUP"


class Imported(NamedTuple):
    """What an import gives: questions and key in official order, and what was found different from the release.

    ``counts`` maps each task to its number of questions (0 where it is absent), ``totals`` holds what else was counted
    (dialogues, rounds), ``videos`` says whether a table of videos was used. ``notes`` are sentences for the maintainer.
    ``write_media`` writes the images that came with the rows below a data folder, where there are any, and returns how
    many there are.
    """

    questions: list[Question]
    key: list[KeyEntry]
    data_version: str
    counts: dict[str, int]
    differences: list[str]
    videos: bool = False
    totals: Mapping[str, int] = {}
    notes: tuple[str, ...] = ()
    write_media: Callable[[Path], int] | None = None


def with_facets(benchmark: Benchmark, question: Question) -> Question:
    """The question with every facet value it has written out, also those that follow from something else in it.

    Example:
        >>> from benchmarks import load_benchmark
        >>> with_facets(load_benchmark("mt_video_bench"), Question("v/0/3", "summary", "text")).facets
        {'ability': 'summary', 'group': 'perceptivity'}
    """
    values = {facet.name: facet.value(question) for facet in benchmark.facets}
    return question._replace(facets={name: value for name, value in values.items() if value})


def release(benchmark: Benchmark, name: str | None, partial: bool) -> DataVersion:
    """The release to import: the first by default; with ``partial`` also one under a name of its own.

    Raises:
        BenchmarkError: there is no release of that name.

    Example:
        >>> from benchmarks import load_benchmark
        >>> release(load_benchmark("vsi_super_wild"), None, partial=False).name
        'released-6980'
        >>> release(load_benchmark("vsi_super_wild"), "without-one-walk", partial=True).counts
        {}
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


def refuse_videos(benchmark: Benchmark, videos: Path | None) -> None:
    """Refuse a table of videos (``--videos``) for a benchmark that needs none.

    Raises:
        BenchmarkError: there is one.
    """
    if videos is not None:
        raise BenchmarkError(f"{benchmark.title} has no table of videos: leave --videos out")


def differences(
    version: DataVersion, counts: Mapping[str, int], totals: Mapping[str, int], code: str = MISSING_GROUP
) -> list[str]:
    """One sentence for each task, and for each total, whose number is not that of the release.

    ``code`` stands before a task without a question.

    Example:
        >>> differences(DataVersion("v1", {"VMR": 2, "VOC": 1}), {"VMR": 3}, {})
        ['VMR: found 3 questions, expected 2 (+1)', 'E_MISSING_GROUP: VOC has no questions, expected 1']
    """
    found = [
        _difference(task, counts.get(task, 0), expected, "question", code) for task, expected in version.counts.items()
    ]
    found += [_difference(what, totals.get(what, 0), expected) for what, expected in version.totals.items()]
    return [sentence for sentence in found if sentence]


def _difference(what: str, found: int, expected: int, unit: str = "", code: str = "") -> str:
    if found == expected:
        return ""
    if found == 0 and code:
        return f"{code}: {what} has no questions, expected {expected:,}"
    return (
        f"{what}: found {counted(found, unit) if unit else f'{found:,}'}, expected {expected:,} ({found - expected:+,})"
    )


def missing_tasks(benchmark: Benchmark, counts: Mapping[str, int], code: str = MISSING_GROUP) -> list[str]:
    """One sentence for each task without a question, where the release does not tell how many it has.

    Example:
        >>> from benchmarks import load_benchmark
        >>> missing_tasks(load_benchmark("vsi_super_wild"), {"VMR": 1, "VPO": 1, "VOO": 1})
        ['E_MISSING_GROUP: VOC has no questions']
    """
    return [f"{code}: {task.name} has no questions" for task in benchmark.tasks if not counts.get(task.name)]


def require_release(version: DataVersion, found: Sequence[str], partial: bool, source: str) -> None:
    """Check that the data are the release: nothing was ``found`` different, or ``partial`` accepts it.

    Raises:
        FaultyData: the data differ; every difference is listed.
    """
    if found and not partial:
        lines = listed(found, shown=len(found))
        raise FaultyData(f"{source} is not the release {version.name!r} (--partial accepts it):\n{lines}")


def refuse_faults(source: str, faults: Sequence[str]) -> None:
    """Refuse an official file that has faults, all of them at once.

    Raises:
        FaultyData: there are any; up to 20 are listed, and how many there are.
    """
    if faults:
        raise FaultyData(f"{source} has faults ({len(faults)}); nothing was imported:\n{listed(faults)}")


def is_plain_path(text: str) -> bool:
    r"""Whether a text of an official file names a file below a folder, and nowhere else, on every system.

    Example:
        >>> is_plain_path("1.png"), is_plain_path("street/1.png")
        (True, True)
        >>> [is_plain_path(path) for path in ("../1.png", "/1.png", r"..\1.png", "C:1.png", "")]
        [False, False, False, False, False]
    """
    path = PurePosixPath(text)
    inside = bool(path.parts) and not path.is_absolute() and ".." not in path.parts
    return inside and text == str(path) and "\\" not in text and ":" not in text and text.isprintable()
