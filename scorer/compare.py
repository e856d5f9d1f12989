"""``--compare RESULTS``: where a result would land, its weakest parts, a LaTeX row, and a receipt."""

from collections.abc import Sequence

from board.results import Result
from board.table import build_table
from board.types import Benchmark
from scorer.result_text import percent


def comparison(result: Result, results: Sequence[Result], benchmark: Benchmark) -> str:
    """A few lines for the terminal; ``results`` are those of the board (other boards are left out)."""
    board = [other for other in results if _same_board(other, result) and other.submission_id != result.submission_id]
    table = build_table([*board, result], epoch=result.provenance.epoch)
    row = table[table["submission_id"] == result.submission_id].iloc[0]
    ranked = int(table["rank"].notna().sum())
    if row["reason"]:
        place = f"not ranked: {row['reason']}"
    else:
        tied = int((table["rank"] == row["rank"]).sum()) - 1
        place = f"plain rank {row['rank']} of {ranked}" + (f", shared with {tied} more" if tied else "")
    if not board and not row["reason"]:
        place += ", no other result of this board was found there"
    lines = [
        f"  {place}; by the unrounded value, intervals come with the board",
        f"  weakest parts: {', '.join(_weakest(result, benchmark)) or 'none'}",
        f"  LaTeX: {latex_row(result, benchmark)}",
    ]
    return "\n".join(lines)


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
    own_metric = {task.name: benchmark.metric_of(task.kind) for task in benchmark.tasks}
    below = [
        (row.estimate, row.facet, row.value_of_facet)
        for row in result.estimates
        if row.mode == result.mode and row.facet not in ("all", benchmark.task_facet) and row.estimate is not None
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
