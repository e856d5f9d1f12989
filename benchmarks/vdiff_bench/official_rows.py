"""Checking the rows of VDiff-Bench's dataset of choices, without their images.

Columns: ``choices`` (four texts), ``ground truth``, ``change category``, ``source`` and ``index``. All faults of all
rows are found at once; a row is never mended. The gold is read in :mod:`.gold`, since its form is that of the whole
file, and the images in :mod:`.images`.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from board.errors import BenchmarkError

from .categories import SPELLINGS, task_of_category
from .no_difference import no_difference_labels
from .parquet_rows import ParquetRows

LABELS = ("A", "B", "C", "D")
IMAGES = ("image_1", "image_2")
REQUIRED = ("choices", "ground truth", "change category", "index")
KNOWN = (*IMAGES, *REQUIRED, "source")
_PREFIXES = [[form.format(label) for label in LABELS] for form in ("{}) ", "{}. ", "({}) ", "{}: ")]


class Fault(NamedTuple):
    """What is wrong with a row; ``number`` is its place in the file, from 1 (0: the whole file)."""

    number: int
    text: str


class Row(NamedTuple):
    """One row, as far as it could be read: ``task`` and ``choices`` are empty where they are at fault.

    ``id`` is the index as text; ``choices`` are without letter prefixes, ``written`` as they stand in the file.
    """

    number: int
    id: str
    category: str
    task: str
    choices: tuple[str, ...]
    written: tuple[str, ...]
    gold: object
    source: str
    extra: dict[str, object]

    @property
    def options(self) -> dict[str, str]:
        """The choices by their label."""
        return dict(zip(LABELS, self.choices, strict=False))

    def fault(self, text: str) -> Fault:
        """A fault of this row, with its place."""
        return Fault(self.number, f"row {self.number} (index {self.id or 'unknown'}): {text}")


def read_rows(table: ParquetRows) -> tuple[list[Row], list[Fault]]:
    """Every row without its images, and all faults.

    Raises:
        BenchmarkError: columns are missing.
    """
    missing = [name for name in REQUIRED if name not in table.columns]
    if missing or len(set(IMAGES) - set(table.columns)) == 1:
        missing = missing or [name for name in IMAGES if name not in table.columns]
        found = ", ".join(table.columns)
        raise BenchmarkError(f"found no column {', '.join(missing)} in {table.files[0].name} (columns: {found})")
    columns = [name for name in table.columns if name not in IMAGES]
    rows, faults = [], []
    for number, values in enumerate(table.read(columns), start=1):
        row = _row(number, values)
        rows.append(row)
        faults += [row.fault(text) for text in _faults_of(row, values)]
    return rows, [*faults, *_duplicates(rows), *_unknown_sentence(rows)]


def _row(number: int, values: Mapping[str, Any]) -> Row:
    index, category = values["index"], values["change category"]
    written = _texts(values["choices"])
    return Row(
        number=number,
        id=str(index) if _is_index(index) else "",
        category=category if isinstance(category, str) else "",
        task=(task_of_category(category) or "") if isinstance(category, str) else "",
        choices=without_prefixes(written),
        written=written,
        gold=values["ground truth"],
        source=str(values.get("source") or ""),
        extra={name: value for name, value in values.items() if name not in KNOWN and _is_plain(value)},
    )


def without_prefixes(choices: tuple[str, ...]) -> tuple[str, ...]:
    """The choices without "A) ", "A. ", "(A) " or "A: ", where all four begin so, in order; else as they are.

    Example:
        >>> without_prefixes(("A) one", "B) two", "C) three", "D) four"))
        ('one', 'two', 'three', 'four')
    """
    for prefixes in _PREFIXES:
        if choices and all(text.startswith(prefix) for text, prefix in zip(choices, prefixes, strict=True)):
            return tuple(text.removeprefix(prefix) for text, prefix in zip(choices, prefixes, strict=True))
    return choices


def _faults_of(row: Row, values: Mapping[str, Any]) -> Iterator[str]:
    if not row.id:
        yield f"index {values['index']!r}, expected a whole number from 0"
    if not row.task:
        known = ", ".join(spellings[0] for spellings in SPELLINGS.values())
        yield f"unknown change category {values['change category']!r}, known are {known} (and their variants)"
    if not row.choices:
        yield f"choices {_short(values['choices'])}, expected four texts that are not empty"
        return
    if twice := [text for text, n in Counter(row.choices).items() if n > 1]:
        yield f"two choices have the same text {twice[0]!r}"
    saying = no_difference_labels(row.options)
    if len(saying) != 1:
        found = f"{len(saying)} options ({', '.join(saying)}) say" if saying else "no option says"
        yield f"{found} that there is no difference, expected exactly one"
    if row.gold is None or row.gold == "":
        yield "the ground truth is missing"


def _duplicates(rows: Sequence[Row]) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for row in rows:
        if row.id and first.setdefault(row.id, row.number) != row.number:
            yield row.fault(f"duplicate index, first in row {first[row.id]}")


def _unknown_sentence(rows: Sequence[Row]) -> Iterator[Fault]:
    """The option is the same in all rows of the paper: where its wording is unknown here, name it."""
    choices = [set(row.choices) for row in rows if row.choices]
    if len(choices) > 1 and not any(no_difference_labels(row.options) for row in rows):
        for text in sorted(set.intersection(*choices)):
            where = "add its wording to benchmarks/vdiff_bench/no_difference.py"
            yield Fault(0, f"{text!r} stands in every row: if it says that there is no difference, {where}")


def _texts(choices: object) -> tuple[str, ...]:
    texts = tuple(text for text in choices if isinstance(text, str)) if isinstance(choices, list) else ()
    whole = isinstance(choices, list) and len(choices) == len(texts) == len(LABELS)
    return texts if whole and all(text.strip() for text in without_prefixes(texts)) else ()


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_plain(value: object) -> bool:
    """Whether a value can stand in JSON as it is."""
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def _short(value: object) -> str:
    return re.sub(r"(?s)(.{120}).+", r"\1...", repr(value))
