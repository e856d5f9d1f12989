"""The rows of VDiff-Bench's dataset of choices, read without their images.

Columns: ``choices`` (four texts), ``ground truth``, ``change category``, ``source`` and ``index``. A row is never
mended, and what is wrong with it is told in :mod:`.row_faults`. Two things are settled by the whole file: whether the
choices carry letter prefixes, and which sentence says that there is no difference. The form of the gold is a third
(:mod:`.gold`); the images are read in :mod:`.images`.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from board.errors import FaultyData

from .categories import task_of_category
from .no_difference import SOURCE_FIELD, no_difference_labels
from .parquet_rows import ParquetRows
from .texts import LABELS, without_prefixes

IMAGES = ("image_1", "image_2")
REQUIRED = ("choices", "ground truth", "change category", "index")
KNOWN = (*IMAGES, *REQUIRED, "source")
LEAST_ROWS = 10  # in so many rows, one text that stands in all of them is no accident


class Fault(NamedTuple):
    """What is wrong with a row; ``number`` is its place in the file, from 1 (0: the whole file)."""

    number: int
    text: str


class Row(NamedTuple):
    """One row, as far as it could be read: ``task`` and ``choices`` are empty where they are at fault.

    ``id`` is the index as text. ``written`` are the choices as they stand in the file, ``bare`` those without letter
    prefixes, and ``choices`` the ones of the two that the question gets. ``no_difference`` are the labels of the
    options that say there is none. ``values`` are the cells as they are.
    """

    number: int
    id: str
    task: str
    written: tuple[str, ...]
    bare: tuple[str, ...]
    choices: tuple[str, ...]
    no_difference: tuple[str, ...]
    values: Mapping[str, Any]

    @property
    def options(self) -> dict[str, str]:
        """The choices by their label."""
        return dict(zip(LABELS, self.choices, strict=False))

    @property
    def gold(self) -> object:
        """The ground truth as it stands there; None where it is missing."""
        gold = self.values["ground truth"]
        return None if gold == "" else gold

    @property
    def source(self) -> str:
        """Where the images come from; empty where the row does not say."""
        return str(self.values.get("source") or "")

    @property
    def kept(self) -> dict[str, object]:
        """What a question keeps under ``source``: the category as it is spelled, and columns that are not known."""
        extra = {name: value for name, value in self.values.items() if name not in KNOWN and _is_plain(value)}
        return {"change category": self.values["change category"], **extra, SOURCE_FIELD: "".join(self.no_difference)}

    def fault(self, text: str) -> Fault:
        """A fault of this row, with its place."""
        return Fault(self.number, f"row {self.number} (index {self.id or 'unknown'}): {text}")


def read_rows(table: ParquetRows) -> tuple[list[Row], list[str]]:
    """Every row without its images, and sentences on what the whole file settled.

    Raises:
        FaultyData: columns are missing, or there are no rows.
    """
    missing = [name for name in REQUIRED if name not in table.columns]
    if missing or len(set(IMAGES) - set(table.columns)) == 1:
        missing = missing or [name for name in IMAGES if name not in table.columns]
        found = ", ".join(table.columns)
        raise FaultyData(f"found no column {', '.join(missing)} in {table.files[0].name} (columns: {found})")
    columns = [name for name in table.columns if name not in IMAGES]
    rows = [_row(number, values) for number, values in enumerate(table.read(columns), start=1)]
    if not rows:
        raise FaultyData(f"found no rows in {table.files[0].name}, expected one for each question")
    rows, on_prefixes = _settle_prefixes(rows)
    rows, on_sentence = _settle_sentence(rows)
    return rows, [*on_prefixes, *on_sentence]


def _row(number: int, values: Mapping[str, Any]) -> Row:
    index, category = values["index"], values["change category"]
    written = _texts(values["choices"])
    return Row(
        number=number,
        id=str(index) if _is_index(index) else "",
        task=(task_of_category(category) or "") if isinstance(category, str) else "",
        written=written,
        bare=without_prefixes(written),
        choices=written,
        no_difference=tuple(no_difference_labels(dict(zip(LABELS, written, strict=False)))),
        values=values,
    )


def _settle_prefixes(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Letter prefixes belong to the layout, and are removed, where all rows have them; else to the texts."""
    prefixed, n = sum(row.bare != row.written for row in rows), sum(bool(row.written) for row in rows)
    if prefixed < n:
        kept = f"letter prefixes stand before the choices of {prefixed:,} of {n:,} rows: they were kept"
        return list(rows), [kept] if prefixed else []
    bare = [row._replace(choices=row.bare if all(text.strip() for text in row.bare) else ()) for row in rows]
    return bare, [f"letter prefixes were removed from the choices of {n:,} rows"] if n else []


def _settle_sentence(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """The option has one fixed text (paper): where no wording is known, it is the only text that is in every row."""
    fixed = sentences_of_all(rows)
    if len(fixed) != 1 or len(rows) < LEAST_ROWS:
        return list(rows), []
    found = [row._replace(no_difference=(LABELS[row.choices.index(fixed[0])],)) for row in rows]
    told = "is taken to say that there is no difference: it is the only choice that stands in every row"
    return found, [f"{fixed[0]!r} {told}"]


def sentences_of_all(rows: Sequence[Row]) -> list[str]:
    """The choices that stand in every row, where no row has an option that is known to say there is no difference."""
    if len(rows) < 2 or any(row.no_difference for row in rows):
        return []
    return sorted(set.intersection(*(set(row.choices) for row in rows)))


def _texts(choices: object) -> tuple[str, ...]:
    texts = tuple(text for text in choices if isinstance(text, str)) if isinstance(choices, list) else ()
    whole = isinstance(choices, list) and len(choices) == len(texts) == len(LABELS)
    return texts if whole and all(text.strip() for text in texts) else ()


def _is_index(value: object) -> bool:
    """A whole number from 0, or its digits as text without leading zeros (which would be another id)."""
    if isinstance(value, str):
        return re.fullmatch("0|[1-9][0-9]*", value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_plain(value: object) -> bool:
    """Whether a value can stand in JSON as it is."""
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
