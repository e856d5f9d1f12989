"""The count rules N0 to N8, rule by rule, on small invented answers."""

import math

import pytest

from board.types import Reading
from validator.answers.count import read_count
from validator.answers.strict import read_strict_count

READ: list[tuple[object, int | float]] = [
    *((7, 7), (7.0, 7), (-0.0, 0), (2.5, 2.5), (-3, -3), (10**9, 10**9)),
    *(
        ("7", 7),
        (" 7 ", 7),
        ("7.", 7),
        ("+7", 7),
        ("-7", -7),
        ("007", 7),
        ("-0", 0),
        ("7.50", 7.5),
        ("7.0", 7),
        (".5", 0.5),
    ),
    *(("1,234", 1234), ("1{,}234", 1234), ("1,234,567.5", 1234567.5), ("1e3", 1000), ("25e-1", 2.5), ("1200e-2", 12)),
    *(("７", 7), ("−7", -7), ("‑7", -7), ("٧", 7), ("१२", 12), ("⑦", 7), ("7\u200b", 7), ("1e9", 10**9)),
    *(
        ("<think>5 or 6</think>7", 7),
        ("so 6</think>7", 7),
        ("**7**", 7),
        ("$7$", 7),
        (r"\boxed{7}", 7),
        ('"7"', 7),
        ("[7]", 7),
        ("[[7]]", 7),
        ("[ [7] ]", 7),
        ("<think>5</thinking>7", 7),
        ("It is off\nAnswer: 7", 7),
    ),
    *(
        ("<answer>7", 7),
        ('{"answer": 7}', 7),
        ('{"answer": "7 chairs"}', 7),
        ('{"prediction": 7.0, "why": "3 + 4"}', 7),
    ),
    *(("seven", 7), ("Twenty-one.", 21), ("forty two small chairs", 42), ("zero", 0), ("two hundred and five", 205)),
    *(("nine hundred ninety-nine", 999), ("seven big red chairs", 7), ("7 (seven)", 7), ("seven (7)", 7)),
    *(
        ("about 7", 7),
        ("~7", 7),
        ("≈ 7", 7),
        ("around 1,200 people", 1200),
        ("There are 7 chairs.", 7),
        ("I see **7** of them!", 7),
    ),
    *(("I saw 3 and 4. The answer is 7.", 7), ("Answer: 5. No. Answer: 7", 7), ("The answer is 3 + 4 = 7.", 7)),
    *(
        ("Final answer:\n\n**7**", 7),
        ("5 rooms, 9 doors.\nAnswer: about 7 chairs", 7),
        ("答案是7个", 7),
        ("一共有7把椅子", 7),
    ),
    *(("x = 7", 7), ("Total: 7", 7), ("this one has 7", 7), ("7\nchairs", 7), ("It is not 3. The answer is 7", 7)),
]
UNREAD: dict[str, list[object]] = {
    "null": [None],
    "bad_type": [True, False, [], [7], {}, {"answer": 7}],
    "empty": ["", "  ", "\ufeff", "<think>7</think>"],
    "truncated": ["<think>7", "7 <reasoning> hm"],
    "too_long": ["7" + " " * 100_000],
    "out_of_range": [
        math.inf,
        -math.inf,
        math.nan,
        10**400,
        10**9 + 1,
        "1e400",
        "9" * 5000,
        "1000000001",
        '{"answer": 1e99}',
    ],
    "ambiguous": [
        *(
            "3-4",
            "3–4",
            "3 - 4",
            "3 to 4",
            "between 3 and 4",
            "3 or 4",
            "7 or so",
            "either 7",
            "at least 7",
            "7 at most",
        ),
        *(
            "more than 7",
            "fewer than 7",
            "over 7",
            "under 7",
            "up to 7",
            "<7",
            "≥ 7",
            "7+",
            "7 +",
            "±7",
            "7%",
            "7 percent",
        ),
        *(
            "1.2k",
            "7 m",
            "7 million",
            "2 dozen",
            "7 hundred",
            "3 pairs",
            "2 score",
            "7 times",
            "half of 7",
            "1/2",
            "7 / 9",
        ),
        *(
            "00:03:12",
            "2024-01-02",
            "3D",
            "the 2nd",
            "#7",
            "$7",
            "7€",
            "x2",
            "10^2",
            "10²",
            "2½",
            "①②",
            "1<think>x</think>2",
        ),
        *(
            "12 people in 3 rooms",
            "7 7",
            "[3, 4]",
            "[1,234]",
            '{"answer": [7]}',
            '{"answer": 7, "label": 8}',
            "7 (eight)",
        ),
        *(
            "five or six",
            "two-five",
            "five six",
            "3 chairs and two tables",
            "not 7",
            "It isn't 7.",
            "I cannot say, maybe 7",
        ),
        *("minus 7", "negative 7", "The answer is minus 7", "a pair of 7", "7 and half", "2 thirds", "3 quarters"),
        *("7 trillion", "7 lakh", "[[3, 4]]", "[[3], [4]]", "[[7]", "[ERROR] code 7"),
        *("Answer: 7 or 8", "Answer: at least 7", "Answer: 3 + 4", "至少7个", "7万", "7个或8个"),
    ],
    "unparsed": [
        *(
            "- 7",
            "=7",
            "12,34",
            "0,123",
            "1_000",
            "1.234,5",
            "1'234",
            "1٢",
            "Ⅻ",
            "inf",
            "NaN",
            "no chairs",
            "none",
            "a dozen",
        ),
        *("two trillion", "seven k", "two k chairs", "two fold"),
        *("a hundred", "minus seven", "one of them", "I cannot count them.", '{"answer": true}', '{"count": 7}', "."),
    ],
}


@pytest.mark.parametrize(("value", "answer"), READ)
def test_an_answer_with_one_number_is_that_number_exactly(value: object, answer: int | float) -> None:
    reading = read_count(value)
    assert (reading.answer, reading.status) == (answer, "ok"), reading
    assert type(reading.answer) is type(answer)


@pytest.mark.parametrize(
    ("status", "value"), [(status, value) for status, values in UNREAD.items() for value in values]
)
def test_an_answer_without_one_certain_number_is_not_read_and_says_why(status: str, value: object) -> None:
    reading = read_count(value)
    assert (reading.answer, reading.status) == (None, status), reading


def test_a_negative_zero_prints_as_zero() -> None:
    assert [str(read_count(value).answer) for value in (-0.0, "-0", "-0.0", "−0")] == ["0"] * 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("about 1,200", Reading(1200, "ok", "N6", (6, 11), ("only_number", "hedged"))),
        ("\u200b−３ ", Reading(-3, "ok", "N4", (1, 3), ("normalised",))),
        ("Answer: **7**", Reading(7, "ok", "N6", (10, 11), ("cue",))),
        ("seven chairs", Reading(7, "ok", "N5", (0, 5), ("number_word",))),
        ('{"answer": 7}', Reading(7, "ok", "N4", (11, 12), ("json",))),
        ("7.", Reading(7, "ok", "N4", (0, 1), ("punctuation",))),
    ],
)
def test_a_reading_says_which_rule_which_characters_and_which_lenient_steps(text: str, expected: Reading) -> None:
    assert read_count(text) == expected


def test_strict_mode_takes_whole_numbers_alone() -> None:
    values = [0, 12, "012", " 12\n", 10**9, -1, 3.0, "3.0", "+3", "１", "", "9" * 5000, 10**9 + 1, True, None, [3]]
    assert [read_strict_count(value).answer for value in values[:5]] == [0, 12, 12, 12, 10**9]
    assert [read_strict_count(value).status for value in values[5:]] == [
        *("invalid_number", "invalid_number", "invalid_number", "invalid_number", "invalid_number", "invalid_number"),
        *("out_of_range", "out_of_range", "bad_type", "null", "bad_type"),
    ]
