"""What the commands of ``python -m scorer judge`` do."""

import argparse
import json
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import load_benchmark
from benchmarks.files import read_questions
from benchmarks.folder import known_folders, open_data
from board.errors import BenchmarkError, JudgeError
from board.results import Result
from board.words import counted, percent
from board.writing import write_whole
from scorer.answers import read_answers
from scorer.judge.ask import asked_of
from scorer.judge.audit.text import agreement_text, ranks_text
from scorer.judge.choose import choose_judge, estimate_text, watch
from scorer.judge.labelled import labelled_margins
from scorer.judge.ledger import Ledger
from scorer.judge.ledger_files import export as export_file
from scorer.judge.ledger_files import held, import_file
from scorer.judge.logits_judge import LogitsJudge
from scorer.judge.overlap import answers_of, asked_of_all, compare_judges, kept_answers, spread, told
from scorer.judge.retire import archive as archive_judge
from scorer.judge.retire import judge_of, results_judged_by
from scorer.judge.retire import retire as retire_judge
from scorer.judge.run import judge_answers
from scorer.judge.types import Asked
from scorer.key import load_key


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
    """What judging a file would cost."""
    _require_judge(options)
    with ExitStack() as held_open:
        asked = _asked(options)
        judge, ledger = choose_judge(options, "strict", held_open)
        print(f"{options.file.name}: {counted(len(asked), 'answer')} for a judge, each {judge.repeats} ×")
        print(f"  {estimate_text(options, judge, asked, ledger)}")
    return 0


def calibrate(options: argparse.Namespace) -> int:
    """Fit a local judge to labels."""
    from scorer.models.calibration import fit_calibration

    _require_judge(options)
    with ExitStack() as held_open:
        judge, _ = choose_judge(options, "strict", held_open)
        if not isinstance(judge, LogitsJudge):
            raise JudgeError("only a local judge by next-word probabilities (--way logits) has something to calibrate")
        found = read_answers(options.file, load_benchmark(options.benchmark), options.data, options.key)
        margins, yes = labelled_margins(judge, found, options.labels)
    fitted = fit_calibration(margins, yes)
    right = sum((fitted.p_yes(margin) > 0.5) == label for margin, label in zip(margins, yes, strict=True))
    told_of = {**fitted._asdict(), "n_labels": len(yes), "judge": judge.identity.label, "prompt": judge.identity.prompt}
    write_whole(options.out, json.dumps(told_of, indent=1) + "\n")
    print(f"temperature {fitted.temperature:.4g}, bias {fitted.bias:.4g}, from {counted(len(yes), 'labelled verdict')}")
    print(f"  right on {percent(right / len(yes))} % of these same labels: hold others back to know how good it is")
    print(f"  wrote {options.out}; judge with --calibration {options.out}")
    return 0


def retire(options: argparse.Namespace) -> int:
    """Freeze the boards of a judge; where its successor can be asked, compare the two."""
    boards = results_judged_by(options.name, options.results)
    today = datetime.now(UTC).date().isoformat()
    for name, results in boards.items():
        folder, judge = options.results / name, judge_of(options.name, results)
        frozen = retire_judge(folder, results, judge, options.successor, today, options.reason)
        print(
            f"{name}: {judge} is retired, {counted(len(frozen.frozen), 'row')} frozen; "
            f"new rows wait for {frozen.successor}"
        )
        if options.judge is not None:
            _compare(options, [one for one in results if one.provenance.judge == judge], judge)
        else:
            print("  to compare them on the same answers, say how the successor is asked: --judge …")
        print(f"  then: judge archive {options.name}, or have every row judged again")
    return 0


def archive(options: argparse.Namespace) -> int:
    """Take a retired judge's rows out of the ranking."""
    today = datetime.now(UTC).date().isoformat()
    for name, results in results_judged_by(options.name, options.results).items():
        found = archive_judge(options.results / name, judge_of(options.name, results), today)
        n = sum(one.provenance.judge == found.judge for one in results)
        print(f"{name}: {counted(n, 'row')} of {found.judge} archived; rows of {found.successor} are ranked")
    return 0


def _compare(options: argparse.Namespace, results: list[Result], old: str) -> None:
    """Both judges on an overlap: printed, and kept beside the results."""
    from board.retired_judges import read_retired, write_retired

    benchmark = load_benchmark(results[0].benchmark)
    data = options.data or _data_of(results[0])
    every = [question for question in read_questions(data) if question.kind == "text"]
    key = load_key(benchmark, data, read_questions(data), options.key).entries
    kept = kept_answers(results, options.scores or options.results)
    questions = spread(every, kept)
    answers = [answers_of(one, questions, key) for one in kept]
    asked = asked_of_all(kept, answers, key)
    with ExitStack() as held_open:
        judge, ledger = choose_judge(options, "strict", held_open)
        judged = judge_answers(judge, asked, ledger, only_failed=options.only_failed, watch=watch)
        everything = asked_of_all(kept, [answers_of(one, every, key) for one in kept], key)
        price = estimate_text(options, judge, everything, ledger)
    overlap = compare_judges(kept, answers, judged.opinions, judge.repeats, benchmark, (old, judge.identity.label))
    few = " (all there are; 300 would tell more)" if overlap.n_answers < 300 else ""
    print(f"  both judged {counted(overlap.n_answers, 'answer')} to {counted(overlap.n_questions, 'question')}{few}\n")
    names = {one.submission_id: str(one.submission.get("display_name") or one.submission_id[:16]) for one in results}
    print(agreement_text(overlap.agreement) + "\n\n" + ranks_text(overlap.ranks, names) + "\n")
    print(f"  judging all {counted(len(everything), 'answer')} again: {price}")
    folder = options.results / benchmark.name
    after = [
        one.model_copy(update={"overlap": told(overlap, price), "successor": judge.identity.label})
        if one.judge == old
        else one
        for one in read_retired(folder)
    ]
    write_retired(folder, after)


def _data_of(result: Result) -> Path:
    for folder in known_folders(result.benchmark):
        if open_data(folder).data_version == result.data_version:
            return folder
    raise BenchmarkError(f"found no data of {result.benchmark} {result.data_version}: name the folder with --data")


def _asked(options: argparse.Namespace) -> list[Asked]:
    found = read_answers(options.file, load_benchmark(options.benchmark), options.data, options.key)
    return asked_of(found.judged, found.key.entries, "strict")


def _require_judge(options: argparse.Namespace) -> None:
    if options.judge is None:
        raise JudgeError("found no --judge: say which judge is meant, for example --judge api --model NAME")


def _print_told(ledger: Ledger) -> None:
    for what in ledger.told:
        print(f"  {what}")
