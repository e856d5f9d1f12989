"""``convert``: the answers of a harness or of the official scripts as a canonical prediction file.

What a layout looks like is known by the benchmark's own ``converter.py``; texts are taken byte for byte.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import ROOT, has_part, load_module
from benchmarks.converting import Converted
from benchmarks.files import read_questions
from board.errors import SubmissionError
from board.types import Benchmark
from board.writing import write_whole


class Written(NamedTuple):
    """What was converted, and the files written: the predictions, and a card where settings were found."""

    converted: Converted
    files: list[Path]


def convert(benchmark: Benchmark, paths: Sequence[Path], data: Path, out: Path) -> Written:
    """Write the answers under ``paths`` to ``out``, one row a question that has one.

    Raises:
        SubmissionError: there is no converter, a path does not exist, ``out`` is there already, or the answers cannot
            be read; nothing is written.
    """
    root = benchmark.root or ROOT
    if not has_part(benchmark.name, "converter", root):
        raise SubmissionError(f"{benchmark.title} has no official layout to convert: write the rows yourself")
    absent = [str(path) for path in paths if not path.exists()]
    if absent:
        raise SubmissionError(f"found no {', '.join(absent)}: name the model's folder or its files")
    card = out.parent / "submission.json"
    if out.exists():
        raise SubmissionError(f"{out} is already there: move it away, or name another file with --out")
    converted: Converted = load_module(benchmark.name, "converter", root).convert(paths, read_questions(data))
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in converted.rows))
    files = [out]
    if converted.card and not card.exists():
        write_whole(card, json.dumps(dict(converted.card), indent=2, ensure_ascii=False) + "\n")
        files.append(card)
    return Written(converted, files)
