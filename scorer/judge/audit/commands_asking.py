"""The commands of the audit that ask a judge: drift, floors and canaries."""

import argparse
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path

from board.errors import JudgeError
from board.results import read_results
from board.words import counted
from scorer.answers import read_data, read_texts
from scorer.judge.audit.anchors import ask_again, begin_ledger, held_in
from scorer.judge.audit.canaries import check_canaries
from scorer.judge.audit.drift import drift as drift_of
from scorer.judge.audit.evenly import evenly
from scorer.judge.audit.floor_rows import NO_ROWS, Rows, rows_judged_alike
from scorer.judge.audit.floors import JudgeAndPrompt, floor_answers, floors_report, judge_floors
from scorer.judge.audit.pairing import pair, pooled
from scorer.judge.audit.printing import note, print_report
from scorer.judge.audit.reading import Audited, read_audited, where
from scorer.judge.audit.sides import asked_in, asked_words, read_verdicts_of
from scorer.judge.audit.suspicion import suspected
from scorer.judge.audit.text import canaries_text, drift_text, floors_text
from scorer.judge.choose import asker
from scorer.judge.ledger import Ledger
from scorer.score import AskForVerdicts
from scorer.verdicts import Verdicts

DRIFTS = Path("var") / "drift"


def drift(options: argparse.Namespace) -> int:
    """The same answers judged before and now; 0 only where there is no drift, and enough verdicts to say so."""
    if (options.now is None) == (options.judge is None):
        found = "neither --now nor --judge" if options.judge is None else "both --now and --judge"
        raise JudgeError(f"found {found}, expected one of them: verdicts given now, or the judge to ask again")
    audited = read_audited(options.files, where(options))
    before = read_verdicts_of(audited, options.before)
    now = _asked_again(options, audited, before) if options.judge else read_verdicts_of(audited, options.now)
    pairs = [pair(one.judged, a, b) for one, a, b in zip(audited.answers, before, now, strict=True)]
    report = drift_of(pooled(pairs), asked_in(before), asked_in(now), options.noise)
    print_report(options, report, drift_text(report))
    return 0 if report.conclusive and not report.alarm else 1


def _asked_again(options: argparse.Namespace, audited: Audited, before: Sequence[Verdicts]) -> list[Verdicts]:
    """The verdicts of a judge that has nothing to read them from, or those of an interrupted drift.

    Raises:
        JudgeError: the judge can only repeat itself, or verdicts would be read from a ledger of something else.
    """
    if options.judge == "recorded":
        raise JudgeError(
            "a recorded judge says again what it said: ask the judge itself, or name its new verdict file with --now"
        )
    today = datetime.now(UTC).replace(microsecond=0)
    again = options.again or DRIFTS / f"{today:%Y-%m-%dT%H-%M-%S}"
    begun = begin_ledger(again, options.ledger, today)
    note(f"new verdicts are kept in {again}; after an interruption go on with --again {again}")
    now = ask_again(asker(argparse.Namespace(**{**vars(options), "ledger": again})), audited, before)
    if held_in(again) == begun.n_held:
        note(
            f"nothing was asked: {again} held every verdict, so this is the drift as it was from {begun.at} on. "
            "Name a new folder with --again, or leave it out, to ask today"
        )
    return now


def floors(options: argparse.Namespace) -> int:
    """What the judge gives to answers that saw nothing; 1 where a row is not above them, or it cannot be told."""
    if options.questions and options.results:
        raise JudgeError("found --questions and --results, expected one of them: rows are scored on all questions")
    data, ask = read_data(where(options)), _asker(options)
    results = read_results(options.results) if options.results else []  # before anything is asked
    questions = evenly(data.questions, options.questions) if options.questions else data.questions
    texts = list(read_texts(options.answers, where(options)).values()) if options.answers else []
    judged = judge_floors(ask, floor_answers(texts), questions, data.key.entries, data.benchmark)
    rows = NO_ROWS
    if options.results:
        rows = rows_judged_alike(results, data, judged.asked)
        _tell_rows(rows, options.results, judged.asked)
    report = floors_report(judged, rows.rows)
    print_report(options, report, floors_text(report, rows.names))
    told = all(floor.value is not None for floor in report.floors) and (report.n_rows > 0 or not options.results)
    return 0 if told and not report.not_above else 1


def _tell_rows(rows: Rows, folder: Path, asked: Collection[JudgeAndPrompt]) -> None:
    """Which results are not held against the floors, and why, on stderr."""
    if rows.n_others:
        left_out = counted(rows.n_others, "result is", "results are")
        note(f"{left_out} incomplete, on other questions, or judged otherwise than by {asked_words(asked)}: left out")
    if not rows.rows:
        note(f"found no row in {folder} to hold against the floors: score files with this judge and --out {folder}")


def canaries(options: argparse.Namespace) -> int:
    """Questions whose truth is certain about suspected answers and some others; 1 where one is answered wrong."""
    ask = _asker(options)
    audited = read_audited([options.file], where(options))
    (answers,) = audited.answers
    with Ledger(options.ledger) as ledger:
        seed = ledger.seed
    report = check_canaries(ask, answers.judged, audited.key, suspected(answers.texts), seed, options.share)
    print_report(options, report, canaries_text(report))
    return 1 if report.caught or report.unread else 0


def _asker(options: argparse.Namespace) -> AskForVerdicts:
    """How to ask the judge of the command line.

    Raises:
        JudgeError: none is named, or a verdict file is, which cannot be asked.
    """
    if options.judge is None:
        raise JudgeError("found no --judge, expected who is asked, for example --judge local --model FOLDER")
    if options.judge == "recorded" and options.model and Path(options.model).exists():
        raise JudgeError(
            f"found verdicts in {options.model}, which cannot be asked about other answers: expected a judge, "
            "or the name of one whose verdicts on exactly these are in the ledger"
        )
    return asker(options)
