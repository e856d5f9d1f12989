"""A ranked table as text for the terminal: rank, model, headline, one column a task, and why a row has no rank."""

from collections.abc import Sequence

import pandas as pd

from board.types import Benchmark
from scorer.result_text import percent


def board_text(table: pd.DataFrame, benchmark: Benchmark) -> str:
    """The table in percent with two decimals, right-aligned; ``—`` where there is no value, long names word by word.

    Equal ranks are printed equal (1, 1, 3); unranked rows stand last with their reason.
    """
    tasks = [(task.name, benchmark.metric_of(task.kind)) for task in benchmark.tasks]
    present = [(name, metric) for name, metric in tasks if f"{metric}/task={name}" in table.columns]
    width = max([5, *(len(str(model)) for model in table["model"])])
    names = [name.split("_") for name, _ in present]
    wide = [max(7, *map(len, words)) for words in names]
    heights = range(max(map(len, names), default=1), 0, -1)
    lines = [_heading(left, width, names, wide) for left in heights]
    for _, row in table.iterrows():
        rank = "—" if pd.isna(row["rank"]) else str(row["rank"])
        values = [row["headline"], *(row[f"{metric}/task={name}"] for name, metric in present)]
        cells = [f"{percent(value):>{space}}" for value, space in zip(values, [8, *wide], strict=True)]
        reason = f"  {row['reason']}" if row["reason"] else ""
        lines.append("  ".join([f"{rank:>4}", f"{row['model']:{width}}", *cells]) + reason)
    return "\n".join(lines)


def _heading(left: int, width: int, names: Sequence[Sequence[str]], wide: Sequence[int]) -> str:
    """One line of the heading, ``left`` lines above the rows: the words of long names stand one below the other."""
    rank, model, overall = ("rank", "model", "overall") if left == 1 else ("", "", "")
    words = [name[-left] if left <= len(name) else "" for name in names]
    cells = [f"{word:>{space}}" for word, space in zip(words, wide, strict=True)]
    return "  ".join([f"{rank:>4}", f"{model:{width}}", f"{overall:>8}", *cells]).rstrip()
