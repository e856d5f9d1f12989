"""``judge retire`` and ``judge archive``: what becomes of a board whose judge is gone."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from board.errors import BenchmarkError, JudgeError
from board.judges import model_of
from board.results import Result, iterate_results
from board.retired_judges import RetiredJudge, read_retired, write_retired


class JudgedRow(NamedTuple):
    """What of a result decides about a retirement: a board's whole results are too many to be held at once."""

    submission_id: str
    judge: str | None
    data_version: str
    name: str


class JudgedBoards(NamedTuple):
    """A judge by its full name, and all results of each benchmark that has results by it, whatever judged them."""

    judge: str
    boards: dict[str, list[JudgedRow]]


def results_judged_by(name: str, folder: Path) -> JudgedBoards:
    """The boards of a judge, named as results give it, or by the name of its model where that is clear.

    Raises:
        JudgeError: no result is by such a judge, or those of several are; the message lists the judges there are.
    """
    boards: dict[str, list[JudgedRow]] = defaultdict(list)
    for result in iterate_results(folder):
        boards[result.benchmark].append(_row(result))
    there = {row.judge for rows in boards.values() for row in rows if row.judge}
    found = {name} & there or {judge for judge in there if model_of(judge) == name}
    if len(found) != 1:
        wanted = f"several judges called {name}" if found else f"no result judged by {name}"
        listed = "".join(f"\n  {judge}" for judge in sorted(there)) or " none"
        raise JudgeError(f"found {wanted} in {folder}, expected one of its judges:{listed}")
    (judge,) = found
    mine = {name: rows for name, rows in boards.items() if any(row.judge == judge for row in rows)}
    return JudgedBoards(judge, mine)


def _row(result: Result) -> JudgedRow:
    name = str(result.submission.get("display_name") or result.submission_id[:16])
    return JudgedRow(result.submission_id, result.provenance.judge, result.data_version, name)


def retire(folder: Path, rows: Sequence[JudgedRow], judge: str, successor: str, date: str, reason: str) -> RetiredJudge:
    """Freeze a board: its rows stay, new ones wait. Doing it again changes the successor, never the frozen rows.

    ``folder`` is the benchmark's folder of results, ``rows`` all that are there. What is known of the successor is kept
    as long as it is the same one.

    Raises:
        BenchmarkError: the judge was archived already.
    """
    known = read_retired(folder)
    before = next((one for one in known if one.judge == judge), None)
    if before is None:
        frozen = sorted(row.submission_id for row in rows)
        told: dict[str, Any] = {"judge": judge, "date": date, "reason": reason, "state": "waiting", "frozen": frozen}
        retired = RetiredJudge(successor=successor, successor_judge=None, overlap={}, **told)
        write_retired(folder, [*known, retired])
        return retired
    if before.state == "archived":
        raise BenchmarkError(f"{judge} was archived on {before.date}: there is nothing left to retire")
    changes: dict[str, Any] = {"successor": successor, "reason": reason or before.reason}
    if successor != before.successor:
        changes |= {"successor_judge": None, "overlap": {}}
    return _changed(folder, known, before, changes)


def keep_overlap(folder: Path, judge: str, successor_judge: str, figures: Mapping[str, Any]) -> RetiredJudge:
    """Keep what was found when a retired judge and its successor, by its full name, judged the same answers.

    Raises:
        BenchmarkError: the judge is not retired.
    """
    known = read_retired(folder)
    changes = {"successor_judge": successor_judge, "overlap": dict(figures)}
    return _changed(folder, known, _known_as_retired(judge, known, folder), changes)


def archive(folder: Path, judge: str, date: str) -> RetiredJudge:
    """End the waiting: rows of the old judge leave the ranking, those of its successor are ranked.

    Raises:
        BenchmarkError: the judge is not retired.
    """
    known = read_retired(folder)
    return _changed(folder, known, _known_as_retired(judge, known, folder), {"state": "archived", "date": date})


def _known_as_retired(judge: str, known: Sequence[RetiredJudge], folder: Path) -> RetiredJudge:
    found = next((one for one in known if one.judge == judge), None)
    if found is None:
        raise BenchmarkError(
            f"{judge} is not retired in {folder}: first run judge retire, which says what would change"
        )
    return found


def _changed(
    folder: Path, known: Sequence[RetiredJudge], before: RetiredJudge, changes: Mapping[str, Any]
) -> RetiredJudge:
    """Write one of the retired judges anew, in its place: their order is that of their going."""
    after = before.model_copy(update=dict(changes))
    write_retired(folder, [after if one is before else one for one in known])
    return after
