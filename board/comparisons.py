"""Which of two rows is better: paired tests over the same questions, for all pairs of a column at once.

Two rows answer the same questions, so what counts is their difference question by question, and again clusters are
the unit of chance (:mod:`board.statistics`). Where every question is a cluster of its own and every credit 0 or 1,
McNemar's exact test takes the place of the t test (McNemar 1947). All pairs of a column come from two matrix products.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, stdtr

from board.design import Design
from board.statistics import FEWEST_CLUSTERS, quantile_t

Matrix = NDArray[np.float64]


class Pairs(NamedTuple):
    """All pairs of a column's rows, as square matrices: entry [a, b] is of row a against row b.

    ``difference`` is the mean of a minus that of b, ``stderr`` its clustered standard error (0 where no cluster differs
    from the others), ``p`` the two-sided p-value of "no difference". ``test`` names where the p-values come from:
    ``mcnemar`` (exact, independent questions), ``t`` (clustered; where stderr is 0 it is the sign test) or ``sign``
    (exact, over how many clusters favour which row: fewer than 5 clusters).
    """

    difference: Matrix
    stderr: Matrix
    p: Matrix
    test: str
    n_clusters: int

    def interval(self, a: int, b: int) -> tuple[float, float] | None:
        """The 95 % interval of the difference of two rows; None where fewer than 5 clusters, or equal ones, tell it."""
        if self.n_clusters < FEWEST_CLUSTERS or self.stderr[a, b] == 0:
            return None
        middle, reach = float(self.difference[a, b]), quantile_t(self.n_clusters - 1) * float(self.stderr[a, b])
        return middle - reach, middle + reach


def compare_all(credits: Matrix, design: Design) -> Pairs:
    """Every row against every other; ``credits`` is rows × questions, 0..1, in the design's order of questions.

    Raises:
        ValueError: the credits and the design are not of the same questions.

    Example:
        Of 20 independent questions, the first row alone is right in 8 and the second alone in 1; McNemar's exact
        p-value is 2 · (1 + 9) / 2⁹.

        >>> from board.design import design_of
        >>> credits = np.array([[1.0] * 8 + [0.0] + [1.0] * 11, [0.0] * 8 + [1.0] + [1.0] * 11])
        >>> pairs = compare_all(credits, design_of(range(20)))
        >>> pairs.test, pairs.difference[0, 1].round(2).item(), pairs.p[0, 1].round(4).item()
        ('mcnemar', 0.35, 0.0391)
    """
    if credits.shape[1] != len(design.weights):
        raise ValueError(f"{credits.shape[1]} credits a row and {len(design.weights)} questions: they must be as many")
    if independent(credits, design):
        return _mcnemar(credits)
    means, n = credits @ design.weights, design.n_clusters
    difference = means[:, None] - means[None, :]
    totals = cluster_totals(credits, design)
    stderr = np.sqrt(n / max(1, n - 1) * _squared_distances(residuals(credits, design, totals)))
    if n < FEWEST_CLUSTERS:
        return Pairs(difference, stderr, sign_test(totals[:, None], totals[None, :]), "sign", n)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stdtr(n - 1, -np.abs(difference) / stderr)
    unbounded = stderr == 0  # t knows no bounds there, but how many clusters agree can be counted
    np.fill_diagonal(unbounded, False)
    for a in np.flatnonzero(unbounded.any(axis=1)):
        p[a, unbounded[a]] = sign_test(totals[a], totals[unbounded[a]])
    np.fill_diagonal(p, 1.0)
    return Pairs(difference, stderr, p, "t", n)


def cluster_totals(credits: Matrix, design: Design) -> Matrix:
    """The sum of the weighted credits of each row in each cluster, as rows × clusters; a row's sums add to its mean.

    Example:
        >>> from board.design import design_of
        >>> cluster_totals(np.array([[1.0, 0.0, 1.0, 1.0]]), design_of(["v1", "v2", "v1", "v2"])).tolist()
        [[0.5, 0.25]]
    """
    order = np.argsort(design.cluster, kind="stable")
    starts = np.searchsorted(design.cluster[order], np.arange(design.n_clusters))
    weighted = np.take(credits, order, axis=1) * design.weights[order]
    totals: Matrix = np.add.reduceat(weighted, starts, axis=1)
    return totals


def residuals(credits: Matrix, design: Design, totals: Matrix) -> Matrix:
    """What each cluster's total differs by from the means of its strata, as rows × clusters."""
    strata = np.zeros((int(design.stratum.max()) + 1, len(design.weights)))
    strata[design.stratum, np.arange(len(design.weights))] = 1.0
    means = credits @ (strata * design.weights).T / (strata @ design.weights)
    return totals - means @ cluster_totals(strata, design)


def _squared_distances(sums: Matrix) -> Matrix:
    """Σ_g (S_ag - S_bg)² of all pairs; what is only rounding is 0."""
    gram = sums @ sums.T
    own = np.diag(gram)
    both = own[:, None] + own[None, :]
    distances = both - 2 * gram
    return np.where(distances > 1e-12 * both + 1e-24, distances, 0.0)


def independent(credits: Matrix, design: Design) -> bool:
    """Every question is a cluster of its own, all weigh the same in one stratum, and every credit is 0 or 1."""
    alone = design.n_clusters == len(design.weights) and not design.stratum.any() and np.ptp(design.weights) < 1e-15
    return bool(alone and ((credits == 0) | (credits == 1)).all())


def _mcnemar(right: Matrix) -> Pairs:
    """McNemar's exact test of all pairs, from the questions that only one of the two rows has right."""
    n, both = right.shape[1], right @ right.T
    only = np.diag(both)[:, None] - both
    gain, either = only - only.T, only + only.T
    stderr = np.sqrt((n * either - gain**2) / max(1, n - 1)) / n
    return Pairs(gain / n, stderr, two_sided(np.minimum(only, only.T), either), "mcnemar", n)


def sign_test(one: Matrix, other: Matrix) -> Matrix:
    """The exact two-sided p-value from how many clusters (last axis) favour the one or the other row."""
    gain = one - other
    gain[np.abs(gain) < 1e-12] = 0.0
    for_one, for_other = (gain > 0).sum(axis=-1), (gain < 0).sum(axis=-1)
    return two_sided(np.minimum(for_one, for_other), for_one + for_other)


def two_sided(fewer: NDArray[Any], either: NDArray[Any]) -> Matrix:
    """The two-sided p-value of ``fewer`` heads in ``either`` tosses of a fair coin."""
    p: Matrix = np.minimum(1.0, 2 * bdtr(fewer.astype(float), either.astype(int), 0.5))
    return p
