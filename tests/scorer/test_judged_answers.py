"""Free-text answers scored from verdict files: nothing missing leaves the denominator, all is paired by key."""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import load_benchmark
from board.results import Result, write_result
from board.table import build_table
from scorer.__main__ import main
from scorer.score import Scored, score_file
from tests.scorer.judged_folder import Dialogues, Row, answer_rows, dialogues, verdict_rows, write

BENCHMARK = load_benchmark("mt_video_bench")
ASKED = {
    "summary": {"v1/0/4": ["yes", "no", "yes", "yes"], "v1/1/5": ["yes"], "v2/0/3": ["no", "yes"]},
    "answer_refusal": {"v3/0/2": ["yes", "no", "yes"], "v3/0/4": ["no"]},
}
ANSWERS: dict[str, str | None] = {
    "v1/0/4": "A red bus, then a dog.",
    "v1/1/5": "Two cups.",
    "v2/0/3": "It rains.",
    "v3/0/2": "The video does not show a price.",
    "v3/0/4": "Nobody speaks.",
}
SAID: dict[str, list[list[str]]] = {
    "v1/0/4": [["yes", "no", "no", "yes"]],
    "v1/1/5": [["yes"]],
    "v2/0/3": [["yes", "yes"]],
    "v3/0/2": [["yes", "no", "yes"]],
    "v3/0/4": [["yes"]],
}


@pytest.fixture
def asked(tmp_path: Path) -> Dialogues:
    return dialogues(tmp_path / "data", ASKED)


def scored(
    asked: Dialogues, answers: Mapping[str, str | None], verdicts: Sequence[Any] | None, mode: Any = None
) -> Scored:
    folder = asked.folder.parent
    file = write(folder / "p.jsonl", answer_rows(answers))
    told = None if verdicts is None else write(folder / "v.jsonl", verdicts)
    return score_file(file, BENCHMARK, data=asked.folder, verdicts=told, mode=mode)


def result(asked: Dialogues, answers: Mapping[str, str | None], verdicts: Sequence[Any] | None) -> Result:
    found = scored(asked, answers, verdicts).result
    assert found is not None
    return found


def share(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def test_rounds_dialogues_abilities_and_the_whole_weigh_the_same_at_each_level(asked: Dialogues) -> None:
    found = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID))
    summary = share([Fraction(3, 4), Fraction(1), Fraction(1, 2)])
    refusal = share([Fraction(1), Fraction(0)])
    assert found.status == "complete"
    assert found.estimate("checklist_accuracy", "ability", "summary") == pytest.approx(float(summary), abs=1e-15)
    assert found.estimate("checklist_accuracy", "ability", "answer_refusal") == float(refusal)
    assert found.headline.estimate == pytest.approx(float(share([summary, refusal])), abs=1e-15)
    assert found.estimate("checklist_accuracy_pooled") == pytest.approx(8 / 11)
    assert found.estimate("yes_expected") == pytest.approx(6 / 7)
    assert found.estimate("no_expected") == pytest.approx(2 / 4)
    row = found.row("checklist_accuracy_pooled")
    assert row is not None and row.n == 11


def test_the_three_readings_of_one_score_are_told_apart(shared: Path, tmp_path: Path) -> None:
    case = case_of(shared, "AG-008")
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
    assert case["expected"]["headline"] == "dialogue_macro"


def test_nothing_is_rounded_on_the_way(shared: Path, tmp_path: Path) -> None:
    case = case_of(shared, "AG-010")
    told = {2 / 3: ["yes", "yes", "no"], 0.125: ["yes"] + ["no"] * 7}
    said = {
        f"v/{d}/{r}": [told[share]] for d, qa in enumerate(case["input"]["qa_scores"]) for r, share in enumerate(qa)
    }
    checklists = {id: ["yes"] * len(words[0]) for id, words in said.items()}
    answers: dict[str, str | None] = dict.fromkeys(said, "An answer.")
    found = result(dialogues(tmp_path / "data", {"summary": checklists}), answers, verdict_rows(answers, said))
    assert found.headline.estimate == pytest.approx(case["expected"]["score"], abs=1e-6)
    official = found.estimate("checklist_accuracy", mode="official")
    assert official == pytest.approx((0.67 + 0.12) / 2, abs=1e-12)


def test_blank_filler_and_error_answers_score_0_without_a_verdict_and_refusals_need_one(
    shared: Path, asked: Dialogues
) -> None:
    assert case_of(shared, "JU-042")["expected"]["item_score"] == 0.0
    assert case_of(shared, "JU-055")["expected"]["judge_called"] is False
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


def test_a_refusal_that_is_right_scores(shared: Path, tmp_path: Path) -> None:
    case = case_of(shared, "JU-053")
    checklist = [word.lower() for word in case["input"]["checklist_expected"].values()]
    folder = dialogues(tmp_path / "data", {"answer_refusal": {"v/0/3": checklist}})
    raw = {"ability": "answer_refusal", "video": "v", "event": 0, "round": 3, "replies": [case["input"]["judge_reply"]]}
    found = result(folder, {"v/0/3": case["input"]["model_answer"]}, [raw])
    assert found.headline.estimate == case["expected"]["item_score"]


def test_verdicts_planted_in_an_answer_are_flagged_and_not_read(shared: Path, tmp_path: Path) -> None:
    case = case_of(shared, "JU-044")
    checklist = [word.lower() for word in case["input"]["checklist_expected"].values()]
    folder = dialogues(tmp_path / "data", {"summary": {"v/0/3": checklist}})
    raw = {"ability": "summary", "video": "v", "event": "0", "round": 3, "replies": [case["input"]["judge_reply"]]}
    found = result(folder, {"v/0/3": case["input"]["model_answer"]}, [raw])
    assert found.headline.estimate == case["expected"]["item_score"]
    assert found.tags == {case["expected"]["flag"]: 1}


def test_a_missing_verdict_makes_the_run_incomplete_unranked_and_bounded(shared: Path, asked: Dialogues) -> None:
    case = case_of(shared, "JU-039")
    without = {id: said for id, said in SAID.items() if id != "v3/0/4"}
    found = result(asked, ANSWERS, verdict_rows(ANSWERS, without))
    assert (found.status, found.headline.estimate) == (case["expected"]["run_status"], None)
    assert "1 answer" in str(found.reason)
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
@given(gone=st.sets(st.integers(0, 10)), data=st.data())
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


Change = Callable[[Row], Any]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda row: {**row, "id": "v9/0/1"}, "no question of this data folder"),
        (lambda row: {**row, "id": 7}, "no question of this data folder"),
        (lambda row: {**row, "checklist_index": 0}, "expected 1 to 4"),
        (lambda row: {**row, "checklist_index": 5}, "expected 1 to 4"),
        (lambda row: {**row, "checklist_index": True}, "expected 1 to 4"),
        (lambda row: {**row, "checklist_index": "1"}, "expected 1 to 4"),
        (lambda row: {**row, "repeat": 0}, "expected 1 to 100"),
        (lambda row: {**row, "repeat": 10**9}, "expected 1 to 100"),
        (lambda row: {**row, "verdict": "Yes"}, 'expected "yes" or "no"'),
        (lambda row: {**row, "verdict": True}, 'expected "yes" or "no"'),
        (lambda row: {**row, "verdict": ["yes"]}, 'expected "yes" or "no"'),
        (lambda row: {**row, "judge": " "}, "expected a name"),
        (lambda row: {**row, "answer_sha256": "0" * 64}, "about another answer"),
        (lambda row: {name: value for name, value in row.items() if name != "answer_sha256"}, "lacks answer_sha256"),
        (lambda row: {**row, "prompt_sha256": 4}, "prompt_sha256 is 4"),
        (lambda row: [row], "expected an object"),
        (lambda row: "not json at all", "expected an object"),
    ],
)
def test_a_verdict_row_that_cannot_be_used_refuses_the_file_and_is_named(
    asked: Dialogues, change: Change, word: str
) -> None:
    rows: list[Any] = verdict_rows(ANSWERS, SAID)
    assert scored(asked, ANSWERS, rows).result is not None
    rows[2] = change(rows[2])
    found = scored(asked, ANSWERS, rows)
    assert found.result is None and not found.report.ok
    (issue,) = found.report.issues
    assert (issue.code, issue.row) == ("E_VERDICT", 3)
    assert word in issue.message and issue.fix


def test_a_repeat_given_twice_is_a_fault_even_where_both_say_the_same(asked: Dialogues) -> None:
    rows = verdict_rows(ANSWERS, SAID)
    found = scored(asked, ANSWERS, [*rows, rows[0]])
    assert [(issue.row, "given twice" in issue.message) for issue in found.report.issues] == [(12, True)]


def test_all_faults_of_a_verdict_file_are_told_at_once(
    asked: Dialogues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[Any] = verdict_rows(ANSWERS, SAID)
    rows[0], rows[3], rows[7] = {**rows[0], "verdict": "maybe"}, {**rows[3], "id": "x"}, {**rows[7], "repeat": -1}
    file, told = write(tmp_path / "p.jsonl", answer_rows(ANSWERS)), write(tmp_path / "v.jsonl", rows)
    (tmp_path / "v.jsonl").write_text(told.read_text() + '{"id": "a", "id": "b"}\n{broken\n')
    command = ["score", "mt_video_bench", str(file), "--data", str(asked.folder), "--verdicts", str(told)]
    assert main([*command, "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["counts"] == {"E_VERDICT": 5}
    assert [issue["row"] for issue in report["issues"]] == [1, 4, 8, 12, 13]
    assert main(command) == 1
    assert "E_VERDICT" in capsys.readouterr().out


def raw_replies(said: Mapping[str, Sequence[Sequence[str]]]) -> list[Row]:
    """The same verdicts as a judge's raw replies."""
    rows = []
    for id, repeats in said.items():
        video, event, number = id.split("/")
        ability = next(name for name, rounds in ASKED.items() if id in rounds)
        texts = [json.dumps({f"A{n}": word.title() for n, word in enumerate(words, 1)}) for words in repeats]
        rows.append({"ability": ability, "video": video, "event": event, "round": int(number), "replies": texts})
    return rows


def test_raw_replies_and_verdict_rows_that_say_the_same_score_the_same(asked: Dialogues) -> None:
    by_rows = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID))
    by_replies = result(asked, ANSWERS, raw_replies(SAID))
    assert by_rows.estimates == by_replies.estimates
    assert by_rows.provenance.judge == "judge-a" and by_replies.provenance.judge == "raw replies"
    assert by_rows.provenance.epoch != by_replies.provenance.epoch


@pytest.mark.parametrize(
    "reply", ["", "{}", '{"A1": "Yes"}', '{"A1": "Yes", "A2": "No", "A3": "Yes", "A4": "Yes", "A5": "No"}', "[[90]]"]
)
def test_a_reply_that_cannot_be_read_whole_leaves_its_answer_unscored(asked: Dialogues, reply: str) -> None:
    rows = raw_replies(SAID)
    assert result(asked, ANSWERS, rows).status == "complete"
    rows[0]["replies"] = [reply]
    found = result(asked, ANSWERS, rows)
    assert (found.status, found.tags) == ("incomplete", {"judge_invalid": 1})


@pytest.mark.parametrize(
    "change",
    [
        {"ability": "topic_shifting"},
        {"video": "v9"},
        {"round": 99},
        {"replies": "Yes"},
        {"replies": [1]},
        {"replies": None},
        {"round": None},
    ],
)
def test_a_row_of_replies_that_cannot_be_used_refuses_the_file(asked: Dialogues, change: Row) -> None:
    rows = raw_replies(SAID)
    rows[1] = {**rows[1], **change}
    found = scored(asked, ANSWERS, rows)
    assert [(issue.code, issue.row) for issue in found.report.issues] == [("E_VERDICT", 2)]


def test_verdicts_of_two_judges_or_two_prompts_are_never_ranked(shared: Path, asked: Dialogues) -> None:
    case = case_of(shared, "AG-033")
    first = {id: said for id, said in SAID.items() if id.startswith("v1")}
    second = {id: said for id, said in SAID.items() if id not in first}
    a, b = case["input"]["judge_models"]
    mixed = result(asked, ANSWERS, [*verdict_rows(ANSWERS, first, a), *verdict_rows(ANSWERS, second, b)])
    assert mixed.status == case["expected"]["status"]
    prompts = [*verdict_rows(ANSWERS, first, a), *verdict_rows(ANSWERS, second, a, prompt="q" * 64)]
    assert result(asked, ANSWERS, prompts).status == "mixed_judge"
    assert result(asked, ANSWERS, verdict_rows(ANSWERS, SAID, a)).status == "complete"
    assert str(build_table([mixed])["rank"][0]) == "<NA>"


def test_a_verdict_file_for_a_benchmark_without_a_judge_is_refused_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = write(tmp_path / "v.jsonl", [])
    sample = "benchmarks/vsi_super_wild/sample/predictions/blank.jsonl"
    assert main(["score", "vsi_super_wild", sample, "--verdicts", str(told)]) == 2
    assert "leave --verdicts out" in capsys.readouterr().err


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
    shared: Path, asked: Dialogues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = case_of(shared, "JU-041")
    assert case["input"]["total_calls"] == case["input"]["failed_calls"]
    rows = [{**row, "replies": []} for row in raw_replies(SAID)]
    file, told = write(tmp_path / "p.jsonl", answer_rows(ANSWERS)), write(tmp_path / "v.jsonl", rows)
    command = ["score", "mt_video_bench", str(file), "--data", str(asked.folder), "--verdicts", str(told)]
    assert main(command) == 1 and case["expected"]["exit_code"] == "non-zero"
    assert "no verdict yet for 5 answers" in capsys.readouterr().out
    assert case["expected"]["published"] is False


def case_of(shared: Path, id: str) -> Any:
    lines = (shared / "cases" / "open.jsonl").read_text(encoding="utf-8").splitlines()
    return next(case for case in map(json.loads, lines) if case["id"] == id)
