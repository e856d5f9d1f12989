"""Free-text answers to Scores, from a judge's verdicts.

A blank answer, an error message of a harness and the official filler score 0 without a judge (rule J2): a judge would
give them every question whose expected verdict is no. Refusals are judged like any answer. An answer without all its
verdicts is unscored: neither wrong nor dropped.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from board.checklists import MISSING, YES, Checklists, as_credits, credit_checklists, lay_out
from board.types import ChecklistCredit, ChecklistQuestion, Question, Score
from scorer.key import Key
from scorer.verdicts import Judged, Verdicts
from validator.answers.verdict import contains_verdict_pattern, skips_judge

VERDICT_PATTERN = "answer_contains_verdict_pattern"


class JudgedScores(NamedTuple):
    """Scores in the order of the judged answers, and how often each thing worth telling was found."""

    scores: list[Score]
    tags: dict[str, int]


def lay_out_answers(questions: Sequence[Question], answers: Sequence[str | None], key: Key) -> Judged:
    """The answers with the checklists of their questions."""
    return Judged(questions, answers, lay_out([_checklist(question, key) for question in questions]))


def grade_answers(judged: Judged, verdicts: Verdicts, key: Key) -> JudgedScores:
    """Every answer with its credit; ``None`` where a verdict is missing."""
    credits = credit_checklists(verdicts.said, judged.checklists)
    tags: Counter[str] = Counter()
    scores = []
    for place, (question, answer) in enumerate(zip(judged.questions, judged.answers, strict=True)):
        checklist, skipped = _checklist(question, key), skips_judge(answer)
        if answer is not None and not skipped:
            tags[VERDICT_PATTERN] += contains_verdict_pattern(answer)
        if skipped:
            tags[skipped] += 1
            nothing = tuple(ChecklistCredit(asked.expected, 0.0) for asked in checklist)
            scores.append(Score(question.id, answer, 0.0, "unanswered", checklist=nothing))
            continue
        share = float(credits.answers[place])
        items = as_credits(checklist, credits.questions[judged.checklists.questions_of(place)].tolist())
        said = _said(verdicts, judged.checklists, place)
        if share != share:
            scores.append(Score(question.id, answer, None, "unparsed", verdicts=said, checklist=items))
        else:
            bucket = "correct" if share == 1.0 else "wrong"
            scores.append(Score(question.id, answer, share, bucket, verdicts=said, checklist=items))  # type: ignore[arg-type]
    tags["judge_invalid"] = verdicts.n_invalid
    return JudgedScores(scores, {tag: n for tag, n in sorted(tags.items()) if n})


def _checklist(question: Question, key: Key) -> tuple[ChecklistQuestion, ...]:
    answer = key.entries[question.id].answer
    return answer if isinstance(answer, tuple) else ()


def _said(verdicts: Verdicts, checklists: Checklists, place: int) -> tuple[str | None, ...]:
    """What was said about one answer, repeat by repeat; None where a verdict is missing."""
    said = verdicts.said[:, checklists.questions_of(place)].ravel().tolist()
    return tuple(None if word == MISSING else "yes" if word == YES else "no" for word in said)
