"""The scorer's command line: ``python -m scorer score | judge | audit | verify``.

Exit codes: 0 complete, parity, identical · 1 refused, incomplete, mixed judges, different · 2 wrong usage, machine.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from board.command import run_command
from board.types import MODES
from scorer.judge.audit.commands import add_audit_command
from scorer.judge.commands import add_judge_command
from scorer.judge.options import add_judge_options, recorded_file, require_used

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TextIO

    from board.results import Result
    from board.types import Benchmark, Report
    from scorer.score import AskForVerdicts, Scored


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    return run_command(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scorer",
        description="Recount scores from prediction files.",
        epilog="For example: score vsi_super_wild predictions.jsonl. rerun and rescore come later.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="score | judge | audit | verify")
    score = commands.add_parser("score", help="check and score one prediction file")
    score.set_defaults(run=_score)
    score.add_argument("benchmark", metavar="NAME")
    score.add_argument("file", metavar="FILE", type=Path)
    _add_data(score)
    score.add_argument("--submission", metavar="FILE", type=Path, help="submission.json, the card of the model")
    _add_verdicts(score)
    add_judge_options(score)
    score.add_argument("--mode", choices=MODES, help="how answers are read (default: submission.json, else strict)")
    score.add_argument("--out", metavar="DIR", type=Path, help="write the result and its score rows there")
    score.add_argument(
        "--private-scores",
        metavar="DIR",
        type=Path,
        default=Path("var") / "scores",
        help="where the score rows go if the gold is private (default: var/scores)",
    )
    score.add_argument("--compare", metavar="RESULTS", type=Path, help="a folder of results to stand beside")
    score.add_argument("--format", choices=("text", "json"), default="text")
    score.add_argument("--all", action="store_true", help="list every fault, not at most 100 a code")
    add_judge_command(commands)
    add_audit_command(commands)
    verify = commands.add_parser("verify", help="recount a receipt from its file, offline")
    verify.set_defaults(run=_verify)
    verify.add_argument("receipt", metavar="RECEIPT", type=Path)
    verify.add_argument("file", metavar="FILE", type=Path)
    _add_data(verify)
    _add_verdicts(verify)
    return parser


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="data folder (default: data/NAME, else the sample)")
    parser.add_argument(
        "--key", metavar="FILE", type=Path, help="key file (default: DIR/key.jsonl, keys/NAME/key.jsonl)"
    )


def _add_verdicts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--verdicts", metavar="FILE", type=Path, help="a judge's verdicts, where answers are judged")


def _score(options: argparse.Namespace) -> int:
    from benchmarks import load_benchmark
    from board.results import result_json
    from scorer.private_scores import write_scored
    from scorer.result_text import result_text
    from scorer.score import score_file

    benchmark = load_benchmark(options.benchmark)
    others = _others(options)  # before anything is written
    verdicts, judge = _verdicts(options)
    scored = score_file(
        options.file,
        benchmark,
        data=options.data,
        key=options.key,
        mode=options.mode,
        card=options.submission,
        verdicts=verdicts,
        judge=judge,
        keep_all=options.all,
    )
    if scored.result is None:
        _print_refusal(scored.report, options, benchmark, verdicts)
        return 1
    _print_warnings(scored.report)
    if options.format == "json":
        print(result_json(scored.result), end="")
    else:
        print(result_text(scored.result, benchmark, scored.scores, scored.official))
    replaced = _replaced(options.out, scored.result) if options.out else ""
    written = write_scored(scored, benchmark, options.out, options.private_scores) if options.out else None
    if others is not None:
        _compare(options, scored, others, benchmark)
    elif options.out and _receipt_file(options.out, scored.result).exists():
        _write_receipt(options.out, scored.result)  # or an older one would stand beside another result
    if replaced:
        print(replaced, file=sys.stderr)
    if written and options.format == "text":
        print(f"  wrote {written}")
    return 0 if scored.result.status in ("complete", "parity") else 1


def _replaced(out: Path, result: "Result") -> str:
    """What is told where a result of another judge is replaced; a smoke judge may replace none but its like.

    Raises:
        JudgeError: it would.
    """
    from board.errors import BenchmarkError, JudgeError
    from board.judges import SMOKE, is_smoke
    from board.results import VERDICTS, parse_result

    file = out / result.benchmark / f"{result.submission_id}.json"
    if not file.exists():
        return ""
    try:
        before = parse_result(file.read_bytes(), str(file)).provenance.judge
    except BenchmarkError:
        return "  replaces a damaged result there"
    kept = file.with_name(f"{result.submission_id}{VERDICTS}")
    real = not is_smoke(before) if before else kept.exists() and f'"{SMOKE}'.encode() not in kept.read_bytes()
    judge = result.provenance.judge
    if is_smoke(judge) and real:
        raise JudgeError(
            f"{file} is a result of {before or 'a judge'}, and a smoke judge replaces none: name another --out"
        )
    return f"  replaces the result of {before} there" if before not in (None, judge) else ""


def _verdicts(options: argparse.Namespace) -> "tuple[Path | None, AskForVerdicts | None]":
    """The verdict file to read, or how to ask a judge; neither where none is named."""
    from board.errors import JudgeError

    require_used(options)
    if options.judge is None:
        return options.verdicts, None
    if options.verdicts is not None:
        raise JudgeError("found --verdicts and --judge, expected one of them: who gives the verdicts?")
    if (file := recorded_file(options)) is not None:
        return file, None
    from scorer.judge.choose import asker

    return None, asker(options)


def _others(options: argparse.Namespace) -> "Sequence[Result] | None":
    """The results to stand beside; none yet where they are to lie in the folder that --out makes."""
    from board.results import read_results

    if options.compare is None:
        return None
    return [] if options.compare == options.out and not options.out.exists() else read_results(options.compare)


def _print_refusal(
    report: "Report", options: argparse.Namespace, benchmark: "Benchmark", verdicts: Path | None
) -> None:
    from validator.report import as_json, as_text

    if options.format == "json":
        print(as_json(report))
    else:
        file = verdicts if verdicts and "E_VERDICT" in report.counts else options.file
        print(as_text(report, file, benchmark.title, show_all=options.all))


def _print_warnings(report: "Report") -> None:
    """One line a warning on stderr (a flag that overrides the card, missing rows, …), so that a result stays whole."""
    for code in dict.fromkeys(issue.code for issue in report.issues):
        first = next(issue for issue in report.issues if issue.code == code)
        more = f" (and {report.counts[code] - 1:,} more)" if report.counts[code] > 1 else ""
        print(f"warning[{code}]: {first.message}{more}", file=sys.stderr)


def _compare(options: argparse.Namespace, scored: "Scored", others: "Sequence[Result]", benchmark: "Benchmark") -> None:
    """Rank, weakest parts, a LaTeX row and a receipt (kept with --out)."""
    from scorer.compare import comparison

    shown = sys.stdout if options.format == "text" else sys.stderr
    print(comparison(scored, options.compare, others, benchmark), file=shown)
    if scored.result is not None:
        _receipt(options, scored.result, shown)


def _receipt(options: argparse.Namespace, result: "Result", shown: "TextIO") -> None:
    """Write the receipt with --out; say how it is recounted."""
    from board.receipts import make_receipt

    if options.out:
        receipt, file = _write_receipt(options.out, result)
        named = {name: getattr(options, name) for name in ("data", "key", "verdicts")}
        if options.judge:
            named["verdicts"] = recorded_file(options) or _kept_verdicts(options, result)
        where = [f"--{name} {path}" for name, path in named.items() if path]
        print(f"  receipt ({receipt['note']}): {file}", file=shown)
        command = " ".join([".venv/bin/python -m scorer verify", str(file), str(options.file), *where])
        print(f"  recount it: {command}", file=shown)
    else:
        receipt = make_receipt(result.model_dump())
        print(f"  receipt ({receipt['note']}): {receipt['receipt_sha256'][:16]}", file=shown)
        print("  --out DIR keeps the whole receipt, which python -m scorer verify recounts", file=shown)


def _write_receipt(out: Path, result: "Result") -> "tuple[dict[str, Any], Path]":
    """The receipt of a result, written beside it."""
    from board.receipts import make_receipt
    from board.writing import write_whole

    receipt, file = make_receipt(result.model_dump()), _receipt_file(out, result)
    write_whole(file, json.dumps(receipt, ensure_ascii=False, indent=1) + "\n")
    return receipt, file


def _receipt_file(out: Path, result: "Result") -> Path:
    return out / result.benchmark / f"{result.submission_id}.receipt.json"


def _kept_verdicts(options: argparse.Namespace, result: "Result") -> Path | None:
    """Where a judge's verdicts lie: beside the result, or with the score rows of a private benchmark."""
    from board.results import VERDICTS

    name = f"{result.submission_id}{VERDICTS}"
    places = [root / result.benchmark / name for root in (options.out, options.private_scores)]
    return next((place for place in places if place.exists()), None)


def _verify(options: argparse.Namespace) -> int:
    from scorer.verify import read_receipt, verify

    receipt = read_receipt(options.receipt)
    difference = verify(receipt, options.file, data=options.data, key=options.key, verdicts=options.verdicts)
    if difference is None:
        print(
            f"identical: {receipt['benchmark']} {receipt['data_version']}, submission {receipt['submission_id'][:16]}"
        )
        return 0
    print(f"different: {difference}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
