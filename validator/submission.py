"""A prediction file together with its card: one report for both, in the mode and track that were declared."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from benchmarks.folder import DataFolder, find_data, open_data
from board.types import MODES, TRACKS, Benchmark, Issue, Mode, Report, Track
from validator.sheet import Sheet
from validator.validate import check_file


class CheckedSubmission(NamedTuple):
    """A report, the answer sheet behind it, the card as given, and the data folder it was checked against."""

    report: Report
    sheet: Sheet
    card: Mapping[str, Any]
    data: DataFolder


def check_submission(
    path: Path,
    benchmark: Benchmark,
    *,
    data: Path | None = None,
    mode: Mode | None = None,
    card: Path | None = None,
    keep_all: bool = False,
    keep_text: bool = False,
) -> CheckedSubmission:
    """Check ``path`` in the declared mode; the ``mode`` argument overrides the card, with a warning.

    Raises:
        SubmissionError: there is no such card.
        BenchmarkError: the data folder cannot be used.
    """
    folder = open_data(find_data(benchmark.name, data, benchmark.root), benchmark.name)
    told: dict[str, Any] = {}
    issues: list[Issue] = []
    if card is not None:
        from validator.card import check_card, read_card

        told, issues = read_card(card)
        issues = issues or check_card(told, folder.data_version)
    declared = told.get("mode", "strict")
    if "mode" in told and mode is not None and mode != declared:
        found = f"submission.json declares {declared}, --mode reads it as {mode}"
        issues.append(Issue("W_MODE", "warning", found))
    track = told.get("track")
    version = folder.data_version
    if version == "unversioned" and isinstance(told.get("data_version"), str):
        version = told["data_version"]
    checked = check_file(
        path,
        benchmark,
        folder.path,
        mode=mode or (declared if declared in MODES else "strict"),
        track=cast(Track, track) if track in TRACKS else None,
        data_version=version,
        before=issues,
        keep_all=keep_all,
        keep_text=keep_text,
    )
    return CheckedSubmission(checked.report, checked.sheet, told, folder)
