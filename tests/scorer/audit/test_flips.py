"""How many verdicts hold an order, against trying all flips there are."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.errors import BenchmarkError
from board.types import Score
from scorer.judge.audit.flips import Fewest, fewest, order_flips
from tests.scorer.audit.audit_boards import HEADLINE, Board, Right, boards, headline, question

Place = tuple[str, int, int]  # whose verdict, of which question, and which one


def tried(board: Board, ahead: str, behind: str, whose: tuple[str, ...]) -> Fewest:
    """The fewest flips by trying one flip, then all two, and so on; the headlines are worked out anew each time."""
    places = [
        (id, place, number)
        for id in whose
        for place, verdicts in enumerate(board.rows[id])
        for number, right in enumerate(verdicts)
        if right == (id == ahead)
    ]
    gaps: dict[int, Fraction] = {}
    for n in range(len(places) + 1):
        gaps[n] = min(_gap(board, ahead, behind, flipped) for flipped in combinations(places, n))
    return Fewest(
        next((n for n in gaps if gaps[n] <= 0), None),
        next((n for n in gaps if gaps[n] < 0), None),
    )


def _gap(board: Board, ahead: str, behind: str, flipped: tuple[Place, ...]) -> Fraction:
    def with_flips(id: str) -> Right:
        mine = {(place, number) for whose, place, number in flipped if whose == id}
        return [
            [right != ((place, number) in mine) for number, right in enumerate(verdicts)]
            for place, verdicts in enumerate(board.rows[id])
        ]

    return headline(board.questions, with_flips(ahead)) - headline(board.questions, with_flips(behind))


@given(boards(most_rows=2, most_questions=3))
@settings(deadline=None, max_examples=60)
def test_the_heaviest_flips_first_are_the_fewest_as_trying_all_of_them_says(board: Board) -> None:
    (pair,) = order_flips(board.scores(), board.questions, HEADLINE).neighbours
    ahead, behind = pair.ahead, pair.behind
    assert pair.gap == pytest.approx(float(_gap(board, ahead, behind, ())))
    assert pair.of_behind == tried(board, ahead, behind, (behind,))
    assert pair.of_ahead == tried(board, ahead, behind, (ahead,))
    if pair.n_verdicts <= 12:
        assert pair.of_either == tried(board, ahead, behind, (ahead, behind))


@given(boards(most_rows=4))
@settings(deadline=None)
def test_no_two_rows_swap_on_fewer_flips_than_the_weakest_neighbours(board: Board) -> None:
    scores = board.scores()
    weakest = order_flips(scores, board.questions, HEADLINE).weakest
    pairs = [
        order_flips({a: scores[a], b: scores[b]}, board.questions, HEADLINE).neighbours[0].of_either.to_pass
        for a, b in combinations(scores, 2)
    ]
    known = [n for n in pairs if n is not None]
    assert (weakest.of_either.to_pass if weakest else None) == (min(known) if known else None)


@given(st.lists(st.integers(1, 9), max_size=8), st.integers(0, 30))
@settings(deadline=None)
def test_the_fewest_weights_are_the_fewest_of_all_choices(weights: list[int], gap: int) -> None:
    sums = {n: max(map(sum, combinations(weights, n)), default=0) for n in range(len(weights) + 1)}
    assert fewest(gap, weights) == Fewest(
        next((n for n, total in sums.items() if total >= gap), None),
        next((n for n, total in sums.items() if total > gap), None),
    )


def hand_board() -> Board:
    """Two abilities weigh the same: one verdict in the small one weighs 1/2, one in the large one 1/2 · 1/3 · 1/2."""
    asked = [question("summary", 0, 1), *(question("memory_recall", dialogue, 1) for dialogue in range(3))]
    better, worse = [[True], [False, True], [True, True], [True, True]], [[False], *[[True, True]] * 3]
    return Board(asked, [1, 2, 2, 2], 1, {"small": better, "large": worse})


def test_one_flip_in_a_short_checklist_of_a_small_ability_weighs_most() -> None:
    board = hand_board()
    (pair,) = order_flips(board.scores(), board.questions, HEADLINE).neighbours
    # 1/2 · (1 + 5/6) = 11/12 against 1/2 · (0 + 1) = 1/2: a gap of 5/12 = five light verdicts, or one heavy one.
    assert (pair.ahead, pair.behind, round(pair.gap, 4), pair.n_verdicts) == ("small", "large", 0.4167, 14)
    assert pair.of_behind == Fewest(1, 1) and pair.of_ahead == Fewest(1, 1)
    lightest_first = sorted([Fraction(1, 2), *[Fraction(1, 12)] * 5])
    assert sum(lightest_first[:4]) < Fraction(5, 12)  # control: in any other order more flips are needed


def test_rows_that_are_equal_need_no_flip_to_tie_and_one_to_pass() -> None:
    board = hand_board()
    same = {"one": board.rows["large"], "two": board.rows["large"]}
    (pair,) = order_flips(board._replace(rows=same).scores(), board.questions, HEADLINE).neighbours
    assert (pair.gap, pair.of_either, pair.of_behind) == (0.0, Fewest(0, 1), Fewest(0, 1))


def test_a_gap_of_exactly_one_verdict_is_a_tie_and_not_a_swap() -> None:
    # Three answers of a plain mean, in thirds that no float can hold: 2/3 against 1/3.
    asked = [question("summary", number, 1) for number in range(3)]
    rows = {"two": [[True], [True], [False]], "one": [[True], [False], [False]]}
    (pair,) = order_flips(Board(asked, [1, 1, 1], 1, rows).scores(), asked, HEADLINE).neighbours
    assert pair.of_either == Fewest(1, 2)


def test_rows_without_all_verdicts_are_left_out_and_blank_answers_are_zero_for_good() -> None:
    board = hand_board()
    scores = board.scores()
    scores["open"] = [row._replace(credit=None, verdicts=(None,) * len(row.verdicts or ())) for row in scores["small"]]
    scores["blank"] = [Score(row.id, None, 0.0, "unanswered", checklist=row.checklist) for row in scores["small"]]
    report = order_flips(scores, board.questions, HEADLINE)
    assert report.left_out == ("open",)
    last = report.neighbours[-1]
    assert (last.behind, last.of_behind, last.gap) == ("blank", Fewest(None, None), 0.5)


def test_stored_score_rows_that_tell_no_verdicts_are_refused() -> None:
    board = hand_board()
    bare = {"small": [row._replace(verdicts=None, checklist=()) for row in board.scores()["small"]]}
    with pytest.raises(BenchmarkError, match="no verdicts about summary0/0/1"):
        order_flips(bare, board.questions, HEADLINE)
    with pytest.raises(BenchmarkError, match="no verdicts about"):
        order_flips({"small": []}, board.questions, HEADLINE)


def test_a_board_of_one_row_has_no_order_to_change() -> None:
    board = hand_board()
    report = order_flips({"one": board.scores()["small"]}, board.questions, HEADLINE)
    assert report.neighbours == () and report.weakest is None
