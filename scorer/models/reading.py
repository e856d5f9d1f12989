"""Reading on: a causal model that has read some texts, one a row, reads what follows in each of them.

Rows differ in length, so they are padded, and padding is where a model goes wrong without a word. Three rules keep it
right, and this file is the only place that has to keep them: the mask covers all that was read before as well as what
is new; every token is given its position, counted over real tokens; a row's logits are taken at its last real token.
"""

import copy
import inspect
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor

from scorer.models.trees import Ids

Side = Literal["left", "right"]


class Read(NamedTuple):
    """What a model has read: its cache, and a mask of shape (rows, columns), 1 for a token and 0 for padding."""

    cache: Any
    mask: Tensor


class Reader:
    """A causal language model, read on in steps; ``tokens`` counts the real tokens that were forwarded.

    transformers 5.24 calls the cache ``cache``, 5.17 ``past_key_values``; the model's own signature says which.
    """

    def __init__(self, model: Any) -> None:
        self.model = model
        self.tokens = 0
        accepted = inspect.signature(model.forward).parameters
        self._cache_word = next((word for word in ("cache", "past_key_values") if word in accepted), None)
        # Logits of every token of a long prompt would take gigabytes; some models cannot leave them out.
        self._last_only = {"logits_to_keep": 1} if "logits_to_keep" in accepted else {}

    @property
    def keeps_cache(self) -> bool:
        """Whether the model has a cache that can be read on from."""
        return self._cache_word is not None

    def nothing(self, rows: int = 1) -> Read:
        """The start: ``rows`` texts of which nothing was read yet."""
        return Read(None, torch.zeros(rows, 0, dtype=torch.long, device=self.model.device))

    def read_on(self, read: Read, rows: Sequence[Ids], side: Side = "right") -> tuple[Read, Tensor]:
        """Read the next ids of each row; returns what is read now, and each row's logits after its last id.

        ``side`` is where shorter rows are padded: ``left`` where more will be read on, so that padding never stands
        between a token and the ones that follow it. Logits have shape (rows, vocabulary). ``read`` is used up: a cache
        grows in place, so what will be read on from twice is forked first.
        """
        ids, mask = _padded(rows, side, self.model.device)
        seen = torch.cat([read.mask, mask], dim=1)
        positions = (read.mask.sum(dim=1, keepdim=True) + mask.cumsum(dim=1) - 1).clamp(min=0)
        ends = [ids.shape[1] - 1 if side == "left" else len(row) - 1 for row in rows]
        kept = sorted(set(ends))
        given = {"input_ids": ids, "attention_mask": seen, "position_ids": positions, "use_cache": True}
        if self._cache_word is not None and read.cache is not None:
            given[self._cache_word] = read.cache
        with torch.inference_mode():
            output = self.model(**given, logits_to_keep=torch.tensor(kept, device=ids.device))
        self.tokens += sum(map(len, rows))
        cache = getattr(output, self._cache_word, None) if self._cache_word else None
        return Read(cache, seen), _at(output.logits, kept, ends)

    def read_whole(self, prompt: Ids) -> Tensor:
        """The logits after one whole prompt, shape (1, vocabulary): no cache, no padding, nothing to go wrong."""
        with torch.inference_mode():
            ids = torch.tensor([prompt], device=self.model.device)
            logits: Tensor = self.model(input_ids=ids, use_cache=False, **self._last_only).logits
        self.tokens += len(prompt)
        return logits[:, -1]

    def fork(self, read: Read, rows: Sequence[int], *, keep: bool = False) -> Read:
        """A text for each of ``rows``, which name rows of ``read``; ``keep`` leaves ``read`` as it was, by a copy."""
        cache = copy.deepcopy(read.cache) if keep else read.cache
        chosen = torch.tensor(rows, device=read.mask.device)
        if cache is not None:
            cache.reorder_cache(chosen)
        return Read(cache, read.mask[chosen])


def _padded(rows: Sequence[Ids], side: Side, device: torch.device) -> tuple[Tensor, Tensor]:
    """Ids and mask of shape (rows, longest row); padding has id 0, which the mask hides."""
    width = max(map(len, rows))
    gaps = [[0] * (width - len(row)) for row in rows]
    ids = [[*gap, *row] if side == "left" else [*row, *gap] for gap, row in zip(gaps, rows, strict=True)]
    mask = [[0] * len(gap) + [1] * len(row) for gap, row in zip(gaps, rows, strict=True)]
    if side == "right":
        mask = [ones[::-1] for ones in mask]
    return torch.tensor(ids, device=device), torch.tensor(mask, device=device)


def _at(logits: Tensor, kept: Sequence[int], ends: Sequence[int]) -> Tensor:
    """Each row's logits at its end; a model that kept no columns apart returned them all."""
    columns = [kept.index(end) for end in ends] if logits.shape[1] == len(kept) else list(ends)
    rows = torch.arange(len(columns), device=logits.device)
    return logits[rows, torch.tensor(columns, device=logits.device)]
