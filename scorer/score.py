"""``score``: one prediction file, checked again and graded question by question, to one Result.

The denominator is the key's, never the submission's: a wrong, unanswered or unparsed answer is 0 of its full weight.
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
from board.results import Headline, Provenance, Result, estimate_rows
from board.summary import Graded, summarize
from board.types import Benchmark, Estimate, Mode, Prediction, Question, Report, Score
from scorer import SCORER_VERSION
from scorer.key import Key, load_key
from scorer.official import OfficialView, official_view
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
) -> Scored:
    """Check and score one prediction file.

    ``owner`` is who submits; by default the card's organisation, and ``local`` without a card.

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
    if any(question.kind == "text" for question in questions):
        raise BenchmarkError("questions of kind text need a judge's verdicts, which this release cannot read")
    entries = load_key(benchmark, checked.data.path, questions, key)
    official = official_view(checked.sheet, benchmark, questions, entries.entries)
    if checked.report.mode == "official":
        graded, estimates = official.graded, official.estimates
    else:
        graded = _grade_all(checked.sheet, questions, entries)
        estimates = [*summarize(graded, benchmark, checked.report.mode), *official.estimates]
    place = {id: place for place, id in enumerate(entries.entries)}
    scores = sorted((row.score for row in graded), key=lambda score: place[score.id])
    result = _result(checked, benchmark, questions, entries, estimates, owner)
    return Scored(checked.report, result, scores, official)


def _grade_all(sheet: Sheet, questions: Sequence[Question], key: Key) -> list[Graded]:
    return [
        Graded(questions[place], grade(sheet.reading(slot), key.entries[questions[place].id], order))
        for slot, (place, order) in enumerate(sheet.slot_rows())
    ]


def _result(
    checked: CheckedSubmission,
    benchmark: Benchmark,
    questions: Sequence[Question],
    key: Key,
    estimates: Sequence[Estimate],
    owner: str | None,
) -> Result:
    report, card = checked.report, _whole_card(checked.card)
    rows = rows_sha256(_canonical_rows(checked.sheet))
    headline = _headline(benchmark, estimates, report)
    whole = not checked.data.partial and is_whole(benchmark, report.data_version, count_tasks(questions))
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
        status="parity" if report.mode == "official" else "complete",
        reason=None if whole else "subset",
        coverage=report.coverage,
        submission=card,
        headline=headline,
        estimates=estimate_rows(estimates),
        tags=_tags(checked.sheet),
        provenance=_provenance(rows, questions, key),
    )


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


def _provenance(rows: str, questions: Sequence[Question], key: Key) -> Provenance:
    epoch = sha256_of([key.sha256, SCORER_VERSION, READER_VERSION, None])[:16]
    return Provenance(
        predictions_sha256=rows,
        questions_sha256=sha256_of(sorted(_question_facts(question) for question in questions)),
        key_sha256=key.sha256,
        scorer_version=SCORER_VERSION,
        reader_version=READER_VERSION,
        judge=None,
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


def _tags(sheet: Sheet) -> dict[str, int]:
    """How often each lenient step was taken, and each reason for which nothing was read."""
    tags: Counter[str] = Counter()
    for slot in range(sheet.n_slots):
        reading = sheet.reading(slot)
        tags.update(reading.tags)
        if reading.status not in ("ok", "null"):
            tags[reading.status] += 1
    return dict(sorted(tags.items()))
