"""The prediction files that the audit reads, and the questions and key behind them."""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Sized
from pathlib import Path
from typing import NamedTuple

from benchmarks import load_benchmark
from benchmarks.files import read_questions
from benchmarks.folder import find_data, open_data
from board.errors import BenchmarkError, FaultyAnswers, SubmissionError
from board.receipts import rows_sha256
from board.types import Benchmark, KeyEntry, Metric, Mode, Question, Report
from scorer.answers import answers_on
from scorer.judged import JudgedAnswers
from scorer.key import load_key
from scorer.result import canonical_rows
from validator.card import read_card
from validator.report import as_text
from validator.submission import CheckedSubmission, check_submission


class Refused(FaultyAnswers):
    """A prediction or verdict file has faults; the message is its report as text."""

    def __init__(self, report: Report, file: Path, title: str) -> None:
        super().__init__(as_text(report, file, title))
        self.report = report


class Answers(NamedTuple):
    """One prediction file, its name among those it was read with, its report, and what a judge reads of it.

    ``sha256`` is that of its rows, as results tell it.
    """

    name: str
    file: Path
    report: Report
    sha256: str
    judged: JudgedAnswers

    @property
    def texts(self) -> dict[str, str | None]:
        """The answers by question id."""
        return {question.id: text for question, text in zip(self.judged.questions, self.judged.texts, strict=True)}


class Audited(NamedTuple):
    """The answers of one or several prediction files on the same questions."""

    benchmark: Benchmark
    questions: Sequence[Question]
    key: Mapping[str, KeyEntry]
    answers: Sequence[Answers]

    @property
    def headline(self) -> Metric:
        """The metric that boards rank by."""
        return next(metric for metric in self.benchmark.metrics if metric.name == self.benchmark.headline)


class Data(NamedTuple):
    """A benchmark, its judged questions and all of them, the key, and which release they are."""

    benchmark: Benchmark
    questions: Sequence[Question]
    all_questions: Sequence[Question]
    key: Mapping[str, KeyEntry]
    version: str


class Where(NamedTuple):
    """The benchmark, its data folder and key (None: the usual places), and how answers are read."""

    benchmark: str
    data: Path | None = None
    key: Path | None = None
    mode: Mode | None = None


def where(options: argparse.Namespace) -> Where:
    """What the command line says of benchmark, data, key and mode; not every command has all of them."""
    return Where(options.benchmark, options.data, getattr(options, "key", None), getattr(options, "mode", None))


def read_data(place: Where) -> Data:
    """The questions and the key, without any answers.

    Raises:
        BenchmarkError: they cannot be used, or nothing of the benchmark is judged.
    """
    benchmark = load_benchmark(place.benchmark)
    folder = open_data(find_data(benchmark.name, place.data, benchmark.root), benchmark.name)
    every = read_questions(folder.path)
    judged = [question for question in every if question.kind == "text"]
    require_judged(benchmark, judged)
    key = load_key(benchmark, folder.path, every, place.key)
    return Data(benchmark, judged, every, key.entries, folder.data_version)


def read_audited(paths: Sequence[Path], place: Where) -> Audited:
    """The judged answers in prediction files, and in the ``.jsonl`` files of folders.

    Raises:
        Refused: a file has faults.
        SubmissionError: there is no file, or two with one name.
        BenchmarkError: questions or key cannot be used, or nothing of the benchmark is judged.
    """
    benchmark, files = load_benchmark(place.benchmark), files_in(paths)
    names = _one_name_each(files)
    checked = [_checked(file, benchmark, place) for file in files]
    questions = read_questions(checked[0].data.path)
    key = load_key(benchmark, checked[0].data.path, questions, place.key)
    answers = [
        Answers(name, file, one.report, rows_sha256(canonical_rows(one.sheet)), answers_on(one.sheet, questions, key))
        for name, file, one in zip(names, files, checked, strict=True)
    ]
    judged = answers[0].judged.questions
    require_judged(benchmark, judged)
    return Audited(benchmark, judged, key.entries, answers)


def read_texts(file: Path, place: Where) -> dict[str, str | None]:
    """The free-text answers of a prediction file by question id; needs no key.

    Raises:
        Refused: the file has faults.
        BenchmarkError: nothing of the benchmark is judged.
    """
    benchmark = load_benchmark(place.benchmark)
    checked = _checked(file, benchmark, place)
    questions = {slot: one for slot, one in enumerate(read_questions(checked.data.path)) if one.kind == "text"}
    require_judged(benchmark, questions)
    answers = {one.id: checked.sheet.reading(slot).answer for slot, one in questions.items()}
    return {id: answer if isinstance(answer, str) else None for id, answer in answers.items()}


def require_judged(benchmark: Benchmark, judged: Sized) -> None:
    """Refuse a benchmark that nothing is judged in.

    Raises:
        BenchmarkError: it is one.
    """
    if not judged:
        raise BenchmarkError(f"{benchmark.title} is not judged by checklists: there is no judge to audit")


def _checked(file: Path, benchmark: Benchmark, place: Where) -> CheckedSubmission:
    checked = check_submission(file, benchmark, data=place.data, mode=place.mode, keep_text=True)
    if not checked.report.ok:
        raise Refused(checked.report, file, benchmark.title)
    return checked


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


def name_of(file: Path) -> str:
    """The name of a file without what says its format.

    Example:
        >>> name_of(Path("predictions/careful.jsonl.gz"))
        'careful'
    """
    return Path(file.name.removesuffix(".gz")).stem


def _one_name_each(files: Sequence[Path]) -> list[str]:
    names = [name_of(file) for file in files]
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise SubmissionError(f"found {times} prediction files called {name}, expected a name each: rename all but one")
    return names


def display_names(answers: Sequence[Answers]) -> dict[str, str]:
    """What boards call each file's model: by its card, ``NAME.submission.json`` beside it, else the file's name."""
    cards = {one.name: one.file.with_name(f"{one.name}.submission.json") for one in answers}
    told = {name: read_card(card)[0].get("display_name") if card.exists() else None for name, card in cards.items()}
    shown = {name: given if isinstance(given, str) and given.isprintable() else name for name, given in told.items()}
    often = Counter(shown.values())
    return {name: given if often[given] == 1 else name for name, given in shown.items()}
