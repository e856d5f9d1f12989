"""How much of a model's cache a machine has room for."""

from math import inf
from typing import Any

import torch

MOST_COLUMNS = 1 << 17  # a larger batch is no faster on any GPU that was tried


def columns_of_cache(model: Any) -> int:
    """How many columns of cache a batch may fill: a quarter of the GPU's free memory; 0 on a CPU: no batches.

    On a CPU a batch gains nothing, because its arithmetic, not its memory, is what takes the time.
    """
    if model.device.type != "cuda":
        return 0
    free, _ = torch.cuda.mem_get_info(model.device)
    return min(MOST_COLUMNS, int(free // (4 * bytes_of_column(model.config.get_text_config(), model.dtype.itemsize))))


def bytes_of_column(config: Any, bytes_a_number: int) -> int:
    """Bytes that one token takes in the cache of all layers: a key and a value for each head.

    Example:
        >>> from transformers import Qwen3Config
        >>> bytes_of_column(Qwen3Config(num_hidden_layers=36, num_key_value_heads=8, head_dim=128), 2)
        147456
    """
    heads = int(config.num_attention_heads)
    width = getattr(config, "head_dim", None) or int(config.hidden_size) // heads
    return (
        2
        * int(config.num_hidden_layers)
        * int(getattr(config, "num_key_value_heads", None) or heads)
        * int(width)
        * bytes_a_number
    )


def longest_text(model: Any) -> float:
    """The tokens a model can read, its reply included; infinite where it sets no bound."""
    return float(getattr(model.config.get_text_config(), "max_position_embeddings", None) or inf)
