"""Who judged: verdicts of different judges and prompts do not compare."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.folder import sample_folder
from board.results import Result
from board.table import build_table
from scorer.__main__ import main as scorer
from tests.scorer.judged_folder import (
    ANSWERS,
    SAID,
    Dialogues,
    raw_replies,
    result,
    scored,
    verdict_rows,
)


def test_raw_replies_and_verdict_rows_that_say_the_same_score_the_same(asked: Dialogues) -> None:
    by_rows = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID))
    by_replies = result(asked, ANSWERS, raw_replies(SAID))
    assert by_rows.estimates == by_replies.estimates
    assert by_rows.provenance.judge == "judge-a" and by_replies.provenance.judge == "not named"
    assert by_rows.provenance.epoch != by_replies.provenance.epoch


def test_verdicts_of_two_judges_or_two_prompts_are_never_ranked(cases: dict[str, Any], asked: Dialogues) -> None:
    case = cases["AG-033"]
    first = {id: said for id, said in SAID.items() if id.startswith("v1")}
    second = {id: said for id, said in SAID.items() if id not in first}
    a, b = case["input"]["judge_models"]
    mixed = result(asked, ANSWERS, [*verdict_rows(ANSWERS, first, a), *verdict_rows(ANSWERS, second, b)])
    assert mixed.status == case["expected"]["status"]
    prompts = [*verdict_rows(ANSWERS, first, a), *verdict_rows(ANSWERS, second, a, prompt="q" * 64)]
    assert result(asked, ANSWERS, prompts).status == "mixed_judge"
    assert result(asked, ANSWERS, verdict_rows(ANSWERS, SAID, a)).status == "complete"
    assert str(build_table([mixed])["rank"][0]) == "<NA>"


def test_a_blank_file_needs_no_judge_and_is_told_none(asked: Dialogues) -> None:
    blank: dict[str, str | None] = dict.fromkeys(ANSWERS)
    found = result(asked, blank, verdict_rows(blank, SAID))
    assert (found.status, found.headline.estimate, found.provenance.judge) == ("complete", 0.0, None)


@pytest.mark.parametrize(("one", "other", "mixed"), [(None, "p" * 64, True), (None, None, False), ("p", "p", False)])
def test_a_prompt_that_is_not_told_is_another_prompt(
    asked: Dialogues, one: str | None, other: str | None, mixed: bool
) -> None:
    rows = verdict_rows(ANSWERS, SAID)
    told = [{**row, "prompt_sha256": one if place < 3 else other} for place, row in enumerate(rows)]
    assert (result(asked, ANSWERS, told).status == "mixed_judge") is mixed


def test_raw_replies_rank_only_if_they_name_their_judge(asked: Dialogues) -> None:
    named = [{**row, "judge": "judge-a", "prompt_sha256": "p" * 64} for row in raw_replies(SAID)]
    assert result(asked, ANSWERS, named).provenance.judge == "judge-a"
    assert (
        result(asked, ANSWERS, named).provenance.epoch
        == result(asked, ANSWERS, verdict_rows(ANSWERS, SAID)).provenance.epoch
    )
    assert result(asked, ANSWERS, [{**named[0], "judge": "judge-b"}, *named[1:]]).status == "mixed_judge"
    for judge, shown in ((7, "judge is 7"), ("  ", 'judge is "  "')):
        (issue,) = scored(asked, ANSWERS, [{**named[0], "judge": judge}, *named[1:]]).report.issues
        assert shown in issue.message


def test_results_of_different_judges_are_not_ranked_together(asked: Dialogues) -> None:
    def ranked(judge: str, name: str) -> Result:
        found = result(asked, ANSWERS, verdict_rows(ANSWERS, SAID, judge))
        return found.model_copy(update={"reason": None, "submission": {"display_name": name}})

    table = build_table([ranked("judge-a", "one"), ranked("judge-a", "two"), ranked("judge-b", "three")])
    assert [str(rank) for rank in table["rank"]] == ["1", "1", "<NA>"]
    assert table["model"][2] == "three" and "another judge" in table["reason"][2]


def test_a_file_that_needed_no_judge_still_stands_beside_judged_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = sample_folder("mt_video_bench")
    judged = ["--verdicts", str(sample / "verdicts" / "careful.jsonl"), "--out", str(tmp_path)]
    assert scorer(["score", "mt_video_bench", str(sample / "predictions" / "careful.jsonl"), *judged]) == 0
    capsys.readouterr()
    blank = str(sample / "predictions" / "blank.jsonl")
    assert scorer(["score", "mt_video_bench", blank, "--compare", str(tmp_path)]) == 0
    assert "rank 1–2 of 2: 4 clusters are too few" in capsys.readouterr().out
