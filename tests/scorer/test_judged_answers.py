"""Free-text answers scored from verdicts: nothing missing leaves the denominator, all is paired by key."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.results import write_result
from board.table import build_table
from board.types import Metric
from scorer.__main__ import main
from tests.plain import mean
from tests.scorer.judged_folder import (
    ANSWERS,
    ASKED,
    BENCHMARK,
    SAID,
    Dialogues,
    answer_rows,
    dialogues,
    raw_replies,
    result,
    scored,
    verdict_rows,
    write,
)
from validator.validate import check_file


def test_rounds_dialogues_abilities_and_the_whole_weigh_the_same_at_each_level(asked: Dialogues) -> None:
    found = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID))
    summary = mean([Fraction(3, 4), Fraction(1), Fraction(1, 2)])
    refusal = mean([Fraction(1), Fraction(0)])
    assert found.status == "complete"
    assert found.estimate("checklist_accuracy", "ability", "summary") == pytest.approx(float(summary), abs=1e-15)
    assert found.estimate("checklist_accuracy", "ability", "answer_refusal") == float(refusal)
    assert found.headline.estimate == pytest.approx(float(mean([summary, refusal])), abs=1e-15)
    assert found.estimate("checklist_accuracy_pooled") == pytest.approx(8 / 11)
    assert found.estimate("yes_expected") == pytest.approx(6 / 7)
    assert found.estimate("no_expected") == pytest.approx(2 / 4)
    row = found.row("checklist_accuracy_pooled")
    assert row is not None and row.n == 11


def test_the_three_readings_of_one_score_are_told_apart(cases: dict[str, Any], tmp_path: Path) -> None:
    case = cases["AG-008"]
    given = {name: case["input"][name]["qa"] for name in ("dialogue_1", "dialogue_2")}
    checklists = {f"v/{d}/{r}": ["yes"] * n for d, qa in given.items() for r, (_, n) in enumerate(qa)}
    said = {
        f"v/{d}/{r}": [["yes"] * right + ["no"] * (n - right)]
        for d, qa in given.items()
        for r, (right, n) in enumerate(qa)
    }
    answers: dict[str, str | None] = dict.fromkeys(checklists, "An answer.")
    found = result(dialogues(tmp_path / "data", {"summary": checklists}), answers, verdict_rows(answers, said))
    assert found.headline.estimate == case["expected"]["dialogue_macro"]
    assert found.estimate("checklist_accuracy_pooled") == pytest.approx(case["expected"]["pooled"], abs=1e-6)


def test_blank_filler_and_error_answers_score_0_without_a_verdict_and_refusals_need_one(
    cases: dict[str, Any], asked: Dialogues
) -> None:
    assert cases["JU-042"]["expected"]["item_score"] == 0.0
    assert cases["JU-055"]["expected"]["judge_called"] is False
    answers = {
        **ANSWERS,
        "v1/0/4": "   ",
        "v1/1/5": None,
        "v2/0/3": "[ERROR] CUDA out of memory",
        "v3/0/4": "No need for this ability to answer.",
    }
    # A judge would have given these every question that expects No; its verdicts count for nothing.
    found = result(asked, answers, verdict_rows(answers, {**SAID, "v1/0/4": [["no"] * 4]}))
    assert found.status == "complete"
    assert found.headline.estimate == pytest.approx(0.25)  # the refusal alone: 1 of 2 rounds of 1 of 2 abilities
    assert found.tags == {"empty_answer": 2, "filler": 1, "generation_error": 1}
    row = found.row("checklist_accuracy_pooled")
    assert row is not None and (row.n, row.n_unanswered) == (11, 8)
    without = {id: said for id, said in SAID.items() if id != "v3/0/2"}
    assert result(asked, answers, verdict_rows(answers, without)).status == "incomplete"


def test_a_refusal_that_is_right_scores(cases: dict[str, Any], tmp_path: Path) -> None:
    case = cases["JU-053"]
    checklist = [word.lower() for word in case["input"]["checklist_expected"].values()]
    folder = dialogues(tmp_path / "data", {"answer_refusal": {"v/0/3": checklist}})
    raw = {"ability": "answer_refusal", "video": "v", "event": 0, "round": 3, "replies": [case["input"]["judge_reply"]]}
    found = result(folder, {"v/0/3": case["input"]["model_answer"]}, [raw])
    assert found.headline.estimate == case["expected"]["item_score"]


def test_verdicts_planted_in_an_answer_are_flagged_and_not_read(cases: dict[str, Any], tmp_path: Path) -> None:
    case = cases["JU-044"]
    checklist = [word.lower() for word in case["input"]["checklist_expected"].values()]
    folder = dialogues(tmp_path / "data", {"summary": {"v/0/3": checklist}})
    raw = {"ability": "summary", "video": "v", "event": "0", "round": 3, "replies": [case["input"]["judge_reply"]]}
    found = result(folder, {"v/0/3": case["input"]["model_answer"]}, [raw])
    assert found.headline.estimate == case["expected"]["item_score"]
    assert found.tags == {case["expected"]["flag"]: 1}


def test_a_missing_verdict_makes_the_run_incomplete_unranked_and_bounded(
    cases: dict[str, Any], asked: Dialogues
) -> None:
    case = cases["JU-039"]
    without = {id: said for id, said in SAID.items() if id != "v3/0/4"}
    found = result(asked, ANSWERS, verdict_rows(ANSWERS, without))
    assert (found.status, found.headline.estimate) == (case["expected"]["run_status"], None)
    row = found.row("checklist_accuracy")
    assert row is not None and row.lower_bound is not None and row.upper_bound is not None
    assert (row.n, row.n_unscored) == (5, 1)
    assert row.lower_bound == pytest.approx((0.75 + 0.5) / 2)
    assert row.upper_bound == pytest.approx((0.75 + 1.0) / 2)
    complete = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID))
    table = build_table([found, complete.model_copy(update={"reason": None})])
    assert [str(rank) for rank in table["rank"]] == ["1", "<NA>"]
    assert "incomplete" in table["reason"][1]
    # An ability of which everything is known has its value all the same.
    assert found.estimate("checklist_accuracy", "ability", "summary") == pytest.approx(0.75)


def test_a_verdict_about_one_question_is_known_even_where_another_is_missing(asked: Dialogues) -> None:
    rows = verdict_rows(ANSWERS, SAID)
    found = result(asked, ANSWERS, [row for row in rows if (row["id"], row["checklist_index"]) != ("v1/0/4", 3)])
    row = found.row("checklist_accuracy", "ability", "summary")
    assert row is not None
    assert row.lower_bound == pytest.approx((0.75 + 1 + 0.5) / 3)
    assert row.upper_bound == pytest.approx((1 + 1 + 0.5) / 3)
    pooled = found.row("checklist_accuracy_pooled")
    assert pooled is not None and (pooled.n, pooled.n_unscored) == (11, 1)


@settings(max_examples=60, deadline=None)
@given(gone=st.sets(st.integers(0, 10), max_size=10), data=st.data())
def test_the_truth_lies_within_the_bounds_whatever_is_missing(
    tmp_path_factory: pytest.TempPathFactory, gone: set[int], data: st.DataObject
) -> None:
    folder = dialogues(tmp_path_factory.mktemp("d") / "data", ASKED)
    words = st.sampled_from(["yes", "no"])
    said = {id: [data.draw(st.lists(words, min_size=len(e), max_size=len(e)))] for id, e in folder.checklists.items()}
    rows = verdict_rows(ANSWERS, said)
    whole = result(folder, ANSWERS, rows)
    part = result(folder, ANSWERS, [row for place, row in enumerate(rows) if place not in gone])
    for row in whole.estimates:
        if row.mode == "strict":
            other = part.row(row.metric, row.facet, row.value_of_facet)
            assert other is not None and row.estimate is not None
            if other.estimate is None:
                assert other.lower_bound is not None and other.upper_bound is not None
                assert other.lower_bound - 1e-12 <= row.estimate <= other.upper_bound + 1e-12
            else:
                assert other.estimate == row.estimate
    assert (part.status == "incomplete") == bool(gone)


def test_without_any_verdicts_everything_is_open(asked: Dialogues, capsys: pytest.CaptureFixture[str]) -> None:
    found = result(asked, ANSWERS, None)
    row = found.row("checklist_accuracy")
    assert row is not None
    assert (found.status, row.estimate, row.lower_bound, row.upper_bound) == ("incomplete", None, 0.0, 1.0)
    file = asked.folder.parent / "p.jsonl"
    assert main(["score", "mt_video_bench", str(file), "--data", str(asked.folder)]) == 1
    assert "0.00 to 100.00" in capsys.readouterr().out
    blank = dict.fromkeys(ANSWERS)
    assert result(asked, blank, None).headline.estimate == 0.0
    official = scored(asked, ANSWERS, None, mode="official").result
    assert official is not None and (official.status, official.headline.estimate) == ("incomplete", None)


def test_repeats_are_averaged_and_a_missing_repeat_is_not_made_up_for(asked: Dialogues) -> None:
    said = {id: words * 3 for id, words in SAID.items()}
    said["v1/1/5"] = [["yes"], ["no"], ["yes"]]
    found = result(asked, ANSWERS, verdict_rows(ANSWERS, said))
    assert found.estimate("checklist_accuracy", "ability", "summary") == pytest.approx((0.75 + 2 / 3 + 0.5) / 3)
    rows = verdict_rows(ANSWERS, said)
    lost = [row for row in rows if (row["id"], row["repeat"]) != ("v1/1/5", 3)]
    assert result(asked, ANSWERS, lost).status == "incomplete"


def test_the_order_of_rows_in_a_verdict_file_does_not_matter(asked: Dialogues) -> None:
    rows = verdict_rows(ANSWERS, SAID)
    assert result(asked, ANSWERS, rows[::-1]) == result(asked, ANSWERS, rows)


@pytest.mark.parametrize(
    "reply", ["", "{}", '{"A1": "Yes"}', '{"A1": "Yes", "A2": "No", "A3": "Yes", "A4": "Yes", "A5": "No"}', "[[90]]"]
)
def test_a_reply_that_cannot_be_read_whole_leaves_its_answer_unscored(asked: Dialogues, reply: str) -> None:
    rows = raw_replies(SAID)
    assert result(asked, ANSWERS, rows).status == "complete"
    rows[0]["replies"] = [reply]
    found = result(asked, ANSWERS, rows)
    assert (found.status, found.tags) == ("incomplete", {"judge_invalid": 1})


def test_a_receipt_of_judged_answers_is_recounted_with_their_verdicts(
    asked: Dialogues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, told = (
        write(tmp_path / "p.jsonl", answer_rows(ANSWERS)),
        write(tmp_path / "v.jsonl", verdict_rows(ANSWERS, SAID)),
    )
    data = ["--data", str(asked.folder)]
    out = tmp_path / "out"
    score = ["score", "mt_video_bench", str(file), *data, "--verdicts", str(told), "--out", str(out)]
    assert main([*score, "--compare", str(out)]) == 0
    (receipt,) = out.rglob("*.receipt.json")
    verify = ["verify", str(receipt), str(file), *data]
    assert main([*verify, "--verdicts", str(told)]) == 0
    assert main(verify) == 2
    assert "--verdicts" in capsys.readouterr().err
    other = write(tmp_path / "w.jsonl", verdict_rows(ANSWERS, {**SAID, "v1/1/5": [["no"]]}))
    assert main([*verify, "--verdicts", str(other)]) == 1


def test_the_rows_of_a_result_show_what_the_judge_said(asked: Dialogues, tmp_path: Path) -> None:
    found = scored(asked, {**ANSWERS, "v1/1/5": None}, verdict_rows(ANSWERS, {**SAID, "v1/1/5": []}))
    assert found.result is not None
    file = write_result(found.result, found.scores, tmp_path / "out")
    rows = [json.loads(line) for line in file.with_suffix(".scores.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == list(ANSWERS)
    assert rows[0]["verdicts"] == ["yes", "no", "no", "yes"]
    assert (rows[1]["answer"], rows[1]["credit"], rows[1]["bucket"], rows[1]["verdicts"]) == (
        None,
        0.0,
        "unanswered",
        None,
    )


def test_a_judge_that_failed_everywhere_gives_no_score_and_no_good_exit(
    cases: dict[str, Any], asked: Dialogues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = cases["JU-041"]
    assert case["input"]["total_calls"] == case["input"]["failed_calls"]
    rows = [{**row, "replies": []} for row in raw_replies(SAID)]
    file, told = write(tmp_path / "p.jsonl", answer_rows(ANSWERS)), write(tmp_path / "v.jsonl", rows)
    command = ["score", "mt_video_bench", str(file), "--data", str(asked.folder), "--verdicts", str(told)]
    assert main(command) == 1
    assert "no verdict yet for 5 of 5 answers" in capsys.readouterr().out


def test_a_row_can_cost_more_than_its_share_of_the_rows_where_the_headline_is_nested(asked: Dialogues) -> None:
    part = {id: text for id, text in ANSWERS.items() if id != "v3/0/4"}
    report = scored(asked, part, None).report
    assert report.at_stake["E_MISSING"] == pytest.approx(100 / 4)  # one of two rounds of one of two abilities


def test_a_headline_nested_by_a_facet_is_checked_as_well(asked: Dialogues) -> None:
    by_place = Metric("m", "m", ("text",), levels=(lambda question: question.facets.get("place", ""),))
    nested = BENCHMARK._replace(metrics=(by_place,), headline="m")
    file = write(asked.folder.parent / "p.jsonl", answer_rows(ANSWERS)[1:])
    assert check_file(file, nested, asked.folder).report.counts == {"E_MISSING": 1}
