"""Yes or no, read from the logits of the next token."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from torch import Tensor

from board.errors import JudgeError

YES, NO = ("Yes", "yes"), ("No", "no")


class YesNo(NamedTuple):
    """The ids of the tokens that mean yes, and of those that mean no."""

    yes: tuple[int, ...]
    no: tuple[int, ...]


class Leaning(NamedTuple):
    """For each row of logits: log P(yes) - log P(no), and the probability that yes and no have together (0..1)."""

    margins: tuple[float, ...]
    masses: tuple[float, ...]


def find_yes_no(tokenizer: Any) -> YesNo:
    """The single tokens that spell Yes and No, in either case, with and without a space before them.

    Raises:
        JudgeError: the tokenizer has no such token for one of the two words.
    """
    yes, no = (frozenset(_single_tokens(tokenizer, words)) for words in (YES, NO))
    found = YesNo(tuple(sorted(yes - no)), tuple(sorted(no - yes)))
    if not found.yes or not found.no:
        missing = "Yes" if not found.yes else "No"
        raise JudgeError(
            f"found no token of its own for {missing} in the tokenizer, expected one: its next-token probabilities say "
            "neither yes nor no. Let it write its verdicts instead, or use another model"
        )
    return found


def lean(logits: Tensor, words: YesNo) -> Leaning:
    """What rows of logits, shape (rows, vocabulary), say; in nats, computed in float32 whatever their dtype.

    Example:
        >>> import torch
        >>> found = lean(torch.tensor([[0.4, 0.1, 0.5]]).log(), YesNo(yes=(0,), no=(1,)))
        >>> round(found.margins[0], 4), round(found.masses[0], 4)
        (1.3863, 0.5)
    """
    wide = logits.float()
    yes, no = (wide[:, list(ids)].logsumexp(dim=1) for ids in words)
    masses = (yes.logaddexp(no) - wide.logsumexp(dim=1)).exp()
    return Leaning(tuple((yes - no).tolist()), tuple(masses.tolist()))


def _single_tokens(tokenizer: Any, words: Sequence[str]) -> list[int]:
    texts = [space + word for space, word in product(("", " "), words)]
    ids = tokenizer(texts, add_special_tokens=False, split_special_tokens=True)["input_ids"]
    return [token for token, *rest in ids if not rest and token != tokenizer.unk_token_id]
