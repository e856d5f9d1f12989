"""Models with random weights, and a tokenizer trained on the spot: to measure and to test with, never to judge."""

from collections.abc import Iterable
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

OPENS, ENDS = "<|im_start|>", "<|im_end|>"
CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def train_tokenizer(texts: Iterable[str], size: int = 4096) -> Any:
    """A byte-level tokenizer of at most ``size`` tokens that has seen these texts, with a ChatML template.

    Example:
        >>> tokenizer = train_tokenizer(["Yes or No? Yes, yes. No, no."] * 9)
        >>> tokenizer.decode(tokenizer("Yes")["input_ids"])
        'Yes'
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=size, special_tokens=[OPENS, ENDS], initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer)
    named = {"eos_token": ENDS, "chat_template": CHAT_TEMPLATE}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **named)  # type: ignore[no-untyped-call]


def random_model(config: Any, *, seed: int = 0, dtype: torch.dtype = torch.float32, device: str = "cpu") -> Any:
    """A model of this shape, its weights drawn on the device itself."""
    with torch.random.fork_rng(devices=[torch.device(device)] if device != "cpu" else []), torch.device(device):
        torch.manual_seed(seed)
        model = AutoModelForCausalLM.from_config(config, dtype=dtype)  # type: ignore[no-untyped-call]
    return model.eval().requires_grad_(False)
