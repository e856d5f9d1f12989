"""``scorer judge …``: ledgers are handed on, judges are retired, and nothing is lost on the way."""

import json
from pathlib import Path

import pytest

from benchmarks.folder import sample_folder
from board.results import read_results
from board.retired_judges import read_retired
from scorer.__main__ import main
from scorer.judge.ledger import Ledger
from tests.scorer.judge.things import entry, found_in

SAMPLE = sample_folder("mt_video_bench")


def score(name: str, out: Path, *more: str) -> None:
    file = SAMPLE / "predictions" / f"{name}.jsonl"
    card = ["--submission", str(file.with_suffix(".submission.json"))]
    assert main(["score", "mt_video_bench", str(file), *card, "--data", str(SAMPLE), "--out", str(out), *more]) == 0


def board(out: Path) -> dict[str, str | None]:
    """Why each row of a folder is not ranked, by its model."""
    return {str(result.submission["display_name"]).split(" (")[0]: result.reason for result in read_results(out)}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    out = tmp_path / "results"
    for name in ("careful", "terse"):
        score(name, out, "--verdicts", str(SAMPLE / "verdicts" / f"{name}.jsonl"))
    return out


def test_a_ledger_goes_through_a_file_into_another_and_nothing_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Ledger(tmp_path / "a") as ledger:
        ledger.append([entry(1), entry(2), entry(3, None)])
    file = tmp_path / "verdicts.jsonl.zst"
    assert main(["judge", "export", "--ledger", str(tmp_path / "a"), "--out", str(file)]) == 0
    for told in ("3 new, 0 known already", "0 new, 3 known already"):
        assert main(["judge", "import", str(file), "--ledger", str(tmp_path / "b")]) == 0
        assert told in capsys.readouterr().out
    assert found_in(tmp_path / "b", [1, 2, 3]) == [1, 2]
    assert main(["judge", "list", "--ledger", str(tmp_path / "b")]) == 0
    assert "judge-a@0123456789ab+" in capsys.readouterr().out


def test_a_line_changed_on_the_way_is_left_out_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Ledger(tmp_path / "a") as ledger:
        ledger.append([entry(1), entry(2)])
    file = tmp_path / "verdicts.jsonl"
    assert main(["judge", "export", "--ledger", str(tmp_path / "a"), "--out", str(file)]) == 0
    file.write_text(file.read_text().replace('"yes","no"', '"yes","yes"', 1))
    assert main(["judge", "import", str(file), "--ledger", str(tmp_path / "b")]) == 1
    assert "1 new, 0 known already, 1 damaged and left out" in capsys.readouterr().out


def test_one_judge_s_verdicts_can_be_exported_alone(tmp_path: Path) -> None:
    with Ledger(tmp_path / "a") as ledger:
        ledger.append([entry(1), entry(2)._replace(name="judge-b")])
    file = tmp_path / "verdicts.jsonl"
    assert main(["judge", "export", "--ledger", str(tmp_path / "a"), "--out", str(file), "--only", "judge-b"]) == 0
    assert [json.loads(line)["name"] for line in file.read_text().splitlines()] == ["judge-b"]


def test_an_estimate_asks_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = ["--judge", "api", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--price", "0.15,0.6"]
    file = str(SAMPLE / "predictions" / "careful.jsonl")
    ledger = ["--ledger", str(tmp_path / "ledger")]
    assert main(["judge", "estimate", "mt_video_bench", file, "--data", str(SAMPLE), *address, *ledger]) == 0
    told = capsys.readouterr().out
    assert "careful.jsonl: 24 answers for a judge, each 1 ×" in told
    assert "0 of 24 are in the ledger; calls: 24" in told and "USD" in told
    assert not (tmp_path / "ledger").exists()


def test_an_estimate_of_a_recorded_judge_needs_its_ledger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, ledger = str(SAMPLE / "predictions" / "careful.jsonl"), tmp_path / "ledger"
    judge = ["--judge", "recorded", "--ledger", str(ledger)]
    assert main(["judge", "estimate", "mt_video_bench", file, "--data", str(SAMPLE), *judge]) == 2
    assert f"found no ledger {ledger}" in capsys.readouterr().err and not ledger.exists()


def test_an_estimate_finds_what_a_ledger_that_is_there_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "coin", "--ledger", str(tmp_path / "ledger")]
    score("careful", tmp_path / "results", *judge)
    capsys.readouterr()
    file = str(SAMPLE / "predictions" / "careful.jsonl")
    assert main(["judge", "estimate", "mt_video_bench", file, "--data", str(SAMPLE), *judge]) == 0
    assert "all 24 are in the ledger: nothing to ask" in capsys.readouterr().out


def test_retiring_a_judge_freezes_its_board_and_new_rows_wait(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)]) == 0
    assert "sample-rules is retired, 2 rows frozen; new rows wait for judge-b" in capsys.readouterr().out
    score("always_refuses", results, "--verdicts", str(SAMPLE / "verdicts" / "always_refuses.jsonl"))
    reasons = board(results)
    assert reasons["Careful"] is None and reasons["Terse"] is None
    assert reasons["Always refuses"] == "waiting: judge retired (sample-rules, then judge-b)"


def test_a_row_that_waits_is_told_so_where_it_is_scored(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)])
    capsys.readouterr()
    name = "always_refuses"
    verdicts = ["--verdicts", str(SAMPLE / "verdicts" / f"{name}.jsonl")]
    main(
        ["score", "mt_video_bench", str(SAMPLE / "predictions" / f"{name}.jsonl"), *verdicts, "--compare", str(results)]
    )
    assert "not ranked: waiting: judge retired" in capsys.readouterr().out


def test_archiving_ends_the_waiting_for_the_successor_s_rows(results: Path) -> None:
    main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)])
    assert main(["judge", "archive", "sample-rules", "--results", str(results)]) == 0
    score("blank", results)
    assert board(results) == {
        "Careful": "archived: judge retired (sample-rules)",
        "Terse": "archived: judge retired (sample-rules)",
        "Blank": None,
    }


def test_retiring_twice_keeps_the_frozen_rows_and_archiving_a_judge_in_office_is_refused(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", "archive", "sample-rules", "--results", str(results)]) == 2
    assert "found no retired judge" in capsys.readouterr().err
    main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)])
    score("blank", results)
    main(["judge", "retire", "sample-rules", "--successor", "judge-c", "--results", str(results)])
    (told,) = read_retired(results / "mt_video_bench")
    assert (len(told.frozen), told.successor) == (2, "judge-c")


def test_a_judge_that_nobody_was_judged_by_cannot_be_retired(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "retire", "judge-z", "--successor", "judge-b", "--results", str(results)]) == 2
    assert "found no result judged by judge-z" in capsys.readouterr().err
    assert not (results / "mt_video_bench" / "judges.json").exists()


def test_both_judges_read_the_same_answers_and_the_figures_are_kept(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"), "--data", str(SAMPLE)]
    retire = ["judge", "retire", "sample-rules", "--successor", "smoke/scripted-yes", "--results", str(results)]
    assert main([*retire, *judge]) == 0
    text = capsys.readouterr().out
    assert "both judged 47 answers to 24 questions (all there are; 300 would tell more)" in text
    (told,) = read_retired(results / "mt_video_bench")
    assert told.successor == "smoke/scripted-yes" and (told.successor_judge or "").startswith("smoke/scripted-yes+")
    assert (told.overlap["answers"], told.overlap["questions"]) == (47, 24)
    assert told.overlap["verdicts"] == 85 + 81  # one of the answers of the second file is blank
    assert 0.0 < told.overlap["agreement"] < 1.0


def test_retiring_again_keeps_the_paid_comparison_while_the_successor_is_the_same(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"), "--data", str(SAMPLE)]
    retire = ["judge", "retire", "sample-rules", "--results", str(results), "--successor"]
    assert main([*retire, "smoke/scripted-yes", *judge]) == 0
    (first,) = read_retired(results / "mt_video_bench")
    assert main([*retire, "smoke/scripted-yes", "--reason", "it left the market"]) == 0
    assert "how the successor is asked" not in capsys.readouterr().out
    assert read_retired(results / "mt_video_bench") == [first.model_copy(update={"reason": "it left the market"})]
    assert first.overlap["answers"] == 47 and first.successor_judge
    assert main([*retire, "judge-c"]) == 0  # the control: of another successor nothing is known
    (told,) = read_retired(results / "mt_video_bench")
    assert (told.successor, told.successor_judge, told.overlap) == ("judge-c", None, {})


def test_answers_that_the_successor_left_open_are_not_judged_by_both(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "ledger"
    recorded = ["--judge", "recorded", "--ledger", str(ledger), "--data", str(SAMPLE)]
    score("terse", tmp_path / "elsewhere", "--judge", "scripted", "--model", "yes", "--ledger", str(ledger))
    capsys.readouterr()
    assert (
        main(
            [
                "judge",
                "retire",
                "sample-rules",
                "--successor",
                "smoke/scripted-yes",
                "--results",
                str(results),
                *recorded,
            ]
        )
        == 0
    )
    text = capsys.readouterr().out
    assert "both judged 23 answers to 24 questions; 24 more have no verdict of the new judge" in text
    (told,) = read_retired(results / "mt_video_bench")
    assert (told.overlap["answers"], told.overlap["left_out"], told.overlap["verdicts"]) == (23, 24, 81)


def test_a_chain_of_judges_reads_from_the_first_board_to_the_last_successor(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--results", str(results)]
    assert main(["judge", "retire", "sample-rules", "--successor", "judge-b", *where]) == 0
    score("always_refuses", results, "--verdicts", str(by_judge("judge-b", "always_refuses", tmp_path)))
    assert main(["judge", "retire", "judge-b", "--successor", "judge-c", *where]) == 0
    chain = "waiting: judge retired (sample-rules, then judge-b, then judge-c)"
    assert board(results) == {"Careful": None, "Terse": None, "Always refuses": chain}
    main(["judge", "retire", "sample-rules", "--successor", "judge-b", *where])  # again: the order stays
    assert [one.judge for one in read_retired(results / "mt_video_bench")] == ["sample-rules", "judge-b"]
    capsys.readouterr()
    assert main(["judge", "archive", "sample-rules", *where]) == 0
    told = "the frozen rows of judge-b, which is retired too, are ranked, and others wait for judge-c"
    assert told in capsys.readouterr().out
    archived = "archived: judge retired (sample-rules)"
    assert board(results) == {"Careful": archived, "Terse": archived, "Always refuses": None}
    name = "repeats_the_last_answer"
    score(name, results, "--verdicts", str(by_judge("judge-c", name, tmp_path)))
    assert board(results)["Repeats the last answer"] == "waiting: judge retired (judge-b, then judge-c)"
    assert main(["judge", "archive", "judge-b", *where]) == 0
    assert "rows of judge-c are ranked" in capsys.readouterr().out
    reasons = board(results)
    assert reasons["Always refuses"] == "archived: judge retired (judge-b)"
    assert reasons["Repeats the last answer"] is None


def by_judge(judge: str, name: str, folder: Path) -> Path:
    """A verdict file about a prediction file of the sample, by a judge of this name."""
    file = SAMPLE / "verdicts" / f"{name}.jsonl"
    text = file.read_text(encoding="utf-8").replace('"sample-rules"', f'"{judge}"')
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder / f"{name}.jsonl"


def test_damaged_score_rows_are_named_and_the_old_figures_stay(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"), "--data", str(SAMPLE)]
    retire = ["judge", "retire", "sample-rules", "--successor", "smoke/scripted-yes", "--results", str(results), *judge]
    assert main(retire) == 0
    before = read_retired(results / "mt_video_bench")
    file = next(results.rglob("*.scores.jsonl"))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:3], lines[3][:40] + b"\n", *lines[4:]]))
    assert main(retire) == 2
    assert f"{file}, line 4, cannot be read" in capsys.readouterr().err
    assert read_retired(results / "mt_video_bench") == before


def test_a_damaged_file_of_retired_judges_is_refused_and_left_as_it_is(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = results / "mt_video_bench" / "judges.json"
    file.write_text('{"retired": [{"judge": "a"}]}')
    assert main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", str(results)]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert file.read_text() == '{"retired": [{"judge": "a"}]}'


def test_archiving_works_where_every_row_was_judged_again(results: Path, tmp_path: Path) -> None:
    main(["judge", "retire", "sample-rules", "--successor", "smoke/scripted-yes", "--results", str(results)])
    for file in results.rglob("*.json"):  # as rescoring with the successor leaves them
        told = json.loads(file.read_text())
        if "provenance" in told:
            told["provenance"]["judge"] = "judge-b"
            file.write_text(json.dumps(told))
    assert set(board(results).values()) == {"waiting: judge retired (sample-rules, then smoke/scripted-yes)"}
    assert main(["judge", "archive", "sample-rules", "--results", str(results)]) == 0
    assert set(board(results).values()) == {None}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--successor", "sample-rules"], "as its own successor"),
        (["--successor", "judge-b", "--judge", "scripted", "--model", "no"], "--judge asks smoke/scripted-no+"),
    ],
)
def test_a_successor_that_makes_no_sense_is_refused_before_anything_is_frozen(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    ledger = ["--ledger", str(tmp_path / "ledger")] if "--judge" in arguments else []
    assert main(["judge", "retire", "sample-rules", "--results", str(results), *arguments, *ledger]) == 2
    assert told in capsys.readouterr().err
    assert not (results / "mt_video_bench" / "judges.json").exists()


def test_the_folder_of_one_benchmark_is_not_the_folder_of_results(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(results / "mt_video_bench")
    assert main(["judge", "retire", "sample-rules", "--successor", "judge-b", "--results", folder]) == 2
    assert "name the folder of results" in capsys.readouterr().err


def as_judged_by(results: Path, names: dict[str, str]) -> None:
    """Results of the sample as other judges would have left them, by the model's display name."""
    for file in results.rglob("*.json"):
        told = json.loads(file.read_text())
        if "provenance" in told:
            shown = str(told["submission"]["display_name"]).split(" (")[0]
            told["provenance"]["judge"] = names[shown]
            file.write_text(json.dumps(told))


ONE, OTHER = "j@0123456789ab+11111111", "j@0123456789ab+22222222"


def test_a_model_s_name_that_means_two_judges_retires_and_archives_neither(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_judged_by(results, {"Careful": ONE, "Terse": OTHER})
    assert main(["judge", "retire", "j", "--successor", "k", "--results", str(results)]) == 2
    assert "several judges called j" in capsys.readouterr().err
    assert not (results / "mt_video_bench" / "judges.json").exists()
    for judge in (ONE, OTHER):
        assert main(["judge", "retire", judge, "--successor", "k", "--results", str(results)]) == 0
    assert main(["judge", "archive", "j", "--results", str(results)]) == 2
    assert "several retired judges called j" in capsys.readouterr().err
    assert main(["judge", "archive", ONE, "--results", str(results)]) == 0
    assert {one.judge: one.state for one in read_retired(results / "mt_video_bench")} == {
        ONE: "archived",
        OTHER: "waiting",
    }


def test_a_judge_that_changed_behind_its_name_is_not_compared_with_itself(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"), "--data", str(SAMPLE)]
    score("terse", tmp_path / "first", *judge[:-2])
    (result,) = read_results(tmp_path / "first")
    label = str(result.provenance.judge)
    as_judged_by(results, {"Careful": f"{label} as yes-3", "Terse": f"{label} as yes-3"})
    words = ["judge", "retire", f"{label} as yes-3", "--successor", label, "--results", str(results), *judge]
    assert main(words) == 2
    assert "is the name of both judges: say with --answered-by" in capsys.readouterr().err
