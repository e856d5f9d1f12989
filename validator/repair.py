"""``--fix OUT``: a copy of the file in which answers that *are* a label or a number are written as one.

Only the form of an answer is changed ("(b)." becomes "B", "1,234" becomes 1234). An id is never touched, a label is
never invented, a row is never added; what is not certain stays as it is and stays a fault.
"""

import json
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from board.errors import SubmissionError
from board.writing import write_whole
from validator.answers.choice import read_choice
from validator.answers.count import read_count
from validator.answers.strict import read_strict_choice, read_strict_count
from validator.formats import read_predictions
from validator.issues import Issues
from validator.questions import Questions, load_questions
from validator.rows import Row

# Rules by which the whole answer is the label or the number; a label found inside a sentence is left to mode rules.
_WHOLE_ANSWER = ("M4", "M5", "M7", "N0", "N4", "N5")


class Repair(NamedTuple):
    """What was written: rows in all, the change of each row changed (row, before, after), and what was not copied."""

    rows: int
    changes: list[tuple[int, str, str]]
    not_copied: str


def repair(path: Path, data: Path, out: Path) -> Repair:
    """Write the repaired copy of ``path`` to ``out`` as JSONL.

    Raises:
        SubmissionError: ``out`` is already there, or rows cannot be read at all (a copy without them would hide
            them). Nothing is written then.
    """
    if out.exists():
        raise SubmissionError(f"{out} is already there: name a new file")
    questions = load_questions(data, texts=True)
    changes: list[tuple[int, str, str]] = []
    lines: list[str] = []
    issues = Issues()
    for number, row in _rows(path, issues):
        repaired = _repaired(row, questions)
        if repaired is not None:
            changes.append((number, _line(row), _line(repaired)))
        lines.append(_line(repaired or row) + "\n")
    if issues.refused:
        found = ", ".join(f"{code} {n:,}" for code, n in sorted(issues.counts.items()) if code.startswith("E_"))
        raise SubmissionError(f"nothing was written: {path} cannot be read to its end ({found}); mend that first")
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(lines))
    not_copied = [issue.message for issue in issues.kept if issue.code == "W_IGNORED_COLUMNS"]
    return Repair(len(lines), changes, not_copied[0] if not_copied else "")


def _rows(path: Path, issues: Issues) -> Iterator[tuple[int, Row]]:
    for batch in read_predictions(path, issues):
        yield from zip(batch.numbers, batch.rows, strict=True)


def _repaired(row: Row, questions: Questions) -> Row | None:
    """The row with its answer in canonical form, or None where it needs no repair or has no certain one."""
    question = questions.index.get(str(row.id))
    answer = row.prediction
    if question is None or answer is None or answer is msgspec.UNSET or isinstance(answer, bool | list | dict):
        return None
    kind, labels = questions.kinds[question], questions.labels[question]
    if kind == "choice" and read_strict_choice(answer, labels).status == "invalid_label":
        # Under Shuffle24 the option texts are not where the original labels are, so only bare labels are read.
        options = dict.fromkeys(labels, "") if row.order else questions.options[question]
        reading = read_choice(answer, options)
    elif kind == "count" and read_strict_count(answer).status == "invalid_number":
        reading = read_count(answer)
    else:
        return None
    certain = reading.rule in _WHOLE_ANSWER and reading.answer is not None
    if not certain or (kind == "count" and read_strict_count(reading.answer).status != "ok"):
        return None
    return Row(row.id, reading.answer, row.raw_output, row.order)


def _line(row: Row) -> str:
    fields: dict[str, Any] = {"id": row.id}
    if row.order is not None:
        fields["order"] = row.order
    if row.prediction is not msgspec.UNSET:
        fields["prediction"] = row.prediction
    if row.raw_output is not None:
        fields["raw_output"] = row.raw_output
    # A number beyond floats (1e400) was read as infinite, which JSON has no number for: it stays a fault, as text.
    fields = {name: str(value) if value in (inf, -inf) else value for name, value in fields.items()}
    return json.dumps(fields, ensure_ascii=False)
