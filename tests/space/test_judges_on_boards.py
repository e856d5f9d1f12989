"""What judges do to boards: smoke rows are on no page, rows that wait or were archived say so."""

from pathlib import Path

import pytest

from benchmarks import load_benchmark
from benchmarks.folder import sample_folder
from scorer.__main__ import main as scorer
from space.__main__ import main as space
from space.reading import read_boards

SAMPLE = sample_folder("mt_video_bench")


def score(name: str, out: Path, *judge: str) -> None:
    file = SAMPLE / "predictions" / f"{name}.jsonl"
    card = ["--submission", str(file.with_suffix(".submission.json"))]
    arguments = ["score", "mt_video_bench", str(file), "--data", str(SAMPLE), *card, *judge, "--out", str(out)]
    assert scorer(arguments) == 0


def recorded(name: str) -> tuple[str, str]:
    return "--verdicts", str(SAMPLE / "verdicts" / f"{name}.jsonl")


def pages(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """All texts of the site of a folder of results, and what building it printed."""
    capsys.readouterr()
    assert (
        space(["build", "--results", str(folder / "results"), "--data", str(folder), "--out", str(folder / "site")])
        == 0
    )
    files = [file for file in sorted((folder / "site").rglob("*")) if file.suffix in (".html", ".json", ".csv", ".js")]
    texts = [file.read_text(encoding="utf-8") for file in files if "plotly" not in file.name]
    return "\n".join(texts), capsys.readouterr().out


def reasons(folder: Path) -> dict[str, str]:
    boards = read_boards(folder / "results", folder, [load_benchmark("mt_video_bench")])
    rows = [row for board in boards if board.data_version == "sample" for row in board.submissions]
    return {row.facts.name.split(" (")[0]: row.reason for row in rows}


def test_a_row_of_a_smoke_judge_is_on_no_page_and_told_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    score("careful", tmp_path / "results", *recorded("careful"))
    smoke = ("--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"))
    score("terse", tmp_path / "results", *smoke)
    text, printed = pages(tmp_path, capsys)
    assert "Careful" in text  # the control: a row of another judge is there
    assert "smoke/" not in text.replace("begins with smoke/", "") and "Terse (written by hand)" not in text
    assert "1 result of a smoke judge is left out" in printed


def test_verdicts_that_a_smoke_judge_exported_make_a_smoke_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    smoke = ("--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"))
    score("terse", tmp_path / "first", *smoke)
    (verdicts,) = (tmp_path / "first").rglob("*.verdicts.jsonl")
    score("terse", tmp_path / "results", "--verdicts", str(verdicts))
    assert "Terse (written by hand)" not in pages(tmp_path, capsys)[0]


def test_rows_that_came_after_a_judge_was_retired_wait_and_the_others_stay(tmp_path: Path) -> None:
    results = tmp_path / "results"
    score("careful", results, *recorded("careful"))
    score("terse", results, *recorded("terse"))
    scorer(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)])
    score("always_refuses", results, *recorded("always_refuses"))
    found = reasons(tmp_path)
    assert (found["Careful"], found["Terse"]) == ("", "")
    assert found["Always refuses"].startswith("waiting: judge retired")
    scorer(["judge", "archive", "sample-rules", "--results", str(results)])
    assert reasons(tmp_path)["Careful"].startswith("archived: judge retired")
