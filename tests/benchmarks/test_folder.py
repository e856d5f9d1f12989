"""Which questions are a whole release, and whose data folder is it?"""

import json
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from benchmarks.folder import DataFolder, is_whole, sample_folder
from board.errors import BenchmarkError
from validator.submission import check_submission

VDIFF = load_benchmark("vdiff_bench")
HALF, OTHER = {"position": 1000}, {"position": 1000, "motion": 51}


@pytest.mark.parametrize(
    ("version", "written", "present", "partial", "whole"),
    [
        ("released-1051", OTHER, OTHER, False, True),
        ("released-1051", OTHER, OTHER, True, False),  # said to be a part
        ("released-1051", OTHER, HALF, False, False),  # questions were taken out after the import
        ("released-1051", HALF, HALF, False, False),  # not as many as the release has
        ("paper-1756", OTHER, OTHER, False, False),
        ("mine", OTHER, OTHER, False, False),
        ("released-1051", {}, OTHER, False, False),  # no data.json: nobody has checked the totals
    ],
)
def test_a_release_that_tells_only_its_total_is_whole_as_the_importer_wrote_it(
    version: str, written: dict[str, int], present: dict[str, int], partial: bool, whole: bool
) -> None:
    folder = DataFolder(Path(), version, partial, counts=written)
    assert is_whole(VDIFF, folder, present) is whole


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
