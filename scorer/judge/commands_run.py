"""What the commands of ``python -m scorer judge`` do: its ledger, what a judge costs, its calibration."""

import argparse
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from board.errors import JudgeError
from board.words import counted, percent
from scorer.answers import Where, read_answers, read_data
from scorer.judge.ask import asked_of
from scorer.judge.calibration_file import write_calibration
from scorer.judge.choose import choose_judge
from scorer.judge.labelled import labelled_margins
from scorer.judge.ledger import Ledger
from scorer.judge.ledger_files import export as export_file
from scorer.judge.ledger_files import held, import_file
from scorer.judge.logits_judge import LogitsJudge
from scorer.judge.telling import estimate_text


def list_(options: argparse.Namespace) -> int:
    """The judges of a ledger."""
    with Ledger(options.ledger) as ledger:
        judges = held(ledger)
        for name, counts in sorted(judges.items()):
            failed = f", {counts['failed']:,} failed" if counts["failed"] else ""
            print(f"  {name}: {counts['given']:,} given{failed}, {counts['tokens']:,} tokens")
        print(f"{counted(len(judges), 'judge')} in {options.ledger}")
        _print_told(ledger)
    return 0


def export(options: argparse.Namespace) -> int:
    """A ledger into a file."""
    with Ledger(options.ledger) as ledger:
        n = export_file(ledger, options.out, options.only)
        _print_told(ledger)
    print(f"{counted(n, 'verdict set')} of {options.ledger} → {options.out}")
    return 0 if n else 1


def import_(options: argparse.Namespace) -> int:
    """A file into a ledger; 1 where a line does not fit its own hash."""
    with Ledger(options.ledger) as ledger:
        found = import_file(ledger, options.file)
    damaged = f", {found.damaged:,} damaged and left out" if found.damaged else ""
    print(f"{options.file} → {options.ledger}: {found.new:,} new, {found.known:,} known already{damaged}")
    return 1 if found.damaged else 0


def estimate(options: argparse.Namespace) -> int:
    """What judging a file would cost; it leaves nothing behind, no ledger either."""
    _require_judge(options)
    place = _place(options)
    data = read_data(place)
    asked = asked_of(read_answers(options.file, place, data).judged, data.key.entries, "strict")
    with ExitStack() as held_open:
        judge, ledger = choose_judge(_with(options, ledger=_ledger_to_read(options, held_open)), "strict", held_open)
        print(f"{options.file.name}: {counted(len(asked), 'answer')} for a judge, each {judge.repeats} ×")
        print(f"  {estimate_text(options, judge, asked, ledger)}")
    return 0


def _ledger_to_read(options: argparse.Namespace, held_open: ExitStack) -> Path:
    """The ledger; where it is not there, an empty one that goes again.

    Raises:
        JudgeError: the judge is in the ledger that is not there.
    """
    if options.ledger.exists():
        return Path(options.ledger)
    if options.judge == "recorded":
        raise JudgeError(f"found no ledger {options.ledger}, expected the one with the verdicts: name it with --ledger")
    return Path(held_open.enter_context(TemporaryDirectory()))


def calibrate(options: argparse.Namespace) -> int:
    """Fit a local judge to labels."""
    from scorer.models.calibration import fit_calibration

    _require_judge(options)
    place = _place(options)
    with ExitStack() as held_open:
        judge, _ = choose_judge(_with(options, calibration=None), "strict", held_open)
        if not isinstance(judge, LogitsJudge):
            raise JudgeError("only a local judge by next-word probabilities (--way logits) has something to calibrate")
        data = read_data(place)
        margins, yes = labelled_margins(judge, data, read_answers(options.file, place, data), options.labels)
    fitted = fit_calibration(margins, yes)
    right = sum((fitted.p_yes(margin) > 0.5) == label for margin, label in zip(margins, yes, strict=True))
    write_calibration(options.out, fitted, judge.identity, len(yes))
    print(f"temperature {fitted.temperature:.4g}, bias {fitted.bias:.4g}, from {counted(len(yes), 'labelled verdict')}")
    print(f"  right on {percent(right / len(yes))} % of these same labels: hold others back to know how good it is")
    print(f"  wrote {options.out}; judge with --calibration {options.out}")
    return 0


def _place(options: argparse.Namespace) -> Where:
    return Where(options.benchmark, options.data, options.key)


def _with(options: argparse.Namespace, **changes: object) -> argparse.Namespace:
    return argparse.Namespace(**{**vars(options), **changes})


def _require_judge(options: argparse.Namespace) -> None:
    if options.judge is None:
        raise JudgeError("found no --judge: say which judge is meant, for example --judge api --model NAME")


def _print_told(ledger: Ledger) -> None:
    for what in ledger.told:
        print(f"  {what}")
