"""The invented sample of VDiff-Bench: balanced, answerable by looking, and nowhere true in passing."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.audit_key import audit_key
from benchmarks.files import read_key, read_questions
from benchmarks.leaks import binomial_tail
from benchmarks.vdiff_bench import BENCHMARK, LOW_LEVEL, baselines
from benchmarks.vdiff_bench.image_differ import decode
from benchmarks.vdiff_bench.sample.png import png_bytes
from benchmarks.vdiff_bench.sample.portraits import draw_portrait, gamma, part_mask
from board.types import Question

SAMPLE = Path(__file__).parents[2] / "benchmarks/vdiff_bench/sample"
QUESTIONS = read_questions(SAMPLE)
KEY = read_key(SAMPLE / "key.jsonl")
IDENTICAL = "The two images are completely identical."
Row = Mapping[str, Any]


def read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def predictions(name: str) -> list[Row]:
    return read(SAMPLE / "predictions" / f"{name}.jsonl")


def n_right(rows: list[Row]) -> int:
    return sum(row["prediction"] == KEY[row["id"]].answer for row in rows)


def p_by_chance(rows: list[Row]) -> float:
    """Chance of so many right letters for someone who guesses."""
    return binomial_tail(n_right(rows), len(rows), 0.25)


def position_of_identical(question: Question) -> str:
    return next(label for label, text in (question.options or {}).items() if text == IDENTICAL)


def images(question: Question) -> list[Any]:
    return [decode(SAMPLE / media.path) for media in question.media]


def test_the_sample_asks_four_questions_of_each_category() -> None:
    assert Counter(question.task for question in QUESTIONS) == {task.name: 4 for task in BENCHMARK.tasks}
    assert {question.facets["source"] for question in QUESTIONS} == {"drawn scenes", "transformed portraits"}
    low = {question.task for question in QUESTIONS if question.facets["source"] == "transformed portraits"}
    assert low == set(LOW_LEVEL)


@pytest.mark.parametrize(("low_level", "times"), [(True, 4), (False, 6)])
def test_gold_and_no_difference_stand_equally_often_at_each_label(low_level: bool, times: int) -> None:
    mine = [question for question in QUESTIONS if (question.task in LOW_LEVEL) == low_level]
    assert Counter(KEY[question.id].answer for question in mine) == dict.fromkeys("ABCD", times)
    assert Counter(map(position_of_identical, mine)) == dict.fromkeys("ABCD", times)


def test_every_question_records_which_option_says_that_there_is_no_difference() -> None:
    assert [question.source["no_difference"] for question in QUESTIONS] == list(map(position_of_identical, QUESTIONS))


def test_two_questions_about_one_pair_share_its_cluster() -> None:
    shared = [cluster for cluster, n in Counter(question.cluster for question in QUESTIONS).items() if n > 1]
    tasks = [question.task for question in QUESTIONS if question.cluster in shared]
    assert (len(shared), tasks) == (1, ["position", "appearance_disappearance"])


def test_ids_of_the_sample_are_not_taken_for_released_ones() -> None:
    assert re.fullmatch(BENCHMARK.id_pattern, "0") and re.fullmatch(BENCHMARK.id_pattern, "1755")
    assert not any(re.fullmatch(BENCHMARK.id_pattern, question.id) for question in QUESTIONS)


def test_the_whole_sample_is_small() -> None:
    files = [path for path in SAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in files) < 1_000_000


def test_every_pair_has_two_images_of_the_same_size_that_differ() -> None:
    for question in QUESTIONS:
        first, second = images(question)
        assert first.shape == second.shape
        assert (first != second).any(), question.id


def test_a_picture_comes_back_from_its_file_as_it_was_drawn(tmp_path: Path) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (30, 40, 3), dtype=np.uint8)
    (tmp_path / "picture.png").write_bytes(png_bytes(picture))
    assert (decode(tmp_path / "picture.png") == picture).all()


def tiles_where_true(statement: str, first: Any, second: Any) -> float:
    """Share of the 8 by 8 tiles of its part in which a statement about a portrait is visibly true.

    Nothing here is shared with the looker or with what drew the pictures, but for the outline of the face.
    """
    found = re.fullmatch(r"The (.+) is (\w+) in image ([12]) than in image [12]\.", statement)
    assert found is not None, statement
    part, word, more = found.groups()
    less_of_it, more_of_it = (first, second) if more == "2" else (second, first)
    where = np.ones(first.shape[:2], dtype=bool) if part == "whole image" else part_mask(part)
    true = []
    for top, left in itertools.product(range(0, where.shape[0], 8), range(0, where.shape[1], 8)):
        tile = np.s_[top : top + 8, left : left + 8]
        if where[tile].all():
            true.append(measure(more_of_it[tile], word) > measure(less_of_it[tile], word) + VISIBLE[word])
    return sum(true) / len(true)


VISIBLE = {"redder": 4, "greener": 4, "bluer": 4, "brighter": 4, "darker": 4, "noisier": 1.5, "smoother": 1.5}


def measure(tile: Any, word: str) -> float:
    """How much of it a tile has: grey levels of brightness or of the steps down its columns, or the lead of a colour.

    That lead is taken at middle brightness: what is darker and keeps the lead looks more of that colour.
    """
    if word in ("brighter", "darker"):
        return float(tile.mean()) * (1 if word == "brighter" else -1)
    if word in ("noisier", "smoother"):
        return float(abs(np.diff(tile, axis=0)).mean()) * (1 if word == "noisier" else -1)
    red, green, blue = (float(tile[..., channel].mean()) for channel in range(3))
    one = {"redder": red, "greener": green, "bluer": blue}[word]
    return 128 * (one - (red + green + blue - one) / 2) / float(tile.mean())


def test_of_a_portrait_the_gold_is_true_nearly_everywhere_and_a_false_statement_nowhere() -> None:
    for question in QUESTIONS:
        if question.task in LOW_LEVEL:
            for label, text in (question.options or {}).items():
                if text != IDENTICAL:
                    share = tiles_where_true(text, *images(question))
                    assert share > 0.9 if label == KEY[question.id].answer else share < 0.05, (question.id, text, share)


def test_a_colour_that_comes_with_a_change_of_light_is_seen_as_true_of_a_large_region() -> None:
    portrait = draw_portrait(13)  # before a violet wall, which gets bluer as it gets darker
    darker = portrait.astype(np.int64), gamma(portrait, brighter=False).astype(np.int64)
    assert 0.2 < tiles_where_true("The whole image is bluer in image 2 than in image 1.", *darker) < 0.8
    assert tiles_where_true("The whole image is darker in image 2 than in image 1.", *darker) > 0.9


def test_the_audit_of_the_sample_finds_no_leak_and_names_the_no_difference_floor() -> None:
    audit = audit_key(BENCHMARK, QUESTIONS, KEY)
    assert audit.leaks == []
    recorded = next(check for check in audit.checks if check.name.startswith("source.no_difference"))
    assert (recorded.hits, recorded.n) == (0, 40)  # it names an option, and that is never the gold
    floors = {(floor.name, floor.metric): floor.estimate for floor in audit.floors}
    assert floors["always no-difference", "accuracy"] == 0.0
    assert floors["always no-difference", "missed_change"] == 1.0
    assert floors["random", "accuracy"] == floors["random", "missed_change"] == 0.25
    assert floors["best constant letter (always A)", "accuracy"] == 0.25


@pytest.mark.parametrize("file", sorted((SAMPLE / "predictions").glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_prediction_file_answers_every_question_once(file: Path) -> None:
    assert [row["id"] for row in read(file)] == [question.id for question in QUESTIONS]


def test_looking_beats_chance_in_both_groups_and_random_letters_do_not() -> None:
    seen = predictions("image_differ")
    tasks = {question.id: question.task for question in QUESTIONS}
    for low_level in (True, False):
        assert p_by_chance([row for row in seen if (tasks[row["id"]] in LOW_LEVEL) == low_level]) < 1e-3
    assert p_by_chance(seen) < 1e-12
    assert p_by_chance(predictions("random_letters")) > 0.01


def test_with_two_equal_images_the_looker_sees_no_difference_and_earns_nothing() -> None:
    equal = [question._replace(media=question.media[:1] * 2) for question in QUESTIONS]
    assert baselines.image_differ(equal, SAMPLE) == baselines.always_no_difference(QUESTIONS)
    assert n_right(baselines.image_differ(equal, SAMPLE)) == 0


def test_with_the_images_swapped_the_looker_answers_the_reverse() -> None:
    swapped = [question._replace(media=question.media[::-1]) for question in QUESTIONS]
    assert p_by_chance(baselines.image_differ(swapped, SAMPLE)) > 0.5


def test_with_the_images_of_another_question_the_looker_is_lost() -> None:
    others = [q._replace(media=QUESTIONS[(place + 20) % 40].media) for place, q in enumerate(QUESTIONS)]
    assert p_by_chance(baselines.image_differ(others, SAMPLE)) > 0.01


def test_the_looker_does_not_read_the_place_of_an_option() -> None:
    turned = [
        question._replace(
            options={label: (question.options or {})["DCBA"["ABCD".index(label)]] for label in "ABCD"},
            source={"no_difference": "DCBA"["ABCD".index(str(question.source["no_difference"]))]},
        )
        for question in QUESTIONS
        if question.task != "ocr_text"  # there the first of two equal readings is taken
    ]
    rows = baselines.image_differ(turned, SAMPLE)
    straight = {row["id"]: row["prediction"] for row in predictions("image_differ")}
    assert all(row["prediction"] == "DCBA"["ABCD".index(straight[row["id"]])] for row in rows)


def test_near_perfect_is_above_nine_tenths_and_blank_is_nothing() -> None:
    assert n_right(predictions("near_perfect")) == 38
    assert n_right(predictions("blank")) == n_right(predictions("always_no_difference")) == 0
    assert n_right(predictions("always_a")) == 10


def test_every_card_names_an_answerer_that_is_nobody() -> None:
    for path in (SAMPLE / "predictions").glob("*.submission.json"):
        card = json.loads(path.read_text(encoding="utf-8"))
        assert (card["organisation"], card["mode"], card["data_version"]) == ("Retally samples", "strict", "sample")


def plain_scores(rows: list[Row], questions: list[Row], gold: dict[str, str]) -> dict[str, float]:
    """The main numbers by counting, with exact fractions; nothing here is shared with the house."""
    low = ("overall_color", "noise_resolution", "texture", "illumination")
    outcomes: dict[str, list[str]] = {}
    right: dict[str, list[int]] = {}
    for row, question in zip(rows, questions, strict=True):
        answer = row["prediction"]
        text = question["options"].get(answer, "")
        outcome = "correct" if answer == gold[row["id"]] else "competing"
        outcome = "unread" if answer is None else "missed" if text == IDENTICAL else outcome
        group = "group=low_level" if question["task"] in low else "group=semantic"
        for facet in ("all=all", group, f"category={question['task']}"):
            outcomes.setdefault(facet, []).append(outcome)
        right.setdefault(question["task"], []).append(outcome == "correct")
    found = {f"accuracy/{facet}": Fraction(seen.count("correct"), len(seen)) for facet, seen in outcomes.items()}
    for facet in ("all=all", "group=semantic", "group=low_level"):
        seen = outcomes[facet]
        wrong = seen.count("missed") + seen.count("competing")
        for kind in ("missed", "competing"):
            found[f"{kind}_change/{facet}"] = Fraction(seen.count(kind), len(seen))
            if wrong:
                found[f"{kind}_change_of_wrong/{facet}"] = Fraction(seen.count(kind), wrong)
        found[f"unparsed/{facet}"] = Fraction(seen.count("unread"), len(seen))
        tasks = [task for task in right if facet == "all=all" or (task in low) == (facet == "group=low_level")]
        means = [Fraction(sum(right[task]), len(right[task])) for task in tasks]
        found[f"accuracy_macro/{facet}"] = sum(means, Fraction(0)) / len(means)
    return {name: float(found[name]) for name in sorted(found)}


def stated_scores() -> dict[str, dict[str, float]]:
    """What ``expected_scores.json`` must hold."""
    questions = read(SAMPLE / "questions.jsonl")
    gold = {row["id"]: row["answer"] for row in read(SAMPLE / "key.jsonl")}
    files = sorted((SAMPLE / "predictions").glob("*.jsonl"))
    return {file.stem: plain_scores(read(file), questions, gold) for file in files}


def test_the_stated_scores_are_those_of_a_plain_count() -> None:
    stated = json.loads((SAMPLE / "expected_scores.json").read_text(encoding="utf-8"))
    assert stated == stated_scores()


def test_the_published_figures_are_marked_unverified_and_name_known_tasks() -> None:
    published = json.loads((SAMPLE.parent / "published.json").read_text(encoding="utf-8"))
    assert (published["note"], published["unit"], published["data_version"]) == (
        "as published",
        "percent",
        "paper-1756",
    )
    assert BENCHMARK.data_version("paper-1756") is not None
    assert len(published["models"]) == 11
    names = {model["model"] for model in published["models"]}
    for row in published["rows"]:
        assert row["model"] in names
        assert row["verified"] is False
        assert set(row["groups"]) <= {"semantic", "low_level"}
        assert set(row["tasks"]) <= {task.name for task in BENCHMARK.tasks}
    assert not any(statement["verified"] for statement in published["statements"])


def test_every_published_figure_stands_in_the_text_of_the_paper(shared: Path) -> None:
    text = (shared / "papers/vdiff-bench.txt").read_text(encoding="utf-8")
    published = json.loads((SAMPLE.parent / "published.json").read_text(encoding="utf-8"))
    figures = [value for statement in published["statements"] for value in statement["values"]]
    cells = [cell for row in published["rows"] for part in ("groups", "tasks") for cell in row[part].values()]
    figures += [cell["accuracy"] for cell in cells]
    assert len(figures) == 11
    assert all(str(figure) in text for figure in figures)
    assert all(model["model"] in text for model in published["models"])
    assert "61.7" not in text  # a figure that is not there would be found out
