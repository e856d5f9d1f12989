"""What the released scorer would have said of the same file, for comparison only.

It reads the same text as ``rules`` mode (``raw_output`` where present, else ``prediction``) and computes with the
benchmark's own ``official.py``; a benchmark without one has no such view. Rows that are missing are simply not there,
as in the released code. Judged answers are replayed from the judge's replies.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from benchmarks import ROOT, has_part, load_module
from board.grading import original_label
from board.summary import Graded
from board.types import Benchmark, Bucket, Estimate, KeyEntry, Question, Reading, Score, task_of
from scorer.verdicts import Judged, Verdicts
from validator.answers.official import read_official
from validator.sheet import Sheet


class OfficialView(NamedTuple):
    """Estimates in mode ``official``, the graded rows, and how many answers are read (or credited) differently.

    ``n_left_out`` are the answers that were never judged, since they say nothing: the released script has them judged,
    which cannot be replayed.
    """

    estimates: list[Estimate]
    graded: list[Graded]
    n_read_differently: int
    n_left_out: int = 0


def official_view(
    sheet: Sheet, benchmark: Benchmark, questions: Sequence[Question], key: Mapping[str, KeyEntry]
) -> OfficialView | None:
    """Grade every row that is present as the released scorer does; None where there is no released scorer."""
    official = released_scorer(benchmark)
    if official is None:
        return None
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


def replayed_view(
    sheet: Sheet,
    benchmark: Benchmark,
    judged: Judged,
    verdicts: Verdicts,
    scores: Sequence[Score],
    key: Mapping[str, KeyEntry],
) -> OfficialView | None:
    """What the released script makes of the same judge replies; None without a released script.

    Verdict rows are replayed as the reply that says just that. Without any verdicts there is nothing to replay, which
    only mode official has to say.
    """
    official = released_scorer(benchmark)
    replies = verdicts.replies
    if official is None or (verdicts.sha256 is None and sheet.mode != "official"):
        return None
    if verdicts.sha256 is None:
        return OfficialView([_replayed(benchmark, "all", "all", None, [])], [], 0)
    if replies is None:
        replies = {score.id: _as_replies(official, score, len(verdicts.said)) for score in scores if score.verdicts}
    present = {sheet.questions.ids[slot] for slot in range(sheet.n_slots) if sheet.row_of[slot]}
    replay = official.replay(judged.questions, key, present, replies)
    asked = {question.id: question for question in judged.questions}
    strict = {score.id: score for score in scores}
    graded = [
        Graded(asked[id], strict[id]._replace(credit=acc, bucket="correct" if acc == 1.0 else "wrong"))
        for id, acc in replay.acc.items()
    ]
    silent = {id for id in asked if strict[id].bucket == "unanswered" and id not in replay.acc}
    differently = sum(_differs(strict[id].credit, replay.acc.get(id)) for id in asked if id not in silent)
    return OfficialView(_replayed_estimates(replay, benchmark, graded), graded, differently, len(silent))


def released_scorer(benchmark: Benchmark) -> ModuleType | None:
    """The ``official.py`` of a benchmark, or None where nobody has released a scorer."""
    root = benchmark.root or ROOT
    return load_module(benchmark.name, "official", root) if has_part(benchmark.name, "official", root) else None


def _as_replies(official: ModuleType, score: Score, repeats: int) -> list[str]:
    """The replies behind the verdicts about one answer, one a repeat; a repeat with a gap is left out."""
    said, n = score.verdicts or (), len(score.checklist)
    runs = [said[repeat * n : (repeat + 1) * n] for repeat in range(repeats)]
    return [official.as_reply(run) for run in runs if None not in run]


def _differs(strict: float | None, released: float | None) -> bool:
    """Whether two credits are apart by more than the rounding to two decimals."""
    if strict is None or released is None:
        return strict is not released
    return abs(strict - released) > 0.0051


def _replayed_estimates(replay: Any, benchmark: Benchmark, graded: Sequence[Graded]) -> list[Estimate]:
    names = ["task", *(facet.name for facet in benchmark.facets if facet.of is task_of)]
    estimates = [_replayed(benchmark, "all", "all", replay.overall, graded)]
    for name in names:
        for task, share in replay.abilities.items():
            members = [row for row in graded if row.question.task == task]
            estimates.append(_replayed(benchmark, name, task, share, members))
    return estimates


def _replayed(benchmark: Benchmark, facet: str, value: str, share: float | None, graded: Sequence[Graded]) -> Estimate:
    return Estimate(
        metric=benchmark.headline,
        facet=facet,
        value_of_facet=value,
        mode="official",
        estimate=share,
        unit="share",
        higher_is_better=True,
        n=len(graded),
        n_clusters=len({row.question.cluster for row in graded}),
    )


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
    metrics = {task.name: benchmark.metric_of(task.kind) for task in benchmark.tasks}
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
