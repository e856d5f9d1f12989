"""The key: the only reader of private answers. What it returns never leaves the scorer."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import read_key
from benchmarks.folder import find_key
from board.errors import BenchmarkError
from board.types import Benchmark, KeyEntry, Question


class Key(NamedTuple):
    """Key entries by question id, and the sha256 of the part that was used."""

    entries: dict[str, KeyEntry]
    sha256: str


def load_key(benchmark: Benchmark, data: Path, questions: Iterable[Question], key: Path | None = None) -> Key:
    """The entries for exactly these questions.

    Raises:
        BenchmarkError: there is no key file, it lacks a question, or an answer does not fit its question.
    """
    file = find_key(benchmark.name, data, key)
    if not file.exists():
        raise BenchmarkError(
            f"found no key at {file}: scoring needs it. Import the benchmark, or name the file with --key"
        )
    entries = read_key(file)
    used = {question.id: _entry(question, entries, file) for question in questions}
    digest = hashlib.sha256()
    for id in sorted(used):
        digest.update(repr((id, used[id].answer)).encode())
    return Key(used, digest.hexdigest())


def _entry(question: Question, entries: dict[str, KeyEntry], file: Path) -> KeyEntry:
    entry = entries.get(question.id)
    if entry is None:
        raise BenchmarkError(f"{file} has no answer for question {question.id!r}: import questions and key together")
    fits = {
        "choice": isinstance(entry.answer, str) and entry.answer in (question.options or {}),
        "count": isinstance(entry.answer, int) and entry.answer >= 0,
        "text": isinstance(entry.answer, tuple),
    }[question.kind]
    if not fits:
        raise BenchmarkError(f"{file}: the answer of {question.id!r} does not fit a {question.kind} question")
    return entry
