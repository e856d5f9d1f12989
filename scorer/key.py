"""The key, for scoring: what it returns never leaves the scorer (the maintainer's ``audit-key`` reads its own)."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import read_key, require_fitting
from benchmarks.folder import find_key
from board.errors import BenchmarkError
from board.receipts import key_sha256
from board.types import Benchmark, KeyEntry, Question


class Key(NamedTuple):
    """Key entries by question id in the order of the key file, and the sha256 of the part that was used."""

    entries: dict[str, KeyEntry]
    sha256: str


def load_key(benchmark: Benchmark, data: Path, questions: Sequence[Question], key: Path | None = None) -> Key:
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
    require_fitting(questions, entries, str(file))
    asked = {question.id for question in questions}
    used = {id: entry for id, entry in entries.items() if id in asked}
    return Key(used, key_sha256(used))
