"""``summarize``: every metric of a benchmark on every facet value, from graded answers.

Rows are grouped once per facet; each group is then averaged by the metric, exactly summed, with its clustered
interval. A facet value without questions is left out, never 0. The whole benchmark is facet ``all`` = ``all``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.design import design_for
from board.metrics.mean import Mean, averaged, mean_credit
from board.metrics.nested import nest, nested_mean
from board.statistics import ClusteredMean, mean_by_design, within
from board.types import Benchmark, Estimate, Metric, Mode, Question, Score, Unscored, is_unclipped

Rows = NDArray[np.intp]


class Graded(NamedTuple):
    """One graded row and the question it belongs to."""

    question: Question
    score: Score


class _Group(NamedTuple):
    """The rows (as numbers) of one value of a facet."""

    facet: str
    value: str
    rows: Rows


class _Column(NamedTuple):
    """All values of a metric, and the row that each of them comes from."""

    values: list[float | Unscored]
    rows: Rows


def summarize(graded: Sequence[Graded], benchmark: Benchmark, mode: Mode) -> list[Estimate]:
    """Estimates of all metrics on all facet values, the whole benchmark first.

    A rate over some of the answers (the wrong ones, say) is None, with n = 0, where there is no such answer.

    Example:
        >>> accuracy = (Metric("accuracy", "accuracy", ("choice",)),)
        >>> benchmark = Benchmark("b", "B", "public", (), accuracy, (), "accuracy", (), "")
        >>> rows = [Graded(Question("q1", "VMR", "choice"), Score("q1", "A", 1.0, "correct"))]
        >>> [(row.facet, row.value_of_facet, row.estimate) for row in summarize(rows, benchmark, "strict")]
        [('all', 'all', 1.0), ('task', 'VMR', 1.0)]
    """
    metrics = [metric for metric in benchmark.metrics if not metric.public_gold_only or benchmark.gold == "public"]
    columns = {metric.name: _column(metric, graded) for metric in metrics}
    kinds = np.array([row.question.kind for row in graded])
    estimates = []
    for group in _groups(graded, benchmark):
        asked = set(kinds[group.rows].tolist())
        for metric in metrics:
            if asked & set(metric.kinds) and (not metric.facets or group.facet in metric.facets):
                estimates.append(_estimate(graded, columns[metric.name], metric, group, mode))
    return estimates


def _column(metric: Metric, graded: Sequence[Graded]) -> _Column:
    found = [metric.values(question, score) if question.kind in metric.kinds else () for question, score in graded]
    rows = np.repeat(np.arange(len(graded)), [len(values) for values in found])
    return _Column([value for values in found for value in values], rows)


def _groups(graded: Sequence[Graded], benchmark: Benchmark) -> Iterator[_Group]:
    """Every facet value that has rows, in the benchmark's order."""
    yield _Group("all", "all", np.arange(len(graded)))
    yield from _by_value("task", [row.question.task for row in graded], [task.name for task in benchmark.tasks])
    for facet in benchmark.facets:
        yield from _by_value(facet.name, [facet.value(row.question) for row in graded], facet.values)


def _by_value(facet: str, values: list[str], order: Sequence[str]) -> Iterator[_Group]:
    present = set(values) - {""}
    known = [value for value in order if value in present]
    column = np.array(values, dtype=object)
    for value in [*known, *sorted(present - set(known))]:
        yield _Group(facet, value, np.flatnonzero(column == value))


def _mean(values: Sequence[float | Unscored], questions: Sequence[Question], metric: Metric) -> Mean:
    if not values:
        return Mean(None, None, None, None)
    if not metric.levels:
        return mean_credit(values)
    nesting = nest([[level(question) for level in metric.levels] for question in questions])
    return averaged(values, lambda numbers: nested_mean(numbers, nesting))


def _interval(
    values: Sequence[float | Unscored], questions: Sequence[Question], metric: Metric
) -> ClusteredMean | None:
    """The clustered interval; None where there is no value, or one is unscored."""
    numbers = [value for value in values if not isinstance(value, Unscored)]
    if not numbers or len(numbers) < len(values):
        return None
    found = mean_by_design(numbers, design_for(metric, questions))
    return found if is_unclipped(metric.name) else within(found)


def _estimate(graded: Sequence[Graded], column: _Column, metric: Metric, group: _Group, mode: Mode) -> Estimate:
    places = np.flatnonzero(np.isin(column.rows, group.rows)).tolist()
    values = [column.values[place] for place in places]
    members = [graded[row] for row in column.rows[places].tolist()]
    questions = [row.question for row in members]
    mean, interval = _mean(values, questions, metric), _interval(values, questions, metric)
    buckets = Counter(
        None if isinstance(value, Unscored) else row.score.bucket for value, row in zip(values, members, strict=True)
    )
    return Estimate(
        metric=metric.name,
        facet=group.facet,
        value_of_facet=group.value,
        mode=mode,
        estimate=mean.estimate,
        unit="share",
        higher_is_better=metric.higher_is_better,
        n=len(values),
        n_unanswered=buckets["unanswered"],
        n_unparsed=buckets["unparsed"],
        n_unscored=buckets[None],
        stderr=interval.stderr if interval else None,
        sem=mean.sem,
        ci_low=interval.ci_low if interval else None,
        ci_high=interval.ci_high if interval else None,
        n_clusters=len({question.independent_part for question in questions}),
        lower_bound=mean.lower_bound,
        upper_bound=mean.upper_bound,
    )
