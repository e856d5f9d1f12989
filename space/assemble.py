"""From what was read of a board to the board: who is ranked, in which places, beside which floors."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import ROOT, read_public_key
from benchmarks.files import read_questions
from benchmarks.floor_rows import floor_rows
from benchmarks.folder import find_key
from benchmarks.published import published_rows
from board.columns import Column, value_columns
from board.comparisons_file import read_comparisons
from board.epochs import Epoch, Today, current_epoch, mark_stale
from board.receipts import key_sha256, questions_sha256
from board.results import score_files
from board.standing import Placed, Standing, place_all
from board.types import Benchmark, KeyEntry, Question, Track
from space.boards import Board
from space.places import Places, Read, place_columns, read_credits, told_places
from space.progress import Progress, silent
from space.rows import Cell, Facts, Row, published_row

Key = Mapping[str, KeyEntry]


class Source(NamedTuple):
    """Which board it is, and where its questions (None: not at hand) and results lie."""

    benchmark: Benchmark
    data_version: str
    track: Track
    folder: Path | None
    results: Path | None


class Draft(NamedTuple):
    """What is kept of each result of a board while the others are still being read."""

    rows: list[Row]
    standings: list[Standing]
    epochs: list[Epoch]


def assemble(source: Source, draft: Draft, progress: Progress = silent) -> Board:
    """The board of these results.

    Raises:
        BenchmarkError: score rows or the public key are damaged.
    """
    every = read_questions(source.folder) if source.folder else []
    questions = [question for question in every if source.track == "standard" or question.kind == "choice"]
    key = _public_key(source, every)
    today = Today(key_sha256(key) if key else "", questions_sha256(every) if every else "")
    epoch = current_epoch(_rankable(source, draft), today)
    standings = mark_stale(draft.standings, draft.epochs, epoch)
    able = [row.submission_id for row in standings if not row.reason]
    read = read_credits(source.benchmark, source.results, able, questions, progress)
    standings = [row._replace(reason=row.reason or read.refused.get(row.submission_id, "")) for row in standings]
    placed = place_all(standings)
    ranked = [draft.rows[place.place] for place in placed if place.rank is not None]
    columns = value_columns(source.benchmark, source.track)
    places, together = _places(source, columns, ranked, read, progress)
    rows = _placed(draft.rows, placed, places.columns.get(columns[0].key, {}))
    others = [*_published(source, columns), *_floors(source.benchmark, questions, key, columns)]
    rows = _merged(rows, others if source.track == "standard" else [])
    shown = [n for n in range(len(columns)) if n == 0 or any(row.cells[n].estimate is not None for row in rows)]
    return Board(
        source.benchmark,
        source.data_version,
        source.track,
        [columns[n] for n in shown],
        [row._replace(cells=tuple(row.cells[n] for n in shown)) for row in rows],
        questions,
        source.folder,
        read.credits,
        places,
        together,
        epoch,
    )


def _rankable(source: Source, draft: Draft) -> list[Epoch]:
    """What the results that could be ranked were scored with; the others do not decide what a board goes by.

    Where the gold is public, results with score rows decide, if there are any.
    """
    able = [(row, epoch) for row, epoch in zip(draft.standings, draft.epochs, strict=True) if not row.reason]
    there = score_files(source.results) if source.results and source.benchmark.gold == "public" else {}
    known = [epoch for row, epoch in able if row.submission_id in there]
    return known or [epoch for _, epoch in able]


def _places(
    source: Source, columns: list[Column], ranked: Sequence[Row], read: Read, progress: Progress
) -> tuple[Places, Places | None]:
    """The places within each protocol, and over all of them where there are several."""
    groups: dict[str, list[str]] = {}
    for row in ranked:
        groups.setdefault(row.facts.protocol, []).append(row.id)
    everyone = {"": [row.id for row in ranked]}
    several = len(groups) > 1
    if source.benchmark.gold != "public":
        file = read_comparisons(source.results, source.benchmark.name) if source.results else None
        told = file.board(source.data_version, source.track) if file else None
        whole = told.model_copy(update={"protocols": []}) if told else None
        return told_places(told, columns, groups), told_places(whole, columns, everyone) if several else None

    def placed(groups: Mapping[str, Sequence[str]], doing: str) -> Places:
        return place_columns(source.benchmark, list(progress(columns, doing, len(columns))), read, [*groups.values()])

    doing = f"comparing rows of {source.benchmark.title}"
    return placed(groups, doing), placed(everyone, doing) if several else None


def _placed(rows: Sequence[Row], placed: Sequence[Placed], intervals: Mapping[str, tuple[int, int]]) -> list[Row]:
    """The rows in the order of the board, each with its places or the reason why it has none."""
    found = []
    for place in placed:
        row = rows[place.place]
        if place.rank is None:
            found.append(row._replace(kind="unranked", reason=place.reason))
        else:
            low, high = intervals.get(row.id, (place.rank, place.rank))
            found.append(row._replace(kind="ranked", rank=place.rank, low=low, high=high))
    return found


def _public_key(source: Source, questions: Sequence[Question]) -> Key:
    """The key of these questions; empty where it is private or not at hand."""
    benchmark, folder = source.benchmark, source.folder
    if folder is None or benchmark.gold != "public":
        return {}
    file = find_key(benchmark.name, folder)
    own = file.parent == folder or file.parent.name == folder.name  # a key of another data version is not today's
    if not own or not file.exists():
        return {}
    key = read_public_key(benchmark.name, folder, benchmark.root or ROOT)
    return {question.id: key[question.id] for question in questions if question.id in key}


def _published(source: Source, columns: Sequence[Column]) -> Iterator[Row]:
    for number, row in enumerate(published_rows(source.benchmark), 1):
        if row.data_version == source.data_version:
            yield published_row(row, number, columns)


def _floors(benchmark: Benchmark, questions: Sequence[Question], key: Key, columns: Sequence[Column]) -> Iterator[Row]:
    if not questions or any(question.id not in key for question in questions):
        return
    for number, floor in enumerate(floor_rows(benchmark, questions, key), 1):
        cells = tuple(Cell(floor.values.get((column.metric, column.facet, column.value))) for column in columns)
        yield Row(f"floor-{number}", "floor", Facts(floor.name), "", "", 1.0, "floor", cells, reason="a floor to beat")


def _merged(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Published rows and floors among the ranked rows of the first protocol, by value; the unranked stay last."""
    protocol = next((row.facts.protocol for row in rows if row.kind == "ranked"), None)
    first = [row for row in rows if row.kind == "ranked" and row.facts.protocol == protocol]
    mixed = sorted([*first, *others], key=lambda row: (row.headline.estimate is None, -(row.headline.estimate or 0.0)))
    return [*mixed, *rows[len(first) :]]
