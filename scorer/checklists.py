"""Free-text answers to Scores, from a judge's verdicts.

A blank answer, an error message of a harness and the official filler score 0 without a judge (rule J2): a judge would
give them every question whose expected verdict is no. Refusals are judged like any answer. An answer without all its
verdicts is unscored: neither wrong nor dropped.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from board.checklists import WORDS, checklist_score, credit_checklists, lay_out
from board.types import ChecklistCredit, ChecklistQuestion, Question, Score
from scorer.judged import JudgedAnswers, judged_answers
from scorer.key import Key
from scorer.verdicts import Verdicts
from validator.answers.verdict import contains_verdict_pattern

VERDICT_PATTERN = "answer_contains_verdict_pattern"


class JudgedScores(NamedTuple):
    """Scores in the order of the judged answers, and how often each thing worth telling was found."""

    scores: list[Score]
    tags: Counter[str]


def lay_out_answers(
    questions: Sequence[Question], texts: Sequence[str | None], present: Sequence[bool], key: Key
) -> JudgedAnswers:
    """The answers with the checklists of their questions."""
    return judged_answers(questions, texts, present, lay_out([_checklist(question, key) for question in questions]))


def grade_answers(judged: JudgedAnswers, verdicts: Verdicts, key: Key) -> JudgedScores:
    """Every answer with its credit; ``None`` where a verdict is missing."""
    credits = credit_checklists(verdicts.counted, judged.checklists)
    tags = Counter({"judge_invalid": verdicts.n_invalid} if verdicts.n_invalid else {})
    scores = []
    for place, (question, text) in enumerate(zip(judged.questions, judged.texts, strict=True)):
        checklist, silent = _checklist(question, key), judged.silent[place]
        if silent:
            nothing = tuple(ChecklistCredit(asked.expected, 0.0) for asked in checklist)
            scores.append(Score(question.id, text, 0.0, "unanswered", checklist=nothing))
            tags[silent] += 1
            continue
        mine = judged.checklists.questions_of(place)
        score = checklist_score(
            question.id, text, checklist, float(credits.answers[place]), credits.questions[mine].tolist()
        )
        scores.append(score._replace(verdicts=_said(verdicts, mine)))
        if text is not None and contains_verdict_pattern(text):
            tags[VERDICT_PATTERN] += 1
    return JudgedScores(scores, tags)


def _checklist(question: Question, key: Key) -> tuple[ChecklistQuestion, ...]:
    answer = key.entries[question.id].answer
    return answer if isinstance(answer, tuple) else ()


def _said(verdicts: Verdicts, mine: slice) -> tuple[str | None, ...]:
    """What was said about one answer, repeat by repeat; None where a verdict is missing."""
    return tuple(WORDS[code] for code in verdicts.counted[:, mine].ravel().tolist())
