"""Judging a run: the ledger first, each verdict kept as it comes, failures apart from silence."""

from pathlib import Path

import pytest

from board.errors import JudgeError
from scorer.judge.ledger import Ledger
from scorer.judge.run import judge_answers, open_turns
from scorer.judge.types import Turn, Word
from tests.scorer.judge.things import IDENTITY, CountingJudge, asked, entry, many

PAPER = IDENTITY._replace(prompt="official-paper")


def test_a_warm_ledger_asks_nothing_and_says_the_same(tmp_path: Path) -> None:
    cold, warm = CountingJudge(repeats=3), CountingJudge(repeats=3)
    with Ledger(tmp_path) as ledger:
        first = judge_answers(cold, many(5), ledger)
    with Ledger(tmp_path) as ledger:
        assert open_turns(warm, many(5), ledger) == []
        second = judge_answers(warm, many(5), ledger)
    assert len(cold.turns) == 15 and warm.turns == []
    assert (first.counts.given, second.counts.from_ledger, second.counts.calls, second.counts.tokens) == (15, 15, 0, 0)
    said = {place: opinion._replace(calls=0, tokens=0) for place, opinion in first.opinions.items()}
    assert said == second.opinions


def test_the_same_answer_to_the_same_checklist_is_asked_once(tmp_path: Path) -> None:
    judge = CountingJudge()
    twins = [asked(1), asked(1)._replace(id="v9/0/1")]
    with Ledger(tmp_path) as ledger:
        found = judge_answers(judge, twins, ledger)
    assert len(judge.turns) == 1
    assert [found.opinions[one.id, 1].verdicts for one in twins] == [("yes", "yes")] * 2
    assert found.opinions["v9/0/1", 1].id == "v9/0/1"


def test_another_judge_asks_anew(tmp_path: Path) -> None:
    """JU-049."""
    other = CountingJudge(identity=IDENTITY._replace(name="judge-b"))
    with Ledger(tmp_path) as ledger:
        judge_answers(CountingJudge(), many(3), ledger)
        judge_answers(other, many(3), ledger)
    assert len(other.turns) == 3


def test_a_failed_verdict_is_asked_again_only_on_demand(tmp_path: Path) -> None:
    def fails_on_two(turn: Turn) -> tuple[Word, ...] | None:
        return None if turn.asked.id == "v2/0/1" else ("yes", "no")

    with Ledger(tmp_path) as ledger:
        first = judge_answers(CountingJudge(fails_on_two), many(4), ledger)
        assert (first.counts.failed, first.counts.missing) == (1, 0)
        again, mended = CountingJudge(), CountingJudge(lambda turn: ("no", "no"))
        assert judge_answers(again, many(4), ledger).counts.failed == 1
        found = judge_answers(mended, many(4), ledger, only_failed=True)
    assert again.turns == []
    assert [turn.asked.id for turn in mended.turns] == ["v2/0/1"]
    assert found.counts.failed == 0
    assert found.opinions["v2/0/1", 1].verdicts == ("no", "no")
    assert found.opinions["v1/0/1", 1].verdicts == ("yes", "no")


def test_a_failed_second_try_does_not_hide_that_it_failed(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        judge_answers(CountingJudge(lambda turn: None if turn.asked.id == "v0/0/1" else ("no", "no")), many(2), ledger)
        found = judge_answers(CountingJudge(lambda turn: None), many(2), ledger, only_failed=True)
    assert (found.counts.failed, found.counts.from_ledger, found.counts.given) == (1, 1, 1)


def test_what_got_no_reply_is_missing_and_asked_in_the_next_run(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        first = judge_answers(CountingJudge(leaves_out=lambda turn: turn.asked.id > "v1"), many(4), ledger)
        next_judge = CountingJudge()
        second = judge_answers(next_judge, many(4), ledger)
    assert (first.counts.missing, first.outages[0]) == (3, "the line was busy")
    assert len(next_judge.turns) == 3
    assert second.counts.missing == 0


def test_a_judge_that_says_nothing_at_all_is_an_error_and_no_score(tmp_path: Path) -> None:
    """JU-041: every call failed."""
    with Ledger(tmp_path) as ledger, pytest.raises(JudgeError, match="gave no verdict at all: the line was busy"):
        judge_answers(CountingJudge(leaves_out=lambda turn: True), many(4), ledger)


def test_nothing_to_ask_is_no_error(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        assert judge_answers(CountingJudge(), [], ledger).opinions == {}


def test_each_verdict_is_kept_before_the_next_is_asked_for(tmp_path: Path) -> None:
    class Stops(Exception):
        pass

    def stops_at_three(turn: Turn) -> tuple[Word, ...]:
        if turn.asked.id == "v3/0/1":
            raise Stops
        return ("yes", "yes")

    with Ledger(tmp_path) as ledger, pytest.raises(Stops):
        judge_answers(CountingJudge(stops_at_three), many(6), ledger)
    rest = CountingJudge()
    with Ledger(tmp_path) as ledger:
        judge_answers(rest, many(6), ledger)
    assert [turn.asked.id for turn in rest.turns] == ["v3/0/1", "v4/0/1", "v5/0/1"]


def test_a_judge_asked_one_question_at_a_time_gives_whole_verdicts_and_pays_for_no_part_twice(tmp_path: Path) -> None:
    judge = CountingJudge(lambda turn: ("yes",), PAPER, leaves_out=lambda turn: turn.asked.id == "v1/0/1#2")
    judge.one_by_one = True
    with Ledger(tmp_path) as ledger:
        first = judge_answers(judge, many(3), ledger)
        assert [turn.asked.checklist for turn in judge.turns[:2]] == [("Is thing 1 said?",), ("Is thing 2 said?",)]
        rest = CountingJudge(lambda turn: ("no",), PAPER)
        rest.one_by_one = True
        second = judge_answers(rest, many(3), ledger)
    assert {id: opinion.verdicts for (id, _), opinion in first.opinions.items()} == {
        "v0/0/1": ("yes", "yes"),
        "v2/0/1": ("yes", "yes"),
    }
    assert (first.counts.needed, first.counts.missing) == (6, 1)
    assert [turn.asked.id for turn in rest.turns] == ["v1/0/1#2"]
    assert second.opinions["v1/0/1", 1].verdicts == ("yes", "no")


def test_an_entry_of_another_shape_than_the_checklist_is_asked_anew(tmp_path: Path) -> None:
    judge = CountingJudge(lambda turn: ("no", "no"))
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(1, ("yes", "no", "yes"))])
        found = judge_answers(judge, [asked(1)], ledger)
    assert found.opinions["v1/0/1", 1].verdicts == ("no", "no")


def test_what_another_model_said_under_the_same_name_can_be_asked_anew(tmp_path: Path) -> None:
    old = CountingJudge(identity=IDENTITY)
    with Ledger(tmp_path) as ledger:
        judge_answers(old, many(2), ledger)
        ledger.append([entry(2)._replace(model="judge-a-004")])
        new = CountingJudge(lambda turn: ("no", "no"))
        found = judge_answers(new, many(3), ledger, answered_by="judge-a-004")
    assert [turn.asked.id for turn in new.turns] == ["v0/0/1", "v1/0/1"]
    assert found.counts.from_ledger == 1
