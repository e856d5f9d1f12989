"""Rank intervals of boards with thousands of rows: as :mod:`board.ranks` gives them, stripe by stripe of the pairs.

10,000 rows make 50 million pairs; matrices of numbers for all of them would fill gigabytes. So pairs are first only
counted by how strong their evidence is, Holm's cut is found from the counts, and then each pair is told apart or not,
one bit each. In McNemar's test (McNemar 1947) a pair is two small whole numbers, so few p-values are worked out; in
Student's p falls as |difference| / stderr grows, so only the pairs near the cut are looked at one by one.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from board.comparisons import Matrix, cluster_totals, independent, residuals, sign_test, two_sided
from board.design import Design
from board.ranks import ALPHA, POWER
from board.statistics import FEWEST_CLUSTERS

PAIRS_AT_ONCE = 1_000_000
ROUNDING = 1e-9
_CUT_BITS = 44  # of a float's 64: numbers alike in the others differ by at most 0.4 %
_BINS = 1 << 63 - _CUT_BITS

Whole = NDArray[np.intp]
Number = TypeVar("Number", bound=np.generic)
T = TypeVar("T")


class RankBounds(NamedTuple):
    """The places each row of a board may hold, and which pairs of rows can be told apart.

    ``low`` and ``high`` are 1-based and included, one a row. ``smallest_gain`` (0..1, or None) is that of
    :func:`board.ranks.smallest_gain`. ``separable`` holds one bit a pair, both ways round: a line of bytes a row, as
    ``np.packbits`` packs them.
    """

    low: Whole
    high: Whole
    n_clusters: int
    smallest_gain: float | None
    separable: NDArray[np.uint8]

    def tied_with(self, row: int) -> tuple[int, ...]:
        """The rows that cannot be told from this one, itself left out."""
        told_apart = np.unpackbits(self.separable[row], count=len(self.low))
        told_apart[row] = 1
        return tuple(np.flatnonzero(told_apart == 0).tolist())


class _Told(NamedTuple):
    """Some rows against all that do not stand before them: which pairs a < b are told apart, and a's gain over b."""

    apart: NDArray[np.bool_]
    gain: NDArray[Any]


_Stripe = tuple[int, int]
_Tally = tuple[NDArray[Any], Whole]  # numbers, and how often each is there


class _Test(NamedTuple):
    """A test of all pairs: what it tells of the rows of a stripe, and the median stderr of the pairs that differ."""

    told: Callable[[_Stripe], _Told]
    stderr: float | None


def rank_bounds(
    credits: NDArray[Any], design: Design, *, higher_is_better: bool = True, pairs_at_once: int = PAIRS_AT_ONCE
) -> RankBounds:
    """The rank intervals of a board: ``rank_intervals(compare_all(credits, design))``, in little memory.

    ``credits`` is rows × questions, 0..1; 10,000 rows of 1,051 questions take less than 500 MiB beside them. Rounding
    may decide a pair otherwise only where its p · (pairs left) is 5 % to the last digits. Method: Holm 1979,
    *Scandinavian Journal of Statistics* 6:65.

    Raises:
        ValueError: the credits and the design are not of the same questions.

    Example:
        >>> from board.design import design_of
        >>> credits = np.array([[1.0] * 30, [1.0] * 27 + [0.0] * 3, [1.0] * 5 + [0.0] * 25])
        >>> found = rank_bounds(credits, design_of(range(30)))
        >>> found.low.tolist(), found.high.tolist(), found.tied_with(0)
        ([1, 1, 3], [2, 2, 3], (1,))
    """
    rows, n = credits.shape
    if n != len(design.weights):
        raise ValueError(f"{n} credits a row and {len(design.weights)} questions: they must be as many")
    height = max(8, pairs_at_once // max(1, rows) // 8 * 8)  # whole bytes of ``separable``
    stripes = [(start, min(rows, start + height)) for start in range(0, rows, height)]
    if independent(credits, design):
        test = _by_mcnemar(credits, stripes)
    elif design.n_clusters < FEWEST_CLUSTERS:  # the least p of their sign test is 2 · 0.5⁴: nothing is told apart
        low, high, separable = _bounds(rows, [])
        return RankBounds(low, high, design.n_clusters, None, separable)
    else:
        test = _by_t(np.asarray(credits, dtype=float), design, stripes)
    low, high, separable = _bounds(rows, ((stripe, test.told(stripe)) for stripe in stripes))
    if not higher_is_better:
        low, high = rows + 1 - high, rows + 1 - low
    gain = None
    if test.stderr is not None and design.n_clusters >= FEWEST_CLUSTERS:
        level, degrees = ALPHA / (rows * (rows - 1)), design.n_clusters - 1
        gain = float((stdtrit(degrees, 1 - level) + stdtrit(degrees, POWER)) * test.stderr)
    return RankBounds(low, high, design.n_clusters, gain, separable)


def holm_cut(p: Matrix, counts: Whole, n_pairs: int, n_passed: int = 0) -> float:
    """The largest of these p-values that Holm's correction leaves below 5 %; -1 where it leaves none.

    ``counts`` tells how many pairs have each of them, ``n_pairs`` how many pairs there are in all, ``n_passed`` how
    many are known to pass beside these. Sorting all pairs is not needed: of pairs with equal p the first is multiplied
    most, so they pass or fail together, and what passes is all before the first p · (n_pairs - smaller ones) from 5 %
    up. (Those known to pass may count as smaller though they are not: that lowers only factors of what passes anyway.)

    Example:
        >>> holm_cut(np.array([0.01, 0.04, 0.03]), np.array([1, 1, 1]), 3)
        0.01
    """
    order = np.argsort(p, kind="stable")
    smaller = n_passed + np.cumsum(counts[order]) - counts[order]
    failed = p[order] * (n_pairs - smaller) >= ALPHA
    n_below = int(failed.argmax()) if failed.any() else len(p)
    return float(p[order[n_below - 1]]) if n_below else -1.0


def _bounds(rows: int, told: Iterable[tuple[_Stripe, _Told]]) -> tuple[Whole, Whole, NDArray[np.uint8]]:
    low, high = np.full(rows, 1, dtype=np.intp), np.full(rows, rows, dtype=np.intp)
    bits = np.zeros((rows, (rows + 7) // 8), dtype=np.uint8)
    for (start, stop), (apart, gain) in told:
        better, worse = apart & (gain > 0), apart & (gain < 0)
        high[start:stop] -= better.sum(axis=1)
        low[start:stop] += worse.sum(axis=1)
        low[start:] += better.sum(axis=0)
        high[start:] -= worse.sum(axis=0)
        bits[start:stop, start // 8 :] |= np.packbits(apart, axis=1)
        bits[start:, start // 8 : (stop + 7) // 8] |= np.packbits(apart.T, axis=1)
    return low, high, bits


def _by_mcnemar(credits: NDArray[Any], stripes: Sequence[_Stripe]) -> _Test:
    """What counts of a pair: how many questions only one of both has right (either), and the weaker of both (fewer)."""
    right, n, n_pairs = credits.astype(np.float32), credits.shape[1], len(credits) * (len(credits) - 1) // 2
    own = right.sum(axis=1).astype(np.int32)
    first_code = np.arange(1, n + 3) ** 2 // 4  # of each either: fewer is at most its half

    @_worked_out_once(stripes)
    def compared(stripe: _Stripe) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        start, stop = stripe
        both = (right[start:stop] @ right[start:].T).astype(np.int32)  # exact: whole numbers below 2**24
        one, other = own[start:stop, None], own[None, start:]
        return _pairs_only(one + other - 2 * both), _pairs_only(np.minimum(one, other) - both)

    stripes_codes = (first_code[either] + fewer for either, fewer in map(compared, stripes))
    told_codes, told_counts = _joined([np.unique(codes, return_counts=True) for codes in stripes_codes])
    codes, place = np.unique(told_codes, return_inverse=True)
    counts = np.bincount(place, told_counts).astype(np.intp)
    counts[0] += n_pairs - counts.sum()  # code 0 was also counted where there is no pair
    codes, counts = codes[counts > 0], counts[counts > 0]
    either = np.searchsorted(first_code, codes, side="right") - 1
    fewer = codes - first_code[either]
    p = two_sided(fewer, either)
    passed = p <= holm_cut(p, counts, n_pairs)
    most = np.full(n + 1, -1, dtype=np.int32)  # of fewer, at each either, for a pair to pass: p grows with it
    np.maximum.at(most, either[passed], fewer[passed])

    def told(stripe: _Stripe) -> _Told:
        (start, stop), (either, fewer) = stripe, compared(stripe)
        return _Told(fewer <= most[either], own[start:stop, None] - own[None, start:])

    stderr = np.sqrt((n * either - (either - 2.0 * fewer) ** 2) / max(1, n - 1)) / n
    return _Test(told, _median(stderr, counts))


class _Compared(NamedTuple):
    """Some rows against all that do not stand before them; t and stderr are 0 where there is no pair a < b.

    Where the stderr of a pair is 0, t is too, and ``p`` is that of the sign test over clusters, for pairs ``signed``.
    """

    t: Matrix
    stderr: Matrix
    gain: Matrix
    signed: tuple[Whole, Whole]
    p: Matrix


def _comparison(credits: Matrix, design: Design, stripes: Sequence[_Stripe]) -> Callable[[_Stripe], _Compared]:
    """The clustered test, as :func:`board.comparisons.compare_all` makes it."""
    n, means = design.n_clusters, credits @ design.weights
    totals = np.concatenate([cluster_totals(credits[start:stop], design) for start, stop in stripes])
    sums = residuals(credits, design, totals)
    own = np.einsum("ij,ij->i", sums, sums)
    alike = np.unique(totals, axis=0, return_inverse=True)[1].ravel()

    @_worked_out_once(stripes)
    def compared(stripe: _Stripe) -> _Compared:
        start, stop = stripe
        gain = means[start:stop, None] - means[None, start:]
        both = own[start:stop, None] + own[None, start:]
        distances = both - 2 * (sums[start:stop] @ sums[start:].T)
        distances[distances <= 1e-12 * both + 1e-24] = 0.0
        stderr = _pairs_only(np.sqrt(n / (n - 1) * distances))
        t = np.divide(np.abs(gain), stderr, out=np.zeros_like(gain), where=stderr > 0)
        a, b = np.nonzero(np.triu((stderr == 0) & (alike[start:stop, None] != alike[None, start:]), 1))
        against = zip(np.unique(a), np.split(b, np.flatnonzero(np.diff(a)) + 1), strict=False)
        p = [sign_test(totals[start + row], totals[start + others]) for row, others in against]
        return _Compared(t, stderr, gain, (a, b), np.concatenate([np.zeros(0), *p]))

    return compared


def _by_t(credits: Matrix, design: Design, stripes: Sequence[_Stripe]) -> _Test:
    """Pairs are counted by bins of t; those in the bins where Holm's cut must lie are looked at one by one."""
    compared, n_pairs = _comparison(credits, design, stripes), len(credits) * (len(credits) - 1) // 2
    t_counts, stderr_counts = np.zeros(_BINS, dtype=np.intp), np.zeros(_BINS, dtype=np.intp)
    signs = []
    for found in map(compared, stripes):
        _count(_bin(found.t), t_counts)
        _count(_bin(found.stderr), stderr_counts)
        signs.append(np.unique(found.p, return_counts=True))
    sign_p, sign_counts = _joined(signs)
    t_counts[0] += n_pairs - t_counts.sum() - sign_counts.sum()  # bin 0 was also counted where there is no pair
    stderr_counts[0] = 0

    def p_of(t: Matrix) -> Matrix:
        told: Matrix = 2 * stdtr(design.n_clusters - 1, -t)
        return told

    # Holm is monotone: with the largest p of its bin for each pair no other pairs pass than with the true ones, with
    # the smallest none is left out. What passes only with the smallest is collected.
    bins = np.flatnonzero(t_counts)
    largest, smallest = p_of(_edge(bins)) * (1 + ROUNDING), p_of(_edge(bins + 1)) * (1 - ROUNDING)
    counts = np.concatenate([t_counts[bins], sign_counts])
    sure_p, maybe_p = (holm_cut(np.concatenate([p, sign_p]), counts, n_pairs) for p in (largest, smallest))
    sure, maybe = (_edge(bins[p <= up_to]).min(initial=np.inf) for p, up_to in ((largest, sure_p), (smallest, maybe_p)))
    n_sure = int(t_counts[bins[largest <= sure_p]].sum() + sign_counts[sign_p <= sure_p].sum())
    open_signs = (sign_p > sure_p) & (sign_p <= maybe_p)
    middle = _places_of_median(stderr_counts)
    between, errors = [(sign_p[open_signs], sign_counts[open_signs])], []
    for found in map(compared, stripes):
        between.append(np.unique(p_of(found.t[(found.t >= maybe) & (found.t < sure)]), return_counts=True))
        errors.append(np.unique(found.stderr[np.isin(_bin(found.stderr), middle)], return_counts=True))
    cut = max(sure_p, holm_cut(*_joined(between), n_pairs, n_sure))

    def told(stripe: _Stripe) -> _Told:
        found = compared(stripe)
        apart = found.t >= sure
        near = (found.t >= maybe) & ~apart
        apart[near] = p_of(found.t[near]) <= cut
        apart[found.signed] = found.p <= cut
        return _Told(apart, found.gain)

    others = np.setdiff1d(np.flatnonzero(stderr_counts), middle)
    return _Test(told, _median(*_joined([*errors, (_edge(others), stderr_counts[others])])))


def _joined(tallies: Sequence[_Tally]) -> _Tally:
    """All of them as one; a number may stand in it more than once."""
    return np.concatenate([tally[0] for tally in tallies]), np.concatenate([tally[1] for tally in tallies])


def _pairs_only(numbers: NDArray[Number]) -> NDArray[Number]:
    """A stripe's numbers (changed in place), with 0 where there is no pair a < b."""
    height = len(numbers)
    numbers[:, :height][np.tri(height, dtype=bool)] = 0
    return numbers


def _count(codes: NDArray[Any], counts: Whole) -> None:
    found = np.bincount(codes.ravel())
    counts[: len(found)] += found


def _bin(numbers: Matrix) -> Whole:
    """Numbers from 0 up by their leading bits (the power of two, then digits), which are in the numbers' order."""
    return numbers.view(np.int64) >> _CUT_BITS


def _edge(bins: Whole) -> Matrix:
    """The least number of a bin."""
    return (bins << _CUT_BITS).view(np.float64)


def _median(errors: Matrix, counts: Whole) -> float | None:
    """The median of those above 0, each there so many times; None where there is none."""
    order = np.argsort(errors)[(errors <= 0).sum() :]
    return float(errors[order][_places_of_median(counts[order])].mean()) if counts[order].any() else None


def _places_of_median(counts: Whole) -> Whole:
    """Which of some ordered numbers stand in the middle, given how many times each is there (two may)."""
    up_to = np.cumsum(counts)
    return np.searchsorted(up_to, [(up_to[-1] - 1) // 2, up_to[-1] // 2], side="right")


def _worked_out_once(stripes: Sequence[_Stripe]) -> Callable[[Callable[[_Stripe], T]], Callable[[_Stripe], T]]:
    """A decorator that keeps what was worked out, where there is but one stripe."""
    return lru_cache(1) if len(stripes) == 1 else lambda part: part
