"""A ranked table as text for the terminal: rank, model, headline, one column a task, and why a row has no rank."""

import pandas as pd

from board.types import Benchmark
from scorer.result_text import percent


def board_text(table: pd.DataFrame, benchmark: Benchmark) -> str:
    """The table in percent with two decimals, right-aligned; ``—`` where there is no value.

    Equal ranks are printed equal (1, 1, 3); unranked rows stand last with their reason.
    """
    tasks = [(task.name, benchmark.metric_of(task)) for task in benchmark.tasks]
    present = [(name, metric) for name, metric in tasks if f"{metric}/task={name}" in table.columns]
    width = max([5, *(len(str(model)) for model in table["model"])])
    heads = [f"{'rank':>4}", f"{'model':{width}}", f"{'overall':>8}", *(f"{name:>7}" for name, _ in present)]
    lines = ["  ".join(heads)]
    for _, row in table.iterrows():
        rank = "—" if pd.isna(row["rank"]) else str(row["rank"])
        values = [row["headline"], *(row[f"{metric}/task={name}"] for name, metric in present)]
        cells = [f"{percent(value):>{8 if place == 0 else 7}}" for place, value in enumerate(values)]
        reason = f"  {row['reason']}" if row["reason"] else ""
        lines.append("  ".join([f"{rank:>4}", f"{row['model']:{width}}", *cells]) + reason)
    return "\n".join(lines)
