"""What judging reads, against the official prompts: at most three quarters, on answers shaped like the benchmark's."""

from typing import Any

from scorer.judge.prompts import PROMPTS
from scorer.models.gpu_check import gpu_tokenizer
from scorer.models.gpu_ways import CODE
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.mt_shaped import mt_shaped
from tests.scorer.models.tiny import loaded

MADE = mt_shaped(100)


def test_logits_read_at_most_three_quarters_of_the_tokens_of_the_official_prompts(record_property: Any) -> None:
    words = gpu_tokenizer()
    judge = LocalText(loaded("wide", words))
    branches = [PROMPTS["retally-1"].branches(one, CODE) for one in MADE]
    assert sum(margins.tokens for _, margins in judge.margins(branches)) == judge.forwarded
    official = Messages(words).encode([PROMPTS["official-code"].texts(one, CODE)[0] for one in MADE])
    share = judge.forwarded / sum(map(len, official))
    record_property("tokens read by logits, as a share of the official prompts'", f"{share:.3f}")
    assert share <= 0.75
    assert sum(
        len(ids) for one in branches for ids in Messages(words).encode([one.prefix + tail for tail in one.tails])
    ) > (2.5 * sum(map(len, official)))
