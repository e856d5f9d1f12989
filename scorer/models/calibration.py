"""Calibration: from labelled answers, how a margin of yes over no becomes a probability.

A small judge often says yes to everything with a margin that still tells right from wrong. Two numbers mend that, the
temperature and the bias, found by maximum likelihood on margins with known verdicts.
Source: J. Platt, Probabilistic outputs for support vector machines (1999), whose targets, slightly inside 0 and 1, keep
the fit finite where the labels can be told apart without a fault or are all the same.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from board.errors import JudgeError
from scorer.judge.logits_judge import Calibration

TEMPERATURES = (0.01, 100.0)  # the bounds of a fit, in nats
LARGEST_BIAS = 100.0


def fit_calibration(margins: Sequence[float], labels: Sequence[bool]) -> Calibration:
    """The most likely temperature and bias, given margins (nats) and whether yes was right for each.

    Raises:
        JudgeError: there are no labels, not one for each margin, or a margin is not finite.

    Example:
        >>> fitted = fit_calibration([4.0, 5.0, 6.0, 7.0] * 25, [False, False, True, True] * 25)
        >>> round(fitted.bias, 2), fitted.p_yes(5.4) < 0.5 < fitted.p_yes(5.6)
        (-5.5, True)
    """
    found, yes = np.asarray(margins, dtype=np.float64), np.asarray(labels, dtype=bool)
    if found.shape != yes.shape or not found.size or not np.isfinite(found).all():
        raise JudgeError(
            f"found {found.size:,} margins ({np.isfinite(found).sum():,} finite) and {yes.size:,} labels, expected as "
            "many of each, at least one, all finite: label answers that this judge has margins for"
        )
    centre = float(found.mean())
    slope, offset = _logistic(found - centre, _targets(yes))
    return Calibration(1.0 / slope, float(np.clip(offset / slope - centre, -LARGEST_BIAS, LARGEST_BIAS)))


def _targets(yes: NDArray[np.bool_]) -> NDArray[np.float64]:
    n_yes, n_no = int(yes.sum()), int((~yes).sum())
    return np.where(yes, (n_yes + 1) / (n_yes + 2), 1 / (n_no + 2))


def _logistic(x: NDArray[np.float64], targets: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and offset of P = sigmoid(slope x + offset) that make the targets likeliest, the slope within bounds."""
    # Imported here because scipy takes a second to start, and only a fit needs it.
    from scipy.optimize import minimize

    def unlikelihood(found: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = found[0] * x + found[1]
        missed = 1.0 / (1.0 + np.exp(-scores)) - targets
        loss = np.logaddexp(0.0, scores) - targets * scores
        return float(loss.mean()), np.array([(missed * x).mean(), missed.mean()])

    bounds = [(1.0 / TEMPERATURES[1], 1.0 / TEMPERATURES[0]), (None, None)]
    slope, offset = minimize(unlikelihood, [1.0, 0.0], jac=True, method="L-BFGS-B", bounds=bounds, tol=1e-12).x
    return float(slope), float(offset)
