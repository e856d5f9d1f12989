"""The worked cases of the rulebook, read by all readers; and naive readers, which must fail on them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from validator.answers.choice import read_choice
from validator.answers.count import read_count
from validator.answers.strict import read_strict_choice, read_strict_count
from validator.answers.verdict import contains_verdict_pattern, read_verdicts, skips_judge

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases" / "open.jsonl"

Case = dict[str, Any]


def cases(area: str) -> list[Case]:
    if not CASES.exists():
        pytest.skip(f"the shared cases are not at {CASES}")
    rows = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    return [row for row in rows if row["area"] == area]


def test_every_choice_case_is_read_as_expected_in_rules_mode() -> None:
    rows = cases("mcq")
    expected = {row["id"]: (row["expected"]["label"], row["expected"]["status"]) for row in rows}
    readings = {row["id"]: read_choice(row["input"], row["options"]) for row in rows}
    assert len(rows) >= 63
    assert {name: (reading.answer, reading.status) for name, reading in readings.items()} == expected


def test_every_choice_case_is_read_as_expected_in_strict_mode() -> None:
    for row in cases("mcq"):
        reading = read_strict_choice(row["input"], row["options"])
        expected = row["expected_strict"]
        assert (reading.answer, reading.status) == (expected["label"], expected["status"]), row["id"]


def test_every_count_case_is_read_as_expected_in_both_modes() -> None:
    rows = cases("numeric")
    assert len(rows) >= 47
    for row in rows:
        for reading, expected in (
            (read_count(row["input"]), row["expected"]),
            (read_strict_count(row["input"]), row["expected_strict"]),
        ):
            assert (reading.answer, reading.status) == (expected["value"], expected["status"]), row["id"]


def test_every_judge_reply_is_read_as_expected_and_its_share_of_matches_is_the_score() -> None:
    rows = [row for row in cases("judge") if "judge_output" in row["input"]]
    assert len(rows) >= 25
    for row in rows:
        wanted = row["input"]["checklist_expected"]
        keys = [f"A{number}" for number in range(1, len(wanted) + 1)]
        reading = read_verdicts(row["input"]["judge_output"], len(wanted))
        parsed = row["expected"].get("parsed")
        assert reading.verdicts == (tuple(parsed[key] for key in keys) if parsed else None), row["id"]
        assert reading.status == row["expected"]["status"], row["id"]
        assert share_of_matches(reading.verdicts, [wanted[key] for key in keys]) == row["expected"]["item_score"]


def share_of_matches(verdicts: tuple[str, ...] | None, wanted: list[str]) -> float | None:
    if verdicts is None:
        return None
    return sum(verdict == want.lower() for verdict, want in zip(verdicts, wanted, strict=True)) / len(wanted)


def test_answers_that_skip_the_judge_and_answers_that_plant_verdicts_are_told_apart() -> None:
    rows = [row for row in cases("judge") if "model_answer" in row["input"]]
    assert len(rows) >= 6
    for row in rows:
        answer, expected = row["input"]["model_answer"], row["expected"]
        if expected.get("item_score") == 0.0 and "flag" not in expected:
            assert skips_judge(answer) == expected.get("status", "empty_answer"), row["id"]
        if expected.get("judge_called"):
            assert skips_judge(answer) is None, row["id"]
        assert contains_verdict_pattern(answer) == (expected.get("flag") == "answer_contains_verdict_pattern"), row[
            "id"
        ]


def test_a_reader_of_the_last_letter_would_fail_the_choice_cases() -> None:
    def last_letter(row: Case) -> str | None:
        found = re.findall(r"[A-D]", str(row["input"]).upper())
        return found[-1] if found else None

    rows = cases("mcq")
    wrong = [row["id"] for row in rows if last_letter(row) != row["expected"]["label"]]
    assert len(wrong) > len(rows) / 3


def test_a_reader_of_the_first_digits_would_fail_the_count_cases() -> None:
    def first_digits(row: Case) -> float | None:
        found = re.search(r"\d+", str(row["input"]))
        return float(found[0]) if found else None

    rows = cases("numeric")
    wrong = [row["id"] for row in rows if first_digits(row) != row["expected"]["value"]]
    assert len(wrong) > len(rows) / 3


def test_a_reader_of_the_first_object_would_fail_the_judge_cases() -> None:
    def first_object(row: Case) -> bool:
        found = re.search(r"\{.*?\}", row["input"]["judge_output"], re.DOTALL)
        return found is not None

    rows = [row for row in cases("judge") if "judge_output" in row["input"]]
    accepted = [row["id"] for row in rows if first_object(row) and row["expected"]["status"] != "ok"]
    assert len(accepted) >= 10
