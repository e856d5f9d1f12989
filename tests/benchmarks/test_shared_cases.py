"""The worked cases that concern importing and whole files."""

import json
from pathlib import Path
from typing import Any

from benchmarks import load_benchmark
from benchmarks.folder import sample_folder
from benchmarks.videos_table import bin_of
from validator.submission import check_submission

VSI = load_benchmark("vsi_super_wild")


def test_an_incomplete_shuffle24_file_is_refused(cases: dict[str, Any], tmp_path: Path) -> None:
    missing = cases["AG-023"]["input"]["questions"] * 24 - sum(cases["AG-023"]["input"]["perms_sent"].values())
    sample = sample_folder("vsi_super_wild")
    rows = (sample / "predictions" / "shuffle24_position_biased.jsonl").read_text("utf-8").splitlines(keepends=True)
    file = tmp_path / "shuffled.jsonl"
    file.write_text("".join(rows[:-missing]), encoding="utf-8")
    report = check_submission(file, VSI, data=sample).report
    assert report.ok is cases["AG-023"]["expected"]["accept"] and report.counts["E_MISSING"] == missing == 4
    file.write_text("".join(rows), encoding="utf-8")
    assert check_submission(file, VSI, data=sample).report.ok, "the control"


def test_a_length_on_an_edge_goes_into_the_bin_that_starts_there(cases: dict[str, Any]) -> None:
    bins = next(facet for facet in VSI.facets if facet.name == "duration_bin").values
    edges = tuple(int(name.split("-")[0].rstrip("+")) for name in bins)
    found = [bin_of(minutes, edges, bins) for minutes in cases["AG-027"]["input"]["durations_min"]]
    assert json.dumps(found) == json.dumps(["0-10", "0-10", "10-30", "60-120", "120+", "120+"])
    assert cases["AG-027"]["expected"]["ten_minutes_goes_to"] == "the bin that starts at 10"
