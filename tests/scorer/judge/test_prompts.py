"""Prompts are versioned: their words, and the sha256 that stands in every verdict."""

import pytest

from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked

CUP = Asked("q1", "A cup.", ("Is a cup named?", "Is a dog named?", "Is it red?"), "What is it?", "It is a red cup.")
# A change of a prompt is another prompt: give it a new name, and its sha256 here.
SHA256 = {
    "retally-1": "eb1f46812112be7072f8b5b326a3f82290f4e86ad6159b740811f5c7bb25e48e",
    "official-code": "eacc35e821bd4d95d8f9e8adb334780ff05f5a3b298cde35869e06514d87a0b2",
    "official-code-raw": "f357bf06fdd5720c643d721dc420e3ae458cf0067b6e145473f14e40554afe1c",
    "official-paper": "22200c033390ed3e2f4c0dccbe6c0185af7c88002b7aa32383f9e4e3f0549174",
}


def test_the_templates_are_those_that_verdicts_in_ledgers_name() -> None:
    assert {name: prompt.sha256 for name, prompt in PROMPTS.items()} == SHA256


@pytest.mark.parametrize("name", list(PROMPTS))
def test_the_sha256_is_of_the_template_alone_and_each_prompt_has_its_own(name: str) -> None:
    prompt = PROMPTS[name]
    prompt.texts(CUP, "0a1b")
    assert prompt.sha256 == PROMPTS[name].sha256
    assert sum(other.sha256 == prompt.sha256 for other in PROMPTS.values()) == 1


def test_a_prompt_lists_the_real_questions_and_their_number() -> None:
    text = PROMPTS["official-code"].texts(CUP, "0a1b")[0]
    assert "checklist of 3 questions" in text and '"A3"' in text and '"A4"' not in text
    assert "Q3: Is it red?" in text
    raw = PROMPTS["official-code-raw"].texts(CUP, "0a1b")[0]
    assert "checklist of five questions" in raw and '"A5"' in raw


def test_only_the_prompt_of_the_paper_shows_the_question_and_the_reference() -> None:
    shown = [name for name, prompt in PROMPTS.items() if "It is a red cup." in "".join(prompt.texts(CUP, "0a1b"))]
    assert shown == ["official-paper"]
    assert PROMPTS["official-paper"].shows_reference


def test_the_raw_prompt_is_what_the_released_script_sends() -> None:
    """Put together here by hand, with its line breaks and its four blanks."""
    answer = "Line one.\nLine two."
    expected = (
        "\n    Given a current model-generated answer and a checklist of five questions, output whether the model has "
        "correctly addressed the above questions.\n\n    ### Model Answer:\n    Line one.\nLine two.\n\n    "
        "### Checklist:\n    Q1: Is it?\nQ2: Was it?\n\n    **Output Format Example:**\n    ```json\n    {\n"
        '    "A1": "Yes/No",\n    "A2": "Yes/No",\n    "A3": "Yes/No",\n    "A4": "Yes/No",\n    "A5": "Yes/No"\n'
        "    }\n    ```\n    "
    )
    assert PROMPTS["official-code-raw"].texts(Asked("q1", answer, ("Is it?", "Was it?")), "") == (expected,)


def test_branches_share_everything_up_to_the_question() -> None:
    found = PROMPTS["retally-1"].branches(CUP, "0a1b")
    assert found.prefix.endswith('"A cup."\n<<end 0a1b>>')
    assert found.tails == tuple(f"\n\nQuestion: {question}\nYes or No?" for question in CUP.checklist)


def test_the_opening_marker_stands_before_anything_of_an_answer() -> None:
    """So the text before the answer is the same for all, and a model reads it once."""
    one, other = (PROMPTS["retally-1"].branches(CUP._replace(answer=text), "0a1b").prefix for text in ("Xy.", "Zz."))
    shared = one[: next(place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)]
    assert shared.endswith('<<answer 0a1b>>\n"')
