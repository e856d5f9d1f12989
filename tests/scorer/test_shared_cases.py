"""The worked cases of boards that concern scoring and writing results."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from benchmarks.folder import sample_folder
from board.results import Result, read_results, write_result
from scorer.__main__ import main as scorer
from scorer.score import score_file
from space.reading import read_boards
from tests.board.test_shared_cases import made

MT, VSI = sample_folder("mt_video_bench"), sample_folder("vsi_super_wild")


def scored(predictions: Path, verdicts: Path, **changes: Any) -> Result:
    found = score_file(predictions, load_benchmark("mt_video_bench"), data=MT, verdicts=verdicts, **changes).result
    assert found is not None
    return found


def test_what_a_result_is_known_by_changes_with_everything_that_could_change_it(
    cases: dict[str, Any], tmp_path: Path
) -> None:
    wanted = cases["BO-010"]["expected"]["cache_key"]
    assert all(part in wanted for part in ("predictions", "data_version", "scorer_version", "reader_version", "judge"))
    answers, verdicts = MT / "predictions" / "careful.jsonl", MT / "verdicts" / "careful.jsonl"
    other, judged = tmp_path / "other.jsonl", tmp_path / "verdicts.jsonl"
    rows = [json.loads(line) for line in verdicts.read_text(encoding="utf-8").splitlines()]
    judged.write_text("".join(json.dumps(row | {"judge": "another"}) + "\n" for row in rows), encoding="utf-8")
    other.write_text(answers.read_text(encoding="utf-8"), encoding="utf-8")
    first, same, another = scored(answers, verdicts), scored(other, verdicts), scored(answers, judged)
    assert (first.submission_id, first.provenance.epoch) == (same.submission_id, same.provenance.epoch)
    assert first.provenance.epoch != another.provenance.epoch, "the judge is a part of it"
    told = first.provenance
    for part in (
        told.predictions_sha256,
        told.key_sha256,
        told.scorer_version,
        told.reader_version,
        told.verdicts_sha256,
    ):
        assert part
    terse = scored(MT / "predictions" / "terse.jsonl", MT / "verdicts" / "terse.jsonl")
    assert terse.submission_id != first.submission_id, "the answers are a part of it"


def test_two_jobs_that_write_at_once_both_stay(cases: dict[str, Any], tmp_path: Path) -> None:
    assert cases["BO-011"]["expected"]["final"] == "contains A and B"
    results = [made(f"m{n}", n / 20) for n in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda result: write_result(result, [], tmp_path), results))
    assert len(read_results(tmp_path)) == 20


def test_a_verdict_on_another_answer_does_not_count_for_a_new_one(cases: dict[str, Any], tmp_path: Path) -> None:
    assert "includes the answer" in cases["BO-016"]["expected"]["result"]
    name = next(file.name for file in sorted((MT / "verdicts").iterdir()) if "answer_sha256" in file.read_text("utf-8"))
    answers, old = MT / "predictions" / name, MT / "verdicts" / name
    judged = {json.loads(line)["id"] for line in old.read_text("utf-8").splitlines()}
    rows = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
    next(row for row in rows if row["id"] in judged)["prediction"] += " And another thing."
    file = tmp_path / "new.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = score_file(file, load_benchmark("mt_video_bench"), data=MT, verdicts=old)
    assert found.result is None and "E_VERDICT" in found.report.counts
    assert scored(answers, old).status == "complete", "the control"


def test_a_withdrawn_upload_leaves_the_valid_ones_and_the_newest_is_shown(
    cases: dict[str, Any], tmp_path: Path
) -> None:
    assert cases["BO-021"]["expected"]["board"] == "newest valid one shown"
    for name, date in (("failed", "2026-03-01"), ("older", "2026-01-01"), ("newer", "2026-02-01")):
        card = {"display_name": "Foo", "organisation": "team", "date": date}
        write_result(made(name, 0.5, submission=card), [], tmp_path / "results")
    gone = made("failed", 0.5).submission_id
    (tmp_path / "results" / "vsi_super_wild" / f"{gone}.json").unlink()
    boards = read_boards(tmp_path / "results", tmp_path, [load_benchmark("vsi_super_wild")])
    dates = [row.facts.date for board in boards for row in board.submissions]
    assert sorted(dates) == ["2026-01-01", "2026-02-01"]


def test_a_judge_that_cannot_be_read_ends_with_2_and_leaves_the_board_as_it_was(
    cases: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cases["BO-025"]["expected"]["exit_code"] == "non-zero"
    write_result(made("there", 0.5), [], tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.rglob("*.json*")}
    answers, lost = str(MT / "predictions" / "careful.jsonl"), str(tmp_path / "no verdicts.jsonl")
    assert scorer(["score", "mt_video_bench", answers, "--verdicts", lost, "--out", str(tmp_path)]) == 2
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*.json*")} == before
    assert "error" in capsys.readouterr().err
