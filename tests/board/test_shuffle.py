"""Shuffle24: worked cases, a naive second count, and what a model that cannot see the options looks like."""

from collections import Counter
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board.grading import grade_choice
from board.metrics.shuffle import shuffle_report
from board.shuffled import summarize_shuffled
from board.statistics import clustered_mean
from board.summary import Graded
from board.types import Question, Reading
from tests.naive_shuffle import naive_report, option

ORDERS = ["".join(order) for order in permutations("ABCD")]
OPTIONS = dict(zip("ABCD", ("left", "right", "forward", "back"), strict=True))
Case = dict[str, Any]


def graded(answers: list[list[str | None]], gold: str = "ABCD", options: dict[str, str] = OPTIONS) -> list[Graded]:
    """One question a list of 24 letters, as shown; its gold is the next of ``gold``."""
    rows = []
    for n, letters in enumerate(answers):
        question = Question(f"q{n}", "VMR", "choice", options=options, cluster=f"video {n}")
        for order, letter in zip(ORDERS, letters, strict=True):
            reading = Reading(letter, "ok" if letter else "null", "strict")
            rows.append(Graded(question, grade_choice(reading, gold[n % len(gold)], id=question.id, order=order)))
    return rows


def estimates(rows: list[Graded]) -> dict[str, float | None]:
    return {
        row.metric if row.facet == "all" else f"{row.metric}/{row.value_of_facet}": row.estimate
        for row in summarize_shuffled(rows, "strict")
    }


def test_the_spread_is_the_population_standard_deviation(cases: dict[str, Case]) -> None:
    case = cases["AG-018"]
    shares = case["input"]["acc_per_permutation"]
    right = np.array([[n < round(10 * share) for share in shares] for n in range(10)])
    report = shuffle_report(right, np.zeros((10, 3), dtype=np.int8))
    assert report.order_accuracy.tolist() == pytest.approx(shares)
    assert report.order_std == pytest.approx(case["expected"]["option_order_std"], abs=1e-5)
    assert np.std(shares, ddof=1) == pytest.approx(0.1)


def test_equal_accuracies_have_no_spread_and_no_gap(cases: dict[str, Case]) -> None:
    case = cases["AG-024"]
    shares = case["input"]["acc_per_permutation"]
    right = np.array([[n < 4 * share for share in shares] for n in range(4)])
    report = shuffle_report(right, np.zeros((4, 24), dtype=np.int8))
    told = report.order_accuracy.max(), report.order_accuracy.min(), report.order_std
    assert told == (case["expected"]["best"], case["expected"]["worst"], case["expected"]["std"])


def test_a_model_that_always_answers_a_is_exposed(cases: dict[str, Case]) -> None:
    case = cases["AG-037"]
    told = estimates(graded([["A"] * 24] * case["input"]["questions"]))
    for name in ("pass_k_6", "pass_k_7", "top_k_1"):
        assert told[name] == case["expected"][name]
    assert told["option_order_std"] == 0.0, "the spread calls it unbiased"
    assert (told["letter_share/A"], told["letter_share/B"], told["content_consistency"]) == (1.0, 0.0, 0.25)


def test_with_uneven_gold_its_spread_tells_only_of_the_gold(cases: dict[str, Case]) -> None:
    assert cases["AG-037"]["expected"]["option_order_std"] == "depends on gold letters only"
    told = estimates(graded([["A"] * 24] * 100, gold="A"))
    assert told["option_order_std"] == pytest.approx(np.sqrt(0.25 * 0.75))
    assert (told["best_order"], told["worst_order"]) == (1.0, 0.0)


def test_the_order_of_rows_makes_no_difference(cases: dict[str, Case]) -> None:
    assert cases["AG-022"]["expected"]["top_k"] == "unchanged"
    rng = np.random.default_rng(1)
    rows = graded(rng.choice(list("ABCD"), (12, 24)).tolist())
    mixed = [rows[place] for place in rng.permutation(len(rows))]
    assert estimates(mixed) == pytest.approx(estimates(rows))


def test_a_model_that_sees_the_options_picks_the_same_one_in_every_order() -> None:
    told = estimates(graded([["ABCD"[order.index("C")] for order in ORDERS]] * 8))
    assert told["content_consistency"] == 1.0
    assert (told["pass_k_24"], told["top_k_24"], told["top_k_1"]) == (0.25, 0.25, 0.25)
    assert {told[f"letter_share/{letter}"] for letter in "ABCD"} == {0.25}


def test_options_of_the_same_text_are_the_same_option() -> None:
    twins = {"A": "left", "B": "left", "C": "right", "D": "back"}
    letters: list[str | None] = ["ABCD"[order.index("AB"[n % 2])] for n, order in enumerate(ORDERS)]
    assert estimates(graded([letters], options=twins))["content_consistency"] == 1.0
    assert estimates(graded([letters]))["content_consistency"] == 0.5


def test_no_answer_is_never_right_nor_consistent_and_is_counted() -> None:
    rows = summarize_shuffled(graded([[None] * 24, ["A"] * 24]), "strict")
    told = {row.metric: row for row in rows if row.facet == "all"}
    assert (told["content_consistency"].estimate, told["top_k_24"].estimate) == (0.125, 0.5)
    assert (told["top_k_1"].n, told["top_k_1"].n_unanswered) == (2, 1)
    none = next(row for row in rows if row.value_of_facet == "none")
    assert (none.estimate, none.n) == (0.5, 48)


def test_a_guess_has_the_paper_s_chance_levels() -> None:
    rng = np.random.default_rng(2)
    right = rng.random((20_000, 24)) < 0.25
    report = shuffle_report(right, np.zeros((20_000, 24), dtype=np.int8))
    for k, chance in {1: 25.0, 2: 43.8, 4: 68.4, 8: 90.0, 12: 96.8, 24: 99.9}.items():
        assert 100 * report.top_k[k - 1] == pytest.approx(chance, abs=0.6)
        assert 100 * report.top_k_lexicographic[k - 1] == pytest.approx(chance, abs=1.0)
    for k, chance in {1: 99.9, 4: 88.5, 6: 57.8, 8: 23.4, 12: 0.7}.items():
        assert 100 * report.pass_k[k - 1] == pytest.approx(chance, abs=1.0)


@given(
    st.lists(st.lists(st.sampled_from(["A", "B", "C", "D", None]), min_size=24, max_size=24), min_size=1, max_size=6)
)
def test_every_figure_agrees_with_a_naive_count(answers: list[list[str | None]]) -> None:
    rows = graded(answers)
    told, plain = estimates(rows), naive_report([(row.score.id, row.score.order or "", row) for row in rows])
    for name, value in plain.items():
        assert told[name] == pytest.approx(value, abs=1e-12), name
    letters = Counter(letter or "none" for mine in answers for letter in mine)
    assert told["letter_share/none"] == pytest.approx(letters["none"] / (24 * len(answers)))


def test_intervals_stand_beside_every_mean_over_questions() -> None:
    rng = np.random.default_rng(3)
    rows = graded(rng.choice(list("ABCD"), (30, 24)).tolist())
    found = summarize_shuffled(rows, "strict")
    told = {row.metric: row for row in found if row.facet == "all"}
    assert all(told[f"top_k_{k}"].ci_low is not None for k in (1, 2, 4))
    assert told["top_k_1"].stderr is not None and told["best_order"].stderr is None
    assert told["top_k_1"].estimate == pytest.approx(np.mean([row.score.credit for row in rows]))
    for row in found:
        assert row.stderr is None or (row.ci_low is not None and 0 <= row.ci_low <= (row.estimate or 0))
        assert row.ci_high is None or (row.estimate or 0) <= row.ci_high <= 1
    favourites = [max(Counter(option(row) for row in rows[24 * n : 24 * n + 24]).values()) / 24 for n in range(30)]
    assert told["content_consistency"].stderr == pytest.approx(clustered_mean(favourites, range(30)).stderr)
    for order in ORDERS:
        column = [row.score.credit or 0.0 for row in rows if row.score.order == order]
        of_order = next(row for row in found if row.value_of_facet == order)
        assert of_order.stderr == pytest.approx(clustered_mean(column, range(30)).stderr)


def test_which_way_is_better_is_told() -> None:
    rows = summarize_shuffled(graded([["A"] * 24]), "strict")
    assert {row.metric for row in rows if not row.higher_is_better} == {"option_order_std"}


def test_a_question_is_unanswered_where_it_is_in_every_order() -> None:
    half: list[str | None] = [None] * 12 + ["A"] * 12
    told = {row.metric: row for row in summarize_shuffled(graded([half, [None] * 24, ["A"] * 24]), "strict")}
    assert (told["pass_k_1"].n, told["pass_k_1"].n_unanswered) == (3, 1)


def test_equal_accuracies_have_no_spread_whatever_they_are() -> None:
    for n_right in range(1, 20):
        right = np.zeros((20, 24), dtype=bool)
        right[:n_right] = True
        assert shuffle_report(right, np.zeros((20, 24), dtype=np.int8)).order_std == 0.0


@pytest.mark.parametrize("broken", ["missing", "twice"])
def test_a_question_that_is_not_there_in_every_order_once_is_refused(broken: str) -> None:
    rows = graded([["A"] * 24] * 2)
    with pytest.raises(ValueError, match="in 24 orders each"):
        summarize_shuffled(rows[:-1] if broken == "missing" else [*rows[:-1], rows[0]], "strict")


def test_top_k_is_the_mean_over_all_ways_to_draw_k_orders() -> None:
    letters: list[str | None] = ["A"] * 24  # right in 6 of 24 orders
    told = estimates(graded([letters], gold="B"))
    assert told["top_k_3"] == pytest.approx(1 - comb(18, 3) / comb(24, 3))
    assert told["top_k_6_lexicographic"] == 0.0 and told["top_k_7_lexicographic"] == 1.0
