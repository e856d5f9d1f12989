"""Where the score rows of a private benchmark go, and what its results say of them instead.

They lie in ``var/scores/<benchmark>/<submission_id>.scores.jsonl``, readable by the scorer's user alone. Beside the
results stands ``comparisons.json``, made from them: the places of the ranked rows and their paired tests, which hold
nothing of any single question.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from board.columns import Column, asks, value_columns
from board.comparisons import compare_all
from board.comparisons_file import (
    BoardComparisons,
    ComparedPair,
    ComparedRow,
    Comparison,
    ProtocolComparisons,
    read_comparisons,
    write_comparisons,
)
from board.credits import Credits, gather
from board.design import design_for
from board.epochs import epoch_of, mark_stale
from board.errors import BenchmarkError
from board.ranking import TOO_FEW, Ranking, rank_credits
from board.ranks import holm
from board.results import Result, iterate_results, read_score_file, score_files, write_result
from board.standing import place_all, standing_of
from board.types import Benchmark, Metric, Question
from scorer.score import Scored


class _Column(NamedTuple):
    """One number of the board: its column, and the metric behind it."""

    column: Column
    metric: Metric
    benchmark: Benchmark

    def asks(self, question: Question) -> bool:
        return asks(self.benchmark, self.column, question)


def write_scored(scored: Scored, benchmark: Benchmark, folder: Path, private_scores: Path) -> Path:
    """Write a result under ``folder``, and its score rows beside it only where the gold is public.

    Where it is private they go under ``private_scores``, and the board in ``comparisons.json`` is made again from the
    ranked results of ``folder`` whose score rows are there. Returns the file of the result.

    Raises:
        BenchmarkError: ``comparisons.json`` is damaged or ``private_scores`` lies within ``folder`` (nothing is written
            then), or the score rows of another submission cannot be used (the result is written).
        ValueError: nothing was scored.
    """
    if scored.result is None:
        raise ValueError("a refused file has no result")
    if benchmark.gold == "public":
        return write_result(scored.result, scored.scores, folder, verdicts=scored.verdict_text)
    if private_scores.resolve().is_relative_to(folder.resolve()):
        raise BenchmarkError(
            f"the score rows of {benchmark.title} are private and would lie in {private_scores}, within the results "
            f"in {folder}: name another folder for one of them. Nothing was written"
        )
    read_comparisons(folder, benchmark.name)
    told = scored.verdict_text
    file = write_result(scored.result, scored.scores, folder, private_scores=private_scores, verdicts=told)
    if scored.result.reason != "subset":  # such a run knows some of the questions only, and is never ranked
        _renew(scored.result, scored.questions, benchmark, folder, private_scores)
    return file


def _renew(
    result: Result, questions: Sequence[Question], benchmark: Benchmark, folder: Path, private_scores: Path
) -> None:
    """Make the board of a result again; the other boards of the file stay."""
    told = read_comparisons(folder, benchmark.name)
    mine = compared_board(result, questions, benchmark, folder, private_scores)
    others = [
        board
        for board in (told.all_boards() if told else [])
        if (board.data_version, board.track) != (mine.data_version, mine.track)
    ]
    versions = [version.name for version in benchmark.data_versions]

    def order(board: BoardComparisons) -> tuple[int, str, int]:
        known = versions.index(board.data_version) if board.data_version in versions else len(versions)
        return known, board.data_version, benchmark.tracks.index(board.track) if board.track in benchmark.tracks else 9

    write_comparisons(benchmark.name, sorted([*others, mine], key=order), folder)


def compared_board(
    result: Result, questions: Sequence[Question], benchmark: Benchmark, folder: Path, private_scores: Path
) -> BoardComparisons:
    """How the ranked results of a result's board compare, as far as their score rows are at hand.

    Ranked are those scored with the same key, questions, scorer and reader as this one. ``questions`` are those of the
    board.

    Raises:
        BenchmarkError: score rows are damaged, or not of these questions.
    """
    board = [other for other in iterate_results(folder) if _board_of(other) == _board_of(result)]
    standings = mark_stale([standing_of(own) for own in board], [epoch_of(own) for own in board], epoch_of(result))
    placed = [board[place.place] for place in place_all(standings, together=True) if place.rank is not None]
    files = score_files(private_scores / benchmark.name)
    protocol_of = {own.submission_id: standing_of(own).protocol for own in placed if own.submission_id in files}
    columns = list(_columns(benchmark, result))
    rows = ((id, read_score_file(files[id])) for id in protocol_of)
    credits = gather(rows, questions, {column.metric.name: column.metric for column in columns}.values())
    protocols = sorted(set(protocol_of.values()))
    parts = [(name, credits.of([id for id in credits.ids if protocol_of[id] == name])) for name in protocols]
    return BoardComparisons(
        data_version=result.data_version,
        track=result.track,
        protocols=[ProtocolComparisons(protocol=name, **_compared(own, columns)) for name, own in parts]
        if len(parts) > 1
        else [],
        **_compared(credits, columns),
    )


def _board_of(result: Result) -> tuple[str, str, str]:
    return result.benchmark, result.data_version, result.track


def _columns(benchmark: Benchmark, result: Result) -> Iterator[_Column]:
    """The columns of a result's board whose numbers are metrics, the headline first."""
    metrics = {metric.name: metric for metric in benchmark.metrics if not metric.public_gold_only}
    for column in value_columns(benchmark, result.track):
        if column.metric in metrics:
            yield _Column(column, metrics[column.metric], benchmark)


def _compared(credits: Credits, columns: Sequence[_Column]) -> dict[str, Any]:
    """The first column, and in ``columns`` those of the others in which rows can be told apart."""
    first, *others = (_comparison(credits, column) for column in columns)
    return {
        **dict(first),
        "columns": [column for column in others if column.rows or (column.why_plain or "").endswith(TOO_FEW)],
    }


def _comparison(credits: Credits, column: _Column) -> Comparison:
    try:
        ranking = rank_credits(credits, column.metric, column.asks)
    except BenchmarkError:  # the message names a question, which is nobody's business here
        ranking = Ranking({}, why_plain="no paired test for this number")
    if ranking.why_plain:  # few clusters: what they tell would tell much of single questions
        ranking = ranking._replace(places={})
    places = ranking.places.items()
    return Comparison(
        metric=column.metric.name,
        facet=column.column.facet,
        value_of_facet=column.column.value,
        rows=[ComparedRow(submission_id=id, rank_low=place.low, rank_high=place.high) for id, place in places],
        pairs=list(_pairs(credits, column)) if places else [],
        smallest_gain=None if ranking.smallest_gain is None else _rounded(ranking.smallest_gain),
        why_plain=ranking.why_plain or None,
    )


def _pairs(credits: Credits, column: _Column) -> Iterator[ComparedPair]:
    """Every pair once, the row that stands first on the board first."""
    own = credits.column(column.metric, column.asks)
    found = compare_all(own.credits, design_for(column.metric, own.questions))
    above = np.triu_indices(len(credits.ids), 1)
    for a, b, corrected in zip(*above, holm(found.p[above]), strict=True):
        stderr = float(found.stderr[a, b])
        yield ComparedPair(
            a=credits.ids[a],
            b=credits.ids[b],
            difference=_rounded(found.difference[a, b]),
            stderr=_rounded(stderr) if stderr else None,
            p=_rounded(found.p[a, b]),
            p_holm=_rounded(corrected),
        )


def _rounded(number: float) -> float:
    """Nine digits, so that a file is the same on any machine; never -0.0."""
    return float(f"{number:.9g}") + 0.0
