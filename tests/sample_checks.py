"""What the folder of a benchmark has to prove about its sample; for the house's folders, and for any other.

Each check takes a name and the folder it lies in, and fails with an AssertionError that says what is wrong.
"""

import importlib
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import ROOT, load_benchmark, load_module
from benchmarks.files import read_key, read_questions
from benchmarks.folder import is_whole, open_data, sample_folder
from board.results import result_json
from scorer.score import Scored, score_file
from validator.submission import check_submission


def predictions(name: str, root: Path = ROOT) -> list[Path]:
    """The prediction files of the sample."""
    return sorted((sample_folder(name, root) / "predictions").glob("*.jsonl"))


def bad_files(name: str, root: Path = ROOT) -> list[dict[str, Any]]:
    """What the check must find in each bad file of the sample (``bad/expected.json``)."""
    file = sample_folder(name, root) / "bad" / "expected.json"
    if not file.exists():
        return []  # check_bad_kinds says so
    loaded: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def scored(name: str, file: Path, root: Path = ROOT) -> Scored:
    """A sample file scored, with its card and, where its answers are judged, the recorded verdicts."""
    verdicts = sample_folder(name, root) / "verdicts" / file.name
    return score_file(
        file,
        load_benchmark(name, root),
        data=sample_folder(name, root),
        card=file.with_suffix(".submission.json"),
        verdicts=verdicts if verdicts.exists() else None,
    )


def check_folder(name: str, root: Path = ROOT) -> None:
    """There is a card, a table of published rows, and a sample that is whole: every answer, every picture."""
    benchmark, sample = load_benchmark(name, root), sample_folder(name, root)
    assert benchmark.name == name, f"BENCHMARK says its name is {benchmark.name!r}, but the folder is {name!r}"
    card = (sample.parent / "card.md").read_text(encoding="utf-8")
    assert card.startswith("# "), "card.md must start with a title"
    published = json.loads((sample.parent / "published.json").read_text(encoding="utf-8"))
    assert published["note"].startswith("as published"), "the note of published.json must say: as published"
    questions = read_questions(sample)
    ids = {question.id for question in questions}
    assert set(read_key(sample / "key.jsonl")) == ids, "questions.jsonl and key.jsonl hold different ids"
    counts = {task.name: sum(question.task == task.name for question in questions) for task in benchmark.tasks}
    assert is_whole(benchmark, open_data(sample), counts), f"no data version has just these questions: {counts}"
    missing = [media.path for question in questions for media in question.media if not (sample / media.path).exists()]
    assert not missing, f"the sample lacks {missing}"


def check_sample_file(name: str, file: Path, root: Path = ROOT) -> None:
    """A prediction file is accepted, scores what is stated of it, and gives the same bytes twice."""
    found = scored(name, file, root)
    assert found.report.ok, found.report.issues
    assert found.result is not None
    stated = json.loads((sample_folder(name, root) / "expected_scores.json").read_text(encoding="utf-8"))[file.stem]
    numbers = {
        f"{row.metric}/{row.facet}={row.value_of_facet}": row.estimate
        for row in found.result.estimates
        if row.mode == found.result.mode
    }
    assert stated, f"expected_scores.json states nothing about {file.stem}"
    assert {number: numbers.get(number) for number in stated} == pytest.approx(stated, abs=1e-12), file.name
    again = scored(name, file, root)
    assert again.result is not None
    assert result_json(again.result) == result_json(found.result), f"{file.name} scored twice differs"


def check_bad_file(name: str, entry: dict[str, Any], root: Path = ROOT) -> None:
    """A bad file shows exactly the issues stated, the first of them at the row stated."""
    sample = sample_folder(name, root)
    card = sample / "bad" / entry["submission"] if entry["submission"] else None
    file = sample / "bad" / entry["file"]
    report = check_submission(file, load_benchmark(name, root), data=sample, mode=entry["mode"], card=card).report
    counts = {code: n for code, n in report.counts.items() if code != "W_MODE" or "W_MODE" in entry["counts"]}
    assert (counts, report.ok) == (entry["counts"], not entry["refused"]), report.issues
    first = next(issue for issue in report.issues if issue.code == next(iter(entry["counts"])))
    assert (first.row or 0) == entry["row"], f"{entry['file']}: {first}"
    assert first.message and first.fix, f"{entry['file']}: {first}"


def check_bad_kinds(name: str, root: Path = ROOT) -> None:
    """The sample shows bad files that are refused, and some that only warn."""
    assert {entry["refused"] for entry in bad_files(name, root)} == {True, False}, (
        "bad/expected.json must show files that are refused and files that are not"
    )


def check_drawn(name: str, root: Path = ROOT) -> None:
    """``sample/make.py`` draws the sample anew, every file of it, byte for byte; stated scores are not drawn."""
    package = load_module(name, root=root).__name__
    with tempfile.TemporaryDirectory() as folder:
        importlib.import_module(f"{package}.sample.make").make(Path(folder))
        drawn = files(Path(folder))
    kept = files(sample_folder(name, root))
    kept.pop("expected_scores.json", None)  # counted independently of the scorer
    assert sorted(drawn) == sorted(kept), f"sample/make.py draws other files: {sorted(drawn.keys() ^ kept.keys())}"
    differing = [path for path, data in drawn.items() if data != kept[path]]
    assert not differing, f"sample/make.py draws other bytes in {differing}"


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder that is no code, by its path."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in (".py", ".pyc"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def check_sample(name: str, root: Path = ROOT) -> list[str]:
    """Every check of one folder; returns the names of the files that passed."""
    check_folder(name, root)
    assert predictions(name, root), "the sample has no prediction files"
    for file in predictions(name, root):
        check_sample_file(name, file, root)
    check_bad_kinds(name, root)
    for entry in bad_files(name, root):
        check_bad_file(name, entry, root)
    return [*(file.name for file in predictions(name, root)), *(entry["file"] for entry in bad_files(name, root))]
