"""What the score rows of a board hold of its judged answers, read line by line: a board's rows do not fit in memory."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappush, heappushpop
from pathlib import Path
from typing import NamedTuple

import msgspec

from board.errors import BenchmarkError
from validator.answers.verdict import skips_judge

SAMPLE = 300


class KeptRow(msgspec.Struct, gc=False):
    """One score row: the answer, and the verdicts about it, repeat after repeat (None: it needed no judge)."""

    id: str
    answer: str | int | float | None
    verdicts: list[str | None] | None = None

    @property
    def text(self) -> str | None:
        """The answer, where it is one in words."""
        return self.answer if isinstance(self.answer, str) else None


class Kept(NamedTuple):
    """Of one submission the answers to some questions, and the verdicts about them."""

    id: str
    texts: Mapping[str, str | None]
    verdicts: Mapping[str, Sequence[str | None] | None]


class Drawn(NamedTuple):
    """One answer of a sample."""

    submission: str
    question: str
    text: str


class Survey(NamedTuple):
    """What the score rows of a board hold: the answers that need a judge, how many, and how long all together.

    ``n_judged`` is how many have a verdict, by question; ``sample`` some answers drawn evenly from all.
    """

    n_answers: int
    n_characters: int
    n_judged: Mapping[str, int]
    sample: tuple[Drawn, ...]


_ROW = msgspec.json.Decoder(KeptRow)


def kept_rows(file: Path) -> Iterator[KeptRow]:
    """The score rows of a file, one at a time.

    Raises:
        BenchmarkError: a line is damaged.
    """
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            yield _row(line, file, number)


def _row(line: bytes, file: Path, number: int) -> KeptRow:
    try:
        return _ROW.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{file}, line {number}, cannot be read ({error}): score the submission again") from error


def survey(files: Mapping[str, Path], questions: Collection[str]) -> Survey:
    """Count what the score rows (id of a submission → file) hold of some questions (ids), without keeping them."""
    tally = _Tally(set(questions))
    for submission, file in files.items():
        for row in kept_rows(file):
            tally.take(submission, row)
    return tally.survey()


def read_kept(files: Mapping[str, Path], questions: Collection[str]) -> list[Kept]:
    """The answers of every submission to some questions (ids), and nothing else of its rows."""
    wanted, found = set(questions), []
    for submission, file in files.items():
        rows = [row for row in kept_rows(file) if row.id in wanted]
        found.append(Kept(submission, {row.id: row.text for row in rows}, {row.id: row.verdicts for row in rows}))
    return found


class _Tally:
    """Counts rows as they come; of the answers, those with the smallest hashes are the sample."""

    def __init__(self, questions: Collection[str]) -> None:
        self._questions = questions
        self._n_answers = self._n_characters = 0
        self._n_judged: Counter[str] = Counter()
        self._sample: list[tuple[int, Drawn]] = []  # a heap, the largest hash first: hashes are negated

    def take(self, submission: str, row: KeptRow) -> None:
        text = row.text
        if row.id not in self._questions or text is None or skips_judge(text):
            return
        self._n_answers += 1
        self._n_characters += len(text)
        self._n_judged[row.id] += any(word is not None for word in row.verdicts or ())
        drawn = (-_hash(f"{submission}/{row.id}"), Drawn(submission, row.id, text))
        if len(self._sample) < SAMPLE:
            heappush(self._sample, drawn)
        else:
            heappushpop(self._sample, drawn)

    def survey(self) -> Survey:
        sample = sorted((drawn for _, drawn in self._sample), key=lambda one: (one.submission, one.question))
        return Survey(self._n_answers, self._n_characters, self._n_judged, tuple(sample))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
