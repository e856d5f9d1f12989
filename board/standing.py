"""Who is ranked on a board, in which order, and why a row is not: the one place that decides it."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from board.judges import SMOKE_REASON, is_smoke
from board.results import Result
from board.words import text_of

STATUS_REASONS = {
    "incomplete": "incomplete: some answers are not scored yet",
    "parity": "parity: the released scorer's reading, for comparison only",
    "stale": "stale: scored with an older key, scorer or reader, or on other questions",
    "mixed_judge": "mixed judges",
}
Judge = tuple[str, str | None]


class Standing(NamedTuple):
    """What of a result decides its place; ``reason`` says why it cannot be ranked, empty where it can."""

    submission_id: str
    headline: float | None
    date: str
    protocol: str
    reason: str
    judge: Judge | None
    tasks: frozenset[str]


class Placed(NamedTuple):
    """The plain rank (1-based, equal values share one) of the row at ``place`` of those given; or None and why."""

    place: int
    rank: int | None
    reason: str


def standing_of(result: Result, epoch: str | None = None) -> Standing:
    """The standing of one result; ``epoch`` is the board's current one."""
    told = result.provenance
    return Standing(
        result.submission_id,
        result.headline.estimate,
        text_of(result.submission.get("date")),
        text_of(result.submission.get("protocol")),
        unranked_reason(result, epoch),
        None if told.judge is None else (told.judge, told.judge_prompt_sha256),
        frozenset(row.value_of_facet for row in result.estimates if row.facet == "task" and row.mode == result.mode),
    )


def unranked_reason(result: Result, epoch: str | None = None) -> str:
    """Why a result has no rank, in words; empty where it is ranked."""
    if is_smoke(result.provenance.judge):
        return SMOKE_REASON
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


def place_all(standings: Sequence[Standing], *, together: bool = False) -> list[Placed]:
    """All of a board in its order: ranked rows, best first, protocol by protocol; then the unranked, best first.

    The protocol with most ranked rows comes first. With ``together`` all protocols are ranked as one. Equal values
    stand by date, then by id.

    Example:
        >>> rows = [Standing(id, share, "", "", "", None, frozenset()) for id, share in (("a", 0.5), ("b", 0.7))]
        >>> [(row.place, row.rank) for row in place_all(rows)]
        [(1, 1), (0, 2)]
    """
    judge, tasks = _judge_of(standings), frozenset[str]().union(*(row.tasks for row in standings if not row.reason))
    reasons = [row.reason or _missing(row.tasks, tasks) or _other_judge(row.judge, judge) for row in standings]
    order = sorted(range(len(standings)), key=lambda place: _best_first(standings[place]))
    ranked = [place for place in order if not reasons[place]]
    sizes = Counter("" if together else standings[place].protocol for place in ranked)
    placed = []
    for protocol in sorted(sizes, key=lambda name: (-sizes[name], name)):
        mine = [place for place in ranked if together or standings[place].protocol == protocol]
        first: dict[float | None, int] = {}
        ranks = [first.setdefault(standings[place].headline, n) for n, place in enumerate(mine, 1)]
        placed += [Placed(place, rank, "") for place, rank in zip(mine, ranks, strict=True)]
    return placed + [Placed(place, None, reasons[place]) for place in order if reasons[place]]


def _best_first(row: Standing) -> tuple[bool, float, str, str]:
    return row.headline is None, -(row.headline or 0.0), row.date, row.submission_id


def _missing(mine: frozenset[str], board: frozenset[str]) -> str:
    """The tasks that other rows of the board have and this one has not, as a reason."""
    missing = sorted(board - mine)
    return f"incomplete: no value for {', '.join(missing)}" if missing else ""


def _judge_of(standings: Sequence[Standing]) -> Judge | None:
    """The judge and prompt behind most of the rows; of equally many the first by name. None where nobody judged."""
    judges = Counter(row.judge for row in standings if not row.reason and row.judge is not None)
    return min(judges, key=lambda judge: (-judges[judge], judge[0], judge[1] or "")) if judges else None


def _other_judge(mine: Judge | None, board: Judge | None) -> str:
    """Why a row does not compare with those of the board's judge; empty where it does, or needed no judge."""
    return "" if mine in (None, board) else "another judge or prompt than the rest of the board"
