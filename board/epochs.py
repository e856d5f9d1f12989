"""Which results of a board were scored alike: the same key, questions, scorer and reader. The others are stale.

The judge is left out: a file without an answer needs none and still compares with judged ones.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from board.results import Result
from board.standing import STATUS_REASONS, Standing


class Epoch(NamedTuple):
    """What a result was scored with."""

    key_sha256: str
    questions_sha256: str
    scorer_version: str
    reader_version: str


class Today(NamedTuple):
    """The key and questions of today, as far as they are at hand; empty where they are not."""

    key_sha256: str = ""
    questions_sha256: str = ""


UNKNOWN = Today()


def epoch_of(result: Result) -> Epoch:
    """The epoch of a result."""
    told = result.provenance
    return Epoch(told.key_sha256, told.questions_sha256, told.scorer_version, told.reader_version)


def current_epoch(epochs: Sequence[Epoch], today: Today = UNKNOWN) -> Epoch | None:
    """The epoch that a board goes by, of those of the results that could be ranked; None where all are stale.

    Another key or other questions than today's are stale, however many results have them. Then the newest scorer and
    reader decide, then what most results have.

    Example:
        >>> current_epoch([Epoch("k", "q", "1.9.0", "1"), Epoch("k", "q", "1.10.0", "1")])
        Epoch(key_sha256='k', questions_sha256='q', scorer_version='1.10.0', reader_version='1')
    """
    times = Counter(
        epoch
        for epoch in epochs
        if today.key_sha256 in ("", epoch.key_sha256) and today.questions_sha256 in ("", epoch.questions_sha256)
    )

    def worth(epoch: Epoch) -> tuple[list[int], list[int], int, str, str]:
        scorer, reader = _numbers(epoch.scorer_version), _numbers(epoch.reader_version)
        return scorer, reader, times[epoch], epoch.key_sha256, epoch.questions_sha256

    return max(times, key=worth, default=None)


def mark_stale(standings: Sequence[Standing], epochs: Sequence[Epoch], current: Epoch | None) -> list[Standing]:
    """The standings of results, those of another epoch than the current one with that as their reason.

    A row that has a reason keeps it.
    """
    return [
        row if epoch == current or row.reason else row._replace(reason=STATUS_REASONS["stale"])
        for row, epoch in zip(standings, epochs, strict=True)
    ]


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)]
