"""The published tables of MT-Video-Bench: both versions, as published, and how their overall comes about."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mt_video_bench import BENCHMARK, GROUPS

FOLDER = Path(__file__).parents[2] / "benchmarks/mt_video_bench"
SHORT = {
    "OR": "object_reference",
    "MR": "memory_recall",
    "CS": "summary",
    "AR": "answer_refusal",
    "TS": "topic_shifting",
    "PI": "proactive_interaction",
}

Row = dict[str, Any]


def published() -> Row:
    table: Row = json.loads((FOLDER / "published.json").read_text(encoding="utf-8"))
    return table


def rows() -> list[Row]:
    found: list[Row] = published()["rows"]
    return found


def test_the_overall_is_the_mean_of_the_six_abilities_in_45_of_45_rows() -> None:
    assert len(rows()) == 45
    for row in rows():
        assert set(row["abilities"]) == set(GROUPS)
        assert sum(row["abilities"].values()) / 6 == pytest.approx(row["overall"], abs=0.0101), row["model"]
    # The control: weighted by the dialogues of the second version, most rows would be elsewhere.
    n = dict(zip(SHORT.values(), (158, 199, 174, 160, 172, 137), strict=True))
    weighted = [sum(row["abilities"][task] * n[task] for task in n) / sum(n.values()) for row in rows()]
    far = [abs(mean - row["overall"]) > 0.0101 for mean, row in zip(weighted, rows(), strict=True)]
    assert sum(far) >= 43


def test_the_two_versions_stand_apart_and_are_marked_as_published_and_unverified() -> None:
    table = published()
    assert (table["note"], table["unit"]) == ("as published", "percent")
    assert Counter(row["data_version"] for row in rows()) == {"paper-v1": 21, "repo-v2": 24}
    assert {row["data_version"] for row in rows()} <= {version.name for version in BENCHMARK.data_versions}
    assert not any(row["verified"] for row in rows())
    keys = [(row["data_version"], row["model"]) for row in rows()]
    assert len(set(keys)) == len(keys)


def test_the_groups_of_the_paper_have_the_sizes_of_its_table() -> None:
    paper = Counter(row["group"] for row in rows() if row["data_version"] == "paper-v1")
    assert paper == {"closed": 3, "open > 8B": 4, "open 4-8B": 11, "open <= 4B": 3}
    repository = Counter(row["group"] for row in rows() if row["data_version"] == "repo-v2")
    assert repository == {"closed": 3, "open > 8B": 4, "open 4-8B": 13, "open <= 4B": 4}


def test_the_text_of_the_paper_agrees_with_its_table() -> None:
    paper = [row for row in rows() if row["data_version"] == "paper-v1"]
    told = published()["statements"][0]["values"]
    for ability, mean in told.items():
        assert sum(row["abilities"][ability] for row in paper) / len(paper) == pytest.approx(mean, abs=0.0051)
    best = max(paper, key=lambda row: float(row["abilities"]["object_reference"]))
    assert (best["model"], best["abilities"]["object_reference"]) == ("Doubao-Seed-1.6-vision", 66.19)
    card = (FOLDER / "card.md").read_text(encoding="utf-8")
    lowest = {
        version: min(row["overall"] for row in rows() if row["data_version"] == version)
        for version in ("paper-v1", "repo-v2")
    }
    assert f"lowest overall is {lowest['paper-v1']} (paper) and {lowest['repo-v2']} (repository)" in card


def test_the_published_numbers_are_those_of_the_paper_and_the_repository(shared: Path) -> None:
    table = json.loads((shared / "realdata/mt_video_bench_cases/published_results.json").read_text(encoding="utf-8"))
    version = {"arXiv": "paper-v1", "repo": "repo-v2"}
    expected = {
        (version[row["version"].split()[0]], row["model"]): (row["overall"], {SHORT[name]: row[name] for name in SHORT})
        for row in table
    }
    assert {(row["data_version"], row["model"]): (row["overall"], row["abilities"]) for row in rows()} == expected
