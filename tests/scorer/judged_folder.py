"""A small judged benchmark folder, made on the spot: questions, key, answers and verdicts of invented dialogues."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
