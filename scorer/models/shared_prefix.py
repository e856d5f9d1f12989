"""The next token of many prompts that begin alike, with every shared beginning read once.

A checklist asks some questions about one answer. One prompt a question reads the instruction and the answer again for
each; here the instruction is read once for all answers, an answer once for all its questions, and each question by
itself on a copy of what was read before it, so that no question sees another one::

    stem: the instruction ──┬── trunk: an answer ──┬── branch: a question → logits
                            │                      └── branch: a question → logits
                            └── trunk: an answer ───── branch: a question → logits

It is the arithmetic of one prompt a question; only the order of additions differs. Where the last digits matter,
``alone`` decides: it reads one tree with nothing around it, so no other answer can have a part in its result.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from scorer.models.reading import Read, Reader
from scorer.models.trees import Tree, batches


class Batch(NamedTuple):
    """Trees that were read together, and the logits of the token after each of their branches, in order.

    ``logits`` has shape (branches of all trees, vocabulary).
    """

    trees: Sequence[Tree]
    logits: Tensor


def alone(reader: Reader, tree: Tree) -> Tensor:
    """Logits of each branch of one tree read by itself, its stem anew: the computation that decides.

    Raises:
        torch.OutOfMemoryError: the machine has not enough memory for it.
    """
    return _batch(reader, reader.nothing(), [tree._replace(stem=0)]).logits


def one_prompt_each(reader: Reader, tree: Tree) -> Tensor:
    """The same logits with nothing shared, a whole prompt a branch: the yardstick, and the way that works anywhere."""
    return torch.cat([reader.read_whole(prompt) for prompt in tree.prompts])


def together(reader: Reader, trees: Sequence[Tree], columns: int = 0) -> Iterator[Batch]:
    """Many trees that know their stem, in batches of at most ``columns`` columns of cache (0: one tree at a time).

    Longest first. A tree for which the machine has not enough memory, even alone, is left out.
    """
    read, stem = reader.nothing(), trees[0].stem if trees else 0
    if stem:
        try:
            read, _ = reader.read_on(read, [trees[0].trunk[:stem]], "left")
        except torch.OutOfMemoryError:
            return  # what all of them begin with is too much already
    # Without a stem, padding would stand before everything and attend to nothing: one tree at a time.
    for batch in batches(trees, columns if stem else 0, _reach(read.cache)):
        yield from _halving(reader, read, batch)


def _halving(reader: Reader, stem: Read, trees: Sequence[Tree]) -> Iterator[Batch]:
    """A batch, in halves where the machine has not enough memory for all of it; one tree has no halves."""
    try:
        found = _batch(reader, stem, trees)
    except torch.OutOfMemoryError:
        found = None
    if found is not None:
        yield found
    elif len(trees) > 1:
        half = len(trees) // 2
        yield from _halving(reader, stem, trees[:half])
        yield from _halving(reader, stem, trees[half:])


def _batch(reader: Reader, stem: Read, trees: Sequence[Tree]) -> Batch:
    trunks = [tree.trunk[tree.stem :] for tree in trees]
    read = reader.fork(stem, [0] * len(trees), keep=True)
    if any(trunks):
        read, _ = reader.read_on(read, trunks, "left")
    read = reader.fork(read, [row for row, tree in enumerate(trees) for _ in tree.branches])
    _, logits = reader.read_on(read, [branch for tree in trees for branch in tree.branches])
    return Batch(trees, logits)


def _reach(cache: Any) -> float:
    """How wide a padded row may be: the smallest window of the layers, since they count padding as distance.

    Infinite where every layer sees everything, 0 where a layer is of a kind that padding could mislead.
    """
    return min((_layer_reach(layer) for layer in cache.layers), default=0) if cache is not None else 0


def _layer_reach(layer: Any) -> float:
    if type(layer) is DynamicLayer:
        return inf
    return int(layer.sliding_window) if type(layer) is DynamicSlidingWindowLayer else 0
