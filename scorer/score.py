"""``score``: one prediction file, checked again and graded question by question, to one Result.

The denominator is the key's, never the submission's: a wrong, unanswered or unparsed answer is 0 of its full weight.
An answer that no judge has seen yet has no credit at all: the run is incomplete, and its value lies between bounds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.files import count_tasks, read_questions
from benchmarks.folder import is_whole
from board.errors import BenchmarkError
from board.grading import grade
from board.receipts import rows_sha256, sha256_of, submission_id
from board.results import Headline, Provenance, Result, Status, estimate_rows
from board.summary import Graded, summarize
from board.types import Benchmark, Estimate, Mode, Prediction, Question, Report, Score
from scorer import SCORER_VERSION
from scorer.checklists import JudgedScores, grade_answers, lay_out_answers
from scorer.key import Key, load_key
from scorer.official import OfficialView, official_view, replayed_view
from scorer.verdicts import Judged, Verdicts, count_codes, no_verdicts, read_verdict_file
from validator import READER_VERSION
from validator.card import FIELDS
from validator.sheet import Sheet
from validator.submission import CheckedSubmission, check_submission


class Scored(NamedTuple):
    """A report; and, where the file was accepted, its Result, its graded rows and the official view of them."""

    report: Report
    result: Result | None
    scores: Sequence[Score]
    official: OfficialView | None


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
) -> Scored:
    """Check and score one prediction file.

    ``owner`` is who submits; by default the card's organisation, and ``local`` without a card. ``verdicts`` is a
    judge's verdict file, for answers that are judged by a checklist.

    Raises:
        SubmissionError: there is no such card.
        BenchmarkError: questions or key cannot be used.

    Example:
        >>> from benchmarks import load_benchmark
        >>> from benchmarks.folder import sample_folder
        >>> sample = sample_folder("vsi_super_wild")
        >>> scored = score_file(sample / "predictions" / "blank.jsonl", load_benchmark("vsi_super_wild"), data=sample)
        >>> scored.result.headline.estimate
        0.0
    """
    checked = check_submission(path, benchmark, data=data, mode=mode, card=card, keep_text=True)
    if not checked.report.ok:
        return Scored(checked.report, None, (), None)
    questions = read_questions(checked.data.path)
    entries = load_key(benchmark, checked.data.path, questions, key)
    judged = _judged(checked.sheet, questions, entries)
    if verdicts is not None and not judged.questions:
        raise BenchmarkError(f"{benchmark.title} is not judged by checklists: leave --verdicts out")
    said = no_verdicts(judged) if verdicts is None else read_verdict_file(verdicts, judged)
    if said.faults:
        return Scored(_refused(checked.report, said), None, (), None)
    answered = grade_answers(judged, said, entries)
    if judged.questions:
        official = replayed_view(checked.sheet, benchmark, judged, said, answered.scores, entries.entries)
    else:
        official = official_view(checked.sheet, benchmark, questions, entries.entries)
    if official is not None and checked.report.mode == "official":
        graded, estimates = official.graded, official.estimates
    else:
        graded = _grade_all(checked.sheet, questions, entries, answered)
        estimates = summarize(graded, benchmark, checked.report.mode)
        estimates += official.estimates if official is not None else []
    place = {id: place for place, id in enumerate(entries.entries)}
    scores = sorted((row.score for row in graded), key=lambda score: place[score.id])
    tags = _tags(checked.sheet) + Counter(answered.tags)
    result = _result(checked, benchmark, questions, entries, estimates, owner, said, tags)
    return Scored(checked.report, result, scores, official)


def _judged(sheet: Sheet, questions: Sequence[Question], key: Key) -> Judged:
    """The free-text answers; a missing row (official mode only) reads as null."""
    asked = [(slot, question) for slot, question in enumerate(questions) if question.kind == "text"]
    answers = [sheet.reading(slot).answer for slot, _ in asked]
    texts = [answer if isinstance(answer, str) else None for answer in answers]
    return lay_out_answers([question for _, question in asked], texts, key)


def _refused(report: Report, verdicts: Verdicts) -> Report:
    """The report of a sound prediction file whose verdict file has faults."""
    counts = {**report.counts, **count_codes(verdicts.faults)}
    return report._replace(ok=False, counts=counts, issues=(*verdicts.faults, *report.issues))


def _grade_all(sheet: Sheet, questions: Sequence[Question], key: Key, answered: JudgedScores) -> list[Graded]:
    judged = {score.id: score for score in answered.scores}
    graded = []
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        question = questions[place]
        score = judged.get(question.id) or grade(sheet.reading(slot), key.entries[question.id], order)
        graded.append(Graded(question, score))
    return graded


def _result(
    checked: CheckedSubmission,
    benchmark: Benchmark,
    questions: Sequence[Question],
    key: Key,
    estimates: Sequence[Estimate],
    owner: str | None,
    verdicts: Verdicts,
    tags: Mapping[str, int],
) -> Result:
    report, card = checked.report, _whole_card(checked.card)
    rows = rows_sha256(_canonical_rows(checked.sheet))
    headline = _headline(benchmark, estimates, report)
    whole = is_whole(benchmark, checked.data, count_tasks(questions), report.data_version)
    status = _status(headline, report, verdicts)
    return Result(
        schema_version=1,
        submission_id=submission_id(
            benchmark=benchmark.name,
            data_version=report.data_version,
            track=report.track,
            mode=report.mode,
            owner=owner or str(card.get("organisation") or "local"),
            card=card,
            rows=rows,
        ),
        benchmark=benchmark.name,
        data_version=report.data_version,
        track=report.track,
        mode=report.mode,
        status=status,
        reason=_reason(status, estimates, report, verdicts) or (None if whole else "subset"),
        coverage=report.coverage,
        submission=card,
        headline=headline,
        estimates=estimate_rows(estimates),
        tags=dict(sorted(tags.items())),
        provenance=_provenance(rows, questions, key, verdicts),
    )


def _status(headline: Headline, report: Report, verdicts: Verdicts) -> Status:
    if headline.estimate is None:
        return "incomplete"
    if report.mode == "official":
        return "parity"
    return "mixed_judge" if len(verdicts.judges) > 1 or len(verdicts.prompts) > 1 else "complete"


def _reason(status: Status, estimates: Sequence[Estimate], report: Report, verdicts: Verdicts) -> str | None:
    """Why a result cannot be ranked, as far as its verdicts decide it."""
    if status == "incomplete":
        own = (row for row in estimates if row.facet == "all" and row.mode == report.mode)
        n = next((row.n_unscored for row in own), 0)
        return f"no verdict yet for {n:,} {'answer' if n == 1 else 'answers'}" if n else "no verdict yet"
    if status == "mixed_judge":
        return f"verdicts of {len(verdicts.judges)} judges and {max(1, len(verdicts.prompts))} prompts do not compare"
    return None


def _whole_card(card: Mapping[str, Any]) -> dict[str, Any]:
    """The card with every field of the contract, null where it is not given; nothing at all without a card."""
    return {name: card.get(name) for name in FIELDS} if card else {}


def _headline(benchmark: Benchmark, estimates: Sequence[Estimate], report: Report) -> Headline:
    """The estimate the board ranks by: the headline metric over everything (accuracy where only choices are asked)."""
    metric = "accuracy" if report.track == "shuffle24" and report.mode != "official" else benchmark.headline
    for row in estimates:
        if (row.metric, row.facet, row.mode) == (metric, "all", report.mode):
            return Headline(
                metric=row.metric,
                facet=row.facet,
                value_of_facet=row.value_of_facet,
                estimate=row.estimate,
                ci_low=row.ci_low,
                ci_high=row.ci_high,
            )
    raise BenchmarkError(f"{benchmark.name} has no {metric} over all questions")


def _provenance(rows: str, questions: Sequence[Question], key: Key, verdicts: Verdicts) -> Provenance:
    judge, prompt = ", ".join(verdicts.judges) or None, ", ".join(verdicts.prompts) or None
    asked = None if judge is None else [judge, prompt]
    epoch = sha256_of([key.sha256, SCORER_VERSION, READER_VERSION, asked])[:16]
    return Provenance(
        predictions_sha256=rows,
        questions_sha256=sha256_of(sorted(_question_facts(question) for question in questions)),
        key_sha256=key.sha256,
        scorer_version=SCORER_VERSION,
        reader_version=READER_VERSION,
        judge=judge,
        judge_prompt_sha256=prompt,
        verdicts_sha256=verdicts.sha256,
        epoch=epoch,
    )


def _question_facts(question: Question) -> list[Any]:
    """What of a question makes it the same question: all but its media and what came with the official row."""
    options, facets = sorted((question.options or {}).items()), sorted(question.facets.items())
    return [question.id, question.task, question.kind, question.question, options, facets, question.cluster]


def _canonical_rows(sheet: Sheet) -> list[Prediction]:
    """The rows as they enter the hash: in strict mode the answers read, else the answers as written."""
    rows = []
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        if sheet.row_of[slot]:
            prediction, raw_output = sheet.texts[slot]
            answer = sheet.reading(slot).answer if sheet.mode == "strict" else prediction
            rows.append(Prediction(sheet.questions.ids[place], answer, raw_output, order))
    return rows


def _tags(sheet: Sheet) -> Counter[str]:
    """How often each lenient step was taken, and each reason for which nothing was read."""
    tags: Counter[str] = Counter()
    for slot in range(sheet.n_slots):
        reading = sheet.reading(slot)
        tags.update(reading.tags)
        if reading.status not in ("ok", "null"):
            tags[reading.status] += 1
    return tags
