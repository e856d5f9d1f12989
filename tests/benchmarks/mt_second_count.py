"""The sample of MT-Video-Bench counted a second time: loops and fractions, sharing nothing with the scorer."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.plain import mean, read_rows

SAMPLE = Path(__file__).parents[2] / "benchmarks/mt_video_bench/sample"
JUDGED = ("always_refuses", "careful", "filler_and_errors", "repeats_the_last_answer", "terse")
FILES = (*JUDGED, "blank")

Shares = dict[str, Fraction]


def predictions(name: str) -> dict[str, str | None]:
    return {row["id"]: row["prediction"] for row in read_rows(SAMPLE / "predictions" / f"{name}.jsonl")}


def verdicts(name: str) -> dict[str, list[list[str]]]:
    """What the judge said, by id: one list of words a repeat, in the order of the checklist."""
    file = SAMPLE / "verdicts" / f"{name}.jsonl"
    said: dict[str, list[list[str]]] = {}
    for row in read_rows(file) if file.exists() else []:
        if "replies" in row:
            id = f"{row['video']}/{row['event']}/{row['round']}"
            replies = [json.loads(reply.strip("`").removeprefix("json\n")) for reply in row["replies"]]
            said[id] = [[reply[f"A{n}"].strip(".").lower() for n in range(1, len(reply) + 1)] for reply in replies]
        else:
            repeats = said.setdefault(row["id"], [])
            repeats.extend([] for _ in range(row["repeat"] - len(repeats)))
            assert row["checklist_index"] == len(repeats[row["repeat"] - 1]) + 1
            repeats[row["repeat"] - 1].append(row["verdict"])
    return said


def item_credits(id: str, said: dict[str, list[list[str]]]) -> list[tuple[str, Fraction]]:
    """Expected word and credit of every checklist question; an answer that was not judged earns nothing."""
    key = {row["id"]: row["answer"]["checklist"] for row in read_rows(SAMPLE / "key.jsonl")}
    expected = [item["expected"] for item in key[id]]
    repeats = said.get(id, [])
    return [
        (word, Fraction(sum(words[n] == word for words in repeats), len(repeats)) if repeats else Fraction(0))
        for n, word in enumerate(expected)
    ]


def facets_of(question: dict[str, Any]) -> dict[str, str]:
    perceptive = question["task"] in ("object_reference", "memory_recall", "summary")
    group = "perceptivity" if perceptive else "interactivity"
    return {"all": "all", "task": question["task"], "ability": question["task"], "group": group, **question["facets"]}


def nested(members: list[tuple[dict[str, Any], Fraction]]) -> Fraction:
    abilities: dict[str, dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for question, credit in members:
        video, event, _ = question["id"].split("/")
        abilities[question["task"]][f"{video}/{event}"].append(credit)
    return mean([mean([mean(rounds) for rounds in dialogues.values()]) for dialogues in abilities.values()])


def plain_shares(name: str) -> Shares:
    """Every metric on every facet value of one sample file."""
    said = verdicts(name)
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in read_rows(SAMPLE / "questions.jsonl"):
        for facet, value in facets_of(question).items():
            groups[f"{facet}={value}"].append(question)
    shares: Shares = {}
    for group, members in groups.items():
        items = {question["id"]: item_credits(question["id"], said) for question in members}
        credits = [(question, mean([credit for _, credit in items[question["id"]]])) for question in members]
        shares[f"checklist_accuracy/{group}"] = nested(credits)
        pool = [pair for pairs in items.values() for pair in pairs]
        shares[f"checklist_accuracy_pooled/{group}"] = mean([credit for _, credit in pool])
        for word in ("yes", "no"):
            if chosen := [credit for expected, credit in pool if expected == word]:
                shares[f"{word}_expected/{group}"] = mean(chosen)
    return shares


def stated_shares() -> str:
    """The content of ``expected_scores.json``."""
    told = {name: {number: float(share) for number, share in sorted(plain_shares(name).items())} for name in FILES}
    return json.dumps(told, indent=1) + "\n"
