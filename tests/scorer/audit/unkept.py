"""Asking a judge without a ledger, so that trials by the thousand need no disk."""

from collections.abc import Mapping, Sequence
from typing import Any

from board.types import KeyEntry, Mode
from scorer.judge.ask import asked_of
from scorer.judge.rows import rows_of
from scorer.judge.run import Counts, Judged
from scorer.judge.types import Judge, Turn
from scorer.judged import JudgedAnswers
from scorer.score import AskForVerdicts


def unkept(judge: Judge) -> AskForVerdicts:
    """What the scorer calls for verdicts, straight from a judge."""

    def ask(answers: JudgedAnswers, key: Mapping[str, KeyEntry], mode: Mode) -> Sequence[Mapping[str, Any]]:
        asked = asked_of(answers, key, mode)
        turns = [Turn(one, repeat) for one in asked for repeat in range(1, judge.repeats + 1)]
        opinions = {(said.id, said.repeat): said for said in judge.opinions(turns)}
        counts = Counts(len(turns), 0, len(opinions), 0, len(turns) - len(opinions), len(opinions), 0)
        return list(rows_of(Judged(opinions, judge.identity, judge.repeats, counts), answers))

    return ask
