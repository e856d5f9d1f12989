"""What the command line says of a judge. Nothing of a model is imported here."""

import argparse
from pathlib import Path

from board.errors import JudgeError
from scorer.judge.prompts import DEFAULT, PROMPTS

KINDS = ("api", "local", "recorded", "scripted")
LEDGER = Path("var") / "ledger"


def add_judge_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that asks a judge."""
    add = parser.add_argument_group("judge").add_argument
    add("--judge", choices=KINDS, help="who gives the verdicts (see docs/judging.md)")
    add("--model", metavar="NAME", help="a folder or hub id (local), a server's model (api), a verdict file (recorded)")
    add("--ledger", metavar="DIR", type=Path, default=LEDGER, help=f"where verdicts are kept (default: {LEDGER})")
    add("--prompt", choices=list(PROMPTS), help=f"how answers are asked about (default: {DEFAULT})")
    add("--repeats", metavar="R", type=_from_one, help="verdicts an answer (default: the prompt's own number)")
    add("--only-failed", action="store_true", help="ask again where a verdict failed, and for what is missing")
    add("--base-url", metavar="URL", help="an OpenAI-compatible server (default: OPENAI_BASE_URL)")
    add("--concurrency", metavar="N", type=_from_one, default=16, help="calls under way at a time (default: 16)")
    add("--timeout", metavar="S", type=float, default=60.0, help="seconds one call may take (default: 60)")
    add("--deadline", metavar="S", type=float, default=3600.0, help="seconds all calls may take (default: 3600)")
    add("--budget", metavar="USD", type=float, help="never spend more than this (needs --price)")
    add("--price", metavar="IN,OUT", type=_prices, help="USD a million tokens read and written")
    add("--max-calls", metavar="N", type=_from_one, help="never make more calls than this")
    add("--no-schema", action="store_true", help="for servers without JSON schema output")
    add("--way", choices=("logits", "writes"), help="local: by next-word probabilities (default), or in writing")
    add("--dtype", choices=("float32", "bfloat16"), help="local: number format (default: bfloat16 on a GPU)")
    add("--calibration", metavar="FILE", type=Path, help="local: what judge calibrate wrote")


def needs_packages(error: ModuleNotFoundError) -> str:
    """What to do where a judge's packages are not installed."""
    return (
        f"found no package {error.name}: judges need more than the rest; install it all with "
        ".venv/bin/python -m pip install -r requirements-scorer.txt"
    )


def _from_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"found {text}, expected a whole number from 1")
    return number


def _prices(text: str) -> tuple[float, float]:
    parts = [float(part) for part in text.split(",")]
    if len(parts) != 2 or min(parts) < 0:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected two prices such as 0.15,0.60")
    return parts[0], parts[1]


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
