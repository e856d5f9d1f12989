"""What the released scorer would have said of the same file, for comparison only.

It reads the same text as ``rules`` mode (``raw_output`` where present, else ``prediction``) and computes with the
benchmark's own ``official.py``. Rows that are missing are simply not there, as in the released code.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks import load_module
from board.grading import original_label
from board.types import Benchmark, Bucket, Estimate, KeyEntry, Question, Reading, Score
from validator.answers.official import read_official
from validator.sheet import Sheet


class OfficialView(NamedTuple):
    """Estimates in mode ``official``, the graded rows, and how many answers are read differently."""

    estimates: list[Estimate]
    scores: list[Score]
    n_read_differently: int


def official_view(
    sheet: Sheet, benchmark: Benchmark, questions: Sequence[Question], key: Mapping[str, KeyEntry]
) -> OfficialView:
    """Grade every row that is present as the released scorer does."""
    official = load_module(benchmark.name, "official")
    scores: list[Score] = []
    credits: dict[str, list[float]] = {}
    differently = 0
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        if not sheet.row_of[slot]:
            continue
        question = questions[place]
        text = _text(sheet, slot)
        reading = read_official(official, question.kind, text)
        score = _grade(official, reading, key[question.id], order, unanswered=text is None)
        scores.append(score)
        credits.setdefault(question.task, []).append(score.credit or 0.0)
        differently += text is not None and reading.answer != sheet.reading(slot).answer
    return OfficialView(_estimates(official, benchmark, credits), scores, differently)


def _text(sheet: Sheet, slot: int) -> Any:
    prediction, raw_output = sheet.texts[slot]
    return prediction if raw_output is None else raw_output


def _grade(official: ModuleType, reading: Reading, entry: KeyEntry, order: str | None, *, unanswered: bool) -> Score:
    answer = reading.answer
    if isinstance(entry.answer, int):
        credit = official.mra(answer, entry.answer)
    else:
        label = original_label(str(answer), order) if order and answer else answer
        credit = 1.0 if label == entry.answer else 0.0
    bucket: Bucket = "correct" if credit == 1.0 else "wrong"
    if answer is None:
        bucket = "unanswered" if unanswered else "unparsed"
    return Score(entry.id, answer, credit, bucket, order)


def _estimates(official: ModuleType, benchmark: Benchmark, credits: dict[str, list[float]]) -> list[Estimate]:
    """The whole benchmark and each task, in the released arithmetic (percent there, shares here)."""
    sems = official.sems(credits)
    everything = [credit for task in credits.values() for credit in task]
    estimates = [_estimate("score", "all", "all", official.percent(everything), sems.get("overall"), len(everything))]
    for task in benchmark.tasks:
        if task.name in credits:
            metric = "accuracy" if task.kind == "choice" else "mra"
            value = official.percent(credits[task.name])
            n = len(credits[task.name])
            estimates.append(_estimate(metric, "task", task.name, value, sems.get(task.name), n))
    return estimates


def _estimate(metric: str, facet: str, value: str, percent: float, sem: float | None, n: int) -> Estimate:
    share = None if sem is None else sem / 100.0
    return Estimate(metric, facet, value, "official", percent / 100.0, "share", True, n, sem=share)
