"""Comparing two rows of which only totals are known, as published tables print them: a value, n, perhaps an error.

Which questions each row had right is not known, so the two are compared as if they came from different questions: two
independent means (:mod:`board.comparisons` pairs them where score rows are at hand).
"""

from math import sqrt
from typing import NamedTuple

from scipy.special import ndtr

from board.statistics import Z_95, wilson


class Total(NamedTuple):
    """One number as published: its value, how many answers it is the mean of, its standard error where it is told.

    ``value`` and ``stderr`` are in one unit, 0..1 for a share; None where they are not told.
    """

    value: float
    n: int | None = None
    stderr: float | None = None


class TotalsComparison(NamedTuple):
    """The first value minus the second, its standard error and 95 % interval, and the p-value of "no difference".

    ``approximate`` is always true: see :func:`compare_totals`.
    """

    difference: float
    stderr: float
    ci_low: float
    ci_high: float
    p: float
    approximate: bool = True


def compare_totals(a: Total, b: Total) -> TotalsComparison | None:
    """How two published numbers differ, as far as totals can tell; None where they tell no error.

    Approximate, because it is not known how the two answers to one question go together: rows mostly fail on the same
    hard questions, so real differences are usually clearer than this says.

    Where neither tells a standard error, both are taken as shares of n independent answers: the two-proportion z test
    with the pooled share for p; Newcombe's interval from the two Wilson intervals, which stays within -1..1 and is not
    empty at 0 or 1 (Newcombe 1998, *Statistics in Medicine* 17:873, method 10); ``stderr`` is the unpooled one. Test
    and interval are not the same formula, so close to 5 % they may disagree. Where one or both tell a standard error:
    the z test and interval of two independent means, with the binomial error for a share that only tells its n.

    Raises:
        ValueError: an n is not positive, an error is negative, or a share to be counted is not within 0..1.

    Example:
        Newcombe's example: 56 of 70 against 48 of 80 is a difference of 0.2, with interval 0.0524 to 0.3339.

        >>> found = compare_totals(Total(56 / 70, 70), Total(48 / 80, 80))
        >>> [round(number, 4) for number in (found.difference, found.ci_low, found.ci_high, found.p)]
        [0.2, 0.0524, 0.3339, 0.008]
    """
    _require_sound(a)
    _require_sound(b)
    if a.stderr is None and b.stderr is None and a.n and b.n:
        return _of_shares(a.value, a.n, b.value, b.n)
    one, other = _stderr(a), _stderr(b)
    if one is None or other is None:
        return None
    difference, stderr = a.value - b.value, sqrt(one**2 + other**2)
    return _told(difference, stderr, difference - Z_95 * stderr, difference + Z_95 * stderr, stderr)


def _stderr(total: Total) -> float | None:
    """The standard error as told, else that of a share of n independent answers; None where n is not told either."""
    if total.stderr is None and total.n:
        return sqrt(total.value * (1 - total.value) / total.n)
    return total.stderr


def _of_shares(one: float, n_one: int, other: float, n_other: int) -> TotalsComparison:
    difference, pooled = one - other, (one * n_one + other * n_other) / (n_one + n_other)
    stderr = sqrt(one * (1 - one) / n_one + other * (1 - other) / n_other)
    (low_one, high_one), (low_other, high_other) = wilson(one, n_one), wilson(other, n_other)
    below = sqrt((one - low_one) ** 2 + (high_other - other) ** 2)
    above = sqrt((high_one - one) ** 2 + (other - low_other) ** 2)
    alike = sqrt(pooled * (1 - pooled) * (1 / n_one + 1 / n_other))
    return _told(difference, stderr, difference - below, difference + above, alike)


def _told(difference: float, stderr: float, ci_low: float, ci_high: float, if_alike: float) -> TotalsComparison:
    """``if_alike`` is the standard error where there is no difference; where even that is 0, there is no doubt."""
    z = abs(difference) / if_alike if if_alike else (float("inf") if difference else 0.0)
    return TotalsComparison(difference, stderr, ci_low, ci_high, float(2 * ndtr(-z)))


def _require_sound(total: Total) -> None:
    if (total.n is not None and total.n < 1) or (total.stderr is not None and not total.stderr >= 0):
        raise ValueError(f"found {total}: n is at least 1, and a standard error not negative")
    if total.stderr is None and total.n is not None and not 0.0 <= total.value <= 1.0:
        raise ValueError(f"found {total}: n alone tells an error only of a share, 0 to 1 (not percent)")
