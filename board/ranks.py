"""The places that rows of a column may hold, given how surely each pair can be told apart.

A rank of one number hides that its neighbours may be as good. So a row has an interval of ranks, from the pairs that
differ significantly after Holm's correction over all pairs of the column.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from board.comparisons import Matrix, Pairs
from board.statistics import FEWEST_CLUSTERS

ALPHA = 0.05
POWER = 0.8


def holm(p: Sequence[float] | Matrix) -> Matrix:
    """P-values corrected for being many (Holm 1979): below 0.05 they are significant, all together, at 5 %.

    The k-th smallest of m (k from 0) is multiplied by m - k, made at least as large as the one before, at most 1.

    Example:
        >>> holm([0.01, 0.04, 0.03]).round(2).tolist()
        [0.03, 0.06, 0.06]
    """
    told = np.asarray(p, dtype=float)
    order = np.argsort(told, kind="stable")
    raised = np.minimum(1.0, np.maximum.accumulate(told[order] * np.arange(len(told), 0, -1)))
    corrected = np.empty_like(raised)
    corrected[order] = raised
    return corrected


class RankInterval(NamedTuple):
    """The places a row may hold, both 1-based and included, and the rows that cannot be told from it."""

    low: int
    high: int
    tied_with: tuple[int, ...]


def rank_intervals(pairs: Pairs, *, higher_is_better: bool = True) -> list[RankInterval]:
    """Of each row: from 1 + the rows significantly better to M - the rows significantly worse.

    Significant means p < 5 % after Holm over all pairs. Not to be told apart is not transitive: a row may be tied with
    two that are not tied with each other.

    Example:
        >>> from board.comparisons import compare_all
        >>> from board.design import design_of
        >>> credits = np.array([[1.0] * 30, [1.0] * 27 + [0.0] * 3, [1.0] * 5 + [0.0] * 25])
        >>> for place in rank_intervals(compare_all(credits, design_of(range(30)))):
        ...     print(place.low, place.high, place.tied_with)
        1 2 (1,)
        1 2 (0,)
        3 3 ()
    """
    m = len(pairs.p)
    above = np.triu_indices(m, 1)
    significant = np.zeros((m, m), dtype=bool)
    significant[above] = holm(pairs.p[above]) < ALPHA
    significant |= significant.T
    gain = pairs.difference if higher_is_better else -pairs.difference
    worse_than, better_than = significant & (gain < 0), significant & (gain > 0)
    return [
        RankInterval(
            1 + int(worse_than[row].sum()),
            m - int(better_than[row].sum()),
            tuple(other for other in np.flatnonzero(~significant[row]).tolist() if other != row),
        )
        for row in range(m)
    ]


def smallest_gain(pairs: Pairs) -> float | None:
    """The smallest gain that this board finds in 8 of 10 times, among all its pairs: (t(1 - α/2m) + t.8) · SE.

    α is 5 %, m the number of pairs (the level at which Holm's correction begins), SE the median standard error of all
    pairs that differ. None where no pair does, or below 5 clusters. Source: the minimum detectable effect, Bloom 1995,
    *Evaluation Review* 19:547.

    Example:
        >>> matrix = np.array([[0.0, 0.01], [0.01, 0.0]])
        >>> round(smallest_gain(Pairs(matrix, matrix, matrix, "t", 100)), 4)
        0.0283
    """
    errors = pairs.stderr[np.triu_indices(len(pairs.stderr), 1)]
    m, degrees = len(errors), pairs.n_clusters - 1
    errors = errors[errors > 0]
    if not len(errors) or pairs.n_clusters < FEWEST_CLUSTERS:
        return None
    return float((stdtrit(degrees, 1 - ALPHA / (2 * m)) + stdtrit(degrees, POWER)) * np.median(errors))
