"""The lines of a Shuffle24 result: the spread over the orders, letters, consistency, Top-K and Pass@K."""

from collections.abc import Sequence

from board.results import EstimateRow
from board.words import percent

SHOWN_K = (1, 2, 4, 6, 8, 12, 24)


def shuffle_lines(rows: Sequence[EstimateRow]) -> list[str]:
    """A few lines in percent; guessing stands below Top-K, where it is 1 - 0.75^K with four options."""
    told = {row.metric: row for row in rows if row.facet == "all"}
    orders = sorted((row.estimate or 0.0, row.value_of_facet) for row in rows if row.facet == "order")
    letters = " · ".join(f"{row.value_of_facet} {percent(row.estimate)}" for row in rows if row.facet == "letter")
    shown = [k for k in SHOWN_K if f"top_k_{k}" in told]
    n_letters = sum(row.facet == "letter" for row in rows) - 1  # and "none"
    (worst, last), (best, first) = orders[0], orders[-1]
    return [
        "",
        f"  orders of the options: best {percent(best)} ({first}) · worst {percent(worst)} ({last})"
        f" · standard deviation {percent(told['option_order_std'].estimate)}",
        f"  letters answered, as shown: {letters}",
        f"  the same option whatever the order: {percent(told['content_consistency'].estimate)} "
        f"(fixed letter: {percent(1 / n_letters)})",
        f"  {'K':18}" + "".join(f"{k:>8}" for k in shown),
        f"  {'Top-K':18}" + "".join(f"{percent(told[f'top_k_{k}'].estimate):>8}" for k in shown),
        f"  {'Top-K by guessing':18}" + "".join(f"{percent(1 - (1 - 1 / n_letters) ** k):>8}" for k in shown),
        f"  {'Pass@K':18}" + "".join(f"{percent(told[f'pass_k_{k}'].estimate):>8}" for k in shown),
    ]
