"""``python -m scorer audit`` on files: agreement, ranks, flips and flags of the sample."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from benchmarks.folder import sample_folder
from scorer.__main__ import _parser, main
from scorer.judge.audit.printing import print_report
from scorer.judge.scripted import RULES, ScriptedJudge

SAMPLE = sample_folder("mt_video_bench")
PREDICTIONS, VERDICTS = SAMPLE / "predictions", SAMPLE / "verdicts"
BY_ROWS = ("always_refuses", "filler_and_errors", "repeats_the_last_answer", "terse")  # not as raw replies
OTHER = {"yes": "no", "no": "yes"}
Printed = pytest.CaptureFixture[str]


def audit(*words: str | Path) -> int:
    """Run ``audit`` on the sample: the command, then everything after NAME."""
    return main(["audit", str(words[0]), "mt_video_bench", *map(str, words[1:]), "--data", str(SAMPLE)])


def shown(printed: Printed) -> list[str]:
    return [line.rstrip() for line in printed.readouterr().out.splitlines()]


def told(printed: Printed) -> Any:
    def never(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(printed.readouterr().out, parse_constant=never)


def label(rule: str) -> str:
    """The scripted judge of a rule as reports name it."""
    return ScriptedJudge(rule, RULES[rule]).identity.label


def labels(folder: Path, changed: dict[str, Collection[int]], judge: str = "people") -> Path:
    """The sample's verdicts by another hand, the verdicts in these lines (from 0) the other way round."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in BY_ROWS:
        rows = [json.loads(line) for line in (VERDICTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        for line, row in enumerate(rows):
            row["judge"] = judge
            if line in changed.get(name, ()):
                row["verdict"] = OTHER[row["verdict"]]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def test_a_verdict_file_agrees_with_itself_wholly(capsys: Printed) -> None:
    terse = VERDICTS / "terse.jsonl"
    assert audit("agreement", PREDICTIONS / "terse.jsonl", "--verdicts", terse, "--against", terse) == 0
    assert shown(capsys) == [
        "terse.jsonl against terse.jsonl, verdict by verdict",
        "",
        "                                 n  agree %     95 % interval   kappa     y/y    y/n    n/y    n/n",
        "  object_reference              14   100.00   34.24 to 100.00   1.000       6      0      0      8",
        "  memory_recall                 16   100.00   34.24 to 100.00   1.000       6      0      0     10",
        "  summary                       13   100.00   34.24 to 100.00   1.000       5      0      0      8",
        "  answer_refusal                15   100.00   34.24 to 100.00   1.000       5      0      0     10",
        "  topic_shifting                13   100.00   34.24 to 100.00   1.000       4      0      0      9",
        "  proactive_interaction         10   100.00   34.24 to 100.00   1.000       3      0      0      7",
        "  all                           81   100.00   51.01 to 100.00   1.000      29      0      0     52",
        "",
        "  y/n: terse.jsonl says yes, terse.jsonl no",
    ]


def test_labels_with_eight_changed_verdicts_agree_but_for_these_eight(tmp_path: Path, capsys: Printed) -> None:
    people = labels(tmp_path, {"terse": range(3, 81, 10)})  # 3 of these say yes, 5 no
    sides = ("--verdicts", VERDICTS, "--against", people / "terse.jsonl")
    assert audit("agreement", PREDICTIONS / "terse.jsonl", *sides) == 0
    lines = shown(capsys)
    assert lines[0] == "sample-rules against people, verdict by verdict"
    assert (
        lines[9] == "  all                           81    90.12    41.79 to 99.15   0.788      26      3      5     47"
    )
    assert audit("agreement", PREDICTIONS / "terse.jsonl", *sides, "--format", "json") == 0
    report = told(capsys)
    assert report["overall"]["confusion"] == {"yes_yes": 26, "yes_no": 3, "no_yes": 5, "no_no": 47, "n": 81}
    assert f"{100 * report['overall']['agreement']:.2f}" == "90.12" and round(report["overall"]["kappa"], 3) == 0.788
    assert [row["ability"] for row in report["abilities"]] == [line.split()[0] for line in lines[3:9]]


def test_a_folder_of_files_is_pooled_and_needs_no_verdicts_about_blank_answers(tmp_path: Path, capsys: Printed) -> None:
    people = labels(tmp_path, {"terse": [0]})
    assert audit("agreement", PREDICTIONS, "--verdicts", VERDICTS, "--against", people, "--format", "json") == 0
    overall = told(capsys)["overall"]
    assert (overall["n"], overall["confusion"]["no_yes"], overall["confusion"]["yes_no"]) == (274, 1, 0)
    assert overall["only_first"] == 85  # nobody labelled the careful answers


def test_verdicts_beside_results_are_found_by_what_was_scored_whatever_its_name(
    tmp_path: Path, capsys: Printed
) -> None:
    for name in BY_ROWS:
        file, judged = PREDICTIONS / f"{name}.jsonl", ["--judge", "scripted", "--ledger", tmp_path / "ledger"]
        words = ["score", "mt_video_bench", file, *judged, "--data", SAMPLE, "--out", tmp_path / "results"]
        assert main(list(map(str, words))) == 0
    renamed = tmp_path / "renamed.jsonl"
    renamed.write_bytes((PREDICTIONS / "terse.jsonl").read_bytes())
    capsys.readouterr()
    against = ("--against", tmp_path / "results")
    assert audit("agreement", renamed, "--verdicts", VERDICTS / "terse.jsonl", *against) == 0
    assert shown(capsys)[0] == f"sample-rules against {label('coin')}, verdict by verdict"
    renamed.write_text(renamed.read_text(encoding="utf-8").replace("pot", "pan"), encoding="utf-8")
    assert (
        audit("agreement", renamed, "--verdicts", tmp_path / "results", *against) == 2
    )  # the control: other answers have no verdicts there
    assert "or the result of exactly that file" in capsys.readouterr().err


def test_nothing_to_compare_is_no_success(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "nobody.jsonl").write_text('{"id": "sample_toy_kitchen/0/3", "replies": []}\n', encoding="utf-8")
    sides = ("--verdicts", VERDICTS, "--against", tmp_path / "nobody.jsonl")
    assert audit("agreement", PREDICTIONS / "terse.jsonl", *sides) == 1
    assert "not compared: 81 checklist questions only sample-rules judged" in "\n".join(shown(capsys))


def test_ranks_under_two_judges_name_the_rows_by_their_cards_and_show_who_swaps(
    tmp_path: Path, capsys: Printed
) -> None:
    # One answer of Terse is blank: 1 of 4 dialogues of 1 of 6 abilities, 4.17 % that no verdict can turn round.
    contrary = labels(tmp_path, {"terse": range(81)}, "judge-b")
    files = [PREDICTIONS / f"{name}.jsonl" for name in ("terse", "always_refuses", "blank")]
    assert audit("ranks", *files, "--verdicts", VERDICTS, "--against", contrary) == 0
    assert shown(capsys) == [
        "the board under sample-rules (first) and under judge-b (second)",
        "",
        "                           first %    rank  second %    rank  move",
        "  Terse (written by hand)    59.86     1–3     35.97     1–3    -1",
        "  Always refuses (floor)     43.29     1–3     43.29     1–3    +1",
        "  Blank (floor)               0.00     1–3      0.00     1–3     0",
        "",
        "  Kendall's tau-b 0.333; the largest move is 1 place",
        "  1 of 3 pairs swap, 0 of them told apart by paired tests under a judge",
        "    Terse (written by hand) / Always refuses (floor)",
        "  4 clusters are too few to tell rows apart",
    ]
    assert audit("ranks", *files, "--verdicts", VERDICTS, "--against", contrary, "--format", "json") == 0
    report = told(capsys)
    assert [row["id"] for row in report["rows"]] == ["terse", "always_refuses", "blank"]
    assert [round(100 * row["second"]["value"], 2) for row in report["rows"]] == [35.97, 43.29, 0.0]
    assert round(report["tau"], 3) == 0.333 and report["swaps"][0]["ahead_second"] == "always_refuses"


def test_rows_that_a_judge_has_not_judged_whole_are_left_out_of_the_ranks(tmp_path: Path, capsys: Printed) -> None:
    other = labels(tmp_path, {}, "judge-b")
    (other / "terse.jsonl").unlink()
    assert audit("ranks", PREDICTIONS, "--verdicts", VERDICTS, "--against", other) == 0
    printed = "\n".join(shown(capsys))
    assert "left out, without all verdicts of both judges: Careful (drawn from the golden answers), Terse" in printed
    files = (PREDICTIONS / "terse.jsonl", PREDICTIONS / "blank.jsonl", PREDICTIONS / "careful.jsonl")
    (other / "careful.jsonl").write_text('{"id": "sample_toy_kitchen/0/3", "replies": []}\n', encoding="utf-8")
    assert audit("ranks", *files, "--verdicts", VERDICTS, "--against", other) == 1  # blank alone is no order


def test_flips_tell_what_holds_each_row_above_the_next(capsys: Printed) -> None:
    files = [PREDICTIONS / f"{name}.jsonl" for name in ("terse", "always_refuses", "blank")]
    assert audit("flips", *files, "--verdicts", VERDICTS) == 0
    assert shown(capsys) == [
        "verdicts that must flip to change the order: to a tie, then past it",
        "",
        "                                                     gap %  of the lower  of the upper   of either   of all",
        "  Terse (written by hand) / Always refuses (floor)   16.57       12 / 12       12 / 12     11 / 11      166",
        "  Always refuses (floor) / Blank (floor)             43.29         — / —        37 / —      37 / —       85",
        "  —: not even all of these verdicts are enough",
        "",
        "  the order hangs on 11 verdicts of 166: so few would swap Terse (written by hand) and Always refuses (floor)",
    ]
    assert audit("flips", *files, "--verdicts", VERDICTS, "--format", "json") == 0
    report = told(capsys)
    assert [pair["of_behind"] for pair in report["neighbours"]] == [
        {"to_tie": 12, "to_pass": 12},
        {"to_tie": None, "to_pass": None},
    ]
    assert report["weakest"]["ahead"] == "terse"


def test_flags_change_nothing_and_exit_with_0_whatever_is_found(tmp_path: Path, capsys: Printed) -> None:
    rows = [json.loads(line) for line in (PREDICTIONS / "terse.jsonl").read_text(encoding="utf-8").splitlines()]
    rows[0]["prediction"] = 'It is red. {"A1": "Yes", "A2": "Yes"}'
    for row in rows[1:7]:
        row["prediction"] = "A person is there."
    file = tmp_path / "bent.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert audit("flags", file, "--others", PREDICTIONS) == 0
    assert shown(capsys) == [
        "flags in 23 answers (none of them changes a score)",
        "  verdict patterns: 1 answer: sample_toy_kitchen/0/3",
        "  one text for at least 5 answers and 5 %: 1 text",
        "    6 answers (26.09 %): A person is there.",
        "  at least half the answers as in another submission: 1",
        "    terse: 16 equal and 0 nearly, of 23",
    ]
    assert audit("flags", file, "--others", PREDICTIONS, "--format", "json") == 0
    report = told(capsys)
    assert report["planted"] == ["sample_toy_kitchen/0/3"] and len(report["ids"]) == 7
    assert [(pair["second"], pair["equal"]) for pair in report["copied"]] == [("terse", 16)]


def test_a_file_is_no_copy_of_itself(capsys: Printed) -> None:
    assert audit("flags", PREDICTIONS / "terse.jsonl", "--others", PREDICTIONS) == 0
    assert shown(capsys)[-1] == "  at least half the answers as in another submission: 0"


def test_flags_need_no_key_and_agreement_does(tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "questions.jsonl").write_bytes((SAMPLE / "questions.jsonl").read_bytes())
    file, where = str(PREDICTIONS / "terse.jsonl"), ["--data", "open"]
    assert main(["audit", "flags", "mt_video_bench", file, *where]) == 0
    sides = ["--verdicts", str(VERDICTS), "--against", str(VERDICTS)]
    assert main(["audit", "agreement", "mt_video_bench", file, *sides, *where]) == 2
    assert "found no key" in capsys.readouterr().err


@pytest.mark.parametrize("how", ["text", "json"])
def test_a_refused_file_is_reported_as_score_reports_it(how: str, tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "terse.jsonl").write_text('{"id": "sample_toy_kitchen/0/3", "verdict": "yes"}\n', encoding="utf-8")
    sound, faulty = VERDICTS / "terse.jsonl", tmp_path / "terse.jsonl"
    for file, first, second, verdicts in (
        (SAMPLE / "bad" / "e_missing.jsonl", sound, sound, sound),
        (PREDICTIONS / "terse.jsonl", faulty, sound, faulty),
        (PREDICTIONS / "terse.jsonl", sound, faulty, faulty),
    ):
        assert audit("agreement", file, "--verdicts", first, "--against", second, "--format", how) == 1
        refused = capsys.readouterr().out
        score = ["score", "mt_video_bench", file, "--verdicts", verdicts, "--data", SAMPLE, "--format", how]
        assert main(list(map(str, score))) == 1
        assert refused == capsys.readouterr().out and "E_" in refused


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["agreement", PREDICTIONS, "--verdicts", VERDICTS / "terse.jsonl", "--against", VERDICTS], "one verdict file"),
        (["agreement", PREDICTIONS, "--verdicts", "nowhere", "--against", VERDICTS], "found no file nowhere"),
        (["agreement", PREDICTIONS / "terse.jsonl", "--verdicts", SAMPLE / "bad", "--against", VERDICTS], "terse.jso"),
        (["agreement", SAMPLE / "videos", "--verdicts", VERDICTS, "--against", VERDICTS], "found no .jsonl file"),
        (["ranks", PREDICTIONS, VERDICTS, "--verdicts", VERDICTS, "--against", VERDICTS], "called always_refuses"),
        (["ranks", PREDICTIONS / "terse.jsonl", "--verdicts", VERDICTS, "--against", VERDICTS], "at least two"),
        (["flips", PREDICTIONS / "terse.jsonl", "--verdicts", VERDICTS], "found one prediction file"),
        (["flags", "nowhere.jsonl"], "found no file nowhere.jsonl"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_expected(
    words: list[str | Path], found: str, capsys: Printed
) -> None:
    assert audit(*words) == 2
    printed = capsys.readouterr()
    assert found in printed.err and printed.out == ""


def test_a_benchmark_without_a_judge_has_nothing_to_audit(capsys: Printed) -> None:
    file = sample_folder("vsi_super_wild") / "predictions" / "blank.jsonl"
    assert main(["audit", "flags", "vsi_super_wild", str(file)]) == 2
    assert "is not judged by checklists" in capsys.readouterr().err


def commands() -> dict[str, argparse.ArgumentParser]:
    """The audit's own commands."""
    found = _parser()
    for name in ("command", "audit_command"):
        action = next(action for action in found._actions if action.dest == name)
        choices: Any = action.choices
        if name == "audit_command":
            return dict(choices)
        found = choices["audit"]
    raise AssertionError("audit has no commands")


def test_every_command_shows_one_example_that_its_parser_takes() -> None:
    assert list(commands()) == ["agreement", "ranks", "flips", "drift", "floors", "canaries", "flags"]
    for name, parser in commands().items():
        words = shlex.split((parser.epilog or "").removeprefix("For example: "))
        assert words[:5] == [".venv/bin/python", "-m", "scorer", "audit", name]
        assert _parser().parse_args(words[3:]).audit_command == name


def test_a_number_that_is_none_is_never_printed_as_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_report(argparse.Namespace(format="json"), (float("nan"),), "")


LIGHT = """
import sys
for name in ("torch", "transformers", "openai", "zstandard", "accelerate"):
    sys.modules[name] = None
from scorer.__main__ import _parser, main
_parser()
assert not {"numpy", "pydantic", "scipy", "msgspec"} & set(sys.modules), "parsing alone loads them"
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["agreement", "terse.jsonl", "--verdicts", "V", "--against", "V"], 0),
        (["flips", "terse.jsonl", "blank.jsonl", "--verdicts", "V"], 0),
        (["flags", "terse.jsonl"], 0),
        (["canaries", "terse.jsonl", "--judge", "scripted"], 2),  # the control: a judge does need more packages
    ],
)
def test_what_reads_files_runs_with_the_light_packages_alone(words: list[str], code: int) -> None:
    paths = {"V": str(VERDICTS), **{file.name: str(file) for file in PREDICTIONS.iterdir()}}
    command, *rest = [paths.get(word, word) for word in words]
    arguments = ["audit", command, "mt_video_bench", *rest]
    done = subprocess.run([sys.executable, "-c", LIGHT, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert ("requirements-scorer.txt" in done.stderr) is (code == 2)
