"""Every benchmark folder proves its own sample: files accepted, scores as stated, faults found, all of it drawn."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import benchmark_names
from benchmarks.folder import sample_folder
from tests.sample_checks import (
    bad_files,
    check_bad_file,
    check_bad_kinds,
    check_drawn,
    check_folder,
    check_sample_file,
    predictions,
)
from validator.codes import CODES

# Faults that no small file of a sample can show; each has a test of its own.
ELSEWHERE = {"E_TOO_LARGE", "E_WRONG_SPLIT", "E_WRONG_BENCHMARK", "E_VERDICT"}
SAMPLES = [(name, file) for name in benchmark_names() for file in predictions(name)]
BAD = [(name, entry) for name in benchmark_names() for entry in bad_files(name)]
# Drawing and encoding videos takes a while.
DRAWN = [
    pytest.param(name, marks=[pytest.mark.slow] if any(sample_folder(name).rglob("*.mp4")) else [])
    for name in benchmark_names()
]


@pytest.mark.parametrize("name", benchmark_names())
def test_the_folder_has_a_card_published_rows_and_a_whole_sample(name: str) -> None:
    check_folder(name)


@pytest.mark.parametrize(("name", "file"), SAMPLES, ids=lambda value: getattr(value, "stem", value))
def test_every_sample_file_is_accepted_and_scores_as_stated(name: str, file: Path) -> None:
    check_sample_file(name, file)


@pytest.mark.parametrize(("name", "entry"), BAD, ids=lambda value: value["file"] if isinstance(value, dict) else value)
def test_every_bad_file_shows_exactly_the_issues_stated(name: str, entry: dict[str, Any]) -> None:
    check_bad_file(name, entry)


@pytest.mark.parametrize("name", benchmark_names())
def test_a_sample_shows_bad_files_that_are_refused_and_some_that_are_not(name: str) -> None:
    check_bad_kinds(name)


@pytest.mark.parametrize("name", DRAWN)
def test_make_draws_the_committed_sample_byte_for_byte(name: str) -> None:
    check_drawn(name)


def test_the_bad_files_of_all_samples_together_cover_every_kind_of_fault() -> None:
    shown = {code for name in benchmark_names() for entry in bad_files(name) for code in entry["counts"]}
    assert set(CODES) - shown <= ELSEWHERE
