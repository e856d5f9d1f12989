"""The prediction files that the audit reads together, and what they are called."""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from board.errors import SubmissionError
from board.types import Benchmark, KeyEntry, Metric, Question
from scorer.answers import FileAnswers, Where, name_of, read_answers, read_data
from validator.card import read_card


class Audited(NamedTuple):
    """The answers of one or several prediction files on the same questions; no two files have one name."""

    benchmark: Benchmark
    questions: Sequence[Question]
    key: Mapping[str, KeyEntry]
    answers: Sequence[FileAnswers]

    @property
    def headline(self) -> Metric:
        """The metric that boards rank by."""
        return next(metric for metric in self.benchmark.metrics if metric.name == self.benchmark.headline)


def where(options: argparse.Namespace) -> Where:
    """What the command line says of benchmark, data, key and mode; not every command has all of them."""
    return Where(options.benchmark, options.data, getattr(options, "key", None), getattr(options, "mode", None))


def read_audited(paths: Sequence[Path], place: Where) -> Audited:
    """The judged answers in prediction files, and in the ``.jsonl`` files of folders.

    Raises:
        Refused: a file has faults.
        SubmissionError: there is no file, or two with one name.
        BenchmarkError: questions or key cannot be used, or nothing of the benchmark is judged.
    """
    files = files_in(paths)
    _require_one_name_each(files)
    data = read_data(place)
    answers = [read_answers(file, place, data) for file in files]
    return Audited(data.benchmark, data.questions, data.key.entries, answers)


def files_in(paths: Iterable[Path]) -> list[Path]:
    """Files as they are given, and the ``.jsonl`` files of folders, sorted; none twice.

    Raises:
        SubmissionError: a folder holds none.
    """
    files: list[Path] = []
    for path in paths:
        found = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not found:
            raise SubmissionError(f"found no .jsonl file in the folder {path}, expected prediction files")
        files += found
    return list(dict.fromkeys(files))


def _require_one_name_each(files: Sequence[Path]) -> None:
    name, times = Counter(map(name_of, files)).most_common(1)[0]
    if times > 1:
        raise SubmissionError(f"found {times} prediction files called {name}, expected a name each: rename all but one")


def display_names(answers: Sequence[FileAnswers]) -> dict[str, str]:
    """What boards call each file's model: by its card, ``NAME.submission.json`` beside it, else the file's name."""
    cards = {one.name: one.file.with_name(f"{one.name}.submission.json") for one in answers}
    told = {name: read_card(card)[0].get("display_name") if card.exists() else None for name, card in cards.items()}
    shown = {name: given if isinstance(given, str) and given.isprintable() else name for name, given in told.items()}
    often = Counter(shown.values())
    return {name: given if often[given] == 1 else name for name, given in shown.items()}
