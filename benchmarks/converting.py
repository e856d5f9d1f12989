"""What a converter gives: the answers of a harness or of the official scripts as rows of a prediction file.

A converter is a function ``convert(paths, questions) -> Converted`` in the ``converter.py`` of a benchmark's folder.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = Mapping[str, Any]


class Converted(NamedTuple):
    """Rows in the order of the questions, and what became of the rest.

    ``missing`` are the ids of questions without an answer, ``dropped`` the answers to what is no question here.
    ``notes`` are sentences for the author. ``card`` holds the fields of ``submission.json`` that were found, if any.
    """

    rows: list[Row]
    missing: list[str]
    dropped: Sequence[object] = ()
    notes: tuple[str, ...] = ()
    card: Mapping[str, Any] | None = None
