"""``summarize``: every metric of a benchmark on every facet value, from graded answers.

Rows are grouped once per facet with numpy; each group is then summed exactly. A facet value without questions is left
out, never 0. The whole benchmark is facet ``all`` = ``all``.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from board.metrics.mean import mean_credit
from board.types import Benchmark, Estimate, Metric, Mode, Question, Score


class Graded(NamedTuple):
    """One graded row and the question it belongs to."""

    question: Question
    score: Score


def summarize(graded: Sequence[Graded], benchmark: Benchmark, mode: Mode) -> list[Estimate]:
    """Estimates of all metrics on all facet values, the whole benchmark first.

    Example:
        >>> accuracy = (Metric("accuracy", "accuracy", ("choice",)),)
        >>> benchmark = Benchmark("b", "B", "public", (), accuracy, (), "accuracy", (), "")
        >>> rows = [Graded(Question("q1", "VMR", "choice"), Score("q1", "A", 1.0, "correct"))]
        >>> [(row.facet, row.value_of_facet, row.estimate) for row in summarize(rows, benchmark, "strict")]
        [('all', 'all', 1.0), ('task', 'VMR', 1.0)]
    """
    metrics = [metric for metric in benchmark.metrics if not metric.public_gold_only or benchmark.gold == "public"]
    covered = {metric.name: _covered(graded, metric) for metric in metrics}
    credits = {metric.name: _credits(graded, metric) for metric in metrics}
    estimates = []
    for facet, value, members in _groups(graded, benchmark):
        for metric in metrics:
            rows = members[covered[metric.name][members]]
            if rows.size:
                estimates.append(_estimate(graded, credits[metric.name], rows, metric, facet, value, mode))
    return estimates


def _groups(graded: Sequence[Graded], benchmark: Benchmark) -> Iterator[tuple[str, str, np.ndarray]]:
    """(facet, value, row numbers) for every value that has rows, in the benchmark's order."""
    yield "all", "all", np.arange(len(graded))
    tasks = [row.question.task for row in graded]
    yield from _by_value("task", tasks, tuple(task.name for task in benchmark.tasks))
    for facet in benchmark.facets:
        values = [row.question.facets.get(facet.name, "") for row in graded]
        yield from _by_value(facet.name, values, facet.values)


def _by_value(facet: str, values: list[str], order: tuple[str, ...]) -> Iterator[tuple[str, str, np.ndarray]]:
    present = set(values) - {""}
    known = [value for value in order if value in present]
    column = np.array(values, dtype=object)
    for value in [*known, *sorted(present - set(known))]:
        yield facet, value, np.flatnonzero(column == value)


def _covered(graded: Sequence[Graded], metric: Metric) -> np.ndarray:
    """Which rows a metric is about."""
    return np.array([row.question.kind in metric.kinds for row in graded], dtype=bool)


def _credits(graded: Sequence[Graded], metric: Metric) -> list[float | None]:
    return [getattr(row.score, metric.field) for row in graded]


def _estimate(
    graded: Sequence[Graded],
    credits: list[float | None],
    rows: np.ndarray,
    metric: Metric,
    facet: str,
    value: str,
    mode: Mode,
) -> Estimate:
    members = rows.tolist()
    buckets = [graded[row].score.bucket for row in members if graded[row].score.credit is not None]
    mean = mean_credit([credits[row] for row in members])
    return Estimate(
        metric=metric.name,
        facet=facet,
        value_of_facet=value,
        mode=mode,
        estimate=mean.estimate,
        unit="share",
        higher_is_better=metric.higher_is_better,
        n=len(members),
        n_unanswered=buckets.count("unanswered"),
        n_unparsed=buckets.count("unparsed"),
        n_unscored=len(members) - len(buckets),
        sem=mean.sem,
        n_clusters=len({graded[row].question.cluster for row in members}),
        lower_bound=mean.lower_bound,
        upper_bound=mean.upper_bound,
    )
