"""A ranked table as text for the terminal: rank, model, headline, one column a task, and why a row has no rank."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from board.ranking import Ranking
from board.types import Benchmark
from board.words import percent, places

MOST_TASKS = 6  # more do not fit a terminal: the table then shows the benchmark's groups


class _Column(NamedTuple):
    """One column: its heading, word by word, the column of the table behind it, and its width."""

    words: list[str]
    name: str
    width: int


def board_text(table: pd.DataFrame, benchmark: Benchmark, ranking: Ranking) -> str:
    """The table in percent with two decimals, right-aligned; ``—`` where there is no value, long names word by word.

    A rank is the places the row may hold (1–2) within its protocol; where the questions cannot tell, the plain rank,
    equal ones printed equal (1, 1, 3). Unranked rows stand last with their reason. A benchmark of more than six tasks
    is shown by its groups.
    """
    columns = [_Column(["all"], "headline", 7), *_columns(table, benchmark)]
    width = max([5, *(len(str(model)) for model in table["model"])])
    ranks = [
        "—" if pd.isna(row["rank"]) else rank_text(row["rank"], row["submission_id"], ranking)
        for _, row in table.iterrows()
    ]
    rank_width = max(4, *map(len, ranks))
    heights = range(max(len(column.words) for column in columns), 0, -1)
    lines = [_heading(left, rank_width, width, columns) for left in heights]
    several, protocol = table["protocol"][table["rank"].notna()].nunique() > 1, None
    for rank, (_, row) in zip(ranks, table.iterrows(), strict=True):
        if several and pd.notna(row["rank"]) and row["protocol"] != protocol:
            protocol = row["protocol"]
            lines.append(f"      protocol {protocol or 'not told'}, ranked among themselves:")
        cells = [f"{percent(row[column.name]):>{column.width}}" for column in columns]
        reason = f"  {row['reason']}" if row["reason"] else ""
        lines.append("  ".join([f"{rank:>{rank_width}}", f"{row['model']:{width}}", *cells]) + reason)
    return "\n".join([*lines, f"      {_note(ranking)}"])


def rank_text(plain: int, submission_id: str, ranking: Ranking) -> str:
    """The places a ranked row may hold, or its plain rank.

    Example:
        >>> from board.ranking import Place
        >>> rank_text(1, "a", Ranking({"a": Place(1, 2, ("b",))})), rank_text(1, "a", Ranking({}))
        ('1–2', '1')
    """
    place = ranking.places.get(submission_id)
    if place is None:
        return str(plain)
    return places(place.low, place.high)


def _note(ranking: Ranking) -> str:
    """What the ranks of a board mean."""
    if ranking.why_plain:
        return f"{'every row may hold any of these places' if ranking.places else 'plain ranks'}: {ranking.why_plain}"
    told = "a rank of 1–2 means one of these places, by paired tests"
    if ranking.smallest_gain is None:
        return told
    return f"{told}; gains under {percent(ranking.smallest_gain)} points are hard to see here"


def _columns(table: pd.DataFrame, benchmark: Benchmark) -> list[_Column]:
    """One column a task, or a group of tasks, as far as the table has them."""
    wanted = [(task.name, f"{benchmark.metric_of(task.kind)}/task={task.name}") for task in benchmark.tasks]
    groups = (facet for facet in benchmark.facets if facet.name != benchmark.task_facet and facet.values)
    if len(wanted) > MOST_TASKS and (facet := next(groups, None)):
        wanted = [(value, f"{benchmark.headline}/{facet.name}={value}") for value in facet.values]
    present = [(label.split("_"), name) for label, name in wanted if name in table.columns]
    return [_Column(words, name, max(7, *map(len, words))) for words, name in present]


def _heading(left: int, rank_width: int, width: int, columns: Sequence[_Column]) -> str:
    """One line of the heading, ``left`` lines above the rows."""
    rank, model = ("rank", "model") if left == 1 else ("", "")
    words = [column.words[-left] if left <= len(column.words) else "" for column in columns]
    cells = [f"{word:>{column.width}}" for word, column in zip(words, columns, strict=True)]
    return "  ".join([f"{rank:>{rank_width}}", f"{model:{width}}", *cells]).rstrip()
