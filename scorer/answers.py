"""The free-text answers of a prediction file with their checklists, for whoever judges or audits without scoring."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import read_questions
from board.errors import BenchmarkError, FaultyAnswers
from board.types import Benchmark, Mode, Question
from scorer.judged import JudgedAnswers, judged_answers
from scorer.key import Key, load_key
from validator.report import as_text
from validator.sheet import Sheet
from validator.submission import check_submission


class FileAnswers(NamedTuple):
    """The answers of a file, all questions of its data folder, and the key."""

    judged: JudgedAnswers
    questions: Sequence[Question]
    key: Key
    data_version: str


def read_answers(
    path: Path, benchmark: Benchmark, data: Path | None = None, key: Path | None = None, mode: Mode | None = None
) -> FileAnswers:
    """The answers of a prediction file that a judge reads.

    Raises:
        FaultyAnswers: the file has faults; the message is the report.
        BenchmarkError: questions or key cannot be used, or nothing of the benchmark is judged.
    """
    checked = check_submission(path, benchmark, data=data, mode=mode, keep_text=True)
    if not checked.report.ok:
        raise FaultyAnswers(as_text(checked.report, path, benchmark.title))
    questions = read_questions(checked.data.path)
    entries = load_key(benchmark, checked.data.path, questions, key)
    judged = answers_on(checked.sheet, questions, entries)
    if not judged.questions:
        raise BenchmarkError(f"{benchmark.title} is not judged by checklists: there is no judge to ask or to audit")
    return FileAnswers(judged, questions, entries, checked.report.data_version)


def answers_on(sheet: Sheet, questions: Sequence[Question], key: Key) -> JudgedAnswers:
    """The free-text answers; a missing row (official mode only) reads as null."""
    slots = [slot for slot, question in enumerate(questions) if question.kind == "text"]
    answers = [sheet.reading(slot).answer for slot in slots]
    texts = [answer if isinstance(answer, str) else None for answer in answers]
    present = [bool(sheet.row_of[slot]) for slot in slots]
    return judged_answers([questions[slot] for slot in slots], texts, present, key.entries)
