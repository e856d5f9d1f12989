"""One row a verdict: ``{id, checklist_index, verdict, repeat, judge, prompt_sha256, answer_sha256}``.

``repeats``, how many there should be of each, may be told. A verdict that is missing has no row.
"""

from collections.abc import Callable
from typing import Any

from board.checklists import CODES
from board.receipts import sha256_of_text
from board.types import Verdict
from scorer.judged import (
    MOST_REPEATS,
    OTHER_FILE,
    Fault,
    Gathered,
    JudgedAnswers,
    Row,
    declared,
    is_name,
    lacking,
    unsound_repeats,
)
from validator.answer_check import shown


def take_verdict(fields: Row, judged: JudgedAnswers, gathered: Gathered) -> Fault | None:
    """Gather one verdict; or the first thing wrong with its row."""
    fault = _fault(fields, judged)
    if fault is not None:
        return fault
    verdict = Verdict(
        id=fields["id"],
        checklist_index=fields["checklist_index"],
        verdict=fields["verdict"],
        repeat=fields["repeat"],
        judge=fields["judge"],
        prompt_sha256=fields.get("prompt_sha256") or "",
        answer_sha256=fields["answer_sha256"].lower(),
    )
    place = judged.place[verdict.id]
    slot = int(judged.laid.starts[place]) + verdict.checklist_index - 1
    if (verdict.repeat, slot) in gathered.said:
        return Fault(f"repeat {verdict.repeat} of this checklist question is given twice", "keep one", verdict.id)
    if not judged.present[place]:
        return None  # an answer that was not sent: only mode official gets here, and drops it
    if verdict.answer_sha256 != sha256_of_text(judged.texts[place]):
        return Fault("answer_sha256 is that of another answer than the one in the file", OTHER_FILE, verdict.id)
    gathered.said[verdict.repeat, slot] = CODES[verdict.verdict]
    gathered.facts.append(list(verdict[:6]))
    if not judged.silent[place]:
        gathered.note_judge(verdict.judge, verdict.prompt_sha256, max(verdict.repeat, declared(fields)))
    return None


def _fault(fields: Row, judged: JudgedAnswers) -> Fault | None:
    """The first field that is not what the contract asks for."""
    id = fields.get("id")
    if fault := lacking(fields, (name for name in ("id", *_CHECKS) if name != "prompt_sha256")):
        return fault
    if not isinstance(id, str) or id not in judged.place:
        return Fault(f"id is {shown(id)}, which is no question of this data folder", OTHER_FILE)
    for name, (sound, expected) in _CHECKS.items():
        if not sound(fields.get(name)):
            return Fault(f"{name} is {shown(fields.get(name))}, expected {expected}", "mend the row", id)
    n = int(judged.laid.lengths[judged.place[id]])
    if fields["checklist_index"] > n:
        return Fault(f"checklist_index is {fields['checklist_index']}, expected 1 to {n}", OTHER_FILE, id)
    return unsound_repeats(fields, id)


def _is_from_one(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "checklist_index": (_is_from_one, "a whole number from 1"),
    "verdict": (lambda value: isinstance(value, str) and value in CODES, '"yes" or "no"'),
    "repeat": (lambda value: _is_from_one(value) and value <= MOST_REPEATS, f"a whole number from 1 to {MOST_REPEATS}"),
    "judge": (is_name, "the name of the judge: one line without commas, invisible letters, and blanks at its ends"),
    "prompt_sha256": (lambda value: value is None or _is_text(value), "a text that is not blank, or null"),
    "answer_sha256": (_is_text, "the sha256 of the answer"),
}
