"""The mean credit of graded answers, with its plain standard error.

Serves accuracy (credit 0 or 1), MRA (credit 0..1) and the question-level overall score alike: they differ in which
questions they cover and in what credit means, not in how it is averaged.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple


class Mean(NamedTuple):
    """A mean with its standard error and, where answers are unscored, the bounds it must lie in.

    ``estimate`` is None where an answer is unscored (a machine failed): the truth lies between ``lower_bound`` (all
    of them wrong) and ``upper_bound`` (all of them right).
    """

    estimate: float | None
    sem: float | None
    lower_bound: float | None
    upper_bound: float | None


def mean_credit(credits: Sequence[float | None]) -> Mean:
    """Mean of the credits over all of them, exactly summed.

    ``sem`` is the sample standard deviation (ddof 1) over sqrt(n), None at n = 1. Unanswered and unparsed answers
    are in ``credits`` as 0; only a missing verdict is None.

    Raises:
        ValueError: there is no credit at all; a group without questions has no mean, it is not 0.

    Example:
        >>> mean_credit([1.0, 0.0, 0.0, 1.0]).estimate
        0.5
        >>> mean_credit([1.0, None]).upper_bound
        1.0
    """
    n = len(credits)
    if not n:
        raise ValueError("a mean over no questions does not exist: leave the group out")
    scored = [credit for credit in credits if credit is not None]
    total = fsum(scored)
    if len(scored) < n:
        return Mean(None, None, total / n, (total + n - len(scored)) / n)
    mean = total / n
    return Mean(mean, _sem(scored, mean), None, None)


def _sem(credits: Sequence[float], mean: float) -> float | None:
    n = len(credits)
    if n == 1:
        return None
    return sqrt(fsum((credit - mean) ** 2 for credit in credits) / (n - 1) / n)
