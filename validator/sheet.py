"""The answer sheet: one slot a question (24 under Shuffle24), filled row by row; every fault is gathered.

This is the heart of the check. A row finds its question by its exact id and its slot by its order; what it answers is
read by :mod:`validator.answer_check`. Nothing is trimmed, padded, folded or matched by position.
"""

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from itertools import permutations
from typing import Any, NamedTuple

import msgspec

from board.types import Mode, Reading, Track
from validator.answer_check import MAX_DIGITS, AnswerCheck, Read
from validator.issues import KEPT_PER_CODE, Issues
from validator.place import column_of, issue_at
from validator.questions import Questions
from validator.rows import Batch, Row

_OTHER = object()


class CarriesOrder(Exception):
    """A row carries ``order`` in a file read as the standard track: it has to be read as Shuffle24."""


class Slots(NamedTuple):
    """The slots of one question: the first one, the rank of each order, and the answers taken as they are."""

    first: int
    rank: Mapping[Any, int]
    accepted: Mapping[Any, str | None]
    question: int


class Sheet:
    """Slots for all required rows of a file, and what was found in each.

    ``rows`` counts the records of the file, ``usable`` those with a usable id. ``row_of[slot]`` is the 1-based row
    that filled a slot (0: none), ``answers[slot]`` its answer (strict) or its Reading (other modes), ``texts[slot]``
    the raw (prediction, raw_output) where ``keep_text`` is set. ``read`` reads free text (modes rules and official);
    ``order_is_fault`` says that ``order`` in a standard file is a fault, not a sign of Shuffle24.
    """

    def __init__(
        self,
        questions: Questions,
        issues: Issues,
        *,
        mode: Mode,
        track: Track,
        order_is_fault: bool = False,
        read: Read | None = None,
        keep_text: bool = False,
        keep_all: bool = False,
    ) -> None:
        self.questions = questions
        self.issues = issues
        self.mode = mode
        self.track = track
        self.rows = 0
        self.usable = 0
        self.unknown: list[tuple[str, int, int, int]] = []
        self.n_unknown = 0
        self._check = AnswerCheck(questions, issues, mode, read)
        self._order_is_fault = order_is_fault
        self._keep_text = keep_text
        self._keep_unknown = None if keep_all else KEPT_PER_CODE * 10
        self._int_ids = 0
        self._in_order: list[Slots] = []
        self.orders = _orders(questions) if track == "shuffle24" else {}
        self.slots_of, self.n_slots = _slots(questions, self.orders if track == "shuffle24" else None)
        self.n_missing = self.n_slots
        self.row_of = array("I", bytes(4 * self.n_slots))
        self.answers: list[Any] = [None] * self.n_slots
        self.texts: dict[int, tuple[Any, str | None]] = {}

    def take_batch(self, batch: Batch) -> None:
        """Fill in the rows of a batch."""
        self.rows = batch.end
        self.usable += len(batch.rows)
        if batch.plain and self.mode == "strict" and not self._keep_text:
            self._take_plain(batch)
        else:
            for place in range(len(batch.rows)):
                self._take(batch, place)

    def _take_plain(self, batch: Batch) -> None:
        """Take the rows that look-ups alone can take (a bare label or null in a free slot); the others one by one."""
        slots_of, row_of, answers = self.slots_of, self.row_of, self.answers
        start = batch.numbers[0] if batch.numbers else 1
        one_by_one = 0
        for number, row in enumerate(batch.rows, start):
            try:
                first, rank, accepted, question = slots_of[row.id]
                slot = first + rank[row.order]
                answer = accepted.get(row.prediction, _OTHER)
            except (KeyError, TypeError):
                one_by_one += 1
                self._take(batch, number - start)
                continue
            if row_of[slot] or answer is _OTHER:
                one_by_one += 1
                self._fill(slot, question, row, batch, number - start)
            else:
                row_of[slot] = number
                answers[slot] = answer
        self.n_missing -= len(batch.rows) - one_by_one

    def _take(self, batch: Batch, place: int) -> None:
        """Take one row: find its slot, read its answer, name every fault."""
        row = batch.rows[place]
        if row.order is not None and self.track == "standard" and not self._order_is_fault:
            raise CarriesOrder
        question = self._find(row, batch, place)
        slot = None if question is None else self._slot(question, row, batch, place)
        if question is not None and slot is not None:
            self._fill(slot, question, row, batch, place)

    def _fill(self, slot: int, question: int, row: Row, batch: Batch, place: int) -> None:
        """Put the answer of a row into its slot, if the slot is free and the answer can be read."""
        if self.row_of[slot]:
            self._refuse_duplicate(slot, row, batch, place)
            return
        self.row_of[slot] = batch.numbers[place]
        self.n_missing -= 1
        reading = self._check.read(question, row, batch, place)
        if reading is not None:
            self.answers[slot] = reading.answer if self.mode == "strict" else reading
            if self._keep_text:
                self.texts[slot] = (None if row.prediction is msgspec.UNSET else row.prediction, row.raw_output)

    def reading(self, slot: int) -> Reading:
        """What was read in a slot (a missing row reads as null; it can only be missing in official mode)."""
        answer = self.answers[slot]
        if isinstance(answer, Reading):
            return answer
        return Reading(answer, "null" if answer is None else "ok", "strict")

    def place_of(self, slot: int) -> tuple[int, str | None]:
        """(question, order) of a slot."""
        if self.track == "standard":
            return slot, None
        if not self._in_order:
            self._in_order = list(self.slots_of.values())
        owner = self._in_order[bisect_right(self._in_order, slot, key=lambda slots: slots.first) - 1]
        orders: list[str] = list(owner.rank)
        return owner.question, orders[slot - owner.first]

    def slot_rows(self) -> list[tuple[int, str | None]]:
        """(question, order) of every slot, in order."""
        if self.track == "standard":
            return [(question, None) for question in range(len(self.questions))]
        return [(slots.question, order) for slots in self.slots_of.values() for order in slots.rank]

    def _find(self, row: Row, batch: Batch, place: int) -> int | None:
        id = row.id
        if isinstance(id, int):
            id = str(id) if abs(id) < 10**MAX_DIGITS else ""  # Python refuses to write out longer ones
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
        slots = self.slots_of[id]
        try:
            return slots.first + slots.rank[row.order]
        except (KeyError, TypeError):
            self._refuse_order(question, row, batch, place)
            return slots.first if self.track == "standard" else None

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
        if self.mode == "strict":
            found += ", the same way" if row.prediction == self.answers[slot] else ", in another way"
        self.issues.keep(issue_at("E_DUPLICATE", found, batch, place, str(row.id), field="id"))

    def _add(
        self, code: str, message: str, batch: Batch, place: int, id: str, *, fix: str = "", field: str = ""
    ) -> None:
        if self.issues.wants(code):
            self.issues.keep(issue_at(code, message, batch, place, id, fix=fix, field=field))

    def finish(self) -> None:
        """Warn of what concerns the whole sheet."""
        if self._int_ids:
            self.issues.add("W_INT_IDS", f"ids that are numbers: {self._int_ids}")


def _orders(questions: Questions) -> dict[tuple[str, ...], dict[Any, int]]:
    """For each set of labels: every arrangement, with its lexicographic rank."""
    return {
        labels: {"".join(order): rank for rank, order in enumerate(permutations(labels))}
        for labels in dict.fromkeys(questions.labels)
        if labels
    }


def _slots(
    questions: Questions, orders: Mapping[tuple[str, ...], Mapping[Any, int]] | None
) -> tuple[dict[Any, Slots], int]:
    """The slots of every question that has any, and how many there are; ``orders`` is None in the standard track."""
    accepted: dict[tuple[str, ...], dict[Any, str | None]] = {
        labels: {None: None, **{label: label for label in labels}} for labels in dict.fromkeys(questions.labels)
    }
    once = {None: 0}
    slots_of: dict[Any, Slots] = {}
    n = 0
    for question, (id, labels) in enumerate(zip(questions.ids, questions.labels, strict=True)):
        rank = once if orders is None else orders.get(labels)
        if rank is not None:
            slots_of[id] = Slots(n, rank, accepted[labels], question)
            n += len(rank)
    return slots_of, n
