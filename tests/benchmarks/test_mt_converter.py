"""Official answer files of MT-Video-Bench to prediction rows, byte for byte, and every fault with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mt_video_bench.converter import convert
from benchmarks.mt_video_bench.importer import import_questions
from benchmarks.mt_video_bench.official_layout import FILLER
from board.errors import FaultyAnswers
from board.types import Question
from validator.answers.verdict import FILLER as HOUSE_FILLER
from validator.convert import notes

Files = dict[str, Any]


def asked(id: str, task: str) -> Question:
    return Question(id, task, "text", checklist_length=1)


QUESTIONS = [asked("a/0/2", "summary"), asked("a/0/3", "summary"), asked("b/7/1", "topic_shifting")]


def files() -> Files:
    return {
        "summary": {"a": {"0": [FILLER, " A pot. \n", None, "extra"]}, "z": {"0": [FILLER]}},
        "topic_shifting": {"b": {"7": ["[ERROR] CUDA out of memory"]}},
    }


def write(folder: Path, content: Files) -> Path:
    folder.mkdir(exist_ok=True)
    for ability, answers in content.items():
        text = answers if isinstance(answers, str) else json.dumps(answers, ensure_ascii=False)
        (folder / f"{ability}.json").write_text(text, encoding="utf-8")
    return folder


def test_positions_become_rounds_and_texts_stay_as_they_are(tmp_path: Path) -> None:
    converted = convert([write(tmp_path / "Model", files())], QUESTIONS)
    assert converted.rows == [
        {"id": "a/0/2", "prediction": " A pot. \n"},
        {"id": "a/0/3", "prediction": None},
        {"id": "b/7/1", "prediction": "[ERROR] CUDA out of memory"},
    ]
    assert (converted.missing, converted.dropped, converted.card) == ([], [FILLER, "extra", FILLER], None)
    assert notes(converted) == [
        "1 answer is empty and scores 0",
        "1 answer is an error message ([ERROR] …) and scores 0",
        "3 entries are about what is no question here and left out, 1 of them real answers",
    ]


def test_a_folder_and_its_files_one_by_one_give_the_same(tmp_path: Path) -> None:
    folder = write(tmp_path / "Model", files())
    one_by_one = [folder / "topic_shifting.json", folder / "summary.json"]
    assert convert(one_by_one, QUESTIONS) == convert([folder], QUESTIONS)


def test_short_lists_and_absent_dialogues_and_abilities_are_missing(tmp_path: Path) -> None:
    converted = convert([write(tmp_path / "Model", {"summary": {"a": {"0": ["one", "two"]}}})], QUESTIONS)
    assert [row["id"] for row in converted.rows] == ["a/0/2"]
    assert converted.missing == ["a/0/3", "b/7/1"]


def test_an_answer_in_the_file_of_another_ability_is_not_taken(tmp_path: Path) -> None:
    elsewhere = {"topic_shifting": {"a": {"0": ["one", "two", "three"]}}}
    converted = convert([write(tmp_path / "Model", elsewhere)], QUESTIONS)
    assert (converted.rows, len(converted.dropped)) == ([], 3)
    control = convert([write(tmp_path / "Right", {"summary": elsewhere["topic_shifting"]})], QUESTIONS)
    assert [row["prediction"] for row in control.rows] == ["two", "three"]


FAULTS: dict[str, tuple[Callable[[Files], object], str]] = {
    "a number": (lambda f: f["summary"]["a"]["0"].__setitem__(1, 4), "video a, event 0, position 2: found a number"),
    "an object": (lambda f: f["summary"]["a"]["0"].__setitem__(2, {}), "video a, event 0, position 3: found an object"),
    "true": (lambda f: f["summary"]["a"]["0"].__setitem__(0, True), "position 1: found true or false"),
    "no list": (lambda f: f["summary"]["a"].update({"0": "A pot"}), "summary.json, video a, event 0: found text"),
    "no events": (lambda f: f["summary"].update(a=[]), "summary.json, video a: found a list, expected an object"),
    "no object": (lambda f: f.update(summary=[]), "summary.json: found a list, expected an object"),
    "bad JSON": (lambda f: f.update(summary='{"a": '), "summary.json: bad JSON"),
    "NaN": (lambda f: f.update(summary='{"a": NaN}'), "summary.json: bad JSON: NaN is not JSON"),
    "deep": (lambda f: f.update(summary="[" * 100_000), "summary.json: bad JSON: nested too deeply"),
    "half a pair": (lambda f: f.update(summary='{"a": {"0": ["\\ud800"]}}'), "holds half a surrogate pair"),
    "an event twice": (
        lambda f: f.update(summary='{"a": {"3": ["x"], "3": ["y"]}}'),
        "summary.json, video a: the name '3' stands more than once",
    ),
    "a video twice": (lambda f: f.update(summary='{"a": {}, "a": {}}'), "summary.json: the name 'a' stands more than"),
    "another file": (
        lambda f: f.update(summary_summary={}),
        "summary_summary.json: expected a file named after an abi",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    spoil, message = FAULTS[name]
    content = files()
    spoil(content)
    with pytest.raises(FaultyAnswers) as raised:
        convert([write(tmp_path / "Model", content)], QUESTIONS)
    assert message in str(raised.value)
    assert len(convert([write(tmp_path / "Sound", files())], QUESTIONS).rows) == 3


def test_all_faults_are_listed_at_once(tmp_path: Path) -> None:
    content = files()
    content["summary"]["a"]["0"][1] = 4
    content["topic_shifting"]["b"]["7"] = "text"
    with pytest.raises(FaultyAnswers, match=r"have 2 faults") as raised:
        convert([write(tmp_path / "Model", content)], QUESTIONS)
    assert "position 2" in str(raised.value) and "topic_shifting.json" in str(raised.value)


def test_the_same_ability_twice_and_an_empty_folder_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "Model", files())
    with pytest.raises(FaultyAnswers, match=r"summary\.json: given twice"):
        convert([folder, folder / "summary.json"], QUESTIONS)
    with pytest.raises(FaultyAnswers, match="no answer files in this folder"):
        convert([write(tmp_path / "Empty", {})], QUESTIONS)


@pytest.mark.parametrize(
    ("folder", "card"),
    [
        (
            "Qwen3-VL-8B-Instruct_128_720",
            {"display_name": "Qwen3-VL-8B-Instruct", "frames": 128, "longer_side_px": 720},
        ),
        ("InternVL3_5-8B_nothink", {"display_name": "InternVL3_5-8B", "thinking": "off"}),
        ("InternVL3_5-8B_think", {"display_name": "InternVL3_5-8B", "thinking": "on"}),
        ("Qwen3-VL-8B", None),
    ],
)
def test_the_settings_in_the_name_of_a_folder_are_read(folder: str, card: Files | None, tmp_path: Path) -> None:
    path = write(tmp_path / folder, files())
    assert convert([path], QUESTIONS).card == card
    assert convert([path / "summary.json", path / "topic_shifting.json"], QUESTIONS).card == card


def test_the_filler_of_the_official_layout_is_the_one_the_house_keeps_from_the_judge() -> None:
    assert FILLER == HOUSE_FILLER


def test_the_parity_answers_convert_whole(shared: Path) -> None:
    for name, n in (("clean", 269), ("dirty", 287)):
        folder = shared / "parity" / f"mt_video_bench_{name}"
        questions = import_questions(folder, partial=True).questions
        converted = convert([folder / "model_answers" / "stub"], questions)
        assert (len(converted.rows), converted.missing) == (n, [])
        for question, row in zip(questions, converted.rows, strict=True):
            assert row["prediction"] == f"[[{question.task}/{question.id}]] an answer"


def test_the_real_cases_convert_whole(shared: Path) -> None:
    folder = shared / "realdata" / "mt_video_bench_cases"
    questions = import_questions(folder, partial=True).questions
    converted = convert([folder / "model_answers"], questions)
    assert (len(converted.rows), converted.missing) == (6, [])
    assert notes(converted) == ["19 entries are about what is no question here and left out, 0 of them real answers"]
