"""``make demo``: every sample file of every benchmark through check, score and a ranked board, offline.

Writes the results and the board into ``var/demo/`` and ends with the commands to go on with.
"""

import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks import benchmark_names, load_benchmark
from benchmarks.files import read_questions
from benchmarks.folder import sample_folder
from board.errors import BoardError
from board.results import Result, read_scores, write_result
from board.table import build_table
from board.types import Benchmark, DataVersion
from board.writing import write_whole
from scorer.board_text import board_text
from scorer.compare import rank_results
from scorer.score import score_file

OUT = Path("var/demo")
RUN = ".venv/bin/python -m"


def main() -> int:
    """Run the demo; 0 where every sample file was accepted and scored."""
    shutil.rmtree(OUT, ignore_errors=True)
    names = benchmark_names()
    shown = {name: _show(load_benchmark(name), OUT) for name in names}
    print("\n".join([f"Results and boards are in {OUT}/. What next:", *_next_steps(shown)]))
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
            ids = table["submission_id"][table["rank"].notna()].tolist()
            scores = {id: read_scores(out / "results", id) for id in ids}
            ranking = rank_results(table, scores, read_questions(folder), benchmark, board[0].headline.metric)
            text = board_text(table, benchmark, ranking)
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


def _next_steps(shown: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Commands to go on with; ``shown`` maps each benchmark to its sample files, best first."""
    judged = [name for name in shown if (sample_folder(name) / "verdicts").exists()]
    plain = [name for name in shown if name not in judged] or list(shown)
    name = next((name for name in plain if _release(name).source.startswith("https://")), plain[0])
    yield "  see every fault of a bad file"
    yield f"    {RUN} validator check {name} benchmarks/{name}/sample/bad/{_bad_file(name)}"
    yield "  score a file, and see where it would land"
    yield from _score_command(name, shown[name])
    for other in judged[:1]:
        yield "  score answers that a judge has read"
        yield from _score_command(other, shown[other])
        yield "  see how many of that judge's verdicts hold the order"
        sample = f"benchmarks/{other}/sample"
        yield f"    {RUN} scorer audit flips {other} {sample}/predictions --verdicts {sample}/verdicts"
    yield "  start your own file: every id filled in, every answer null"
    yield f"    {RUN} validator init {name} --out var/mine/{name}"
    size = ", ".join(f"{n:,} {what}" for what, n in _release(name).size.items())
    yield f"  bring the official questions in ({size}; name the file at the end if you have it)"
    yield f"    {RUN} benchmarks import {name} --out data/{name} --key-out keys/{name}"


def _score_command(name: str, files: Sequence[str]) -> Iterator[str]:
    """Score the second best file of a sample: there is something to compare it with."""
    sample, file = f"benchmarks/{name}/sample", files[:2][-1]
    yield f"    {RUN} scorer score {name} {sample}/predictions/{file}.jsonl \\"
    if (sample_folder(name) / "verdicts" / f"{file}.jsonl").exists():
        yield f"      --verdicts {sample}/verdicts/{file}.jsonl \\"
    yield f"      --submission {sample}/predictions/{file}.submission.json \\"
    yield f"      --compare {OUT}/results --out var/mine/{name}"


def _release(name: str) -> DataVersion:
    return load_benchmark(name).data_versions[0]


def _bad_file(name: str) -> str:
    """The bad file of a sample that is most telling: a wrong label where there is one."""
    told = json.loads((sample_folder(name) / "bad" / "expected.json").read_text(encoding="utf-8"))
    refused = [bad for bad in told if bad["refused"] and not bad["submission"]]
    return str(min(refused, key=lambda bad: "E_LABEL" not in bad["counts"])["file"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BoardError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
