"""What holds for every answer: no exception, true spans, wrappers that change nothing, time that grows with length."""

import math
import re
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.answers.choice import read_choice
from validator.answers.count import read_count
from validator.answers.strict import read_strict_choice, read_strict_count
from validator.answers.text import locate
from validator.answers.verdict import contains_verdict_pattern, read_verdicts, skips_judge

OPTIONS = {"A": "A) forward", "B": "B) a red kite", "C": "C) 12", "D": "D) none of these"}
STATUSES = {
    *("ok", "null", "empty", "ambiguous", "invalid_label", "truncated", "too_long", "unparsed", "bad_type"),
    *("out_of_range", "invalid_number"),
}

PIECES = st.sampled_from(
    [
        *(
            "A",
            "B",
            "d",
            "(C)",
            "E.",
            "12",
            "1,200",
            "-3",
            "five",
            " ",
            "\n",
            ". ",
            ", ",
            ": ",
            "or",
            " and ",
            "not ",
            "=",
        ),
        *(
            "<think>",
            "</think>",
            "<answer>",
            "</answer>",
            "**",
            "`",
            '"',
            "$",
            "\\boxed{",
            "}",
            "{",
            "[",
            "]",
            "(",
            ")",
        ),
        *(
            "The answer is ",
            "answer: ",
            "I choose ",
            "答案是",
            "so ",
            "forward",
            "a red kite",
            '{"answer": "B"}',
            "at least ",
        ),
        *("\u200b", "Ｂ", "\u0301", "가", "ᄀ", "①", "٣", "ﬁ", "\ud800", "\x00", "\u2028"),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(JSON_VALUES)
def test_no_json_value_makes_a_reader_raise_or_answer_outside_its_domain(value: object) -> None:
    choice, count = read_choice(value, OPTIONS), read_count(value)
    assert choice.answer is None or choice.answer in OPTIONS
    assert count.answer is None or (not isinstance(count.answer, str | bool) and math.isfinite(count.answer))
    for reading in (choice, count, read_strict_choice(value, OPTIONS), read_strict_count(value)):
        assert reading.status in STATUSES
        assert (reading.answer is not None) == (reading.status == "ok")
    assert read_verdicts(value, 3).status in {"ok", "judge_invalid", "bad_type"}


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_the_span_of_a_reading_holds_what_was_read(text: str) -> None:
    skips_judge(text)
    contains_verdict_pattern(text)
    for reading in (read_choice(text, OPTIONS), read_count(text)):
        if reading.status == "ok":
            assert reading.span is not None
            start, end = reading.span
            assert 0 <= start < end <= len(text)
            said = unicodedata.normalize("NFKC", text[start:end]).casefold()
            named = "option_text" in reading.tags or "json" in reading.tags or "number_word" in reading.tags
            assert named or str(reading.answer).casefold() in said or any(map(str.isdigit, said))


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_normalising_piece_by_piece_equals_normalising_the_whole(text: str) -> None:
    whole = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    located = locate(text)
    assert located.text == whole
    assert len(located.text) == len(located.starts) == len(located.ends)


WRAPPERS = [
    *(
        ("**", "**"),
        ("*", "*"),
        ("__", "__"),
        ("`", "`"),
        ("```\n", "\n```"),
        ('"', '"'),
        ("'", "'"),
        ("“", "”"),
        ("$", "$"),
    ),
    *(
        ("\\(", "\\)"),
        ("\\[", "\\]"),
        ("\\boxed{", "}"),
        ("\\text{", "}"),
        ("\\mathbf{", "}"),
        ("<answer>", "</answer>"),
    ),
    *(("<b>", "</b>"), ("\n ", " \n"), ("\u200b", "\ufeff"), ("<think>A or 3</think>", "")),
    ("it may be C, 4</thinking>", ""),
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(WRAPPERS), max_size=4, unique=True), st.sampled_from(["B", "b", "B.", "(B)"]))
def test_wrapping_a_bare_label_or_number_in_anything_keeps_it(wrappers: list[tuple[str, str]], label: str) -> None:
    text, number = label, "12"
    # A fence or a thinking block stands outermost, and one mark is not used on two levels, as models write it.
    for before, after in sorted(wrappers, key=lambda pair: ("think" in pair[0], "```" in pair[0])):
        if not set(before) & set(text) & set("*_`"):
            text, number = before + text + after, before + number + after
    reading = read_choice(text, OPTIONS)
    assert reading.answer == "B", text
    assert reading.span is not None and text[slice(*reading.span)].upper() == "B"
    assert read_count(number).answer == 12, number


@settings(max_examples=200, deadline=None)
@given(TEXTS.filter(lambda text: "think" not in text and "reasoning" not in text and "thought" not in text))
def test_thinking_before_an_answer_changes_nothing_but_the_place(text: str) -> None:
    block = "<think>It could be A, or (C), or 5.</think>"
    for read in (lambda answer: read_choice(answer, OPTIONS), read_count):
        alone, after = read(text), read(block + text)
        assert (after.answer, after.status) == (alone.answer, alone.status)


SHAPES = [
    *(
        "<think>",
        "</think>",
        "<think>a</think>",
        "((((",
        "[[[[",
        "{{{{",
        "answer is ",
        "answer: A ",
        "I choose A. ",
        "****",
        "_",
    ),
    *(
        "`",
        "\\boxed{",
        "\\boxed{}",
        '"',
        "“",
        "$",
        "9",
        "1,",
        "1 ",
        "1/2 ",
        "{,}",
        "e",
        "-",
        "B or ",
        "B, ",
        "(A) ",
        "A. ",
        "A\n",
    ),
    *(
        "\n",
        " ",
        "<answer>",
        "<b>",
        "\u0301\u0327",
        "\u200b",
        "Ａ",
        "ᄀ",
        "\u1161",
        "①",
        "٣",
        "答案是",
        "twenty ",
        "not ",
        '{"a":',
    ),
    *(
        '{"A1": "Yes"}',
        "{x}",
        "so (A). ",
        ". ",
        "is wrong ",
        "= 1",
        "\\(",
        "answer is option ",
        "forward ",
        "1. a\n",
        "A) b\n",
    ),
]
READERS: list[Callable[[str], object]] = [
    lambda text: read_choice(text, OPTIONS),
    read_count,
    lambda text: read_verdicts(text, 3),
    lambda text: (skips_judge(text), contains_verdict_pattern(text)),
]


def seconds(read: Callable[[str], object], shape: str, length: int, tries: int = 1) -> float:
    """The least CPU time of some tries to read a text of one repeated shape."""
    text = (shape * (length // len(shape) + 1))[:length]
    times = []
    for _ in range(tries):
        started = time.process_time()
        read(text)
        times.append(time.process_time() - started)
    return min(times)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_longest_answer_of_any_shape_is_read_in_a_second(shape: str) -> None:
    assert max(seconds(read, shape, 100_000) for read in READERS) < 1.0


@pytest.mark.parametrize("shape", ["answer is ", "I choose A. ", "1 ", "(A) "])
def test_twice_the_length_takes_no_more_than_about_twice_the_time(shape: str) -> None:
    for read in READERS[:2]:
        half, whole = seconds(read, shape, 40_000, tries=2), seconds(read, shape, 80_000, tries=2)
        assert whole <= 3.2 * half + 0.01


def test_a_reader_that_looks_to_the_end_for_every_cue_would_take_too_long() -> None:
    """The control of the two tests above: one sentence end sought per cue, which is how such readers are written."""

    def rescanning(text: str) -> object:
        return [re.compile(r"[.!?\n]").search(text, cue.end()) for cue in re.finditer("answer is ", text)]

    half, whole = seconds(rescanning, "answer is ", 30_000, tries=3), seconds(rescanning, "answer is ", 60_000, tries=3)
    assert whole > 3.2 * half
