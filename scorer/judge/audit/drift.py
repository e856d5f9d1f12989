"""Whether a judge still says what it said: the same answers (the anchors) judged before and now.

A judge that decides from probabilities, or at temperature 0, should flip nothing. The question is how few flips may
be taken for no drift: the alarm goes off from so few flips on that a judge which truly flips 3 % of its verdicts would
stay below them in at most 1 of 100 runs (exact, binomial). So 3 % of flips or more always raise it, no flip at all
never does, and fewer anchors make it more touchy, not more forgiving. Verdicts count as independent; flips often come
several to an answer, so take 200 answers rather than 200 verdicts.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import bdtr, bdtrc

from board.errors import BenchmarkError
from scorer.judge.audit.agreement import Confusion, agreement_of
from scorer.judge.audit.pairing import Paired

DRIFT = 0.03
MISSES = 0.01  # how often a judge that flips 3 % may stay below the limit
FALSE_ALARMS = 0.01  # how often a judge that did not change may raise it


class Drift(NamedTuple):
    """Flips of the ``n`` verdicts that are there both times.

    ``alarm`` is true from ``limit`` flips on; ``limit`` is None where the anchors are too few to exclude a drift of
    3 % even without a flip. ``false_alarm`` is how often this judge would raise it without having changed, given the
    ``noise`` (0..1) of its verdicts between two runs. Not compared are verdicts that are ``lost`` or ``new``, and
    ``tied`` ones.
    """

    n: int
    flips: int
    yes_to_no: int
    no_to_yes: int
    limit: int | None
    alarm: bool
    noise: float
    false_alarm: float
    lost: int
    new: int
    tied: int
    before: tuple[str, ...]
    now: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of verdicts that flipped, 0..1."""
        return self.flips / self.n

    @property
    def conclusive(self) -> bool:
        """Whether both errors are rare enough: there are enough anchors, and the judge is quiet enough."""
        return self.limit is not None and self.false_alarm <= FALSE_ALARMS


def drift(paired: Paired, before: Sequence[str] = (), now: Sequence[str] = (), noise: float = 0.0) -> Drift:
    """Compare the anchors' verdicts before (first) and now (second).

    ``before`` and ``now`` name the judges, prompts and models behind them, so that another judge is not taken for the
    same one drifting. ``noise`` is the share of its verdicts that this judge flips between two runs by itself.

    Raises:
        BenchmarkError: no verdict is there both times.

    Example:
        >>> once, again = np.ones((2, 300), dtype=np.int8)
        >>> again[:9] = 0
        >>> found = drift(Paired(("summary",) * 300, tuple(map(str, range(300))), once, again))
        >>> found.share, found.limit, found.alarm
        (0.03, 3, True)
    """
    found = agreement_of(paired, "anchors")
    if not found.n:
        raise BenchmarkError(
            "found no anchor verdict that is there both before and now, expected those of 200 answers: "
            "judge the same answers again"
        )
    counts: Confusion = found.confusion
    flips, limit = counts.yes_no + counts.no_yes, alarm_limit(found.n)
    return Drift(
        n=found.n,
        flips=flips,
        yes_to_no=counts.yes_no,
        no_to_yes=counts.no_yes,
        limit=limit,
        alarm=flips >= (limit or 1),
        noise=noise,
        false_alarm=chance_of_alarm(found.n, limit or 1, noise),
        lost=found.only_first,
        new=found.only_second,
        tied=found.tied,
        before=tuple(sorted(set(before))),
        now=tuple(sorted(set(now))),
    )


def alarm_limit(n: int) -> int | None:
    """The most flips k such that fewer than k of n happen to a judge of 3 % in at most 1 % of runs; None where k is 0.

    Example:
        A judge of 3 % flips none of 151 verdicts in 0.97¹⁵¹ = 1.005 % of runs, of 152 in 0.98 %.

        >>> alarm_limit(151), alarm_limit(152), alarm_limit(660)
        (None, 1, 10)
    """
    fewer = bdtr(np.arange(n + 1, dtype=float), n, DRIFT)  # of at most 0, 1, 2 … flips
    return int((fewer <= MISSES).sum()) or None


def chance_of_alarm(n: int, limit: int, share: float) -> float:
    """How often at least ``limit`` of n verdicts flip if each does with a probability of ``share``.

    Example:
        >>> chance_of_alarm(660, 10, 0.0), round(chance_of_alarm(660, 10, 0.03), 4)
        (0.0, 0.9949)
    """
    return float(bdtrc(limit - 1, n, share)) if share else 0.0
