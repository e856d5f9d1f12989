"""A judge that reads every shared beginning once, against one that reads a whole prompt for each question.

With the real weights of SmolLM2 on the CPU where they are unpacked (make test-slow leaves them), else a small random
model, whose ratio says less: there the arithmetic is not what takes the time.
"""

from pathlib import Path

import torch

from scorer.judge.prompts import PROMPTS
from scorer.models.gpu_ways import CODE
from scorer.models.loading import Loaded, load
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.mt_shaped import mt_shaped
from scorer.models.reading import Reader
from tests.scorer.models.tiny import loaded, tokenizer
from tests.timing import ratio, say

REAL = Path("var") / "models" / "SmolLM2-135M-Instruct"
ANSWERS = 4


def bench_judge() -> None:
    """Answers shaped like those of MT-Video-Bench, 3.29 questions each."""
    torch.set_num_threads(1)
    own = load(REAL, device="cpu") if REAL.exists() else loaded("wide", tokenizer())
    asked = [PROMPTS["retally-1"].branches(one, CODE) for one in mt_shaped(ANSWERS)]
    judge = LocalText(own)
    list(judge.margins(asked[:2]))  # the trial of the model is not counted
    prompts = Messages(own.tokenizer).encode([one.prefix + tail for one in asked for tail in one.tails])
    faster = ratio(lambda: whole(own, prompts), lambda: list(judge.margins(asked)), rounds=3)
    least = 2.5 if REAL.exists() else 1.0
    say(f"judging with {own.name}: times faster than a prompt a question", faster, "x", f">= {least}", faster >= least)


def whole(own: Loaded, prompts: list[list[int]]) -> None:
    """Every prompt by itself."""
    reader = Reader(own.model)
    for prompt in prompts:
        reader.read_whole(prompt)
