"""Which way of sharing work a model computes rightly, found out by trying it on a few token ids.

Most causal models can read on from a forked cache, and most understand padding; some do neither, and say nothing: they
ignore the mask, count padding as distance, or keep a state that holds one continuation only. So each model is tried
once, against one prompt a question, before its numbers are believed. It is tried in float32, because the rounding of
bfloat16 is as large as some of the faults that are looked for.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Literal

import torch
from torch import Tensor

from board.errors import JudgeError
from scorer.models.reading import Reader
from scorer.models.rope import depends_on_length
from scorer.models.shared_prefix import Batch, alone, one_prompt_each, together
from scorer.models.trees import Tree, grow, with_stem

Way = Literal["together", "alone", "one prompt each"]

# How far two logits may be apart, as a share of the spread of logits: rounding alone moves them by less.
LARGEST_DIFFERENCE = 1e-3
LARGEST_DIFFERENCE_ROUNDED = 0.25
_STEM, _TRUNKS, _BRANCHES = 7, (20, 13), ((5, 9), (3, 1, 6))


def exact_way(model: Any) -> Way:
    """The most sharing that leaves this model's logits as they are (rounding apart).

    ``together``: many answers in a padded batch; ``alone``: the questions of one answer; else nothing can be shared.
    A rope that depends on length shows only in texts longer than a trial, so such a model is not even tried.
    Where the model does not fit into memory in float32, it is tried as it is, and answers are never put together.

    Raises:
        JudgeError: memory is short for any text at all.
    """
    if depends_on_length(model.config.to_dict()):
        return "one prompt each"
    try:
        with _in_float32(model):
            return _tried(model, LARGEST_DIFFERENCE, LARGEST_DIFFERENCE)
    except torch.OutOfMemoryError:
        pass
    try:
        return _tried(model, -inf, LARGEST_DIFFERENCE_ROUNDED)
    except torch.OutOfMemoryError as error:
        raise JudgeError(
            "found too little memory to try the model on a few words: use a smaller model, bfloat16, or another machine"
        ) from error


def _tried(model: Any, for_together: float, for_alone: float) -> Way:
    reader = Reader(model)
    trees = _trial(int(model.config.get_text_config().vocab_size))
    right = {tree.place: one_prompt_each(reader, tree) for tree in trees}
    if not reader.keeps_cache:
        return "one prompt each"
    if _largest_difference(lambda: together(reader, trees, 1 << 20), right) <= for_together:
        return "together"
    by_itself = _largest_difference(lambda: (Batch([tree], alone(reader, tree)) for tree in trees), right)
    return "alone" if by_itself <= for_alone else "one prompt each"


@contextmanager
def _in_float32(model: Any) -> Iterator[None]:
    """The weights widened, and afterwards exactly as they were; what the model computed when it was built stays."""
    kept = [(weight, weight.dtype) for weight in model.parameters()]
    try:
        for weight, _ in kept:
            weight.data = weight.data.float()
        yield
    finally:
        for weight, dtype in kept:
            weight.data = weight.data.to(dtype)


def _trial(vocabulary: int) -> list[Tree]:
    """Two answers of unlike lengths, with questions of unlike lengths, in ids that never repeat soon."""
    ids = iter(range(1, 1 << 20))

    def some(count: int) -> list[int]:
        return [(37 * next(ids)) % vocabulary for _ in range(count)]

    stem = some(_STEM)
    trunks = [stem + some(length) for length in _TRUNKS]
    prompts = [[trunk + some(length) for length in lengths] for trunk, lengths in zip(trunks, _BRANCHES, strict=True)]
    return with_stem([grow(place, each) for place, each in enumerate(prompts)])


def _largest_difference(found: Callable[[], Iterable[Batch]], right: dict[int, Tensor]) -> float:
    """The largest difference as a share of the spread of logits; infinite where the model refuses to read on."""
    try:
        return max(_apart(logits, torch.cat([right[tree.place] for tree in trees])) for trees, logits in found())
    except torch.OutOfMemoryError:
        raise
    # What models raise that cannot read on: they are asked another way.
    except (AttributeError, IndexError, NotImplementedError, RuntimeError, TypeError, ValueError):
        return inf


def _apart(logits: Tensor, right: Tensor) -> float:
    if logits.shape != right.shape:
        return inf
    return float((logits.float() - right.float()).abs().max() / right.float().std())
