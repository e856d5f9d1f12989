"""The invented sample of MT-Video-Bench: balanced, playable, judged, and its films show what is said of them."""

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import av
import numpy as np
import pytest

from benchmarks.files import read_key, read_questions
from benchmarks.mt_video_bench import BENCHMARK
from benchmarks.mt_video_bench.sample.films import FRAMES_PER_SECOND, SECONDS, film
from benchmarks.mt_video_bench.sample.judge import judged_turns, says_yes
from benchmarks.mt_video_bench.sample.talks import TALKS
from tests.benchmarks.mt_second_count import FILES, JUDGED, SAMPLE, predictions, verdicts
from tests.plain import read_rows
from validator.answers.verdict import read_verdicts, skips_judge

QUESTIONS = read_questions(SAMPLE)
KEY = read_key(SAMPLE / "key.jsonl")


def test_the_sample_has_two_dialogues_an_ability_and_five_to_eight_rounds_each() -> None:
    assert Counter(talk.ability for talk in TALKS) == dict.fromkeys((task.name for task in BENCHMARK.tasks), 2)
    assert Counter(len(talk.turns) for talk in TALKS) == {5: 4, 6: 3, 7: 3, 8: 2}
    assert Counter(talk.setting for talk in TALKS) == {"single": 6, "cross": 6}
    assert Counter(question.facets["video_length_bin"] for question in QUESTIONS).keys() == {
        "0-5",
        "5-10",
        "10-15",
        "15+",
    }
    assert {question.facets["video_category"] for question in QUESTIONS} == {
        "Life Record",
        "Sports",
        "Movie",
        "Knowledge",
    }
    assert len(QUESTIONS) == 24


def test_the_checklists_expect_yes_as_often_as_those_of_the_paper() -> None:
    expected = Counter(
        item["expected"] for row in read_rows(SAMPLE / "key.jsonl") for item in row["answer"]["checklist"]
    )
    assert round(100 * expected["yes"] / expected.total(), 2) == 62.35
    lengths = [question.checklist_length or 0 for question in QUESTIONS]
    assert (min(lengths), max(lengths), sum(lengths)) == (3, 5, 85)


def test_the_golden_answer_of_every_judged_round_passes_its_own_checklist() -> None:
    turns = judged_turns(TALKS)
    failed = [
        (id, check.question)
        for id, turn in turns.items()
        for check in turn.checks
        if says_yes(check, turn.assistant) != (check.expected == "Yes")
    ]
    assert failed == []
    # The control: the golden answer of the next question fails most of them, so the rules do look at the answer.
    strangers = [turn.assistant for turn in turns.values()]
    passed = [
        says_yes(check, stranger) == (check.expected == "Yes")
        for turn, stranger in zip(turns.values(), strangers[1:], strict=False)
        for check in turn.checks
    ]
    assert sum(passed) / len(passed) < 0.6


def test_a_question_shows_the_golden_rounds_before_it_and_not_its_own_answer() -> None:
    turns = judged_turns(TALKS)
    for question in QUESTIONS:
        number = int(question.id.rpartition("/")[2])
        talk = next(talk for talk in TALKS if question.id.startswith(f"{talk.video}/{talk.event}/"))
        assert [turn["assistant"] for turn in question.history] == [turn.assistant for turn in talk.turns[: number - 1]]
        assert turns[question.id].assistant not in json.dumps(question._asdict(), default=str, ensure_ascii=False)


@pytest.mark.parametrize("name", JUDGED)
def test_verdicts_are_complete_and_about_the_answers_that_are_judged(name: str) -> None:
    answers, said = predictions(name), verdicts(name)
    assert set(said) == {id for id, answer in answers.items() if skips_judge(answer) is None}
    repeats = 3 if name == "careful" else 1
    for id, words in said.items():
        assert [len(run) for run in words] == [len(KEY[id].answer)] * repeats  # type: ignore[arg-type]
    for row in read_rows(SAMPLE / "verdicts" / f"{name}.jsonl"):
        if "replies" not in row:
            assert row["answer_sha256"] == hashlib.sha256((answers[row["id"]] or "").encode()).hexdigest()
            assert (row["judge"], row["verdict"] in ("yes", "no")) == ("sample-rules", True)


def test_the_raw_replies_are_read_by_the_judge_rules_and_waver_a_little() -> None:
    said = verdicts("careful")
    for row in read_rows(SAMPLE / "verdicts" / "careful.jsonl"):
        id = f"{row['video']}/{row['event']}/{row['round']}"
        read = [read_verdicts(reply, len(said[id][0])) for reply in row["replies"]]
        assert [list(reading.verdicts or ()) for reading in read] == said[id]
    wavering = [id for id, repeats in said.items() if len({tuple(repeat) for repeat in repeats}) > 1]
    assert len(wavering) == 3


def test_silent_answers_would_win_a_third_of_the_checklists_if_they_were_judged() -> None:
    """Why filler and errors are 0: the rules, asked about them, would say what a judge says, mostly No."""
    silent = [answer for answer in predictions("filler_and_errors").values() if answer and skips_judge(answer)]
    checks = [check for turn in judged_turns(TALKS).values() for check in turn.checks]
    won = [says_yes(check, text) == (check.expected == "Yes") for text in set(silent) for check in checks]
    assert sum(won) / len(won) > 0.35


def test_every_card_says_golden_context_and_an_answerer_that_is_nobody() -> None:
    for name in FILES:
        card = json.loads((SAMPLE / "predictions" / f"{name}.submission.json").read_text(encoding="utf-8"))
        assert (card["context"], card["data_version"], card["organisation"]) == ("golden", "sample", "Retally samples")


def test_the_whole_sample_is_small() -> None:
    files = [path for path in SAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in files) < 700_000


@pytest.mark.parametrize("path", sorted({question.media[0].path for question in QUESTIONS}))
def test_every_film_is_h264_that_a_browser_plays(path: str) -> None:
    with av.open(str(SAMPLE / path)) as container:
        stream = container.streams.video[0]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        decoded = sum(1 for _ in container.decode(video=0))
    assert decoded == SECONDS * FRAMES_PER_SECOND
    head = (SAMPLE / path).read_bytes()
    assert 0 < head.find(b"moov") < head.find(b"mdat")


@functools.cache
def drawn(name: str) -> Any:
    return film(name)


def patch(picture: Any, colour: tuple[int, int, int]) -> int:
    """How many pixels of a picture have just this colour."""
    return int((picture == np.array(colour)).all(axis=-1).sum())


GREY, GREEN, BLUE, PURPLE = (128, 130, 136), (62, 150, 72), (52, 104, 200), (138, 70, 168)
SEEN: tuple[tuple[str, str, Callable[[Any], bool]], ...] = (
    ("sample_toy_kitchen", "the cat is there at 2 s", lambda film: patch(film[2 * 8], GREY) > 300),
    ("sample_toy_kitchen", "the cat is gone at 9 s", lambda film: patch(film[9 * 8], GREY) == 0),
    ("sample_toy_kitchen", "the herbs are the last to go", lambda film: patch(film[int(3.9 * 8)], GREEN) > 100),
    ("sample_toy_kitchen", "no herbs at 6 s", lambda film: patch(film[6 * 8], GREEN) == 0),
    ("sample_ball_game", "no blue mark before the second goal", lambda film: patch(film[8 * 8][:22], BLUE) == 0),
    ("sample_ball_game", "a blue mark after it", lambda film: patch(film[9 * 8][:22], BLUE) > 80),
    ("sample_block_train", "a green wagon before the tunnel", lambda film: patch(film[4 * 8], GREEN) > 200),
    ("sample_block_train", "no green wagon behind it", lambda film: patch(film[int(7.4 * 8)], GREEN) == 0),
    ("sample_block_train", "the doll is outside at the end", lambda film: patch(film[87], PURPLE) > 100),
    ("sample_window_garden", "no sprout in the first night", lambda film: patch(film[4 * 8], GREEN) == 0),
    ("sample_window_garden", "leaves on the second day", lambda film: patch(film[int(6.5 * 8)], GREEN) > 300),
)


@pytest.mark.parametrize(("name", "what", "seen"), SEEN, ids=[what for _, what, _ in SEEN])
def test_the_films_show_what_the_dialogues_say(name: str, what: str, seen: Callable[[Any], bool]) -> None:
    assert seen(drawn(name)), what
