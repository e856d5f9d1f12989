"""``comparisons.json``: how the rows of a private benchmark compare, beside their results.

The score rows of a private benchmark would give its answers away, so they lie with the scorer. What a board says of
them, the places and the paired tests, lies in ``results/<benchmark>/comparisons.json``: one file for all boards (data
versions and tracks) of the benchmark. The first board stands at the top level, the others in ``boards``.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from board.errors import BenchmarkError
from board.results import Sha256
from board.writing import write_whole

NAME = "comparisons.json"
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Rank = Annotated[int, Field(ge=1)]


class _Frozen(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False, frozen=True)


class ComparedRow(_Frozen):
    """The places a submission may hold, both included."""

    submission_id: Sha256
    rank_low: Rank
    rank_high: Rank


class ComparedPair(_Frozen):
    """Submission a minus submission b, in the unit of the metric; ``stderr`` is null where no cluster tells it.

    ``p`` is the p-value of "no difference", ``p_holm`` the same corrected for all pairs of this column.
    """

    a: Sha256
    b: Sha256
    difference: float
    stderr: Annotated[float, Field(gt=0.0)] | None
    p: Share
    p_holm: Share


class Comparison(_Frozen):
    """One column: the rows that were compared, best headline first, and all their pairs.

    Both lists are empty where rows are not compared at all. ``why_plain`` says why, or why nothing can be told apart;
    else it is null.
    """

    metric: str
    facet: str
    value_of_facet: str
    rows: list[ComparedRow]
    pairs: list[ComparedPair]
    smallest_gain: float | None
    why_plain: str | None

    @model_validator(mode="after")
    def _every_pair_once(self) -> "Comparison":
        ids = {row.submission_id for row in self.rows}
        pairs = {frozenset((pair.a, pair.b)) for pair in self.pairs}
        whole = len(ids) == len(self.rows) and len(pairs) == len(self.pairs) == len(ids) * (len(ids) - 1) // 2
        if not whole or any(len(pair) != 2 or not pair <= ids for pair in pairs):
            raise ValueError(f"{len(self.pairs)} pairs of {len(self.rows)} rows, expected each pair of rows once")
        if any(not row.rank_low <= row.rank_high <= len(ids) for row in self.rows):
            raise ValueError("the places of a row must lie within the board, the lower first")
        return self


class ProtocolComparisons(Comparison):
    """The headline among the rows of one protocol, and ``columns``: the same of all other numbers of the board."""

    protocol: str
    columns: list[Comparison]


class BoardComparisons(Comparison):
    """One board: the headline among all its rows, the other ``columns``, and each protocol where there are several."""

    data_version: str
    track: Literal["standard", "shuffle24"]
    columns: list[Comparison]
    protocols: list[ProtocolComparisons]


class ComparisonsFile(BoardComparisons):
    """All boards of a benchmark: the first at the top level, the others in ``boards``."""

    schema_version: Literal[1]
    benchmark: str
    boards: list[BoardComparisons]

    def all_boards(self) -> list[BoardComparisons]:
        """Every board, the first one too."""
        return [BoardComparisons(**{name: getattr(self, name) for name in BoardComparisons.model_fields}), *self.boards]

    def board(self, data_version: str, track: str) -> BoardComparisons | None:
        """The board of a data version and track, or None."""
        mine = (board for board in self.all_boards() if (board.data_version, board.track) == (data_version, track))
        return next(mine, None)


def read_comparisons(folder: Path, benchmark: str) -> ComparisonsFile | None:
    """The comparisons of a benchmark in a folder of results; None where there are none.

    Raises:
        BenchmarkError: the file is damaged, or of another benchmark; it is left as it is.
    """
    file = folder / benchmark / NAME
    if not file.exists():
        return None
    try:
        found = ComparisonsFile.model_validate_json(file.read_bytes())
        faults = "" if found.benchmark == benchmark else f"benchmark: found {found.benchmark}, expected {benchmark}"
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:3])
    if faults:
        raise BenchmarkError(
            f"{file} cannot be used ({faults}): delete it, it is made again when a submission is scored. "
            "Nothing was changed"
        )
    return found


def write_comparisons(benchmark: str, boards: Sequence[BoardComparisons], folder: Path) -> Path:
    """Write the boards of a benchmark, of which the first is at the top level; the same bytes for the same boards.

    Raises:
        ValueError: there is no board.
    """
    if not boards:
        raise ValueError("a file of comparisons holds at least one board")
    whole = ComparisonsFile(schema_version=1, benchmark=benchmark, **dict(boards[0]), boards=list(boards[1:]))
    file = folder / benchmark / NAME
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, _json(whole.model_dump()) + "\n")
    return file


def _json(value: Any, indent: str = "") -> str:
    """JSON with one line for each row and pair, so that a change of one is a change of one line."""
    inner = indent + " "
    if isinstance(value, dict) and any(isinstance(part, list) for part in value.values()):
        parts = [f"{inner}{json.dumps(name)}: {_json(part, inner)}" for name, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + _json(part, inner) for part in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
