"""Floors: what a judge gives to answers that saw no video. A row that is not clearly above them has shown nothing.

A floor is one answer given to every question: nothing at all, "Yes", "No", one sentence that could be about any video,
the most common answer of a set, and known ways of cheating a judge.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from board.summary import Graded, summarize
from board.types import Benchmark, KeyEntry, Question
from scorer.judge.audit.pairing import Codes
from scorer.judge.audit.payloads import known_cheats
from scorer.judged import judged_answers
from scorer.judged_scores import grade_answers
from scorer.score import AskForVerdicts
from scorer.verdicts import NOT_NAMED, Verdicts, verdicts_in
from validator.answers.verdict import skips_judge

JudgeAndPrompt = tuple[str | None, str | None]
CONSTANT = "The video shows a person who does something in a room, and then the scene changes."


class Floor(NamedTuple):
    """A name, and the one answer that is given to every question."""

    name: str
    answer: str | None


class FloorScore(NamedTuple):
    """The headline (0..1) that a judge gives to a floor, with its 95 % interval.

    ``value`` is None where the judge left ``n_unscored`` of the answers without all their verdicts.
    """

    name: str
    value: float | None
    ci_low: float | None
    ci_high: float | None
    n_unscored: int


class BoardRow(NamedTuple):
    """A submission's headline (0..1) and the lower end of its interval, None where there is none."""

    id: str
    value: float
    ci_low: float | None


class JudgedFloors(NamedTuple):
    """What a judge gives to every floor; ``asked`` are the (judge, prompt) pairs behind it."""

    asked: frozenset[JudgeAndPrompt]
    scores: tuple[FloorScore, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """The names of the judges, sorted."""
        return tuple(sorted({judge or NOT_NAMED for judge, _ in self.asked}))


class FloorsReport(NamedTuple):
    """All floors under one judge, the best of them, and the rows that are not clearly above it, best first."""

    judges: tuple[str, ...]
    floors: tuple[FloorScore, ...]
    best: FloorScore | None
    not_above: tuple[BoardRow, ...]
    n_rows: int


def floor_answers(answers: Sequence[str | None] = ()) -> tuple[Floor, ...]:
    """The floors; ``answers`` are those of a submission (or of many), whose most common one is a floor too.

    Example:
        >>> [floor.name for floor in floor_answers(["A cup.", "A cup.", "A dog.", None])][:6]
        ['blank', 'Yes', 'No', 'constant', 'most common', 'cheat override-1']
    """
    floors = [Floor("blank", None), Floor("Yes", "Yes"), Floor("No", "No"), Floor("constant", CONSTANT)]
    given = Counter(text for text in answers if text is not None and not skips_judge(text))
    if given:
        floors.append(Floor("most common", min(given, key=lambda text: (-given[text], text))))
    return (*floors, *(Floor(f"cheat {payload.name}", payload.text) for payload in known_cheats()))


def judge_floors(
    ask: AskForVerdicts,
    floors: Sequence[Floor],
    questions: Sequence[Question],
    key: Mapping[str, KeyEntry],
    benchmark: Benchmark,
) -> JudgedFloors:
    """Judge every floor on these questions.

    The judge is asked about each floor on each question (all at once), so give a sample of the questions where calls
    cost money.
    """
    asked = [question for question in questions if isinstance(key[question.id].answer, tuple)]
    verdicts = _judged(ask, floors, asked, key)
    parts = np.split(verdicts.counted, len(floors), axis=1)
    scores = tuple(_scored(floor, said, asked, key, benchmark) for floor, said in zip(floors, parts, strict=True))
    return JudgedFloors(verdicts.asked, scores)


def floors_report(judged: JudgedFloors, rows: Sequence[BoardRow] = ()) -> FloorsReport:
    """Hold the submissions of a board, scored on the same questions by the same judge, against the best floor.

    A row is above the best floor where its whole interval is.

    Example:
        >>> judged = JudgedFloors(frozenset({("judge-a", "p")}), (FloorScore("Yes", 0.5, None, None, 0),))
        >>> report = floors_report(judged, [BoardRow("clear", 0.7, 0.6), BoardRow("unsure", 0.6, 0.4)])
        >>> report.judges, report.best.name, [row.id for row in report.not_above]
        (('judge-a',), 'Yes', ['unsure'])
    """
    known = [score for score in judged.scores if score.value is not None]
    best = max(known, key=lambda score: score.value or 0.0, default=None)
    below = [row for row in rows if best is not None and not _is_above(row, best.value or 0.0)]
    ordered = tuple(sorted(below, key=lambda row: (-row.value, row.id)))
    return FloorsReport(judged.judges, judged.scores, best, ordered, len(rows))


def _judged(
    ask: AskForVerdicts, floors: Sequence[Floor], questions: Sequence[Question], key: Mapping[str, KeyEntry]
) -> Verdicts:
    """The verdicts about every floor on every question, floor by floor; ids are made their own for it."""
    every = [question._replace(id=f"{n}:{question.id}") for n, _ in enumerate(floors) for question in questions]
    entries = {f"{n}:{question.id}": key[question.id] for n, _ in enumerate(floors) for question in questions}
    texts = [floor.answer for floor in floors for _ in questions]
    judged = judged_answers(every, texts, [True] * len(texts), entries)
    return verdicts_in(ask(judged, entries, "strict"), judged)


def _scored(
    floor: Floor, said: Codes, questions: Sequence[Question], key: Mapping[str, KeyEntry], benchmark: Benchmark
) -> FloorScore:
    judged = judged_answers(questions, [floor.answer] * len(questions), [True] * len(questions), key)
    scores = grade_answers(judged, Verdicts(said, said)).scores
    graded = [Graded(question, score) for question, score in zip(questions, scores, strict=True)]
    metrics = tuple(metric for metric in benchmark.metrics if metric.name == benchmark.headline)
    head = summarize(graded, benchmark._replace(metrics=metrics, facets=()), "strict")[0]
    return FloorScore(floor.name, head.estimate, head.ci_low, head.ci_high, head.n_unscored)


def _is_above(row: BoardRow, floor: float) -> bool:
    return row.ci_low is not None and row.ci_low > floor
