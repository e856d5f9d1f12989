"""Yes and no in a tokenizer, and in logits."""

from math import exp, log
from typing import Any

import pytest
import torch

from board.errors import JudgeError
from scorer.models.random_model import train_tokenizer
from scorer.models.yes_no import YesNo, find_yes_no, lean


def test_yes_and_no_are_found_in_both_cases_with_and_without_a_space(words: Any) -> None:
    found = find_yes_no(words)
    assert {words.decode([id]) for id in found.yes} == {"Yes", " yes", " Yes", "yes"} & {
        words.decode([id]) for id in range(len(words))
    }
    assert {words.decode([id]).strip().lower() for id in found.no} == {"no"}
    assert not set(found.yes) & set(found.no)


def test_a_tokenizer_that_spells_yes_in_pieces_is_refused() -> None:
    pieces = train_tokenizer(["No no No no"] * 9, 300)
    assert len(pieces("Yes")["input_ids"]) == 3
    with pytest.raises(JudgeError, match="no token of its own for Yes"):
        find_yes_no(pieces)


def test_the_margin_is_over_all_spellings_and_the_mass_is_their_share_of_everything() -> None:
    # Tokens of probability .2 and .2 say yes, .1 says no, .5 says something else.
    logits = torch.tensor([[0.2, 0.2, 0.1, 0.5]]).log() + 7
    found = lean(logits, YesNo((0, 1), (2,)))
    assert found.margins == pytest.approx([log(0.4 / 0.1)])
    assert found.masses == pytest.approx([0.5])


def test_logits_of_bfloat16_are_added_up_in_float32() -> None:
    logits = torch.tensor([[4.0, 0.0, 0.0]], dtype=torch.bfloat16)
    found = lean(logits, YesNo((0, 1), (2,)))
    assert found.margins == pytest.approx([log(exp(4) + 1)])
