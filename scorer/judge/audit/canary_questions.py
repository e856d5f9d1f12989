"""The questions of a canary check (:mod:`scorer.judge.audit.canaries`): what they ask, and in which order."""

import hashlib
import hmac
import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from scorer.judge.audit.hidden import is_hidden
from scorer.judge.types import Word
from validator.answers.text import locate

EACH = 3  # canaries of either truth about one answer
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


def canaries_for(answer: str, seed: str) -> tuple[Canary, ...]:
    """Three canaries that are true and three that are not about an answer, in an order drawn from the seed.

    Example:
        >>> [canary.truth for canary in canaries_for("A red bus stops at the bridge.", "seed")]
        ['yes', 'no', 'no', 'yes', 'no', 'yes']
        >>> canaries_for("A red bus stops at the bridge.", "seed")[0].question
        'Does the answer contain "bridge"?'
    """
    there, missing = _in_order(_present(answer), seed), _in_order(_absent(answer), seed)
    places = _ORDERS[number_from(seed, "order") % len(_ORDERS)]
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
    plain = [letter for letter in letters if letter not in _UNSHOWABLE and not is_hidden(letter)]
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
    return sorted(texts, key=lambda text: (number_from(seed, text), text))


def number_from(seed: str, text: str) -> int:
    """A whole number below 2**64 that nobody knows without the seed.

    Example:
        >>> number_from("seed", "A cup.") == number_from("seed", "A cup."), number_from("seed", "") < 2**64
        (True, True)
    """
    digest = hmac.new(seed.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return int.from_bytes(digest[:8], "big")
