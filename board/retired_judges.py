"""``results/<benchmark>/judges.json``: judges that are retired, and what that does to their boards.

A hosted judge can be taken away or change in silence. Its board is then frozen: the rows it has stay as they are, new
rows wait, until the maintainer archives the board (rows of the old judge leave the ranking) or has every row judged
again.
"""

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from board.errors import BenchmarkError
from board.judges import model_of
from board.writing import write_whole

NAME = "judges.json"
WAITING = "waiting: judge retired"
ARCHIVED = "archived: judge retired"
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RetiredJudge(BaseModel):
    """One retired judge: its name as results give it, its successor, and the rows its board was frozen with.

    ``successor`` is the judge that was asked for, ``successor_judge`` its name as results give it, and ``overlap`` what
    was found when both judged the same answers; null and empty until then.
    """

    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False, frozen=True)

    judge: str
    successor: str
    successor_judge: str | None = None  # files of before had no such key
    date: str
    reason: str
    state: Literal["waiting", "archived"]
    frozen: list[Sha256]
    overlap: dict[str, Any]

    @cached_property
    def frozen_ids(self) -> frozenset[str]:
        """The frozen rows, for looking each row of a board up."""
        return frozenset(self.frozen)

    def keeps(self, submission_id: str, judge: str | None) -> bool:
        """Whether a row stays ranked while the board waits: it was there, and no other judge has judged it since.

        Example:
            >>> old = RetiredJudge(judge="a", successor="b", date="2026-01-01", reason="gone", state="waiting",
            ...     frozen=["0" * 64], overlap={})
            >>> old.keeps("0" * 64, "a"), old.keeps("0" * 64, "b"), old.keeps("1" * 64, "a")
            (True, False, False)
        """
        return judge in (None, self.judge) and submission_id in self.frozen_ids

    def is_followed_by(self, judge: str) -> bool:
        """Whether a judge, as results name it, is the successor: by its full name, or its model's if that was given."""
        if judge == self.judge:
            return False
        return judge in (self.successor, self.successor_judge) or model_of(judge) == self.successor


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
    """Why a row has no rank because of retired judges (in the order of their going); empty where it has one.

    The first judge that was not archived yet decides which rows are ranked: a board waits for one successor at a time.

    Example:
        >>> first = RetiredJudge(judge="a", successor="b", date="2026-01-01", reason="gone", state="waiting",
        ...     frozen=["0" * 64], overlap={})
        >>> then = first.model_copy(update={"judge": "b", "successor": "c"})
        >>> retired_reason([first, then], "0" * 64, "a"), retired_reason([first, then], "1" * 64, "c")
        ('', 'waiting: judge retired (a, then b, then c)')
    """
    if any(one.state == "archived" and one.judge == judge for one in retired):
        return f"{ARCHIVED} ({judge})"
    waiting = first_waiting(retired)
    if waiting is None or waiting.keeps(submission_id, judge):
        return ""
    return f"{WAITING} ({', then '.join(succession(waiting, retired))})"


def first_waiting(retired: Sequence[RetiredJudge]) -> RetiredJudge | None:
    """The judge whose frozen board is shown; None where no board waits."""
    return next((one for one in retired if one.state == "waiting"), None)


def succession(first: RetiredJudge, retired: Sequence[RetiredJudge]) -> list[str]:
    """A judge, its successor, and the successor's successors, as far as they are retired too."""
    names, last = [first.judge], first
    for _ in retired:  # no longer than this, also where judges follow each other in a ring
        names.append(last.successor)
        after = next((one for one in retired if last.is_followed_by(one.judge)), None)
        if after is None:
            break
        last = after
    return names
