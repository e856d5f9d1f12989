"""The terminal card of a result: headline, tasks, buckets, tags, and what the released scorer would say."""

import re
from collections import Counter
from collections.abc import Sequence

from board.results import EstimateRow, Result
from board.statistics import FEWEST_CLUSTERS
from board.types import Benchmark, Score, Task
from board.words import counted, percent
from scorer.official import OfficialView
from scorer.shuffle_text import shuffle_lines


def result_text(result: Result, benchmark: Benchmark, scores: Sequence[Score], official: OfficialView | None) -> str:
    """A result for people, in percent with two decimals.

    Shows each task by its own metric, the other metrics over everything, and one line a facet for the rest.
    Unanswered and unparsed answers are named, since they count as 0 in every number.
    """
    own = [row for row in result.estimates if row.mode == result.mode]
    titles = {metric.name: metric.title for metric in benchmark.metrics}
    name = result.submission.get("display_name") or "your file"
    head = result.headline
    row = result.row(head.metric, head.facet, head.value_of_facet)
    lines = [
        f"{benchmark.title} {result.data_version} · {result.track} · {result.mode} · {name}",
        "",
        f"  {_value(row)}  {titles.get(head.metric, head.metric)}{_sureness(row)}",
        "",
        *_task_lines(own, benchmark),
        *_more_lines(own, benchmark),
        *(_facet_lines(own, benchmark) if result.mode != "official" else []),
        *(shuffle_lines(own) if result.track == "shuffle24" and result.mode != "official" else []),
        "",
        f"  {_buckets(scores)}",
        f"  {_status(result, row)}",
    ]
    if result.tags:
        lines.append("  read with: " + ", ".join(f"{tag} {n:,}" for tag, n in result.tags.items()))
    if official is not None and result.mode != "official":
        lines.append(_official_line(official, any(task.kind == "text" for task in benchmark.tasks)))
    judge = f" · judge {result.provenance.judge}" if result.provenance.judge else ""
    told = f"  submission {result.submission_id[:16]} · key {result.provenance.key_sha256[:8]}{judge}"
    return "\n".join([*lines, told])


def _task_lines(rows: Sequence[EstimateRow], benchmark: Benchmark) -> list[str]:
    tasks = {task.name: task for task in benchmark.tasks}
    lines = [f"  {'task':44}{'metric':20}{'%':>8}{'95 % interval':>18}{'n':>8}{'chance':>8}"]
    for row in rows:
        task = tasks.get(row.value_of_facet)
        if row.facet == "task" and task and row.metric == benchmark.metric_of(task.kind):
            chance = "" if task.chance is None else f"{100 * task.chance:.0f}"
            value = "open" if row.estimate is None and row.n else percent(row.estimate)
            lines.append(
                f"  {_named(task):44}{row.metric:20}{value:>8}{_interval(row):>18}{row.n:>8,}{chance:>8}".rstrip()
            )
    return lines


def _named(task: Task) -> str:
    """A task's official name, and its title where that says more."""
    name, title = (set(re.findall(r"[a-z]+", text.lower())) for text in (task.name, task.title))
    return task.name if name <= title else f"{task.name} {task.title}"


def _more_lines(rows: Sequence[EstimateRow], benchmark: Benchmark) -> list[str]:
    """The metrics that no task is shown by, over the whole benchmark."""
    shown = {benchmark.headline, *(benchmark.metric_of(task.kind) for task in benchmark.tasks)}
    titles = {metric.name: metric.title for metric in benchmark.metrics}
    more = [row for row in rows if row.facet == "all" and row.metric in titles and row.metric not in shown]
    lines = [f"  {titles[row.metric]:50}{_value(row):>22}{_interval(row):>18}{row.n:>8,}" for row in more]
    return ["", *lines] if lines else []


def _facet_lines(rows: Sequence[EstimateRow], benchmark: Benchmark) -> list[str]:
    lines, absent = [], []
    for facet in benchmark.facets:
        shown = [row for row in rows if row.facet == facet.name and row.metric == benchmark.headline]
        if not shown:
            absent.append(facet.title)
        elif facet.name != benchmark.task_facet:
            parts = " · ".join(f"{row.value_of_facet} {_value(row)}" for row in shown)
            lines.append(f"  {facet.title}: {parts}")
    if absent:
        lines.append(f"  not told by the questions here: {', '.join(absent)}")
    return ["", *lines] if lines else []


def _buckets(scores: Sequence[Score]) -> str:
    n = Counter("unscored" if score.credit is None else score.bucket for score in scores)
    named = ["correct", "wrong", "unanswered", "unparsed", *(["unscored"] if n["unscored"] else [])]
    return " · ".join(f"{bucket} {n[bucket]:,}" for bucket in named)


def _official_line(official: OfficialView, judged: bool) -> str:
    """What the released scorer would say of the same answers, and how far it is from ours."""
    if not official.graded:
        return "  the released scorer would have nothing to say: no verdict can be replayed"
    said = percent(next((row.estimate for row in official.estimates if row.facet == "all"), None))
    n, verb = official.n_read_differently, "credits" if judged else "reads"
    if official.n_left_out:
        alike = "the rest the same way" if n == 0 else f"{counted(n, 'answer')} differently"
        left = f"it leaves out {counted(official.n_left_out, 'answer')} without a verdict"
        return f"  the released scorer would say {said}: {left} and {verb} {alike} (not ranked)"
    alike = "every answer the same way" if n == 0 else f"{counted(n, 'answer')} differently"
    return f"  the released scorer would say {said} and {verb} {alike} (not ranked)"


def _status(result: Result, head: EstimateRow | None) -> str:
    n = head.n if head else 0
    if result.status == "incomplete":
        left = f"no verdict yet for {head.n_unscored:,} of {counted(n, 'answer')}" if head and n else "no verdict yet"
        return f"incomplete: {left}; never ranked until every answer has its verdicts"
    if result.status == "parity":
        return f"parity: as the released scorer reads it, never ranked ({result.coverage:.1%} of the questions)"
    if result.status == "mixed_judge":
        return "mixed judges: verdicts of more than one judge or prompt do not compare; have one of them judge it all"
    if result.reason == "subset":
        return "complete on a subset of the release: never ranked"
    if result.reason:
        return f"complete, but never ranked: {result.reason}"
    return f"complete: all {n:,} rows of {result.data_version} are in the denominator"


def _sureness(row: EstimateRow | None) -> str:
    """The interval of the headline with what it rests on, or why there is none, and the plain standard error."""
    if row is None or row.sem is None:
        return ""
    sem, clusters = f"sem {percent(row.sem)}, n = {row.n:,}", counted(row.n_clusters or 0, "cluster")
    if row.ci_low is not None:
        return f" (95 % interval {_interval(row)} over {clusters}; {sem})"
    if row.mode == "official":
        return f" ({sem})"
    few = (row.n_clusters or 0) < FEWEST_CLUSTERS
    return f" ({sem}; {clusters}: " + ("too few for an interval)" if few else "no difference, so no interval)")


def _interval(row: EstimateRow) -> str:
    """The 95 % interval in percent, empty where there is none."""
    return "" if row.ci_low is None else f"{percent(row.ci_low)} to {percent(row.ci_high)}"


def _value(row: EstimateRow | None) -> str:
    """A number, or the two it must lie between."""
    if row is not None and row.estimate is None and row.lower_bound is not None:
        return f"{percent(row.lower_bound)} to {percent(row.upper_bound)}"
    return percent(row.estimate if row else None)
