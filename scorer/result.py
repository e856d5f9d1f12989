"""From everything a run found to its Result: headline, status, reason, and what it was computed from."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.files import count_tasks
from benchmarks.folder import is_whole
from board.errors import BenchmarkError
from board.judges import SMOKE_REASON, is_smoke
from board.receipts import questions_sha256, rows_sha256, sha256_of, submission_id
from board.results import Headline, Provenance, Result, Status, estimate_rows
from board.types import Benchmark, Estimate, Prediction, Question, Report
from board.words import counted
from scorer import SCORER_VERSION
from scorer.key import Key
from scorer.verdicts import NOT_NAMED, Verdicts
from validator import READER_VERSION
from validator.card import FIELDS
from validator.sheet import Sheet
from validator.submission import CheckedSubmission


class Run(NamedTuple):
    """Everything one Result is made from."""

    checked: CheckedSubmission
    benchmark: Benchmark
    questions: Sequence[Question]
    key: Key
    verdicts: Verdicts


def make_result(run: Run, estimates: Sequence[Estimate], owner: str | None, tags: Mapping[str, int]) -> Result:
    """The Result of a run; ``owner`` None is the card's organisation, and ``local`` without a card.

    Raises:
        BenchmarkError: there is no headline, since nothing that it covers was asked.
    """
    checked, benchmark, report = run.checked, run.benchmark, run.checked.report
    card, rows = _whole_card(checked.card), rows_sha256(canonical_rows(checked.sheet))
    headline = _headline(benchmark, estimates, report)
    whole = is_whole(benchmark, checked.data, count_tasks(run.questions), report.data_version)
    status = _status(headline, report, run.verdicts)
    reason = _reason(status, estimates, headline, run.verdicts)
    reason = reason if whole or reason == SMOKE_REASON else "subset"
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
        reason=reason,
        coverage=report.coverage,
        submission=card,
        headline=headline,
        estimates=estimate_rows(estimates),
        tags=dict(sorted(tags.items())),
        provenance=_provenance(rows, run),
    )


def _status(headline: Headline, report: Report, verdicts: Verdicts) -> Status:
    if headline.estimate is None:
        return "incomplete"
    if report.mode == "official":
        return "parity"
    return "mixed_judge" if len(verdicts.asked) > 1 else "complete"


def _reason(status: Status, estimates: Sequence[Estimate], headline: Headline, verdicts: Verdicts) -> str | None:
    """Why a result over the whole release cannot be ranked; None where it can."""
    if status == "incomplete":
        n = next((row.n_unscored for row in estimates if (row.metric, row.facet) == (headline.metric, "all")), 0)
        return f"no verdict yet for {counted(n, 'answer')}" if n else "no verdict yet"
    if status == "mixed_judge":
        return "verdicts of more than one judge or prompt do not compare"
    if any(map(is_smoke, verdicts.judges)):
        return SMOKE_REASON
    return "the judge is not named" if verdicts.judges == [NOT_NAMED] else None


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


def _provenance(rows: str, run: Run) -> Provenance:
    judge, prompt = ", ".join(run.verdicts.judges) or None, ", ".join(run.verdicts.prompts) or None
    asked = None if judge is None else [judge, prompt]
    return Provenance(
        predictions_sha256=rows,
        questions_sha256=questions_sha256(run.questions),
        key_sha256=run.key.sha256,
        scorer_version=SCORER_VERSION,
        reader_version=READER_VERSION,
        judge=judge,
        judge_prompt_sha256=prompt,
        verdicts_sha256=run.verdicts.sha256,
        epoch=sha256_of([run.key.sha256, SCORER_VERSION, READER_VERSION, asked])[:16],
    )


def canonical_rows(sheet: Sheet) -> list[Prediction]:
    """The rows as they enter the hash: in strict mode the answers read, else the answers as written."""
    rows = []
    for slot, (place, order) in enumerate(sheet.slot_rows()):
        if sheet.row_of[slot]:
            prediction, raw_output = sheet.texts[slot]
            answer = sheet.reading(slot).answer if sheet.mode == "strict" else prediction
            rows.append(Prediction(sheet.questions.ids[place], answer, raw_output, order))
    return rows
