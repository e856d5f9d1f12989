"""How sure a number is: standard errors and intervals that respect clusters.

Questions about one recording, image pair or video share its difficulties, so they are not independent: a formula that
treats them so makes the interval too narrow. Here the cluster is the unit of chance. Method: the linearised variance
of a weighted mean over clusters, with the correction G / (G - 1) and Student's t with G - 1 degrees of freedom (the
sandwich estimator "CR1" for a mean: Liang and Zeger 1986; Cameron and Miller 2015, section VI, for few clusters).
"""

from collections.abc import Hashable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from board.design import Design, Numbers, design_of

CONFIDENCE = 0.95
FEWEST_CLUSTERS = 5
Z_95 = 1.959963984540054


class ClusteredMean(NamedTuple):
    """A mean with its standard error and 95 % interval, in the unit of the values.

    ``stderr`` is None where the clusters cannot tell it; the interval may still be known then (Wilson's).
    """

    value: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None


def clustered_mean(
    values: Numbers,
    clusters: Sequence[Hashable],
    *,
    weights: Numbers | None = None,
    strata: Sequence[Hashable] | None = None,
) -> ClusteredMean:
    """The weighted mean of the values with an interval in which clusters, not values, are independent.

    The mean is θ = Σ wᵢ xᵢ; ``weights`` add to 1 (default: 1/n each). ``strata`` names the fixed parts of the mean
    (the six abilities, say), whose differences are no chance: SE² = G/(G-1) · Σ_g (Σ_{i∈g} wᵢ (xᵢ - θ_s(i)))², where G
    is the number of clusters and θ_s the mean of stratum s. The interval is θ ± t · SE with G - 1 degrees of freedom.
    It is not cut at 0 or 1: :func:`within` does that for shares.

    Where clusters differ in nothing, or are fewer than 5, that formula would promise too much: ``stderr`` is None, and
    the interval is Wilson's for G independent answers where every value is 0 or 1, else None.

    Raises:
        ValueError: there is no value, or the sequences differ in length.

    Example:
        Ten questions on five videos, two each: 2, 2, 1, 1 and 0 right. The videos' sums differ from 1.2 by 0.8, 0.8,
        -0.2, -0.2 and -1.2, so SE² = 5/4 · 2.8 / 10² and SE = 0.187.

        >>> found = clustered_mean([1, 1, 1, 1, 1, 0, 1, 0, 0, 0], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        >>> [round(number, 3) for number in found]
        [0.6, 0.187, 0.081, 1.119]
    """
    return mean_by_design(values, design_of(clusters, weights=weights, strata=strata))


def mean_by_design(values: Numbers, design: Design) -> ClusteredMean:
    """:func:`clustered_mean` where the design of the mean is at hand.

    Raises:
        ValueError: there are more or fewer values than the design has questions.

    Example:
        >>> mean_by_design([1.0, 0.0], design_of(["v1", "v2"])).value
        0.5
    """
    x = np.asarray(values, dtype=float)
    w, stratum, n = design.weights, design.stratum, design.n_clusters
    if len(x) != len(w):
        raise ValueError(f"{len(x)} values and {len(w)} clusters: they must be as many")
    mean = fsum(w * x)
    part = np.bincount(stratum, w * x) / np.bincount(stratum, w)
    sums = np.bincount(design.cluster, w * (x - part[stratum]), n)
    stderr = cluster_stderr(sums.astype(float))
    if stderr is not None:
        reach = quantile_t(n - 1) * stderr
        return ClusteredMean(mean, stderr, mean - reach, mean + reach)
    if np.isin(x, (0.0, 1.0)).all():
        return ClusteredMean(mean, None, *wilson(mean, n))
    return ClusteredMean(mean, None, None, None)


def cluster_stderr(sums: NDArray[np.float64]) -> float | None:
    """The standard error of a mean from the sums of its weighted residuals, one a cluster.

    None with fewer than 5 clusters, and where no cluster differs from what is expected of it.

    Example:
        >>> round(cluster_stderr(np.array([0.1, -0.1, 0.1, -0.1, 0.0])), 4)
        0.2236
    """
    n = len(sums)
    if n < FEWEST_CLUSTERS or np.abs(sums).max() < 1e-12 / n:
        return None
    return sqrt(n / (n - 1) * fsum(sums * sums))


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of n independent answers (Wilson 1927): never empty, never beyond 0 or 1.

    Example:
        >>> [round(bound, 4) for bound in wilson(1.0, 10)]
        [0.7225, 1.0]
    """
    shrink = 1 + Z_95**2 / n
    centre = (share + Z_95**2 / (2 * n)) / shrink
    reach = Z_95 / shrink * sqrt(max(0.0, share * (1 - share)) / n + Z_95**2 / (4 * n * n))
    return max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach))  # whatever rounding does


def within(interval: ClusteredMean, low: float = 0.0, high: float = 1.0) -> ClusteredMean:
    """The same, its interval cut at what the number can be (a share: 0 to 1).

    Example:
        >>> within(ClusteredMean(0.9, 0.1, 0.7, 1.1))
        ClusteredMean(value=0.9, stderr=0.1, ci_low=0.7, ci_high=1.0)
    """
    if interval.ci_low is None or interval.ci_high is None:
        return interval
    return interval._replace(ci_low=max(low, interval.ci_low), ci_high=min(high, interval.ci_high))


def quantile_t(degrees: int) -> float:
    """The 97.5 % quantile of Student's t, to ten decimals: an interval is the same to the last digit on any machine.

    Example:
        >>> quantile_t(9)
        2.2621571628
    """
    return round(float(stdtrit(degrees, (1 + CONFIDENCE) / 2)), 10)
