"""Verdict files that cannot be used: every fault at once, with its place and what to do."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorer.__main__ import main
from scorer.score import score_file
from tests.scorer.judged_folder import (
    ANSWERS,
    BENCHMARK,
    SAID,
    Dialogues,
    Row,
    answer_rows,
    raw_replies,
    scored,
    verdict_rows,
    write,
)

Change = Callable[[Row], Any]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda row: {**row, "id": "v9/0/1"}, "no question of this data folder"),
        (lambda row: {**row, "id": 7}, "id is 7, which is no question of this data folder"),
        (lambda row: {**row, "note": float("nan")}, "NaN"),
        (lambda row: {**row, "checklist_index": 0}, "expected a whole number from 1"),
        (lambda row: {**row, "checklist_index": 5}, "expected 1 to 4"),
        (lambda row: {**row, "checklist_index": True}, "checklist_index is true, expected a whole number"),
        (lambda row: {**row, "checklist_index": "1"}, "expected a whole number"),
        (lambda row: {**row, "repeat": 0}, "expected a whole number from 1 to 100"),
        (lambda row: {**row, "repeat": 10**9}, "expected a whole number from 1 to 100"),
        (lambda row: {**row, "verdict": "Yes"}, 'expected "yes" or "no"'),
        (lambda row: {**row, "verdict": True}, 'expected "yes" or "no"'),
        (lambda row: {**row, "verdict": ["yes"]}, 'expected "yes" or "no"'),
        (lambda row: {**row, "judge": " "}, "expected the name of the judge"),
        (lambda row: {**row, "answer_sha256": "0" * 64}, "that of another answer"),
        (lambda row: {name: value for name, value in row.items() if name != "answer_sha256"}, "lacks answer_sha256"),
        (lambda row: {**row, "prompt_sha256": 4}, "prompt_sha256 is 4"),
        (lambda row: [row], "the row is no JSON object"),
        (lambda row: "not json at all", "the row is no JSON object"),
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
    assert (issue.code, issue.row, issue.line) == ("E_VERDICT", 3, 3)
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


def test_a_verdict_file_for_a_benchmark_without_a_judge_is_refused_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = write(tmp_path / "v.jsonl", [])
    sample = "benchmarks/vsi_super_wild/sample/predictions/blank.jsonl"
    assert main(["score", "vsi_super_wild", sample, "--verdicts", str(told)]) == 2
    assert "leave --verdicts out" in capsys.readouterr().err


def told_of(asked: Dialogues, text: bytes) -> list[Any]:
    folder = asked.folder.parent
    file = write(folder / "p.jsonl", answer_rows(ANSWERS))
    (folder / "v.jsonl").write_bytes(text)
    return list(score_file(file, BENCHMARK, data=asked.folder, verdicts=folder / "v.jsonl").report.issues)


def test_a_file_that_cannot_hold_rows_is_one_fault(asked: Dialogues) -> None:
    sound = "".join(json.dumps(row) + "\n" for row in raw_replies(SAID)).encode()
    assert told_of(asked, sound) == []
    for text, word in (
        (gzip.compress(sound), "gzip"),
        (sound.decode().encode("utf-16"), "UTF-16"),
        (b"[" + sound.replace(b"\n", b",") + b"]", "JSON array"),
        (b"", "holds no row"),
    ):
        (issue,) = told_of(asked, text)
        assert issue.code == "E_VERDICT" and word in issue.message and issue.fix


def test_a_broken_first_row_does_not_change_how_the_others_are_read(asked: Dialogues) -> None:
    rows = "".join(json.dumps(row) + "\n" for row in raw_replies(SAID)).encode()
    (issue,) = told_of(asked, b"{broken\n\n" + rows)
    assert (issue.row, issue.line) == (1, 1)
    (issue,) = told_of(asked, rows + b"\n" + rows[: rows.index(b"\n") + 1])
    assert (issue.row, issue.line, "given twice" in issue.message) == (6, 7, True)
    (issue,) = told_of(asked, rows.replace(b"Yes", b"\\ud83d Yes", 1))
    assert "surrogate" in issue.message


def test_at_most_100_faults_of_a_verdict_file_are_listed_unless_all_are_asked_for(
    asked: Dialogues, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{**row, "id": f"x{place}"} for place, row in enumerate(verdict_rows(ANSWERS, SAID) * 20)]
    file, told = write(tmp_path / "p.jsonl", answer_rows(ANSWERS)), write(tmp_path / "v.jsonl", rows)
    command = ["score", "mt_video_bench", str(file), "--data", str(asked.folder), "--verdicts", str(told)]
    for more, n in (([], 100), (["--all"], 220)):
        assert main([*command, "--format", "json", *more]) == 1
        report = json.loads(capsys.readouterr().out)
        assert (report["counts"], len(report["issues"]), report["truncated"]) == ({"E_VERDICT": 220}, n, n == 100)
    assert main(command) == 1
    shown = capsys.readouterr().out
    assert "v.jsonl:1: " in shown and "not scored, the verdict file has faults" in shown
