"""The terminal card of a result: headline, tasks, buckets, tags, and what the released scorer would say."""

from board.results import EstimateRow, Result
from board.types import Benchmark
from scorer.official import OfficialView

_FACET_TITLES = {"task": "task"}


def result_card(result: Result, benchmark: Benchmark, official: OfficialView | None) -> str:
    """A result for people, in percent with two decimals.

    Shares of unanswered and unparsed answers stand beside every number, since they count as 0 in it.
    """
    own = [row for row in result.estimates if row.mode == result.mode]
    titles = {metric.name: metric.title for metric in benchmark.metrics}
    name = result.submission.get("display_name") or "your file"
    lines = [
        f"{benchmark.title} {result.data_version} · {result.track} · {result.mode} · {name}",
        "",
        f"  {_percent(result.headline.estimate)}  {titles.get(result.headline.metric, result.headline.metric)}"
        f"{_sem(_headline_row(result))}",
        "",
        *_table(own, titles),
        "",
        f"  {_status(result)}",
    ]
    if result.tags:
        lines.append("  read with: " + ", ".join(f"{tag} {n:,}" for tag, n in result.tags.items()))
    if official is not None and result.mode != "official":
        lines += _official_lines(result, official)
    return "\n".join([*lines, f"  submission {result.submission_id[:16]} · key {result.provenance.key_sha256[:8]}"])


def _table(rows: list[EstimateRow], titles: dict[str, str]) -> list[str]:
    head = f"  {'':24}{'':18}{'%':>7}{'± sem':>8}{'n':>9}{'unanswered':>12}{'unparsed':>10}"
    lines = [head]
    for row in rows:
        if row.facet == "all" or (row.metric == "score" and row.facet == "task"):
            continue
        where = row.value_of_facet if row.facet == "task" else f"{row.facet} {row.value_of_facet}"
        sem = "" if row.sem is None else f"{100 * row.sem:.2f}"
        lines.append(
            f"  {where:24.24}{row.metric:18}{_percent(row.estimate):>7}{sem:>8}{row.n:>9,}"
            f"{row.n_unanswered:>12,}{row.n_unparsed:>10,}"
        )
    return lines


def _official_lines(result: Result, official: OfficialView) -> list[str]:
    said = next((row.estimate for row in official.estimates if row.facet == "all"), None)
    n = official.n_read_differently
    differently = "reads every answer the same way" if n == 0 else f"reads {n:,} answers differently"
    return [f"  the released scorer would say {_percent(said)} and {differently} (not ranked)"]


def _status(result: Result) -> str:
    if result.status == "parity":
        return f"parity: as the released scorer reads it, never ranked ({result.coverage:.1%} of the questions)"
    if result.reason == "subset":
        return "complete on a subset of the release: never ranked"
    return "complete: every question is in the denominator"


def _headline_row(result: Result) -> EstimateRow | None:
    head = result.headline
    rows = (row for row in result.estimates if row.mode == result.mode)
    return next((row for row in rows if (row.metric, row.facet) == (head.metric, head.facet)), None)


def _sem(row: EstimateRow | None) -> str:
    return "" if row is None or row.sem is None else f" ± {100 * row.sem:.2f} (sem, n = {row.n:,})"


def _percent(share: float | None) -> str:
    return "—" if share is None else f"{100 * share:.2f}"
