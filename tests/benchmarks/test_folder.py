"""Which questions are a whole release, and whose data folder is it?"""

import json
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from benchmarks.folder import DataFolder, is_whole, sample_folder
from board.errors import BenchmarkError
from validator.submission import check_submission

VDIFF = load_benchmark("vdiff_bench")
WHOLE = {task.name: 105 + (task.name == "motion") for task in VDIFF.tasks}
LESS, LACKING = {**WHOLE, "motion": 105}, {name: n for name, n in WHOLE.items() if name != "motion"}


@pytest.mark.parametrize(
    ("version", "written", "present", "partial", "whole"),
    [
        ("released-1051", WHOLE, WHOLE, False, True),
        ("released-1051", WHOLE, WHOLE, True, False),  # said to be a part
        ("released-1051", WHOLE, LESS, False, False),  # a question was taken out after the import
        ("released-1051", LESS, LESS, False, False),  # not as many as the release has
        ("released-1051", LACKING, LACKING, False, False),  # a task is absent
        ("paper-1756", WHOLE, WHOLE, False, False),
        ("mine", WHOLE, WHOLE, False, False),
        ("released-1051", {}, WHOLE, False, False),  # no data.json: nobody has counted
    ],
)
def test_a_release_that_tells_only_its_total_is_whole_as_the_importer_wrote_it(
    version: str, written: dict[str, int], present: dict[str, int], partial: bool, whole: bool
) -> None:
    folder = DataFolder(Path(), version, partial, counts=written)
    assert is_whole(VDIFF, folder, present) is whole


@pytest.mark.parametrize(
    ("totals", "whole"),
    [({"dialogues": 987, "rounds": 5805}, True), ({"dialogues": 986, "rounds": 5805}, False), ({}, False)],
)
def test_a_release_that_tells_its_dialogues_and_rounds_is_whole_if_the_importer_counted_as_many(
    totals: dict[str, int], whole: bool
) -> None:
    mt = load_benchmark("mt_video_bench")
    counts = {task.name: 50 for task in mt.tasks}
    assert is_whole(mt, DataFolder(Path(), "paper-v1", counts=counts, totals=totals), counts) is whole
    two = {name: counts[name] for name in ("summary", "answer_refusal")}
    assert not is_whole(mt, DataFolder(Path(), "paper-v1", counts=two, totals=totals), two)


def test_a_release_that_tells_its_tasks_is_whole_without_a_data_json_too() -> None:
    counts = {"VMR": 1215, "VPO": 1302, "VOO": 3350, "VOC": 1113}
    vsi = load_benchmark("vsi_super_wild")
    assert is_whole(vsi, DataFolder(Path()), counts, "released-6980")
    assert not is_whole(vsi, DataFolder(Path()), {**counts, "VOC": 1112}, "released-6980")


def test_a_folder_of_another_benchmark_is_refused_by_name(tmp_path: Path) -> None:
    sample = sample_folder("vsi_super_wild")
    file = sample / "predictions" / "blank.jsonl"
    (tmp_path / "questions.jsonl").write_bytes((sample / "questions.jsonl").read_bytes())
    for told, fine in (("vsi_super_wild", True), ("mt_video_bench", False)):
        (tmp_path / "data.json").write_text(json.dumps({"benchmark": told, "data_version": "sample"}))
        if fine:
            assert check_submission(file, load_benchmark("vsi_super_wild"), data=tmp_path).report.ok
        else:
            with pytest.raises(BenchmarkError, match="holds the questions of mt_video_bench, expected vsi_super_wild"):
                check_submission(file, load_benchmark("vsi_super_wild"), data=tmp_path)
