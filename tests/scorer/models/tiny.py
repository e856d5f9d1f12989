"""Tiny models with random weights, strong enough that a wrong mask or position moves every logit."""

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import torch
import transformers

from scorer.judge.types import SMOKE
from scorer.models.base import Branches, Margins, Unanswered
from scorer.models.loading import Loaded
from scorer.models.random_model import random_model, train_tokenizer

WORDS = "Yes No yes no the cup is red blue a dog on table seen named answer question does it say that"
WINDOW = 16
LIMIT = 100  # tokens, past which a rope turns otherwise; some answers are longer and some are not
SHAPE: dict[str, Any] = {
    "vocab_size": 512,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "max_position_embeddings": 2048,
    "initializer_range": 0.3,
    "tie_word_embeddings": False,
}
_LENGTHENED: dict[str, Any] = {
    **{name: value for name, value in SHAPE.items() if name != "head_dim"},
    **{"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 1, "original_max_position_embeddings": LIMIT},
}
LONGROPE = {
    "rope_type": "longrope",
    "rope_theta": 10_000.0,
    "short_factor": [1.0] * 8,
    "long_factor": [1.0 + 2 * number for number in range(8)],
    "original_max_position_embeddings": LIMIT,
    "factor": SHAPE["max_position_embeddings"] / LIMIT,
}
CONFIGS: dict[str, Any] = {
    "llama": lambda: transformers.LlamaConfig(**SHAPE),
    "wide": lambda: transformers.LlamaConfig(**{**SHAPE, "vocab_size": 2048}),
    "qwen3": lambda: transformers.Qwen3Config(**SHAPE),
    "mistral": lambda: transformers.MistralConfig(**SHAPE, sliding_window=WINDOW),
    "gemma3": lambda: transformers.Gemma3TextConfig(**SHAPE, sliding_window=WINDOW),
    "phi3": lambda: transformers.Phi3Config(**_LENGTHENED, rope_parameters=dict(LONGROPE)),
    "mpt": lambda: transformers.MptConfig(vocab_size=512, d_model=64, n_heads=4, n_layers=2),
    "rwkv": lambda: transformers.RwkvConfig(vocab_size=512, hidden_size=64, num_hidden_layers=2),
}
FULL, WINDOWED, LENGTHENED = ("llama", "qwen3"), ("mistral", "gemma3"), ("phi3",)


def tokenizer() -> Any:
    return train_tokenizer([f"{WORDS}\nQuestion: {WORDS}? <<answer>>"] * 9, 512)


def loaded(family: str, words: Any) -> Loaded:
    return Loaded(random_model(CONFIGS[family]()), words, f"{SMOKE}{family}", "", "float32")


def memory_for(tokens: int, family: str, words: Any) -> Loaded:
    """A model on a machine that has no memory for a text of more tokens."""
    own = loaded(family, words)

    def hook(model: Any, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        read = named.get("attention_mask", named["input_ids"])  # with what the cache holds
        if read.shape[1] > tokens:
            raise torch.OutOfMemoryError("out of memory")

    own.model.register_forward_pre_hook(hook, with_kwargs=True)
    return own


def asked(count: int, seed: int = 1) -> list[Branches]:
    """Answers of very unlike lengths, with one to six questions each; some longer than any window."""
    draw = Random(seed)

    def text(most: int) -> str:
        return " ".join(draw.choices(WORDS.split(), k=draw.randint(1, most)))

    return [
        Branches(
            f"You check one answer.\n<<answer 0a1b>>\n{text(60)}\n<<end>>",
            tuple(f"\n\nQuestion: {text(12)}?" for _ in range(draw.randint(1, 6))),
        )
        for _ in range(count)
    ]


def answered(found: Iterable[tuple[int, Margins | Unanswered]]) -> dict[int, Margins]:
    """The margins by place; every answer has some."""
    by_place = dict(found)
    margins = {place: one for place, one in by_place.items() if isinstance(one, Margins)}
    assert margins.keys() == by_place.keys(), by_place
    return margins


def verdicts(found: dict[int, Margins], line: float = 0.0) -> bytes:
    """The verdicts in the order of the answers, as bytes."""
    rows = [["yes" if margin > line else "no" for margin in found[place].margins] for place in sorted(found)]
    return json.dumps(rows).encode()


def largest_difference(found: dict[int, Margins], others: dict[int, Margins]) -> float:
    """The largest difference between margins, over all questions; the same answers are in both."""
    assert found.keys() == others.keys()
    pairs = [zip(found[place].margins, others[place].margins, strict=True) for place in found]
    return max(abs(one - other) for pair in pairs for one, other in pair)


def questions(found: Sequence[Branches]) -> int:
    return sum(len(one.tails) for one in found)
