"""``make demo``: every sample file of every benchmark through check, score and a ranked board, offline.

Writes the results and the board into ``var/demo/`` and ends with the commands to go on with.
"""

import shutil
import sys
from pathlib import Path

from benchmarks import benchmark_names, load_benchmark
from benchmarks.folder import sample_folder
from board.errors import BoardError
from board.results import Result, write_result
from board.table import build_table
from board.types import Benchmark
from board.writing import write_whole
from scorer.board_text import board_text
from scorer.score import score_file

OUT = Path("var/demo")


def main() -> int:
    """Run the demo; 0 where every sample file was accepted and scored."""
    shutil.rmtree(OUT, ignore_errors=True)
    names = benchmark_names()
    for name in names:
        _show(load_benchmark(name), OUT)
    _say_what_next(names[0])
    return 0


def _show(benchmark: Benchmark, out: Path) -> None:
    folder = sample_folder(benchmark.name)
    files = sorted((folder / "predictions").glob("*.jsonl"))
    print(f"{benchmark.title}: {len(files)} sample files, check → score → board\n")
    results = [_score(file, benchmark, folder, out) for file in files]
    for track in benchmark.tracks:
        board = [result for result in results if result.track == track]
        if board:
            table = build_table(board)
            text = board_text(table, benchmark)
            write_whole(out / f"{benchmark.name}-{track}.txt", text + "\n")
            write_whole(out / f"{benchmark.name}-{track}.csv", table.to_csv(index=False))
            print(f"\n{benchmark.title} · {board[0].data_version} · {track} (percent)\n{text}")
    print()


def _score(file: Path, benchmark: Benchmark, folder: Path, out: Path) -> Result:
    scored = score_file(file, benchmark, data=folder, card=file.with_suffix(".submission.json"))
    if scored.result is None:
        raise BoardError(f"{file} was refused ({', '.join(scored.report.counts)}): the sample is damaged")
    write_result(scored.result, scored.scores, out / "results")
    warnings = ", ".join(scored.report.counts) or "no warning"
    print(f"  {file.name:36} {scored.report.rows:>6,} rows  ok, {warnings}")
    return scored.result


def _say_what_next(name: str) -> None:
    sample = sample_folder(name).relative_to(Path.cwd()) if sample_folder(name).is_relative_to(Path.cwd()) else "sample"
    python = ".venv/bin/python"
    print(f"Results and boards are in {OUT}/. What next:")
    print("  see every fault of a bad file")
    print(f"    {python} -m validator check {name} {sample}/bad/e_label.jsonl")
    print("  score a file, and see where it would land")
    good = f"{sample}/predictions/frame_looker"
    print(f"    {python} -m scorer score {name} {good}.jsonl --submission {good}.submission.json \\")
    print(f"      --compare {OUT}/results --out var/mine")
    print("  start your own file: every id filled in, every answer null")
    print(f"    {python} -m validator init {name} --out var/mine")
    print("  bring the official questions in (6,980), from the released file")
    print(f"    {python} -m benchmarks import {name} SOURCE --out data/{name} --key-out keys/{name}")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BoardError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
