"""A report for people (like a compiler's), for programs (JSON), and for pull requests (GitHub annotations)."""

import json
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path

from board.types import Issue, Report
from board.words import counted
from validator.codes import CODES, severity
from validator.secrets import find_secret

SHOWN_PER_CODE = 3


def as_json(report: Report) -> str:
    """The report as one JSON object, keys as in the contract; null is written, not left out."""
    fields = report._asdict()
    fields["issues"] = [issue._asdict() for issue in report.issues]
    return json.dumps(fields, ensure_ascii=False)


def as_github(report: Report, path: Path) -> str:
    """One workflow annotation an issue, then a plain summary line."""
    lines = []
    for issue in report.issues:
        place = [f"file={_property(str(path))}"]
        place += [f"line={issue.line}"] if issue.line else []
        place += [f"col={issue.column}"] if issue.column else []
        who = f"question {issue.question_id}: " if issue.question_id else ""
        text = _data(f"{who}{issue.message}. Fix: {issue.fix}")
        lines.append(f"::{issue.severity} {','.join(place)},title={issue.code}::{text}")
    return "\n".join([*lines, _summary(report)])


def as_text(report: Report, path: Path, title: str, *, show_all: bool = False) -> str:
    """The report as a person reads it: every code once, its first places, what to do, and what it can cost.

    Codes that were only counted (``at most 100 a code``) keep their true numbers.
    """
    rows = _plural(report.rows, "row")
    lines = [f"{title} {report.data_version} · {report.mode} · {report.track} · {path.name} · {rows}"]
    for code, group in groupby(report.issues, key=lambda issue: issue.code):
        lines += _code_lines(code, list(group), report, path, show_all)
    return "\n".join(map(_printable, [*lines, "", _summary(report)]))


def _code_lines(code: str, issues: list[Issue], report: Report, path: Path, show_all: bool) -> Iterator[str]:
    n = report.counts[code]
    times = f"{n:,} × " if n > 1 else ""
    cost = report.at_stake.get(code)
    stake = f" · at most {cost:.2f} points" if cost else ""
    yield ""
    yield f"{severity(code)}[{code}] {times}{CODES[code].meaning}{stake}"
    shown = issues if show_all or code == "E_CARD" else issues[:SHOWN_PER_CODE]
    for place, issue in enumerate(shown):
        yield f"  {_where(issue, path)}{issue.message}"
        if place == 0:
            yield from _excerpt(issue, path)
    if n > len(shown):
        yield f"  … and {n - len(shown):,} more" + ("" if show_all else "; --all lists them")
    fixes = list(dict.fromkeys(issue.fix for issue in shown))
    word = "fix" if severity(code) == "error" else "note"
    for fix in fixes:
        yield f"  {word}: {fix}"


def _where(issue: Issue, path: Path) -> str:
    place = f"{path.name}:{issue.line}:{issue.column}: " if issue.line and issue.column else ""
    if issue.line and not issue.column:
        place = f"{path.name}:{issue.line}: "
    row = f"row {issue.row}, " if issue.row and issue.row != issue.line else ""
    return f"{place}{row}"


def _excerpt(issue: Issue, path: Path) -> Iterator[str]:
    """The line itself with a mark under the place, where the file is plain text and the line is short enough."""
    if not issue.line or path.suffix == ".gz" or issue.code == "E_SECRET":
        return
    # In CSV a bare CR ends a line as well.
    newline = None if path.suffix.lower() == ".csv" else "\n"
    with path.open(encoding="utf-8", errors="replace", newline=newline) as handle:
        line = next(islice(handle, issue.line - 1, None), "").rstrip()
    if not line.isprintable() or find_secret(line):
        return
    start = max(0, (issue.column or 1) - 41)
    piece = line[start : start + 90]
    number = f"{issue.line:>6} | "
    before = "…" if start else ""
    yield number + before + piece + ("…" if len(line) > start + 90 else "")
    if issue.column:
        yield " " * 6 + " | " + " " * (issue.column - 1 - start + len(before)) + "^"


def _printable(line: str) -> str:
    """A line as it is safe to show: names and answers come from the file, and a terminal obeys control characters."""
    if line.isprintable():
        return line
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in line
    )


def _summary(report: Report) -> str:
    faults = sum(n for code, n in report.counts.items() if severity(code) == "error")
    warnings = sum(report.counts.values()) - faults
    words = [_plural(faults, "fault"), _plural(warnings, "warning")]
    if report.ok:
        return f"ok: {_plural(report.rows, 'row')}, {report.coverage:.0%} of the required ones · {' · '.join(words)}"
    stake = min(100.0, sum(cost for code, cost in report.at_stake.items() if code.startswith("E_")))
    at_stake = [f"at stake: at most {stake:.2f} points"] if stake else []
    what = "not scored, the verdict file has faults" if "E_VERDICT" in report.counts else "not submittable"
    return f"{what}: " + " · ".join([*words, *at_stake])


def _plural(n: int, word: str) -> str:
    return counted(n, word) if n else f"no {word}s"


def _data(text: str) -> str:
    """Escape the text of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
