"""What is wrong with the official rows: all faults of all rows at once, each with its place and what was expected."""

from collections import Counter
from collections.abc import Iterator, Sequence

from .categories import SPELLINGS
from .official_rows import Fault, Row, sentences_of_all
from .texts import same_to_the_eye, shortened


def faults_of(rows: Sequence[Row]) -> list[Fault]:
    """The faults of the rows, without those of gold and images."""
    return [
        *(row.fault(text) for row in rows for text in _faults_of(row)),
        *_duplicates(rows),
        *_unknown_sentences(rows),
    ]


def _faults_of(row: Row) -> Iterator[str]:
    if not row.id:
        yield f"index {row.values['index']!r}, expected a whole number from 0"
    if not row.task:
        known = ", ".join(spellings[0] for spellings in SPELLINGS.values())
        yield f"unknown change category {row.values['change category']!r}, known are {known} (and their variants)"
    if not row.choices:
        yield f"choices {shortened(row.values['choices'])}, expected four texts that are not empty"
        return
    yield from _same_choices(row)
    if len(row.no_difference) != 1:
        n = len(row.no_difference)
        found = f"{n} options ({', '.join(row.no_difference)}) say" if n else "no option says"
        yield f"{found} that there is no difference, expected exactly one"
    if row.gold is None:
        yield "the ground truth is missing"


def _same_choices(row: Row) -> Iterator[str]:
    """Two choices that a reader cannot tell apart: which of them a text answer means could not be said."""
    times = Counter(map(same_to_the_eye, row.bare))
    for same in [text for text, n in times.items() if n > 1]:
        first, second = [text for text in row.choices if text in _texts_of(row, same)][:2]
        if first == second:
            yield f"two choices have the same text {first!r}"
        else:
            yield f"two choices are the same up to spaces and Unicode form: {first!r} and {second!r}"


def _texts_of(row: Row, same: str) -> list[str]:
    return [text for text, bare in zip(row.choices, row.bare, strict=True) if same_to_the_eye(bare) == same]


def _duplicates(rows: Sequence[Row]) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for row in rows:
        if row.id and first.setdefault(row.id, row.number) != row.number:
            yield row.fault(f"duplicate index, first in row {first[row.id]}")


def _unknown_sentences(rows: Sequence[Row]) -> Iterator[Fault]:
    """Where no wording is known and it could not be settled which one it is: name those that it may be."""
    for text in sentences_of_all([row for row in rows if row.choices]):
        where = "add its wording to benchmarks/vdiff_bench/sameness.py"
        yield Fault(0, f"{text!r} stands in every row: if it says that there is no difference, {where}")
