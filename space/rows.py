"""The rows of a board as people see them: recomputed submissions, published rows, floors.

Only what a page shows is kept of a result, so that a board of ten thousand fits in memory.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from benchmarks.published import PublishedRow
from board.columns import Column
from board.results import Result
from board.standing import STATUS_REASONS
from board.statistics import Z_95
from board.table import model_name
from board.words import text_of

Kind = Literal["ranked", "unranked", "published", "floor"]
# How far a number was checked; the scorer reaches the last two when it audits judges and reruns models.
PROVENANCE = ("as published", "recomputed", "judge-audited", "rerun-verified")
MOST_BILLIONS = 1e9
DAY = re.compile(r"\d{4}-\d\d-\d\d")
STALE = STATUS_REASONS["stale"]
SIZE_CLASSES = ("> 8B", "4-8B", "≤ 4B", "size unknown")


class Cell(NamedTuple):
    """One number: its estimate, 95 % interval and standard error (shares, None where unknown), and the n it is over."""

    estimate: float | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    stderr: float | None = None


class Facts(NamedTuple):
    """What a card says of a model, as plain text; empty where it says nothing.

    ``asked_with`` holds its prompt, decoding and harness.
    """

    name: str
    organisation: str = ""
    parameters_b: float | None = None
    access: str = ""
    thinking: str = ""
    protocol: str = ""
    frames: str = ""
    licence: str = ""
    date: str = ""
    model_id: str = ""
    revision: str = ""
    longer_side: str = ""
    context: str = ""
    view: str = ""
    asked_with: str = ""

    @property
    def size_class(self) -> str:
        """One of :data:`SIZE_CLASSES`."""
        size = self.parameters_b
        return SIZE_CLASSES[3] if size is None else SIZE_CLASSES[0 if size > 8 else 1 if size > 4 else 2]


class Row(NamedTuple):
    """One row of a board. ``rank`` is the plain one, ``low`` and ``high`` the places the row may hold.

    ``page`` is the name of its page: the first digits of its id, enough to tell it from all others.
    """

    id: str
    kind: Kind
    facts: Facts
    mode: str
    judge: str
    coverage: float | None
    provenance: str
    cells: tuple[Cell, ...]
    rank: int | None = None
    low: int | None = None
    high: int | None = None
    reason: str = ""
    page: str = ""

    @property
    def headline(self) -> Cell:
        """The number the board ranks by."""
        return self.cells[0]

    @property
    def stale(self) -> bool:
        """Whether it was scored with an older key, scorer or reader than the rest."""
        return self.reason == STALE


def facts_of(card: Mapping[str, Any]) -> Facts:
    """The facts of a card, which may say anything: what is not of its type is left out.

    Example:
        >>> facts_of({"display_name": "Foo", "parameters_b": 7, "open_weights": True}).size_class
        '4-8B'
    """
    size, open_weights, date = card.get("parameters_b"), card.get("open_weights"), text_of(card.get("date"))
    known = isinstance(size, int | float) and not isinstance(size, bool) and 0 <= size < MOST_BILLIONS
    return Facts(
        name=model_name(dict(card)),
        organisation=text_of(card.get("organisation")),
        parameters_b=float(size) if known and size is not None else None,
        access={True: "open", False: "closed"}.get(open_weights, "") if isinstance(open_weights, bool) else "",
        thinking=text_of(card.get("thinking")),
        protocol=text_of(card.get("protocol")),
        frames=text_of(card.get("frames")),
        licence=text_of(card.get("licence")),
        date=date if DAY.fullmatch(date) else "",
        model_id=text_of(card.get("model_id")),
        revision=text_of(card.get("revision")),
        longer_side=text_of(card.get("longer_side_px")),
        context=text_of(card.get("context")),
        view=text_of(card.get("view")),
        asked_with=" · ".join(text_of(card.get(name)) for name in ("prompt", "decoding", "harness")),
    )


def cells_of(result: Result, columns: Sequence[Column]) -> tuple[Cell, ...]:
    """The cells of a result, one a column."""
    known = {(row.metric, row.facet, row.value_of_facet): row for row in result.estimates if row.mode == result.mode}
    cells = []
    for column in columns:
        row = known.get((column.metric, column.facet, column.value))
        cells.append(Cell(None) if row is None else Cell(row.estimate, row.ci_low, row.ci_high, row.n, row.stderr))
    return tuple(cells)


def row_of(result: Result, columns: Sequence[Column]) -> Row:
    """A recomputed row, not placed yet."""
    judge = result.provenance.judge or ""
    return Row(
        result.submission_id,
        "unranked",
        facts_of(result.submission),
        result.mode,
        judge,
        result.coverage,
        PROVENANCE[1],
        cells_of(result, columns),
    )


def published_row(row: PublishedRow, number: int, columns: Sequence[Column]) -> Row:
    """A published row: never ranked, since nobody can recount it."""
    cells = []
    for column in columns:
        value = row.values.get((column.metric, column.facet, column.value))
        if value is None:
            cells.append(Cell(None))
        elif value.stderr is None:
            cells.append(Cell(value.estimate, n=value.n))
        else:
            low, high = value.estimate - Z_95 * value.stderr, value.estimate + Z_95 * value.stderr
            cells.append(Cell(value.estimate, max(0.0, low), min(1.0, high), value.n, value.stderr))
    access = "closed" if row.group == "closed" else "open" if row.group.startswith("open") else ""
    facts = Facts(row.model, access=access, protocol="streaming" if row.streaming else "")
    told = "; ".join(("as published, not recounted", *row.remarks))
    return Row(f"published-{number}", "published", facts, "", "", None, PROVENANCE[0], tuple(cells), reason=told)
