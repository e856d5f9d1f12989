"""Faults that only the whole file shows: nothing in it, foreign or unknown ids, missing rows, a lopsided histogram."""

from collections import Counter
from pathlib import Path

from board.types import Benchmark, Issue
from validator.codes import CODES
from validator.issues import KEPT_PER_CODE
from validator.secrets import find_secret
from validator.sheet import Sheet

# Codes of rows that were there but could not be read at all; their questions are then missing too.
_ROW_FAULTS = (
    *("E_JSON", "E_JSON_NONFINITE", "E_DUP_KEY", "E_SHAPE", "E_DEPTH", "E_NUMBER_TOO_LONG", "E_ENCODING", "E_NUL"),
    *("E_ROW_WIDTH", "E_FIELDS", "E_ID_TYPE"),
)


def close_sheet(sheet: Sheet, benchmark: Benchmark, data: Path | None, version: str, keep_all: bool) -> None:
    """Faults that only the whole file shows: nothing in it, foreign ids, missing ids, a lopsided histogram."""
    issues = sheet.issues
    sheet.finish()
    n_read = sheet.n_slots - sheet.n_missing
    if not sheet.rows and not issues.stopped:
        issues.add("E_EMPTY", "no row was found")
    if sheet.n_unknown and not n_read:
        from validator.hints import foreign_fault

        ids = [id for id, *_ in sheet.unknown]
        foreign = foreign_fault(ids, sheet.questions.index, benchmark, data, version)
        if foreign is not None:
            if foreign.code == "E_FULL_FILE":
                issues.forget()
            issues.add(foreign.code, foreign.message, fix=foreign.fix)
            return
    if "E_RATIO" in issues.counts or "E_TOO_LARGE" in issues.counts:
        return
    _add_unknown(sheet)
    if sheet.usable and not issues.stopped:
        _add_missing(sheet, keep_all)
        _warn_of_answers(sheet)


def _add_unknown(sheet: Sheet) -> None:
    if not sheet.n_unknown:
        return
    from validator.hints import id_hint, nearest_id

    issues = sheet.issues
    nearest = nearest_id(sheet.questions.ids)
    for place, (id, row, line, column) in enumerate(sheet.unknown):
        if (kind := find_secret(id)) is not None:
            issues.add("E_SECRET", f"the id seems to hold {kind}", row=row, line=line, column=column or None)
        elif issues.wants("E_UNKNOWN"):
            hint = id_hint(id, sheet.questions.index, nearest if place < KEPT_PER_CODE else lambda _: None)
            fix = hint or CODES["E_UNKNOWN"].fix
            issues.keep(Issue("E_UNKNOWN", "error", f"id {id!r} is not known", fix, row, line, column or None, id))
    if sheet.n_unknown > len(sheet.unknown):
        issues.counts["E_UNKNOWN"] += sheet.n_unknown - len(sheet.unknown)


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


def _warn_of_answers(sheet: Sheet) -> None:
    """Warn where nothing is answered, or where one label is chosen far more often than its share of the options."""
    answers = sheet.answers if sheet.mode == "strict" else [sheet.reading(slot).answer for slot in range(sheet.n_slots)]
    chosen = Counter(answers)
    if not sheet.n_missing and chosen[None] == len(answers):
        sheet.issues.add("W_ALL_NULL", f"all {len(answers):,} answers are null")
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
