"""The command line as a person uses it: every command of the contract, its output and its exit codes."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import benchmark_names, load_benchmark
from benchmarks.__main__ import main as benchmarks
from benchmarks.folder import sample_folder
from scorer.__main__ import main as scorer
from validator.__main__ import main as validator

REPOSITORY = Path(__file__).parent.parent
SAMPLE = REPOSITORY / "benchmarks" / "vsi_super_wild" / "sample"
LOOKER = SAMPLE / "predictions" / "frame_looker.jsonl"
CARD = SAMPLE / "predictions" / "frame_looker.submission.json"
NAME = "vsi_super_wild"
Capture = pytest.CaptureFixture[str]

REPORT_KEYS = {"ok", "benchmark", "data_version", "mode", "track", "rows", "coverage", "counts", "truncated", "issues"}
ISSUE_KEYS = {"code", "severity", "row", "line", "column", "question_id", "message", "fix"}
RESULT_KEYS = [
    *("schema_version", "submission_id", "benchmark", "data_version", "track", "mode", "status", "reason", "coverage"),
    *("submission", "headline", "estimates", "tags", "provenance"),
]
ESTIMATE_KEYS = [
    *("metric", "facet", "value_of_facet", "mode", "estimate", "unit", "higher_is_better"),
    *("n", "n_unanswered", "n_unparsed", "n_unscored", "stderr", "sem", "ci_low", "ci_high", "n_clusters"),
    *("lower_bound", "upper_bound"),
]


def out_json(capture: Capture) -> Any:
    return json.loads(capture.readouterr().out)


def test_a_file_goes_from_check_to_score_to_a_receipt_that_verifies(tmp_path: Path, capsys: Capture) -> None:
    assert validator(["check", NAME, str(LOOKER), "--submission", str(CARD), "--format", "json"]) == 0
    report = out_json(capsys)
    assert set(report) >= REPORT_KEYS
    assert (report["ok"], report["rows"], report["coverage"], report["issues"]) == (True, 48, 1.0, [])
    results = tmp_path / "results"
    arguments = ["score", NAME, str(LOOKER), "--submission", str(CARD), "--out", str(results)]
    assert scorer([*arguments, "--compare", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    for words in (
        "83.36",
        "rank 1 of 1, no other result",
        "weakest parts: task VPO",
        r"\\",
        "self-scored, unpublished",
    ):
        assert words in text
    (receipt,) = results.rglob("*.receipt.json")
    assert scorer(["verify", str(receipt), str(LOOKER)]) == 0
    assert capsys.readouterr().out.startswith("identical")
    assert scorer(["verify", str(receipt), str(SAMPLE / "predictions" / "blank.jsonl")]) == 1
    assert "is not the file of the receipt" in capsys.readouterr().out


def test_a_new_folder_can_be_written_to_and_compared_with_in_one_call(tmp_path: Path, capsys: Capture) -> None:
    folder = str(tmp_path / "results")
    assert scorer(["score", NAME, str(LOOKER), "--out", folder, "--compare", folder]) == 0
    assert "rank 1 of 1" in capsys.readouterr().out
    assert scorer(["score", NAME, str(LOOKER), "--compare", folder + "-absent"]) == 2
    assert "name a folder of results" in capsys.readouterr().err


def test_score_says_on_stderr_what_it_was_warned_of(tmp_path: Path, capsys: Capture) -> None:
    arguments = ["score", NAME, str(LOOKER), "--submission", str(CARD), "--mode", "rules", "--format", "json"]
    assert scorer(arguments) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["mode"] == "rules"
    assert printed.err == "warning[W_MODE]: submission.json declares strict, --mode reads it as rules\n"


def test_verify_names_another_key_before_the_numbers_it_moves(tmp_path: Path, capsys: Capture) -> None:
    assert scorer(["score", NAME, str(LOOKER), "--out", str(tmp_path), "--compare", str(tmp_path)]) == 0
    (receipt,) = tmp_path.rglob("*.receipt.json")
    key = tmp_path / "key.jsonl"
    lines = (SAMPLE / "key.jsonl").read_text().splitlines()
    key.write_text("\n".join([json.dumps({**json.loads(lines[0]), "answer": 1}), *lines[1:]]))
    capsys.readouterr()
    assert scorer(["verify", str(receipt), str(LOOKER), "--key", str(key)]) == 1
    assert capsys.readouterr().out.startswith("different: provenance.key_sha256")


def test_a_result_on_stdout_has_every_key_and_null_is_written(capsys: Capture, tmp_path: Path) -> None:
    assert scorer(["score", NAME, str(LOOKER), "--format", "json"]) == 0
    result = out_json(capsys)
    assert list(result) == RESULT_KEYS
    assert all(list(row) == ESTIMATE_KEYS for row in result["estimates"])
    head = {name: result["headline"][name] for name in ("metric", "facet", "value_of_facet")}
    assert head == {"metric": "score", "facet": "all", "value_of_facet": "all"}
    assert (result["headline"]["ci_low"], result["reason"], result["provenance"]["judge"]) == (None, None, None)
    modes = {row["mode"] for row in result["estimates"]}
    assert modes == {"strict", "official"}


def test_the_score_rows_stand_beside_the_result_in_key_order(tmp_path: Path, capsys: Capture) -> None:
    assert scorer(["score", NAME, str(LOOKER), "--out", str(tmp_path), "--format", "json"]) == 0
    id = out_json(capsys)["submission_id"]
    folder = tmp_path / NAME
    assert sorted(file.name for file in folder.iterdir()) == [f"{id}.json", f"{id}.scores.jsonl"]
    rows = [json.loads(line) for line in (folder / f"{id}.scores.jsonl").read_text().splitlines()]
    keyed = [json.loads(line)["id"] for line in (SAMPLE / "key.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == keyed
    assert list(rows[0]) == ["id", "order", "answer", "credit", "bucket", "verdicts"]


def test_a_tampered_receipt_is_refused(tmp_path: Path, capsys: Capture) -> None:
    scorer(["score", NAME, str(LOOKER), "--out", str(tmp_path), "--compare", str(tmp_path)])
    (file,) = tmp_path.rglob("*.receipt.json")
    receipt = json.loads(file.read_text())
    receipt["headline"]["estimate"] = 0.99
    file.write_text(json.dumps(receipt))
    assert scorer(["verify", str(file), str(LOOKER)]) == 1
    assert "was changed since it was made" in capsys.readouterr().out


def test_compare_without_out_writes_nothing_and_says_how_to_keep_the_receipt(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert scorer(["score", NAME, str(LOOKER), "--data", str(SAMPLE), "--compare", str(tmp_path)]) == 0
    assert "--out DIR keeps the whole receipt" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_refused_file_is_reported_by_score_too_with_exit_1(capsys: Capture) -> None:
    assert scorer(["score", NAME, str(SAMPLE / "bad" / "e_label.jsonl"), "--format", "json"]) == 1
    report = out_json(capsys)
    assert not report["ok"]
    assert set(report["issues"][0]) == ISSUE_KEYS


def test_all_lists_every_issue_and_the_default_at_most_100_a_code(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "unknown.jsonl"
    known = json.loads(LOOKER.read_text().splitlines()[0])
    rows = [known, *({"id": f"zzz{n}", "prediction": "A"} for n in range(250))]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert validator(["check", NAME, str(file), "--format", "json"]) == 1
    short = out_json(capsys)
    assert validator(["check", NAME, str(file), "--format", "json", "--all"]) == 1
    full = out_json(capsys)
    assert short["counts"] == full["counts"] == {"E_MISSING": 47, "E_UNKNOWN": 250}
    assert [sum(issue["code"] == "E_UNKNOWN" for issue in report["issues"]) for report in (short, full)] == [100, 250]
    assert (short["truncated"], full["truncated"]) == (True, False)


def test_fix_writes_a_copy_that_passes_and_changes_only_the_form_of_answers(tmp_path: Path, capsys: Capture) -> None:
    rows = [json.loads(line) for line in LOOKER.read_text().splitlines()]
    messy = [
        {
            **row,
            "prediction": f"({row['prediction'].lower()})."
            if isinstance(row["prediction"], str)
            else f" {row['prediction']}. ",
        }
        for row in rows
    ]
    file, fixed = tmp_path / "messy.jsonl", tmp_path / "fixed.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in messy))
    assert validator(["check", NAME, str(file), "--fix", str(fixed)]) == 1
    assert "48 of them repaired" in capsys.readouterr().out
    assert [json.loads(line) for line in fixed.read_text().splitlines()] == rows
    assert validator(["check", NAME, str(fixed)]) == 0


def test_init_writes_a_file_that_passes_and_a_card_that_asks_to_be_filled_in(tmp_path: Path, capsys: Capture) -> None:
    assert validator(["init", NAME, "--out", str(tmp_path)]) == 0
    file, card = tmp_path / "predictions.jsonl", tmp_path / "submission.json"
    assert validator(["check", NAME, str(file)]) == 0
    capsys.readouterr()
    assert validator(["check", NAME, str(file), "--submission", str(card), "--format", "json"]) == 1
    assert out_json(capsys)["counts"] == {"E_CARD": 4, "W_ALL_NULL": 1}
    assert validator(["init", NAME, "--out", str(tmp_path)]) == 2
    assert "already there" in capsys.readouterr().err


def test_explain_answers_every_case_on_a_line_of_its_own(tmp_path: Path, capsys: Capture) -> None:
    options = {"A": "left", "B": "right"}
    given: list[dict[str, Any]] = [
        {"id": "1", "kind": "choice", "options": options, "text": "B"},
        {"id": "2", "kind": "choice", "options": options, "text": True},
        {"id": "3", "kind": "count", "options": {}, "text": 12},
        {"id": "4", "kind": "count", "options": {}, "text": ["12"]},
        {"id": "5", "kind": "verdict", "checklist_length": 2, "text": '{"A1": "Yes", "A2": false}'},
        {"id": "6", "kind": "verdict", "checklist_length": 2, "text": None},
        {"id": "7", "kind": "choice", "options": options, "text": None},
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in given))
    for mode in ("strict", "rules", "official"):
        assert validator(["explain", str(file), "--mode", mode]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [line["id"] for line in lines] == [str(n) for n in range(1, 8)]
        assert set(lines[0]) == {"id", "label", "status", "rule", "span", "tags"}
        assert set(lines[2]) == {"id", "value", "status", "rule", "span", "tags"}
        assert (lines[0]["label"], lines[1]["label"], lines[1]["status"]) == ("B", None, "bad_type")
        assert (lines[2]["value"], lines[3]["value"]) == (12, 0 if mode == "official" else None)
        assert lines[4] == {"id": "5", "verdicts": ["yes", "no"], "status": "ok"}
        assert (lines[5]["verdicts"], lines[6]["label"]) == (None, None)


def test_import_writes_the_key_for_its_owner_alone_and_says_what_is_missing(
    shared: Path, tmp_path: Path, capsys: Capture
) -> None:
    source = shared / "realdata" / "vsi_super_wild" / "vsi_super_wild_qa.jsonl"
    out, keys = tmp_path / "data", tmp_path / "keys"
    assert benchmarks(["import", NAME, str(source), "--out", str(out), "--key-out", str(keys)]) == 0
    assert "duration bins and scene categories unavailable" in capsys.readouterr().out
    assert stat.S_IMODE((keys / "key.jsonl").stat().st_mode) == 0o600
    told = json.loads((out / "data.json").read_text())
    assert set(told) == {"benchmark", "data_version", "source", "partial", "counts", "videos"}
    few = tmp_path / "few.jsonl"
    few.write_text("".join(line + "\n" for line in source.read_text(encoding="utf-8").splitlines()[:500]))
    assert benchmarks(["import", NAME, str(few), "--out", str(out), "--key-out", str(keys)]) == 1
    assert "VMR: found" in capsys.readouterr().err
    assert benchmarks(["import", NAME, str(few), "--partial", "--out", str(out), "--key-out", str(keys)]) == 0
    rows = [json.loads(line) for line in (keys / "key.jsonl").read_text().splitlines()]
    predictions = tmp_path / "p.jsonl"
    predictions.write_text("".join(json.dumps({"id": row["id"], "prediction": row["answer"]}) + "\n" for row in rows))
    capsys.readouterr()
    score = ["score", NAME, str(predictions), "--data", str(out), "--key", str(keys / "key.jsonl"), "--format", "json"]
    assert scorer(score) == 0
    result = out_json(capsys)
    assert (result["headline"]["estimate"], result["reason"], result["status"]) == (1.0, "subset", "complete")


def test_audit_key_exits_1_where_a_leak_is_found_and_prints_the_floors(capsys: Capture) -> None:
    assert benchmarks(["audit-key", NAME, "--format", "json"]) == 1
    audit = out_json(capsys)
    assert {"floors", "leaks", "balance"} <= set(audit)
    assert {"name", "metric", "estimate"} <= set(audit["floors"][0])
    assert (audit["leaks"][0]["hits"], audit["leaks"][0]["n"]) == (12, 12)


def test_list_names_every_benchmark_and_where_its_data_lies(capsys: Capture) -> None:
    assert benchmarks(["list", "--format", "json"]) == 0
    assert [row["name"] for row in out_json(capsys)] == benchmark_names()


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        (validator, ["check", "nope", str(LOOKER)], "expected one of: "),
        (validator, ["check", NAME, "absent.jsonl"], "found no file absent.jsonl"),
        (validator, ["check", NAME, str(SAMPLE)], "is a folder"),
        (validator, ["check", NAME, os.devnull], "is a pipe or a device, expected a file"),
        (validator, ["check", NAME, str(LOOKER), "--data", "absent"], "found no questions.jsonl in absent"),
        (validator, ["check", NAME, str(LOOKER), "--submission", "absent"], "validator init NAME writes one"),
        (validator, ["explain", str(LOOKER)], "expected an object with id, kind"),
        (scorer, ["score", NAME, str(LOOKER), "--key", "absent.jsonl"], "found no key at absent.jsonl"),
        (scorer, ["verify", str(CARD), str(LOOKER)], "is not a receipt"),
        (benchmarks, ["import", NAME, "absent", "--out", "x", "--key-out", "x"], "found no absent"),
        (
            benchmarks,
            ["import", NAME, "--data-version", "none", "--out", "x", "--key-out", "x"],
            "no address is recorded",
        ),
        (benchmarks, ["audit-key", NAME, "--key", "absent.jsonl"], "found no absent.jsonl"),
    ],
)
def test_misuse_exits_2_and_says_what_to_do(command: Any, arguments: list[str], words: str, capsys: Capture) -> None:
    assert command(arguments) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("module", ["validator", "scorer", "benchmarks"])
def test_an_unknown_command_is_named_with_the_known_ones(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "frobnicate"], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 2
    assert "invalid choice: 'frobnicate'" in done.stderr


def test_the_demo_ranks_the_sample_offline_and_prints_the_next_commands(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-m", "scorer.demo"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for name in benchmark_names():
        board = (tmp_path / "var" / "demo" / f"{name}-standard.txt").read_text(encoding="utf-8")
        assert board in done.stdout and load_benchmark(name).title in done.stdout
        assert "Blank" in board.splitlines()[-2]
    assert {"mt_video_bench", "vdiff_bench", "vsi_super_wild"} <= set(benchmark_names())
    vsi = done.stdout[done.stdout.index("VSI-Super-Wild ·") :]
    assert vsi.index("Near-perfect") < vsi.index("Frame looker") < vsi.index("Blank")
    n_files = sum(len(list(sample_folder(name).glob("predictions/*.jsonl"))) for name in benchmark_names())
    assert len(list((tmp_path / "var" / "demo" / "results").rglob("*.scores.jsonl"))) == n_files >= 17
    run = [line.strip() for line in done.stdout.replace("\\\n", " ").splitlines() if "-m validator check" in line]
    assert validator(run[0].split()[3:]) == 1


def test_a_full_size_file_without_the_questions_gets_one_fault_with_the_import_command(
    shared: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = shared / "realdata" / "vsi_super_wild" / "vsi_super_wild_qa.jsonl"
    ids = [json.loads(line)["doc_id"] for line in source.read_text(encoding="utf-8").splitlines()]
    file = tmp_path / "full.jsonl"
    file.write_text("".join(json.dumps({"id": id, "prediction": None}) + "\n" for id in ids))
    monkeypatch.chdir(tmp_path)
    assert validator(["check", NAME, str(file), "--format", "json"]) == 1
    (issue,) = out_json(capsys)["issues"]
    assert issue["code"] == "E_FULL_FILE"
    command = issue["fix"].split("python -m benchmarks ", 1)[1].split()
    assert command[:2] == ["import", NAME]
    assert benchmarks([*command[:2], str(source), *command[2:]]) == 0
    assert validator(["check", NAME, str(file)]) == 0
    capsys.readouterr()
    assert validator(["check", NAME, str(LOOKER), "--format", "json"]) == 1
    (issue,) = out_json(capsys)["issues"]
    assert (issue["code"], "sample" in issue["message"]) == ("E_WRONG_SPLIT", True)


def test_the_score_rows_follow_the_key_also_where_it_stands_in_another_order(tmp_path: Path, capsys: Capture) -> None:
    lines = (SAMPLE / "key.jsonl").read_text().splitlines()
    key = tmp_path / "key.jsonl"
    key.write_text("\n".join(reversed(lines)) + "\n")
    scores: list[Any] = []
    for used in (SAMPLE / "key.jsonl", key):
        out = tmp_path / f"out{len(scores)}"
        assert scorer(["score", NAME, str(LOOKER), "--key", str(used), "--out", str(out), "--format", "json"]) == 0
        scores.append([json.loads(line) for line in next(out.rglob("*.scores.jsonl")).read_text().splitlines()])
    results = [out_json_line for out_json_line in capsys.readouterr().out.split("\n}\n") if out_json_line]
    assert scores[0] == scores[1][::-1]
    assert results[0] == results[1]


def test_the_released_view_counts_nulls_and_survives_giant_numbers(tmp_path: Path, capsys: Capture) -> None:
    rows = [json.loads(line) for line in LOOKER.read_text().splitlines()]
    counts = [place for place, row in enumerate(rows) if not isinstance(row["prediction"], str)]
    choice = next(place for place, row in enumerate(rows) if isinstance(row["prediction"], str))
    rows[counts[0]]["prediction"] = "9" * 5000
    rows[counts[1]]["prediction"] = int("9" * 390)
    rows[choice]["prediction"] = None
    file = tmp_path / "p.jsonl"
    file.write_text("".join(json.dumps({**row, "id": row["id"]}) + "\n" for row in rows))
    for mode in ("official", "rules"):
        assert scorer(["score", NAME, str(file), "--mode", mode, "--format", "json"]) == 0
        result = out_json(capsys)
        everything = next(row for row in result["estimates"] if (row["facet"], row["mode"]) == ("all", mode))
        assert (everything["n_unanswered"], everything["n_clusters"]) == (1, 4)


def test_a_refused_file_and_a_changed_key_are_differences_for_verify(tmp_path: Path, capsys: Capture) -> None:
    scorer(["score", NAME, str(LOOKER), "--out", str(tmp_path), "--compare", str(tmp_path)])
    (receipt,) = tmp_path.rglob("*.receipt.json")
    assert scorer(["verify", str(receipt), str(SAMPLE / "bad" / "e_label.jsonl")]) == 1
    assert "is refused (E_LABEL)" in capsys.readouterr().out
    rows = [json.loads(line) for line in (SAMPLE / "key.jsonl").read_text().splitlines()]
    rows[0]["answer"] = 9
    key = tmp_path / "key.jsonl"
    key.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert scorer(["verify", str(receipt), str(LOOKER), "--key", str(key)]) == 1
    assert capsys.readouterr().out.startswith("different: ")


def test_compare_with_a_missing_or_damaged_folder_writes_nothing(tmp_path: Path, capsys: Capture) -> None:
    results = tmp_path / "results"
    (results / NAME).mkdir(parents=True)
    (results / NAME / f"{'0' * 64}.json").write_text('{"cut')
    for folder in (tmp_path / "absent", results):
        out = tmp_path / "out"
        assert scorer(["score", NAME, str(LOOKER), "--compare", str(folder), "--out", str(out)]) == 2
        assert not out.exists()
        assert capsys.readouterr().out == ""


def test_a_card_that_is_not_json_is_one_fault_among_the_others(tmp_path: Path, capsys: Capture) -> None:
    card = tmp_path / "submission.json"
    card.write_text("{display_name: A}")
    arguments = ["check", NAME, str(SAMPLE / "bad" / "e_label.jsonl"), "--submission", str(card), "--format", "json"]
    assert validator(arguments) == 1
    assert out_json(capsys)["counts"] == {"E_CARD": 1, "E_LABEL": 2}


def test_hand_made_questions_may_leave_optional_fields_null(tmp_path: Path, capsys: Capture) -> None:
    rows = [
        {"id": "q1", "task": "VMR", "kind": "choice", "options": {"A": "l", "B": "r"}, "media": None, "facets": None},
        {"id": "q2", "task": "NEW", "kind": "count", "question": None, "cluster": None, "source": None},
    ]
    (tmp_path / "questions.jsonl").write_text("\ufeff" + "".join(json.dumps(row) + "\n" for row in rows))
    keys = [{"id": "q1", "answer": "A"}, {"id": "q2", "answer": 3}]
    (tmp_path / "key.jsonl").write_text("".join(json.dumps(row) + "\n" for row in keys))
    file = tmp_path / "p.csv"
    file.write_text("id,prediction\nq1,A\nq2,3\n")
    assert validator(["check", NAME, str(file), "--data", str(tmp_path)]) == 0
    assert scorer(["score", NAME, str(file), "--data", str(tmp_path)]) == 0
    assert "100.00" in capsys.readouterr().out


def test_a_release_without_data_json_is_whole_where_the_card_names_it(tmp_path: Path, capsys: Capture) -> None:
    for name in ("questions.jsonl", "key.jsonl"):
        (tmp_path / name).write_bytes((SAMPLE / name).read_bytes())
    for card, reason in ((["--submission", str(CARD)], None), ([], "subset")):
        assert scorer(["score", NAME, str(LOOKER), "--data", str(tmp_path), *card, "--format", "json"]) == 0
        assert out_json(capsys)["reason"] == reason


def test_a_machine_that_cannot_write_is_named_with_exit_2(tmp_path: Path, capsys: Capture) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    assert validator(["init", NAME, "--out", str(taken)]) == 2
    assert "taken" in capsys.readouterr().err
