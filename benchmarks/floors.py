"""Floors: what an answerer earns that has looked at nothing, for letters, counts and checklists.

A benchmark adds its own with ``floors(questions, key)`` in its ``baselines.py``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

import numpy as np

from board.checklists import NO, YES, checklist_score, credit_checklists, lay_out
from board.grading import mra
from board.metrics.mean import plain_mean
from board.summary import Graded, summarize
from board.types import Benchmark, KeyEntry, Question

Key = Mapping[str, KeyEntry]


class Floor(NamedTuple):
    """What an answerer earns that looks at nothing: ``estimate`` is a share, 0..1 (unclipped, also below 0)."""

    name: str
    metric: str
    estimate: float


class BestCount(NamedTuple):
    """The constant with the highest mean MRA, with its clipped and unclipped mean."""

    constant: int
    mra: float
    mra_unclipped: float


def choice_and_count_floors(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> Iterator[Floor]:
    """Random and constant letters, the best constant count, and both together where the headline covers both."""
    choices = [(question, key[question.id].answer) for question in questions if question.options]
    counts = [answer for question in questions if isinstance(answer := key[question.id].answer, int)]
    letters = {"random": [1 / len(question.options or ()) for question, _ in choices]}
    for label in sorted({label for question, _ in choices for label in question.options or ()}):
        letters[f"always {label}"] = [float(answer == label) for _, answer in choices]
    accuracy, by_count = benchmark.metric_of("choice"), benchmark.metric_of("count")
    for name, credits in letters.items() if choices else ():
        yield Floor(name, accuracy, plain_mean(credits))
    if choices:
        constant = max((name for name in letters if name != "random"), key=lambda name: fsum(letters[name]))
        yield Floor(f"best constant letter ({constant})", accuracy, plain_mean(letters[constant]))
    best = best_constant_count(counts) if counts else None
    if best:
        yield Floor(f"count always {best.constant}", by_count, best.mra)
        unclipped = (metric.name for metric in benchmark.metrics if metric.name.endswith("_unclipped"))
        yield from (Floor(f"count always {best.constant}", name, best.mra_unclipped) for name in unclipped)
    n = len(choices) + len(counts)
    for name, credits in letters.items() if n and benchmark.headline != accuracy else ():
        both = name + (f", count always {best.constant}" if best else "")
        yield Floor(both, benchmark.headline, fsum([*credits, len(counts) * (best.mra if best else 0.0)]) / n)


def best_constant_count(counts: Sequence[int]) -> BestCount:
    """The count that earns most when given for every question.

    Mean MRA is piecewise linear in the constant with its upward kinks at the gold counts, so one of these is best.

    Example:
        >>> best_constant_count([1, 2, 2, 9]).constant
        2
    """
    times = Counter(counts)

    def earned(constant: int) -> BestCount:
        credits = [(n, mra(constant, count)) for count, n in times.items()]
        clipped = fsum(n * credit.clipped for n, credit in credits) / len(counts)
        return BestCount(constant, clipped, fsum(n * credit.unclipped for n, credit in credits) / len(counts))

    return max(map(earned, sorted(times)), key=lambda best: best.mra)


def checklist_floors(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> Iterator[Floor]:
    """What a judge gives away that always says the same, and what answers earn that say nothing (0).

    An answer that states nothing wins every question whose expected verdict is no, if it is judged at all: that is
    why blank, filler and error answers score 0 without a judge.
    """
    judged = [question for question in questions if isinstance(key[question.id].answer, tuple)]
    if not judged:
        return
    for name, verdict in (("judge says No", NO), ("judge says Yes", YES)):
        scores = constant_judge(judged, key, verdict)
        yield from (Floor(name, metric, share) for metric, share in overall(scores, benchmark).items())
    yield Floor("all filler", benchmark.metric_of("text"), 0.0)


def constant_judge(questions: Sequence[Question], key: Key, verdict: int) -> list[Graded]:
    """Every answer graded by a judge that always gives the same verdict (``YES`` or ``NO``)."""
    checklists = [answer for question in questions if isinstance(answer := key[question.id].answer, tuple)]
    laid = lay_out(checklists)
    credits = credit_checklists(np.full((1, len(laid.expected)), verdict, dtype=np.int8), laid)
    graded = []
    for place, (question, checklist) in enumerate(zip(questions, checklists, strict=True)):
        items = credits.questions[laid.questions_of(place)].tolist()
        score = checklist_score(question.id, None, checklist, float(credits.answers[place]), items)
        graded.append(Graded(question, score))
    return graded


def overall(graded: Sequence[Graded], benchmark: Benchmark) -> dict[str, float]:
    """Every metric over all of these answers."""
    rows = (row for row in summarize(graded, benchmark, "strict") if row.facet == "all")
    return {row.metric: row.estimate for row in rows if row.estimate is not None}
