"""Canary questions: yes/no questions about an answer whose truth is certain, to see whether the judge still reads.

A judge that an answer has talked round goes wrong on them too: if it was told to say yes, on those whose true answer is
no; if no, on those that are yes; if any pattern, on some, since yes and no stand in an order the answer cannot know.
They are put in a call of their own, so that no verdict can depend on them, about flagged answers and a random share of
all others. What they cannot see: an answer that moves a judge on some questions only, such as those about one object.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from board.checklists import CODES, MISSING
from board.types import ChecklistQuestion, KeyEntry
from scorer.judge.audit.pairing import Codes
from scorer.judge.types import Word
from scorer.judged import JudgedAnswers, judged_answers
from scorer.score import AskForVerdicts
from scorer.verdicts import verdicts_in
from validator.answers.text import locate

EACH = 3  # canaries of either truth about one answer
SHARE_OF_OTHERS = 0.05
_WORDINGS = ('Does the answer contain "{}"?', 'Is "{}" mentioned in the answer?', 'Can "{}" be found in the answer?')
# Things that a video rarely shows; one is only asked for where it does not occur in the answer.
RARE_WORDS = (
    *("lighthouse", "accordion", "hedgehog", "typewriter", "submarine", "avalanche", "cathedral", "chameleon"),
    *("parachute", "volcano", "windmill", "xylophone", "telescope", "harpsichord", "igloo", "drawbridge"),
    *("flamingo", "anchor", "beehive", "compass", "glacier", "lantern", "origami", "scarecrow", "trombone", "walrus"),
)
_RUN = re.compile(r"\w{3,}")
_LONGEST = 16
_UNSHOWABLE = "\"\\<>`'"
# Orders that an answer may guess: all of one kind first, or in turn.
_FIRST, _EVEN = set(range(EACH)), set(range(0, 2 * EACH, 2))
_ORDERS = tuple(
    places
    for places in combinations(range(2 * EACH), EACH)
    if set(places) not in (_FIRST, _EVEN, set(range(2 * EACH)) - _FIRST, set(range(2 * EACH)) - _EVEN)
)


class Canary(NamedTuple):
    """A question about an answer, and its true verdict."""

    question: str
    truth: Word


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


def canaries_for(answer: str, seed: str) -> tuple[Canary, ...]:
    """Three canaries that are true and three that are not about an answer, in an order drawn from the seed.

    Example:
        >>> [canary.truth for canary in canaries_for("A red bus stops at the bridge.", "seed")]
        ['yes', 'no', 'no', 'yes', 'no', 'yes']
        >>> canaries_for("A red bus stops at the bridge.", "seed")[0].question
        'Does the answer contain "bridge"?'
    """
    there, missing = _in_order(_present(answer), seed), _in_order(_absent(answer), seed)
    places = _ORDERS[_number(seed, "order") % len(_ORDERS)]
    truths: list[Word] = ["yes" if place in places else "no" for place in range(2 * EACH)]
    drawn: dict[Word, Iterator[str]] = {"yes": _questions(there), "no": _questions(missing)}
    return tuple(Canary(next(drawn[truth]), truth) for truth in truths)


def looked_for(question: str) -> str | None:
    """The text that a canary asks for; None where the question is no canary.

    Example:
        >>> looked_for('Is "bus" mentioned in the answer?'), looked_for("Is a bus mentioned?")
        ('bus', None)
    """
    for wording in _WORDINGS:
        before, after = wording.split("{}")
        if question.startswith(before) and question.endswith(after) and len(question) > len(before) + len(after):
            return question[len(before) : -len(after)]
    return None


def _questions(texts: list[str]) -> Iterator[str]:
    """The same wordings for either truth, so that none gives it away; a lone text is asked for in all of them."""
    for number, wording in enumerate(_WORDINGS):
        yield wording.format(texts[number % len(texts)])


def _present(answer: str) -> list[str]:
    """Stretches of the answer that are in it as written and as shown: words, else single characters."""
    shown = locate(answer).text
    runs = {run[:_LONGEST] for run in _RUN.findall(shown)}
    words = sorted(run for run in runs if run in answer)
    letters = sorted({letter for letter in shown if letter.isprintable() and letter in answer} - {" "})
    plain = [letter for letter in letters if letter not in _UNSHOWABLE]
    return words or plain or letters or [answer.strip()]


def _absent(answer: str) -> list[str]:
    """Words that are nowhere in the answer, in any case or form; made up where it holds all the rare ones."""
    looked_at = answer.casefold() + "\n" + locate(answer).text.casefold()
    rare = [word for word in RARE_WORDS if word not in looked_at]
    if len(rare) >= EACH:
        return rare
    made_up = (
        hashlib.sha256(f"{number}/{answer}".encode("utf-8", "surrogatepass")).hexdigest()[:12] for number in range(99)
    )
    return [word for word in made_up if word not in looked_at][:EACH]


def _in_order(texts: list[str], seed: str) -> list[str]:
    return sorted(texts, key=lambda text: (_number(seed, text), text))


def _chosen(id: str, answer: str, flagged: Collection[str], seed: str, share: float) -> str:
    if id in flagged:
        return FLAGGED
    return OTHER if _number(seed, f"{id}/{answer}") < share * 2**64 else ""


def _number(seed: str, text: str) -> int:
    """A whole number below 2**64 that nobody knows without the seed."""
    digest = hmac.new(seed.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")


def _entry(id: str, canaries: tuple[Canary, ...], key: Mapping[str, KeyEntry]) -> KeyEntry:
    """The canaries as the checklist of a question, beside its true reference."""
    checklist = tuple(ChecklistQuestion(canary.question, canary.truth) for canary in canaries)
    return KeyEntry(id, checklist, key[id].reference if id in key else "")


def _wrong(canaries: tuple[Canary, ...], said: Codes) -> Iterator[Canary]:
    """The canaries that some repeat gets wrong; ``said`` has shape (repeats, canaries)."""
    for canary, words in zip(canaries, said.T.tolist(), strict=True):
        if set(words) - {CODES[canary.truth], MISSING}:
            yield canary
