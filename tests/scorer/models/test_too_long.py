"""Texts too long for the model or the machine: they are left unanswered, and the others are what they were."""

import re
from typing import Any

import pytest

from board.errors import JudgeError
from scorer.models.base import Branches, Margins, Unanswered
from scorer.models.local_text import LocalText
from tests.scorer.models.tiny import answered, asked, loaded, memory_for, verdicts

ANSWERS = asked(70)
ROOM = 6000  # columns: some ten answers a batch


@pytest.mark.parametrize("columns", [0, ROOM], ids=["one answer at a time", "batches of answers"])
@pytest.mark.parametrize("family", ["llama", "phi3"])
def test_an_answer_longer_than_the_model_can_read_is_unanswered_and_changes_no_other(
    family: str, columns: int, words: Any
) -> None:
    judge = LocalText(loaded(family, words), columns=columns)
    asked_too_much = [ANSWERS[0], Branches("cup " * 3000, ("Is it?",)), ANSWERS[1]]
    found = dict(judge.margins(asked_too_much))
    long = found.pop(1)
    assert isinstance(long, Unanswered)
    assert re.search(
        r"a text that is too long, expected at most 2,048 tokens, .* use a model that reads more", long.why
    )
    right = answered(LocalText(loaded(family, words), columns=columns).margins(ANSWERS[:2]))
    assert verdicts(answered(found.items())) == verdicts(right)


@pytest.mark.parametrize("columns", [0, ROOM], ids=["one answer at a time", "batches of answers"])
@pytest.mark.parametrize("family", ["llama", "phi3", "mpt"])
def test_an_answer_too_large_for_the_machine_is_unanswered_and_changes_no_other(
    family: str, columns: int, words: Any
) -> None:
    right = answered(LocalText(loaded(family, words), columns=columns).margins(ANSWERS))
    found = dict(LocalText(memory_for(100, family, words), columns=columns).margins(ANSWERS))
    margins = {place: one for place, one in found.items() if isinstance(one, Margins)}
    assert {one for one in found.values() if isinstance(one, Unanswered)} == {
        Unanswered("found too little memory for a text: use a smaller model, bfloat16, or another machine")
    }
    assert 30 < len(margins) < len(ANSWERS) == len(found)
    assert verdicts(margins) == verdicts({place: right[place] for place in margins})


def test_a_machine_without_memory_for_anything_stops_the_run(words: Any) -> None:
    with pytest.raises(JudgeError, match="found too little memory to try the model"):
        list(LocalText(memory_for(3, "llama", words)).margins(ANSWERS))
