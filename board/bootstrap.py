"""The clustered bootstrap: means of many rows on the same resampled clusters.

It needs no formula for the error of a mean, so it checks the one of :mod:`board.statistics`, and it answers questions
that have no formula (how often is this row first?). Only the sums of each cluster enter, so all rows and resamples are
one matrix product. Source: Efron and Tibshirani 1993, chapter 8 (whole clusters are drawn, with replacement).
"""

import numpy as np

from board.comparisons import Matrix, cluster_totals
from board.design import Design


def bootstrap_means(credits: Matrix, design: Design, *, resamples: int = 10_000, seed: int = 0) -> Matrix:
    """The mean of every row in every resample, as resamples × rows.

    ``credits`` is rows × questions, 0..1. Each resample draws as many clusters as there are, with replacement, the same
    for all rows; within it the weights of the questions are scaled to add to 1. Strata are not kept fixed.

    Example:
        >>> from board.design import design_of
        >>> credits = np.array([[1.0] * 60 + [0.0] * 40])
        >>> means = bootstrap_means(credits, design_of(range(100)))
        >>> means.shape, round(float(means.std()), 2)
        ((10000, 1), 0.05)
    """
    n = design.n_clusters
    drawn = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=resamples).astype(float)
    weights = np.bincount(design.cluster, design.weights, n)
    means: Matrix = drawn @ cluster_totals(credits, design).T / (drawn @ weights)[:, None]
    return means
