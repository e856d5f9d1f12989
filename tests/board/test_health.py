"""The health of questions: by hand, against second implementations, and how often a good question is accused."""

import time
import tracemalloc
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, erfc, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import stdtr

from board.comparisons import Matrix
from board.design import Design, design_of
from board.health import HealthCounts, QuestionHealth, cluster_swings, neighbours, question_health, summary
from board.metrics.nested import nest, nested_weights
from board.ranks import holm

CREDITS = arrays(float, st.tuples(st.integers(1, 12), st.integers(1, 9)), elements=st.sampled_from([0.0, 0.25, 0.5, 1]))


def alike(n: int) -> Design:
    return design_of(range(n))


def exact(credits: Matrix) -> list[list[Fraction]]:
    return [[Fraction(credit) for credit in row] for row in credits.tolist()]


def plain_order(means: list[Fraction]) -> list[int]:
    return sorted(range(len(means)), key=lambda row: -means[row])


def plain_swaps(credits: list[list[Fraction]], dropped: set[int]) -> int:
    """How many rows that are truly ahead of the next one have the smaller sum once some questions are dropped."""
    full = [sum(row, Fraction(0)) for row in credits]
    left = [sum((c for place, c in enumerate(row) if place not in dropped), Fraction(0)) for row in credits]
    return sum(full[a] > full[b] and left[a] < left[b] for a, b in pairwise(plain_order(full)))


def test_a_board_worked_by_hand() -> None:
    """Right are 3, 2, 2 and 1; two rows that were equal do not swap when a question that only one has right is gone."""
    credits = np.array([[1.0, 1, 1, 0, 0], [1, 1, 0, 0, 0], [1, 0, 1, 0, 0], [1, 0, 0, 0, 0]])
    told = question_health(credits, alike(5))
    assert [question.status for question in told] == ["saturated", "ok", "ok", "dead", "dead"]
    assert [question.difficulty for question in told] == [1.0, 0.5, 0.5, 0.0, 0.0]
    assert [question.decides for question in told] == [0.0, 4 / 6, 4 / 6, 0.0, 0.0]
    assert [question.discrimination for question in told] == [None, 0.0, 0.0, None, None]
    assert [question.swing for question in told] == [0] * 5
    assert {question.p for question in told} == {None}, "four rows accuse nobody"


def test_discrimination_by_hand() -> None:
    """Credits 1 1 0 0 against rests of 2, 1, 1 and 0: the products of deviations add to 1, the squares to 1 and 2."""
    told = question_health(np.array([[1.0, 1, 1], [1, 1, 0], [0, 1, 0], [0, 0, 0]]), alike(3))[0]
    assert told.discrimination == pytest.approx(1 / sqrt(1 * 2), abs=1e-9)


def test_dropping_a_question_or_a_cluster_by_hand() -> None:
    """The first row leads by 1; without one of its questions the two are equal, without both the second leads."""
    credits = np.array([[1.0, 1, 0, 1], [0, 0, 1, 1]])
    assert [question.swing for question in question_health(credits, alike(4))] == [0, 0, 0, 0]
    assert cluster_swings(credits, design_of(["v1", "v1", "v2", "v3"])).tolist() == [1, 0, 0]
    heavy = design_of(range(4), weights=[3, 1, 2, 1])
    assert [question.swing for question in question_health(credits, heavy)] == [1, 0, 0, 0]


@given(CREDITS)
def test_every_number_is_that_of_a_plain_count(credits: Matrix) -> None:
    rows, n = credits.shape
    plain, told = exact(credits), question_health(credits, alike(n))
    for place, question in enumerate(told):
        own = [row[place] for row in plain]
        assert question.difficulty == pytest.approx(float(sum(own) / rows), abs=1e-15)
        apart = sum(a != b for a, b in combinations(own, 2))
        assert question.decides == (apart / comb(rows, 2) if rows > 1 else None)
        assert (question.status == "saturated") == (set(own) == {1}) and (question.status == "dead") == (
            set(own) == {0}
        )
        assert question.swing == plain_swaps(plain, {place})
        rest = [sum(row) - row[place] for row in plain]
        if len(set(own)) == 1 or len(set(rest)) == 1:
            assert (question.discrimination, question.p) == (None, None)
        else:
            r = np.corrcoef([float(value) for value in own], [float(value) for value in rest])[0, 1]
            assert question.discrimination == pytest.approx(r, abs=1e-9) and abs(question.discrimination or 0) <= 1
            assert (question.p is None) == (rows < 8)


@given(CREDITS, st.data())
def test_dropping_a_cluster_is_dropping_its_questions(credits: Matrix, data: st.DataObject) -> None:
    n = credits.shape[1]
    clusters = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    names = list(dict.fromkeys(clusters))
    expected = [plain_swaps(exact(credits), {q for q in range(n) if clusters[q] == name}) for name in names]
    assert cluster_swings(credits, design_of(clusters)).tolist() == expected


@given(CREDITS)
def test_neighbours_name_every_question_on_which_they_differ(credits: Matrix) -> None:
    n = credits.shape[1]
    plain = exact(credits)
    order = plain_order([sum(row, Fraction(0)) for row in plain])
    told = neighbours(credits, alike(n), most=n)
    assert [(pair.better, pair.worse) for pair in told] == list(pairwise(order))
    for pair in told:
        gain = [a - b for a, b in zip(plain[pair.better], plain[pair.worse], strict=True)]
        assert pair.difference == pytest.approx(float(sum(gain) / n), abs=1e-12) and pair.difference >= 0
        assert (pair.for_better, pair.for_worse) == (sum(g > 0 for g in gain), sum(g < 0 for g in gain))
        assert list(pair.questions) == sorted((q for q in range(n) if gain[q]), key=lambda q: -abs(gain[q]))
    assert [pair.questions for pair in neighbours(credits, alike(n), most=2)] == [pair.questions[:2] for pair in told]


def test_a_nested_mean_weighs_its_questions_and_their_rests() -> None:
    weights = nested_weights(nest([["b"], ["b"], ["b"], ["a"]]))
    design = design_of(range(4), weights=weights)
    credits = np.random.default_rng(3).integers(0, 2, (12, 4)).astype(float)
    for place, question in enumerate(question_health(credits, design)):
        others = [q for q in range(4) if q != place]
        rest = credits[:, others] @ design.weights[others]
        assert question.discrimination == pytest.approx(np.corrcoef(credits[:, place], rest)[0, 1], abs=1e-9)
    pair = neighbours(np.array([[0.0, 0, 1, 1], [1, 1, 1, 0]]), design)[0]
    assert (pair.better, pair.worse, pair.for_better, pair.for_worse, pair.questions) == (0, 1, 1, 2, (3, 0, 1))
    assert pair.difference == pytest.approx(1 / 2 - 1 / 3)


@given(arrays(float, st.tuples(st.integers(8, 14), st.integers(2, 6)), elements=st.sampled_from([0.0, 0.25, 1])))
def test_p_is_a_plain_count_of_the_pairs_of_rows(credits: Matrix) -> None:
    plain, told = exact(credits), question_health(credits, alike(credits.shape[1]))
    tested = [place for place, question in enumerate(told) if question.p is not None]
    p = []
    for place in tested:
        own, rest = [row[place] for row in plain], [sum(row) - row[place] for row in plain]
        well = [value > sum(own) / len(own) for value in own]
        a, b = sum(well), len(well) - sum(well)
        groups = [(rest[x], rest[y]) for x in range(a + b) if well[x] for y in range(a + b) if not well[y]]
        z = (sum(x >= y for x, y in groups) + 0.5 - a * b / 2) / sqrt(a * b * (a + b + 1) / 12)
        p.append(erfc(-z / sqrt(2)) / 2)
    for place, corrected in zip(tested, holm(p).tolist(), strict=True):
        assert told[place].p == pytest.approx(corrected, abs=1e-12)
        assert (told[place].status == "inverse") == (corrected < 0.05 and (told[place].discrimination or 0) < 0)


@pytest.mark.parametrize("rows", [8, 9, 12, 13])
def test_p_is_never_much_below_the_exact_one(rows: int) -> None:
    """The second question tells all rows apart; of all places of those right on the first, how many are so low?"""
    for right in range(1, rows):
        found = Counter(sum(chosen) for chosen in combinations(range(rows), right))
        low = 0
        for total in sorted(found):
            low += found[total]
            chosen = next(places for places in combinations(range(rows), right) if sum(places) == total)
            credits = np.array([[float(row in chosen), row / rows] for row in range(rows)])
            told = question_health(credits, alike(2))[0].p
            assert told is not None
            if told / 2 >= 0.05:  # of two tests, Holm doubles the smaller p
                break
            assert low / comb(rows, right) <= (1.0 if told / 2 < 0.02 else 1.1) * told / 2


def answers_of(ability: Matrix, ease: Matrix, rng: np.random.Generator) -> Matrix:
    """Who is right: more likely the abler the row and the easier the question, never less than by guessing among 4."""
    return (rng.random((len(ability), len(ease))) < chance_of(ability, ease)).astype(float)


def chance_of(ability: Matrix, ease: Matrix) -> Matrix:
    likely: Matrix = 0.25 + 0.75 / (1 + np.exp(-1.7 * (ability[:, None] + ease)))
    return likely


def test_a_planted_inverse_question_is_found_and_no_other_accused() -> None:
    rng = np.random.default_rng(11)
    credits = answers_of(np.linspace(-2, 2, 60), rng.normal(size=100), rng)
    trap = int(np.argmin(np.abs(credits.mean(axis=0) - 0.6)))
    credits[:, trap] = 1 - credits[:, trap]
    told = question_health(credits, alike(100))
    assert [place for place, question in enumerate(told) if question.status == "inverse"] == [trap]
    assert (told[trap].discrimination or 0) < -0.4 and (told[trap].p or 1) < 0.01


def accused(boards: list[Matrix]) -> float:
    """The share of boards on which a question is called inverse."""
    return float(np.mean([any(q.status == "inverse" for q in question_health(b, alike(b.shape[1]))) for b in boards]))


def accused_by_t(boards: list[Matrix]) -> float:
    """The same, were the correlation tested by Student's t."""
    found = []
    for board in boards:
        r = np.array([q.discrimination for q in question_health(board, alike(board.shape[1])) if q.discrimination])
        degrees = len(board) - 2
        t = r * np.sqrt(degrees / np.maximum(1e-12, 1 - r * r))
        found.append((holm(stdtr(degrees, t)) < 0.05).any())
    return float(np.mean(found))


@pytest.mark.parametrize(("rows", "questions"), [(8, 3), (14, 100), (60, 20)])
def test_answers_at_random_accuse_no_question_in_19_of_20_boards(rows: int, questions: int) -> None:
    rng = np.random.default_rng(5)
    assert accused([(rng.random((rows, questions)) < 0.4).astype(float) for _ in range(300)]) <= 0.05


def test_one_weak_row_accuses_no_question_where_student_s_t_would() -> None:
    """13 rows are good and one guesses; on half of the questions all guess. The key of each question is right."""
    rng = np.random.default_rng(7)
    likely = np.full((14, 200), 0.25)
    likely[:13, ::2] = 0.95
    boards = [(rng.random((14, 200)) < likely).astype(float) for _ in range(100)]
    assert accused(boards) == 0.0 and accused_by_t(boards) > 0.3


def test_where_the_correlation_is_above_0_no_rank_sum_accuses() -> None:
    """19 of the 20 rows that are right stand last by the other question, but the twentieth stands far ahead of all."""
    right = [(1.0, 0.04 + place / 1000) for place in range(19)] + [(1.0, 1.0)]
    told = question_health(np.array(right + [(0.0, 0.06 + place / 10000) for place in range(20)]), alike(2))[0]
    assert (told.discrimination or 0) > 0 and (told.p or 1) < 0.001 and told.status == "ok"


def test_fewer_than_eight_rows_accuse_nobody() -> None:
    ladder = np.array([[float(row < place) for place in range(1, 7)] for row in range(8)])
    turned = np.hstack([ladder, [[float(row >= 4)] for row in range(8)]])
    assert question_health(np.repeat(turned, 2, axis=0), alike(7))[-1].status == "inverse"
    told = question_health(turned[:7], alike(7))[-1]
    assert (told.status, told.p) == ("ok", None) and (told.discrimination or 0) < -0.8


def test_the_order_of_rows_changes_nothing_about_a_question() -> None:
    rng = np.random.default_rng(1)
    credits = rng.integers(0, 11, (30, 40)) / 10
    mixed = credits[rng.permutation(30)]
    for one, other in zip(question_health(credits, alike(40)), question_health(mixed, alike(40)), strict=True):
        assert one[2] == other[2] and one[4] == other[4]
        assert (one.difficulty, one.discrimination, one.p) == pytest.approx((other[0], other[1], other[3]), abs=1e-12)


def test_one_row_one_question_and_rows_all_equal() -> None:
    assert question_health(np.array([[1.0, 0.5]]), alike(2)) == [
        QuestionHealth(1.0, None, "saturated", None, None, 0),
        QuestionHealth(0.5, None, "ok", None, None, 0),
    ]
    assert question_health(np.array([[1.0], [0.0]]), alike(1)) == [QuestionHealth(0.5, None, "ok", None, 1.0, 0)]
    assert set(question_health(np.full((9, 4), 0.25), alike(4))) == {QuestionHealth(0.25, None, "ok", None, 0.0, 0)}
    assert neighbours(np.array([[1.0, 0.0]]), alike(2)) == []
    assert cluster_swings(np.array([[1.0, 0.0]]), alike(2)).tolist() == [0, 0]
    assert neighbours(np.ones((2, 3)), alike(3)) == [(0, 1, 0.0, 0, 0, ())]


def test_no_question_has_no_health() -> None:
    nothing = np.zeros(0, dtype=np.intp)
    assert question_health(np.zeros((3, 0)), Design(np.zeros(0), nothing, nothing)) == []
    assert summary([]) == [HealthCounts("all", 0, 0, 0, 0)]


@pytest.mark.parametrize("credits", [np.zeros((2, 3)), np.zeros((0, 4)), np.zeros(4)])
def test_credits_of_other_questions_or_of_no_row_are_refused(credits: Matrix) -> None:
    for ask in (question_health, neighbours, cluster_swings):
        with pytest.raises(ValueError, match="one row or more of 4 questions"):
            ask(credits, alike(4))


@pytest.mark.parametrize("hole", [np.nan, -0.1, 1.1])
def test_a_credit_that_is_none_is_refused(hole: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        question_health(np.array([[1.0, hole]]), alike(2))


def test_counts_are_of_all_and_of_each_label() -> None:
    ok = QuestionHealth(0.5, 0.3, "ok", 1.0, 0.5, 0)
    health = [ok, ok._replace(status="saturated"), ok._replace(status="inverse"), ok._replace(status="dead"), ok]
    assert summary(health) == [HealthCounts("all", 1, 1, 1, 5)]
    assert summary(health, ["VOC", "VMR", "VOC", "", "VMR"]) == [
        HealthCounts("all", 1, 1, 1, 5),
        HealthCounts("VOC", 0, 0, 1, 2),
        HealthCounts("VMR", 1, 0, 0, 2),
    ]
    with pytest.raises(ValueError, match="1 labels and 5 questions"):
        summary(health, ["VMR"])


def test_a_thousand_rows_take_seconds_and_little_memory() -> None:
    credits = (np.random.default_rng(0).random((1000, 6980)) < 0.4).astype(float)
    began = time.process_time()
    assert len(question_health(credits, alike(6980))) == 6980 and len(neighbours(credits, alike(6980))) == 999
    assert time.process_time() - began < 6, "about 1 s on the machine it was written on"
    tracemalloc.start()
    question_health(credits, alike(6980))
    assert tracemalloc.get_traced_memory()[1] < 60e6
    tracemalloc.stop()
