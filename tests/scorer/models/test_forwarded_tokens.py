"""What judging reads, against the official prompt, as it is sent and as we guard it: at most three quarters of either.

On answers shaped like the benchmark's.
"""

from typing import Any

from scorer.judge.prompts import PROMPTS
from scorer.models.gpu_check import gpu_tokenizer
from scorer.models.gpu_ways import CODE
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.mt_shaped import mt_shaped
from scorer.models.trees import grow, with_stem
from tests.scorer.models.tiny import answered, loaded

MADE = mt_shaped(1000)
FORWARDED = 60  # of them, by a model; what it reads of the others is reckoned in the same way
OFFICIAL = ("official-code-raw", "official-code")


def to_be_read(prompts: list[list[list[int]]]) -> int:
    """Tokens of these prompts, answer by answer, with what all begin with once, and each answer once."""
    trees = with_stem([grow(place, each) for place, each in enumerate(prompts)])
    return trees[0].stem + sum(tree.tokens for tree in trees)


def test_logits_read_at_most_three_quarters_of_the_tokens_of_the_official_prompts(record_property: Any) -> None:
    words = gpu_tokenizer()
    judge = LocalText(loaded("wide", words), columns=20_000, band=0.0)
    branches = [PROMPTS["retally-1"].branches(one, CODE) for one in MADE]
    prompts = [Messages(words).encode([one.prefix + tail for tail in one.tails]) for one in branches]
    margins = answered(judge.margins(branches[:FORWARDED]))
    assert sum(one.tokens for one in margins.values()) == judge.forwarded == to_be_read(prompts[:FORWARDED])
    for name in OFFICIAL:
        official = sum(map(len, Messages(words).encode([PROMPTS[name].texts(one, CODE)[0] for one in MADE])))
        share = to_be_read(prompts) / official
        record_property(f"tokens read by logits, as a share of those of {name}", f"{share:.3f}")
        assert share <= 0.75
        # The control arm: one prompt a question, with nothing shared.
        assert sum(len(prompt) for each in prompts for prompt in each) > 2.5 * official
