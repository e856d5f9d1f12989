"""The check of one prediction file: from a path to a report that names every fault, and to the checked answers."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from board.types import MODES, Benchmark, Issue, Mode, Question, Report, Track
from validator.answer_check import Read
from validator.closing import close_sheet
from validator.formats import read_predictions
from validator.issues import Issues
from validator.questions import Questions, load_questions
from validator.sheet import CarriesOrder, Sheet

# Codes that cost the answer of the row or question they are about.
_ROW_COSTS = ("E_LABEL", "E_COUNT", "E_TYPE", "E_TOO_LONG", "E_FIELDS", "E_DUPLICATE")
_COSTING = frozenset((*_ROW_COSTS, "E_MISSING", "W_UNPARSED"))


class Checked(NamedTuple):
    """A report together with the answer sheet it was made from (the sheet is usable only where the report is ok)."""

    report: Report
    sheet: Sheet


def validate(
    path: Path, benchmark: Benchmark | str, *, questions: Path | str | Iterable[Question], mode: Mode = "strict"
) -> Report:
    """Check a prediction file against the questions of a benchmark; faults are in the report, never raised.

    Args:
        path: the prediction file, in any accepted shape.
        benchmark: a Benchmark or its name.
        questions: a data folder, a ``questions.jsonl``, or Question values.
        mode: how answers are read (``strict``, ``rules`` or ``official``).

    Raises:
        BenchmarkError: the questions cannot be read.
        FileNotFoundError: there is no such prediction file.
    """
    from benchmarks import load_benchmark

    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}, expected one of {', '.join(MODES)}")
    if isinstance(benchmark, str):
        benchmark = load_benchmark(benchmark)
    source = Path(questions) if isinstance(questions, str) else questions
    return check_file(Path(path), benchmark, source, mode=mode).report


def check_file(
    path: Path,
    benchmark: Benchmark,
    source: Path | Iterable[Question],
    *,
    mode: Mode = "strict",
    track: Track | None = None,
    data_version: str = "",
    before: Sequence[Issue] = (),
    keep_all: bool = False,
    keep_text: bool = False,
) -> Checked:
    """Check a file and keep what was read.

    ``track`` None means: Shuffle24 where any row carries ``order``. ``before`` are issues found elsewhere (in
    ``submission.json``) that belong into the same report.
    """
    source = source if isinstance(source, Path) else list(source)
    data = source if isinstance(source, Path) else None
    questions = load_questions(source, texts=mode == "rules")
    version = data_version or (_version(data) if data else "unversioned")
    can_be_shuffled = track is None and "shuffle24" in benchmark.tracks
    read = _reader(mode, benchmark, questions)

    def filled(attempt: Track) -> Sheet:
        issues = Issues(keep_all)
        for issue in before:
            issues.add(issue.code, issue.message, fix=issue.fix)
        sheet = Sheet(
            questions,
            issues,
            mode=mode,
            track=attempt,
            order_is_fault=not can_be_shuffled,
            read=read,
            keep_text=keep_text,
            keep_all=keep_all,
        )
        for batch in read_predictions(path, issues):
            sheet.take_batch(batch)
        return sheet

    try:
        sheet = filled(track or ("shuffle24" if can_be_shuffled and _starts_shuffled(path) else "standard"))
    except CarriesOrder:  # only a later row carries it
        sheet = filled("shuffle24")
    close_sheet(sheet, benchmark, data, version, keep_all)
    return Checked(_report(sheet, benchmark, version, _largest_weight(sheet, benchmark, source)), sheet)


def _starts_shuffled(path: Path) -> bool:
    """True where the first row carries ``order``: such a file need not be read twice."""
    first = next(read_predictions(path, Issues()), None)
    return first is not None and any(row.order is not None for row in first.rows[:1])


def _report(sheet: Sheet, benchmark: Benchmark, version: str, weight: float) -> Report:
    issues = sheet.issues
    per_row = 100 * weight
    at_stake = {code: min(100.0, n * per_row) for code, n in issues.counts.items() if code in _COSTING}
    return Report(
        ok=not issues.refused,
        benchmark=benchmark.name,
        data_version=version,
        mode=sheet.mode,
        track=sheet.track,
        rows=sheet.rows,
        coverage=(sheet.n_slots - sheet.n_missing) / sheet.n_slots if sheet.n_slots else 0.0,
        counts=dict(sorted(issues.counts.items())),
        truncated=issues.truncated,
        issues=issues.in_order(),
        at_stake=at_stake,
    )


def _largest_weight(sheet: Sheet, benchmark: Benchmark, source: Path | Iterable[Question]) -> float:
    """The most that one row can weigh in the headline: equal weights, unless the headline nests its mean."""
    if not sheet.n_slots:
        return 0.0
    levels = next((metric.levels for metric in benchmark.metrics if metric.name == benchmark.headline), ())
    if not levels or not _COSTING & set(sheet.issues.counts):
        return 1 / sheet.n_slots
    from benchmarks.files import read_questions
    from board.metrics.nested import nest, nested_weights

    questions = read_questions(source) if isinstance(source, Path) else list(source)
    return max(nested_weights(nest([[level(question) for level in levels] for question in questions])))


def _version(data: Path) -> str:
    from benchmarks.folder import open_data

    return open_data(data if data.is_dir() else data.parent).data_version


def _reader(mode: Mode, benchmark: Benchmark, questions: Questions) -> Read | None:
    """How an answer is read in the modes that read free text; nothing of it is loaded in strict mode."""
    if mode == "strict":
        return None
    if mode == "official":
        from validator.answers.official import official_reader

        return official_reader(benchmark, questions)
    from validator.answers.rules import rules_reader

    return rules_reader(questions)
