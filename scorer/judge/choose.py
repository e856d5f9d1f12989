"""The judge that the command line means, ready to be asked.

Models and their packages are imported only where they are asked for, so that a recorded judge needs none.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from board.errors import JudgeError
from board.types import KeyEntry, Mode
from scorer.judge.ask import ask_for_verdicts, asked_of
from scorer.judge.calibration_file import read_calibration
from scorer.judge.ledger import Ledger
from scorer.judge.logits_judge import NO_CALIBRATION, LogitsJudge
from scorer.judge.options import asked_again
from scorer.judge.prompts import BARE, DEFAULT, PROMPTS, Prompt
from scorer.judge.quoting import LOCAL_BITS, REMOTE_BITS
from scorer.judge.recorded import recorded_judge
from scorer.judge.scripted import RULES, ScriptedJudge
from scorer.judge.telling import estimate_text, tell_run, tell_spent, watch
from scorer.judge.types import LONGEST_MODEL, Judge
from scorer.judge.writing_judge import RETRIES, WritingJudge
from scorer.judged import JudgedAnswers, is_name
from scorer.models.base import ChatModel
from scorer.score import AskForVerdicts


class Chosen(NamedTuple):
    """A judge that is ready to be asked, and its ledger."""

    judge: Judge
    ledger: Ledger


def asker(options: argparse.Namespace) -> AskForVerdicts:
    """How the scorer gets verdicts from the judge of the command line; what it cost is told on stderr."""

    def ask(answers: JudgedAnswers, key: Mapping[str, KeyEntry], mode: Mode) -> Sequence[Mapping[str, Any]]:
        with ExitStack() as held:
            judge, ledger = choose_judge(options, mode, held)
            if options.judge == "api":
                print(estimate_text(options, judge, asked_of(answers, key, mode), ledger), file=sys.stderr)
            found = ask_for_verdicts(judge, ledger, answers, key, mode, watch=watch, **asked_again(options))
            tell_run(found.judged, ledger)
        return found.rows

    return ask


def choose_judge(options: argparse.Namespace, mode: Mode, held: ExitStack) -> Chosen:
    """The judge and ledger that options mean; what they open is closed with ``held``.

    Raises:
        JudgeError: the judge cannot be had; the message says what it lacks.
    """
    ledger = held.enter_context(Ledger(options.ledger))
    makers = {"api": _api, "local": _local, "recorded": _recorded, "scripted": _scripted}
    judge = makers[options.judge](options, mode, ledger, held)
    if not is_name(f"{judge.identity.label} as {'x' * LONGEST_MODEL}"):
        raise JudgeError(
            f"found a judge called {judge.identity.name!r}, expected a name of one line without commas and invisible "
            "letters, of at most 100 letters: rename the folder, or have the server serve the model under another name"
        )
    return Chosen(judge, ledger)


def _recorded(options: argparse.Namespace, mode: Mode, ledger: Ledger, held: ExitStack) -> Judge:
    if options.model and " as " in options.model:
        options.answered_by = options.model.partition(" as ")[2]  # what the server called itself is part of the name
    return recorded_judge(ledger, options.model)


def _scripted(options: argparse.Namespace, mode: Mode, ledger: Ledger, held: ExitStack) -> Judge:
    name = options.model or "coin"
    if name not in RULES:
        raise JudgeError(f"found --model {name}, expected one of {', '.join(RULES)} for a scripted judge")
    return ScriptedJudge(name, RULES[name], options.repeats or 1)


def _api(options: argparse.Namespace, mode: Mode, ledger: Ledger, held: ExitStack) -> Judge:
    from scorer.models.api import ApiModel
    from scorer.models.budget import Budget, Prices
    from scorer.models.patience import Patience

    address = options.base_url or os.environ.get("OPENAI_BASE_URL")
    if not options.model or not address:
        lacking = "--base-url (or OPENAI_BASE_URL)" if options.model else "--model"
        raise JudgeError(f"found no {lacking}: name the server and its model, by a dated name if it has one")
    budget = Budget(
        Prices(*options.price) if options.price else None, most_usd=options.budget, most_calls=options.max_calls
    )
    model = ApiModel(
        options.model,
        base_url=address,
        api_key=os.environ.get("OPENAI_API_KEY", ""),
        schema=not options.no_schema,
        concurrency=options.concurrency,
        patience=Patience(timeout_s=options.timeout, deadline_s=options.deadline),
        budget=budget,
        clock=time.monotonic,
        jitter=random.Random(options.model).random,  # noqa: S311 - it spreads pauses
    )
    held.enter_context(model)
    held.callback(tell_spent, budget)
    return _writing(options, mode, ledger, model, {"schema": not options.no_schema}, REMOTE_BITS)


def _local(options: argparse.Namespace, mode: Mode, ledger: Ledger, held: ExitStack) -> Judge:
    from scorer.models.loading import find
    from scorer.models.on_demand import OnDemand

    if not options.model:
        raise JudgeError("found no --model: name a folder with a model, or an allowed hub id as ID@COMMIT")
    prompt = _prompt(options, mode)
    told = read_calibration(options.calibration) if options.calibration else None
    calibration = told.calibration if told else NO_CALIBRATION
    way = options.way or ("writes" if prompt.each is None else "logits")
    if way == "logits" and options.repeats not in (None, 1):
        raise JudgeError(
            "found --repeats: a local judge by next-word probabilities says the same each time; leave it out"
        )
    if way == "writes" and options.calibration is not None:
        raise JudgeError("found --calibration: it is for next-word probabilities; leave it out, or take --way logits")
    if way == "logits" and prompt.each is None:
        raise JudgeError(f"the prompt {prompt.name} asks all questions at once: take --way writes, or retally-1")
    name, _, revision = options.model.partition("@") if not Path(options.model).is_dir() else (options.model, "", "")
    model = OnDemand(find(name, revision=revision or None, dtype=options.dtype), line=-calibration.bias)
    settings = {"dtype": model.dtype}
    if way == "logits":
        if told:
            plain = LogitsJudge(model, prompt, ledger.seed, settings=settings)
            told.require_own(plain.identity, options.calibration)
        return LogitsJudge(model, prompt, ledger.seed, settings=settings, calibration=calibration)
    return _writing(options, mode, ledger, model, settings, LOCAL_BITS)


def _writing(
    options: argparse.Namespace, mode: Mode, ledger: Ledger, model: ChatModel, settings: dict[str, Any], bits: int
) -> Judge:
    prompt = _prompt(options, mode)
    certain = options.judge == "local" and prompt.temperature == 0.0  # asked again it would write the same
    retries = 0 if certain or mode == "official" else RETRIES
    return WritingJudge(
        model, prompt, ledger.seed, settings=settings, repeats=options.repeats, retries=retries, bits=bits
    )


def _prompt(options: argparse.Namespace, mode: Mode) -> Prompt:
    name = options.prompt or (BARE if mode == "official" else DEFAULT)
    if name == BARE and mode != "official":
        raise JudgeError(
            f"found --prompt {BARE} in mode {mode}, expected mode official: it puts answers in unguarded, for parity "
            "only. Take official-code"
        )
    return PROMPTS[name]
