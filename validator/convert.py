"""``convert``: the answers of a harness or of the official scripts as a canonical prediction file.

What a layout looks like is known by the benchmark's own ``converter.py``; texts are taken byte for byte.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import part_of
from benchmarks.converting import Converted
from benchmarks.files import read_questions
from board.errors import SubmissionError
from board.types import Benchmark
from board.words import counted
from board.writing import write_whole
from validator.answers.verdict import SILENT, skips_judge


class Written(NamedTuple):
    """What was converted, the prediction file, and the card, where settings were found and none was there."""

    converted: Converted
    predictions: Path
    card: Path | None


def convert(benchmark: Benchmark, paths: Sequence[Path], data: Path, out: Path) -> Written:
    """Write the answers under ``paths`` to ``out``, one row a question that has one.

    Raises:
        FaultyAnswers: the answers cannot be read; all faults are listed, nothing is written.
        SubmissionError: there is no converter, a path does not exist, or ``out`` is there already.
    """
    converter = part_of(benchmark, "converter")
    if converter is None:
        raise SubmissionError(f"{benchmark.title} has no official layout to convert: write the rows yourself")
    absent = [str(path) for path in paths if not path.exists()]
    if absent:
        raise SubmissionError(f"found no {', '.join(absent)}: name the model's folder or its files")
    if out.exists():
        raise SubmissionError(f"{out} is already there: move it away, or name another file with --out")
    converted: Converted = converter.convert(paths, read_questions(data))
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in converted.rows))
    card = out.parent / "submission.json"
    if not converted.card or card.exists():
        return Written(converted, out, None)
    write_whole(card, json.dumps(dict(converted.card), indent=2, ensure_ascii=False) + "\n")
    return Written(converted, out, card)


def notes(converted: Converted) -> list[str]:
    """What an author should know of the converted answers, one sentence each.

    Example:
        >>> notes(Converted([{"id": "q1", "prediction": " "}], ["q2"]))
        ['1 answer is empty and scores 0', '1 question has no answer: q2']
    """
    silent = Counter(skips_judge(row["prediction"]) for row in converted.rows if _is_text(row["prediction"]))
    found = [
        f"{counted(n, 'answer is', 'answers are')} {SILENT[why]} and {'scores' if n == 1 else 'score'} 0"
        for why, n in silent.items()
        if why
    ]
    if converted.dropped:
        real = sum(isinstance(text, str) and not skips_judge(text) for text in converted.dropped)
        entries = counted(len(converted.dropped), "entry is", "entries are")
        found.append(f"{entries} about what is no question here and left out, {real:,} of them real answers")
    if missing := converted.missing:
        more = f" and {len(missing) - 3:,} more" if len(missing) > 3 else ""
        have = counted(len(missing), "question has", "questions have")
        found.append(f"{have} no answer: {', '.join(missing[:3])}{more}")
    return [*converted.notes, *found]


def _is_text(prediction: object) -> bool:
    return prediction is None or isinstance(prediction, str)
