"""The figures in the card of MT-Video-Bench, worked out anew from its sample."""

import json

from benchmarks.files import read_key, read_questions
from benchmarks.mt_video_bench.official import replay
from tests.benchmarks.mt_second_count import SAMPLE, item_credits, nested, plain_shares, verdicts
from tests.plain import mean, read_rows

QUESTIONS = read_questions(SAMPLE)
KEY = read_key(SAMPLE / "key.jsonl")


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
        for row in read_rows(SAMPLE / "verdicts/careful.jsonl")
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
        for question in read_rows(SAMPLE / "questions.jsonl")
    ]
    assert f"| the same on the sample | {100 * float(nested(credits)):.2f} | 37.65 |" in card()
    for name in ("always_refuses", "repeats_the_last_answer"):
        told = f"(`{name}`, sample) | {strict(name)} | {strict(name, 'checklist_accuracy_pooled')} |"
        assert told in card()
