"""Published rows as pages read them: shares by metric and facet, whatever layout the paper's table has."""

import json
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from benchmarks.published import PublishedValue, published_rows
from board.errors import BenchmarkError
from board.types import Benchmark


def by_model(name: str) -> dict[str, dict[tuple[str, str, str], PublishedValue]]:
    return {f"{row.model}@{row.data_version}": dict(row.values) for row in published_rows(load_benchmark(name))}


def test_tasks_with_errors_and_counts() -> None:
    rows = by_model("vsi_super_wild")
    assert len(rows) == 14
    row = rows["Cambrian-S-7B@released-6980"]
    counting = row["mra", "task", "VOC"]
    assert counting.estimate == pytest.approx(0.3381) and counting.n == 1113
    assert row["score", "all", "all"].estimate == pytest.approx(0.3422)
    assert row["score", "all", "all"].stderr == pytest.approx(0.0054)


def test_abilities_of_two_data_versions_never_mix() -> None:
    rows = by_model("mt_video_bench")
    assert len(rows) == 45
    assert rows["Qwen2.5-VL-7B@paper-v1"]["checklist_accuracy", "all", "all"].estimate == pytest.approx(0.5312)
    assert rows["Qwen2.5-VL-7B@repo-v2"]["checklist_accuracy", "all", "all"].estimate == pytest.approx(0.5492)
    assert ("checklist_accuracy", "task", "summary") in rows["Qwen2.5-VL-7B@paper-v1"]


def test_groups_alone_and_no_overall() -> None:
    row = by_model("vdiff_bench")["Grok 4.3@paper-1756"]
    assert row["accuracy", "group", "low_level"].estimate == pytest.approx(0.407)
    assert ("accuracy", "all", "all") not in row


def test_remarks_stand_at_their_row() -> None:
    rows = {row.model: row for row in published_rows(load_benchmark("vsi_super_wild"))}
    assert any(remark.startswith("VOO: 37.62 is above both") for remark in rows["GPT-5.4"].remarks)
    assert rows["Cambrian-S-7B"].remarks == ()


def folder(root: Path, text: str) -> Benchmark:
    (root / "vsi_super_wild").mkdir()
    (root / "vsi_super_wild" / "published.json").write_text(text, encoding="utf-8")
    return load_benchmark("vsi_super_wild")._replace(root=root)


def test_no_file_means_no_rows_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    assert published_rows(load_benchmark("vsi_super_wild")._replace(root=tmp_path)) == []
    with pytest.raises(BenchmarkError, match=r"published\.json is not a table of published rows"):
        published_rows(folder(tmp_path, json.dumps({"rows": [{"model": "x", "tasks": {"XYZ": 1}}]})))
