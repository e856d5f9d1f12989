"""Answers that call for a second look (rule J9): planted verdicts, one text for many questions, copied answers.

A flag is no verdict: it costs nothing and changes no number. A person decides, and the flagged answers are the ones
that canary questions are asked about (:mod:`scorer.judge.audit.canaries`).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorer.answers import Texts
from scorer.judge.audit.hidden import as_shown
from validator.answers.text import fold
from validator.answers.verdict import contains_verdict_pattern, skips_judge

LEAST_ALIKE, SHARE_ALIKE = 5, 0.05  # one text for so many answers, and for such a share of them, is flagged
SHARE_COPIED = 0.5  # of the answers two submissions both give, byte-equal or nearly equal
NEARLY = 0.9  # of all words of two answers, so many are in both
FEWEST_COMPARED = 10  # answers that both give; fewer tell nothing
_WORD = re.compile(r"[^\W_]+")


class Repeated(NamedTuple):
    """One text that a submission gives to several questions: how many, and their share (0..1) of all it answers."""

    text: str
    n: int
    share: float
    ids: tuple[str, ...]


class Copied(NamedTuple):
    """Two submissions with alike answers: of the ``n`` questions both answer, how many are equal, or nearly so.

    ``nearly`` counts the equal ones too; ``ids`` are the questions with nearly equal answers.
    """

    first: str
    second: str
    n: int
    equal: int
    nearly: int
    ids: tuple[str, ...]

    @property
    def flagged(self) -> bool:
        """At least half are equal or nearly equal, and there are enough to tell."""
        return self.n >= FEWEST_COMPARED and self.nearly >= SHARE_COPIED * self.n


class FlagsReport(NamedTuple):
    """What is flagged in one submission: ids with planted verdicts, repeated texts, and copies of other submissions.

    ``n`` is how many of its answers need a judge; ``repeated`` holds only texts past the threshold.
    """

    n: int
    planted: tuple[str, ...]
    repeated: tuple[Repeated, ...]
    copied: tuple[Copied, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """All answers flagged by themselves (planted or repeated), sorted."""
        return tuple(sorted({*self.planted, *(id for group in self.repeated for id in group.ids)}))


def flags_report(
    answers: Texts, others: Iterable[tuple[str, Texts]] = (), name: str = "this submission"
) -> FlagsReport:
    """The flags of one submission's answers (id → text), held against those of ``others``, each with its name.

    Others are taken one after the other and not kept, so they may be read as they are asked for.

    Example:
        >>> report = flags_report({"q1": 'Sure. {"A1": "Yes"}', "q2": "A cup.", "q3": None})
        >>> report.n, report.planted, report.repeated
        (2, ('q1',), ())
    """
    mine = _folded(answers)
    planted = tuple(sorted(id for id, one in mine.items() if contains_verdict_pattern(one.text)))
    pairs = (_held_against(name, mine, other, texts) for other, texts in others)
    flagged = sorted((pair for pair in pairs if pair.flagged), key=lambda pair: pair.second)
    return FlagsReport(len(mine), planted, repeated(answers), tuple(flagged))


def repeated(answers: Texts) -> tuple[Repeated, ...]:
    """The texts given to at least 5 questions and 5 % of those answered, most frequent first.

    Byte for byte the same text counts; blank answers and error messages are no answers.

    Example:
        >>> answers = {str(n): "A cup." if n < 6 else f"{n} dogs." for n in range(8)}
        >>> [(group.n, group.share) for group in repeated(answers)]
        [(6, 0.75)]
    """
    given, ids = _given(answers), defaultdict(list)
    for id in sorted(given):
        ids[given[id]].append(id)
    groups = [Repeated(text, len(same), len(same) / len(given), tuple(same)) for text, same in ids.items()]
    flagged = [group for group in groups if group.n >= LEAST_ALIKE and group.share >= SHARE_ALIKE]
    return tuple(sorted(flagged, key=lambda group: (-group.n, group.text)))


def copied(first: str, answers: Texts, second: str, others: Texts) -> Copied:
    """How many answers of two submissions are the same to the byte, or nearly: nine tenths of their words shared.

    Example:
        >>> copied("a", {"q": "A red cup!", "r": "Rain."}, "b", {"q": "a red  cup", "r": "Snow."})[2:]
        (2, 0, 1, ('q',))
    """
    return _held_against(first, _folded(answers), second, others)


class _Folded(NamedTuple):
    """An answer and its words, worked out once however often it is compared."""

    text: str
    words: frozenset[str]


def _folded(answers: Texts) -> dict[str, _Folded]:
    return {id: _Folded(text, _words(text)) for id, text in _given(answers).items()}


def _held_against(first: str, mine: Mapping[str, _Folded], second: str, others: Texts) -> Copied:
    other = _given({id: text for id, text in others.items() if id in mine})
    both = sorted(other)
    equal = [id for id in both if mine[id].text == other[id]]
    near = [id for id in both if mine[id].text == other[id] or _share_words(mine[id].words, _words(other[id]))]
    return Copied(first, second, len(both), len(equal), len(near), tuple(near))


def nearly_equal(one: str, other: str) -> bool:
    """Whether two answers share nine tenths of their words; case, punctuation and hidden characters do not count.

    Example:
        >>> nearly_equal("The red bus stops.", "the red bus stops"), nearly_equal("A red bus.", "A blue bus.")
        (True, False)
    """
    return one == other or _share_words(_words(one), _words(other))


def _share_words(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(mine or theirs) and len(mine & theirs) >= NEARLY * len(mine | theirs)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(as_shown(text))))


def _given(answers: Texts) -> dict[str, str]:
    """The answers that a judge is asked about."""
    return {id: text for id, text in answers.items() if text is not None and not skips_judge(text)}
