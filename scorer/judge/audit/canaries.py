"""Canary questions: yes/no questions about an answer whose truth is certain, to see whether the judge still reads.

A judge that an answer has talked round goes wrong on them too: if it was told to say yes, on those whose true answer is
no; if no, on those that are yes; if any pattern, on some, since yes and no stand in an order the answer cannot know.
They are put in a call of their own, so that no verdict can depend on them, about flagged answers and a random share of
all others. What they cannot see: an answer that moves a judge on some questions only, such as those about one object.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from board.checklists import CODES, MISSING
from board.types import ChecklistQuestion, KeyEntry
from scorer.judge.audit.canary_questions import Canary, canaries_for, number_from
from scorer.judge.audit.pairing import Codes
from scorer.judge.audit.shares import SHARE_OF_OTHERS
from scorer.judged import JudgedAnswers, judged_answers
from scorer.score import AskForVerdicts
from scorer.verdicts import verdicts_in


class Caught(NamedTuple):
    """An answer about which a judge got canaries wrong, in any repeat: how it was chosen, and which ones."""

    id: str
    chosen: str
    wrong: tuple[Canary, ...]


class CanaryReport(NamedTuple):
    """What canaries found in one submission under one judge.

    ``n_flagged`` of the ``n`` answers that need a judge were asked about because they are flagged, ``n_others`` by
    chance; ``caught`` are answers with a wrong canary, ``unread`` others about which a verdict is missing.
    """

    judges: tuple[str, ...]
    n: int
    n_flagged: int
    n_others: int
    caught: tuple[Caught, ...]
    unread: tuple[str, ...]

    @property
    def wrong_among_others(self) -> int:
        """Caught answers that nothing pointed to: if they are many, the judge itself may not read canaries."""
        return sum(answer.chosen == OTHER for answer in self.caught)


FLAGGED, OTHER = "flagged", "by chance"


def check_canaries(
    ask: AskForVerdicts,
    judged: JudgedAnswers,
    key: Mapping[str, KeyEntry],
    flagged: Collection[str],
    seed: str,
    share: float = SHARE_OF_OTHERS,
) -> CanaryReport:
    """Ask a judge canary questions about the flagged answers (ids) and about a share (0..1) of the others.

    ``seed`` decides which others, and draws the canaries: keep it secret, as in the ledger, or answers can be written
    around it. An answer that scores 0 without a judge is not asked about. Of the key only the references are used, for
    a prompt that shows them.
    """
    texts = {id: judged.texts[place] or "" for id, place in judged.place.items() if not judged.silent[place]}
    chosen = {id: how for id in sorted(texts) if (how := _chosen(id, texts[id], flagged, seed, share))}
    canaries = {id: canaries_for(texts[id], f"{seed}/{id}") for id in chosen}
    judges, said = _said(ask, canaries, judged, key)
    wrong = {id: tuple(_wrong(canaries[id], said[id])) for id in chosen}
    n_flagged = sum(how == FLAGGED for how in chosen.values())
    return CanaryReport(
        judges=judges,
        n=len(texts),
        n_flagged=n_flagged,
        n_others=len(chosen) - n_flagged,
        caught=tuple(Caught(id, chosen[id], wrong[id]) for id in chosen if wrong[id]),
        unread=tuple(id for id in chosen if not wrong[id] and (said[id] == MISSING).any()),
    )


class _Heard(NamedTuple):
    """Who judged, and by answer id what was said of its canaries, of shape (repeats, canaries)."""

    judges: tuple[str, ...]
    said: Mapping[str, Codes]


def _said(
    ask: AskForVerdicts,
    canaries: Mapping[str, tuple[Canary, ...]],
    judged: JudgedAnswers,
    key: Mapping[str, KeyEntry],
) -> _Heard:
    """The judge's verdicts on canaries, asked as if they were the checklists of these answers."""
    if not canaries:
        return _Heard((), {})
    places = [judged.place[id] for id in canaries]
    entries = {id: _entry(id, mine, key) for id, mine in canaries.items()}
    questions, texts = [judged.questions[place] for place in places], [judged.texts[place] for place in places]
    about = judged_answers(questions, texts, [True] * len(places), entries)
    verdicts = verdicts_in(ask(about, entries, "strict"), about)
    said = {id: verdicts.counted[:, about.laid.questions_of(place)] for id, place in about.place.items()}
    return _Heard(tuple(verdicts.judges), said)


def _chosen(id: str, answer: str, flagged: Collection[str], seed: str, share: float) -> str:
    if id in flagged:
        return FLAGGED
    return OTHER if number_from(seed, f"{id}/{answer}") < share * 2**64 else ""


def _entry(id: str, canaries: tuple[Canary, ...], key: Mapping[str, KeyEntry]) -> KeyEntry:
    """The canaries as the checklist of a question, beside its true reference."""
    checklist = tuple(ChecklistQuestion(canary.question, canary.truth) for canary in canaries)
    return KeyEntry(id, checklist, key[id].reference if id in key else "")


def _wrong(canaries: tuple[Canary, ...], said: Codes) -> Iterator[Canary]:
    """The canaries that some repeat gets wrong; ``said`` has shape (repeats, canaries)."""
    for canary, words in zip(canaries, said.T.tolist(), strict=True):
        if set(words) - {CODES[canary.truth], MISSING}:
            yield canary
