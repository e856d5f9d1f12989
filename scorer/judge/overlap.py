"""Before a judge is replaced: the same answers under the old and the new one.

The old verdicts are those kept in the score rows, so the old judge need not answer any more. The same questions are
taken of every submission, spread over the abilities, until at least 300 answers are judged by both (or all there are).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from board.checklists import CODES, MISSING
from board.types import Benchmark, KeyEntry, Question, Score
from scorer.judge.ask import asked_of
from scorer.judge.audit.agreement import AgreementReport, agreement_report
from scorer.judge.audit.evenly import in_turn
from scorer.judge.audit.pairing import Codes, pair, pooled
from scorer.judge.audit.ranks import RanksReport, ranks_report
from scorer.judge.kept_rows import Kept
from scorer.judge.types import Asked, Opinion
from scorer.judged import JudgedAnswers, judged_answers, nothing_said
from scorer.judged_scores import grade_answers
from scorer.verdicts import Verdicts

FEWEST_ANSWERS = 300


class Compared(NamedTuple):
    """The answers of one submission to the questions of an overlap, and the old judge's verdicts about them."""

    id: str
    judged: JudgedAnswers
    old: Verdicts


class Overlap(NamedTuple):
    """What both judges say of the same answers: how far they agree, and the board under each.

    ``n_answers`` have verdicts of both; ``n_left_out`` others have some of the old judge, and none of the new one.
    """

    n_answers: int
    n_left_out: int
    n_questions: int
    agreement: AgreementReport
    ranks: RanksReport


def spread(questions: Sequence[Question], n_judged: Mapping[str, int], fewest: int = FEWEST_ANSWERS) -> list[Question]:
    """The questions of the overlap: in turn from every ability, in an order drawn from their ids.

    Enough of them that the submissions give at least ``fewest`` answers with a verdict, of which ``n_judged`` says how
    many there are by question; at least one of every ability, and all where there are not so many.

    Example:
        >>> asked = [Question(f"q{n}", "summary" if n < 4 else "memory_recall", "text") for n in range(8)]
        >>> [one.task for one in spread(asked, {one.id: 1 for one in asked}, 3)]
        ['memory_recall', 'memory_recall', 'summary']
        >>> len(spread(asked, {one.id: 1_000 for one in asked})), len(spread(asked, {"q0": 2}))
        (2, 1)
    """
    judged = [question for question in questions if n_judged.get(question.id)]
    n_abilities = len({question.task for question in judged})
    chosen: list[Question] = []
    n_answers = 0
    for question in in_turn(judged):
        if n_answers >= fewest and len(chosen) >= n_abilities:
            break
        chosen.append(question)
        n_answers += n_judged[question.id]
    return sorted(chosen, key=lambda one: (one.task, one.id))


def laid_out(kept: Kept, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> Compared:
    """A submission's answers to the questions of an overlap, with the verdicts that its score rows hold."""
    texts = [kept.texts.get(question.id) for question in questions]
    judged = judged_answers(questions, texts, [True] * len(questions), key)
    return Compared(kept.id, judged, _old(kept, judged))


def asked_of_all(compared: Sequence[Compared], key: Mapping[str, KeyEntry]) -> list[Asked]:
    """What the new judge is asked, under ids that tell the submissions apart."""
    return [
        asked._replace(id=f"{one.id}/{asked.id}") for one in compared for asked in asked_of(one.judged, key, "strict")
    ]


def compare_judges(
    compared: Sequence[Compared],
    opinions: Mapping[tuple[str, int], Opinion],
    repeats: int,
    benchmark: Benchmark,
    names: tuple[str, str],
) -> Overlap:
    """Both judges on the same answers; ``opinions`` are those of the new one, ``names`` the old and the new name."""
    new = [_new(one, opinions, repeats) for one in compared]
    pairs = [pair(one.judged, one.old, said) for one, said in zip(compared, new, strict=True)]
    metric = next(metric for metric in benchmark.metrics if metric.name == benchmark.headline)
    boards = (
        {one.id: _scores(one, one.old) for one in compared},
        {one.id: _scores(one, said) for one, said in zip(compared, new, strict=True)},
    )
    by_both = [both for one, said in zip(compared, new, strict=True) for both in _by_both(one, said)]
    questions = compared[0].judged.questions
    return Overlap(
        n_answers=by_both.count(True),
        n_left_out=by_both.count(False),
        n_questions=len(questions),
        agreement=agreement_report(pooled(pairs), *names),
        ranks=ranks_report(*boards, questions, metric, names),
    )


def _by_both(one: Compared, new: Verdicts) -> list[bool]:
    """Of each answer with a verdict of the old judge, whether the new one gave one too."""
    slots = [one.judged.laid.questions_of(place) for place in range(len(one.judged.questions))]
    return [_says_something(new, mine) for mine in slots if _says_something(one.old, mine)]


def _says_something(said: Verdicts, mine: slice) -> bool:
    return bool((said.counted[:, mine] != MISSING).any())


def _scores(one: Compared, said: Verdicts) -> Sequence[Score]:
    return grade_answers(one.judged, said).scores


def _old(kept: Kept, judged: JudgedAnswers) -> Verdicts:
    """The verdicts in the score rows, which hold repeat after repeat."""
    said = [kept.verdicts.get(question.id) or () for question in judged.questions]
    lengths = judged.laid.lengths.tolist()
    repeats = max((len(words) // n for words, n in zip(said, lengths, strict=True)), default=1) or 1
    codes = nothing_said(judged, repeats)
    for place, words in enumerate(said):
        if len(words) == repeats * lengths[place]:
            codes[:, judged.laid.questions_of(place)] = _codes(words).reshape(repeats, -1)
    return Verdicts(codes, codes)


def _new(one: Compared, opinions: Mapping[tuple[str, int], Opinion], repeats: int) -> Verdicts:
    codes = nothing_said(one.judged, repeats)
    for place, question in enumerate(one.judged.questions):
        for repeat in range(repeats):
            opinion = opinions.get((f"{one.id}/{question.id}", repeat + 1))
            if opinion is not None and opinion.verdicts is not None:
                codes[repeat, one.judged.laid.questions_of(place)] = _codes(opinion.verdicts)
    return Verdicts(codes, codes)


def _codes(words: Sequence[str | None]) -> Codes:
    return np.array([MISSING if word is None else CODES[word] for word in words], dtype=np.int8)


def figures_of(overlap: Overlap, price: str) -> dict[str, Any]:
    """The figures of an overlap as they are kept in ``judges.json``."""
    found, ranks = overlap.agreement.overall, overlap.ranks
    return {
        "answers": overlap.n_answers,
        "left_out": overlap.n_left_out,
        "questions": overlap.n_questions,
        "verdicts": found.n,
        "agreement": found.agreement,
        "kappa": found.kappa,
        "kendall_tau": ranks.tau,
        "largest_move": ranks.largest_move,
        "rejudging_all": price,
    }
