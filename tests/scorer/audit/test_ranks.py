"""A board under two judges: values, places, tau and swaps."""

from itertools import combinations, permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.errors import BenchmarkError
from board.ranking import rank_board
from board.types import Score
from scorer.judge.audit.ranks import kendall_tau, ranks_report
from tests.scorer.audit.audit_boards import HEADLINE, Board, boards, headline, question

NAMES = ("judge-a", "judge-b")
VALUES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9)


def tau_by_counting(first: list[int], second: list[int]) -> float | None:
    """Concordant minus discordant pairs over the geometric mean of the pairs not tied, from their definition."""
    with_first = with_second = agree = oppose = 0
    for a, b in combinations(range(len(first)), 2):
        with_first += first[a] != first[b]
        with_second += second[a] != second[b]
        agree += (first[a] < first[b] and second[a] < second[b]) or (first[a] > first[b] and second[a] > second[b])
        oppose += (first[a] < first[b] and second[a] > second[b]) or (first[a] > first[b] and second[a] < second[b])
    return (agree - oppose) / sqrt(with_first * with_second) if with_first and with_second else None


@given(VALUES)
@settings(deadline=None)
def test_tau_is_that_of_counting_pairs_symmetric_and_within_one(values: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in values], [b for _, b in values]
    found = kendall_tau(first, second)
    assert found == tau_by_counting(first, second) == kendall_tau(second, first)
    assert found is None or -1.0 - 1e-12 <= found <= 1.0 + 1e-12
    assert kendall_tau(first, first) == (None if len(set(first)) == 1 else pytest.approx(1.0))


@given(boards(most_rows=4), boards(most_rows=4))
@settings(deadline=None)
def test_values_and_places_are_those_of_the_board_under_each_judge(one: Board, other: Board) -> None:
    shared = [id for id in one.rows if id in other.rows]
    under = [Board(one.questions, one.lengths, one.repeats, {id: one.rows[id] for id in shared})]
    under.append(under[0]._replace(rows={id: one.rows[after] for id, after in zip(shared, shared[::-1], strict=True)}))
    first, second = (board.scores() for board in under)
    report = ranks_report(first, second, one.questions, HEADLINE, NAMES)
    places = [rank_board(scores, one.questions, HEADLINE).places for scores in (first, second)]
    for row in report.rows:
        for standing, board, ranking in zip((row.first, row.second), under, places, strict=True):
            exact = {id: headline(one.questions, right) for id, right in board.rows.items()}
            assert standing.value == pytest.approx(float(exact[row.id]), abs=1e-12)
            assert (standing.low, standing.high, standing.tied_with) == ranking[row.id]
    assert [row.first.rank for row in report.rows] == sorted(row.first.rank for row in report.rows)


def wide_board(shares: dict[str, int]) -> dict[str, list[Score]]:
    """Rows that have the first so many of 40 questions right, each of a video of its own."""
    return {
        id: [Score(asked.id, "x", float(place < n), "wrong") for place, asked in enumerate(QUESTIONS)]
        for id, n in shares.items()
    }


QUESTIONS = [question("summary", number, 1) for number in range(40)]


def test_a_swap_says_whether_either_judge_tells_the_two_apart() -> None:
    first = wide_board({"a": 40, "b": 39, "c": 12})
    second = wide_board({"a": 38, "b": 40, "c": 39})
    report = ranks_report(first, second, QUESTIONS, HEADLINE, NAMES)
    assert [(row.id, row.first.rank, row.second.rank, row.move) for row in report.rows] == [
        ("a", 1, 3, -2),
        ("b", 2, 1, 1),
        ("c", 3, 2, 1),
    ]
    assert [(swap.ahead_first, swap.ahead_second) for swap in report.swaps] == [("a", "b"), ("a", "c")]
    near, far = report.swaps  # a and b differ in one answer and then in two; c is far below a under the first judge
    assert not near.told_apart_first and not near.told_apart_second
    assert far.told_apart_first and not far.told_apart_second
    assert report.largest_move == 2 and report.tau == pytest.approx(-1 / 3)


def test_a_judge_that_orders_alike_changes_no_rank() -> None:
    first, second = wide_board({"a": 30, "b": 20}), wide_board({"a": 25, "b": 10})
    report = ranks_report(first, second, QUESTIONS, HEADLINE, NAMES)
    assert (report.tau, report.largest_move, report.swaps) == (1.0, 0, ())


def test_rows_that_either_judge_left_open_are_left_out() -> None:
    first, second = wide_board({"a": 30, "b": 20, "d": 4}), wide_board({"a": 25, "b": 10, "c": 9})
    second["b"][3] = second["b"][3]._replace(credit=None)
    report = ranks_report(first, second, QUESTIONS, HEADLINE, NAMES)
    assert [row.id for row in report.rows] == ["a"] and report.left_out == ("b", "c", "d")
    assert (report.tau, report.rows[0].first.low, report.rows[0].first.high) == (None, 1, 1)
    assert ranks_report({}, {}, QUESTIONS, HEADLINE, NAMES).rows == ()


def test_rows_of_other_questions_are_refused() -> None:
    with pytest.raises(BenchmarkError, match="score it again"):
        ranks_report({"a": wide_board({"a": 3})["a"][:5]}, wide_board({"a": 3}), QUESTIONS, HEADLINE, NAMES)


def test_the_order_in_which_submissions_are_given_makes_no_difference() -> None:
    shares, others = {"a": 30, "b": 30, "c": 7}, {"a": 7, "b": 30, "c": 7}
    reports = {
        ranks_report(
            wide_board({id: shares[id] for id in order}),
            wide_board({id: others[id] for id in reversed(order)}),
            QUESTIONS,
            HEADLINE,
            NAMES,
        )
        for order in permutations(shares)
    }
    assert len(reports) == 1


def test_a_pair_that_the_other_judge_ties_has_not_swapped() -> None:
    first, second = wide_board({"a": 30, "b": 20, "c": 10}), wide_board({"a": 25, "b": 25, "c": 26})
    report = ranks_report(first, second, QUESTIONS, HEADLINE, NAMES)
    assert [(swap.ahead_first, swap.ahead_second) for swap in report.swaps] == [("a", "c"), ("b", "c")]
    assert [row.second.rank for row in report.rows] == [2, 2, 1]
