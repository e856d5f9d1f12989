"""The key: the only reader of private answers. What it returns never leaves the scorer."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import fits, read_key
from benchmarks.folder import find_key
from board.errors import BenchmarkError
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
    unfit = [question.id for question in questions if not fits(question, entries.get(question.id))]
    if unfit:
        raise BenchmarkError(
            f"{file} has no fitting answer for {len(unfit)} questions, the first is {unfit[0]!r}: "
            "import questions and key together"
        )
    asked = {question.id for question in questions}
    used = {id: entry for id, entry in entries.items() if id in asked}
    digest = hashlib.sha256()
    for id in sorted(used):
        digest.update(repr((id, used[id].answer)).encode())
    return Key(used, digest.hexdigest())
