"""Reading the answers of a whole file as a benchmark's released scorer would (its ``official.py``)."""

from typing import Any

from benchmarks import part_of
from board.errors import BenchmarkError
from board.types import Benchmark, Reading
from validator.answer_check import Read
from validator.questions import Questions


def official_reader(benchmark: Benchmark, questions: Questions) -> Read:
    """A function (question, text, order) -> Reading with the rule ``official``.

    Raises:
        BenchmarkError: nobody has released a scorer for this benchmark.
    """
    official = part_of(benchmark, "official")
    if official is None:
        raise BenchmarkError(f"{benchmark.title} has no released scorer: read the answers in mode strict or rules")

    def read(question: int, text: Any, order: str | None) -> Reading:
        return read_official(official, questions.kinds[question], text)

    return read


def read_official(official: Any, kind: str, text: Any) -> Reading:
    """One answer as the released scorer reads it: nothing found is no label, and the number 0.

    Example:
        >>> from benchmarks.vsi_super_wild import official
        >>> read_official(official, "count", "about 1,200").answer
        1
    """
    words = "" if text is None else str(text)
    if kind == "count":
        found = any(character.isdecimal() for character in words)
        return Reading(official.read_number(words), _status(text, found), "official")
    letter = official.read_letter(words)
    return Reading(letter, _status(text, letter is not None), "official")


def _status(text: Any, found: bool) -> str:
    if found:
        return "ok"
    return "null" if text is None else "unparsed"
