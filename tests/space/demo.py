"""The demo's results and site, built once a run for all tests that look at them."""

import json
from pathlib import Path
from typing import Any

from benchmarks import benchmark_names, load_benchmark
from benchmarks.folder import sample_folder
from board.results import Result, parse_result, write_result
from board.types import Benchmark
from scorer.score import Scored, score_file

HOUSE = [load_benchmark(name) for name in benchmark_names()]


def score_samples(results: Path, benchmarks: list[Benchmark] = HOUSE) -> None:
    """Every sample file of every benchmark, scored into a folder of results."""
    for benchmark in benchmarks:
        folder = sample_folder(benchmark.name)
        for file in sorted((folder / "predictions").glob("*.jsonl")):
            scored = score_sample(benchmark, file)
            assert scored.result is not None
            write_result(scored.result, scored.scores, results)


def score_sample(benchmark: Benchmark, file: Path) -> Scored:
    """One sample file with its card and, where there are, its verdicts."""
    folder = sample_folder(benchmark.name)
    verdicts = folder / "verdicts" / file.name
    return score_file(
        file,
        benchmark,
        data=folder,
        card=file.with_suffix(".submission.json"),
        verdicts=verdicts if verdicts.exists() else None,
    )


def changed(result: Result, number: int, **card: Any) -> Result:
    """The same result under another id and with changes in its card, which may say anything."""
    told = json.loads(result.model_dump_json())
    told["submission_id"] = f"{number:x}".rjust(16, "0") + told["submission_id"][16:]
    told["submission"] = {**told["submission"], **card}
    return parse_result(json.dumps(told))
