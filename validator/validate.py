"""The check of one prediction file: from a path to a report that names every fault, and to the checked answers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from board.types import Benchmark, Issue, Mode, Question, Report, Track
from validator.answer_check import Read
from validator.formats import read_batches
from validator.issues import KEPT_PER_CODE, Issues
from validator.questions import Questions, load_questions
from validator.sheet import CarriesOrder, Sheet

# Codes that cost the answer of the row or question they are about.
_ROW_COSTS = ("E_LABEL", "E_COUNT", "E_TYPE", "E_TOO_LONG", "E_FIELDS", "E_DUPLICATE")
_COSTING = frozenset((*_ROW_COSTS, "E_MISSING", "W_MISSING", "W_UNPARSED"))


# Codes of rows that were there but could not be read at all; their questions are then missing too.
_ROW_FAULTS = (
    *("E_JSON", "E_JSON_NONFINITE", "E_DUP_KEY", "E_SHAPE", "E_DEPTH", "E_NUMBER_TOO_LONG", "E_ENCODING", "E_NUL"),
    *("E_ROW_WIDTH", "E_FIELDS", "E_ID_TYPE"),
)


class Checked(NamedTuple):
    """A report together with the answer sheet it was made from (the sheet is usable only where the report is ok)."""

    report: Report
    sheet: Sheet


def validate(
    path: Path, benchmark: Benchmark | str, *, questions: Path | Iterable[Question], mode: Mode = "strict"
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

    if isinstance(benchmark, str):
        benchmark = load_benchmark(benchmark)
    return check_file(Path(path), benchmark, questions, mode=mode).report


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
    root: Path | None = None,
) -> Checked:
    """Check a file and keep what was read.

    ``track`` None means: Shuffle24 where any row carries ``order``. ``before`` are issues found elsewhere (in
    ``submission.json``) that belong into the same report.
    """
    from benchmarks import ROOT

    data = source if isinstance(source, Path) else None
    questions = load_questions(source, texts=mode == "rules")
    version = data_version or (_version(data) if data else "unversioned")
    reader = _reader(mode, benchmark, questions)
    for attempt in [track] if track else ["standard", "shuffle24"]:
        issues = Issues(keep_all)
        for issue in before:
            issues.add(issue.code, issue.message, fix=issue.fix)
        sheet = Sheet(
            questions,
            issues,
            mode=mode,
            track=attempt,  # type: ignore[arg-type]
            declared=track is not None or "shuffle24" not in benchmark.tracks,
            read=reader,
            keep_text=keep_text,
            keep_all=keep_all,
        )
        try:
            for batch in read_batches(path, issues):
                sheet.take_batch(batch)
            break
        except CarriesOrder:
            continue
    _close(sheet, benchmark, data, version, root or ROOT, keep_all)
    return Checked(_report(sheet, benchmark, version), sheet)


def _close(sheet: Sheet, benchmark: Benchmark, data: Path | None, version: str, root: Path, keep_all: bool) -> None:
    """Faults that only the whole file shows: nothing in it, foreign ids, missing ids, a lopsided histogram."""
    issues = sheet.issues
    sheet.finish()
    n_read = sheet.n_slots - sheet.n_missing
    if not sheet.rows and not issues.stopped:
        issues.add("E_EMPTY", "no row was found")
    if sheet.n_unknown and not n_read:
        from validator.hints import foreign_fault

        ids = [id for id, *_ in sheet.unknown]
        foreign = foreign_fault(ids, benchmark, data, root, version)
        if foreign is not None:
            code, message, fix = foreign
            if code == "E_FULL_FILE":
                issues.counts.clear()
                issues.kept.clear()
            issues.add(code, message, fix=fix)
            return
    if "E_RATIO" in issues.counts or "E_TOO_LARGE" in issues.counts:
        return
    _add_unknown(sheet)
    if sheet.usable and not issues.stopped:
        _add_missing(sheet, keep_all)
        _warn_of_histogram(sheet)


def _add_unknown(sheet: Sheet) -> None:
    if not sheet.n_unknown:
        return
    from validator.hints import id_hint, nearest_id

    issues = sheet.issues
    nearest = nearest_id(sheet.questions.ids)
    for place, (id, row, line, column) in enumerate(sheet.unknown):
        if issues.wants("E_UNKNOWN"):
            hint = id_hint(id, sheet.questions.index, nearest if place < KEPT_PER_CODE else lambda _: None)
            issues.keep(
                "E_UNKNOWN",
                f"id {id!r} is not known",
                fix=hint,
                row=row,
                line=line,
                column=column or None,
                question_id=id,
            )
    issues.counts["E_UNKNOWN"] += sheet.n_unknown - len(sheet.unknown)
    issues.counts += Counter()


def _add_missing(sheet: Sheet, keep_all: bool) -> None:
    n_missing = sheet.n_missing
    if not n_missing:
        return
    code = "W_MISSING" if sheet.mode == "official" else "E_MISSING"
    issues = sheet.issues
    unread = sum(issues.counts[broken] for broken in _ROW_FAULTS)
    fix = f"add them, null abstains (rows that could not be read may be among them: {unread})" if unread else ""
    kept, slot = 0, -1
    while kept < n_missing and (keep_all or kept < KEPT_PER_CODE):
        slot = sheet.row_of.index(0, slot + 1)
        question, order = sheet.place_of(slot)
        id = sheet.questions.ids[question]
        rank = "" if order is None else f" in order {order} ({_rank(sheet, question, order)})"
        issues.add(code, f"question {id!r} has no row{rank}", fix=fix, question_id=id)
        kept += 1
    issues.counts[code] += n_missing - kept


def _rank(sheet: Sheet, question: int, order: str) -> str:
    ranks = sheet.orders[sheet.questions.labels[question]]
    return f"{ranks[order] + 1} of {len(ranks)}"


def _warn_of_histogram(sheet: Sheet) -> None:
    """Warn where one label is chosen far more often than its share of the options."""
    answers = sheet.answers if sheet.mode == "strict" else [sheet.reading(slot).answer for slot in range(sheet.n_slots)]
    chosen = Counter(answers)
    expected: dict[str, float] = {}
    for labels, n in Counter(sheet.questions.labels).items():
        for label in labels:
            expected[label] = expected.get(label, 0.0) + n / len(labels)
    chosen = Counter({label: chosen[label] for label in expected})
    total = chosen.total()
    if total < 30 or not expected:
        return
    label, n = chosen.most_common(1)[0]
    share, fair = n / total, expected[label] / sum(expected.values())
    if share > 0.5 and share > 1.8 * fair:
        found = f"label {label} is chosen {share:.0%} of the time (the options alone give {fair:.0%})"
        shuffled = "under Shuffle24 this means that the position decides, not the content"
        sheet.issues.add("W_HISTOGRAM", found, fix=shuffled if sheet.track == "shuffle24" else "")


def _report(sheet: Sheet, benchmark: Benchmark, version: str) -> Report:
    issues = sheet.issues
    per_row = 100 / sheet.n_slots if sheet.n_slots else 0.0
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
