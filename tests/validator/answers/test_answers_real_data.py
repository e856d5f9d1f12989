"""Readers against real model outputs: how often they agree with the authors' own matching, and what they invent.

The references are not truth: BLINK's were drawn by a language model, which in a few long answers took a letter from
the argument instead of the announced one. So the limits are on shares, and the counts are printed.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from validator.answers.choice import read_choice
from validator.answers.count import read_count

REAL_DATA = Path(__file__).resolve().parents[4] / "shared" / "realdata"

Reader = Callable[[str, dict[str, str]], object]
Record = Callable[[str, object], None]


def load(*place: str) -> Any:
    path = REAL_DATA.joinpath(*place)
    if not path.exists():
        pytest.skip(f"the real data are not at {path}")
    return json.loads(path.read_text("utf-8"))


def blink_rows() -> Iterator[tuple[str, dict[str, str], str]]:
    """Response, options without texts, and the reference letter; 'Z' where the model refused."""
    gold: dict[str, str] = load("blink_mcq", "val_answers.json")
    last: dict[str, str] = {}
    for name, answer in gold.items():
        task = name.rsplit("_", 1)[0]
        last[task] = max(last.get(task, "B"), answer[1])
    for path in sorted((REAL_DATA / "blink_mcq" / "saved_outputs").glob("*/*.json")):
        for row in json.loads(path.read_text("utf-8"))["val"]:
            letters = "ABCDE"[: ord(last[row["idx"].rsplit("_", 1)[0]]) - ord("A") + 1]
            yield row["full_prediction"], dict.fromkeys(letters, ""), row["prediction"][1]


def tally_blink(read: Reader) -> Counter[str]:
    counts: Counter[str] = Counter()
    for response, options, reference in blink_rows():
        answer = read(response, options)
        if reference == "Z":
            counts.update(refusals=1, invented=answer is not None)
        else:
            counts.update(held=1, unparsed=answer is None, wrong=answer not in (None, reference))
    return counts


def test_blink_letters_are_wrong_in_half_a_percent_at_most_and_not_invented_on_refusals(
    record_property: Record,
) -> None:
    counts = tally_blink(lambda text, options: read_choice(text, options).answer)
    shares = {name: f"{counts[name] / counts['held']:.2%}" for name in ("wrong", "unparsed")}
    record_property("BLINK letters", f"{dict(counts)}, shares {shares}")
    assert counts["held"] == 7_557
    assert counts["wrong"] / counts["held"] <= 0.005
    assert counts["invented"] / counts["refusals"] <= 0.02
    assert counts["unparsed"] / counts["held"] <= 0.06


def test_a_reader_of_the_first_letter_would_miss_both_blink_limits() -> None:
    def first_letter(text: str, options: dict[str, str]) -> str | None:
        found = re.search(f"[{''.join(options)}]", text.upper())
        return found[0] if found else None

    counts = tally_blink(first_letter)
    assert counts["wrong"] / counts["held"] > 0.05
    assert counts["invented"] / counts["refusals"] > 0.5


def test_the_wrong_blink_letters_are_those_that_the_model_announced() -> None:
    """All of them end in '(A) the second image' with a cue or a conclusion; the reference took a '(B)' before it."""
    wrong = [
        response
        for response, options, reference in blink_rows()
        if reference != "Z" and read_choice(response, options).answer not in (None, reference)
    ]
    assert wrong
    assert all(re.search(r"(?:is|be):\n+\*\*\(A\) the second image\*\*$", response) for response in wrong)


def test_mmmu_answers_agree_with_the_official_parser_but_for_its_guesses(record_property: Record) -> None:
    official = load("mmmu", "example_outputs", "llava1.5_13b", "total_val_output.json")
    counts: Counter[str] = Counter()
    for path in sorted((REAL_DATA / "mmmu" / "example_outputs" / "llava1.5_13b").glob("*/output.json")):
        for row in json.loads(path.read_text("utf-8")):
            if row["question_type"] == "multiple-choice":
                answer = read_choice(row["response"], row["index2ans"]).answer
                counts.update(rows=1, agree=answer == official[row["id"]], unread=answer is None)
    record_property("MMMU letters", dict(counts))
    # The two others: an echo of all four options, and 'C) Schachter-Singer Theory', which the official parser
    # reads as A for the initial of a word.
    assert (counts["rows"], counts["agree"], counts["unread"]) == (847, 845, 1)


@pytest.mark.parametrize("model", ["output_bard", "output_llava_llama_2_13b"])
def test_mathvista_counts_agree_with_the_extraction_wherever_one_is_read(model: str, record_property: Record) -> None:
    counts = tally_mathvista(model, lambda text: read_count(text).answer)
    record_property(f"MathVista counts, {model}", dict(counts))
    assert counts["rows"] == 418
    assert counts["agree"] >= 90
    assert counts["differ"] + counts["invented"] == 0


def test_a_reader_of_the_first_digits_would_differ_from_the_extraction() -> None:
    def first_digits(text: str) -> float | None:
        found = re.search(r"\d+", text)
        return float(found[0]) if found else None

    counts = tally_mathvista("output_bard", first_digits)
    assert counts["differ"] + counts["invented"] > 50


def tally_mathvista(model: str, read: Callable[[str], object]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in load("mathvista_counts", f"{model}.json").values():
        if row["answer_type"] != "integer":
            continue
        reference, answer = number_of(row["extraction"]), read(row["response"])
        counts.update(
            rows=1,
            unread=answer is None,
            agree=answer is not None and answer == reference,
            differ=answer is not None and reference is not None and answer != reference,
            invented=answer is not None and reference is None,
        )
    return counts


def number_of(extraction: str) -> float | None:
    try:
        return float(str(extraction).replace(",", ""))
    except ValueError:
        return None
