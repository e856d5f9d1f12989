"""Result files: the only code that knows the layout of ``results/``.

One JSON object a submission in ``results/<benchmark>/<submission_id>.json``, and one line a graded row in
``.scores.jsonl`` beside it, and in ``.verdicts.jsonl`` what a judge said (both where the gold is private: with the
scorer). Shares are 0..1; every number is finite; null
is written, not left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from board.errors import BenchmarkError
from board.judges import is_smoke
from board.retired_judges import RetiredJudge, read_retired, retired_reason
from board.types import Bucket, Estimate, Score, is_unclipped
from board.writing import write_whole

# Faults of result files and of whole benchmarks; docs/errors.md has a section each.
RESULT_CODES = {
    "E_MISSING_GROUP": "a task of the benchmark has no question",
    "E_SCALE": "a share in a result file is not within 0..1",
    "E_NONFINITE": "a number in a result file is not finite",
    "E_HEADLINE": "the headline of a result file is not one of its estimates",
}
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Status = Literal["complete", "incomplete", "parity", "stale", "mixed_judge"]
Count = Annotated[int, Field(ge=0)]
SCORES = ".scores.jsonl"
VERDICTS = ".verdicts.jsonl"


class _ScoreRow(msgspec.Struct, gc=False):
    """One line of ``.scores.jsonl``, as far as boards read it; msgspec reads a board's millions of them."""

    id: str
    order: str | None
    answer: str | int | float | None
    credit: float | None
    bucket: Bucket


_SCORES = msgspec.json.Decoder(_ScoreRow)


class _Frozen(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False, frozen=True)


class EstimateRow(_Frozen):
    """One number of the board; see :class:`board.types.Estimate`."""

    metric: str
    facet: str
    value_of_facet: str
    mode: Literal["strict", "rules", "official"]
    estimate: float | None
    unit: Literal["share", "count"]
    higher_is_better: bool
    n: Count
    n_unanswered: Count
    n_unparsed: Count
    n_unscored: Count
    stderr: float | None
    sem: float | None
    ci_low: float | None
    ci_high: float | None
    n_clusters: int | None
    lower_bound: float | None
    upper_bound: float | None

    @model_validator(mode="after")
    def _share_in_range(self) -> "EstimateRow":
        if (
            self.unit == "share"
            and not is_unclipped(self.metric)
            and self.estimate is not None
            and not 0.0 <= self.estimate <= 1.0
        ):
            raise ValueError(f"E_SCALE: {self.metric} is {self.estimate}, expected a share within 0..1 (not percent)")
        return self


class Headline(_Frozen):
    """The number a board ranks by: one of the estimates, repeated."""

    metric: str
    facet: str
    value_of_facet: str
    estimate: float | None
    ci_low: float | None
    ci_high: float | None


class Provenance(_Frozen):
    """What a result was computed from, so that it can be recounted."""

    predictions_sha256: Sha256
    questions_sha256: Sha256
    key_sha256: Sha256
    scorer_version: str
    reader_version: str
    judge: str | None
    judge_prompt_sha256: str | None = None
    verdicts_sha256: Sha256 | None = None
    epoch: str


class Result(_Frozen):
    """Everything the board knows of one submission."""

    schema_version: Literal[1]
    submission_id: Sha256
    benchmark: str
    data_version: str
    track: Literal["standard", "shuffle24"]
    mode: Literal["strict", "rules", "official"]
    status: Status
    reason: str | None
    coverage: Annotated[float, Field(ge=0.0, le=1.0)]
    submission: dict[str, Any]
    headline: Headline
    estimates: list[EstimateRow]
    tags: dict[str, Count]
    provenance: Provenance

    @model_validator(mode="after")
    def _card_is_finite(self) -> "Result":
        if not _is_finite(self.submission):
            raise ValueError("E_NONFINITE: a number of the card is not finite")
        return self

    @model_validator(mode="after")
    def _headline_is_an_estimate(self) -> "Result":
        head = self.headline
        told = self.estimate(head.metric, head.facet, head.value_of_facet)
        if told != head.estimate:
            raise ValueError(f"E_HEADLINE: the headline says {head.estimate}, the estimates say {told}")
        return self

    def estimate(self, metric: str, facet: str = "all", value: str = "all", mode: str | None = None) -> float | None:
        """The estimate of a metric on a facet value in a mode (default: the result's own), or None."""
        row = self.row(metric, facet, value, mode)
        return None if row is None else row.estimate

    def row(self, metric: str, facet: str = "all", value: str = "all", mode: str | None = None) -> EstimateRow | None:
        """The whole row of an estimate, or None."""
        wanted = (metric, facet, value, mode or self.mode)
        rows = (row for row in self.estimates if (row.metric, row.facet, row.value_of_facet, row.mode) == wanted)
        return next(rows, None)


def _is_finite(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or isfinite(value)


def estimate_rows(estimates: Iterable[Estimate]) -> list[EstimateRow]:
    """Estimates as they stand in a result file."""
    return [EstimateRow(**estimate._asdict()) for estimate in estimates]


def result_json(result: Result) -> str:
    """A Result as one JSON text, the same bytes for the same result.

    Raises:
        ValueError: a number is not finite (E_NONFINITE).
    """
    return json.dumps(result.model_dump(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def parse_result(text: str | bytes, where: str = "result") -> Result:
    """A Result from its JSON text.

    Raises:
        BenchmarkError: it is damaged or breaks the schema; the message names the first faults.
    """
    try:
        return Result.model_validate_json(text)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()[:3])
        told = next((code for code in RESULT_CODES if code in faults), "E_TYPE")
        code = "E_NONFINITE" if any(fault["type"] == "finite_number" for fault in error.errors()) else told
        raise BenchmarkError(f"{where} is not a valid result ({code}): {faults}; nothing was changed") from error


def write_result(
    result: Result,
    scores: Iterable[Score],
    folder: Path,
    *,
    private_scores: Path | None = None,
    verdicts: bytes = b"",
) -> Path:
    """Write a result, its score rows and the ``verdicts`` it counts under ``folder/<benchmark>/``, each whole.

    ``private_scores`` is where the rows go instead if the gold is private, readable by their owner only; any that lie
    beside the result are taken away. Without ``verdicts`` those that are there stay.
    """
    target, hidden = folder / result.benchmark, private_scores and private_scores / result.benchmark
    target.mkdir(parents=True, exist_ok=True)
    if hidden:
        hidden.mkdir(mode=0o700, parents=True, exist_ok=True)
    for ending, rows in ((SCORES, "".join(map(_score_line, scores))), (VERDICTS, verdicts)):
        name = f"{result.submission_id}{ending}"
        if rows:
            write_whole((hidden or target) / name, rows, mode=0o600 if hidden else 0o644)
        if hidden:
            (target / name).unlink(missing_ok=True)
    file = target / f"{result.submission_id}.json"
    write_whole(file, result_json(result))
    return file


def read_results(folder: Path) -> list[Result]:
    """All results under ``folder`` (or in ``folder/<benchmark>``), sorted by benchmark and submission id.

    Raises:
        BenchmarkError: as for :func:`iterate_results`.
    """
    return list(iterate_results(folder))


def iterate_results(folder: Path) -> Iterator[Result]:
    """The results under ``folder`` one after the other, for boards too large to be held at once.

    A result that lies there twice, as in a copied folder, is one result. Where a judge is retired
    (:mod:`board.retired_judges`), a row that waits for its successor, or was archived, says so as its reason.

    Raises:
        BenchmarkError: a file is damaged; it is left as it is, and nothing is skipped.
    """
    if not folder.is_dir():
        raise BenchmarkError(f"found no folder {folder}: name a folder of results")
    found: set[tuple[str, bytes]] = set()
    retired: dict[Path, list[RetiredJudge]] = {}
    for file in sorted(folder.rglob("*.json")):
        if not is_result_name(file.name):
            continue
        text = file.read_bytes()
        if (same := (file.name, sha256(text).digest())) in found:
            continue
        found.add(same)
        result = parse_result(text, str(file))
        if result.submission_id != file.name.removesuffix(".json"):
            raise BenchmarkError(
                f"{file} holds the result of {result.submission_id[:16]}…: a result is named by its id"
            )
        if file.parent not in retired:
            retired[file.parent] = read_retired(file.parent)
        yield as_it_stands(result, retired[file.parent])


def as_it_stands(result: Result, retired: Sequence[RetiredJudge]) -> Result:
    """The result with the reason why it has no rank, where a retired judge takes it from it."""
    told = retired_reason(retired, result.submission_id, result.provenance.judge) if retired else ""
    return result.model_copy(update={"reason": told}) if told and not result.reason else result


def publishable_results(folder: Path) -> Iterator[Result]:
    """The results under ``folder`` that pages may show: all but those of smoke judges.

    Raises:
        BenchmarkError: as for :func:`iterate_results`.
    """
    return (result for result in iterate_results(folder) if not is_smoke(result.provenance.judge))


def read_scores(folder: Path, submission_id: str) -> list[Score] | None:
    """The score rows of a submission, which lie beside its result; None where they do not (private gold).

    Raises:
        BenchmarkError: they are damaged.
    """
    file = score_files(folder).get(submission_id)
    return None if file is None else read_score_file(file)


def score_files(folder: Path) -> dict[str, Path]:
    """The files of score rows under ``folder``, by submission id."""
    files = sorted(folder.rglob(f"*{SCORES}"), reverse=True)  # of copies, the first by path is taken
    return {file.name.removesuffix(SCORES): file for file in files}


def read_score_file(file: Path) -> list[Score]:
    """The score rows in a file.

    Raises:
        BenchmarkError: they are damaged.
    """
    try:
        rows = _SCORES.decode_lines(file.read_bytes())
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"{file} cannot be read ({error}): score the submission again") from error
    return [Score(row.id, row.answer, row.credit, row.bucket, row.order) for row in rows]


def is_result_name(name: str) -> bool:
    """True for ``<64 hex digits>.json``; receipts and other files in the folder are not results.

    Example:
        >>> is_result_name("0" * 64 + ".json"), is_result_name("0" * 64 + ".receipt.json")
        (True, False)
    """
    stem = name.removesuffix(".json")
    return len(stem) == 64 and set(stem) <= set("0123456789abcdef")


def _score_line(score: Score) -> str:
    row: Mapping[str, object] = {
        "id": score.id,
        "order": score.order,
        "answer": score.answer,
        "credit": score.credit,
        "bucket": score.bucket,
        "verdicts": score.verdicts,
    }
    return json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n"
