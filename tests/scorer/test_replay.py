"""What the released script makes of the same verdicts, whatever our rules make of them."""

from pathlib import Path
from typing import Any

import pytest

from tests.scorer.judged_folder import (
    ANSWERS,
    SAID,
    Dialogues,
    dialogues,
    raw_replies,
    result,
    scored,
    verdict_rows,
)


def test_nothing_is_rounded_on_the_way(cases: dict[str, Any], tmp_path: Path) -> None:
    case = cases["AG-010"]
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


def test_verdicts_about_answers_that_say_nothing_are_heard_by_the_replay_alone(asked: Dialogues) -> None:
    answers = {**ANSWERS, "v3/0/4": "[ERROR] out of memory"}
    said = {**SAID, "v3/0/4": [["no"]]}  # as expected: the released script gives it the point
    by_rows, by_replies = (result(asked, answers, rows) for rows in (verdict_rows(answers, said), raw_replies(said)))
    assert by_rows.estimates == by_replies.estimates
    assert by_rows.estimate("checklist_accuracy", "ability", "answer_refusal") == 0.5
    assert by_rows.estimate("checklist_accuracy", "ability", "answer_refusal", "official") == 1.0
    # Neither its repeats nor its judge count for anything else.
    other = verdict_rows(answers, {"v3/0/4": [["no"], ["yes"]]}, judge="judge-b")
    needed = {id: words for id, words in SAID.items() if id != "v3/0/4"}
    found = result(asked, answers, [*verdict_rows(answers, needed), *other])
    assert (found.status, found.provenance.judge) == ("complete", "judge-a")
    junk = [
        {**row, "replies": ["no idea"]} if row["round"] == 4 and row["video"] == "v3" else row
        for row in raw_replies(said)
    ]
    assert "judge_invalid" not in result(asked, answers, junk).tags


def test_official_takes_an_incomplete_file_and_drops_the_verdicts_about_the_rest(asked: Dialogues) -> None:
    part = {id: text for id, text in ANSWERS.items() if id != "v3/0/4"}
    rows = verdict_rows(ANSWERS, SAID)
    found = scored(asked, part, rows, mode="official")
    assert found.result is not None and found.result.status == "parity"
    assert found.result.estimate("checklist_accuracy", "ability", "answer_refusal") == 1.0
    assert not scored(asked, part, rows).report.ok  # strict refuses the file: a row is missing


@pytest.mark.parametrize("id", ["q1", "v/1", "v/0/Round 1", "v/0/²", "v/0/" + "9" * 5000])
def test_ids_of_another_form_are_scored_and_replayed_too(tmp_path: Path, id: str) -> None:
    folder = dialogues(tmp_path / "data", {"summary": {id: ["yes", "no"]}})
    found = result(folder, {id: "A cup."}, verdict_rows({id: "A cup."}, {id: [["yes", "yes"]]}))
    assert found.headline.estimate == found.estimate("checklist_accuracy", mode="official") == 0.5


def test_rounds_that_differ_in_zeros_alone_are_two_rounds_for_the_replay_too(tmp_path: Path) -> None:
    answers: dict[str, str | None] = {"v/0/1": "a", "v/0/01": "b"}
    folder = dialogues(tmp_path / "data", {"summary": {id: ["yes"] for id in answers}})
    found = result(folder, answers, verdict_rows(answers, {"v/0/1": [["yes"]], "v/0/01": [["no"]]}))
    assert found.estimate("checklist_accuracy", mode="official") == 0.5
