"""``python -m space build``: the static site from results, questions and public keys. ``serve``: look at it."""

import argparse
import sys
from pathlib import Path

from benchmarks import ROOT, benchmark_names, load_benchmark
from board.command import run_command
from board.errors import BoardError
from board.results import is_result_name
from board.types import Benchmark
from board.words import counted


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit code (0 done, 2 wrong usage or machine)."""
    return run_command(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m space", description="The static site of the board.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="build | serve")
    build = commands.add_parser("build", help="write the static site")
    build.add_argument("--results", type=Path, default=Path("results"), help="folder of results (default: results)")
    build.add_argument("--data", type=Path, default=Path("data"), help="folder with one data folder a benchmark")
    build.add_argument("--benchmarks", type=Path, help="one more folder of benchmark folders, beside the house's own")
    build.add_argument("--out", type=Path, required=True, help="where the site goes; a site that is there is replaced")
    build.add_argument(
        "--media",
        choices=("copy", "thumbs", "link", "none"),
        default="none",
        help="images and videos of questions; pages that show them come later, until then all are the same",
    )
    build.set_defaults(run=_build)
    serve = commands.add_parser("serve", help="serve a built site on this machine")
    serve.add_argument("site", type=Path, nargs="?", default=Path("var/demo/site"), help="default: var/demo/site")
    serve.add_argument("--port", type=int, help="default: 8000, or one that is free")
    serve.set_defaults(run=_serve)
    return parser


def _build(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from space.site.build import build_site

    if not options.results.is_dir():
        raise BoardError(f"found no folder {options.results}: name the results with --results, or run make demo first")
    site = build_site(
        options.results,
        options.data,
        _benchmarks(options.benchmarks),
        options.out,
        progress=lambda steps, doing, total: tqdm(steps, doing, total, leave=False, delay=1, disable=None),
    )
    if not site.rows:
        print(f"found no result in {options.results}: only floors and published rows are shown")
    left_out = len({file.name for file in options.results.rglob("*.json") if is_result_name(file.name)}) - len(
        site.rows
    )
    if left_out:
        told = counted(left_out, "result of a smoke judge is", "results of smoke judges are")
        print(f"{told} left out: such judges are for trying things out, and their rows are never published")
    print(f"{len(site.boards)} boards, {len(site.rows):,} submissions → {options.out / 'index.html'}")
    return 0


def _benchmarks(more: Path | None) -> list[Benchmark]:
    found = [load_benchmark(name) for name in benchmark_names()]
    if more is not None:
        found += [load_benchmark(name, more) for name in benchmark_names(more) if more.resolve() != ROOT.resolve()]
    return found


def _serve(options: argparse.Namespace) -> int:
    from space.site.serve import serve

    serve(options.site, options.port)
    return 0


if __name__ == "__main__":
    sys.exit(main())
