"""The invented sample of MT-Video-Bench: drawn anew byte for byte, playable, judged, and counted a second time."""

import functools
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from benchmarks.files import read_key, read_questions
from benchmarks.mt_video_bench import BENCHMARK
from benchmarks.mt_video_bench.official import replay
from benchmarks.mt_video_bench.sample.films import FRAMES_PER_SECOND, SECONDS, film
from benchmarks.mt_video_bench.sample.judge import judged_turns, says_yes
from benchmarks.mt_video_bench.sample.make import make, write_texts
from benchmarks.mt_video_bench.sample.talks import TALKS
from tests.sample_checks import scored
from validator.answers.verdict import read_verdicts, skips_judge

SAMPLE = Path(__file__).parents[2] / "benchmarks/mt_video_bench/sample"
QUESTIONS = read_questions(SAMPLE)
KEY = read_key(SAMPLE / "key.jsonl")
JUDGED = ("always_refuses", "careful", "filler_and_errors", "repeats_the_last_answer", "terse")
FILES = (*JUDGED, "blank")

Shares = dict[str, Fraction]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def predictions(name: str) -> dict[str, str | None]:
    return {row["id"]: row["prediction"] for row in rows(SAMPLE / "predictions" / f"{name}.jsonl")}


def verdicts(name: str) -> dict[str, list[list[str]]]:
    """What the judge said, by id: one list of words a repeat, in the order of the checklist."""
    file = SAMPLE / "verdicts" / f"{name}.jsonl"
    said: dict[str, list[list[str]]] = {}
    for row in rows(file) if file.exists() else []:
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


# ---- a second count of every number, with loops and fractions, sharing nothing with the scorer ----


def mean(shares: list[Fraction]) -> Fraction:
    return sum(shares, Fraction(0)) / len(shares)


def item_credits(id: str, said: dict[str, list[list[str]]]) -> list[tuple[str, Fraction]]:
    """Expected word and credit of every checklist question; an answer that was not judged earns nothing."""
    key = {row["id"]: row["answer"]["checklist"] for row in rows(SAMPLE / "key.jsonl")}
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
    for question in rows(SAMPLE / "questions.jsonl"):
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


def test_the_stated_scores_are_those_of_the_second_count() -> None:
    assert (SAMPLE / "expected_scores.json").read_text(encoding="utf-8") == stated_shares()


@pytest.mark.parametrize("name", FILES)
def test_the_scorer_and_the_second_count_agree_on_every_number(name: str) -> None:
    result = scored("mt_video_bench", SAMPLE / "predictions" / f"{name}.jsonl").result
    assert result is not None
    found = {f"{row.metric}/{row.facet}={row.value_of_facet}": row for row in result.estimates if row.mode == "strict"}
    plain = plain_shares(name)
    assert {number: row.estimate for number, row in found.items() if row.n} == pytest.approx(
        {number: float(share) for number, share in plain.items()}, abs=1e-12
    )
    assert len(plain) > 80


def test_a_count_without_nesting_would_not_agree() -> None:
    """The control: rounds averaged in one heap give another headline, so the agreement above is about the nesting."""
    said = verdicts("terse")
    heap = mean([mean([credit for _, credit in item_credits(question.id, said)]) for question in QUESTIONS])
    assert abs(heap - plain_shares("terse")["checklist_accuracy/all=all"]) > Fraction(1, 1000)


# ---- what the sample is ----


@pytest.mark.slow
def test_make_writes_and_draws_the_committed_sample_byte_for_byte(tmp_path: Path) -> None:
    make(tmp_path)
    drawn = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.mp4")}
    assert len(drawn) == 4
    for path in drawn:
        assert (tmp_path / path).read_bytes() == (SAMPLE / path).read_bytes(), path


def test_the_texts_of_the_sample_are_written_anew_byte_for_byte(tmp_path: Path) -> None:
    write_texts(tmp_path)
    written = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    kept = [path.relative_to(SAMPLE) for place in ("predictions", "verdicts") for path in (SAMPLE / place).iterdir()]
    kept += [Path(name) for name in ("questions.jsonl", "key.jsonl", "data.json", "videos.csv")]
    assert written == sorted(kept)
    for path in written:
        assert (tmp_path / path).read_bytes() == (SAMPLE / path).read_bytes(), path


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
    expected = Counter(item["expected"] for row in rows(SAMPLE / "key.jsonl") for item in row["answer"]["checklist"])
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
    for row in rows(SAMPLE / "verdicts" / f"{name}.jsonl"):
        if "replies" not in row:
            assert row["answer_sha256"] == hashlib.sha256((answers[row["id"]] or "").encode()).hexdigest()
            assert (row["judge"], row["verdict"] in ("yes", "no")) == ("sample-rules", True)


def test_the_raw_replies_are_read_by_the_judge_rules_and_waver_a_little() -> None:
    said = verdicts("careful")
    for row in rows(SAMPLE / "verdicts" / "careful.jsonl"):
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


# ---- the figures of the card ----


def card() -> str:
    return (SAMPLE.parent / "card.md").read_text(encoding="utf-8")


def as_replies(name: str) -> dict[str, list[str]]:
    """The verdicts of a sample file as plain, complete replies."""
    return {
        id: [json.dumps({f"A{n}": word.title() for n, word in enumerate(run, 1)}) for run in repeats]
        for id, repeats in verdicts(name).items()
    }


def released(replies: dict[str, list[str]], answered: set[str] | None = None) -> str:
    """What the released script says, in percent with two decimals."""
    overall = replay(QUESTIONS, KEY, answered or {question.id for question in QUESTIONS}, replies).overall
    assert overall is not None
    return f"{100 * overall:.2f}"


def strict(name: str, metric: str = "checklist_accuracy") -> str:
    return f"{100 * float(plain_shares(name)[f'{metric}/all=all']):.2f}"


def test_the_card_tells_how_far_the_roundings_and_the_habits_of_the_judge_take_the_released_script() -> None:
    raw = {
        f"{row['video']}/{row['event']}/{row['round']}": row["replies"]
        for row in rows(SAMPLE / "verdicts/careful.jsonl")
    }
    plain = as_replies("careful")
    backwards = {id for id, replies in raw.items() if next(iter(json.loads(replies[0].strip("`json\n")))) != "A1"}
    stopped = {id for id, replies in raw.items() if '."' in replies[0]}
    assert (len(backwards), len(stopped)) == (3, 3)
    assert f"`careful`: {released(plain)} against {strict('careful')}" in card()
    one = {id: raw[id] if id in backwards else replies for id, replies in plain.items()}
    assert f"listed backwards: {released(one)} instead of {released(plain)}" in card()
    other = {id: raw[id] if id in stopped else replies for id, replies in plain.items()}
    assert f"full stops in 3 of 24: {released(other)} instead of {released(plain)}" in card()
    assert f"with both habits, as it is: {released(raw)} " in card()


def test_the_card_tells_what_leaving_out_earns_with_the_released_script() -> None:
    plain = as_replies("careful")
    credits = replay(QUESTIONS, KEY, set(plain), plain).acc
    right = {id for id, acc in credits.items() if acc == 1.0}
    assert f"`careful` with only its {len(right)} right answers: {released(plain, right)}." in card()
    summaries = {question.id for question in QUESTIONS if question.task == "summary"}
    assert f"With the summary file alone: {released(plain, summaries)} " in card()
    assert f"`terse` {released(as_replies('terse'))} against {strict('terse')}" in card()


def test_the_card_tells_what_silence_earns_where_the_judge_says_no() -> None:
    said = as_replies("filler_and_errors")
    no = {id: json.dumps({f"A{n}": "No" for n in range(len(entry.answer))}) for id, entry in KEY.items()}  # type: ignore[arg-type]
    everything = {id: said.get(id, [no[id]]) for id in KEY}
    assert len(KEY) - len(said) == 18
    told = f"says No to these: {released(everything)} instead of {strict('filler_and_errors')}"
    assert told in card()


def test_the_floors_of_the_card_are_those_of_the_sample() -> None:
    word_is_no = {id: [["no"] * len(entry.answer)] for id, entry in KEY.items()}  # type: ignore[arg-type]
    credits = [
        (question, mean([credit for _, credit in item_credits(question["id"], word_is_no)]))
        for question in rows(SAMPLE / "questions.jsonl")
    ]
    assert f"| the same on the sample | {100 * float(nested(credits)):.2f} | 37.65 |" in card()
    for name in ("always_refuses", "repeats_the_last_answer"):
        told = f"(`{name}`, sample) | {strict(name)} | {strict(name, 'checklist_accuracy_pooled')} |"
        assert told in card()
