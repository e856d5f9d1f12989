"""The submitter's command line: ``python -m validator check | convert | explain | init``.

Exit codes: 0 good, 1 faults found, 2 wrong usage or a file or machine that cannot be used.
"""

import argparse
import sys
from pathlib import Path

from board.command import run_command
from board.types import MODES
from board.words import counted


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    return run_command(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m validator",
        description="Check a prediction file, offline.",
        epilog="For example: check vsi_super_wild predictions.jsonl. submit and status come with later releases.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="check | convert | explain | init")
    check = commands.add_parser("check", help="name every fault of a prediction file")
    check.set_defaults(run=_check)
    check.add_argument("benchmark", metavar="NAME", help="e.g. vsi_super_wild")
    check.add_argument("file", metavar="FILE", type=Path, help=".jsonl, .json or .csv, or a .gz of one")
    _add_data(check)
    check.add_argument("--mode", choices=MODES, help="how answers are read (default: submission.json, else strict)")
    check.add_argument("--submission", metavar="FILE", type=Path, help="check this submission.json too")
    check.add_argument("--format", choices=("text", "json", "github"), default="text")
    check.add_argument("--all", action="store_true", help="list every issue, not at most 100 a code")
    check.add_argument("--fix", metavar="OUT", type=Path, help="write a repaired copy and show the changes")
    explain = commands.add_parser("explain", help="show how single answers are read")
    explain.set_defaults(run=_explain)
    explain.add_argument("file", metavar="CASES.jsonl", type=Path)
    explain.add_argument("--mode", choices=MODES, default="rules")
    convert = commands.add_parser("convert", help="answers in another layout to a prediction file")
    convert.set_defaults(run=_convert)
    convert.add_argument("benchmark", metavar="NAME")
    convert.add_argument("paths", metavar="PATH", type=Path, nargs="+", help="the model's folder, or its files")
    convert.add_argument("--from", dest="layout", choices=("official",), required=True, help="who wrote the files")
    _add_data(convert)
    convert.add_argument("--out", metavar="FILE", type=Path, required=True, help="the prediction file to write")
    init = commands.add_parser("init", help="write an empty prediction file and a card to fill in")
    init.set_defaults(run=_init)
    init.add_argument("benchmark", metavar="NAME")
    _add_data(init)
    init.add_argument("--out", metavar="DIR", type=Path, default=Path())
    return parser


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", type=Path, help="data folder (default: data/NAME, else the sample)")


def _check(options: argparse.Namespace) -> int:
    from benchmarks import load_benchmark
    from validator.submission import check_submission

    benchmark = load_benchmark(options.benchmark)
    checked = check_submission(
        options.file,
        benchmark,
        data=options.data,
        mode=options.mode,
        card=options.submission,
        keep_all=options.all,
    )
    report = checked.report
    if options.format == "json":
        from validator.report import as_json

        print(as_json(report))
    elif options.format == "github":
        from validator.report import as_github

        print(as_github(report, options.file))
    else:
        from validator.report import as_text

        print(as_text(report, options.file, benchmark.title, show_all=options.all))
    if options.fix is not None:
        _fix(options)
    return 0 if report.ok else 1


def _fix(options: argparse.Namespace) -> None:
    """Write the repaired copy; the changes go to stderr where stdout is for a program."""
    from benchmarks.folder import find_data
    from validator.repair import repair

    shown = sys.stdout if options.format == "text" else sys.stderr
    done = repair(options.file, find_data(options.benchmark, options.data), options.fix)
    print(f"\n--- {options.file}\n+++ {options.fix}", file=shown)
    for row, before, after in done.changes if options.all else done.changes[:20]:
        print(f"@@ row {row} @@\n-{before}\n+{after}", file=shown)
    if len(done.changes) > 20 and not options.all:
        print(f"… and {len(done.changes) - 20:,} more; --all shows them", file=shown)
    print(
        f"wrote {counted(done.rows, 'row')}, {len(done.changes):,} of them repaired {done.not_copied}".rstrip(),
        file=shown,
    )
    data = f" --data {options.data}" if options.data else ""
    print(f"Next: .venv/bin/python -m validator check {options.benchmark} {options.fix}{data}", file=shown)


def _explain(options: argparse.Namespace) -> int:
    from validator.explain import explain_file

    for line in explain_file(options.file, options.mode):
        print(line)
    return 0


def _convert(options: argparse.Namespace) -> int:
    from benchmarks import load_benchmark
    from benchmarks.folder import find_data, open_data
    from board.errors import FaultyAnswers
    from validator.convert import convert, notes

    benchmark = load_benchmark(options.benchmark)
    data = find_data(benchmark.name, options.data)
    try:
        written = convert(benchmark, options.paths, data, options.out)
    except FaultyAnswers as error:
        print(f"not converted, nothing was written: {error}", file=sys.stderr)
        return 1
    rows = len(written.converted.rows)
    files = " and ".join(str(file) for file in (written.predictions, written.card) if file)
    print(f"{benchmark.title} {open_data(data).data_version}: wrote {counted(rows, 'row')} to {files}")
    for note in notes(written.converted):
        print(f"  {note}")
    card = f" --submission {written.card}" if written.card else ""
    data_option = f" --data {options.data}" if options.data else ""
    print(f"Next: .venv/bin/python -m validator check {benchmark.name} {options.out}{card}{data_option}")
    return 1 if written.converted.missing else 0


def _init(options: argparse.Namespace) -> int:
    from benchmarks import load_benchmark
    from benchmarks.folder import find_data, open_data
    from validator.init import init

    benchmark = load_benchmark(options.benchmark)
    data = find_data(benchmark.name, options.data)
    version = open_data(data).data_version
    written = init(data, version, options.out)
    print(f"{benchmark.title} {version}: wrote {' and '.join(map(str, written))}")
    print("Fill in the predictions (null abstains) and the card, above all")
    print("display_name, organisation, open_weights and protocol; then check them:")
    data_option = f" --data {options.data}" if options.data else ""
    check = f".venv/bin/python -m validator check {benchmark.name} {written[0]} --submission {written[1]}"
    print(f"  {check}{data_option}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
