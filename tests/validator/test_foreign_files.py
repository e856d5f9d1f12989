"""Files for something else: another data version, another benchmark, a card that names another release."""

import json
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from validator.submission import check_submission
from validator.validate import check_file

OTHER = '''"""Another benchmark."""
from board.types import Benchmark, DataVersion, Facet, Metric, Task
BENCHMARK = Benchmark(
    name="other_bench", title="Other Bench", gold="public", tasks=(Task("T", "a task", "choice", chance=0.5),),
    metrics=(Metric("accuracy", "accuracy", ("choice",)),), facets=(), headline="accuracy",
    data_versions=(DataVersion("v1", {"T": 2}),), id_pattern=r"other-[0-9]+",
)
'''


def questions(folder: Path, ids: list[str], version: str) -> Path:
    folder.mkdir(parents=True)
    rows = [{"id": id, "task": "VMR", "kind": "choice", "options": dict.fromkeys("ABCD", "")} for id in ids]
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "data.json").write_text(json.dumps({"data_version": version}))
    return folder


def predictions(file: Path, ids: list[str]) -> Path:
    file.write_text("".join(json.dumps({"id": id, "prediction": "A"}) + "\n" for id in ids))
    return file


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder of benchmarks with a second one in it."""
    root = tmp_path / "benchmarks"
    for name, text in (("other_bench", OTHER), ("vsi_super_wild", '"""Stands in for the real one."""\n')):
        (root / name).mkdir(parents=True)
        (root / name / "__init__.py").write_text(text)
    return root


def test_ids_of_another_benchmark_give_one_fault_that_names_it(root: Path, tmp_path: Path) -> None:
    data = questions(tmp_path / "here", ["q1", "q2"], "v1")
    file = predictions(tmp_path / "p.jsonl", ["other-1", "other-2"])
    report = check_file(file, load_benchmark("vsi_super_wild")._replace(root=root), data).report
    (issue,) = report.issues
    assert (issue.code, "Other Bench" in issue.message, "check other_bench" in issue.fix) == (
        "E_WRONG_BENCHMARK",
        True,
        True,
    )


def test_ids_of_another_data_version_give_one_fault_that_names_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = questions(tmp_path / "data" / "vsi_super_wild", ["q1", "q2"], "v1")
    questions(tmp_path / "data" / "vsi_super_wild@v2", ["r1", "r2"], "v2")
    file = predictions(tmp_path / "p.jsonl", ["r1", "r2"])
    report = check_file(file, load_benchmark("vsi_super_wild"), data).report
    (issue,) = report.issues
    assert issue.code == "E_WRONG_SPLIT"
    assert issue.message == "0 of 2 ids are known in v1; 2 of them belong to v2"
    assert issue.fix.endswith("--data data/vsi_super_wild@v2")


def test_ids_that_belong_nowhere_are_unknown_one_by_one(root: Path, tmp_path: Path) -> None:
    data = questions(tmp_path / "here", ["q1", "q2"], "v1")
    report = check_file(predictions(tmp_path / "p.jsonl", ["zz1", "zz2"]), load_benchmark("vsi_super_wild"), data)
    assert report.report.counts == {"E_MISSING": 2, "E_UNKNOWN": 2}


def test_a_card_that_names_another_data_version_is_a_fault(tmp_path: Path) -> None:
    data = questions(tmp_path / "here", ["q1", "q2"], "v2")
    card = tmp_path / "submission.json"
    told = {"display_name": "M", "organisation": "O", "open_weights": True, "protocol": "paper", "data_version": "v1"}
    card.write_text(json.dumps(told))
    file = predictions(tmp_path / "p.jsonl", ["q1", "q2"])
    report = check_submission(file, load_benchmark("vsi_super_wild"), data=data, card=card).report
    assert report.counts == {"E_DATA_VERSION": 1}
    card.write_text(json.dumps({**told, "data_version": "v2"}))
    assert check_submission(file, load_benchmark("vsi_super_wild"), data=data, card=card).report.ok


def test_order_is_a_fault_where_the_benchmark_has_no_shuffled_track(root: Path, tmp_path: Path) -> None:
    data = questions(tmp_path / "here", ["q1"], "v1")
    file = tmp_path / "p.jsonl"
    file.write_text(json.dumps({"id": "q1", "order": "ABCD", "prediction": "A"}) + "\n")
    report = check_file(file, load_benchmark("other_bench", root), data).report
    assert (report.track, report.counts) == ("standard", {"E_ORDER": 1})
