"""The places of a board's rows in every column, fixed at build: paired tests within each group of rows.

Where the score rows of a benchmark are public they are read here; of a private one only the ranks of
``comparisons.json`` are.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from board.columns import Column, asks
from board.comparisons_file import BoardComparisons, Comparison, ProtocolComparisons
from board.credits import Credits, gather
from board.errors import BenchmarkError
from board.ranking import TOO_FEW, credit_bounds
from board.results import read_score_file, score_files
from board.types import Benchmark, Question, Score
from board.words import counted
from space.progress import Progress, silent

MOST_ROWS = 2000  # ranked rows beyond which only the headline's places are worked out
NO_TEST = "no paired test for this number"
TOO_MANY = "too many rows to compare in every column"
Interval = tuple[int, int]


class Places(NamedTuple):
    """By column: the places (1-based, both included) each row may hold, the smallest gain, or why there are none.

    ``tied`` holds of every row the others that the headline's paired tests cannot tell from it.
    """

    columns: dict[str, dict[str, Interval]]
    smallest_gain: dict[str, float]
    why_plain: dict[str, str]
    tied: dict[str, tuple[str, ...]]


class Read(NamedTuple):
    """What the rows of a board earned on each question (None: not known, and why), and rows that do not fit it."""

    credits: Credits | None
    why: str = ""
    refused: Mapping[str, str] = {}


def read_credits(
    benchmark: Benchmark,
    results: Path | None,
    ids: Sequence[str],
    questions: Sequence[Question],
    progress: Progress = silent,
) -> Read:
    """What the rows that can be ranked earned on each question.

    Raises:
        BenchmarkError: a file of score rows is damaged.
    """
    if not ids or results is None:
        return Read(None, "no row is ranked")
    if benchmark.gold != "public":
        return Read(None, "the gold is private")
    if not questions:
        return Read(None, "the questions are not at hand")
    files = score_files(results)
    there = [id for id in ids if id in files]
    if not there:
        return Read(None, f"the score rows of {counted(len(ids), 'result')} are not there")
    refused = {id: "its score rows are not there, so it cannot be compared" for id in ids if id not in files}
    metrics = [metric for metric in benchmark.metrics if not metric.public_gold_only]
    if len(ids) > MOST_ROWS:
        metrics = [metric for metric in metrics if metric.name == benchmark.headline]
    rows = progress(_scores(there, files), "reading score rows", len(there))
    credits = gather(rows, questions, metrics, refused)
    return Read(credits, "", refused) if credits.ids else Read(None, "no row can be compared", refused)


def _scores(ids: Sequence[str], files: Mapping[str, Path]) -> Iterator[tuple[str, Sequence[Score]]]:
    for id in ids:
        yield id, read_score_file(files[id])


def place_columns(
    benchmark: Benchmark, columns: Sequence[Column], read: Read, groups: Sequence[Sequence[str]]
) -> Places:
    """The places in every column of the rows of each group (a protocol), which are ranked among themselves.

    Reasons and smallest gains are those of the first group, which has most rows. The first column is the headline.
    """
    metrics = {metric.name: metric for metric in benchmark.metrics}
    found = Places({}, {}, {}, {})
    for column in columns:
        metric = metrics.get(column.metric)
        if read.credits is None or metric is None or metric.values not in read.credits.values:
            many = read.credits is not None and len(read.credits.ids) > MOST_ROWS
            found.why_plain[column.key] = read.why or (TOO_MANY if many else NO_TEST)
            continue
        for number, group in enumerate(groups):
            try:
                bounds, why = credit_bounds(read.credits.of(group), metric, partial(asks, benchmark, column))
            except BenchmarkError:
                bounds, why = None, NO_TEST
            if number == 0 and why:
                found.why_plain[column.key] = why
            if number == 0 and bounds is not None and bounds.smallest_gain is not None:
                found.smallest_gain[column.key] = bounds.smallest_gain
            if bounds is not None:
                places = zip(bounds.low.tolist(), bounds.high.tolist(), strict=True)
                found.columns.setdefault(column.key, {}).update(zip(group, places, strict=True))
            if bounds is not None and column is columns[0] and len(group) <= MOST_ROWS:
                tied = {id: tuple(group[other] for other in bounds.tied_with(n)) for n, id in enumerate(group)}
                found.tied.update(tied)
    return found


def told_places(
    told: BoardComparisons | None, columns: Sequence[Column], groups: Mapping[str, Sequence[str]]
) -> Places:
    """The places of a board whose gold is private: only the ranks that the scorer published, no pair of rows.

    ``groups`` are the ranked rows of each protocol, or all of them under one name. Ranks of other rows than these
    (one was withdrawn, say) are not used.
    """
    found = Places({}, {}, {}, {})
    for column in columns:
        for number, (protocol, ids) in enumerate(groups.items()):
            own = _own(told, protocol, column)
            places = {row.submission_id: (row.rank_low, row.rank_high) for row in own.rows} if own else {}
            if own and not places and (own.why_plain or "").endswith(TOO_FEW) and len(ids) > 1:
                places = dict.fromkeys(ids, (1, len(ids)))  # compared, and nothing can be told apart
                found.why_plain.setdefault(column.key, own.why_plain or "")
            if places and set(places) == set(ids):
                found.columns.setdefault(column.key, {}).update(places)
            elif number == 0:
                other = "the published ranks are of other rows than these" if places else ""
                found.why_plain[column.key] = other or (own and own.why_plain) or "no ranks were published"
    return found


def _own(told: BoardComparisons | None, protocol: str, column: Column) -> Comparison | None:
    """What was published of a column: within a protocol, where there are several, else of the whole board."""
    if told is None:
        return None
    part: BoardComparisons | ProtocolComparisons = next((p for p in told.protocols if p.protocol == protocol), told)
    wanted = (column.metric, column.facet, column.value)
    return next((own for own in (part, *part.columns) if (own.metric, own.facet, own.value_of_facet) == wanted), None)
