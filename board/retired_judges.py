"""``results/<benchmark>/judges.json``: judges that are retired, and what that does to their boards.

A hosted judge can be taken away or change in silence. Its board is then frozen: the rows it has stay as they are, new
rows wait, until the maintainer archives the board (rows of the old judge leave the ranking) or has every row judged
again.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from board.errors import BenchmarkError
from board.writing import write_whole

NAME = "judges.json"
WAITING = "waiting: judge retired"
ARCHIVED = "archived: judge retired"
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RetiredJudge(BaseModel):
    """One retired judge: its name as results give it, its successor, and the rows its board was frozen with.

    ``overlap`` is what was found when both judged the same answers; empty until then.
    """

    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False, frozen=True)

    judge: str
    successor: str
    date: str
    reason: str
    state: Literal["waiting", "archived"]
    frozen: list[Sha256]
    overlap: dict[str, Any]

    def reason_for(self, submission_id: str, judge: str | None) -> str:
        """Why a row has no rank because of this retirement; empty where it has one.

        Example:
            >>> old = RetiredJudge(judge="a", successor="b", date="2026-01-01", reason="gone", state="waiting",
            ...     frozen=["0" * 64], overlap={})
            >>> old.reason_for("0" * 64, "a"), old.reason_for("1" * 64, "b")
            ('', 'waiting: judge retired (a, then b)')
        """
        if self.state == "archived":
            return f"{ARCHIVED} ({self.judge})" if judge == self.judge else ""
        return "" if submission_id in self.frozen else f"{WAITING} ({self.judge}, then {self.successor})"


def read_retired(folder: Path) -> list[RetiredJudge]:
    """The retired judges of a benchmark, from its folder of results; none where nobody was retired.

    Raises:
        BenchmarkError: the file is damaged.
    """
    file = folder / NAME
    if not file.exists():
        return []
    try:
        told = json.loads(file.read_bytes())
        return [RetiredJudge.model_validate(row) for row in told["retired"]]
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise BenchmarkError(f"{file} is damaged ({error}): put the last good one back; nothing was changed") from error


def write_retired(folder: Path, retired: Sequence[RetiredJudge]) -> Path:
    """Write the retired judges of a benchmark into its folder of results; returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {"schema_version": 1, "retired": [one.model_dump() for one in retired]}
    write_whole(folder / NAME, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    return folder / NAME


def retired_reason(retired: Sequence[RetiredJudge], submission_id: str, judge: str | None) -> str:
    """The first reason why a row has no rank; empty where it has one."""
    reasons = (one.reason_for(submission_id, judge) for one in retired)
    return next((reason for reason in reasons if reason), "")
