"""Every benchmark folder proves its own sample: files accepted, scores as stated, every bad file's issues found."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import benchmark_names, load_benchmark
from benchmarks.files import read_key, read_questions
from benchmarks.folder import is_whole, open_data, sample_folder
from board.results import result_json
from scorer.score import score_file
from validator.codes import CODES
from validator.submission import check_submission

# Faults that no small file of a sample can show; each has a test of its own.
ELSEWHERE = {"E_TOO_LARGE", "E_WRONG_SPLIT", "E_WRONG_BENCHMARK", "W_INT_IDS"}


def predictions(name: str) -> list[Path]:
    return sorted((sample_folder(name) / "predictions").glob("*.jsonl"))


def bad(name: str) -> list[dict[str, Any]]:
    file = sample_folder(name) / "bad" / "expected.json"
    loaded: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


SAMPLES = [(name, file) for name in benchmark_names() for file in predictions(name)]
BAD = [(name, entry) for name in benchmark_names() for entry in bad(name)]


@pytest.mark.parametrize("name", benchmark_names())
def test_the_folder_has_a_card_published_rows_and_a_whole_sample(name: str) -> None:
    benchmark, sample = load_benchmark(name), sample_folder(name)
    questions = read_questions(sample)
    assert (sample.parent / "card.md").read_text(encoding="utf-8").startswith("# ")
    assert json.loads((sample.parent / "published.json").read_text(encoding="utf-8"))["note"].startswith("as published")
    assert set(read_key(sample / "key.jsonl")) == {question.id for question in questions}
    counts = {task.name: sum(question.task == task.name for question in questions) for task in benchmark.tasks}
    assert is_whole(benchmark, open_data(sample).data_version, counts)
    missing = [media.path for question in questions for media in question.media if not (sample / media.path).exists()]
    assert not missing


@pytest.mark.parametrize(("name", "file"), SAMPLES, ids=lambda value: getattr(value, "stem", value))
def test_every_sample_file_is_accepted_and_scores_as_stated(name: str, file: Path) -> None:
    sample = sample_folder(name)
    scored = score_file(file, load_benchmark(name), data=sample, card=file.with_suffix(".submission.json"))
    assert scored.report.ok, scored.report.issues
    assert scored.result is not None
    stated = json.loads((sample / "expected_scores.json").read_text(encoding="utf-8"))[file.stem]
    found = {f"{row.metric}/{row.facet}={row.value_of_facet}": row.estimate for row in scored.result.estimates}
    assert {name: found[name] for name in stated} == pytest.approx(stated, abs=1e-12)
    again = score_file(file, load_benchmark(name), data=sample, card=file.with_suffix(".submission.json"))
    assert again.result is not None
    assert result_json(again.result) == result_json(scored.result)


@pytest.mark.parametrize(("name", "entry"), BAD, ids=lambda value: value["file"] if isinstance(value, dict) else value)
def test_every_bad_file_shows_exactly_the_issues_stated(name: str, entry: dict[str, Any]) -> None:
    sample = sample_folder(name)
    card = sample / "bad" / entry["submission"] if entry["submission"] else None
    file = sample / "bad" / entry["file"]
    report = check_submission(file, load_benchmark(name), data=sample, mode=entry["mode"], card=card).report
    counts = {code: n for code, n in report.counts.items() if code != "W_MODE" or "W_MODE" in entry["counts"]}
    assert (counts, report.ok) == (entry["counts"], not entry["refused"]), report.issues
    first = next(issue for issue in report.issues if issue.code == next(iter(entry["counts"])))
    assert (first.row or 0) == entry["row"]
    assert first.message
    assert first.fix


@pytest.mark.parametrize("name", benchmark_names())
def test_the_bad_files_cover_every_kind_of_fault(name: str) -> None:
    shown = {code for entry in bad(name) for code in entry["counts"]}
    assert set(CODES) - shown <= ELSEWHERE
