"""The maintainer's command line for benchmarks: ``python -m benchmarks list | import | audit-key | new``.

Exit codes: 0 good, 1 faults in the official data or a leak found, 2 wrong usage or data that cannot be used.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import ROOT, benchmark_names, load_benchmark, load_module
from board.command import run_command
from board.errors import FaultyData
from board.types import Benchmark
from board.words import counted

if TYPE_CHECKING:
    from benchmarks.importing import Imported


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    return run_command(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Bring benchmarks in, audit them, and start new ones.",
        epilog="For example: audit-key vsi_super_wild",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="list | import | audit-key | new")
    listing = commands.add_parser("list", help="the benchmarks there are, and where their data lies")
    listing.set_defaults(run=_list)
    listing.add_argument("--format", choices=("text", "json"), default="text")
    bring = commands.add_parser("import", help="official data to questions.jsonl and key.jsonl")
    bring.set_defaults(run=_import)
    bring.add_argument("benchmark", metavar="NAME")
    bring.add_argument("source", metavar="SOURCE", nargs="?", help="official file (default: the recorded address)")
    bring.add_argument("--videos", metavar="CSV", type=Path, help="video_name,duration_min,scene_category")
    bring.add_argument("--data-version", metavar="V")
    bring.add_argument("--partial", action="store_true", help="accept fewer questions than the release has")
    bring.add_argument("--out", metavar="DIR", type=Path, required=True, help="where questions.jsonl goes")
    bring.add_argument("--key-out", metavar="DIR", type=Path, required=True, help="where key.jsonl goes (mode 0600)")
    audit = commands.add_parser("audit-key", help="floors anyone must beat, label balance, leaks")
    audit.set_defaults(run=_audit)
    audit.add_argument("benchmark", metavar="NAME")
    audit.add_argument("--data", metavar="DIR", type=Path)
    audit.add_argument("--key", metavar="FILE", type=Path)
    audit.add_argument("--format", choices=("text", "json"), default="text")
    new = commands.add_parser("new", help="write the folder of a new benchmark, ready to be filled")
    new.set_defaults(run=_new)
    new.add_argument("benchmark", metavar="NAME", help="its name, in snake_case")
    new.add_argument("--root", metavar="DIR", type=Path, default=ROOT, help="where (default: with the others)")
    return parser


def _list(options: argparse.Namespace) -> int:
    from benchmarks.folder import find_data, open_data, seen_from_here

    rows = []
    for name in benchmark_names():
        benchmark = load_benchmark(name)
        folder = open_data(find_data(name))
        rows.append(
            {
                "name": name,
                "title": benchmark.title,
                "tasks": [task.name for task in benchmark.tasks],
                "gold": benchmark.gold,
                "data_versions": [version.name for version in benchmark.data_versions],
                "data": str(seen_from_here(folder.path)),
                "data_version": folder.data_version,
            }
        )
    if options.format == "json":
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        print(f"{row['name']}  {row['title']}: {', '.join(row['tasks'])}; gold {row['gold']}")
        print(f"  releases: {', '.join(row['data_versions'])}; here: {row['data_version']} in {row['data']}")
    return 0


def _import(options: argparse.Namespace) -> int:
    from benchmarks.files import write_data_folder
    from benchmarks.folder import DataFolder
    from benchmarks.source import source_file

    benchmark = load_benchmark(options.benchmark)
    importer = load_module(benchmark.name, "importer")
    version = options.data_version or benchmark.data_versions[0].name
    with source_file(options.source, benchmark, version) as (source, address):
        try:
            brought = importer.import_questions(
                source, videos=options.videos, data_version=options.data_version, partial=options.partial
            )
        except FaultyData as error:
            print(f"not imported, nothing was written: {error}", file=sys.stderr)
            return 1
    about = DataFolder(
        options.out,
        brought.data_version,
        options.partial and bool(brought.differences),
        address,
        counts=brought.counts,
        videos=brought.videos,
        totals=brought.totals,
    )
    write_data_folder(benchmark.name, about, options.key_out, brought.questions, brought.key)
    _tell_imported(benchmark, brought, options)
    return 0


def _tell_imported(benchmark: Benchmark, brought: "Imported", options: argparse.Namespace) -> None:
    """Say what was imported, write the images that came with it, and say what comes next."""
    by_task = ", ".join(f"{task} {n:,}" for task, n in brought.counts.items())
    print(f"{benchmark.title} {brought.data_version}: {counted(len(brought.questions), 'question')} ({by_task})")
    for difference in brought.differences:
        print(f"  differs from the release: {difference}")
    for note in brought.notes:
        print(f"  {note}")
    print(f"  questions in {options.out}, key in {options.key_out} (readable by you alone)", flush=True)
    if brought.write_media:
        print(f"  {brought.write_media(options.out):,} images in {options.out}")
    print(f"Next: .venv/bin/python -m validator check {benchmark.name} FILE --data {options.out}")
    if options.out == Path("data") / benchmark.name:
        sample = f"--data benchmarks/{benchmark.name}/sample"
        print(f"From now on every command uses {brought.data_version} by itself; {sample} goes back to the sample")


def _audit(options: argparse.Namespace) -> int:
    from benchmarks.audit_key import audit_key
    from benchmarks.files import read_key, read_questions
    from benchmarks.folder import find_data, find_key

    benchmark = load_benchmark(options.benchmark)
    data = find_data(benchmark.name, options.data)
    questions = read_questions(data)
    audit = audit_key(benchmark, questions, read_key(find_key(benchmark.name, data, options.key)))
    if options.format == "json":
        print(json.dumps(audit.as_json(), ensure_ascii=False))
    else:
        print(audit.as_text())
    return 1 if audit.leaked else 0


def _new(options: argparse.Namespace) -> int:
    from benchmarks.new import WHAT_IT_IS, new, next_steps, title_of

    here = options.root.resolve() == ROOT
    written = new(options.benchmark, ROOT if here else options.root)
    folder = Path("benchmarks") / options.benchmark if here else written.folder
    print(f"{title_of(options.benchmark)}: wrote {folder}")
    for file, what in WHAT_IT_IS.items():
        print(f"  {file:28} {what}")
    print("It works as it stands. Next:")
    for line in next_steps(options.benchmark, folder, len(written.to_replace)):
        print(f"  {line}")
    print("docs/adding-a-benchmark.md walks through all of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
