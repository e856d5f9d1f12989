"""``judge retire`` and ``judge archive``: what becomes of a board whose judge is gone."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from board.errors import BenchmarkError, JudgeError
from board.judges import model_of
from board.results import Result, iterate_results
from board.retired_judges import RetiredJudge, read_retired, write_retired


def results_judged_by(name: str, folder: Path) -> dict[str, list[Result]]:
    """All results of each benchmark that has results by a judge, whatever judged them.

    ``name`` is the judge as results give it, or the name of its model where that is clear.

    Raises:
        JudgeError: no result is by such a judge, or those of several are; the message lists the judges there are.
    """
    boards: dict[str, list[Result]] = defaultdict(list)
    for result in iterate_results(folder):
        boards[result.benchmark].append(result)
    found = {judge_of(name, results) for results in boards.values()} - {""}
    if len(found) != 1:
        there = sorted({str(one.provenance.judge) for many in boards.values() for one in many if one.provenance.judge})
        wanted = f"several judges called {name}" if found else f"no result judged by {name}"
        listed = "".join(f"\n  {judge}" for judge in there) or " none"
        raise JudgeError(f"found {wanted} in {folder}, expected one of its judges:{listed}")
    (judge,) = found
    return {name: results for name, results in boards.items() if any(one.provenance.judge == judge for one in results)}


def judge_of(name: str, results: Sequence[Result]) -> str:
    """The full name of the judge that is meant; empty where none, or more than one, is.

    Example:
        >>> judge_of("some-judge", [])
        ''
    """
    judges = {one.provenance.judge for one in results if one.provenance.judge}
    if name in judges:
        return name
    meant = [judge for judge in judges if judge is not None and model_of(judge) == name]
    return meant[0] if len(meant) == 1 else ""


def retire(folder: Path, results: Sequence[Result], judge: str, successor: str, date: str, reason: str) -> RetiredJudge:
    """Freeze a board: its rows stay, new ones wait. Doing it again changes the successor, never the frozen rows.

    ``folder`` is the benchmark's folder of results, ``results`` all that are there.

    Raises:
        BenchmarkError: the judge was archived already.
    """
    known = read_retired(folder)
    before = next((one for one in known if one.judge == judge), None)
    if before is not None and before.state == "archived":
        raise BenchmarkError(f"{judge} was archived on {before.date}: there is nothing left to retire")
    frozen = before.frozen if before else sorted(one.submission_id for one in results)
    retired = RetiredJudge(
        judge=judge,
        successor=successor,
        date=before.date if before else date,
        reason=reason or (before.reason if before else ""),
        state="waiting",
        frozen=frozen,
        overlap=before.overlap if before and before.successor == successor else {},
    )
    write_retired(folder, [*(one for one in known if one.judge != judge), retired])
    return retired


def archive(folder: Path, judge: str, date: str) -> RetiredJudge:
    """End the waiting: rows of the old judge leave the ranking, those of its successor are ranked.

    Raises:
        BenchmarkError: the judge is not retired.
    """
    known = read_retired(folder)
    before = next((one for one in known if one.judge == judge), None)
    if before is None:
        raise BenchmarkError(
            f"{judge} is not retired in {folder}: first run judge retire, which says what would change"
        )
    after = before.model_copy(update={"state": "archived", "date": date})
    write_retired(folder, [after if one is before else one for one in known])
    return after
