"""MT-Video-Bench from the official layout to a score: the released numbers bit for bit, and strict by fractions."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.__main__ import main as benchmarks_main
from board.results import Result, read_results
from scorer.__main__ import main as scorer_main
from tests.parity import official_means, official_rounds
from tests.plain import mean, read_rows
from validator.__main__ import main as validator_main

PRINTED = {
    "answer_refusal": Fraction(0),
    "object_reference": Fraction(2, 3),
    "topic_shifting": Fraction(0),
    "proactive_interaction": Fraction(3, 5),
    "summary": Fraction(2, 3),
    "memory_recall": Fraction(1, 3),
}


class Run:
    """One parity folder, imported, converted and scored in one mode through the command lines."""

    def __init__(self, official: Path, work: Path, mode: str) -> None:
        data, file, out = work / "data", work / "p.jsonl", work / "out"
        arguments = ["mt_video_bench", str(official), "--partial", "--out", str(data), "--key-out", str(data)]
        assert benchmarks_main(["import", *arguments]) == 0
        stub = str(official / "model_answers" / "stub")
        convert = ["convert", "mt_video_bench", "--from", "official", stub, "--data", str(data), "--out", str(file)]
        assert validator_main(convert) == 0
        told = ["--verdicts", str(official / "judge_replies.jsonl"), "--mode", mode, "--out", str(out)]
        self.exit_code = scorer_main(["score", "mt_video_bench", str(file), "--data", str(data), *told])
        (result,) = read_results(out)
        self.result: Result = result
        (scores,) = out.rglob("*.scores.jsonl")
        self.credits = {row["id"]: row["credit"] for row in map(json.loads, scores.read_text().splitlines())}
        self.key = read_rows(data / "key.jsonl")
        self.questions = read_rows(data / "questions.jsonl")


@pytest.mark.parametrize("name", ["clean", "dirty"])
def test_every_round_ability_and_the_overall_are_those_of_the_released_script(
    shared: Path, tmp_path: Path, name: str
) -> None:
    official = shared / "parity" / f"mt_video_bench_{name}"
    run = Run(official, tmp_path, "official")
    expected = json.loads((official / "expected_official.json").read_text())["official"]
    assert (run.exit_code, run.result.status) == (0, "parity")
    assert run.result.headline.estimate == pytest.approx(expected["overall"], abs=1e-12)
    accs = {round.id: round.result["ACC"] for round in official_rounds(official)}
    for ability, written in official_means(official).items():
        found = run.result.estimate("checklist_accuracy", "ability", ability)
        assert found == pytest.approx(written, abs=1e-12) == expected[ability]
    assert run.credits == pytest.approx(accs, abs=1e-12)
    assert len(accs) > 250


def test_strict_equals_an_independent_count_with_fractions(shared: Path, tmp_path: Path) -> None:
    official = shared / "parity" / "mt_video_bench_clean"
    run = Run(official, tmp_path, "strict")
    gold = {row["id"]: [item["expected"] for item in row["answer"]["checklist"]] for row in run.key}
    nested: dict[str, dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for row in read_rows(official / "judge_replies.jsonl"):
        dialogue = f"{row['video']}/{row['event']}"
        expected = gold[f"{dialogue}/{row['round']}"]
        right = n = 0
        for reply in row["replies"]:
            said = json.loads(reply.removeprefix("```json\n").removesuffix("\n```"))
            n += len(expected)
            right += sum(said[f"A{place}"].lower() == word for place, word in enumerate(expected, 1))
        nested[row["ability"]][dialogue].append(Fraction(right, n))
        assert run.credits[f"{dialogue}/{row['round']}"] == float(Fraction(right, n))
    abilities = {
        ability: mean([mean(rounds) for rounds in dialogues.values()]) for ability, dialogues in nested.items()
    }
    for ability, share in abilities.items():
        assert run.result.estimate("checklist_accuracy", "ability", ability) == pytest.approx(float(share), abs=1e-12)
    assert run.result.headline.estimate == pytest.approx(float(mean(list(abilities.values()))), abs=1e-12)
    assert (run.exit_code, run.result.status, run.result.reason) == (0, "complete", "subset")
    # The control: the released roundings are further away than any of these tolerances.
    rounded = run.result.estimate("checklist_accuracy", mode="official")
    assert rounded is not None and abs(rounded - float(mean(list(abilities.values())))) > 1e-5


def test_replies_that_miss_or_invent_questions_make_the_strict_run_incomplete(shared: Path, tmp_path: Path) -> None:
    official = shared / "parity" / "mt_video_bench_dirty"
    run = Run(official, tmp_path, "strict")
    assert (run.exit_code, run.result.status, run.result.headline.estimate) == (1, "incomplete", None)
    row = run.result.row("checklist_accuracy")
    said = run.result.estimate("checklist_accuracy", mode="official")
    assert row is not None and row.lower_bound is not None and row.upper_bound is not None and said is not None
    assert row.n == len(run.questions) == 287
    assert row.lower_bound < said < row.upper_bound


def test_the_six_cases_of_the_paper_score_as_printed(shared: Path, tmp_path: Path) -> None:
    folder = shared / "realdata" / "mt_video_bench_cases"
    data, file, told = tmp_path / "data", tmp_path / "p.jsonl", tmp_path / "v.jsonl"
    arguments = ["mt_video_bench", str(folder), "--partial", "--out", str(data), "--key-out", str(data)]
    assert benchmarks_main(["import", *arguments]) == 0
    answers = ["convert", "mt_video_bench", "--from", "official", str(folder / "model_answers"), "--data", str(data)]
    assert validator_main([*answers, "--out", str(file)]) == 0
    with told.open("w", encoding="utf-8") as lines:
        for round in official_rounds(folder):
            place = {"ability": round.ability, "video": round.video, "event": round.event, "round": round.round}
            lines.write(json.dumps({**place, "replies": [json.dumps(round.result["CHECKLISTS_EVAL"])]}) + "\n")
    score = ["score", "mt_video_bench", str(file), "--data", str(data), "--verdicts", str(told)]
    assert scorer_main([*score, "--out", str(tmp_path / "out")]) == 0
    (result,) = read_results(tmp_path / "out")
    for ability, share in PRINTED.items():
        found = result.estimate("checklist_accuracy", "ability", ability)
        assert found == pytest.approx(float(share), abs=1e-12)
        assert result.estimate("checklist_accuracy", "ability", ability, "official") == printed(share)


def printed(share: Fraction) -> float:
    """A share as the paper prints it, with two decimals."""
    return round(float(share), 2)
