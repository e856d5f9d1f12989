"""A small judged benchmark folder, made on the spot: questions, key, answers and verdicts of invented dialogues."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import load_benchmark
from board.results import Result
from scorer.score import Scored, score_file

Row = dict[str, Any]
Checklist = Sequence[str]  # the expected verdicts


class Dialogues(NamedTuple):
    """A data folder of MT-Video-Bench and the ids of its questions with their checklists."""

    folder: Path
    checklists: Mapping[str, Checklist]


def write(file: Path, rows: Iterable[Any]) -> Path:
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def dialogues(folder: Path, asked: Mapping[str, Mapping[str, Checklist]]) -> Dialogues:
    """A data folder from ability → id → expected verdicts."""
    folder.mkdir(parents=True)
    questions, key, checklists = [], [], {}
    for ability, rounds in asked.items():
        for id, expected in rounds.items():
            common = {"id": id, "task": ability, "kind": "text", "question": "What next?", "options": None}
            questions.append({**common, "cluster": id.split("/")[0], "checklist_length": len(expected)})
            items = [{"question": f"Is thing {n} said?", "expected": word} for n, word in enumerate(expected, 1)]
            key.append({"id": id, "answer": {"checklist": items}})
            checklists[id] = expected
    write(folder / "questions.jsonl", questions)
    write(folder / "key.jsonl", key)
    return Dialogues(folder, checklists)


def verdict_rows(
    answers: Mapping[str, str | None],
    said: Mapping[str, Sequence[Sequence[str]]],
    judge: str = "judge-a",
    prompt: str = "p" * 64,
) -> list[Row]:
    """One row a verdict from id → repeats → words."""
    rows = []
    for id, repeats in said.items():
        sha256 = hashlib.sha256((answers[id] or "").encode()).hexdigest()
        for repeat, words in enumerate(repeats, 1):
            for index, word in enumerate(words, 1):
                row = {"id": id, "checklist_index": index, "verdict": word, "repeat": repeat, "judge": judge}
                rows.append({**row, "prompt_sha256": prompt, "answer_sha256": sha256})
    return rows


def answer_rows(answers: Mapping[str, str | None]) -> list[Row]:
    return [{"id": id, "prediction": text} for id, text in answers.items()]


BENCHMARK = load_benchmark("mt_video_bench")

ASKED = {
    "summary": {"v1/0/4": ["yes", "no", "yes", "yes"], "v1/1/5": ["yes"], "v2/0/3": ["no", "yes"]},
    "answer_refusal": {"v3/0/2": ["yes", "no", "yes"], "v3/0/4": ["no"]},
}

ANSWERS: dict[str, str | None] = {
    "v1/0/4": "A red bus, then a dog.",
    "v1/1/5": "Two cups.",
    "v2/0/3": "It rains.",
    "v3/0/2": "The video does not show a price.",
    "v3/0/4": "Nobody speaks.",
}

SAID: dict[str, list[list[str]]] = {
    "v1/0/4": [["yes", "no", "no", "yes"]],
    "v1/1/5": [["yes"]],
    "v2/0/3": [["yes", "yes"]],
    "v3/0/2": [["yes", "no", "yes"]],
    "v3/0/4": [["yes"]],
}


def scored(
    asked: Dialogues, answers: Mapping[str, str | None], verdicts: Sequence[Any] | None, mode: Any = None
) -> Scored:
    folder = asked.folder.parent
    file = write(folder / "p.jsonl", answer_rows(answers))
    told = None if verdicts is None else write(folder / "v.jsonl", verdicts)
    return score_file(file, BENCHMARK, data=asked.folder, verdicts=told, mode=mode)


def result(asked: Dialogues, answers: Mapping[str, str | None], verdicts: Sequence[Any] | None) -> Result:
    found = scored(asked, answers, verdicts).result
    assert found is not None
    return found


def raw_replies(said: Mapping[str, Sequence[Sequence[str]]]) -> list[Row]:
    """The same verdicts as a judge's raw replies."""
    rows = []
    for id, repeats in said.items():
        video, event, number = id.split("/")
        ability = next(name for name, rounds in ASKED.items() if id in rounds)
        texts = [json.dumps({f"A{n}": word.title() for n, word in enumerate(words, 1)}) for words in repeats]
        rows.append({"ability": ability, "video": video, "event": event, "round": int(number), "replies": texts})
    return rows
