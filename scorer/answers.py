"""The free-text answers of prediction files with their checklists, for whoever judges or audits without scoring."""

from collections.abc import Mapping, Sequence, Sized
from pathlib import Path
from typing import NamedTuple

from benchmarks import load_benchmark
from benchmarks.files import read_questions
from benchmarks.folder import find_data, open_data
from board.errors import BenchmarkError
from board.receipts import rows_sha256
from board.types import Benchmark, Mode, Question, Report
from scorer.judged import JudgedAnswers, judged_answers
from scorer.key import Key, load_key
from scorer.refusals import Refused
from scorer.result import canonical_rows
from validator.sheet import Sheet
from validator.submission import CheckedSubmission, check_submission

Texts = Mapping[str, str | None]  # answers by question id


class Where(NamedTuple):
    """The benchmark, its data folder and key (None: the usual places), and how answers are read."""

    benchmark: str
    data: Path | None = None
    key: Path | None = None
    mode: Mode | None = None


class JudgedData(NamedTuple):
    """A benchmark, its judged questions and all of them, the key, and which release they are."""

    benchmark: Benchmark
    questions: Sequence[Question]
    all_questions: Sequence[Question]
    key: Key
    version: str


class FileAnswers(NamedTuple):
    """What a judge reads of one prediction file, the report about it, and the sha256 of its rows as results tell it."""

    file: Path
    report: Report
    sha256: str
    judged: JudgedAnswers

    @property
    def name(self) -> str:
        """What reports call the file."""
        return name_of(self.file)

    @property
    def texts(self) -> Texts:
        """The answers by question id."""
        return {question.id: text for question, text in zip(self.judged.questions, self.judged.texts, strict=True)}


def read_data(where: Where) -> JudgedData:
    """The questions and the key, without any answers.

    Raises:
        BenchmarkError: they cannot be used, or nothing of the benchmark is judged.
    """
    benchmark = load_benchmark(where.benchmark)
    folder = open_data(find_data(benchmark.name, where.data, benchmark.root), benchmark.name)
    every = read_questions(folder.path)
    judged = [question for question in every if question.kind == "text"]
    _require_judged(benchmark, judged)
    return JudgedData(benchmark, judged, every, load_key(benchmark, folder.path, every, where.key), folder.data_version)


def read_answers(file: Path, where: Where, data: JudgedData) -> FileAnswers:
    """The answers of a prediction file that a judge reads; ``data`` is what lies at ``where``.

    Raises:
        Refused: the file has faults; the message is the report.
    """
    checked = _checked(file, data.benchmark, where)
    judged = answers_on(checked.sheet, data.all_questions, data.key)
    return FileAnswers(file, checked.report, rows_sha256(canonical_rows(checked.sheet)), judged)


def read_texts(file: Path, where: Where) -> Texts:
    """The free-text answers of a prediction file by question id; needs no key.

    Raises:
        Refused: the file has faults; the message is the report.
        BenchmarkError: nothing of the benchmark is judged.
    """
    benchmark = load_benchmark(where.benchmark)
    checked = _checked(file, benchmark, where)
    texts = _texts_on(checked.sheet, read_questions(checked.data.path))
    _require_judged(benchmark, texts)
    return {one.question.id: one.text for one in texts}


def answers_on(sheet: Sheet, questions: Sequence[Question], key: Key) -> JudgedAnswers:
    """The free-text answers; a missing row (official mode only) reads as null."""
    found = _texts_on(sheet, questions)
    asked, texts = [one.question for one in found], [one.text for one in found]
    return judged_answers(asked, texts, [one.present for one in found], key.entries)


def name_of(file: Path) -> str:
    """The name of a file without what says its format.

    Example:
        >>> name_of(Path("predictions/careful.jsonl.gz"))
        'careful'
    """
    return Path(file.name.removesuffix(".gz")).stem


class _Text(NamedTuple):
    """A free-text question, the answer, and whether the file has a row for it."""

    question: Question
    text: str | None
    present: bool


def _texts_on(sheet: Sheet, questions: Sequence[Question]) -> list[_Text]:
    found = []
    for slot, question in enumerate(questions):
        if question.kind == "text":
            answer = sheet.reading(slot).answer
            found.append(_Text(question, answer if isinstance(answer, str) else None, bool(sheet.row_of[slot])))
    return found


def _checked(file: Path, benchmark: Benchmark, where: Where) -> CheckedSubmission:
    checked = check_submission(file, benchmark, data=where.data, mode=where.mode, keep_text=True)
    if not checked.report.ok:
        raise Refused(checked.report, file, benchmark.title)
    return checked


def _require_judged(benchmark: Benchmark, judged: Sized) -> None:
    if not judged:
        raise BenchmarkError(f"{benchmark.title} is not judged by checklists: there is no judge to ask or to audit")
