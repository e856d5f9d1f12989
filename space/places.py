"""The places of a board's rows in every column, fixed at build: paired tests within each group of rows.

Where the score rows of a benchmark are public they are read here; of a private one only the ranks of
``comparisons.json`` are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from board.comparisons_file import BoardComparisons, ProtocolComparisons
from board.credits import Credits, gather
from board.errors import BenchmarkError
from board.many_ranks import RankBounds
from board.ranking import credit_bounds
from board.results import read_score_file, score_files
from board.types import Benchmark, Question, Score
from board.words import counted
from space.columns import Column, asks
from space.progress import Progress, silent

MOST_ROWS = 2000  # ranked rows beyond which only the headline's places are worked out
NO_TEST = "no paired test for this number"
Interval = tuple[int, int]


class Places(NamedTuple):
    """By column: the places (1-based, both included) each row may hold, the smallest gain, or why there are none.

    ``tied`` holds of every row the others that the headline's paired tests cannot tell from it.
    """

    columns: dict[str, dict[str, Interval]]
    smallest_gain: dict[str, float]
    why_plain: dict[str, str]
    tied: dict[str, tuple[str, ...]]


def board_credits(
    benchmark: Benchmark,
    results: Path | None,
    ids: Sequence[str],
    questions: Sequence[Question],
    progress: Progress = silent,
) -> tuple[Credits | None, str]:
    """What the ranked rows earned on each question, or None and why it is not known."""
    if not ids or results is None:
        return None, "no row is ranked"
    if benchmark.gold != "public":
        return None, "the gold is private"
    if not questions:
        return None, "the questions are not at hand"
    files = score_files(results)
    absent = [id for id in ids if id not in files]
    if absent:
        return None, f"the score rows of {counted(len(absent), 'result')} are not there"
    metrics = [metric for metric in benchmark.metrics if not metric.public_gold_only]
    if len(ids) > MOST_ROWS:
        metrics = [metric for metric in metrics if metric.name == benchmark.headline]
    try:
        return gather(progress(_scores(ids, files), "reading score rows", len(ids)), questions, metrics), ""
    except BenchmarkError as error:
        return None, str(error)


def _scores(ids: Sequence[str], files: Mapping[str, Path]) -> Iterator[tuple[str, Sequence[Score]]]:
    for id in ids:
        yield id, read_score_file(files[id])


def place_columns(
    benchmark: Benchmark, columns: Iterable[Column], credits: Credits | None, groups: Sequence[Sequence[str]], why: str
) -> Places:
    """The places in every column of the rows of each group (a protocol), which are ranked among themselves."""
    metrics = {metric.name: metric for metric in benchmark.metrics}
    found = Places({}, {}, {}, {})
    for column in columns:
        metric = metrics.get(column.metric)
        if credits is None or metric is None or metric.values not in credits.values:
            found.why_plain[column.key] = why or NO_TEST
            continue
        for group in groups:
            try:
                bounds = credit_bounds(credits.of(group), metric, partial(asks, benchmark, column))
            except BenchmarkError:
                bounds = NO_TEST
            _take(found, column.key, group, bounds)
        if column.key in found.columns:  # a protocol with a single row does not make the others' places plain
            found.why_plain.pop(column.key, None)
    return found


def _take(found: Places, key: str, group: Sequence[str], bounds: RankBounds | str) -> None:
    """Take in what one column tells of one group; the first column is the headline, whose ties are kept."""
    if isinstance(bounds, str):
        found.why_plain.setdefault(key, bounds)
        return
    places = zip(bounds.low.tolist(), bounds.high.tolist(), strict=True)
    found.columns.setdefault(key, {}).update(zip(group, places, strict=True))
    if bounds.smallest_gain is not None:
        found.smallest_gain.setdefault(key, bounds.smallest_gain)
    if next(iter(found.columns)) == key and len(group) <= MOST_ROWS:
        tied = {id: tuple(group[other] for other in bounds.tied_with(n)) for n, id in enumerate(group)}
        found.tied.update(tied)


def told_places(told: BoardComparisons | None, columns: Sequence[Column], protocols: Sequence[str]) -> Places:
    """The places of a board whose gold is private: only the ranks that the scorer published, no pair of rows."""
    found = Places({}, {}, {}, {})
    for column in columns:
        for part in _parts(told, protocols) if told else ():
            for own in (part, *part.columns):
                if (own.metric, own.facet, own.value_of_facet) == (column.metric, column.facet, column.value):
                    places = {row.submission_id: (row.rank_low, row.rank_high) for row in own.rows}
                    found.columns.setdefault(column.key, {}).update(places)
        if not found.columns.get(column.key):
            found.why_plain[column.key] = (told and told.why_plain) or "the gold is private and no ranks were published"
    return found


def _parts(told: BoardComparisons, protocols: Sequence[str]) -> list[BoardComparisons | ProtocolComparisons]:
    """The groups of rows that are ranked among themselves: each protocol where there are several."""
    return [part for part in told.protocols if part.protocol in protocols] or [told]
