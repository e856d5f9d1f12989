"""Measures judging on a GPU, in minutes and without a network: ``python -m scorer.models.gpu_check [--out FILE]``.

A model with the shape of an 8B judge and random weights is asked about made-up answers with the lengths of
MT-Video-Bench, in four ways: (a) yes and no from logits, shared beginnings read once, as judging does it; (b) the same
with one prompt a question; (c) the official prompt, JSON written in batches; (d) the same one by one. A fraction of the
benchmark is timed, scaled up to all of it, and compared with the arithmetic floor. Random weights say nothing about
verdicts: only times, token counts and the agreement of (a) with (b) mean anything here.

Without a GPU it says so and ends with 0; ``--tiny`` goes through all of it on the CPU with a tiny model. It ends with 1
where (a) and (b) do not agree.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import torch
import transformers

from scorer.judge.prompts import PROMPTS
from scorer.judge.types import SMOKE, Asked
from scorer.models.gpu_report import Agreement, Report, as_json, as_text
from scorer.models.gpu_ways import CODE, EACH, SHARED, SINGLY, TOGETHER, Done, Ways
from scorer.models.loading import DType, Loaded
from scorer.models.local_text import BAND
from scorer.models.mt_shaped import ANSWERS, WORDS, mt_shaped
from scorer.models.random_model import random_model, train_tokenizer

ALLOWED = {"float32": 1e-4, "bfloat16": BAND["bfloat16"]}  # between the margins of (a) and (b), in nats


class Size(NamedTuple):
    """What is measured: the model's shape, dtype and device, how many answers, and how many of them one by one."""

    shape: dict[str, int | float]
    dtype: DType
    device: str
    answers: int
    singly: int
    columns: int | None = None


EIGHT_BILLION: dict[str, int | float] = {  # the shape of Qwen3-8B
    "vocab_size": 151_936,
    "hidden_size": 4096,
    "intermediate_size": 12_288,
    "num_hidden_layers": 36,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "head_dim": 128,
}
TINY: dict[str, int | float] = {
    "vocab_size": 2048,
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "initializer_range": 0.2,
}


def measure(size: Size, clock: Callable[[], float] = perf_counter) -> Report:
    """All four ways on one model, and whether (a) and (b) agree, in its dtype and in float32 on a tiny one."""
    asked = mt_shaped(size.answers)
    tokenizer = gpu_tokenizer()
    started = clock()
    model = random_model(_config(size.shape), dtype=getattr(torch, size.dtype), device=size.device)
    ways = Ways(Loaded(model, tokenizer, f"{SMOKE}random", "", size.dtype), size.columns, clock)
    for way in (SHARED, EACH, TOGETHER, SINGLY):  # kernels are chosen when first needed; that is not timed
        ways.time(way, asked[:8])
    built = clock() - started
    timed = [
        ways.time(way, asked[: size.singly] if way == SINGLY else asked) for way in (SHARED, EACH, TOGETHER, SINGLY)
    ]
    shared, each = timed[0].done, timed[1].done
    parameters = sum(parameter.numel() for parameter in model.parameters())
    tables = (model.get_input_embeddings(), model.get_output_embeddings())
    return Report(
        machine=_machine(size.device),
        model=_named(size),
        parameters=parameters,
        without_embeddings=parameters - sum(table.weight.numel() for table in tables),
        built=built,
        way=ways.judge.way,
        answers=len(asked),
        questions=sum(len(one.checklist) for one in asked),
        needed_tokens=sum(len(tokenizer(text)["input_ids"]) for one in asked for text in (one.answer, *one.checklist)),
        timed=timed,
        in_band=sum(min(map(abs, margins)) < BAND[size.dtype] for margins in shared.margins),
        alone=ways.seconds_alone(asked[: size.singly]),
        agreements=[_agreement(size.dtype, shared, each), _tiny_agreement(size.device, tokenizer, asked[:32])],
    )


def main(arguments: Sequence[str], clock: Callable[[], float] = perf_counter) -> int:
    """Measure, print, and write ``--out`` as JSON; 0, or 1 where the two ways of reading logits do not agree."""
    parser = argparse.ArgumentParser(prog="python -m scorer.models.gpu_check", description=__doc__.split("\n\n")[0])
    parser.add_argument("--tiny", action="store_true", help="a tiny model on the CPU, to try this script")
    parser.add_argument("--fraction", type=float, default=0.1, help="of the 5,805 answers (default 0.1)")
    parser.add_argument("--out", type=Path, help="write the figures as JSON")
    given = parser.parse_args(arguments)
    if not given.tiny and not torch.cuda.is_available():
        print("gpu-check: found no GPU, so nothing was measured; --tiny tries the script on the CPU")
        return 0
    count = max(8, round(given.fraction * ANSWERS))
    tiny = Size(TINY, "float32", "cpu", min(count, 24), 2, 20_000)
    report = measure(tiny if given.tiny else Size(EIGHT_BILLION, "bfloat16", "cuda", count, 6), clock)
    print(as_text(report))
    if given.out:
        given.out.write_text(json.dumps(as_json(report), indent=1) + "\n", encoding="utf-8")
    return 0 if all(one.holds for one in report.agreements) else 1


def _config(shape: dict[str, int | float]) -> Any:
    settings: dict[str, Any] = {"max_position_embeddings": 4096, "tie_word_embeddings": False, **shape}
    return transformers.Qwen3Config(**settings)


def gpu_tokenizer() -> Any:
    """A tokenizer that has a token for every word that is used, as a real one nearly has."""
    frame = Asked("", "answer.", ("question?",))
    prompts = [
        text
        for name in ("retally-1", "official-code", "official-code-raw")
        for text in PROMPTS[name].texts(frame, CODE)
    ]
    used = f"Question: Does the answer say that Yes No yes no {WORDS}"
    return train_tokenizer([*prompts, used, "user", "assistant"] * 9, 2000)


def _machine(device: str) -> str:
    name = torch.cuda.get_device_name() if device == "cuda" else "CPU"
    return f"{name}, torch {torch.__version__}, transformers {transformers.__version__}"


def _named(size: Size) -> str:
    if size.shape is TINY:
        return "a tiny model, whose times mean nothing"
    return f"the shape of Qwen3-8B, {size.dtype}, random weights"


def _agreement(dtype: str, shared: Done, each: Done) -> Agreement:
    pairs = [
        (one, other)
        for margins, others in zip(shared.margins, each.margins, strict=True)
        for one, other in zip(margins, others, strict=True)
    ]
    return Agreement(dtype, len(pairs), max(abs(one - other) for one, other in pairs), ALLOWED[dtype])


def _tiny_agreement(device: str, tokenizer: Any, asked: Sequence[Asked]) -> Agreement:
    loaded = Loaded(random_model(_config(TINY), device=device), tokenizer, f"{SMOKE}tiny", "", "float32")
    ways = Ways(loaded, 20_000, perf_counter)
    return _agreement("float32", ways.time(SHARED, asked).done, ways.time(EACH, asked).done)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
