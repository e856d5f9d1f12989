"""Boards of any size, made on the spot: results and score rows of invented models on invented image pairs."""

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from benchmarks import load_benchmark
from benchmarks.files import read_key, read_questions, write_data_folder
from benchmarks.folder import DataFolder, sample_folder
from board.receipts import key_sha256, questions_sha256
from board.results import Result, parse_result, result_json
from board.summary import Graded, summarize
from board.types import Benchmark, KeyEntry, Question, Score
from scorer import SCORER_VERSION
from scorer.score import score_file
from validator import READER_VERSION

NAME = "vdiff_bench"
WORDS = ("Aster", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Gorse", "Hazel")


def write_questions(folder: Path, n: int) -> list[Question]:
    """A data folder of ``n`` invented questions over all categories, each pair on its own; returns the questions."""
    benchmark, rng = load_benchmark(NAME), random.Random(n)
    tasks = [task.name for task in benchmark.tasks]
    options = {"A": "It moved.", "B": "It grew.", "C": "It turned red.", "D": "There is no difference."}
    questions = [
        Question(
            str(number),
            tasks[number % len(tasks)],
            "choice",
            "What changed?",
            options,
            cluster=f"pair {number}",
            source={"no_difference": "D"},
        )
        for number in range(n)
    ]
    key = [KeyEntry(question.id, rng.choice("ABC")) for question in questions]
    counts = {task: sum(question.task == task for question in questions) for task in tasks}
    folder.mkdir(parents=True)
    write_data_folder(NAME, DataFolder(folder, "released-1051", counts=counts), folder, questions, key)
    return questions


def card(number: int, rng: random.Random, protocols: Sequence[str | None] = (None,)) -> dict[str, Any]:
    """The card of an invented model."""
    family = WORDS[number % len(WORDS)]
    return {
        "model_id": f"{family.lower()}/{family.lower()}-{number}",
        "revision": "1",
        "display_name": f"{family} {number}",
        "organisation": f"{family} Lab",
        "open_weights": rng.random() < 0.7,
        "licence": None,
        "parameters_b": rng.choice([0.5, 2, 4, 7, 8, 14, 32, 72, None]),
        "thinking": None,
        "protocol": protocols[number % len(protocols)],
        "frames": None,
        "date": f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
        "links": {"paper": "https://arxiv.org/abs/2609.06245"},
    }


def write_many(results: Path, data: Path, n: int, *, seed: int = 0, protocols: Sequence[str | None] = (None,)) -> None:
    """``n`` results with score rows. Their numbers follow the share each model has right, drawn between 30 and 90 %.

    The estimates are those of one scored submission, moved by chance, so that a thousand take seconds.
    """
    benchmark, questions = load_benchmark(NAME), read_questions(data)
    rng, folder = random.Random(seed), results / NAME
    folder.mkdir(parents=True, exist_ok=True)
    pattern = json.loads(result_json(scored_like(benchmark, data, questions)))
    order = sorted(question.id for question in questions)
    right = [
        f'{{"id":"{id}","order":null,"answer":"A","credit":1.0,"bucket":"correct","verdicts":null}}\n' for id in order
    ]
    wrong = [line.replace("1.0", "0.0").replace("correct", "wrong") for line in right]
    for number in range(n):
        share, id = rng.uniform(0.3, 0.9), sha256(f"{seed}/{number}".encode()).hexdigest()
        result = {**pattern, "submission_id": id, "submission": card(number, rng, protocols)}
        result["estimates"] = [moved(row, share, rng) for row in pattern["estimates"]]
        head = next(row for row in result["estimates"] if (row["metric"], row["facet"]) == ("accuracy", "all"))
        result["headline"] = {name: head[name] for name in pattern["headline"]}
        (folder / f"{id}.json").write_bytes(msgspec.json.encode(result))
        drawn = [yes if rng.random() < share else no for yes, no in zip(right, wrong, strict=True)]
        (folder / f"{id}.scores.jsonl").write_text("".join(drawn), encoding="utf-8")


def moved(row: dict[str, Any], share: float, rng: random.Random) -> dict[str, Any]:
    """An estimate near ``share``: a whole number of the questions it is over, with the interval that belongs to it."""
    if row["estimate"] is None or not row["n"]:
        return row
    n = row["n"]
    value = round(min(1.0, max(0.0, share + rng.gauss(0, 0.05))) * n) / n
    reach = 1.96 * (value * (1 - value) / n) ** 0.5
    return {**row, "estimate": value, "ci_low": max(0.0, value - reach), "ci_high": min(1.0, value + reach)}


def scored_like(benchmark: Benchmark, data: Path, questions: Sequence[Question]) -> Result:
    """A whole result on these questions, as the scorer writes one."""
    sample = sample_folder(benchmark.name)
    found = score_file(sample / "predictions" / "always_a.jsonl", benchmark, data=sample).result
    assert found is not None
    key = read_key(data / "key.jsonl")
    graded = [Graded(question, Score(question.id, "A", 1.0, "correct")) for question in questions]
    told = json.loads(result_json(found))
    estimates = [row._asdict() for row in summarize(graded, benchmark, "strict")]
    head = next(row for row in estimates if (row["metric"], row["facet"]) == (benchmark.headline, "all"))
    provenance = {
        **told["provenance"],
        "key_sha256": key_sha256(key),
        "questions_sha256": questions_sha256(questions),
        "scorer_version": SCORER_VERSION,
        "reader_version": READER_VERSION,
    }
    changed = {
        **told,
        "data_version": "released-1051",
        "reason": None,
        "estimates": estimates,
        "headline": {name: head[name] for name in told["headline"]},
        "provenance": provenance,
    }
    return parse_result(json.dumps(changed))
