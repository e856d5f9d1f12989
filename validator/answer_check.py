"""Reading the answer of one row in the declared mode: its type, its length, what it says, and every fault of it."""

from collections.abc import Callable
from typing import Any

import msgspec

from board.types import Mode, Reading
from validator.answers.strict import read_strict_choice, read_strict_count
from validator.issues import Issues
from validator.place import issue_at
from validator.questions import Questions
from validator.rows import Batch, Row

MAX_ANSWER = 100_000
MAX_DIGITS = 400
UNUSUAL_COUNT = 10_000
# Statuses that are no fault and no warning: an empty text abstains where text is read, and is no label in strict.
READ_OR_ABSENT = {
    "strict": ("ok", "null"),
    "rules": ("ok", "null", "empty"),
    "official": ("ok", "null", "empty", "unparsed"),
}

Read = Callable[[int, Any, str | None], Reading]


class AnswerCheck:
    """Reads answers in one mode; faults (strict) and warnings (rules) go to ``issues``."""

    def __init__(self, questions: Questions, issues: Issues, mode: Mode, read: Read | None) -> None:
        self.questions = questions
        self.issues = issues
        self.mode = mode
        self._read_free_text = read

    def read(self, question: int, row: Row, batch: Batch, place: int) -> Reading | None:
        """What the row answers; None where the answer cannot even be read (its fault is told)."""
        kind = self.questions.kinds[question]
        prediction, raw = row.prediction, row.raw_output
        short = prediction.__class__ is str and len(prediction) < 16 and raw is None
        if not short and self._refuse(question, kind, row, batch, place):
            return None
        if kind == "text":
            field = "prediction" if raw is None or self.mode == "strict" else "raw_output"
            answer = prediction if field == "prediction" else raw
            self._warn_of_no_answer(answer, field, question, batch, place)
            return Reading(answer, "null" if answer is None else "ok", "text")
        if self._read_free_text is not None:
            reading = self._read_free_text(question, prediction if raw is None else raw, row.order)
        elif kind == "choice":
            reading = read_strict_choice(prediction, self.questions.labels[question])
        else:
            reading = read_strict_count(prediction)
        if reading.status not in READ_OR_ABSENT[self.mode]:
            self._tell_unread(reading, question, kind, row, batch, place)
        if kind == "count":
            self._warn_of_large_count(reading, question, batch, place)
        return reading

    def _tell_unread(self, reading: Reading, question: int, kind: str, row: Row, batch: Batch, place: int) -> None:
        """A fault (strict) or a warning (rules) about an answer in which nothing could be read."""
        code = "W_UNPARSED" if self.mode == "rules" else "E_LABEL" if kind == "choice" else "E_COUNT"
        if not self.issues.wants(code):
            return
        if self.mode == "rules":
            field, text = ("prediction", row.prediction) if row.raw_output is None else ("raw_output", row.raw_output)
            found = f"nothing read ({reading.status}) in {shown(text)}"
        else:
            labels = " ".join(self.questions.labels[question])
            expected = f"one of {labels}" if kind == "choice" else "a whole number"
            field, found = "prediction", f"prediction is {shown(row.prediction)}, expected {expected} or null"
        self.issues.keep(issue_at(code, found, batch, place, self.questions.ids[question], field=field))

    def _refuse(self, question: int, kind: str, row: Row, batch: Batch, place: int) -> bool:
        """Add faults of presence, type, length and secrets; true where the answer must not be read."""
        prediction, raw = row.prediction, row.raw_output
        if prediction is msgspec.UNSET and (self.mode == "strict" or raw is None):
            found = "this row has no prediction"
            return self._add("E_FIELDS", found, question, batch, place, fix='add "prediction"; null abstains')
        if isinstance(prediction, int) and abs(prediction) >= 10**MAX_DIGITS:
            found = f"a number has more than {MAX_DIGITS} digits"
            return self._add("E_NUMBER_TOO_LONG", found, question, batch, place, field="prediction")
        if wrong := _wrong_type(kind, prediction):
            fix = "send the label letter" if kind == "choice" else ""
            return self._add("E_TYPE", wrong, question, batch, place, fix=fix, field="prediction")
        if not (raw is None or isinstance(raw, str)):
            found = f"raw_output is {shown(raw)}, expected text or null"
            return self._add("E_TYPE", found, question, batch, place, fix="send it as text", field="raw_output")
        for field, text in (("prediction", prediction), ("raw_output", raw)):
            if isinstance(text, str) and len(text) >= 16 and self._refuse_text(field, text, question, batch, place):
                return True
        return False

    def _refuse_text(self, field: str, text: str, question: int, batch: Batch, place: int) -> bool:
        from validator.secrets import find_secret

        if len(text) > MAX_ANSWER:
            found = f"{field} is {len(text):,} characters long, at most {MAX_ANSWER:,} are read"
            return self._add("E_TOO_LONG", found, question, batch, place, field=field)
        if (kind := find_secret(text)) is not None:
            return self._add("E_SECRET", f"{field} seems to hold {kind}", question, batch, place, field=field)
        return False

    def _warn_of_no_answer(self, answer: Any, field: str, question: int, batch: Batch, place: int) -> None:
        from validator.answers.verdict import SILENT, skips_judge

        if answer is not None and (reason := skips_judge(answer)) is not None:
            found = f"{field} is {SILENT[reason]}: {shown(answer)}"
            self._add("W_NO_ANSWER", found, question, batch, place, field=field)

    def _warn_of_large_count(self, reading: Reading, question: int, batch: Batch, place: int) -> None:
        count = reading.answer
        if isinstance(count, int | float) and count > UNUSUAL_COUNT:
            found = f"the count {count:,} is above {UNUSUAL_COUNT:,}"
            self._add("W_COUNT", found, question, batch, place, field="prediction")

    def _add(
        self, code: str, message: str, question: int, batch: Batch, place: int, *, fix: str = "", field: str = ""
    ) -> bool:
        """Add an issue about a row; always true, so that a caller can stop with it."""
        if self.issues.wants(code):
            self.issues.keep(issue_at(code, message, batch, place, self.questions.ids[question], fix=fix, field=field))
        return True


def shown(value: Any) -> str:
    """A value as a short piece of JSON on one line.

    Example:
        >>> shown(["C"]), shown("x" * 50)[-4:]
        ('["C"]', 'xx…"')
    """
    import json

    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    short = text if len(text) <= 40 else text[:37] + "…"
    return json.dumps(short, ensure_ascii=False) if isinstance(value, str) else short


def _wrong_type(kind: str, prediction: Any) -> str:
    """What is wrong with the JSON type of a prediction, or nothing."""
    if prediction is None or prediction is msgspec.UNSET or isinstance(prediction, str):
        return ""
    if kind == "count" and isinstance(prediction, int | float) and not isinstance(prediction, bool):
        return ""
    expected = "a number, text or null" if kind == "count" else "text or null"
    return f"prediction is {shown(prediction)}, expected {expected}"
