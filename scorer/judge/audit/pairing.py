"""Two sets of verdicts about the same answers, laid side by side checklist question by checklist question.

One set may be labels by people: a labelled file is a verdict file (:mod:`scorer.verdicts`), so both are read alike.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.checklists import MISSING, NO, YES
from board.errors import BenchmarkError
from scorer.judged import JudgedAnswers
from scorer.verdicts import Verdicts

TIED = 2
Codes = NDArray[np.int8]


class Paired(NamedTuple):
    """Each checklist question's ability and cluster, and what either side says: YES, NO, TIED or MISSING."""

    abilities: tuple[str, ...]
    clusters: tuple[str, ...]
    first: Codes
    second: Codes

    @property
    def compared(self) -> NDArray[np.bool_]:
        """The questions that both sides decide."""
        return np.isin(self.first, (NO, YES)) & np.isin(self.second, (NO, YES))

    def of(self, ability: str) -> "Paired":
        """The questions of one ability."""
        kept = [place for place, name in enumerate(self.abilities) if name == ability]
        clusters = tuple(self.clusters[place] for place in kept)
        return Paired((ability,) * len(kept), clusters, self.first[kept], self.second[kept])


def pair(judged: JudgedAnswers, first: Verdicts, second: Verdicts) -> Paired:
    """What two sets say of the answers that need a judge; those that score 0 without one are MISSING in both."""
    lengths = judged.laid.lengths.tolist()
    asked = [question for question, n in zip(judged.questions, lengths, strict=True) for _ in range(n)]
    abilities = tuple(question.task for question in asked)
    clusters = tuple(question.independent_part for question in asked)
    return Paired(abilities, clusters, majority(first.counted), majority(second.counted))


def pooled(pairs: Sequence[Paired]) -> Paired:
    """Verdicts about several submissions as one set; a video is the same cluster in all of them.

    Raises:
        BenchmarkError: there is none.
    """
    if not pairs:
        raise BenchmarkError("found no verdicts to compare, expected those of at least one submission")
    abilities = tuple(name for one in pairs for name in one.abilities)
    clusters = tuple(name for one in pairs for name in one.clusters)
    first, second = (np.concatenate([one[side] for one in pairs]) for side in (2, 3))
    return Paired(abilities, clusters, first, second)


def majority(said: Codes) -> Codes:
    """What most of the given repeats say, per question; ``said`` has shape (repeats, questions).

    A repeat that is not there does not vote: people may label some questions more often than others.

    Example:
        >>> majority(np.array([[YES, YES, NO], [YES, NO, MISSING], [NO, MISSING, MISSING]], dtype=np.int8)).tolist()
        [1, 2, 0]
    """
    yes, no = (said == YES).sum(axis=0), (said == NO).sum(axis=0)
    found = np.where(yes > no, YES, np.where(no > yes, NO, np.where(yes > 0, TIED, MISSING)))
    return found.astype(np.int8)
