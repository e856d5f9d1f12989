"""Keys and tokens are refused wherever they stand, and never printed."""

import json
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from board.types import Question
from validator.card import check_card
from validator.report import as_github, as_json, as_text
from validator.secrets import find_secret
from validator.validate import check_file

TOKEN = "hf_" + "aB3" * 12
QUESTIONS = [Question("q1", "VMR", "text"), Question("q2", "VMR", "text")]


@pytest.mark.parametrize(
    "rows",
    [
        [{"id": "q1", "prediction": f"token {TOKEN}"}, {"id": "q2", "prediction": "x"}],
        [{"id": "q1", "prediction": "x", "raw_output": f"key={TOKEN}"}, {"id": "q2", "prediction": "x"}],
        [{"id": TOKEN, "prediction": "x"}, {"id": "q1", "prediction": "x"}, {"id": "q2", "prediction": "x"}],
        [{"id": "q1", "prediction": TOKEN}, {"id": "q1", "prediction": TOKEN}, {"id": "q2", "prediction": "x"}],
    ],
)
def test_a_token_is_refused_and_no_report_repeats_it(rows: list[dict[str, str]], tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = check_file(file, load_benchmark("vsi_super_wild"), QUESTIONS).report
    assert report.counts["E_SECRET"] == 1
    assert 0 not in report.counts.values()
    for shown in (as_text(report, file, "VSI"), as_json(report), as_github(report, file)):
        assert TOKEN not in shown


def test_an_ordinary_answer_of_the_same_length_is_printed(tmp_path: Path) -> None:
    """The control arm: the excerpt is left out because of the token, not always."""
    file = tmp_path / "p.jsonl"
    file.write_text(json.dumps({"id": "zz", "prediction": "ordinary" * 4}) + "\n")
    report = check_file(file, load_benchmark("vsi_super_wild"), QUESTIONS).report
    assert "ordinary" in as_text(report, file, "VSI")


def test_a_token_in_the_card_is_a_fault_that_names_the_field() -> None:
    (issue,) = [issue for issue in check_card({"notes": f"run with {TOKEN}"}, "v1") if issue.code == "E_SECRET"]
    assert "notes" in issue.message
    assert TOKEN not in issue.message


@pytest.mark.parametrize("text", ["The answer is B.", "sk-" + "short", "hf_model", "AKIA is a word", "a" * 5000])
def test_ordinary_words_are_not_secrets(text: str) -> None:
    assert find_secret(text) is None
