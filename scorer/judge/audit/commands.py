"""``python -m scorer audit …``: what a judge's verdicts agree with, what hangs on them, and whether they can be bent.

Every command takes ``--format text|json``. Exit codes: 0 good · 1 a file is refused, an alarm, something caught, a row
not above the floors, or not enough verdicts to tell · 2 wrong usage or machine.
"""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from scorer.judge.audit.shares import SHARE_OF_OTHERS
from scorer.judge.options import add_judge_options, from_one, require_used

Run = Callable[[argparse.Namespace], int]
Own: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
RUN = ".venv/bin/python -m scorer audit"
_FILES = "prediction files, or folders of .jsonl ones"
_FILES_OF_ONE = "a verdict file; or a folder: of files named like their prediction files, or what score --out wrote"


def add_audit_command(commands: Own) -> None:
    """The command ``audit`` with its own commands."""
    audit = commands.add_parser(
        "audit",
        help="agreement, ranks, flips, drift, floors, canaries, flags",
        description="What a judge's verdicts agree with, what hangs on them, and whether an answer can bend them.",
    )
    own = audit.add_subparsers(dest="audit_command", required=True, metavar="COMMAND")
    _add_agreement(own)
    _add_ranks(own)
    _add_flips(own)
    _add_drift(own)
    _add_floors(own)
    _add_canaries(own)
    _add_flags(own)


def _add_agreement(own: Own) -> None:
    parser = _command(
        own,
        "agreement",
        "files",
        "a judge against labels by people, or against another judge",
        "Agreement, Cohen's kappa and the table of yes and no, per ability. Several files are pooled. "
        "Exit code 1 where no verdict can be compared.",
        "mt_video_bench predictions.jsonl --verdicts judge.jsonl --against labels.jsonl",
    )
    _add_files(parser)
    _add_two_sides(parser)
    _add_data(parser)


def _add_ranks(own: Own) -> None:
    parser = _command(
        own,
        "ranks",
        "files",
        "the board under each of two judges, and which rows swap",
        "The board under each of two judges. Rows are named by NAME.submission.json beside NAME.jsonl, where there is "
        "one. Exit code 1 where fewer than two files have all verdicts of both.",
        "mt_video_bench predictions/ --verdicts verdicts/ --against other_verdicts/",
    )
    _add_files(parser)
    _add_two_sides(parser)
    _add_data(parser)


def _add_flips(own: Own) -> None:
    parser = _command(
        own,
        "flips",
        "files",
        "how many verdicts must flip to change the order",
        "How many verdicts must flip until neighbours on the board are tied, and until they have swapped. "
        "Exit code 1 where fewer than two files have all their verdicts.",
        "mt_video_bench predictions/ --verdicts verdicts/",
    )
    _add_files(parser)
    parser.add_argument("--verdicts", metavar="VERDICTS", type=Path, required=True, help=_FILES_OF_ONE)
    _add_data(parser)


def _add_drift(own: Own) -> None:
    parser = _command(
        own,
        "drift",
        "asking",
        "does a judge still say what it said?",
        "The same answers (anchors, at least 200) judged before and now. --judge asks about the anchors only, those "
        "with a verdict before, and keeps what it hears in a folder of its own: read from the ledger, no judge ever "
        "drifts. Only the seed of --ledger is used, so that prompts are the same to the byte. "
        "Exit code 0 no drift, 1 alarm or cannot tell.",
        "mt_video_bench anchors.jsonl --before verdicts.jsonl --judge api --model NAME",
    )
    _add_files(parser)
    parser.add_argument("--before", metavar="VERDICTS", type=Path, required=True, help=_FILES_OF_ONE)
    parser.add_argument("--now", metavar="VERDICTS", type=Path, help="the same, given now; or ask with --judge")
    parser.add_argument(
        "--again",
        metavar="DIR",
        type=Path,
        help="where --judge keeps its new verdicts; name it to go on after an interruption (default: var/drift/TIME)",
    )
    parser.add_argument(
        "--noise", metavar="SHARE", type=_share, default=0.0, help="verdicts it flips by itself, 0 to 1 (default: 0)"
    )
    _add_data(parser)
    add_judge_options(parser)


def _add_floors(own: Own) -> None:
    parser = _command(
        own,
        "floors",
        "asking",
        "what a judge gives to answers that saw nothing",
        "One answer to every question: nothing, Yes, No, a constant, known ways of cheating a judge. That is some 20 "
        "answers a question; --questions asks about fewer. Exit code 1 where a row of RESULTS is not clearly above "
        "the best floor, none can be compared, or verdicts are missing.",
        "mt_video_bench --judge local --model FOLDER --results results/",
    )
    parser.add_argument("--answers", metavar="FILE", type=Path, help="its most common answer is a floor too")
    parser.add_argument("--questions", metavar="N", type=from_one, help="only so many, evenly from all abilities")
    parser.add_argument(
        "--results", metavar="DIR", type=Path, help="rows of the same judge, prompt and data to hold against the floors"
    )
    _add_data(parser, mode=False)
    add_judge_options(parser)


def _add_canaries(own: Own) -> None:
    parser = _command(
        own,
        "canaries",
        "asking",
        "has an answer talked the judge round?",
        "Questions whose truth is certain, in calls of their own, about every answer that might be aimed at the judge "
        "and some of the others. Exit code 1 where the judge gets one wrong, or a verdict is missing.",
        "mt_video_bench predictions.jsonl --judge local --model FOLDER",
    )
    _add_file(parser)
    parser.add_argument(
        "--share",
        metavar="SHARE",
        type=_share,
        default=SHARE_OF_OTHERS,
        help=f"of the others, 0 to 1 (default: {SHARE_OF_OTHERS})",
    )
    _add_data(parser)
    add_judge_options(parser)


def _add_flags(own: Own) -> None:
    parser = _command(
        own,
        "flags",
        "files",
        "planted verdicts, one text for many questions, copied answers",
        "What a person should look at. It asks no judge and changes no score, so the exit code is 0 whatever is found.",
        "mt_video_bench predictions.jsonl --others predictions/",
    )
    _add_file(parser)
    parser.add_argument("--others", metavar="FILE", type=Path, nargs="+", default=[], help=_FILES)
    _add_data(parser, key=False)


def _command(own: Own, name: str, module: str, short: str, long: str, example: str) -> argparse.ArgumentParser:
    """A command of the audit with its help; it runs the function of this name in ``commands_MODULE``."""
    parser: argparse.ArgumentParser = own.add_parser(
        name, help=short, description=long, epilog=f"For example: {RUN} {name} {example}"
    )
    parser.set_defaults(run=_later(module, name))
    parser.add_argument("benchmark", metavar="NAME", help="e.g. mt_video_bench")
    return parser


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a prediction file")


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help=_FILES)


def _add_data(parser: argparse.ArgumentParser, *, key: bool = True, mode: bool = True) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="data folder (default: data/NAME, else the sample)")
    if key:
        parser.add_argument("--key", metavar="FILE", type=Path, help="key file (default: DIR/key.jsonl, keys/NAME/…)")
    if mode:
        parser.add_argument("--mode", choices=("strict", "rules"), help="how answers are read (default: strict)")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _add_two_sides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verdicts", metavar="VERDICTS", type=Path, required=True, help=_FILES_OF_ONE)
    parser.add_argument("--against", metavar="VERDICTS", type=Path, required=True, help="the other side, likewise")


def _share(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number <= 1.0:
        raise argparse.ArgumentTypeError(f"found {text}, expected a share from 0 to 1")
    return number


def _later(module: str, name: str) -> Run:
    """A function that is imported when it runs: it needs more than reading a command line does."""

    def run(options: argparse.Namespace) -> int:
        from scorer.judge.audit.printing import print_refusal
        from scorer.refusals import Refused

        if hasattr(options, "judge"):
            require_used(options)
        try:
            code: int = getattr(import_module(f"scorer.judge.audit.commands_{module}"), name)(options)
        except Refused as refused:
            print_refusal(options, refused)
            return 1
        return code

    return run
