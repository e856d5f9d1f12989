"""Margins of a local judge on answers whose right verdicts are known."""

from pathlib import Path
from typing import NamedTuple

from board.checklists import MISSING, NO, YES
from board.errors import JudgeError
from scorer.answers import FileAnswers, JudgedData
from scorer.judge.ask import asked_of
from scorer.judge.audit.pairing import majority
from scorer.judge.logits_judge import LogitsJudge
from scorer.judge.types import Turn
from scorer.refusals import read_verdicts_or_refuse


class LabelledMargins(NamedTuple):
    """One margin (nats) a labelled checklist question, and whether yes is right."""

    margins: list[float]
    yes: list[bool]


def labelled_margins(judge: LogitsJudge, data: JudgedData, answers: FileAnswers, labels: Path) -> LabelledMargins:
    """Ask about every answer that has labels, a verdict file; most of the given repeats decide a label.

    Raises:
        Refused: the label file has faults; the message is the report.
        JudgeError: it labels nothing.
    """
    judged = answers.judged
    said = majority(read_verdicts_or_refuse(labels, judged, answers.report, data.benchmark.title).counted)
    asked = asked_of(judged, data.key.entries, "strict")
    right = {one.id: said[judged.laid.questions_of(judged.place[one.id])] for one in asked}
    known = [one for one in asked if (right[one.id] != MISSING).any()]
    if not known:
        raise JudgeError(f"{labels} labels no answer that a judge is asked about: expected at least some hundred")
    margins, yes = [], []
    for id, found in judge.margins([Turn(one) for one in known]):
        for margin, label in zip(found, right[id].tolist(), strict=True):
            if label in (NO, YES):
                margins.append(margin)
                yes.append(label == YES)
    return LabelledMargins(margins, yes)
