"""One row an answer with the judge's raw replies: ``{id, replies: [text, …]}``, one a repeat.

The released layout names the round instead of the id: ``{ability, video, event, round, replies}``. ``judge`` and
``prompt_sha256`` may be given too, so may ``answer_sha256``, which is checked, and ``repeats``, how many there should
be. ``judge`` is a list where not all replies are by the same one. Replies are read by the judge rules
(:mod:`validator.answers.verdict`): whole or not at all, paired by key, never repaired.
"""

from typing import Any

from board.checklists import CODES
from board.receipts import sha256_of_text
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
from validator.answers.verdict import read_verdicts

_FIELDS = ("ability", "video", "event", "round", "replies")


def take_replies(fields: Row, judged: JudgedAnswers, gathered: Gathered) -> Fault | None:
    """Gather the replies about one answer; or the first thing wrong with the row."""
    fault = _fault(fields, judged)
    if fault is not None:
        return fault
    id, texts = _id_of(fields), fields["replies"]
    place = judged.place[id]
    if id in gathered.replies:
        return Fault("the replies about this round are given twice", "keep one of the two rows", id)
    answer_sha256 = fields.get("answer_sha256")
    if judged.present[place] and answer_sha256 not in (None, sha256_of_text(judged.texts[place])):
        return Fault("answer_sha256 is that of another answer than the one in the file", OTHER_FILE, id)
    gathered.replies[id] = texts
    gathered.facts.append([id, texts, fields.get("judge"), fields.get("prompt_sha256")])
    slots = judged.laid.questions_of(place)
    for repeat, text in enumerate(texts, 1):
        verdicts = read_verdicts(text, slots.stop - slots.start).verdicts
        if verdicts is None:
            gathered.invalid.add(place)
        for slot, word in enumerate(verdicts or (), slots.start):
            gathered.said[repeat, slot] = CODES[word]
    if not judged.silent[place]:
        judge = fields.get("judge")
        for name in judge if isinstance(judge, list) else [judge]:
            gathered.note_judge(name, fields.get("prompt_sha256"), max(len(texts), declared(fields)))
    return None


def _fault(fields: Row, judged: JudgedAnswers) -> Fault | None:
    told = {name: value for name, value in fields.items() if value is not None}
    if fault := lacking(told, ("id", "replies") if "id" in told else _FIELDS):
        return fault
    id, texts = _id_of(fields), fields["replies"]
    if not isinstance(id, str) or id not in judged.place:
        return Fault(f"{shown(id)} is no question of this data folder", OTHER_FILE)
    ability = judged.questions[judged.place[id]].task
    if "id" not in told and fields["ability"] != ability:
        return Fault(f"ability is {shown(fields['ability'])}, expected {shown(ability)}", "mend the row", id)
    if not isinstance(texts, list) or len(texts) > MOST_REPEATS or not all(isinstance(text, str) for text in texts):
        return Fault(f"replies must be a list of at most {MOST_REPEATS} texts", "one text a repeat", id)
    prompt, judge = told.get("prompt_sha256"), told.get("judge")
    if prompt is not None and not (isinstance(prompt, str) and prompt.strip()):
        return Fault(
            f"prompt_sha256 is {shown(prompt)}, expected a text that is not blank, or null", "mend the row", id
        )
    names = judge if isinstance(judge, list) and len(judge) == len(texts) else [judge]
    if judge is not None and not all(map(is_name, names)):
        expected = "a name of one line without commas and invisible letters, one for each reply, or null"
        return Fault(f"judge is {shown(judge)}, expected {expected}", "mend the row", id)
    return unsound_repeats(fields, id)


def _id_of(fields: Row) -> Any:
    """The id, or ``video/event/round``; events and rounds may be numbers."""
    if fields.get("id") is not None:
        return fields["id"]
    return "/".join(part if isinstance(part, str) else shown(part) for part in (fields[name] for name in _FIELDS[1:4]))
