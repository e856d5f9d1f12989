"""What the command line says of a judge. Nothing of a model is imported here."""

import argparse
from math import inf, nan
from pathlib import Path
from typing import Any

from board.errors import JudgeError
from scorer.judge.prompts import BARE, DEFAULT, PROMPTS
from scorer.judge.types import plain_name

KINDS = ("api", "local", "recorded", "scripted")
LEDGER = Path("var") / "ledger"
CONCURRENCY, TIMEOUT_S, DEADLINE_S = 16, 60.0, 3600.0


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that asks a judge."""
    add = parser.add_argument_group("judge").add_argument
    add("--judge", choices=KINDS, help="who gives the verdicts (see docs/judging.md)")
    add(
        "--model",
        metavar="NAME",
        help="local: a folder or hub id; api: a server's model; recorded: a verdict file or a judge",
    )
    add("--ledger", metavar="DIR", type=Path, default=LEDGER, help=f"where verdicts are kept (default: {LEDGER})")
    add(
        "--prompt",
        choices=list(PROMPTS),
        help=f"how answers are asked about (default: {DEFAULT}; {BARE} in mode official)",
    )
    add("--repeats", metavar="R", type=from_one, help="verdicts an answer (default: the prompt's own number)")
    add("--only-failed", action="store_true", help="ask again where a verdict failed, and for what is missing")
    add(
        "--answered-by",
        metavar="MODEL",
        type=plain_name,
        help="of the ledger, only what a model said that called itself so",
    )
    add("--base-url", metavar="URL", help="api: an OpenAI-compatible server (default: OPENAI_BASE_URL)")
    add(
        "--concurrency",
        metavar="N",
        type=from_one,
        default=CONCURRENCY,
        help="api: calls under way at a time (default: 16)",
    )
    add(
        "--timeout", metavar="S", type=_positive, default=TIMEOUT_S, help="api: seconds one call may take (default: 60)"
    )
    add(
        "--deadline",
        metavar="S",
        type=_positive,
        default=DEADLINE_S,
        help="api: seconds all calls may take (default: 3600)",
    )
    add("--budget", metavar="USD", type=_positive, help="api: never spend more than this in one run (needs --price)")
    add("--price", metavar="IN,OUT", type=_prices, help="api: USD a million tokens read and written")
    add("--max-calls", metavar="N", type=from_one, help="api: never make more calls than this in one run")
    add("--no-schema", action="store_true", help="api: for servers without JSON schema output")
    add("--way", choices=("logits", "writes"), help="local: by next-word probabilities (default), or in writing")
    add("--dtype", choices=("float32", "bfloat16"), help="local: number format (default: bfloat16 on a GPU)")
    add("--calibration", metavar="FILE", type=Path, help="local: what judge calibrate wrote")


def asked_again(options: argparse.Namespace) -> dict[str, Any]:
    """What of the ledger is asked again all the same, as :func:`scorer.judge.run.judge_answers` takes it."""
    return {"only_failed": options.only_failed, "answered_by": options.answered_by}


def require_used(options: argparse.Namespace) -> None:
    """Refuse options that the judge has no use for: whoever gives them expects something that would not happen.

    Raises:
        JudgeError: there is one, or there are some and no judge.
    """
    given = [name for name, default in _DEFAULTS.items() if getattr(options, name) != default]
    unused = [name for name in given if name not in _USED.get(options.judge, ())]
    if not unused:
        return
    named = ", ".join(f"--{name.replace('_', '-')}" for name in unused)
    if options.judge is None:
        raise JudgeError(f"found {named} without --judge: say which judge is meant, one of {', '.join(KINDS)}")
    raise JudgeError(f"found {named}, which a judge of kind {options.judge} has no use for: leave it out")


_DEFAULTS: dict[str, object] = {
    "model": None,
    "prompt": None,
    "repeats": None,
    "only_failed": False,
    "answered_by": None,
    "base_url": None,
    "concurrency": CONCURRENCY,
    "timeout": TIMEOUT_S,
    "deadline": DEADLINE_S,
    "budget": None,
    "price": None,
    "max_calls": None,
    "no_schema": False,
    "way": None,
    "dtype": None,
    "calibration": None,
}
_OF_A_SERVER = ("base_url", "concurrency", "timeout", "deadline", "budget", "price", "max_calls", "no_schema")
_USED: dict[str | None, tuple[str, ...]] = {
    "api": ("model", "prompt", "repeats", "only_failed", "answered_by", *_OF_A_SERVER),
    "local": ("model", "prompt", "repeats", "only_failed", "way", "dtype", "calibration"),
    "recorded": ("model", "only_failed", "answered_by"),
    "scripted": ("model", "repeats", "only_failed"),
}


def from_one(text: str) -> int:
    """A whole number from 1, of the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from 1")
    return int(text)


def _positive(text: str) -> float:
    if not 0.0 < (number := _number(text)) < inf:
        raise argparse.ArgumentTypeError(f"found {text}, expected a number above 0")
    return number


def _prices(text: str) -> tuple[float, float]:
    parts = [_number(part) for part in text.split(",")]
    if len(parts) != 2 or not all(0.0 <= part < inf for part in parts):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected two prices such as 0.15,0.60")
    return parts[0], parts[1]


def _number(text: str) -> float:
    """The number in a text; nan where it is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def recorded_file(options: argparse.Namespace) -> Path | None:
    """The verdict file that a recorded judge means: a file, or the one in a folder that is named like the answers."""
    if options.judge != "recorded" or not options.model:
        return None
    path = Path(options.model)
    if path.is_dir():
        path = path / Path(options.file).name
        if not path.exists():
            raise JudgeError(f"found no {path}: a folder of verdicts has a file named like the prediction file")
    return path if path.exists() else None
