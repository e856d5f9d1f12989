"""Paired tests and rank intervals: by hand, against second implementations, and how often they are wrong."""

import tracemalloc
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import ttest_rel

from board.bootstrap import bootstrap_means
from board.comparisons import Matrix, Pairs, compare_all
from board.design import Design, design_of
from board.metrics.nested import nest, nested_weights
from board.ranks import ALPHA, holm, rank_intervals, smallest_gain
from board.statistics import clustered_mean

CREDITS = arrays(float, (4, 24), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0]))
RIGHT = arrays(float, (4, 24), elements=st.sampled_from([0.0, 1.0]))
CLUSTERS = st.lists(st.integers(0, 9), min_size=24, max_size=24)


def plain_mcnemar(one: Matrix, other: Matrix) -> float:
    """Twice the lower binomial tail of the questions that only one has right, as a sum."""
    only_one, only_other = int(((one == 1) & (other == 0)).sum()), int(((one == 0) & (other == 1)).sum())
    n = only_one + only_other
    tail: int = sum(comb(n, k) for k in range(min(only_one, only_other) + 1))
    return min(1.0, float(2 * tail / 2**n))


@given(RIGHT)
def test_independent_right_answers_are_compared_by_mcnemar_s_exact_test(right: Matrix) -> None:
    pairs = compare_all(right, design_of(range(24)))
    assert pairs.test == "mcnemar"
    for a, b in combinations(range(4), 2):
        assert pairs.p[a, b] == pytest.approx(plain_mcnemar(right[a], right[b]), rel=1e-12)
        told = clustered_mean(right[a] - right[b], range(24))
        assert pairs.difference[a, b] == pytest.approx(told.value, abs=1e-15)
        assert pairs.stderr[a, b] == pytest.approx(told.stderr or 0.0, rel=1e-9)


@given(CREDITS, CLUSTERS, st.booleans())
def test_a_pair_is_compared_as_the_mean_of_its_differences(credits: Matrix, clusters: list[int], nested: bool) -> None:
    paths = [(place % 3, cluster) for place, cluster in enumerate(clusters)]
    weights = nested_weights(nest(paths)) if nested else None
    strata = [path[0] for path in paths] if nested else None
    pairs = compare_all(credits, design_of(clusters, weights=weights, strata=strata))
    for a, b in combinations(range(4), 2):
        told = clustered_mean(credits[a] - credits[b], clusters, weights=weights, strata=strata)
        assert pairs.difference[a, b] == pytest.approx(told.value, abs=1e-12)
        if told.stderr is not None and told.stderr > 1e-6:
            assert pairs.stderr[a, b] == pytest.approx(told.stderr, rel=1e-6)
            assert pairs.interval(a, b) == pytest.approx((told.ci_low, told.ci_high), abs=1e-6)
            significant = not (told.ci_low or 0) <= 0 <= (told.ci_high or 0)
            assert significant == (pairs.p[a, b] < 0.05) or abs(pairs.p[a, b] - 0.05) < 1e-6


def test_comparing_is_the_same_both_ways_round() -> None:
    credits = np.random.default_rng(2).random((5, 60))
    pairs = compare_all(credits, design_of([place // 4 for place in range(60)]))
    assert pairs.test == "t"
    assert np.array_equal(pairs.difference, -pairs.difference.T)
    assert np.allclose(pairs.p, pairs.p.T) and np.diag(pairs.p).tolist() == [1.0] * 5


def test_where_all_clusters_differ_alike_their_number_is_the_evidence() -> None:
    credits = np.array([[0.5] * 24, [0.25] * 24])
    pairs = compare_all(credits, design_of([place // 4 for place in range(24)]))
    assert (pairs.stderr[0, 1], pairs.interval(0, 1)) == (0.0, None)
    assert pairs.p[0, 1] == 2 * 0.5**6


def test_few_clusters_are_counted_and_never_settle_anything() -> None:
    credits = np.array([[1.0] * 24, [0.0] * 24])
    pairs = compare_all(credits, design_of([place // 6 for place in range(24)]))
    assert (pairs.test, pairs.p[0, 1], pairs.interval(0, 1)) == ("sign", 2 * 0.5**4, None)
    assert [place[:2] for place in rank_intervals(pairs)] == [(1, 2), (1, 2)]


def test_credits_of_other_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="as many"):
        compare_all(np.zeros((2, 3)), design_of(range(4)))


def plain_holm(p: list[float]) -> list[float]:
    """Each p-value's correction: the largest of (m - k) · p over all that are not larger."""
    ranked = sorted(p)
    return [min(1.0, max((len(p) - k) * q for k, q in enumerate(ranked) if q <= value)) for value in p]


@given(st.lists(st.floats(0, 1).filter(lambda p: p == 0 or p > 1e-300), min_size=1, max_size=20))
def test_holm_agrees_with_its_definition(p: list[float]) -> None:
    assert holm(p).tolist() == pytest.approx(plain_holm(p))


def pairs_of(differences: list[list[float]], p: list[list[float]]) -> Pairs:
    matrix = np.array(differences)
    return Pairs(matrix, np.full_like(matrix, 0.1), np.array(p), "t", 50)


def test_ranks_are_counted_from_the_pairs_that_differ() -> None:
    # Means .9 .8 .7: the first and the last differ, the middle one is tied with both, which are not tied.
    pairs = pairs_of(
        [[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]],
        [[1.0, 0.2, 0.001], [0.2, 1.0, 0.2], [0.001, 0.2, 1.0]],
    )
    assert [tuple(place) for place in rank_intervals(pairs)] == [(1, 2, (1,)), (1, 3, (0, 2)), (2, 3, (1,))]
    lower_is_better = rank_intervals(pairs, higher_is_better=False)
    assert [place[:2] for place in lower_is_better] == [(2, 3), (1, 3), (1, 2)]


def test_a_single_row_is_first() -> None:
    pairs = compare_all(np.ones((1, 12)), design_of(range(12)))
    assert [tuple(place) for place in rank_intervals(pairs)] == [(1, 1, ())]
    assert smallest_gain(pairs) is None


def test_the_smallest_gain_is_found_in_8_of_10_runs() -> None:
    rng = np.random.default_rng(7)
    n, base, gain = 400, 0.6, 0.0
    found, sizes = [], []
    for step in range(400):
        right = (rng.random((2, n)) < [[base], [base + gain]]).astype(float)
        pairs = compare_all(right, design_of(range(n)))
        sizes.append(smallest_gain(pairs) or 0.0)
        if step >= 20:
            found.append(pairs.p[0, 1] < 0.05)
        if step == 19:
            gain = float(np.median(sizes))
    assert 0.09 < gain < 0.11
    assert 0.72 < np.mean(found) < 0.88


def equal_rows(rng: np.random.Generator, rows: int, sizes: list[int]) -> Matrix:
    """Rows of the same ability: each has its own luck with each recording, so that its questions go together."""
    chances = rng.beta(6, 4, (rows, len(sizes)))
    return (rng.random((rows, sum(sizes))) < np.repeat(chances, sizes, axis=1)).astype(float)


def test_equal_rows_are_told_apart_in_5_of_100_pairs_and_only_because_clusters_are_respected() -> None:
    rng, sizes = np.random.default_rng(3), [12] * 30
    clusters = np.repeat(np.arange(30), 12).tolist()
    clustered, naive = [], []
    for _ in range(1500):
        right = equal_rows(rng, 2, sizes)
        clustered.append(compare_all(right, design_of(clusters)).p[0, 1] < ALPHA)
        naive.append(compare_all(right, design_of(range(360))).p[0, 1] < ALPHA)
    assert 0.03 < np.mean(clustered) < 0.07
    assert np.mean(naive) > 0.1


def test_no_row_of_ten_equal_ones_leaves_the_tie_in_95_of_100_boards_and_only_thanks_to_holm() -> None:
    rng, clusters = np.random.default_rng(4), np.repeat(np.arange(30), 12).tolist()
    torn = uncorrected = 0
    for _ in range(300):
        pairs = compare_all(equal_rows(rng, 10, [12] * 30), design_of(clusters))
        torn += any(place[:2] != (1, 10) for place in rank_intervals(pairs))
        uncorrected += bool((pairs.p < ALPHA).any())
    assert torn / 300 < 0.08
    assert uncorrected / 300 > 0.3


def test_the_clustered_bootstrap_agrees_with_the_formula_and_a_plain_one_would_not() -> None:
    right, clusters = equal_rows(np.random.default_rng(5), 3, [12] * 60), np.repeat(np.arange(60), 12).tolist()
    design, alone = design_of(clusters), design_of(range(720))
    means, plain = bootstrap_means(right, design), bootstrap_means(right, alone, resamples=2000)
    pairs = compare_all(right, design)
    for row in range(3):
        told = clustered_mean(right[row], clusters)
        assert told.stderr is not None
        assert means[:, row].std() == pytest.approx(told.stderr, rel=0.05)
        assert np.percentile(means[:, row], [2.5, 97.5]) == pytest.approx([told.ci_low, told.ci_high], abs=0.01)
        assert plain[:, row].std() < 0.9 * told.stderr
    assert (means[:, 0] - means[:, 1]).std() == pytest.approx(pairs.stderr[0, 1], rel=0.05)


def test_the_same_seed_draws_the_same_resamples() -> None:
    right, design = np.eye(3), design_of(range(3))
    assert np.array_equal(bootstrap_means(right, design, seed=1), bootstrap_means(right, design, seed=1))
    assert not np.array_equal(bootstrap_means(right, design, seed=1), bootstrap_means(right, design, seed=2))


def test_without_clusters_the_test_of_real_valued_credit_is_the_paired_t_test() -> None:
    credits = np.random.default_rng(8).random((3, 40)) + np.array([[0.0], [0.1], [0.3]])
    pairs = compare_all(credits, design_of(range(40)))
    assert pairs.test == "t"
    for a, b in combinations(range(3), 2):
        assert pairs.p[a, b] == pytest.approx(ttest_rel(credits[a], credits[b]).pvalue, rel=1e-9)


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(design_of([*range(29), 28]), id="two questions of one cluster"),
        pytest.param(design_of(range(30), weights=[2.0] + [1.0] * 29), id="unequal weights"),
        pytest.param(design_of(range(30), strata=[0] * 15 + [1] * 15), id="strata"),
    ],
)
def test_mcnemar_is_left_for_the_clustered_test_where_questions_are_not_alike(design: Design) -> None:
    right = (np.random.default_rng(9).random((2, 30)) < [[0.5], [0.7]]).astype(float)
    assert compare_all(right, design).test == "t"
    assert compare_all(right, design_of(range(30))).test == "mcnemar"


def test_clusters_that_are_equal_but_for_rounding_say_nothing_in_a_sign_test() -> None:
    credits = np.array([[0.1 + 0.2, 0.6, 0.6, 0.6], [0.3, 0.5, 0.5, 0.5]])
    assert compare_all(credits, design_of(range(4))).p[0, 1] == 2 * 0.5**3


def test_the_smallest_gain_is_that_of_the_median_pair_and_grows_with_the_number_of_pairs() -> None:
    stderr = np.array([[0.0, 0.01, 0.02], [0.01, 0.0, 0.09], [0.02, 0.09, 0.0]])
    three, two = Pairs(stderr, stderr, stderr, "t", 10_000), stderr[:2, :2]
    assert smallest_gain(three) == pytest.approx((2.394 + 0.8416) * 0.02, rel=1e-3)
    assert smallest_gain(Pairs(two, two, two, "t", 10_000)) == pytest.approx((1.96 + 0.8416) * 0.01, rel=1e-3)


def test_many_equal_rows_of_independent_questions_need_little_memory() -> None:
    credits = np.tile(np.random.default_rng(10).random(2000), (150, 1))
    tracemalloc.start()
    pairs = compare_all(credits, design_of(range(2000)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (pairs.p == 1.0).all()
    assert peak < 60e6, "all pairs at once would take 360 MB"
