"""Rank intervals stripe by stripe are those of the matrices of all pairs, in a fraction of their memory."""

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from board.comparisons import Matrix, compare_all
from board.design import Design, design_of
from board.many_ranks import RankBounds, holm_cut, rank_bounds
from board.metrics.nested import nest, nested_weights
from board.ranks import ALPHA, holm, rank_intervals, smallest_gain

N = 40
SMALL = 8 * 21  # pairs at once: stripes of eight rows
CREDITS = st.sampled_from(([0.0, 1.0], [0.0, 0.25, 0.5, 1.0], [0.3, 0.1 + 0.2]))
DESIGNS = {
    "independent": design_of(range(N)),
    "clustered": design_of([place % 9 for place in range(N)]),
    "one pair of questions together": design_of([*range(N - 1), 0]),
    "unequal weights": design_of([place % 12 for place in range(N)], weights=[1.0 + place % 3 for place in range(N)]),
    "stratified": design_of([place // 4 for place in range(N)], strata=[place // 20 for place in range(N)]),
    "nested": design_of(
        [place % 10 for place in range(N)],
        weights=nested_weights(nest([(place % 3, place % 10) for place in range(N)])),
        strata=[place % 3 for place in range(N)],
    ),
    "four clusters": design_of([place % 4 for place in range(N)]),
    "one cluster": design_of([0] * N),
}


def agree(found: RankBounds, credits: NDArray[Any], design: Design, *, higher_is_better: bool = True) -> None:
    pairs = compare_all(credits.astype(float), design)
    expected = rank_intervals(pairs, higher_is_better=higher_is_better)
    assert found.low.tolist() == [place.low for place in expected]
    assert found.high.tolist() == [place.high for place in expected]
    assert [found.tied_with(row) for row in range(len(credits))] == [place.tied_with for place in expected]
    apart = np.unpackbits(found.separable, axis=1, count=len(credits))
    assert np.array_equal(apart, apart.T)
    gain = smallest_gain(pairs)
    assert found.smallest_gain == (None if gain is None else pytest.approx(gain, rel=1e-9))
    assert found.n_clusters == design.n_clusters


def rows_of(seed: int, rows: int, levels: list[float], spread: float) -> Matrix:
    """Rows from worst to best, ``spread`` apart; every third is a copy; the last two earn all and nothing."""
    rng = np.random.default_rng(seed)
    chance = 0.5 + spread * (np.arange(rows) / rows - 0.5)
    credits = np.array(levels)[rng.binomial(len(levels) - 1, chance[:, None], (rows, N))]
    credits[::3] = credits[rng.integers(0, rows, len(credits[::3]))]
    credits[-2:] = [[levels[-1]], [levels[0]]]
    return credits


@pytest.mark.parametrize("name", DESIGNS)
@settings(deadline=None)  # a busy machine is not a wrong answer
@given(
    seed=st.integers(0, 2**31), rows=st.integers(2, 21), levels=CREDITS, spread=st.floats(0, 1), higher=st.booleans()
)
def test_it_gives_what_the_matrices_of_all_pairs_give(
    name: str, seed: int, rows: int, levels: list[float], spread: float, higher: bool
) -> None:
    credits, design = rows_of(seed, rows, levels, spread), DESIGNS[name]
    for pairs_at_once in (SMALL, 10_000):
        found = rank_bounds(credits, design, higher_is_better=higher, pairs_at_once=pairs_at_once)
        agree(found, credits, design, higher_is_better=higher)


@settings(deadline=None)
@given(arrays(np.float32, (9, N), elements=st.sampled_from([0.0, 0.5, 1.0])), st.sampled_from(sorted(DESIGNS)))
def test_any_credits_of_half_the_digits_give_the_same(credits: NDArray[np.float32], name: str) -> None:
    agree(rank_bounds(credits, DESIGNS[name], pairs_at_once=8), credits, DESIGNS[name])


@pytest.mark.parametrize("levels", [[0.0, 1.0], [0.0, 0.25, 0.5, 1.0]])
@pytest.mark.parametrize("name", DESIGNS)
def test_a_board_of_hundreds_of_rows_gives_the_same(name: str, levels: list[float]) -> None:
    credits = rows_of(1, 300, levels, 0.9)
    found = rank_bounds(credits, DESIGNS[name], pairs_at_once=10_000)
    agree(found, credits, DESIGNS[name])
    if name not in ("four clusters", "one cluster"):
        assert 0.02 < np.unpackbits(found.separable).mean() < 0.9, "the control: some pairs differ, some do not"


def test_where_all_clusters_differ_alike_their_number_decides_here_too() -> None:
    constant = np.repeat(np.arange(30)[:, None] / 30, N, axis=1)
    credits = np.concatenate([constant, rows_of(2, 30, [0.0, 0.25, 0.5, 1.0], 0.9)])
    design = design_of([place % 20 for place in range(N)])
    assert (compare_all(constant, design).stderr == 0).all(), "the control: no pair of these has a t"
    for pairs_at_once in (SMALL, 10_000):
        agree(rank_bounds(credits, design, pairs_at_once=pairs_at_once), credits, design)


def test_pairs_are_counted_by_hand() -> None:
    # Only the third row is far from both others: it is behind them, and they may be first or second.
    credits = np.array([[1.0] * 30, [1.0] * 27 + [0.0] * 3, [1.0] * 5 + [0.0] * 25])
    found = rank_bounds(credits, design_of(range(30)))
    assert (found.low.tolist(), found.high.tolist()) == ([1, 1, 3], [2, 2, 3])
    assert [found.tied_with(row) for row in range(3)] == [(1,), (0,), ()]
    assert found.separable.tolist() == [[0b00100000], [0b00100000], [0b11000000]]


def test_a_single_row_is_first_and_credits_of_other_questions_are_refused() -> None:
    for design in (design_of(range(12)), design_of([place % 6 for place in range(12)])):
        found = rank_bounds(np.ones((1, 12)), design)
        assert (found.low.tolist(), found.high.tolist(), found.tied_with(0), found.smallest_gain) == (
            [1],
            [1],
            (),
            None,
        )
    with pytest.raises(ValueError, match="as many"):
        rank_bounds(np.zeros((2, 3)), design_of(range(4)))


P_VALUES = st.lists(st.sampled_from([0.0, 1e-9, 0.001, 0.004, 0.005, 0.01, 0.012, 0.02, 0.04, 0.3, 1.0]), min_size=1)


@given(P_VALUES | st.lists(st.floats(0, 0.2), min_size=1, max_size=30))
def test_the_cut_from_counts_passes_what_holm_s_correction_passes(p: list[float]) -> None:
    told = np.array(p)
    cut = holm_cut(*np.unique(told, return_counts=True), len(p))
    assert (told <= cut).tolist() == (holm(told) < ALPHA).tolist()


@given(P_VALUES)
def test_the_cut_is_where_counting_below_the_level_of_those_that_are_left_comes_to_rest(p: list[float]) -> None:
    # With r passed the next level is 5 % / (m - r); counting those below it again and again climbs to Holm's number.
    told, passed, before = np.array(p), 0, -1
    while passed not in (before, len(p)):
        before, passed = passed, int((told * (len(p) - passed) < ALPHA).sum())
    assert int((told <= holm_cut(*np.unique(told, return_counts=True), len(p))).sum()) == passed


def test_the_cut_among_some_continues_what_is_known_to_pass() -> None:
    p = np.sort(np.random.default_rng(3).random(200) ** 6)
    whole = holm_cut(p, np.ones(200, dtype=np.intp), 200)
    known = int((p <= whole).sum()) - 2
    assert holm_cut(p[known:], np.ones(200 - known, dtype=np.intp), 200, known) == whole
    assert holm_cut(p[known:], np.ones(200 - known, dtype=np.intp), 200) < whole, "the control: not knowing them"


@pytest.mark.parametrize("name", ["independent", "clustered"])
def test_two_thousand_rows_need_a_fraction_of_the_memory_of_all_pairs(name: str) -> None:
    credits = rows_of(4, 2000, [0.0, 1.0], 0.9)
    tracemalloc.start()
    rank_bounds(credits, DESIGNS[name], pairs_at_once=100_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6, "one matrix of all pairs alone would take 32 MB, and they are three"
