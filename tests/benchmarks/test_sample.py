"""The invented sample of VSI-Super-Wild: balanced, playable, and answerable by looking."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from benchmarks import load_benchmark
from benchmarks.files import read_key, read_questions
from benchmarks.leaks import binomial_tail
from benchmarks.sample_video import write_video
from benchmarks.vsi_super_wild import baselines
from benchmarks.vsi_super_wild.sample.make import WALKS
from board.grading import mra
from tests.plain import Row, read_rows

SAMPLE = Path(__file__).parents[2] / "benchmarks/vsi_super_wild/sample"
QUESTIONS = read_questions(SAMPLE)
KEY = read_key(SAMPLE / "key.jsonl")


def predictions(name: str) -> list[Row]:
    return read_rows(SAMPLE / "predictions" / f"{name}.jsonl")


def credit(id: str, prediction: object) -> float:
    gold = KEY[id].answer
    if isinstance(gold, int):
        return mra(prediction, gold)[0] if isinstance(prediction, int) else 0.0
    return float(prediction == gold)


def score(rows: Sequence[Mapping[str, Any]]) -> float:
    return fsum(credit(row["id"], row["prediction"]) for row in rows) / len(rows)


def p_of_choices_by_chance(rows: Sequence[Mapping[str, Any]]) -> float:
    """Chance of so many right letters for someone who guesses."""
    credits = [credit(row["id"], row["prediction"]) for row in rows if isinstance(KEY[row["id"]].answer, str)]
    return binomial_tail(round(sum(credits)), len(credits), 0.25)


def test_the_sample_asks_48_questions_with_even_letters() -> None:
    assert Counter(question.task for question in QUESTIONS) == {"VMR": 12, "VPO": 12, "VOO": 12, "VOC": 12}
    letters = Counter((q.task, KEY[q.id].answer) for q in QUESTIONS if q.kind == "choice")
    assert set(letters.values()) == {3}
    counts = [answer for q in QUESTIONS if isinstance(answer := KEY[q.id].answer, int)]
    assert min(counts) == 1 and max(counts) >= 12 and len(set(counts)) >= 8
    assert Counter(q.facets["occurrence"] for q in QUESTIONS if q.task == "VOO") == {"first": 6, "last": 6}
    assert {q.cluster for q in QUESTIONS} == set(WALKS)
    assert len({q.facets["duration_bin"] for q in QUESTIONS}) == 4


def test_ids_of_the_sample_are_not_taken_for_released_ones() -> None:
    pattern = re.compile(load_benchmark("vsi_super_wild").id_pattern)
    assert pattern.fullmatch("Z7ta3z5qcMA_back.mp4|1|VOC|0")
    assert not any(pattern.fullmatch(question.id) for question in QUESTIONS)


@pytest.mark.parametrize("path", sorted({question.media[0].path for question in QUESTIONS}))
def test_every_video_is_h264_that_a_browser_plays_with_the_drawn_number_of_frames(path: str) -> None:
    walk = WALKS[Path(path).name.split("_")[0]]
    with av.open(str(SAMPLE / path)) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        decoded = sum(1 for _ in container.decode(video=0))
    assert decoded == sum(frames for _, frames in walk.path)
    head = (SAMPLE / path).read_bytes()
    assert 0 < head.find(b"moov") < head.find(b"mdat")


def test_frame_numbers_lie_inside_their_video() -> None:
    for question in QUESTIONS:
        walk = WALKS[question.cluster]
        frames = question.source["frame_indices"]
        assert frames is None or (isinstance(frames, list) and max(frames) < sum(n for _, n in walk.path))


def test_the_whole_sample_is_small() -> None:
    files = [path for path in SAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in files) < 1_500_000


@pytest.mark.parametrize("name", ["random_letters", "always_a", "blank", "frame_looker", "near_perfect"])
def test_every_prediction_file_answers_every_question_once(name: str) -> None:
    assert [row["id"] for row in predictions(name)] == [question.id for question in QUESTIONS]


def test_the_frame_looker_beats_chance_and_random_letters_do_not() -> None:
    assert p_of_choices_by_chance(predictions("frame_looker")) < 1e-9
    assert p_of_choices_by_chance(predictions("random_letters")) > 0.01
    assert score(predictions("frame_looker")) > 0.7


def test_the_frame_looker_finds_nothing_in_black_videos_though_the_frame_numbers_would_tell(tmp_path: Path) -> None:
    (tmp_path / "videos").mkdir()
    for path in {question.media[0].path for question in QUESTIONS}:
        write_video(tmp_path / path, np.zeros((121, 120, 160, 3), dtype=np.uint8), 10)
    in_the_dark = baselines.frame_looker(QUESTIONS, tmp_path)
    assert p_of_choices_by_chance(in_the_dark) > 0.01
    places = {question.id for question in QUESTIONS if question.task == "VPO"}
    seen = [row for row in predictions("frame_looker") if row["id"] in places]
    assert score(seen) > score([row for row in in_the_dark if row["id"] in places])
    assert score(seen) < 1.0  # sorting source.frame_indices would give all twelve


def test_near_perfect_is_above_nine_tenths_and_blank_is_nothing() -> None:
    assert 0.9 < score(predictions("near_perfect")) < 1.0
    assert score(predictions("blank")) == 0.0


def test_the_shuffle24_file_holds_every_choice_in_all_24_orders() -> None:
    rows = predictions("shuffle24_position_biased")
    orders = ["".join(order) for order in itertools.permutations("ABCD")]
    choices = [question.id for question in QUESTIONS if question.kind == "choice"]
    assert [(row["id"], row["order"]) for row in rows] == [(id, order) for id in choices for order in orders]
    assert len(rows) == 864
    shown_first = sum(row["prediction"] == "A" for row in rows) / len(rows)
    assert 0.55 < shown_first < 0.75


def test_every_card_names_an_answerer_that_is_nobody() -> None:
    for path in (SAMPLE / "predictions").glob("*.submission.json"):
        card = json.loads(path.read_text(encoding="utf-8"))
        assert (card["organisation"], card["mode"], card["data_version"]) == ("Retally samples", "strict", "sample")
        assert card["track"] == ("shuffle24" if path.name.startswith("shuffle24") else "standard")
