"""The schema of the board files under ``data/``: what a program may rely on."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

SCHEMA_VERSION = 1


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CellFile(_Strict):
    """One number: a share (0..1), its 95 % interval and standard error, and the number of answers it is over."""

    estimate: float | None
    low: float | None
    high: float | None
    n: int | None
    stderr: float | None


class ColumnFile(_Strict):
    """One column: a metric on a value of a facet; the smallest gain (0..1) that its paired tests can find."""

    key: str
    metric: str
    facet: str
    value_of_facet: str
    label: str
    definition: str
    higher_is_better: bool
    smallest_gain: float | None
    plain_ranks_because: str | None


class RowFile(_Strict):
    """One row, in display order; ``rank_low`` to ``rank_high`` are the places it may hold, null where unranked."""

    id: str
    kind: Literal["ranked", "unranked", "published", "floor"]
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    reason: str | None
    model: str
    organisation: str | None
    parameters_b: float | None
    access: str | None
    thinking: str | None
    protocol: str | None
    frames: str | None
    licence: str | None
    date: str | None
    mode: str | None
    judge: str | None
    provenance: str
    coverage: float | None
    cells: dict[str, CellFile]


class BoardFile(_Strict):
    """A whole board."""

    schema_version: Literal[1]
    benchmark: str
    data_version: str
    track: str
    columns: list[ColumnFile]
    rows: list[RowFile]


def board_schema() -> dict[str, Any]:
    """The JSON Schema of a board file.

    Example:
        >>> board_schema()["title"]
        'BoardFile'
    """
    return BoardFile.model_json_schema()
