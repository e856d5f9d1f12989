"""What the released scorer would have said of the same file, for comparison only.

It reads the same text as ``rules`` mode (``raw_output`` where present, else ``prediction``) and computes with the
benchmark's own ``official.py``; a benchmark without one has no such view. Rows that are missing are simply not there,
as in the released code. Judged answers are replayed from the judge's replies.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import NamedTuple, Protocol

from benchmarks import part_of
from board.checklists import MISSING, WORDS
from board.grading import original_label
from board.summary import Graded
from board.types import Benchmark, Bucket, Estimate, KeyEntry, Question, Reading, Score
from scorer.judged import JudgedAnswers
from scorer.verdicts import Verdicts
from validator.answers.official import read_official
from validator.sheet import Sheet

APART = 0.0051  # half a hundredth is the script's rounding; the rest is float error


class Replay(Protocol):
    """What a benchmark's ``official.replay`` gives: the credit of each question it scores, by task, and over all."""

    acc: Mapping[str, float]
    abilities: Mapping[str, float]
    overall: float | None


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
    official = part_of(benchmark, "official")
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
    judged: JudgedAnswers,
    verdicts: Verdicts,
    scores: Sequence[Score],
    key: Mapping[str, KeyEntry],
) -> OfficialView | None:
    """What the released script makes of the same judge replies; None without a released script.

    Verdict rows are replayed as the reply that says just that, also those about answers that need no judge here.
    Without any verdicts there is nothing to replay, which only mode official has to say.
    """
    official = part_of(benchmark, "official")
    if official is None or (verdicts.sha256 is None and sheet.mode != "official"):
        return None
    if verdicts.sha256 is None:
        return OfficialView([_estimate(benchmark.headline, "all", "all", None, [])], [], 0)
    present = {question.id for question, sent in zip(judged.questions, judged.present, strict=True) if sent}
    replies = verdicts.replies or _as_replies(official, judged, verdicts)
    replay = official.replay(judged.questions, key, present, replies)
    strict = {score.id: score for score in scores}
    asked = {question.id: question for question in judged.questions}
    graded = [
        Graded(asked[id], Score(id, strict[id].answer, acc, "correct" if acc == 1.0 else "wrong"))
        for id, acc in replay.acc.items()
    ]
    left_out = {id for id, why in zip(asked, judged.silent, strict=True) if why and id not in replay.acc}
    differently = sum(_differs(strict[id].credit, replay.acc.get(id)) for id in asked if id not in left_out)
    return OfficialView(_replayed_estimates(replay, benchmark, graded), graded, differently, len(left_out))


def _as_replies(official: ModuleType, judged: JudgedAnswers, verdicts: Verdicts) -> dict[str, list[str]]:
    """The replies behind verdict rows, one a repeat; a repeat with a gap is left out."""
    replies = {}
    for place, question in enumerate(judged.questions):
        said = verdicts.said[:, judged.laid.questions_of(place)].tolist()
        runs = [[WORDS[code] for code in run] for run in said if MISSING not in run]
        replies[question.id] = [official.as_reply(run) for run in runs]
    return replies


def _differs(strict: float | None, released: float | None) -> bool:
    """Whether two credits are apart by more than the rounding to two decimals."""
    if strict is None or released is None:
        return strict is not released
    return abs(strict - released) > APART


def _replayed_estimates(replay: Replay, benchmark: Benchmark, graded: Sequence[Graded]) -> list[Estimate]:
    names = ["task", *([benchmark.task_facet] if benchmark.task_facet else [])]
    estimates = [_estimate(benchmark.headline, "all", "all", replay.overall, graded)]
    for name in names:
        for task, share in replay.abilities.items():
            members = [row for row in graded if row.question.task == task]
            estimates.append(_estimate(benchmark.headline, name, task, share, members))
    return estimates


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
    everything = official.percent([row.score.credit for row in graded]) / 100.0
    metrics = {task.name: benchmark.metric_of(task.kind) for task in benchmark.tasks}
    estimates = [_estimate(benchmark.headline, "all", "all", everything, graded, sems.get("overall"))]
    for task, mine in credits.items():
        share = official.percent(mine) / 100.0
        estimates.append(_estimate(metrics[task], "task", task, share, by_task[task], sems[task]))
    return estimates


def _estimate(
    metric: str, facet: str, value: str, share: float | None, graded: Sequence[Graded], sem: float | None = None
) -> Estimate:
    """One number of the released scorer; ``sem`` in percent, as it prints it."""
    buckets = [row.score.bucket for row in graded]
    return Estimate(
        metric=metric,
        facet=facet,
        value_of_facet=value,
        mode="official",
        estimate=share,
        unit="share",
        higher_is_better=True,
        n=len(graded),
        n_unanswered=buckets.count("unanswered"),
        n_unparsed=buckets.count("unparsed"),
        sem=None if sem is None else sem / 100.0,
        n_clusters=len({row.question.cluster for row in graded}),
    )
