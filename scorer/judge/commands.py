"""``python -m scorer judge …``: what a judge costs, its calibration, its ledger, and its retirement."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from scorer.judge.options import LEDGER, add_judge_options, require_used

Run = Callable[[argparse.Namespace], int]


def add_judge_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command ``judge`` with its own commands."""
    judge = commands.add_parser("judge", help="estimate, calibrate, retire a judge; list, export, import its ledger")
    own = judge.add_subparsers(dest="judge_command", required=True, metavar="COMMAND")
    _add_estimate(own.add_parser("estimate", help="what judging a file would cost; asks nothing"))
    _add_calibrate(own.add_parser("calibrate", help="fit a local judge's probabilities to labelled answers"))
    _add_ledger(own.add_parser("list", help="the judges in a ledger, and how much each has said"), "list_")
    _add_export(own.add_parser("export", help="write a ledger's verdicts into one file"))
    _add_import(own.add_parser("import", help="take in verdicts that another ledger exported"))
    _add_retire(own.add_parser("retire", help="freeze the boards of a judge, and compare it with its successor"))
    _add_archive(own.add_parser("archive", help="end the waiting: only the successor's rows are ranked"))


def _add_answers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", metavar="NAME")
    parser.add_argument("file", metavar="FILE", type=Path, help="a prediction file")
    parser.add_argument("--data", metavar="DIR", type=Path, help="data folder (default: data/NAME, else the sample)")
    parser.add_argument("--key", metavar="FILE", type=Path, help="key file (default: DIR/key.jsonl, keys/NAME/…)")


def _add_ledger(parser: argparse.ArgumentParser, run: str) -> None:
    parser.set_defaults(run=_later(run))
    parser.add_argument("--ledger", metavar="DIR", type=Path, default=LEDGER, help=f"default: {LEDGER}")


def _add_estimate(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_later("estimate"))
    _add_answers(parser)
    add_judge_options(parser)


def _add_calibrate(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_later("calibrate"))
    _add_answers(parser)
    parser.add_argument("--labels", metavar="VERDICTS", type=Path, required=True, help="right verdicts, a verdict file")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="what --calibration then takes")
    add_judge_options(parser)


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_ledger(parser, "export")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="JSON lines; .zst packs them")
    parser.add_argument("--only", metavar="JUDGE", help="one judge's verdicts only")


def _add_import(parser: argparse.ArgumentParser) -> None:
    _add_ledger(parser, "import_")
    parser.add_argument("file", metavar="FILE", type=Path, help="what judge export wrote")


def _add_retire(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_later("retire", "retire"))
    parser.add_argument("name", metavar="JUDGE", help="the judge that goes, as results name it")
    parser.add_argument(
        "--successor", metavar="NEW", required=True, help="the judge that comes; --judge says how to ask"
    )
    parser.add_argument("--results", metavar="DIR", type=Path, default=Path("results"), help="default: results")
    parser.add_argument("--scores", metavar="DIR", type=Path, help="where the score rows are (default: the results)")
    parser.add_argument("--reason", metavar="TEXT", default="", help="why, for whoever reads the board")
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="data folder (default: the one of the results' version)"
    )
    parser.add_argument("--key", metavar="FILE", type=Path, help="key file (default: DIR/key.jsonl, keys/NAME/…)")
    add_judge_options(parser)


def _add_archive(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_later("archive", "retire"))
    parser.add_argument("name", metavar="JUDGE", help="a judge that was retired")
    parser.add_argument("--results", metavar="DIR", type=Path, default=Path("results"), help="default: results")


def _later(name: str, module: str = "run") -> Run:
    """The function of this name in ``commands_MODULE``, imported when it runs: it needs more packages."""

    def run(options: argparse.Namespace) -> int:
        if hasattr(options, "judge"):
            require_used(options)
        code: int = getattr(import_module(f"scorer.judge.commands_{module}"), name)(options)
        return code

    return run
