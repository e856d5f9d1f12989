"""Ropes that depend on length: no way of sharing reads them rightly, so nothing is shared, whatever a trial would say.

That their margins are then those of one prompt a question is proved with those of the other families.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch

from scorer.models.messages import Messages
from scorer.models.reading import Reader
from scorer.models.self_check import exact_way
from scorer.models.shared_prefix import Batch, alone, one_prompt_each, together
from scorer.models.trees import Tree, grow, with_stem
from tests.scorer.models.tiny import LIMIT, asked, loaded

ROOM = 6000  # columns: some ten answers a batch
Share = Callable[[Reader, list[Tree]], Iterator[Batch]]


def one_by_one(reader: Reader, trees: list[Tree]) -> Iterator[Batch]:
    """Questions that share their answer, and nothing else."""
    return (Batch([tree], alone(reader, tree)) for tree in trees)


def in_batches(reader: Reader, trees: list[Tree]) -> Iterator[Batch]:
    return together(reader, trees, ROOM)


@pytest.mark.parametrize("share", [in_batches, one_by_one])
def test_a_rope_that_depends_on_length_is_read_wrongly_by_every_way_of_sharing(share: Share, words: Any) -> None:
    """The control arm: in a batch, and even one answer at a time where its questions straddle."""
    reader, messages = Reader(loaded("phi3", words).model), Messages(words)
    prompts = [messages.encode([one.prefix + tail for tail in one.tails]) for one in asked(70)]
    trees = with_stem([grow(place, each) for place, each in enumerate(prompts)])
    assert any(tree.longest <= LIMIT for tree in trees)
    assert any(len(tree.trunk) >= LIMIT for tree in trees)
    wrong = max(
        float((batch.logits - torch.cat([one_prompt_each(reader, tree) for tree in batch.trees])).abs().max())
        for batch in share(reader, trees)
    )
    assert wrong > 1


@pytest.mark.parametrize("rope", ["dynamic", "a kind to come"])
def test_a_rope_that_may_depend_on_length_is_shared_by_nobody_wherever_it_is_named(rope: str, words: Any) -> None:
    model = loaded("llama", words).model
    assert exact_way(model) == "together"
    model.config.parts = {"text": {"rope_parameters": {"full_attention": {"rope_type": rope}}}}
    assert exact_way(model) == "one prompt each"
    model.config.parts["text"]["rope_parameters"]["full_attention"]["rope_type"] = "yarn"
    assert exact_way(model) == "together"
