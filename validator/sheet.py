"""The answer sheet: one slot a question (24 under Shuffle24), filled row by row; every fault is gathered.

This is the heart of the check. A row finds its question by its exact id, its slot by its order, and its answer is
read in the declared mode. Nothing is trimmed, padded, folded or matched by position.
"""

from array import array
from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import msgspec

from board.types import Mode, Reading, Track
from validator.answers.strict import read_strict_choice, read_strict_count
from validator.formats import Batch, Row
from validator.issues import KEPT_PER_CODE, Issues
from validator.questions import Questions

MAX_ANSWER = 100_000
MAX_DIGITS = 400
UNUSUAL_COUNT = 10_000
UNREAD = ("ambiguous", "unparsed", "invalid_label", "invalid_number", "truncated", "out_of_range", "too_long")

Read = Callable[[int, Any, str | None], Reading]
Slots = tuple[int, Mapping[Any, int], Mapping[Any, str | None]]


class CarriesOrder(Exception):
    """A row carries ``order`` in a file read as the standard track: it has to be read as Shuffle24."""


class Sheet:
    """Slots for all required rows of a file, and what was found in each.

    ``row_of[slot]`` is the 1-based row that filled a slot (0: none), ``answers[slot]`` its answer (strict) or its
    Reading (other modes), ``texts[slot]`` the raw (prediction, raw_output) where ``keep_text`` is set.
    """

    def __init__(
        self,
        questions: Questions,
        issues: Issues,
        *,
        mode: Mode,
        track: Track,
        declared: bool = False,
        read: Read | None = None,
        keep_text: bool = False,
        keep_all: bool = False,
    ) -> None:
        self.questions = questions
        self.issues = issues
        self.mode = mode
        self.track = track
        self.rows = 0
        self.unknown: list[tuple[str, int, int, int]] = []
        self.n_unknown = 0
        self.n_missing = 0
        self._declared = declared
        self._read = read
        self._keep_text = keep_text
        self._keep_unknown = None if keep_all else KEPT_PER_CODE * 10
        self._int_ids = 0
        self.orders = _orders(questions) if track == "shuffle24" else {}
        self.slots_of, self.n_slots = _slots(questions, self.orders)
        self.row_of = array("I", bytes(4 * self.n_slots))
        self.answers: list[Any] = [None] * self.n_slots
        self.texts: dict[int, tuple[Any, str | None]] = {}

    def take_batch(self, batch: Batch) -> None:
        """Fill in the rows of a batch."""
        self.rows += len(batch.rows)
        if batch.plain and self.mode == "strict" and not self._keep_text:
            self._take_plain(batch)
        else:
            for place in range(len(batch.rows)):
                self.take(batch, place)

    def _take_plain(self, batch: Batch) -> None:
        """Take the rows that look-ups alone can take (a bare label or null in a free slot); the others one by one."""
        slots_of, row_of, answers = self.slots_of, self.row_of, self.answers
        start = batch.numbers[0] if batch.numbers else 1
        for number, row in enumerate(batch.rows, start):
            try:
                first, rank, accepted = slots_of[row.id]
                slot = first + rank[row.order]
                answer = accepted[row.prediction]
            except (KeyError, TypeError):
                self.take(batch, number - start)
                continue
            if row_of[slot]:
                self.take(batch, number - start)
            else:
                row_of[slot] = number
                answers[slot] = answer

    def take(self, batch: Batch, place: int) -> None:
        """Take one row: find its slot, read its answer, name every fault."""
        row = batch.rows[place]
        if row.order is not None and self.track == "standard" and not self._declared:
            raise CarriesOrder
        question = self._find(row, batch, place)
        if question is None:
            return
        slot = self._slot(question, row, batch, place)
        if slot is None:
            return
        if self.row_of[slot]:
            self._refuse_duplicate(slot, row, batch, place)
            return
        self.row_of[slot] = batch.numbers[place]
        if self._refuse_types(question, row, batch, place):
            return
        reading = self._reading(question, row)
        self._judge_reading(reading, question, row, batch, place)
        self.answers[slot] = reading.answer if self.mode == "strict" else reading
        if self._keep_text:
            self.texts[slot] = (None if row.prediction is msgspec.UNSET else row.prediction, row.raw_output)

    def reading(self, slot: int) -> Reading:
        """What was read in a slot (a missing row reads as null; it can only be missing in official mode)."""
        answer = self.answers[slot]
        if isinstance(answer, Reading):
            return answer
        return Reading(answer, "null" if answer is None else "ok", "strict")

    def slot_rows(self) -> list[tuple[int, str | None]]:
        """(question, order) of every slot, in order."""
        if self.track == "standard":
            return [(question, None) for question in range(len(self.questions))]
        return [
            (question, order)
            for question, id in enumerate(self.questions.ids)
            if id in self.slots_of
            for order in self.orders[self.questions.labels[question]]
        ]

    def _find(self, row: Row, batch: Batch, place: int) -> int | None:
        id = row.id
        if isinstance(id, int):
            id = str(id) if -(10**18) < id < 10**18 else ""
            if id in self.questions.index:
                self._int_ids += 1
        question = self.questions.index.get(id)
        if question is None:
            self.n_unknown += 1
            if self._keep_unknown is None or len(self.unknown) < self._keep_unknown:
                column = column_of(batch, place, "id") if self.n_unknown <= KEPT_PER_CODE else 0
                self.unknown.append((str(row.id)[:200], batch.numbers[place], batch.lines[place], column or 0))
        return question

    def _slot(self, question: int, row: Row, batch: Batch, place: int) -> int | None:
        id = self.questions.ids[question]
        if id not in self.slots_of:
            found = "only choice questions are shuffled; this one is not"
            self._add("E_ORDER", found, batch, place, id, fix="leave this row out of a Shuffle24 file")
            return None
        first, rank, _ = self.slots_of[id]
        try:
            return first + rank[row.order]
        except (KeyError, TypeError):
            self._refuse_order(question, row, batch, place)
            return first if self.track == "standard" else None

    def _refuse_order(self, question: int, row: Row, batch: Batch, place: int) -> None:
        id = self.questions.ids[question]
        if self.track == "standard":
            self._add("E_ORDER", "order is given in a file of the standard track", batch, place, id, field="order")
            return
        labels = "".join(self.questions.labels[question])
        found = "no order is given" if row.order is None else f"order is {str(row.order)[:40]!r}"
        fix = f"every row of a Shuffle24 file has an order that arranges {labels}, e.g. {labels[::-1]!r}"
        self._add("E_ORDER", f"{found}, expected an arrangement of {labels}", batch, place, id, fix=fix, field="order")

    def _refuse_duplicate(self, slot: int, row: Row, batch: Batch, place: int) -> None:
        if not self.issues.wants("E_DUPLICATE"):
            return
        before = self.row_of[slot]
        given = f" in order {row.order}" if row.order else ""
        found = f"id {row.id!r}{given} was already answered in row {before}"
        self.issues.keep(
            "E_DUPLICATE",
            found,
            row=batch.numbers[place],
            line=batch.lines[place],
            column=column_of(batch, place, "id"),
            question_id=str(row.id),
        )

    def _refuse_types(self, question: int, row: Row, batch: Batch, place: int) -> bool:
        """Add faults of type, length and secrets; true where the answer must not be read."""
        id = self.questions.ids[question]
        prediction, raw = row.prediction, row.raw_output
        if prediction is msgspec.UNSET and (self.mode == "strict" or raw is None):
            self._add("E_FIELDS", "this row has no prediction", batch, place, id, fix="null abstains")
            return True
        if isinstance(prediction, int) and abs(prediction) >= 10**MAX_DIGITS:
            found = f"a number has more than {MAX_DIGITS} digits"
            self._add("E_NUMBER_TOO_LONG", found, batch, place, id, field="prediction")
            return True
        wrong = _wrong_type(self.questions.kinds[question], prediction)
        if wrong or not (raw is None or isinstance(raw, str)):
            field = "prediction" if wrong else "raw_output"
            found = wrong or f"raw_output is {_shown(raw)}, expected text or null"
            self._add("E_TYPE", found, batch, place, id, field=field)
            return True
        for field, text in (("prediction", prediction), ("raw_output", raw)):
            if isinstance(text, str) and len(text) > 15 and self._refuse_text(field, text, batch, place, id):
                return True
        return False

    def _refuse_text(self, field: str, text: str, batch: Batch, place: int, id: str) -> bool:
        from validator.secrets import find_secret

        if len(text) > MAX_ANSWER:
            found = f"{field} is {len(text):,} characters long, at most {MAX_ANSWER:,} are read"
            self._add("E_TOO_LONG", found, batch, place, id, field=field)
            return True
        if (kind := find_secret(text)) is not None:
            self._add("E_SECRET", f"{field} seems to hold {kind}", batch, place, id, field=field)
            return True
        return False

    def _reading(self, question: int, row: Row) -> Reading:
        kind = self.questions.kinds[question]
        if kind == "text":
            return Reading(row.prediction, "null" if row.prediction is None else "ok", "text")
        if self.mode == "strict":
            if kind == "choice":
                return read_strict_choice(row.prediction, self.questions.labels[question])
            return read_strict_count(row.prediction)
        text = row.raw_output if row.raw_output is not None else row.prediction
        assert self._read is not None  # noqa: S101  (set together with the mode, never from input)
        return self._read(question, text, row.order)

    def _judge_reading(self, reading: Reading, question: int, row: Row, batch: Batch, place: int) -> None:
        """Turn what was read into a fault (strict) or a warning (rules)."""
        count = reading.answer
        if count.__class__ is not str and count is not None and count > UNUSUAL_COUNT:  # type: ignore[operator]
            found = f"the count {count:g} is above {UNUSUAL_COUNT:,}"
            self._add("W_COUNT", found, batch, place, self.questions.ids[question], field="prediction")
        if reading.status not in UNREAD or self.mode == "official":
            return
        is_choice = self.questions.kinds[question] == "choice"
        code = "W_UNPARSED" if self.mode == "rules" else "E_LABEL" if is_choice else "E_COUNT"
        if not self.issues.wants(code):
            return
        field, text = "prediction", row.prediction
        if self.mode == "rules" and row.raw_output is not None:
            field, text = "raw_output", row.raw_output
        expected = (
            f"one of {' '.join(self.questions.labels[question])} or null" if is_choice else "a whole number or null"
        )
        found = f"{field} is {_shown(text)}, expected {expected}"
        if self.mode == "rules":
            found = f"nothing read ({reading.status}) in {_shown(text)}"
        self._keep(code, found, batch, place, self.questions.ids[question], field=field)

    def _add(
        self, code: str, message: str, batch: Batch, place: int, id: str, *, fix: str = "", field: str = ""
    ) -> None:
        if self.issues.wants(code):
            self._keep(code, message, batch, place, id, fix=fix, field=field)

    def _keep(
        self, code: str, message: str, batch: Batch, place: int, id: str, *, fix: str = "", field: str = ""
    ) -> None:
        column = column_of(batch, place, field) if field else None
        row, line = batch.numbers[place], batch.lines[place]
        self.issues.keep(code, message, fix=fix, row=row, line=line, column=column, question_id=id)

    def finish(self) -> None:
        """Warn of what concerns the whole sheet, and count the empty slots."""
        self.n_missing = self.row_of.count(0)
        if self._int_ids:
            self.issues.add("W_INT_IDS", f"{self._int_ids} ids are numbers")


def column_of(batch: Batch, place: int, field: str) -> int | None:
    """The 1-based column where the value of ``field`` starts in the raw row, where that can be told."""
    if not isinstance(batch.raw, bytes) and isinstance(batch.raw[place], list):
        return None
    text = batch.text(place)
    name = text.find(f'"{field}"')
    colon = text.find(":", name + len(field) + 2) if name >= 0 else -1
    if colon < 0:
        return None
    value = colon + 1
    while text[value : value + 1] in (" ", "\t"):
        value += 1
    return value + 1


def _wrong_type(kind: str, prediction: Any) -> str:
    """What is wrong with the JSON type of a prediction, or nothing."""
    if prediction is None or prediction is msgspec.UNSET or isinstance(prediction, str):
        return ""
    if kind == "count" and isinstance(prediction, int | float) and not isinstance(prediction, bool):
        return ""
    expected = "a number, text or null" if kind == "count" else "text or null"
    return f"prediction is {_shown(prediction)}, expected {expected}"


def _shown(value: Any) -> str:
    """A value as a short piece of JSON on one line."""
    import json

    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    short = text if len(text) <= 40 else text[:37] + "…"
    return json.dumps(short, ensure_ascii=False) if isinstance(value, str) else short


def _orders(questions: Questions) -> dict[tuple[str, ...], dict[Any, int]]:
    """For each set of labels: every arrangement, with its lexicographic rank."""
    return {
        labels: {"".join(order): rank for rank, order in enumerate(permutations(labels))}
        for labels in dict.fromkeys(questions.labels)
        if labels
    }


def _slots(questions: Questions, orders: Mapping[tuple[str, ...], Mapping[Any, int]]) -> tuple[dict[Any, Slots], int]:
    """For each question that has slots: its first one, the rank of each order, and the answers taken as they are."""
    accepted: dict[tuple[str, ...], dict[Any, str | None]] = {
        labels: {None: None, **{label: label for label in labels}} for labels in dict.fromkeys(questions.labels)
    }
    once = {None: 0}
    slots_of: dict[Any, Slots] = {}
    n = 0
    for id, labels in zip(questions.ids, questions.labels, strict=True):
        rank = orders.get(labels) if orders else once
        if rank is not None:
            slots_of[id] = (n, rank, accepted[labels])
            n += len(rank)
    return slots_of, n
