"""Clustered intervals: by hand, against fractions, against the plain error, and their coverage in a simulation."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.vsi_super_wild.importer import recording
from board.metrics.mean import mean_credit
from board.metrics.nested import nest, nested_mean, nested_weights
from board.statistics import clustered_mean, quantile_t, wilson, within
from board.summary import Graded, summarize
from board.types import Benchmark, Metric, Question, Score
from tests.plain import plain_variance, read_rows

PATHS = st.tuples(st.sampled_from("ab"), st.integers(0, 3))
DRAWN = st.lists(st.tuples(PATHS, st.integers(0, 8), st.integers(0, 4)), min_size=1, max_size=40)


@given(DRAWN)
def test_the_standard_error_is_the_formula_in_fractions(drawn: list[tuple[tuple[str, int], int, int]]) -> None:
    paths, values = [path for path, _, _ in drawn], [Fraction(value, 4) for _, _, value in drawn]
    clusters = [cluster for _, cluster, _ in drawn]
    strata = [path[0] for path in paths]
    weights = nested_weights(nest(paths))
    found = clustered_mean([float(value) for value in values], clusters, weights=weights, strata=strata)
    expected = plain_variance(
        values, clusters, strata, [Fraction(weight).limit_denominator(10**6) for weight in weights]
    )
    assert found.value == pytest.approx(nested_mean([float(value) for value in values], nest(paths)), abs=1e-12)
    if len(set(clusters)) < 5 or expected == 0:
        assert found.stderr is None
    else:
        assert found.stderr == pytest.approx(sqrt(expected), rel=1e-9)
        assert found.ci_high == pytest.approx(
            found.value + quantile_t(len(set(clusters)) - 1) * sqrt(expected), rel=1e-9
        )


@given(DRAWN)
def test_the_weights_of_a_nested_mean_give_that_mean(drawn: list[tuple[tuple[str, int], int, int]]) -> None:
    nesting = nest([path for path, _, _ in drawn])
    values = [float(value) for _, _, value in drawn]
    weights = nested_weights(nesting)
    assert sum(weights) == pytest.approx(1.0)
    assert float(np.dot(weights, values)) == pytest.approx(nested_mean(values, nesting))


def test_with_one_question_a_cluster_it_is_the_plain_standard_error() -> None:
    values = [1.0, 0.0, 0.5, 1.0, 0.25, 0.0, 1.0]
    assert clustered_mean(values, range(7)).stderr == pytest.approx(mean_credit(values).sem)


def test_questions_of_one_cluster_that_go_together_widen_the_interval() -> None:
    values = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0] * 5
    alone, together = clustered_mean(values, range(30)), clustered_mean(values, [place // 3 for place in range(30)])
    assert together.stderr is not None and alone.stderr is not None
    assert together.stderr > 1.6 * alone.stderr


@pytest.mark.parametrize(
    "values, clusters",
    [
        pytest.param([1.0] * 12, range(12), id="all right"),
        pytest.param([0.0] * 12, range(12), id="all wrong"),
        pytest.param([1.0, 0.0] * 6, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], id="four clusters"),
        pytest.param([1.0, 0.0] * 6, [place // 2 for place in range(12)], id="no cluster differs"),
    ],
)
def test_where_clusters_cannot_tell_a_share_of_right_answers_has_wilson_s_interval(
    values: list[float], clusters: Sequence[int]
) -> None:
    found, n = clustered_mean(values, clusters), len(set(clusters))
    assert (found.stderr, found.ci_low, found.ci_high) == (None, *wilson(found.value, n))


def test_where_clusters_cannot_tell_a_real_valued_credit_has_no_interval() -> None:
    assert clustered_mean([0.5] * 9, range(9))[1:] == (None, None, None)
    assert clustered_mean([0.5, 0.25, 1.0, 0.0], range(4))[1:] == (None, None, None)
    assert clustered_mean([0.5, 0.25, 1.0, 0.0, 0.0], range(5)).stderr is not None


def test_an_interval_of_a_share_is_cut_at_0_and_1_and_its_standard_error_is_not() -> None:
    found = clustered_mean([1.0] * 9 + [0.0], range(10))
    assert found.ci_high is not None and found.ci_high > 1.0
    assert within(found) == found._replace(ci_high=1.0)


@pytest.mark.parametrize("others", [{"clusters": [1]}, {"clusters": [1, 2], "weights": [1.0]}])
def test_sequences_of_different_length_are_refused(others: dict[str, list[int]]) -> None:
    with pytest.raises(ValueError, match="as many"):
        clustered_mean([1.0, 0.0], **others)
    with pytest.raises(ValueError, match="no values"):
        clustered_mean([], [])


def answered(credits: Sequence[float | None]) -> list[Graded]:
    return [
        Graded(Question(str(n), "T", "choice", cluster=f"video {n // 2}"), Score(str(n), "A", credit, "correct"))
        for n, credit in enumerate(credits)
    ]


def test_every_estimate_of_a_summary_carries_its_interval() -> None:
    benchmark = Benchmark(
        "b", "B", "public", (), (Metric("accuracy", "accuracy", ("choice",)),), (), "accuracy", (), ""
    )
    credits = [1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    row = summarize(answered(credits), benchmark, "strict")[0]
    assert row.stderr == pytest.approx(sqrt(5 / 4 * 2.8) / 10)
    assert row.ci_low == pytest.approx(0.6 - 2.776445 * 0.187083, rel=1e-4)
    assert (row.ci_high, row.n_clusters) == (1.0, 5)
    unscored = summarize(answered([*credits[:-1], None]), benchmark, "strict")[0]
    assert (unscored.stderr, unscored.ci_low, unscored.ci_high) == (None, None, None)


def test_a_diagnostic_that_may_leave_0_to_1_keeps_its_whole_interval() -> None:
    metric = Metric("mra_unclipped", "", ("choice",), values=lambda _, score: (3 * (score.credit or 0.0) - 2,))
    benchmark = Benchmark("b", "B", "public", (), (metric,), (), "mra_unclipped", (), "")
    row = summarize(answered([1.0, 0.0] * 3 + [0.0] * 6), benchmark, "strict")[0]
    assert row.ci_low is not None and row.estimate is not None and row.ci_low < row.estimate < 0


# How often the 95 % interval holds the truth. Each cluster has its own difficulty, drawn from a beta distribution whose
# variance is ICC · p (1 - p); ICC 0.05 makes 60 questions of a recording worth about 15 independent ones.
ACCURACIES = (0.2, 0.35, 0.5, 0.65, 0.8)
ICC = 0.05


def coverage(sizes: Sequence[int], accuracy: float, *, clustered: bool = True, repeats: int = 10_000) -> float:
    """The share of simulated runs whose interval holds the true accuracy."""
    rng = np.random.default_rng([len(sizes), round(100 * accuracy)])
    spread = 1 / ICC - 1
    hits = 0
    weights = np.array(sizes) / sum(sizes)
    for _ in range(repeats):
        right = rng.binomial(sizes, rng.beta(accuracy * spread, (1 - accuracy) * spread, len(sizes)))
        if clustered:
            found = within(clustered_mean(right / sizes, range(len(sizes)), weights=weights))
            low, high = found.ci_low, found.ci_high
        else:
            low, high = wilson(right.sum() / sum(sizes), sum(sizes))
        if low is None or high is None:  # a cluster's share stands for its answers here, which are 0 or 1
            low, high = wilson(found.value, len(sizes))
        hits += low <= accuracy <= high
    return hits / repeats


@pytest.mark.parametrize("accuracy", ACCURACIES)
@pytest.mark.parametrize("sizes", [[5] * 10, [15] * 10, [12] * 30], ids=["10 of 5", "10 of 15", "30 of 12"])
def test_the_interval_holds_the_truth_in_93_to_97_of_100_runs(sizes: list[int], accuracy: float) -> None:
    assert 0.93 <= coverage(sizes, accuracy) <= 0.97


@pytest.mark.parametrize("accuracy", ACCURACIES)
@pytest.mark.parametrize("n", range(5, 10))
def test_with_5_to_9_clusters_it_comes_close(n: int, accuracy: float) -> None:
    assert 0.925 <= coverage([15] * n, accuracy) <= 0.97


@pytest.mark.parametrize("accuracy", ACCURACIES)
def test_it_does_so_with_the_real_recordings_of_every_task(shared: Path, accuracy: float) -> None:
    rows = read_rows(shared / "realdata" / "vsi_super_wild" / "vsi_super_wild_qa.jsonl")
    for task in ("VMR", "VPO", "VOO", "VOC", ""):
        names = [recording(row["video_name"]) for row in rows if task in ("", row["task_type"])]
        sizes = np.unique(names, return_counts=True)[1].tolist()
        assert 0.93 <= coverage(sizes, accuracy) <= 0.97, (task, len(sizes))


def test_an_interval_that_ignores_clusters_would_not() -> None:
    assert coverage([15] * 10, 0.5, clustered=False) < 0.91
    assert coverage([60] * 113, 0.5, clustered=False, repeats=1000) < 0.75
