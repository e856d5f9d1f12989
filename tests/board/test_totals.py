"""Two published numbers: by hand, against second implementations, and how often the test errs."""

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, chi2_contingency, norm

from board.comparisons import compare_all
from board.design import design_of
from board.totals import Total, TotalsComparison, compare_totals


def compared(a: Total, b: Total) -> TotalsComparison:
    found = compare_totals(a, b)
    assert found is not None and found.approximate
    return found


# Newcombe 1998, Statistics in Medicine 17:873, table II, method 10.
NEWCOMBE = [
    ((56, 70), (48, 80), (0.0524, 0.3339)),
    ((9, 10), (3, 10), (0.1705, 0.8090)),
    ((10, 10), (0, 20), (0.6791, 1.0)),
    ((10, 10), (0, 10), (0.6075, 1.0)),
]


@pytest.mark.parametrize(("one", "other", "interval"), NEWCOMBE)
def test_the_interval_of_two_shares_is_that_of_the_paper(
    one: tuple[int, int], other: tuple[int, int], interval: tuple[float, float]
) -> None:
    found = compared(Total(one[0] / one[1], one[1]), Total(other[0] / other[1], other[1]))
    assert (found.ci_low, found.ci_high) == pytest.approx(interval, abs=5e-5)


@given(st.integers(1, 400), st.integers(1, 400), st.floats(0, 1), st.floats(0, 1))
def test_shares_are_compared_as_by_a_chi_square_test_and_by_the_intervals_of_scipy(
    n: int, m: int, a: float, b: float
) -> None:
    right, others = round(a * n), round(b * m)
    found = compared(Total(right / n, n), Total(others / m, m))
    p, q = right / n, others / m
    low, high = binomtest(right, n).proportion_ci(method="wilson")
    low_other, high_other = binomtest(others, m).proportion_ci(method="wilson")
    assert found.ci_low == pytest.approx(p - q - sqrt((p - low) ** 2 + (high_other - q) ** 2), abs=1e-9)
    assert found.ci_high == pytest.approx(p - q + sqrt((high - p) ** 2 + (q - low_other) ** 2), abs=1e-9)
    assert -1 - 1e-12 <= found.ci_low <= found.difference <= found.ci_high <= 1 + 1e-12
    if 0 < right + others < n + m:
        table = [[right, n - right], [others, m - others]]
        assert found.p == pytest.approx(chi2_contingency(table, correction=False).pvalue, rel=1e-6, abs=1e-15)
    else:
        assert found.p == 1.0


def test_means_with_their_errors_are_compared_by_hand() -> None:
    # 0.03² + 0.04² = 0.05², and 0.1 is two of these: p is 4.55 %, the interval 0.1 ± 1.96 · 0.05.
    found = compared(Total(0.7, stderr=0.03), Total(0.6, stderr=0.04))
    assert tuple(found)[:4] == pytest.approx((0.1, 0.05, 0.1 - 0.098, 0.1 + 0.098), abs=1e-5)
    assert found.p == pytest.approx(2 * norm.sf(2)) == pytest.approx(0.0455, abs=1e-4)


def test_a_share_that_only_tells_n_has_the_binomial_error_beside_one_that_tells_its_own() -> None:
    told = compared(Total(0.5, 100), Total(0.4, stderr=0.0))
    assert told.stderr == pytest.approx(0.05)
    assert told == compared(Total(0.5, stderr=0.05), Total(0.4, 20, 0.0)), "an error that is told goes before n"


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 99), st.integers(1, 99), st.booleans())
def test_the_other_way_round_is_the_same_with_its_sign_turned(a: float, b: float, n: int, m: int, errors: bool) -> None:
    one, other = Total(a, n, 0.1 if errors else None), Total(b, m, 0.2 if errors else None)
    there, back = compared(one, other), compared(other, one)
    assert back.difference == -there.difference
    turned = (there.p, there.stderr, -there.ci_high, -there.ci_low)
    assert (back.p, back.stderr, back.ci_low, back.ci_high) == pytest.approx(turned)


def test_nothing_is_said_where_a_row_tells_neither_n_nor_an_error() -> None:
    known = (Total(0.5, 10), Total(0.5, stderr=0.1))
    assert [compare_totals(*pair) for pair in product([Total(0.5)], [*known, Total(0.5)])] == [None] * 3
    assert [compare_totals(*pair) for pair in product(known, [Total(0.5)])] == [None] * 2


def test_equal_rows_without_an_error_do_not_differ_and_others_without_one_do() -> None:
    assert compared(Total(1.0, 10), Total(1.0, 20)).p == 1.0
    assert compared(Total(0.4, stderr=0.0), Total(0.3, stderr=0.0)).p == 0.0


@pytest.mark.parametrize("bad", [Total(52.1, 100), Total(-0.1, 100), Total(0.5, 0), Total(0.5, stderr=-0.1)])
def test_what_cannot_be_a_total_is_refused(bad: Total) -> None:
    for pair in ((bad, Total(0.5, 100)), (Total(0.5, 100), bad)):
        with pytest.raises(ValueError, match="found Total"):
            compare_totals(*pair)


def chance_of_an_error(n: int, share: float) -> float:
    """How often two equal rows of n answers differ at 5 %, over all they may have right."""
    chance = [comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
    return sum(
        chance[k] * chance[other]
        for k, other in product(range(n + 1), repeat=2)
        if compared(Total(k / n, n), Total(other / n, n)).p < 0.05
    )


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_two_equal_rows_are_told_apart_in_5_of_100_cases(share: float) -> None:
    assert 0.03 < chance_of_an_error(60, share) < 0.065


def test_answers_to_the_same_questions_differ_more_clearly_than_their_totals_tell() -> None:
    # Both rows fail on the hard questions; on the others the first is better.
    rng = np.random.default_rng(6)
    hard = rng.random(1000) < 0.5
    right = np.array([~hard & (rng.random(1000) < chance) for chance in (0.95, 0.88)], dtype=float)
    paired = compare_all(right, design_of(range(1000))).p[0, 1]
    totals = compared(Total(float(right[0].mean()), 1000), Total(float(right[1].mean()), 1000)).p
    assert paired < 0.01 < 0.05 < totals
