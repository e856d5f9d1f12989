"""Which results of a board were scored alike: the same key, scorer and reader. The others are stale.

The judge is left out: a file without an answer needs none and still compares with judged ones.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from board.receipts import key_sha256
from board.results import Result
from board.types import KeyEntry


class Epoch(NamedTuple):
    """What a result was scored with."""

    key_sha256: str
    scorer_version: str
    reader_version: str


def epoch_of(result: Result) -> Epoch:
    """The epoch of a result."""
    told = result.provenance
    return Epoch(told.key_sha256, told.scorer_version, told.reader_version)


def current_epoch(epochs: Sequence[Epoch], key: Mapping[str, KeyEntry]) -> Epoch | None:
    """The epoch a board goes by: today's public key, then the newest scorer and reader, then what most rows have.

    Example:
        >>> current_epoch([Epoch("k", "1.9.0", "1"), Epoch("k", "1.10.0", "1")], {})
        Epoch(key_sha256='k', scorer_version='1.10.0', reader_version='1')
    """
    today = key_sha256(key) if key else ""
    times = Counter(epochs)

    def worth(epoch: Epoch) -> tuple[bool, list[int], list[int], int, str]:
        versions = [list(map(int, re.findall(r"\d+", text))) for text in epoch[1:]]
        return epoch.key_sha256 == today, *versions, times[epoch], epoch.key_sha256  # type: ignore[return-value]

    return max(times, key=worth, default=None)
