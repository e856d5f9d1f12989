"""``make demo``: every sample file of every benchmark through check, score and a ranked board, offline.

Writes the results and the board into ``var/demo/`` and ends with the commands to go on with.
"""

import shutil
import sys
from collections.abc import Mapping, Sequence
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
    shown = {name: _show(load_benchmark(name), OUT) for name in names}
    judged = [name for name in names if (sample_folder(name) / "verdicts").exists()]
    plain = [name for name in names if name not in judged]
    _say_what_next(load_benchmark((plain or names)[0]), judged, shown)
    return 0


def _show(benchmark: Benchmark, out: Path) -> list[str]:
    """Print a benchmark's boards; returns its files, best first."""
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
    order = sorted(zip(results, files, strict=True), key=lambda pair: -(pair[0].headline.estimate or 0.0))
    return [file.stem for _, file in order]


def _score(file: Path, benchmark: Benchmark, folder: Path, out: Path) -> Result:
    verdicts = folder / "verdicts" / file.name
    scored = score_file(
        file,
        benchmark,
        data=folder,
        card=file.with_suffix(".submission.json"),
        verdicts=verdicts if verdicts.exists() else None,
    )
    if scored.result is None:
        raise BoardError(f"{file} was refused ({', '.join(scored.report.counts)}): the sample is damaged")
    write_result(scored.result, scored.scores, out / "results")
    warnings = ", ".join(scored.report.counts) or "no warning"
    print(f"  {file.name:36} {scored.report.rows:>6,} rows  ok, {warnings}")
    return scored.result


def _say_what_next(benchmark: Benchmark, judged: Sequence[str], shown: Mapping[str, Sequence[str]]) -> None:
    name, sample = benchmark.name, f"benchmarks/{benchmark.name}/sample"
    run, size = ".venv/bin/python -m", benchmark.data_versions[0].size
    good = shown[name][:2][-1]  # the second best: there is something to compare with
    bad = min(file.stem for file in sample_folder(name).glob("bad/e_l*.jsonl"))
    lines = [
        f"Results and boards are in {OUT}/. What next:",
        "  see every fault of a bad file",
        f"    {run} validator check {name} {sample}/bad/{bad}.jsonl",
        "  score a file, and see where it would land",
        f"    {run} scorer score {name} {sample}/predictions/{good}.jsonl \\",
        f"      --submission {sample}/predictions/{good}.submission.json \\",
        f"      --compare {OUT}/results --out var/mine",
        "  start your own file: every id filled in, every answer null",
        f"    {run} validator init {name} --out var/mine",
        f"  bring the official questions in ({', '.join(f'{n:,} {what}' for what, n in size.items())})",
        f"    {run} benchmarks import {name} --out data/{name} --key-out keys/{name}",
    ]
    for other in judged[:1]:
        file = shown[other][:2][-1]
        lines += [
            "  score answers that a judge has read",
            f"    {run} scorer score {other} benchmarks/{other}/sample/predictions/{file}.jsonl \\",
            f"      --verdicts benchmarks/{other}/sample/verdicts/{file}.jsonl",
        ]
    print("\n".join(lines))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BoardError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
