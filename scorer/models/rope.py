"""Ropes that depend on length: models whose reading of a token changes with how far the longest text goes.

Rotary positions ("rope") turn a token by its place. Some models switch to other angles once a text is longer than what
they were first trained on: ``longrope`` (Phi-3 and Phi-4-mini) past its original length, ``dynamic`` with every token
beyond its own. The angles hold for all that is read at once, so a long answer would move the numbers of a short one
beside it, and what was read before would have been read with other angles. Such a model is asked one prompt at a time.
"""

from collections.abc import Iterator
from typing import Any

# Kinds whose angles depend on a token's place alone. Any other, of a transformers to come too, is taken to depend on
# length: that costs time, where the contrary would cost verdicts.
STEADY = frozenset({"default", "linear", "yarn", "llama3", "proportional", "axial", "mrope"})


def depends_on_length(settings: Any) -> bool:
    """Whether a model with these settings (a ``config.json``, as a dict) has a rope that depends on length.

    Example:
        >>> depends_on_length({"rope_scaling": {"type": "longrope"}}), depends_on_length({"rope_scaling": None})
        (True, False)
        >>> depends_on_length({"text_config": {"rope_parameters": {"full_attention": {"rope_type": "dynamic"}}}})
        True
    """
    return not STEADY.issuperset(_kinds(settings, False))


def _kinds(settings: Any, in_rope: bool) -> Iterator[str]:
    """Every kind of rope that settings name, however deep: a model of several parts has some for each."""
    parts = settings.items() if isinstance(settings, dict) else ()
    for name, value in parts:
        if in_rope and name in ("rope_type", "type") and value is not None:
            yield str(value)
        yield from _kinds(value, in_rope or str(name).startswith("rope_"))
