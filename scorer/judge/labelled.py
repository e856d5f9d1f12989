"""Margins of a local judge on answers whose right verdicts are known."""

from pathlib import Path
from typing import NamedTuple

from board.checklists import MISSING, YES
from board.errors import FaultyAnswers, JudgeError
from scorer.answers import FileAnswers
from scorer.judge.ask import asked_of
from scorer.judge.audit.pairing import majority
from scorer.judge.logits_judge import LogitsJudge
from scorer.judge.types import Turn
from scorer.verdicts import read_verdict_file
from validator.issues import Issues


class LabelledMargins(NamedTuple):
    """One margin (nats) a labelled checklist question, and whether yes is right."""

    margins: list[float]
    yes: list[bool]


def labelled_margins(judge: LogitsJudge, answers: FileAnswers, labels: Path) -> LabelledMargins:
    """Ask about every answer that has labels, a verdict file; most of the given repeats decide a label.

    Raises:
        FaultyAnswers: the label file has faults; the message lists them.
        JudgeError: it labels nothing.
    """
    issues = Issues(keep_all=False)
    told = majority(read_verdict_file(labels, answers.judged, issues).counted)
    if issues.refused:
        faults = "\n".join(f"  row {one.row}: {one.message}" for one in issues.in_order())
        raise FaultyAnswers(f"{labels} has faults:\n{faults}")
    asked = asked_of(answers.judged, answers.key.entries, "strict")
    slots = {one.id: answers.judged.laid.questions_of(answers.judged.place[one.id]) for one in asked}
    known = [one for one in asked if (told[slots[one.id]] != MISSING).any()]
    if not known:
        raise JudgeError(f"{labels} labels no answer that a judge is asked about: expected at least some hundred")
    margins, yes = [], []
    for id, found in judge.margins([Turn(one) for one in known]):
        for margin, label in zip(found, told[slots[id]].tolist(), strict=True):
            if label in (0, YES):
                margins.append(margin)
                yes.append(label == YES)
    return LabelledMargins(margins, yes)
