"""Verdict files: what a judge said about each answer, read strictly, with every fault at once.

Two forms are read, told apart by their first readable row: verdict rows (:mod:`scorer.verdict_rows`) and a judge's raw
replies (:mod:`scorer.raw_replies`). A verdict that is missing is no fault: its answer is unscored.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.checklists import MISSING
from board.receipts import sha256_of
from board.types import Issue
from scorer.judged import Fault, Gathered, JudgedAnswers, nothing_said
from scorer.raw_replies import take_replies
from scorer.verdict_rows import take_verdict
from validator.issues import Issues
from validator.strict_json import parse

NOT_NAMED = "not named"
_BINARY = {b"\x1f\x8b": "gzip", b"PK": "a zip archive", b"\xff\xfe": "UTF-16 text", b"\xfe\xff": "UTF-16 text"}


class Verdicts(NamedTuple):
    """What the judge said, of shape (repeats, checklist questions), holding YES, NO or MISSING.

    ``counted`` is what counts, ``asked`` the (judge, prompt) pairs behind it; more than one does not compare. ``said``
    is the same with what is said about answers that need no judge, which only the replay of the released script hears;
    ``replies`` are raw replies by question id. ``n_invalid`` counts the answers with a reply that could not be read,
    ``n_rows`` the rows of the file.
    """

    counted: NDArray[np.int8]
    said: NDArray[np.int8]
    asked: frozenset[tuple[str | None, str | None]] = frozenset()
    replies: Mapping[str, Sequence[str]] | None = None
    n_invalid: int = 0
    n_rows: int = 0
    sha256: str | None = None

    @property
    def judges(self) -> list[str]:
        """The names of the judges that decided something, sorted."""
        return sorted({judge or NOT_NAMED for judge, _ in self.asked})

    @property
    def prompts(self) -> list[str]:
        """The prompts (sha256) behind these verdicts, where they are told, sorted."""
        return sorted({prompt for _, prompt in self.asked if prompt})


class _Row(NamedTuple):
    """One row of the file: its number, its line, and its fields or what is wrong with it."""

    number: int
    line: int
    fields: Mapping[str, Any]
    fault: Fault | None = None


def no_verdicts(judged: JudgedAnswers) -> Verdicts:
    """What is known without a verdict file: nothing."""
    return Verdicts(nothing_said(judged), nothing_said(judged))


def read_verdict_file(path: Path, judged: JudgedAnswers, issues: Issues) -> Verdicts:
    """Read a verdict file about these answers; its faults are added to ``issues`` (E_VERDICT), not raised.

    Raises:
        FileNotFoundError: there is no such file.
    """
    rows = list(_rows(path))
    first = next((row.fields for row in rows if row.fault is None), {})
    take = take_replies if "replies" in first else take_verdict
    gathered = Gathered()
    for row in rows:
        fault = row.fault or take(row.fields, judged, gathered)
        if fault is not None and issues.wants("E_VERDICT"):
            issues.keep(Issue("E_VERDICT", "error", fault.found, fault.fix, row.number, row.line, None, fault.id))
    if not rows:
        issues.add("E_VERDICT", f"{path.name} holds no row", fix="name the file of the judge's verdicts")
    return _verdicts(gathered, judged, len(rows))


def verdicts_in(rows: Sequence[Mapping[str, Any]], judged: JudgedAnswers) -> Verdicts:
    """The verdicts in the rows that a judge of ours gave, read as a file of the same rows is read.

    Raises:
        ValueError: a row does not fit the answers; such rows are not made.
    """
    gathered = Gathered()
    for fields in rows:
        take = take_replies if "replies" in fields else take_verdict
        if fault := take(fields, judged, gathered):
            raise ValueError(f"{fault.found} ({fault.id})")
    return _verdicts(gathered, judged, len(rows))


def _verdicts(gathered: Gathered, judged: JudgedAnswers, n_rows: int) -> Verdicts:
    counted = gathered.matrix(judged, gathered.repeats or 1)
    for place, reason in enumerate(judged.silent):
        if reason:
            counted[:, judged.laid.questions_of(place)] = MISSING
    all_repeats = max((repeat for repeat, _ in gathered.said), default=1)
    return Verdicts(
        counted,
        gathered.matrix(judged, all_repeats),
        asked=frozenset(gathered.asked),
        replies=gathered.replies or None,
        n_invalid=sum(not judged.silent[place] for place in gathered.invalid),
        n_rows=n_rows,
        sha256=sha256_of(sorted(gathered.facts, key=repr)) if n_rows else None,
    )


def _rows(path: Path) -> Iterator[_Row]:
    """Every row of the file; a file that cannot hold rows at all is one fault."""
    with path.open("rb") as lines:
        start = lines.read(64).removeprefix(b"\xef\xbb\xbf")
        kind = next((kind for magic, kind in _BINARY.items() if start.startswith(magic)), "")
        kind = kind or ("a JSON array" if start.lstrip().startswith(b"[") else "")
        if kind:
            fix = "write one JSON object a line, in UTF-8, unpacked"
            yield _Row(1, 1, {}, Fault(f"the file is {kind}, expected one object a line", fix))
            return
        lines.seek(0)
        number = 0
        for line, text in enumerate(lines, 1):
            if text.strip():
                number += 1
                yield _row(number, line, text)


def _row(number: int, line: int, text: bytes) -> _Row:
    try:
        fields = parse(text.decode("utf-8-sig" if line == 1 else "utf-8"))
    except ValueError as error:
        found = str(error) if not isinstance(error, UnicodeDecodeError) else "the line is not UTF-8"
        return _Row(number, line, {}, Fault(f"{found}", "write the row with a JSON library, one object a line"))
    if not isinstance(fields, dict):
        return _Row(number, line, {}, Fault("the row is no JSON object", "write one object a line"))
    return _Row(number, line, fields)
