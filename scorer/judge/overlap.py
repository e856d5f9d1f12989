"""Before a judge is replaced: the same answers under the old and the new one, and what judging all again would cost.

The old verdicts are those kept in the score rows, so the old judge need not answer any more. The same questions are
taken of every submission, spread over the abilities, until at least 300 answers are judged by both (or all there are).
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from board.checklists import CODES, MISSING
from board.errors import BenchmarkError
from board.results import Result, score_files
from board.types import Benchmark, KeyEntry, Question, Score
from scorer.judge.audit.agreement import AgreementReport, agreement_report
from scorer.judge.audit.pairing import Codes, pair, together
from scorer.judge.audit.ranks import RanksReport, ranks_report
from scorer.judge.types import Asked, Opinion
from scorer.judged import JudgedAnswers, judged_answers, nothing_said
from scorer.judged_scores import grade_answers
from scorer.verdicts import Verdicts

FEWEST_ANSWERS = 300


class Kept(NamedTuple):
    """What the score rows of one submission hold of each question: the answer, and the old judge's verdicts."""

    id: str
    texts: Mapping[str, str | None]
    verdicts: Mapping[str, Sequence[str | None] | None]


class Overlap(NamedTuple):
    """What both judges say of the same answers: how far they agree, and the board under each."""

    n_answers: int
    n_questions: int
    agreement: AgreementReport
    ranks: RanksReport


def kept_answers(results: Sequence[Result], folder: Path) -> list[Kept]:
    """The answers and old verdicts of these results, from their score rows under ``folder``.

    Raises:
        BenchmarkError: a result has no score rows there, or they hold no verdicts.
    """
    files = score_files(folder)
    return [_kept(result.submission_id, files.get(result.submission_id), folder) for result in results]


def _kept(id: str, file: Path | None, folder: Path) -> Kept:
    if file is None:
        raise BenchmarkError(f"found no score rows of {id[:16]}… under {folder}: name their folder with --scores")
    rows = [json.loads(line) for line in file.read_bytes().splitlines()]
    texts = {row["id"]: row["answer"] for row in rows}
    return Kept(id, texts, {row["id"]: row.get("verdicts") for row in rows})


def spread(questions: Sequence[Question], submissions: Sequence[Kept], fewest: int = FEWEST_ANSWERS) -> list[Question]:
    """The questions of the overlap: in turn from every ability, in an order drawn from their ids.

    Enough of them that the submissions give at least ``fewest`` answers that a judge has read; all where there are
    not so many.

    Example:
        >>> asked = [Question(f"q{n}", "summary" if n < 4 else "memory_recall", "text") for n in range(8)]
        >>> kept = Kept("s", {one.id: "A cup." for one in asked}, {one.id: ["yes"] for one in asked})
        >>> [one.task for one in spread(asked, [kept], 3)]
        ['memory_recall', 'memory_recall', 'summary']
    """
    queues: dict[str, list[Question]] = defaultdict(list)
    for question in sorted(questions, key=lambda one: hashlib.sha256(one.id.encode()).digest()):
        queues[question.task].append(question)
    chosen: list[Question] = []
    n_answers = 0
    while n_answers < fewest and any(queues.values()):
        for queue in queues.values():
            if queue and n_answers < fewest:
                chosen.append(queue.pop(0))
                n_answers += sum(bool(kept.verdicts.get(chosen[-1].id)) for kept in submissions)
    return sorted(chosen, key=lambda one: (one.task, one.id))


def answers_of(kept: Kept, questions: Sequence[Question], key: Mapping[str, KeyEntry]) -> JudgedAnswers:
    """The answers of a submission to some questions."""
    texts = [kept.texts.get(question.id) for question in questions]
    return judged_answers(questions, texts, [True] * len(questions), key)


def asked_of_all(
    submissions: Sequence[Kept], answers: Sequence[JudgedAnswers], key: Mapping[str, KeyEntry]
) -> list[Asked]:
    """What the new judge is asked, under ids that tell the submissions apart."""
    return [
        Asked(
            f"{kept.id}/{question.id}",
            text,
            tuple(item.question for item in checklist),
            question.question,
            key[question.id].reference,
        )
        for kept, judged in zip(submissions, answers, strict=True)
        for question, text, silent, checklist in zip(
            judged.questions, judged.texts, judged.silent, judged.checklists, strict=True
        )
        if text is not None and not silent
    ]


def compare_judges(
    submissions: Sequence[Kept],
    answers: Sequence[JudgedAnswers],
    opinions: Mapping[tuple[str, int], Opinion],
    repeats: int,
    benchmark: Benchmark,
    names: tuple[str, str],
) -> Overlap:
    """Both judges on the same answers; ``opinions`` are those of the new one, ``names`` the old and the new name."""
    old = [_old(kept, judged) for kept, judged in zip(submissions, answers, strict=True)]
    new = [_new(kept, judged, opinions, repeats) for kept, judged in zip(submissions, answers, strict=True)]
    pairs = [pair(*three) for three in zip(answers, old, new, strict=True)]
    metric = next(metric for metric in benchmark.metrics if metric.name == benchmark.headline)
    questions = answers[0].questions
    ids = [kept.id for kept in submissions]
    boards = [dict(zip(ids, _scores(answers, side), strict=True)) for side in (old, new)]
    n_answers = sum(not silent for judged in answers for silent in judged.silent)
    return Overlap(
        n_answers,
        len(questions),
        agreement_report(together(pairs), *names),
        ranks_report(boards[0], boards[1], questions, metric, names),
    )


def _scores(answers: Sequence[JudgedAnswers], said: Sequence[Verdicts]) -> list[Sequence[Score]]:
    return [grade_answers(judged, verdicts).scores for judged, verdicts in zip(answers, said, strict=True)]


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


def _new(kept: Kept, judged: JudgedAnswers, opinions: Mapping[tuple[str, int], Opinion], repeats: int) -> Verdicts:
    codes = nothing_said(judged, repeats)
    for place, question in enumerate(judged.questions):
        for repeat in range(repeats):
            opinion = opinions.get((f"{kept.id}/{question.id}", repeat + 1))
            if opinion is not None and opinion.verdicts is not None:
                codes[repeat, judged.laid.questions_of(place)] = _codes(opinion.verdicts)
    return Verdicts(codes, codes)


def _codes(words: Sequence[str | None]) -> Codes:
    return np.array([MISSING if word is None else CODES[word] for word in words], dtype=np.int8)


def told(overlap: Overlap, price: str) -> dict[str, Any]:
    """The figures of an overlap as they are kept in ``judges.json``."""
    found, ranks = overlap.agreement.overall, overlap.ranks
    return {
        "answers": overlap.n_answers,
        "questions": overlap.n_questions,
        "verdicts": found.n,
        "agreement": found.agreement,
        "kappa": found.kappa,
        "kendall_tau": ranks.tau,
        "largest_move": ranks.largest_move,
        "rejudging_all": price,
    }
