"""What the released scorer would have said of the same file, for comparison only.

It reads the same text as ``rules`` mode (``raw_output`` where present, else ``prediction``) and computes with the
benchmark's own ``official.py``. Rows that are missing are simply not there, as in the released code.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from benchmarks import load_module
from board.grading import original_label
from board.summary import Graded
from board.types import Benchmark, Bucket, Estimate, KeyEntry, Question, Reading, Score
from validator.answers.official import read_official
from validator.sheet import Sheet


class OfficialView(NamedTuple):
    """Estimates in mode ``official``, the graded rows, and how many answers are read differently."""

    estimates: list[Estimate]
    graded: list[Graded]
    n_read_differently: int


def official_view(
    sheet: Sheet, benchmark: Benchmark, questions: Sequence[Question], key: Mapping[str, KeyEntry]
) -> OfficialView:
    """Grade every row that is present as the released scorer does."""
    official = load_module(benchmark.name, "official")
    graded: list[Graded] = []
    differently = 0
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        if not sheet.row_of[slot]:
            continue
        question = questions[place]
        prediction, raw_output = sheet.texts[slot]
        text = prediction if raw_output is None else raw_output
        reading = read_official(official, question.kind, text)
        graded.append(Graded(question, _grade(official, reading, key[question.id], order)))
        differently += text is not None and reading.answer != sheet.reading(slot).answer
    return OfficialView(_estimates(official, benchmark, graded), graded, differently)


def _grade(official: ModuleType, reading: Reading, entry: KeyEntry, order: str | None) -> Score:
    answer = reading.answer
    if isinstance(entry.answer, int):
        credit = official.mra(answer, entry.answer)
    else:
        label = original_label(str(answer), order) if order and answer else answer
        credit = 1.0 if label == entry.answer else 0.0
    bucket: Bucket = "correct" if credit == 1.0 else "wrong"
    if reading.status != "ok":
        bucket = "unanswered" if reading.status == "null" else "unparsed"
    return Score(entry.id, answer, credit, bucket, order)


def _estimates(official: ModuleType, benchmark: Benchmark, graded: Sequence[Graded]) -> list[Estimate]:
    """The whole benchmark and each task, in the released arithmetic (percent there, shares here)."""
    by_task = {task.name: [row for row in graded if row.question.task == task.name] for task in benchmark.tasks}
    credits = {task: [row.score.credit for row in rows] for task, rows in by_task.items() if rows}
    sems = official.sems(credits)
    everything = _estimate(official, benchmark.headline, "all", "all", graded, sems.get("overall"))
    metrics = {task.name: benchmark.metric_of(task) for task in benchmark.tasks}
    tasks = [_estimate(official, metrics[task], "task", task, by_task[task], sems[task]) for task in credits]
    return [everything, *tasks]


def _estimate(
    official: ModuleType, metric: str, facet: str, value: str, graded: Sequence[Graded], sem: float | None
) -> Estimate:
    buckets = [row.score.bucket for row in graded]
    return Estimate(
        metric=metric,
        facet=facet,
        value_of_facet=value,
        mode="official",
        estimate=official.percent([row.score.credit for row in graded]) / 100.0,
        unit="share",
        higher_is_better=True,
        n=len(graded),
        n_unanswered=buckets.count("unanswered"),
        n_unparsed=buckets.count("unparsed"),
        sem=None if sem is None else sem / 100.0,
        n_clusters=len({row.question.cluster for row in graded}),
    )
