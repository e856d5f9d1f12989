"""``convert``: official answer files to a prediction file, and what it refuses to guess."""

import json
from pathlib import Path

import pytest

from tests.scorer.judged_folder import dialogues
from validator.__main__ import main

ASKED = {"summary": {"v1/0/2": ["yes"], "v1/0/4": ["no"]}, "topic_shifting": {"v2/1/3": ["yes"]}}
FILLER = "No need for this ability to answer."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    dialogues(tmp_path / "data", ASKED)
    answers = tmp_path / "A-Model"
    answers.mkdir()
    summary = {"v1": {"0": [FILLER, "Two cups.", FILLER, "[ERROR] out of memory"]}}
    (answers / "summary.json").write_text(json.dumps(summary))
    (answers / "topic_shifting.json").write_text(json.dumps({"v2": {"1": ["a", "b", " A cat. "]}}))
    return tmp_path


def convert(folder: Path, *paths: str, out: str = "p.jsonl") -> int:
    given = [str(folder / path) for path in paths or ("A-Model",)]
    data = ["--data", str(folder / "data"), "--out", str(folder / out)]
    return main(["convert", "mt_video_bench", "--from", "official", *given, *data])


def rows(folder: Path) -> dict[str, str | None]:
    lines = (folder / "p.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row["prediction"] for row in map(json.loads, lines)}


def test_a_folder_of_answers_becomes_one_row_a_question_byte_for_byte(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert convert(folder) == 0
    assert rows(folder) == {"v1/0/2": "Two cups.", "v1/0/4": "[ERROR] out of memory", "v2/1/3": " A cat. "}
    said = capsys.readouterr().out
    assert "3 rows" in said and "error message" in said and "Next: " in said
    assert main(["check", "mt_video_bench", str(folder / "p.jsonl"), "--data", str(folder / "data")]) == 0
    assert "W_NO_ANSWER" in capsys.readouterr().out


def test_single_files_do_as_well_as_the_folder(folder: Path) -> None:
    assert convert(folder, "A-Model/topic_shifting.json", "A-Model/summary.json") == 0
    assert len(rows(folder)) == 3


def test_a_question_without_an_answer_is_named_and_ends_with_1(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "A-Model" / "topic_shifting.json").unlink()
    assert convert(folder) == 1
    assert "1 question has no answer: v2/1/3" in capsys.readouterr().out
    assert list(rows(folder)) == ["v1/0/2", "v1/0/4"]


def test_nothing_is_written_over_and_what_is_not_there_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert convert(folder, "No-Model") == 2
    assert "No-Model" in capsys.readouterr().err
    (folder / "p.jsonl").write_text("mine\n")
    assert convert(folder) == 2
    assert "already there" in capsys.readouterr().err
    assert (folder / "p.jsonl").read_text() == "mine\n"


def test_a_benchmark_without_an_official_answer_layout_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(folder / "x.jsonl")]
    assert main(["convert", "vsi_super_wild", "--from", "official", str(folder / "A-Model"), *out]) == 2
    assert "no official layout" in capsys.readouterr().err


def test_an_answer_file_that_is_broken_is_refused_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "A-Model" / "summary.json").write_text('{"v1": {"0": ["a"], "0": ["b"]}}')
    assert convert(folder) == 1
    assert "summary.json" in capsys.readouterr().err
    assert not (folder / "p.jsonl").exists()
