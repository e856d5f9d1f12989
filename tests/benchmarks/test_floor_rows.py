"""Floors as rows of a board are the floors of the audit, cut as the board is cut."""

import pytest

from benchmarks import load_benchmark
from benchmarks.audit_key import audit_key
from benchmarks.files import read_key, read_questions
from benchmarks.floor_rows import FloorRow, floor_rows
from benchmarks.folder import find_key, sample_folder
from board.types import Benchmark, KeyEntry, Question


def of(name: str) -> tuple[Benchmark, list[Question], dict[str, KeyEntry], dict[str, FloorRow]]:
    benchmark, folder = load_benchmark(name), sample_folder(name)
    questions, key = read_questions(folder), read_key(find_key(name, folder))
    return benchmark, questions, key, {row.name: row for row in floor_rows(benchmark, questions, key)}


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("vdiff_bench", {"letters at random": "random", "always A": "always A", "always no-difference": None}),
        ("vsi_super_wild", {"letters at random, always 5": "random, count always 5"}),
        ("mt_video_bench", {"judge always says No": "judge says No"}),
    ],
)
def test_the_headline_of_each_is_that_of_the_audit(name: str, pairs: dict[str, str | None]) -> None:
    benchmark, questions, key, rows = of(name)
    audit = {(floor.name, floor.metric): floor.estimate for floor in audit_key(benchmark, questions, key).floors}
    for ours, theirs in pairs.items():
        expected = audit[theirs or ours, benchmark.headline]
        assert rows[ours].values[benchmark.headline, "all", "all"] == pytest.approx(expected, abs=1e-15)


def test_a_part_of_the_board_has_the_floor_of_its_own_questions() -> None:
    _, questions, key, rows = of("vdiff_bench")
    part = [question for question in questions if question.task == "texture"]
    right = sum(key[question.id].answer == "A" for question in part)
    assert rows["always A"].values["accuracy", "task", "texture"] == right / len(part)
    assert rows["letters at random"].values["missed_change", "all", "all"] == 0.25
    assert rows["always no-difference"].values["missed_change", "task", "texture"] == 1.0
    assert rows["all blank"].values["accuracy", "group", "semantic"] == 0.0
    assert ("missed_change", "all", "all") not in rows["all blank"].values


def test_guessing_has_no_rate_among_wrong_answers() -> None:
    *_, rows = of("vdiff_bench")
    assert not [place for place in rows["letters at random"].values if place[0].endswith("_of_wrong")]
    assert [place for place in rows["always A"].values if place[0].endswith("_of_wrong")], "the control"


def test_no_questions_have_no_floors() -> None:
    assert floor_rows(load_benchmark("vsi_super_wild"), [], {}) == []
