"""The mean credit of graded answers, with its plain standard error.

Serves accuracy (credit 0 or 1), MRA (credit 0..1), the question-level overall score and every rate alike: they differ
in which answers they cover and in what a value means, not in how it is averaged. :mod:`board.metrics.nested` gives
groups equal weight first.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from board.types import Unscored


class Mean(NamedTuple):
    """A mean with its standard error and, where answers are unscored, the bounds it must lie in.

    ``estimate`` is None where an answer is unscored (a machine failed): the truth lies between ``lower_bound`` (all
    of them wrong) and ``upper_bound`` (all of them right).
    """

    estimate: float | None
    sem: float | None
    lower_bound: float | None
    upper_bound: float | None


def mean_credit(values: Sequence[float | Unscored]) -> Mean:
    """Mean of the values over all of them, exactly summed.

    Unanswered and unparsed answers are in ``values`` as 0; only a missing verdict is :class:`board.types.Unscored`.

    Raises:
        ValueError: there is no value at all; a group without questions has no mean, it is not 0.

    Example:
        >>> mean_credit([1.0, 0.0, 0.0, 1.0]).estimate
        0.5
        >>> mean_credit([1.0, Unscored()]).upper_bound
        1.0
    """
    return averaged(values, plain_mean)


def averaged(values: Sequence[float | Unscored], average: Callable[[Sequence[float]], float]) -> Mean:
    """The average of the values with its standard error; its bounds where one of them is unscored.

    ``sem`` is the sample standard deviation (ddof 1) of the values over sqrt(n), None at n = 1, however they are
    averaged.

    Raises:
        ValueError: there is no value at all.
    """
    if not values:
        raise ValueError("a mean over no questions does not exist: leave the group out")
    scored = [value for value in values if not isinstance(value, Unscored)]
    if len(scored) == len(values):
        return Mean(average(scored), _sem(scored), None, None)
    lows = [value.low if isinstance(value, Unscored) else value for value in values]
    highs = [value.high if isinstance(value, Unscored) else value for value in values]
    return Mean(None, None, average(lows), average(highs))


def plain_mean(values: Sequence[float]) -> float:
    """The exactly summed mean.

    Example:
        >>> plain_mean([0.1] * 10)
        0.1
    """
    return fsum(values) / len(values)


def _sem(values: Sequence[float]) -> float | None:
    n = len(values)
    if n == 1:
        return None
    mean = plain_mean(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
