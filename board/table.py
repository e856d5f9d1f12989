"""``build_table``: results of one board as a ranked pandas DataFrame.

Ranked by the unrounded headline, best first; equal values share a rank (1, 1, 3). What cannot be compared is listed
last, unranked, with the reason. Rows of different data versions or tracks never share a table.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import pandas as pd

from board.errors import BenchmarkError
from board.results import Result

COLUMNS = ["rank", "reason", "model", "organisation", "date", "mode", "status", "coverage", "headline", "submission_id"]
STATUS_REASONS = {
    "incomplete": "incomplete: some answers are not scored yet",
    "parity": "parity: the released scorer's reading, for comparison only",
    "stale": "stale: scored with an older key or scorer",
    "mixed_judge": "mixed judges",
}


def build_table(results: Iterable[Result], *, epoch: str | None = None) -> pd.DataFrame:
    """One row a submission, in the order of the board.

    Columns: ``rank`` (1-based, missing where unranked), ``reason`` (why it is unranked, else empty), ``model``,
    ``organisation``, ``date``, ``mode``, ``status``, ``coverage``, ``headline`` (0..1), ``submission_id``, and one
    column ``metric/facet=value`` for each estimate of the row's own mode. ``epoch`` is the board's current one: a
    row of another epoch is stale.

    Raises:
        BenchmarkError: the results are of more than one benchmark, data version or track.

    Example:
        >>> list(build_table([]).columns)[:3]
        ['rank', 'reason', 'model']
    """
    rows = list(results)
    boards = {(result.benchmark, result.data_version, result.track) for result in rows}
    if len(boards) > 1:
        found = "; ".join(sorted("/".join(board) for board in boards))
        raise BenchmarkError(f"one table takes one benchmark, data version and track, found {found}")
    if not rows:
        return pd.DataFrame(columns=COLUMNS)
    table = pd.DataFrame([_row(result, epoch) for result in rows])
    judge = _judge_of([result for result, reason in zip(rows, table["reason"], strict=True) if not reason])
    table["reason"] = [
        reason or _missing_tasks(result, rows) or _other_judge(result, judge)
        for reason, result in zip(table["reason"], rows, strict=True)
    ]
    ranked = table["reason"] == ""
    ranks = table["headline"].where(ranked).rank(method="min", ascending=False)
    table["rank"] = ranks.astype("Int64")
    order = ["_unranked", "headline", "date", "submission_id"]
    table["_unranked"] = ~ranked
    table = table.sort_values(order, ascending=[True, False, True, True], na_position="last", kind="stable")
    return table.drop(columns="_unranked").reset_index(drop=True)


def unranked_reason(result: Result, epoch: str | None = None) -> str:
    """Why a result has no rank, in words; empty where it is ranked."""
    if result.status in STATUS_REASONS:
        more = f" ({result.reason})" if result.reason and result.reason != "subset" else ""
        return STATUS_REASONS[result.status] + more
    if epoch is not None and result.provenance.epoch != epoch:
        return STATUS_REASONS["stale"]
    if result.reason:
        return "subset: not all questions of the release" if result.reason == "subset" else result.reason
    if result.coverage < 1.0:
        return f"incomplete: {result.coverage:.1%} of the questions"
    if result.headline.estimate is None:
        return "no headline value"
    return ""


def _missing_tasks(result: Result, board: Sequence[Result]) -> str:
    """The tasks that other rows of the board have and this one has not, as a reason."""
    missing = sorted({task for other in board for task in _tasks(other)} - _tasks(result))
    return f"incomplete: no value for {', '.join(missing)}" if missing else ""


Judge = tuple[str, str | None]


def _judge_of(results: Sequence[Result]) -> Judge | None:
    """The judge and prompt behind most of the results; of equally many the first by name. None where nobody judged."""
    judges = Counter(judge for result in results if (judge := _judged_by(result)) is not None)
    return min(judges, key=lambda judge: (-judges[judge], judge[0], judge[1] or "")) if judges else None


def _other_judge(result: Result, judge: Judge | None) -> str:
    """Why a result does not compare with those of the board's judge; empty where it does, or needed no judge."""
    mine = _judged_by(result)
    return "" if mine in (None, judge) else "another judge or prompt than the rest of the board"


def _judged_by(result: Result) -> Judge | None:
    told = result.provenance
    return None if told.judge is None else (told.judge, told.judge_prompt_sha256)


def _tasks(result: Result) -> set[str]:
    return {row.value_of_facet for row in result.estimates if row.facet == "task" and row.mode == result.mode}


def _row(result: Result, epoch: str | None) -> dict[str, object]:
    card = result.submission
    return {
        "rank": None,
        "reason": unranked_reason(result, epoch),
        "model": card.get("display_name") or card.get("model_id") or "unnamed",
        "organisation": card.get("organisation") or "",
        "date": card.get("date") or "",
        "mode": result.mode,
        "status": result.status,
        "coverage": result.coverage,
        "headline": result.headline.estimate,
        "submission_id": result.submission_id,
        **{
            f"{row.metric}/{row.facet}={row.value_of_facet}": row.estimate
            for row in result.estimates
            if row.mode == result.mode
        },
    }
