"""Reading the boards of a folder of results.

A board is a pure function of the result files, their score rows, the questions, the published tables and public keys.
A board without results still has floors and published rows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.folder import open_data, sample_folder
from benchmarks.published import published_rows
from board.columns import Column, value_columns
from board.epochs import epoch_of
from board.errors import BenchmarkError
from board.results import Result, publishable_results
from board.standing import standing_of
from board.types import Benchmark, Track
from space.assemble import Draft, Source, assemble
from space.boards import Board
from space.progress import Progress, silent
from space.rows import row_of


def read_boards(
    results: Path | None, data: Path, benchmarks: Sequence[Benchmark], progress: Progress = silent
) -> list[Board]:
    """Every board of some benchmarks: those that have results, data or published rows.

    Args:
        results: the folder of results; None for none.
        data: a folder with one data folder a benchmark, ``NAME`` or ``NAME@VERSION``.
        benchmarks: the benchmarks to show, in this order.
        progress: tells a person how far the reading is.

    Raises:
        BenchmarkError: a result is damaged, or of a benchmark that is not among those to show.
    """
    drafts = _read(results, {benchmark.name: benchmark for benchmark in benchmarks}, progress)
    boards = []
    for benchmark in benchmarks:
        for version in _versions(benchmark, drafts, data):
            for track in benchmark.tracks:
                draft = drafts.get((benchmark.name, version, track))
                if draft or track == "standard":
                    source = Source(benchmark, version, track, _folder(benchmark, version, data), results)
                    boards.append(assemble(source, draft or Draft([], [], []), progress))
    return _with_pages([board for board in boards if board.rows])


def _with_pages(boards: Sequence[Board]) -> list[Board]:
    """The boards with the name of each row's page: the first 16 digits of its id, all 64 where two share these."""
    times = Counter(row.id[:16] for board in boards for row in board.rows)
    return [
        board._replace(
            rows=[row._replace(page=row.id if times[row.id[:16]] > 1 else row.id[:16]) for row in board.rows]
        )
        for board in boards
    ]


def _read(
    results: Path | None, known: Mapping[str, Benchmark], progress: Progress
) -> dict[tuple[str, str, str], Draft]:
    drafts: dict[tuple[str, str, str], Draft] = {}
    columns: dict[tuple[str, Track], list[Column]] = {}
    seen: set[str] = set()
    for result in progress(publishable_results(results), "reading results", None) if results else ():
        _require_known(result, known, seen)
        mine = (result.benchmark, result.track)
        if mine not in columns:
            columns[mine] = value_columns(known[result.benchmark], result.track)
        draft = drafts.setdefault((result.benchmark, result.data_version, result.track), Draft([], [], []))
        draft.rows.append(row_of(result, columns[mine]))
        draft.standings.append(standing_of(result))
        draft.epochs.append(epoch_of(result))
    return drafts


def _require_known(result: Result, known: Mapping[str, Benchmark], seen: set[str]) -> None:
    """Refuse a result that no board could hold, or that is there twice with two contents."""
    short = f"{result.submission_id[:16]}…"
    if result.benchmark not in known:
        raise BenchmarkError(f"found a result of {result.benchmark!r}, expected one of: {', '.join(known)}")
    if result.track not in known[result.benchmark].tracks:
        raise BenchmarkError(f"{short} is of track {result.track!r}, which {result.benchmark} does not have")
    if result.submission_id in seen:
        raise BenchmarkError(f"found two different results of {short}, expected one: keep one of the files")
    seen.add(result.submission_id)


def _versions(benchmark: Benchmark, drafts: Iterable[tuple[str, str, str]], data: Path) -> list[str]:
    """The data versions there is something to show of: the benchmark's own order, then by name."""
    found = {version for name, version, _ in drafts if name == benchmark.name}
    found |= {row.data_version for row in published_rows(benchmark)}
    found |= {open_data(folder).data_version for folder in data_folders(benchmark, data)}
    own = [version.name for version in benchmark.data_versions]
    return sorted(found, key=lambda name: (own.index(name) if name in own else len(own), name))


def data_folders(benchmark: Benchmark, data: Path) -> Iterator[Path]:
    """The data folders of a benchmark: below ``data``, and the sample in its own folder."""
    for folder in [data / benchmark.name, *sorted(data.glob(f"{benchmark.name}@*"))]:
        if (folder / "questions.jsonl").exists():
            yield folder
    sample = sample_folder(benchmark.name, benchmark.root)
    if (sample / "questions.jsonl").exists():
        yield sample


def _folder(benchmark: Benchmark, version: str, data: Path) -> Path | None:
    """The data folder that holds this version of the questions, if one does; a part of them will not do."""
    opened = ((own, open_data(own)) for own in data_folders(benchmark, data))
    return next((own for own, told in opened if told.data_version == version and not told.partial), None)
