"""The terminal card of a result: headline, tasks, buckets, tags, and what the released scorer would say."""

from collections import Counter
from collections.abc import Sequence

from board.results import EstimateRow, Result
from board.types import Benchmark, Score, Task
from scorer.official import OfficialView


def result_text(
    result: Result, benchmark: Benchmark, scores: Sequence[Score] = (), official: OfficialView | None = None
) -> str:
    """A result for people, in percent with two decimals.

    Shows every metric of each task, accuracy by occurrence, and one line a facet for the rest. Unanswered and
    unparsed answers are named, since they count as 0 in every number.
    """
    own = [row for row in result.estimates if row.mode == result.mode]
    titles = {metric.name: metric.title for metric in benchmark.metrics}
    name = result.submission.get("display_name") or "your file"
    head = result.headline
    row = result.row(head.metric, head.facet, head.value_of_facet)
    lines = [
        f"{benchmark.title} {result.data_version} · {result.track} · {result.mode} · {name}",
        "",
        f"  {percent(head.estimate)}  {titles.get(head.metric, head.metric)}{_sem(row)}",
        "",
        *_task_lines(own, benchmark),
        *(_facet_lines(own, benchmark) if result.mode != "official" else []),
        "",
        f"  {_buckets(scores)}",
        f"  {_status(result)}",
    ]
    if result.tags:
        lines.append("  read with: " + ", ".join(f"{tag} {n:,}" for tag, n in result.tags.items()))
    if official is not None and result.mode != "official":
        lines.append(_official_line(official))
    return "\n".join([*lines, f"  submission {result.submission_id[:16]} · key {result.provenance.key_sha256[:8]}"])


def _task_lines(rows: Sequence[EstimateRow], benchmark: Benchmark) -> list[str]:
    tasks = {task.name: task for task in benchmark.tasks}
    lines = [f"  {'task':26}{'metric':16}{'%':>8}{'± sem':>8}{'n':>10}{'chance':>9}"]
    for row in rows:
        if row.facet == "task" and row.metric != benchmark.headline:
            task = tasks.get(row.value_of_facet) or Task(row.value_of_facet, "", "choice")
            chance = "" if task.chance is None else f"{100 * task.chance:.0f}"
            sem = "" if row.sem is None else f"{100 * row.sem:.2f}"
            where = f"{task.name} {task.title}"
            lines.append(f"  {where:26.26}{row.metric:16}{percent(row.estimate):>8}{sem:>8}{row.n:>10,}{chance:>9}")
    return lines


def _facet_lines(rows: Sequence[EstimateRow], benchmark: Benchmark) -> list[str]:
    lines = []
    for facet in benchmark.facets:
        shown = [row for row in rows if row.facet == facet.name and row.metric == benchmark.headline]
        if shown:
            parts = " · ".join(f"{row.value_of_facet} {percent(row.estimate)}" for row in shown)
            lines.append(f"  {facet.title}: {parts}")
        else:
            lines.append(f"  {facet.title}: bins unavailable, the questions here do not carry them")
    return ["", *lines] if lines else []


def _buckets(scores: Sequence[Score]) -> str:
    n = Counter(score.bucket for score in scores)
    return " · ".join(f"{bucket} {n[bucket]:,}" for bucket in ("correct", "wrong", "unanswered", "unparsed"))


def _official_line(official: OfficialView) -> str:
    said = next((row.estimate for row in official.estimates if row.facet == "all"), None)
    n = official.n_read_differently
    differently = "reads every answer the same way" if n == 0 else f"reads {n:,} answers differently"
    return f"  the released scorer would say {percent(said)} and {differently} (not ranked)"


def _status(result: Result) -> str:
    if result.status == "parity":
        return f"parity: as the released scorer reads it, never ranked ({result.coverage:.1%} of the questions)"
    if result.reason == "subset":
        return "complete on a subset of the release: never ranked"
    n = next((row.n for row in result.estimates if row.facet == "all" and row.mode == result.mode), 0)
    return f"complete: all {n:,} rows of {result.data_version} are in the denominator"


def _sem(row: EstimateRow | None) -> str:
    return "" if row is None or row.sem is None else f" ± {100 * row.sem:.2f} (sem, n = {row.n:,})"


def percent(share: float | None) -> str:
    """A share in percent with two decimals; a dash where there is none.

    Example:
        >>> percent(0.125), percent(None)
        ('12.50', '—')
    """
    return "—" if share is None or share != share else f"{100 * share:.2f}"
