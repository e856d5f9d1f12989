"""Free-text answers to Scores, from a judge's verdicts.

A blank answer, an error message of a harness and the official filler score 0 without a judge (rule J2): a judge would
give them every question whose expected verdict is no. Refusals are judged like any answer. An answer without all its
verdicts is unscored: neither wrong nor dropped.
"""

from collections import Counter
from typing import NamedTuple

from board.checklists import WORDS, checklist_score, credit_checklists
from board.types import ChecklistCredit, Score
from scorer.judged import JudgedAnswers
from scorer.verdicts import Verdicts
from validator.answers.verdict import contains_verdict_pattern

VERDICT_PATTERN = "answer_contains_verdict_pattern"


class JudgedScores(NamedTuple):
    """Scores in the order of the judged answers, and how often each thing worth telling was found."""

    scores: list[Score]
    tags: Counter[str]


def grade_answers(judged: JudgedAnswers, verdicts: Verdicts) -> JudgedScores:
    """Every answer with its credit; ``None`` where a verdict is missing."""
    credits = credit_checklists(verdicts.counted, judged.laid)
    tags = Counter({"judge_invalid": verdicts.n_invalid} if verdicts.n_invalid else {})
    scores = []
    for place, (question, text) in enumerate(zip(judged.questions, judged.texts, strict=True)):
        checklist, mine, silent = judged.checklists[place], judged.laid.questions_of(place), judged.silent[place]
        if silent:
            nothing = tuple(ChecklistCredit(asked.expected, 0.0) for asked in checklist)
            scores.append(Score(question.id, text, 0.0, "unanswered", checklist=nothing))
            tags[silent] += 1
            continue
        items = credits.questions[mine].tolist()
        score = checklist_score(question.id, text, checklist, float(credits.answers[place]), items)
        said = tuple(WORDS[code] for code in verdicts.counted[:, mine].ravel().tolist())
        scores.append(score._replace(verdicts=said))
        if text is not None and contains_verdict_pattern(text):
            tags[VERDICT_PATTERN] += 1
    return JudgedScores(scores, tags)
