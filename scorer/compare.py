"""``--compare RESULTS``: where a result would land and who it is tied with, its weakest parts, a LaTeX row."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from board.credits import gather
from board.epochs import epoch_of
from board.ranking import FEWEST_ROWS, Ranking, rank_board, rank_credits
from board.results import Result, as_it_stands, read_scores
from board.retired_judges import read_retired
from board.table import build_table
from board.types import Benchmark, Question, Score
from board.words import counted, percent
from scorer.board_text import rank_text
from scorer.score import Scored

if TYPE_CHECKING:
    import pandas as pd

MOST_TIED = 5  # names of tied rows that are written out


def comparison(scored: Scored, folder: Path, results: Sequence[Result], benchmark: Benchmark) -> str:
    """A few lines for the terminal; ``results`` are those in ``folder`` (other boards are left out).

    Raises:
        ValueError: nothing was scored.
    """
    result = scored.result
    if result is None:
        raise ValueError("a refused file has no place on a board")
    result = as_it_stands(result, read_retired(folder / result.benchmark))
    board = [other for other in results if _same_board(other, result) and other.submission_id != result.submission_id]
    lines = [
        f"  {_place([*board, result], scored, folder, benchmark)}",
        f"  weakest parts: {', '.join(_weakest(result, benchmark)) or 'none'}",
        f"  LaTeX: {latex_row(result, benchmark)}",
    ]
    return "\n".join(lines)


def rank_results(
    table: "pd.DataFrame",
    scores: Mapping[str, Sequence[Score] | None],
    questions: Sequence[Question],
    benchmark: Benchmark,
    metric: str,
) -> Ranking:
    """The places of the ranked rows of a table within their protocols; ``scores`` says None where rows are not there.

    The smallest gain is that of the first protocol, which has most rows.
    """
    ranked = table[table["rank"].notna()]
    known = {id: rows for id in ranked["submission_id"] if (rows := scores.get(id)) is not None}
    if len(known) < min(FEWEST_ROWS, len(ranked)):
        return Ranking({}, why_plain=f"the score rows of {counted(len(ranked) - len(known), 'result')} are not there")
    own = next(own for own in benchmark.metrics if own.name == metric)
    credits = gather(known.items(), questions, [own], {})
    groups = [
        [id for id in ids if id in credits.ids] for _, ids in ranked.groupby("protocol", sort=False)["submission_id"]
    ]
    found = [rank_credits(credits.of(ids), own) for ids in groups if ids]
    if not found:
        return rank_board({}, questions, own)
    places = {id: place for ranking in found for id, place in ranking.places.items()}
    return Ranking(places, found[0].smallest_gain, found[0].why_plain)


def _place(board: Sequence[Result], scored: Scored, folder: Path, benchmark: Benchmark) -> str:
    """Where the last result of a board stands, and which others it cannot be told from."""
    mine = board[-1]
    current = [row if epoch_of(row) == epoch_of(mine) else row.model_copy(update={"status": "stale"}) for row in board]
    blind = not mine.submission.get("protocol")  # a file without a card stands beside all
    table = build_table(current, together=blind)
    table = table.assign(protocol="") if blind else table
    row = table[table["submission_id"] == mine.submission_id].iloc[0]
    if row["reason"]:
        return f"not ranked: {row['reason']}"
    ranked = table[table["rank"].notna() & (table["protocol"] == row["protocol"])]
    if len(ranked) == 1:
        others = "of this board" if len(board) == 1 else "of this board and protocol"
        return f"rank 1 of 1, no other result {others} was found there"
    models = dict(zip(ranked["submission_id"], ranked["model"], strict=True))
    scores = {id: read_scores(folder, id) for id in models if id != mine.submission_id}
    scores[mine.submission_id] = list(scored.scores)
    ranking = rank_results(ranked, scores, scored.questions, benchmark, mine.headline.metric)
    compared = len(ranking.places) or len(models)
    left_out = (
        f" ({counted(len(models) - compared, 'row')} without fitting score rows left out)"
        if compared < len(models)
        else ""
    )
    shown = f"rank {rank_text(row['rank'], mine.submission_id, ranking)} of {compared}{left_out}"
    if ranking.why_plain:
        return f"{shown if ranking.places else f'plain {shown}'}: {ranking.why_plain}"
    tied = [models[id] for id in ranking.places[mine.submission_id].tied_with]
    more = f" and {counted(len(tied) - MOST_TIED, 'other')}" if len(tied) > MOST_TIED else ""
    return f"{shown} by paired tests, tied with {', '.join(tied[:MOST_TIED]) or 'none'}{more}"


def latex_row(result: Result, benchmark: Benchmark) -> str:
    r"""One row of a paper's table: name, headline, then each task, in percent with two decimals.

    Example (shape): ``My model & 34.22 & 26.91 & 25.58 & 40.36 & 33.81 \\``.
    """
    cells = [_latex_text(str(result.submission.get("display_name") or "Ours")), percent(result.headline.estimate)]
    for task in benchmark.tasks:
        cells.append(percent(result.estimate(benchmark.metric_of(task.kind), "task", task.name)))
    return " & ".join(cells) + r" \\"


def _weakest(result: Result, benchmark: Benchmark) -> list[str]:
    """The three groups farthest below the headline: tasks by their own metric, other facets by the headline's."""
    facets = {"task", *(facet.name for facet in benchmark.facets)} - {benchmark.task_facet}
    own_metric = {task.name: benchmark.metric_of(task.kind) for task in benchmark.tasks}
    below = [
        (row.estimate, row.facet, row.value_of_facet)
        for row in result.estimates
        if row.mode == result.mode and row.facet in facets and row.estimate is not None
        if row.metric == own_metric.get(row.value_of_facet, result.headline.metric)
        if result.headline.estimate is not None and row.estimate < result.headline.estimate
    ]
    return [f"{facet} {value} {percent(estimate)} %" for estimate, facet, value in sorted(below)[:3]]


def _same_board(a: Result, b: Result) -> bool:
    return (a.benchmark, a.data_version, a.track) == (b.benchmark, b.data_version, b.track)


def _latex_text(text: str) -> str:
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {character: f"\\{character}" for character in "&%$#_{}"}
    return "".join(special.get(character, character) for character in text)
