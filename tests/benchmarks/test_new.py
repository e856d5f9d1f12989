"""``new NAME``: a folder that passes its own sample test at once, under any sound name, and none under another."""

import doctest
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import ROOT, benchmark_names, load_benchmark, load_module
from benchmarks.__main__ import main
from benchmarks.audit_key import audit_key
from benchmarks.files import read_key, read_questions
from benchmarks.new import LONGEST, SCAFFOLD, new, next_steps
from board.errors import BenchmarkError, FaultyData
from scorer.score import score_file
from tests.sample_checks import check_drawn, check_sample, files

REPOSITORY = Path(__file__).parents[2]
NAMES = ("street_signs", "vqa_2", "a", "b3d_4k_v10", "my_benchmark", "w" * LONGEST)


@pytest.mark.parametrize("name", NAMES)
def test_a_new_folder_passes_the_checks_of_its_sample_under_any_sound_name(name: str, tmp_path: Path) -> None:
    assert new(name, tmp_path).folder == tmp_path / name
    assert benchmark_names(tmp_path) == [name]
    assert len(check_sample(name, tmp_path)) == 7
    check_drawn(name, tmp_path)
    if name != SCAFFOLD.name:
        written = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".pyc"]
        assert not [path for path in written if SCAFFOLD.name.encode() in path.read_bytes()]


@pytest.mark.parametrize("name", NAMES)
def test_the_written_code_is_lint_free_and_formatted_as_it_stands(name: str, tmp_path: Path) -> None:
    new(name, tmp_path)
    config = ["--no-cache", "--config", str(REPOSITORY / "pyproject.toml"), str(tmp_path)]
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run([sys.executable, "-m", "ruff", *command, *config], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_the_examples_in_the_written_code_hold(tmp_path: Path) -> None:
    new("with_examples", tmp_path)
    tried = [doctest.testmod(load_module("with_examples", part, tmp_path)) for part in ("importer", "baselines")]
    assert [(result.failed, result.attempted > 0) for result in tried] == [(0, True), (0, True)]


def test_every_file_a_person_edits_says_what_to_replace(tmp_path: Path) -> None:
    marked = [str(file.relative_to(tmp_path / "marked")) for file in new("marked", tmp_path).to_replace]
    edited = ["__init__.py", "baselines.py", "card.md", "importer.py", "published.json"]
    assert marked == [*edited, "sample/drawing.py", "sample/expected_scores.json", "sample/make.py"]


def test_the_sample_is_drawn_by_its_own_make_byte_for_byte(tmp_path: Path) -> None:
    sample = new("drawn_twice", tmp_path).folder / "sample"
    before = files(sample)
    for path in before:
        if path != "expected_scores.json":
            (sample / path).unlink()
    done = subprocess.run(
        [sys.executable, "-m", f"{tmp_path.name}.drawn_twice.sample.make"],
        cwd=tmp_path.parent,
        env={"PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert files(sample) == before and len(before) == 23


def test_a_file_scores_and_the_key_is_audited_without_naming_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = new("all_by_itself", tmp_path / "mine").folder
    benchmark = load_benchmark("all_by_itself", tmp_path / "mine")
    scored = score_file(folder / "sample" / "predictions" / "all_but_one.jsonl", benchmark)
    assert scored.result is not None
    assert (scored.result.headline.estimate, scored.result.data_version) == (0.875, "sample")
    audit = audit_key(benchmark, read_questions(folder / "sample"), read_key(folder / "sample" / "key.jsonl"))
    # Red stands behind the right letter in 2 of 8 questions.
    assert ("always the option red", 0.25) in [(floor.name, floor.estimate) for floor in audit.floors]
    assert not audit.leaked


GOOD = {"number": 1, "image": "1.png", "question": "?", "options": list("wxyz"), "answer": "B", "shape": "disc"}
PATH = "expected the name of a file below images/"
OPTIONS = "options must be 4 texts that are not empty"
ANSWER = "answer 'E', expected one of A, B, C, D"
FAULTS: tuple[tuple[dict[str, Any], list[str]], ...] = (
    ({"number": "4"}, ["number is '4', expected a whole number"]),
    ({"number": True}, ["number is True, expected a whole number"]),
    ({"image": None, "question": 3}, ["image is None, expected text", "question is 3, expected text"]),
    ({"options": "wxyz"}, ["options is 'wxyz', expected a list"]),
    ({"options": ["w"]}, [OPTIONS]),
    ({"options": ["w", "x", "y", 4]}, [OPTIONS]),
    ({"options": ["w", "x", "y", " "]}, [OPTIONS]),
    ({"options": ["w", "x", "y", "w"]}, ["two options have the same text"]),
    ({"answer": "E"}, [ANSWER]),
    ({"answer": 2}, ["answer is 2, expected text"]),
    ({"image": "../key.jsonl"}, [f"image '../key.jsonl', {PATH}"]),
    ({"image": "/etc/hosts"}, [f"image '/etc/hosts', {PATH}"]),
    ({"image": ""}, [f"image '', {PATH}"]),
    (
        {"image": "..", "answer": "E", "options": []},
        [f"image '..', {PATH}", OPTIONS, "answer 'E', expected one of A, B, C, D"],
    ),
    ({}, []),
)


@pytest.mark.parametrize(("changes", "faults"), FAULTS)
def test_each_cause_is_one_fault_in_words(changes: dict[str, Any], faults: list[str], tmp_path: Path) -> None:
    new("in_words", tmp_path)
    assert list(load_module("in_words", "importer", tmp_path).faults_of(GOOD | changes)) == faults


def test_the_importer_gathers_every_fault_with_its_line_and_guards_the_release(tmp_path: Path) -> None:
    new("gathers_faults", tmp_path)
    importer, file = load_module("gathers_faults", "importer", tmp_path), tmp_path / "official.jsonl"
    rows = [GOOD, {**GOOD, "answer": "E", "options": ["w"]}, GOOD, {**GOOD, "number": "4"}, ["no", "object"]]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows) + "{\n", encoding="utf-8")
    with pytest.raises(FaultyData, match=r"has faults \(6\)") as refused:
        importer.import_questions(file)
    told = str(refused.value)
    expected = ("line 2: options must be", "line 2: answer 'E'", "line 4: number", "line 5: found", "line 6: bad JSON")
    assert [part for part in (*expected, "number 1 stands more than once") if part not in told] == []
    file.write_text(json.dumps(GOOD) + "\n", encoding="utf-8")
    with pytest.raises(FaultyData, match=r"colour: found 1 question, expected 1,000 \(-999\)"):
        importer.import_questions(file)
    assert importer.import_questions(file, partial=True).counts == {"colour": 1}
    with pytest.raises(BenchmarkError, match="has no table of videos: leave --videos out"):
        importer.import_questions(file, videos=tmp_path / "videos.csv")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Bad-Name", "take 'bad_name'"),
        ("class", "take 'class_bench'"),
        ("2d_maps", "take 'bench_2d_maps'"),
        ("_hidden", "take 'hidden'"),
        ("two__bars", "take 'two_bars'"),
        ("ümlaut", "take 'mlaut'"),
        ("", "take 'my_bench'"),
        ("../escape", "take 'escape'"),
        ("w" * (LONGEST + 1), f"at most {LONGEST} characters"),
        ("there_already", "is taken"),
    ],
)
def test_any_other_name_is_refused_with_the_way_out_and_nothing_is_written(
    name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine" / "there_already").mkdir(parents=True)
    assert main(["new", name, "--root", str(tmp_path / "mine")]) == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "there_already"]


@pytest.mark.parametrize("name", ["vsi_super_wild", "scaffold", "importing"])
def test_in_the_house_a_benchmark_a_folder_and_a_module_have_their_names_already(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", name]) == 2
    assert f"the name {name!r} is taken by" in capsys.readouterr().err


def test_the_command_says_what_it_wrote_and_what_comes_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "told_about", "--root", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    steps = ("Told About: wrote", "importer.py", "grep -rn REPLACE", "mv ", "tests/test_every_benchmark.py", "scorer")
    assert [step for step in steps if step not in told] == []


def test_the_first_step_proves_the_sample_where_the_commands_find_it() -> None:
    proof = ".venv/bin/python -m pytest -q tests/test_every_benchmark.py -k street_signs"
    inside = next_steps("street_signs", Path("benchmarks/street_signs"), 8)
    assert inside[0] == f"1. prove its sample:  {proof}"
    beside = next_steps("street_signs", Path("mine/street_signs"), 8)
    assert "mv mine/street_signs benchmarks/street_signs" in beside[0] and beside[1].endswith(proof)
    assert beside[2:] == inside[1:]


def test_what_is_copied_is_no_benchmark_of_the_house() -> None:
    assert not {"scaffold", SCAFFOLD.name} & set(benchmark_names())
    assert SCAFFOLD.is_relative_to(ROOT)


# control arms: the checks fail where something is wrong


def spoil_score(folder: Path) -> None:
    file = folder / "sample" / "expected_scores.json"
    file.write_text(file.read_text(encoding="utf-8").replace('all": 0.875', 'all": 0.75'), encoding="utf-8")


def spoil_answer(folder: Path) -> None:
    file = folder / "sample" / "predictions" / "always_a.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace('"A"', '"E"', 1), encoding="utf-8")


def spoil_picture(folder: Path) -> None:
    (folder / "sample" / "images" / "3.png").unlink()


def spoil_key(folder: Path) -> None:
    file = folder / "sample" / "key.jsonl"
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8")


def spoil_expected_issue(folder: Path) -> None:
    file = folder / "sample" / "bad" / "expected.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"row": 3', '"row": 4'), encoding="utf-8")


def spoil_statement(folder: Path) -> None:
    file = folder / "sample" / "expected_scores.json"
    stated: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**stated, "blank": {}}), encoding="utf-8")


SPOILT = (spoil_score, spoil_answer, spoil_picture, spoil_key, spoil_expected_issue, spoil_statement)


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda spoil: spoil.__name__)
def test_a_folder_with_one_thing_wrong_fails_the_checks(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    name = f"wrong_{SPOILT.index(spoil)}"
    folder = new(name, tmp_path).folder
    check_sample(name, tmp_path)
    spoil(folder)
    with pytest.raises(AssertionError):
        check_sample(name, tmp_path)


@pytest.mark.parametrize("spoil", [spoil_answer, spoil_picture, spoil_key, spoil_expected_issue])
def test_a_sample_that_its_make_would_not_draw_fails(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    name = f"undrawn_{spoil.__name__.removeprefix('spoil_')}"
    folder = new(name, tmp_path).folder
    check_drawn(name, tmp_path)
    spoil(folder)
    with pytest.raises(AssertionError, match=r"make\.py draws other"):
        check_drawn(name, tmp_path)
