"""Asking a judge afresh about answers it judged before.

A judge that is read from its ledger cannot drift. So its new verdicts go to a ledger of their own, which begins with
the seed of the old one: markers are drawn from it, and another marker would be another prompt. A small file in it says
that a drift began it, so that an interrupted one goes on there and no other ledger is taken for one.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from board.checklists import MISSING
from board.errors import JudgeError
from board.types import KeyEntry, Question
from board.writing import write_whole
from scorer.answers import FileAnswers
from scorer.judge.audit.reading import Audited
from scorer.judge.ledger import SEED, Ledger
from scorer.judge.segments import segments_in
from scorer.judged import JudgedAnswers, judged_answers, nothing_said
from scorer.score import AskForVerdicts
from scorer.verdicts import Verdicts, verdicts_in

BEGUN = "drift.json"


class Anchor(NamedTuple):
    """A question to ask about again under an id of its own, the answer, and which file it is from."""

    question: Question
    text: str | None
    of: int


def ask_again(ask: AskForVerdicts, audited: Audited, before: Sequence[Verdicts]) -> list[Verdicts]:
    """New verdicts about the answers that have any before, all asked at once; of the others nothing is said."""
    anchors = [
        Anchor(one.judged.questions[place], one.judged.texts[place], of)
        for of, (one, said) in enumerate(zip(audited.answers, before, strict=True))
        for place in _said_of(one.judged, said)
    ]
    if not anchors:
        raise JudgeError("found no verdict before, expected those about at least 200 answers: nothing to ask about")
    questions = [anchor.question._replace(id=_id(anchor)) for anchor in anchors]
    entries: dict[str, KeyEntry] = {_id(anchor): audited.key[anchor.question.id] for anchor in anchors}
    every = judged_answers(questions, [anchor.text for anchor in anchors], [True] * len(anchors), entries)
    said = verdicts_in(ask(every, entries, "strict"), every)
    return [_of_file(number, one, anchors, every, said) for number, one in enumerate(audited.answers)]


def _said_of(judged: JudgedAnswers, before: Verdicts) -> list[int]:
    """The places of the answers that have a verdict."""
    places = range(len(judged.questions))
    return [place for place in places if (before.counted[:, judged.laid.questions_of(place)] != MISSING).any()]


def _of_file(
    number: int, answers: FileAnswers, anchors: Sequence[Anchor], every: JudgedAnswers, said: Verdicts
) -> Verdicts:
    """What is said about one file's answers, laid out as that file's are."""
    judged = answers.judged
    counted = nothing_said(judged, len(said.counted))
    for place, anchor in enumerate(anchors):
        if anchor.of == number:
            mine = judged.laid.questions_of(judged.place[anchor.question.id])
            counted[:, mine] = said.counted[:, every.laid.questions_of(place)]
    return Verdicts(counted, counted, asked=said.asked)


def _id(anchor: Anchor) -> str:
    return f"{anchor.of}:{anchor.question.id}"


class Begun(NamedTuple):
    """A ledger for new verdicts: when it was begun (ISO 8601), and how many verdict sets it holds already."""

    at: str
    n_held: int


def begin_ledger(again: Path, ledger: Path, now: datetime) -> Begun:
    """A ledger for the new verdicts with the seed of the old one; one that a drift began earlier goes on.

    Raises:
        JudgeError: they are the same folder, ``again`` is a ledger that no drift began, or one is in use.
    """
    if again.resolve() == ledger.resolve():
        raise JudgeError(
            f"found the ledger itself, {again}, after --again, expected a new folder: in it nothing drifts"
        )
    with Ledger(ledger) as old:
        seed = old.seed
    again.mkdir(parents=True, exist_ok=True)
    if not (again / BEGUN).exists():
        _require_no_ledger(again)
        write_whole(again / SEED, seed + "\n", mode=0o600)
        write_whole(again / BEGUN, json.dumps({"begun": now.isoformat()}) + "\n")
    at: str = json.loads((again / BEGUN).read_bytes())["begun"]
    return Begun(at, held_in(again))


def _require_no_ledger(folder: Path) -> None:
    """Refuse to ask into a ledger of verdicts that were given for something else.

    A seed alone is no ledger: this command may have been stopped before it wrote more.
    """
    if segments_in(folder):
        raise JudgeError(
            f"found a ledger in {folder}, after --again, that no drift began: verdicts read from it would be compared "
            "with themselves. Name a new folder, or leave --again out"
        )


def held_in(folder: Path) -> int:
    """How many verdict sets a ledger holds."""
    with Ledger(folder) as ledger:
        return sum(1 for _ in ledger.entries())
