"""The choice rules M0 to M10, rule by rule, on small invented answers."""

import pytest

from board.types import Reading
from validator.answers.choice import read_choice
from validator.answers.strict import read_strict_choice

DIRECTIONS = {"A": "A) forward", "B": "B) backward", "C": "C) left", "D": "D) right"}
SCENES = {
    "A": "the gate opened",
    "B": "the gate opened and a bird left",
    "C": "A boat passes the pier",
    "D": "Cannot be determined from the images",
}
TEN = {letter: f"answer text {place}" for place, letter in enumerate("ABCDEFGHIJ")}

READ = {
    "M4": ["B", "b", "B.", "B:", "B,", "B)", "[B]", "(B)", "(B).", "( B )", "(b)", " B\n", "B。"],
    "M4 after M1": ["Ｂ", "（Ｂ）", "\ufeffB", "B\u200b", "\u202aB\u202c", "Ⓑ", "𝐁"],
    "M4 after M2": [
        "<think>A or C</think>B",
        "it is A </thinking> B",
        "<Thought>A</Thought>\n<reasoning>C</reasoning>\n(B)",
        "</think>A</think>B",
        "<think>A</thinking>B",
        "<thinking>A</think>B",
        "<think>A <thinking>C</think>B",
        "<think>A<think>C</think>D</think>B",
    ],
    "M4 after M3": [
        *(
            "**B**",
            "**B**.",
            "***B***",
            "__B__",
            "`B`",
            "```\nB\n```",
            "```text\nB\n```",
            "```B```",
            '"B"',
            "'B'",
            "“B”",
        ),
        *("«B»", "「B」", "$B$", "$$B$$", r"\(B\)", r"\[B\]", r"\boxed{B}", r"$\boxed{\text{B}}$", r"\mathbf{B}."),
        *("<answer>B</answer>", "<answer>B", "<ANSWER>\nB\n</ANSWER>", "<b>B</b>", "(**B**)", '"**(B).**"'),
    ],
    "M5": ['{"answer": "B"}', '{"final_answer": "(b)", "why": "A is off"}', '```json\n{"label": "B."}\n```'],
    "M6": [
        *("The answer is B", "answer: b.", "Answer = B", "**Answer:** B", "My final answer is (B) backward."),
        *("The best choice is: option B", "The correct option is B because A is off.", "Right answer: **B**"),
        *("I choose B.", "I would go with B, since A is off", "I'd pick letter B", "I select:\n\n(B) backward"),
        *(
            "答案是B",
            "答案为（B）。",
            "正确答案选 B",
            "我选择B",
            "故选B。",
            "应选B",
            "正解はBです",
            "答えはB",
            "정답은 B입니다",
            "Réponse : B",
        ),
        *("Answer: A\nNo. Answer: B", "It is not A, so the answer is B.", "Answer: B, not A", "Answer: B (not C)"),
        *("A is wrong\nAnswer: B", "Option A is incorrect\n\nAnswer: B", "That is all I can do\nAnswer: B"),
        *("The answer is not B? No: the answer is B.", "Answer: B—the lamp is lit", "Answer: B – A is off"),
        *("The answer is B. Be aware that A is a trap.", "The answer is B. It cannot be C.", "The answer is backward."),
    ],
    "M7": ["backward", "Backward.", "**BACKWARD**", "b) backward"],
    "M8": [
        "One turn. Then another. So the turn shown is (B).",
        "One turn.\n\nTherefore, it is option (B) backward.",
        "One turn.\nThe choice that fits:\n(B) backward",
        "One turn. Hence \\boxed{B}.",
        "It follows:\nTherefore (B)",
        "The final choice would be this one:\noption (B)",
    ],
    "M9": [
        *(
            "B\nbecause option A is off",
            "It moves away.\nB",
            "It moves away.\n\n**(B) backward**",
            "B. It moves away",
            "B: away",
        ),
        *(
            "(A) is wrong\nB",
            "B\n- A) is off",
            "B) away",
            "B\n\nbackward",
            "backward\nB",
            "B - away",
            "B — away",
            "(B) is the correct answer.",
            "**B.** backward",
            "**B** - away",
            "I looked at (A) and (C).\n(B) backward",
            "B\nhm\nB",
            "b) away",
        ),
    ],
}
UNREAD: dict[str, list[object]] = {
    "null": [None],
    "bad_type": [True, 2, 2.5, [], ["B"], {}, {"answer": "B"}],
    "empty": ["", " \n", "\u200b", "<think>B</think>", "**", '""'],
    "truncated": [
        "<think>B",
        "<think>A <thinking>C</thinking> so B",
        "B<think>",
        "<thinking><think>C</think> so B",
        "<think>A</think>B<reasoning>",
    ],
    "too_long": ["B" + " " * 100_000],
    "invalid_label": ["E", "(e)", "Answer: E", "E) elsewhere", "I"],
    "ambiguous": [
        *(
            "A and B",
            "(A) or (B)",
            "A. B. C. D.",
            "Answer: B or C",
            "Answer: B/C",
            "Answer: B, C",
            "Answer: (B) and (C)",
        ),
        *("Answer: B & C", "答案是A或B", "The answer is B (or C)", "Answer: B C", '{"answer": ["A", "B"]}'),
        *('{"answer": "A", "choice": "B"}', '{"answer": "A", "answer": "A"}', "Answer: (C) none of the above"),
        *("So it is hard. Therefore it is (C) unknown.", "B. Neither of them", "B) forward", "Answer: B. forward"),
        *("It turns.\n\n(B) forward", "A\nhm\nB", "A) forward\nB) backward\nC) left\nD) right"),
        *(
            "B\nIt turns. So it is (C).",
            "B.\n(A) is off",
            "Options:\n(A) forward\n(B) backward",
            "Answer: A) forward B) backward C) left",
            "Q: which way? A: B",
            "(A) is wrong, so B",
        ),
        "Answer: A. Wait, the answer is not A.",
        *("Answer: B and/or C", "Answer: B, and/or C", "Answer: B~C", "Answer: B|C"),
        *("Réponse : B ou C", "正解はBとC", "答えはBまたはC", "정답은 B와 C", "정답은 B 또는 C", "答案是B还是C"),
        *("B\nforward", "B.\n\nForward.", "forward\n(B)"),
        *("A - no; B - yes", "A - forward\nB - backward", "Options: (A) forward (B) backward\n(C) left (D) right"),
    ],
    "unparsed": [
        *(
            "=B",
            "2",
            "(A) is wrong",
            "В",
            "AB",
            "B!",
            "BB",
            "B-side",
            "=",
            "nan",
            "None",
            "Don't know",
            "I cannot tell.",
            "B\u0301",
        ),
        *(
            "The answer is not B",
            "Answer: AB",
            "Answer: none",
            "The answer cannot be determined",
            "Answer seems to be B",
        ),
        *(
            "The answer is A boat",
            "I choose A boat",
            "The answer is I think unclear",
            "The answer is B's",
            "A careful look",
        ),
        *("Not clear, however:\nTherefore (B)", "Answer: B–C"),
        *("The answer is e.g. given", "Answer: A-frame", "The wrong answer is B", "The incorrect option is B."),
        *(
            "If the answer is B, the lamp is on.",
            "I don't think the answer is B.",
            "Should I choose B?",
            "The answer is B?",
        ),
        *(
            "我选项B",
            "我不选B",
            "不应选B",
            "选项B",
            "B B B B",
            "forward or so",
            "It is forward",
            '["B"]',
            '{"answer": 2}',
        ),
        *('{"answer": null}', '{"why": "the answer is B"}', '{"answer": "B"', "C. is wrong"[:1] + "\u0336"),
    ],
}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in READ.items() for text in texts])
def test_an_answer_that_names_option_b_is_read_as_b(rule: str, text: str) -> None:
    reading = read_choice(text, DIRECTIONS)
    assert (reading.answer, reading.status) == ("B", "ok"), (rule, reading)


@pytest.mark.parametrize(("status", "text"), [(status, text) for status, texts in UNREAD.items() for text in texts])
def test_an_answer_that_names_no_single_option_is_not_read_and_says_why(status: str, text: object) -> None:
    reading = read_choice(text, DIRECTIONS)
    assert (reading.answer, reading.status) == (None, status), reading


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The gate opened", "A"),
        ("the gate  opened\nand a bird left.", "B"),
        ("a boat passes the pier", "C"),
        ("The answer is a boat passes the pier.", "C"),
        ("Answer: A boat passes the pier", "C"),
        ("The answer is the gate opened.", "A"),
        ("The answer is the gate opened and a bird left.", "B"),
        ("The answer is the gate opened and closed.", None),
        ("Answer: D. Cannot be determined.", "D"),
        ("(D) Cannot be determined from the images", "D"),
        ("(C) Cannot be determined from the images", None),
        ("B. the gate opened", None),
        ("A. the gate opened, I think", "A"),
        ("the gate opened twice", None),
    ],
)
def test_option_texts_count_only_where_they_stand_alone(text: str, answer: str | None) -> None:
    assert read_choice(text, SCENES).answer == answer


@pytest.mark.parametrize(
    ("text", "options", "answer"),
    [
        ("a red kite", {"A": "a red kite", "B": "A red kite.", "C": "no kite"}, None),
        ("2", {"A": "1", "B": "2"}, "B"),
        ("The answer is 2.", {"A": "1", "B": "2"}, "B"),
        ("The answer is 2.5.", {"A": "1", "B": "2"}, None),
        ("B", {"A": "B", "B": "A"}, "B"),
        ("Answer: B", {"A": "B", "B": "A"}, "B"),
        ("", {"A": "", "B": ""}, None),
        (".", {"A": "", "B": ""}, None),
        ("(B) seen twice", {"A": "", "B": ""}, "B"),
        ("The answer is I", TEN, "I"),
        ("I think it is J", TEN, None),
        ("The answer is C because I summed", TEN, "C"),
        ("Z", {chr(65 + place): "" for place in range(26)}, "Z"),
        ("left", {"A": "C) left", "B": "A) forward", "C": "B) backward"}, "A"),
        ("C) left", {"A": "C) left", "B": "A) forward", "C": "B) backward"}, None),
        ("5", {"A": ".5", "B": "-5", "C": "5."}, "C"),
        ("b company", {"A": "A.B company", "B": "none"}, None),
        ("Straße", {"A": "STRASSE", "B": "road"}, "A"),
        ("e\u0301tang", {"A": "étang", "B": "lac"}, "A"),
    ],
)
def test_the_options_of_the_question_decide(text: str, options: dict[str, str], answer: str | None) -> None:
    assert read_choice(text, options).answer == answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B", Reading("B", "ok", "M4", (0, 1))),
        ("(B)", Reading("B", "ok", "M4", (1, 2), ("punctuation",))),
        ("\u200b**ｂ**", Reading("B", "ok", "M4", (3, 4), ("normalised", "unwrapped", "case_folded"))),
        ("<think>ﬁne</think> B", Reading("B", "ok", "M4", (19, 20), ("normalised", "think_removed"))),
        ('{"answer": "B"}', Reading("B", "ok", "M4", (12, 13), ("json",))),
        ('{"answer": "\\u0042"}', Reading("B", "ok", "M4", (11, 19), ("json",))),
        ("Answer: A. No, answer: B", Reading("B", "ok", "M6", (23, 24), ("cue", "self_corrected"))),
        ("backward.", Reading("B", "ok", "M7", (0, 9), ("option_text",))),
        ("Two. So it is (B).", Reading("B", "ok", "M8", (15, 16), ("conclusion",))),
        ("B) away", Reading("B", "ok", "M9", (0, 1), ("delimited",))),
        ("В", Reading(None, "unparsed", "M10", (0, 1), ("non_latin_letter",))),
    ],
)
def test_a_reading_says_which_rule_which_characters_and_which_lenient_steps(text: str, expected: Reading) -> None:
    assert read_choice(text, DIRECTIONS) == expected


def test_strict_mode_takes_labels_alone_even_where_the_labels_are_one_string() -> None:
    texts = ["B", " B\n", "b", "B.", "AB", "", None, 2, "E", "\u00a0B"]
    statuses = [read_strict_choice(text, "ABCD").status for text in texts]
    assert statuses == [
        *("ok", "ok", "invalid_label", "invalid_label", "invalid_label", "empty", "null", "bad_type"),
        *("invalid_label", "invalid_label"),
    ]
