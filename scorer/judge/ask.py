"""From the answers of a submission to the rows of their verdicts, by a judge and its ledger."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from board.errors import BenchmarkError
from board.types import KeyEntry, Mode
from scorer.judge.ledger import Ledger
from scorer.judge.rows import rows_of
from scorer.judge.run import Judged, Watch, judge_answers, shows_reference, unwatched
from scorer.judge.types import Asked, Judge
from scorer.judged import JudgedAnswers


class Answered(NamedTuple):
    """The rows of a verdict file, and the run that gave them."""

    rows: Sequence[Mapping[str, Any]]
    judged: Judged


def asked_of(answers: JudgedAnswers, key: Mapping[str, KeyEntry], mode: Mode) -> list[Asked]:
    """What a judge is asked: the answers that need one, and their checklists without the expected verdicts.

    An answer that says nothing needs none (rule J2); the released script, which mode official replays, asks about every
    answer that is there.
    """
    return [
        Asked(
            question.id,
            text,
            tuple(item.question for item in checklist),
            question.question,
            key[question.id].reference,
        )
        for question, text, silent, checklist in zip(
            answers.questions, answers.texts, answers.silent, answers.checklists, strict=True
        )
        if text is not None and (mode == "official" or not silent)
    ]


def require_references(judge: Judge, asked: Sequence[Asked]) -> None:
    """Refuse a prompt that shows reference answers where the key has none.

    Raises:
        BenchmarkError: so it is.
    """
    if shows_reference(judge.identity) and not all(one.reference for one in asked):
        raise BenchmarkError(
            f"the prompt {judge.identity.prompt} shows the reference answer, and the key has none: import the "
            "benchmark again, or take another --prompt"
        )


def ask_for_verdicts(
    judge: Judge,
    ledger: Ledger,
    answers: JudgedAnswers,
    key: Mapping[str, KeyEntry],
    mode: Mode = "strict",
    *,
    only_failed: bool = False,
    answered_by: str | None = None,
    watch: Watch = unwatched,
) -> Answered:
    """Have the answers judged; the rows are those of a verdict file.

    Raises:
        BenchmarkError: the prompt shows reference answers, and the key has none.
        JudgeError: the judge is out of reach.
    """
    asked = asked_of(answers, key, mode)
    require_references(judge, asked)
    judged = judge_answers(judge, asked, ledger, only_failed=only_failed, answered_by=answered_by, watch=watch)
    return Answered(list(rows_of(judged, answers)), judged)
