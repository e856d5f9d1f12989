"""``build_table``: results of one board as a ranked pandas DataFrame.

Ranked by the unrounded headline, best first; equal values share a rank (1, 1, 3). What cannot be compared is listed
last, unranked, with the reason. Rows of different data versions or tracks never share a table, and rows of different
protocols (the model saw something else) have ranks of their own unless they are asked for together.
"""

from collections.abc import Iterable

import pandas as pd

from board.errors import BenchmarkError
from board.results import Result
from board.standing import place_all, standing_of
from board.words import text_of

COLUMNS = [
    *("rank", "reason", "model", "organisation", "date", "protocol", "mode", "status", "coverage", "headline"),
    "submission_id",
]


def build_table(results: Iterable[Result], *, epoch: str | None = None, together: bool = False) -> pd.DataFrame:
    """One row a submission, in the order of the board.

    Columns: ``rank`` (1-based, missing where unranked), ``reason`` (why it is unranked, else empty), ``model``,
    ``organisation``, ``date``, ``protocol``, ``mode``, ``status``, ``coverage``, ``headline`` (0..1),
    ``submission_id``, and one column ``metric/facet=value`` for each estimate of the row's own mode. ``epoch`` is the
    board's current one: a row of another epoch is stale. ``together`` ranks all protocols together.

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
    placed = place_all([standing_of(result, epoch) for result in rows], together=together)
    table = pd.DataFrame([{"rank": place.rank, "reason": place.reason, **_row(rows[place.place])} for place in placed])
    return table.astype({"rank": "Int64"})


def _row(result: Result) -> dict[str, object]:
    card = result.submission
    return {
        "model": model_name(card),
        "organisation": text_of(card.get("organisation")),
        "date": text_of(card.get("date")),
        "protocol": text_of(card.get("protocol")),
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


def model_name(card: dict[str, object]) -> str:
    """The name a card goes by on boards."""
    return text_of(card.get("display_name")).strip() or text_of(card.get("model_id")).strip() or "unnamed"
