"""``score``: one prediction file, checked again and graded question by question, to one Result.

The denominator is the key's, never the submission's: a wrong, unanswered or unparsed answer is 0 of its full weight.
An answer that no judge has seen yet has no credit at all: the run is incomplete, and its value lies between bounds.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.files import read_questions
from board.errors import BenchmarkError
from board.grading import grade
from board.results import Result
from board.shuffled import summarize_shuffled
from board.summary import Graded, summarize
from board.types import Benchmark, KeyEntry, Mode, Question, Report, Score
from scorer.answers import answers_on
from scorer.judged import JudgedAnswers
from scorer.judged_scores import JudgedScores, grade_answers
from scorer.key import Key, load_key
from scorer.official import OfficialView, official_view, replayed_view
from scorer.refusals import report_of_faults
from scorer.result import Run, make_result
from scorer.verdicts import no_verdicts, read_verdict_file, verdicts_in
from validator.issues import Issues
from validator.sheet import Sheet
from validator.submission import check_submission

# What is called for verdicts: the answers, the key and the mode in, the rows of a verdict file out.
AskForVerdicts = Callable[[JudgedAnswers, Mapping[str, KeyEntry], Mode], Sequence[Mapping[str, Any]]]


class Scored(NamedTuple):
    """A report; where the file was accepted its Result, its graded rows, the official view of them, the questions.

    ``verdict_text`` is the verdict file behind it, given or made by a judge in this run.
    """

    report: Report
    result: Result | None
    scores: Sequence[Score]
    official: OfficialView | None
    questions: Sequence[Question] = ()
    verdict_text: bytes = b""


def score_file(
    path: Path,
    benchmark: Benchmark,
    *,
    data: Path | None = None,
    key: Path | None = None,
    mode: Mode | None = None,
    card: Path | None = None,
    owner: str | None = None,
    verdicts: Path | None = None,
    judge: AskForVerdicts | None = None,
    keep_all: bool = False,
) -> Scored:
    """Check and score one prediction file.

    ``owner`` is who submits; by default the card's organisation, and ``local`` without a card. ``verdicts`` is a
    judge's verdict file, for answers that are judged by a checklist; a report of its faults refuses the run. ``judge``
    is asked for them instead.

    Raises:
        SubmissionError: there is no such card.
        BenchmarkError: questions or key cannot be used, or verdicts are given where nothing is judged.
        JudgeError: the judge is out of reach.

    Example:
        >>> from benchmarks import load_benchmark
        >>> from benchmarks.folder import sample_folder
        >>> sample = sample_folder("vsi_super_wild")
        >>> scored = score_file(sample / "predictions" / "blank.jsonl", load_benchmark("vsi_super_wild"), data=sample)
        >>> scored.result.headline.estimate
        0.0
    """
    checked = check_submission(path, benchmark, data=data, mode=mode, card=card, keep_text=True, keep_all=keep_all)
    if not checked.report.ok:
        return Scored(checked.report, None, (), None)
    questions = read_questions(checked.data.path)
    entries = load_key(benchmark, checked.data.path, questions, key)
    judged = answers_on(checked.sheet, questions, entries)
    if (verdicts or judge) and not judged.questions:
        option = "--judge" if judge else "--verdicts"
        raise BenchmarkError(f"{benchmark.title} is not judged by checklists: leave {option} out")
    if judge is not None:
        rows = judge(judged, entries.entries, checked.report.mode)
        run = Run(checked, benchmark, questions, entries, verdicts_in(rows, judged))
        return _scored(run, judged, owner)._replace(verdict_text=_as_file(rows))
    issues = Issues(keep_all)
    found = no_verdicts(judged) if verdicts is None else read_verdict_file(verdicts, judged, issues)
    if issues.refused:
        return Scored(report_of_faults(checked.report, issues, found.n_rows), None, (), None)
    text = verdicts.read_bytes() if verdicts else b""
    return _scored(Run(checked, benchmark, questions, entries, found), judged, owner)._replace(verdict_text=text)


def _as_file(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows as the bytes of a verdict file."""
    return "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows).encode()


def _scored(run: Run, judged: JudgedAnswers, owner: str | None) -> Scored:
    checked, key = run.checked, run.key
    answered = grade_answers(judged, run.verdicts)
    tags = _tags(checked.sheet) + answered.tags
    if judged.questions:
        official = replayed_view(checked.sheet, run.benchmark, judged, run.verdicts, answered.scores, key.entries)
    else:
        official = official_view(checked.sheet, run.benchmark, run.questions, key.entries)
    if official is not None and checked.report.mode == "official":
        graded, estimates = official.graded, official.estimates
        del tags["judge_invalid"]  # how our rules read the replies, which this mode does not
    else:
        graded = _grade_all(checked.sheet, run.questions, key, answered)
        estimates = summarize(graded, run.benchmark, checked.report.mode)
        if checked.report.track == "shuffle24":
            estimates += summarize_shuffled(graded, checked.report.mode)
        estimates += official.estimates if official is not None else []
    place = {id: place for place, id in enumerate(key.entries)}
    scores = sorted((row.score for row in graded), key=lambda score: place[score.id])
    return Scored(checked.report, make_result(run, estimates, owner, tags), scores, official, run.questions)


def _grade_all(sheet: Sheet, questions: Sequence[Question], key: Key, answered: JudgedScores) -> list[Graded]:
    judged = {score.id: score for score in answered.scores}
    graded = []
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        question = questions[place]
        score = judged.get(question.id) or grade(sheet.reading(slot), key.entries[question.id], order)
        graded.append(Graded(question, score))
    return graded


def _tags(sheet: Sheet) -> Counter[str]:
    """How often each lenient step was taken, and each reason for which nothing was read."""
    tags: Counter[str] = Counter()
    for slot in range(sheet.n_slots):
        reading = sheet.reading(slot)
        tags.update(reading.tags)
        if reading.status not in ("ok", "null"):
            tags[reading.status] += 1
    return tags
