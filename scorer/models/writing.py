"""A model writes replies: many at once where that changes nothing, one by one where it could.

At temperature 0 the likeliest token is taken at every step. In a batch the last digits of logits move, so a reply in
which the two likeliest tokens were ever closer than the band is written once more alone; batches never change a text.
Sampled replies are written one by one, each from its own seed.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers import GenerationConfig, LogitsProcessor

from board.errors import JudgeError
from scorer.models.base import Request
from scorer.models.trees import Ids


class Written(NamedTuple):
    """The ids a model wrote for the request at ``place``, its end token included where it came to one.

    ``ids`` is None where the machine has not enough memory for the request, even alone.
    """

    place: int
    ids: list[int] | None
    tokens_in: int


class Prompted(NamedTuple):
    """A request with its place among all, and its prompt as token ids."""

    place: int
    request: Request
    prompt: list[int]

    @property
    def longest(self) -> int:
        """Tokens of the prompt and the longest reply."""
        return len(self.prompt) + self.request.max_tokens


class Writer:
    """Writes with one model; ``ends`` are the ids that end a reply. ``tokens`` counts those read and written."""

    def __init__(self, model: Any, ends: Sequence[int], band: float) -> None:
        self._model, self._ends, self._band = model, list(ends), band
        self.tokens = 0

    def write(self, prompted: Sequence[Prompted], columns: int = 0) -> Iterator[Written]:
        """What the model writes to each; at temperature 0 in batches of at most ``columns`` columns of cache."""
        for batch in _batches([one for one in prompted if one.request.temperature == 0.0], columns):
            yield from self._likeliest(batch)
        for one in prompted:
            if one.request.temperature != 0.0:
                yield self._sampled(one)

    def _likeliest(self, batch: Sequence[Prompted]) -> Iterator[Written]:
        gaps = _Gaps()
        try:
            rows = self._generate(batch, self._config(batch, {"do_sample": False}), gaps)
        except torch.OutOfMemoryError:
            rows = []
        if not rows and len(batch) == 1:
            yield Written(batch[0].place, None, len(batch[0].prompt))
        elif not rows:
            yield from self._likeliest(batch[: len(batch) // 2])
            yield from self._likeliest(batch[len(batch) // 2 :])
        closest = gaps.closest([len(ids) for ids in rows])
        for one, ids, gap in zip(batch[: len(rows)], rows, closest, strict=True):
            close = len(batch) > 1 and gap < self._band
            yield from self._likeliest([one]) if close else [Written(one.place, ids, len(one.prompt))]

    def _sampled(self, one: Prompted) -> Written:
        temperature, seed = one.request.temperature, one.request.seed
        sampling = {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": 1.0}
        config = self._config([one], {} if temperature is None else sampling)
        devices = [self._model.device] if self._model.device.type == "cuda" else []
        with torch.random.fork_rng(devices=devices, enabled=seed is not None):
            if seed is not None:
                torch.manual_seed(seed)
            try:
                (ids,) = self._generate([one], config, _Gaps())
            except torch.OutOfMemoryError:
                return Written(one.place, None, len(one.prompt))
        return Written(one.place, ids, len(one.prompt))

    def _config(self, batch: Sequence[Prompted], sampling: dict[str, Any]) -> GenerationConfig:
        """Settings of one batch; with ``sampling`` given, none of the model's own habits are left."""
        plain = {"repetition_penalty": 1.0, **sampling} if sampling else {}
        ends = {"eos_token_id": self._ends, "pad_token_id": self._ends[0]}
        most = max(one.request.max_tokens for one in batch)
        return GenerationConfig(max_new_tokens=most, **ends, **plain)  # type: ignore[no-untyped-call]

    def _generate(self, batch: Sequence[Prompted], config: GenerationConfig, gaps: "_Gaps") -> list[list[int]]:
        """The new ids of each row, up to its end token or the most it may write."""
        width = max(len(one.prompt) for one in batch)
        ids = [[0] * (width - len(one.prompt)) + one.prompt for one in batch]
        mask = [[0] * (width - len(one.prompt)) + [1] * len(one.prompt) for one in batch]
        device = self._model.device
        with torch.inference_mode():
            rows = self._model.generate(
                torch.tensor(ids, device=device),
                attention_mask=torch.tensor(mask, device=device),
                generation_config=config,
                logits_processor=[gaps],
            )
        pairs = zip(rows[:, width:].tolist(), batch, strict=True)
        written = [_ended(row[: one.request.max_tokens], self._ends) for row, one in pairs]
        self.tokens += sum(len(one.prompt) for one in batch) + sum(map(len, written))
        return written


class _Gaps(LogitsProcessor):
    """Looks on: how far the likeliest token was ahead of the next one, for each row and step."""

    def __init__(self) -> None:
        self._steps: list[Tensor] = []

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        two = scores.float().topk(2, dim=-1).values
        self._steps.append(two[:, 0] - two[:, 1])
        return scores

    def closest(self, lengths: Sequence[int]) -> list[float]:
        """The closest call of each row, in as many first steps as it wrote ids."""
        steps = torch.stack(self._steps).tolist() if lengths else []
        return [min(step[row] for step in steps[:length]) for row, length in enumerate(lengths)]


def _ended(ids: Ids, ends: Sequence[int]) -> list[int]:
    """The ids up to the first end token, which is kept."""
    last = next((number for number, id in enumerate(ids) if id in ends), len(ids) - 1)
    return list(ids[: last + 1])


def _batches(prompted: Sequence[Prompted], columns: int) -> Iterator[list[Prompted]]:
    """Batches of like length, longest first, that fill at most ``columns`` columns of cache; never an empty one."""
    batch: list[Prompted] = []
    for one in sorted(prompted, key=lambda one: (-len(one.prompt), one.place)):
        width = max(len(other.prompt) for other in [*batch, one]) + max(
            other.request.max_tokens for other in [*batch, one]
        )
        if batch and (len(batch) + 1) * width > columns:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch


def end_ids(model: Any, tokenizer: Any) -> list[int]:
    """The ids that end a reply: those of the model's own settings, and the tokenizer's; at least one.

    Raises:
        JudgeError: neither has any.
    """
    own = model.generation_config.eos_token_id
    ids = [*(own if isinstance(own, list) else [own]), tokenizer.eos_token_id]
    found = sorted({id for id in ids if id is not None})
    if not found:
        raise JudgeError(
            "found no token that ends a reply, expected eos_token_id in generation_config.json: add it there"
        )
    return found
