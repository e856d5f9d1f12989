"""The official gold of VSI-Super-Wild (6,980 questions): floors, direct counts, and a second implementation."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from benchmarks.__main__ import main as benchmarks
from benchmarks.vsi_super_wild import official
from board.results import Result
from scorer.score import score_file
from tests.plain import Row, plain_estimates, read_rows

BENCHMARK = load_benchmark("vsi_super_wild")


@pytest.fixture(scope="module")
def data(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real release, imported by the command."""
    out = tmp_path_factory.mktemp("data")
    source = shared / "realdata" / "vsi_super_wild" / "vsi_super_wild_qa.jsonl"
    assert benchmarks(["import", "vsi_super_wild", str(source), "--out", str(out), "--key-out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def gold(data: Path) -> dict[str, Any]:
    return {row["id"]: row["answer"] for row in read_rows(data / "key.jsonl")}


@pytest.fixture(scope="module")
def questions(data: Path) -> dict[str, Row]:
    return {row["id"]: row for row in read_rows(data / "questions.jsonl")}


def write(file: Path, rows: list[Row]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def scored(file: Path, data: Path) -> Result:
    result = score_file(file, BENCHMARK, data=data).result
    assert result is not None
    return result


@pytest.mark.parametrize("letter", "ABCD")
def test_a_constant_letter_equals_a_direct_count_in_every_task(
    letter: str, data: Path, gold: dict[str, Any], questions: dict[str, Row], tmp_path: Path
) -> None:
    rows = [{"id": id, "prediction": letter if isinstance(answer, str) else 3} for id, answer in gold.items()]
    result = scored(write(tmp_path / "constant.jsonl", rows), data)
    for task in ("VMR", "VPO", "VOO"):
        answers = [gold[id] for id, question in questions.items() if question["task"] == task]
        assert result.estimate("accuracy", "task", task) == answers.count(letter) / len(answers)
    assert round(100 * (result.estimate("mra", "task", "VOC") or 0), 2) == 33.94
    assert round(100 * (result.estimate("mra_unclipped", "task", "VOC") or 0), 2) == 19.92
    assert (result.status, result.reason, result.coverage) == ("complete", None, 1.0)
    clusters = {row.n_clusters for row in result.estimates if (row.metric, row.facet) == ("score", "all")}
    assert clusters == {113}


def test_every_estimate_agrees_with_a_plain_count_in_fractions(
    data: Path, gold: dict[str, Any], tmp_path: Path
) -> None:
    rng = random.Random(5)
    rows = [
        {
            "id": id,
            "prediction": None
            if rng.random() < 0.1
            else rng.choice("ABCD")
            if isinstance(answer, str)
            else rng.choice([0, answer, answer + rng.randrange(9), 10_000]),
        }
        for id, answer in gold.items()
    ]
    result = scored(write(tmp_path / "random.jsonl", rows), data)
    plain = plain_estimates(rows, read_rows(data / "questions.jsonl"), read_rows(data / "key.jsonl"))
    own = {
        f"{row.metric}/{row.facet}={row.value_of_facet}": row.estimate
        for row in result.estimates
        if row.mode == "strict"
    }
    assert own == pytest.approx({name: float(value) for name, value in plain.items()}, abs=1e-12)
    assert set(own) == set(plain)


def test_the_official_view_is_the_released_arithmetic_on_the_same_answers(
    data: Path, gold: dict[str, Any], questions: dict[str, Row], tmp_path: Path
) -> None:
    texts = ["The answer cannot be determined", "**B**", "I think (C)", "about 1,200", "three", "-5", "12"]
    rng = random.Random(6)
    rows = [{"id": id, "raw_output": rng.choice(texts)} for id in gold][:5000]
    file = write(tmp_path / "texts.jsonl", rows)
    result = score_file(file, BENCHMARK, data=data, mode="official").result
    assert result is not None
    credits: dict[str, list[float]] = {}
    for row in rows:
        task, answer = questions[row["id"]]["task"], gold[row["id"]]
        text = str(row["raw_output"])
        right = 1.0 if official.read_letter(text) == answer else 0.0
        credit = right if isinstance(answer, str) else official.mra(official.read_number(text), answer)
        credits.setdefault(task, []).append(credit)
    for task, values in credits.items():
        metric = "mra" if task == "VOC" else "accuracy"
        assert result.estimate(metric, "task", task) == official.percent(values) / 100
    everything = [credit for values in credits.values() for credit in values]
    assert result.headline.estimate == pytest.approx(official.percent(everything) / 100, abs=1e-12)
    assert result.status == "parity"
    assert result.coverage == pytest.approx(5000 / 6980)


def test_all_4200_texts_are_read_as_the_released_code_reads_them(shared: Path) -> None:
    wrong = 0
    rows = read_rows(shared / "parity" / "vsi_super_wild_official.jsonl")
    for row in rows:
        if row["kind"] == "choice":
            wrong += official.read_letter(row["text"]) != row["letter"]
        else:
            wrong += official.read_number(row["text"]) != int(row["value"])
    assert (len(rows), wrong) == (4200, 0)


def test_shuffle24_accuracy_of_a_constant_letter_is_a_quarter_on_the_whole_release(
    data: Path, gold: dict[str, Any], tmp_path: Path
) -> None:
    from itertools import permutations

    orders = ["".join(order) for order in permutations("ABCD")]
    choices = [id for id, answer in gold.items() if isinstance(answer, str)]
    rows = [{"id": id, "order": order, "prediction": "A"} for id in choices for order in orders]
    result = scored(write(tmp_path / "shuffle.jsonl", rows), data)
    assert (result.track, result.headline.metric, result.headline.estimate) == ("shuffle24", "accuracy", 0.25)
    told = {row.metric: row for row in result.estimates if (row.facet, row.mode) == ("all", "strict")}
    assert (told["accuracy"].n, told["pass_k_6"].n) == (140_808, 5_867)
    assert (told["pass_k_6"].estimate, told["pass_k_7"].estimate, told["content_consistency"].estimate) == (1, 0, 0.25)
    letters = {row.value_of_facet: row.estimate for row in result.estimates if row.metric == "letter_share"}
    assert letters == {"A": 1.0, "B": 0.0, "C": 0.0, "D": 0.0, "none": 0.0}
