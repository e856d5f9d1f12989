"""J1: replies made from known verdicts, sound ones in any dress and spoilt ones in any way (2,000; nightly 50,000)."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.answers.verdict import read_verdicts

Words = tuple[str, ...]
WORDS = st.lists(st.sampled_from(["yes", "no"]), min_size=1, max_size=6).map(tuple)
SPELLINGS: dict[str, list[object]] = {
    "yes": ["Yes", "yes", "YES", "Yes.", " yes ", "Yes, it is named.", "yes because it is said", True],
    "no": ["No", "no", "NO", "No!", "no ,", "No: it is absent", "No since nothing is said", False],
}
STYLES: list[Callable[[int], str]] = [
    lambda number: f"A{number}",
    lambda number: f"Q{number}",
    lambda number: f"a{number}",
    str,
    lambda number: f" A{number} ",
]
WRAPPERS = [
    "{}",
    "```json\n{}\n```",
    "```\n{}\n```",
    "Here it is: {}",
    "{}\nThat is all.",
    "<think>A1 may be no.</think>\n{}",
    '<think>{{"A1": "Perhaps"}}</think>{}',
    "{}\n\n{}",
]


@st.composite
def sound(draw: st.DrawFn) -> tuple[Words, str]:
    """Verdicts and a reply that says exactly them."""
    words = draw(WORDS)
    style = draw(st.sampled_from(STYLES))
    pairs = [(style(n), draw(st.sampled_from(SPELLINGS[word]))) for n, word in enumerate(words, 1)]
    pairs = list(draw(st.permutations(pairs)))
    if draw(st.booleans()):
        pairs.insert(draw(st.integers(0, len(pairs))), ("note", draw(st.sampled_from(["sure", None, 3, ["x"]]))))
    return words, draw(st.sampled_from(WRAPPERS)).replace("{{", "{").replace("}}", "}").replace(
        "{}", json.dumps(dict(pairs), indent=draw(st.sampled_from([None, 1])))
    )


def _object(words: Words) -> dict[str, object]:
    return {f"A{n}": word.title() for n, word in enumerate(words, 1)}


def _without(words: Words, at: int) -> str:
    return json.dumps({key: value for n, (key, value) in enumerate(_object(words).items()) if n != at})


SPOILERS: dict[str, Callable[[Words, int], str]] = {
    "a key is missing": _without,
    "a key is too many": lambda words, at: json.dumps({**_object(words), f"A{len(words) + 1}": "Yes"}),
    "a key stands twice": lambda words, at: json.dumps(_object(words))[:-1] + f', "A{at + 1}": "No"}}',
    "two styles": lambda words, at: json.dumps({**_object(words), f"Q{at + 1}": "Yes"}),
    "counted from zero": lambda words, at: json.dumps({str(n): word for n, word in enumerate(words)}),
    "a list": lambda words, at: json.dumps(list(words)),
    "an object in a list": lambda words, at: json.dumps([_object(words)]),
    "no word": lambda words, at: json.dumps({**_object(words), f"A{at + 1}": "Perhaps"}),
    "both words": lambda words, at: json.dumps({**_object(words), f"A{at + 1}": "Yes and no"}),
    "null": lambda words, at: json.dumps({**_object(words), f"A{at + 1}": None}),
    "a number": lambda words, at: json.dumps({**_object(words), f"A{at + 1}": 1}),
    "nested": lambda words, at: json.dumps({**_object(words), f"A{at + 1}": {"answer": "Yes"}}),
    "cut off": lambda words, at: json.dumps(_object(words))[: -2 - at],
    "a trailing comma": lambda words, at: json.dumps(_object(words))[:-1] + ",}",
    "single quotes": lambda words, at: json.dumps(_object(words)).replace('"', "'"),
    "nothing": lambda words, at: "",
    "a refusal": lambda words, at: "I'm sorry, I can't evaluate this content.",
    "it changes its mind": lambda words, at: json.dumps(_object(words)) + "\nNo: " + json.dumps(_flipped(words, at)),
}


def _flipped(words: Words, at: int) -> dict[str, object]:
    return {**_object(words), f"A{at + 1}": "No" if words[at] == "yes" else "Yes"}


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[Words, str, str]:
    """Verdicts, how a reply was spoilt, and the reply."""
    words = draw(WORDS)
    how = draw(st.sampled_from(sorted(SPOILERS)))
    return words, how, SPOILERS[how](words, draw(st.integers(0, len(words) - 1)))


def check_sound(case: tuple[Words, str]) -> None:
    words, reply = case
    assert read_verdicts(reply, len(words)).verdicts == words, reply


def check_spoilt(case: tuple[Words, str, str]) -> None:
    words, how, reply = case
    assert read_verdicts(reply, len(words)).verdicts is None, (how, reply)


@settings(deadline=None, max_examples=1000)
@given(sound())
def test_a_sound_reply_in_any_dress_says_what_it_says(case: tuple[Words, str]) -> None:
    check_sound(case)


@settings(deadline=None, max_examples=1000)
@given(spoilt())
def test_a_spoilt_reply_says_nothing_at_all(case: tuple[Words, str, str]) -> None:
    check_spoilt(case)


@pytest.mark.nightly
@settings(deadline=None, max_examples=25_000)
@given(sound())
def test_twenty_five_thousand_sound_replies_are_read(case: tuple[Words, str]) -> None:
    check_sound(case)


@pytest.mark.nightly
@settings(deadline=None, max_examples=25_000)
@given(spoilt())
def test_twenty_five_thousand_spoilt_replies_say_nothing(case: tuple[Words, str, str]) -> None:
    check_spoilt(case)


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=80), st.integers(1, 5))
def test_any_text_is_read_whole_or_not_at_all(text: str, n: int) -> None:
    found = read_verdicts(text, n).verdicts
    assert found is None or len(found) == n


def test_the_released_formula_takes_one_right_answer_for_all() -> None:
    """The control: it divides by what came back."""
    told = json.loads(SPOILERS["a key is missing"](("yes", "no"), 1))
    assert sum(word == "Yes" for word in told.values()) / len(told) == 1.0


OBJECT = '{"A1": "Yes", "A2": "No"}'


@pytest.mark.parametrize(
    "reply",
    [
        f"[{OBJECT}]",
        f"[1, {OBJECT}]",
        f'["no", {OBJECT}, {OBJECT}]',
        f"[null, true, {OBJECT}]",
        f"done] and now [{OBJECT}]",
        f"x] [ {OBJECT} ]",
        f"{OBJECT}]",
    ],
)
def test_an_object_in_a_list_is_no_reply(reply: str) -> None:
    assert read_verdicts(reply, 2).status == "judge_invalid"


@pytest.mark.parametrize(
    "before", ["range [0, 1): ", "[Note: see below] ", "It's [sic ", "“[…” ", "see [1](a.md): ", "[INST] x [/INST] "]
)
def test_brackets_in_the_prose_before_an_object_harm_nothing(before: str) -> None:
    assert read_verdicts(before + OBJECT, 2).verdicts == ("yes", "no")
