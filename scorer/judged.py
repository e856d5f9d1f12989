"""The answers that a judge reads, and what a verdict file says about them, gathered row by row."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.checklists import MISSING, Checklists, lay_out
from board.types import ChecklistQuestion, KeyEntry, Question
from validator.answer_check import shown
from validator.answers.verdict import skips_judge

MOST_REPEATS = 100
LONGEST_NAME = 300
Row = Mapping[str, Any]
OTHER_FILE = "score with the verdict file that was made for exactly this prediction file"


class JudgedAnswers(NamedTuple):
    """Free-text answers with their checklists, one by one (``checklists``) and laid end to end (``laid``).

    ``texts`` are the answers (None: no answer), ``present`` says whether the file has a row for it (always, but in mode
    official), ``silent`` why an answer needs no judge, if it says nothing. ``place`` finds an answer by its id.
    """

    questions: Sequence[Question]
    texts: Sequence[str | None]
    present: Sequence[bool]
    silent: Sequence[str | None]
    checklists: Sequence[Sequence[ChecklistQuestion]]
    laid: Checklists
    place: Mapping[str, int]


def judged_answers(
    questions: Sequence[Question], texts: Sequence[str | None], present: Sequence[bool], key: Mapping[str, KeyEntry]
) -> JudgedAnswers:
    """Answers together with their checklists, and with which of them say nothing (rule J2)."""
    checklists = [answer for question in questions if isinstance(answer := key[question.id].answer, tuple)]
    silent = [skips_judge(text) for text in texts]
    place = {question.id: at for at, question in enumerate(questions)}
    return JudgedAnswers(questions, texts, present, silent, checklists, lay_out(checklists), place)


class Fault(NamedTuple):
    """Why a row of a verdict file cannot be used, what to do, and the question it is about, where it is known."""

    found: str
    fix: str
    id: str | None = None


class Gathered:
    """What the rows of a verdict file say: ``said[repeat, slot]`` is YES or NO, a slot being one checklist question.

    ``asked`` holds (judge, prompt) of every row about an answer that needs a judge, ``repeats`` the highest repeat
    about one; rows about other answers are kept for the replay of the released script only. ``replies`` are the raw
    replies, ``invalid`` the answers with a reply that could not be read, ``facts`` what makes the verdicts the same.
    """

    def __init__(self) -> None:
        self.said: dict[tuple[int, int], int] = {}
        self.asked: set[tuple[str | None, str | None]] = set()
        self.repeats = 0
        self.replies: dict[str, list[str]] = {}
        self.invalid: set[int] = set()
        self.facts: list[list[object]] = []

    def note_judge(self, judge: str | None, prompt: str | None, repeats: int) -> None:
        """Take down who judged an answer that needs it, and in how many repeats."""
        self.asked.add((judge or None, prompt or None))
        self.repeats = max(self.repeats, repeats)

    def matrix(self, judged: JudgedAnswers, repeats: int) -> NDArray[np.int8]:
        """Everything said in repeats 1 to ``repeats``, of shape (repeats, checklist questions)."""
        said = nothing_said(judged, repeats)
        for (repeat, slot), verdict in self.said.items():
            if repeat <= repeats:
                said[repeat - 1, slot] = verdict
        return said


def nothing_said(judged: JudgedAnswers, repeats: int = 1) -> NDArray[np.int8]:
    """No verdict at all, of shape (repeats, checklist questions)."""
    return np.full((repeats, len(judged.laid.expected)), MISSING, dtype=np.int8)


def lacking(fields: Row, names: Iterable[str]) -> Fault | None:
    """The fault of a row that lacks some of these fields."""
    missing = [name for name in names if name not in fields]
    fix = "write all fields of the row, see docs/submitting.md"
    return Fault(f"the row lacks {', '.join(missing)}", fix) if missing else None


def declared(fields: Row) -> int:
    """How many repeats a row says its judge gives of everything; 0 where it does not say."""
    repeats: int = fields.get("repeats") or 0
    return repeats


def unsound_repeats(fields: Row, id: str) -> Fault | None:
    """The fault of a row whose number of repeats is none."""
    repeats = fields.get("repeats")
    if repeats is None or (type(repeats) is int and 0 < repeats <= MOST_REPEATS):
        return None
    return Fault(f"repeats is {shown(repeats)}, expected a whole number from 1 to {MOST_REPEATS}", "mend the row", id)


def is_name(value: object) -> bool:
    """Whether a value can name a judge: one line of at most 300 letters, none invisible, no blank at its ends."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_NAME
        and value == value.strip()
        and "," not in value
        and all(letter.isprintable() or unicodedata.category(letter) == "Zs" for letter in value)
    )
