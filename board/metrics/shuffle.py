"""Shuffle24: what answers to the same questions in all 24 orders of their options say about a model.

Everything comes from two matrices, questions × orders, the orders sorted by letter: was the answer right, and which
option did it pick. Definitions: VSI-Super-Wild (arXiv 2607.13681), figure 7: Top-K, Pass@K, the spread of the
accuracies over the orders. The paper's Top-K looks at the first K attempts, so it depends on an order of attempts that
it does not tell; ours is the mean over all of them.
"""

from functools import cache
from itertools import accumulate
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Right = NDArray[np.bool_]
Picked = NDArray[np.int8]
Shares = NDArray[np.float64]


class ShuffleReport(NamedTuple):
    """All figures of Shuffle24 as shares 0..1; arrays over orders are in the orders' order, over K from K = 1.

    ``order_accuracy`` is the accuracy under each order, ``order_std`` their population standard deviation. ``top_k`` is
    the chance that K orders drawn at random hold a right answer, ``top_k_lexicographic`` the share of questions that
    have one in the first K orders. ``pass_k`` is the share of questions with at least K right answers.
    ``content_consistency`` is the share of orders that pick a question's favourite option, averaged over questions.
    """

    order_accuracy: Shares
    order_std: float
    top_k: Shares
    top_k_lexicographic: Shares
    pass_k: Shares
    content_consistency: float


def shuffle_report(right: Right, picked: Picked) -> ShuffleReport:
    """The report from ``right`` and ``picked`` (the number of the option in the original order; -1: none).

    Example:
        A model that always answers the letter shown first is right in 6 of 24 orders of every question: Pass@6 is 1 and
        Pass@7 is 0, and it seems unbiased by the spread alone.

        >>> from itertools import permutations
        >>> first = np.array([[order[0] for order in permutations(range(4))]] * 8, dtype=np.int8)
        >>> gold = np.array([[0], [1], [2], [3]] * 2)
        >>> report = shuffle_report(first == gold, first)
        >>> report.order_std, report.pass_k[5].item(), report.pass_k[6].item(), report.content_consistency
        (0.0, 1.0, 0.0, 0.25)
    """
    n, m = right.shape
    by_order = np.ascontiguousarray(right.T)  # one order after the other: the fast way round for all that follows
    counts = [np.count_nonzero(order) for order in by_order]
    reached = [np.count_nonzero(so_far) for so_far in accumulate(by_order, np.logical_or)]
    questions_with = np.bincount(_count(by_order), minlength=m + 1)
    return ShuffleReport(
        order_accuracy=np.array(counts) / n,
        order_std=sqrt(m * sum(count**2 for count in counts) - sum(counts) ** 2) / (m * n),  # in whole numbers: exact
        # Not a matrix product: its last digit would depend on the processor, and every number has to be recountable.
        top_k=np.add.reduce(questions_with[:, None] * top_k_table(m)) / n,
        top_k_lexicographic=np.array(reached) / n,
        pass_k=np.cumsum(questions_with[::-1])[::-1][1:] / n,
        content_consistency=float(favourite_counts(picked).sum(dtype=np.int64) / (n * m)),
    )


@cache
def top_k_table(m: int) -> Shares:
    """The chance that K of m orders hold at least one of c right ones, as (m + 1) × m: entry [c, K - 1].

    It is 1 - C(m - c, K) / C(m, K). A model that guesses has 1 - 0.75^K on average.

    Example:
        >>> top_k_table(24)[6, :2].round(4).tolist()
        [0.25, 0.4457]
    """
    table = np.array([[1 - comb(m - c, k) / comb(m, k) for k in range(1, m + 1)] for c in range(m + 1)])
    table.setflags(write=False)
    return table


def favourite_counts(picked: Picked) -> NDArray[np.uint8]:
    """How often each question's most picked option was picked, over its orders; no pick counts for none.

    Example:
        >>> favourite_counts(np.array([[0, 0, 3, -1], [-1, -1, -1, -1]], dtype=np.int8)).tolist()
        [2, 0]
    """
    by_order = np.ascontiguousarray(picked.T)
    counts = [_count(by_order == option) for option in range(max(1, int(picked.max()) + 1))]
    most: NDArray[np.uint8] = np.maximum.reduce(counts)
    return most


def _count(chosen: Right) -> NDArray[np.uint8]:
    """How many rows are true in each column; bytes, enough for 255 rows (24 orders)."""
    counts: NDArray[np.uint8] = np.add.reduce(chosen.view(np.uint8), axis=0, dtype=np.uint8)
    return counts
