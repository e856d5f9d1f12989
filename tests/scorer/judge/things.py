"""What the tests of judges start from: answers to ask about, opinions, judges that count."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from scorer.judge.entries import Entry, entry_of, key_of
from scorer.judge.ledger import Ledger
from scorer.judge.types import Asked, Identity, Opinion, Turn, Word

IDENTITY = Identity("judge-a", "0123456789ab", "retally-1", "p" * 64, {"way": "writes", "temperature": 0.0})
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def asked(number: int, n_questions: int = 2) -> Asked:
    return Asked(f"v{number}/0/1", f"Answer {number}.", tuple(f"Is thing {n} said?" for n in range(1, n_questions + 1)))


def many(n: int) -> list[Asked]:
    return [asked(number) for number in range(n)]


def reply_of(verdicts: tuple[Word, ...] | None, bare: bool = False) -> str:
    """What a judge writes to say so; ``bare`` where it was asked one question."""
    if verdicts is None:
        return "I am not sure."
    return verdicts[0] if bare else json.dumps({f"A{n}": word.title() for n, word in enumerate(verdicts, 1)})


def entry(number: int, verdicts: tuple[Word, ...] | None = ("yes", "no"), repeat: int = 1) -> Entry:
    one = asked(number)
    said = Opinion(one.id, repeat, verdicts, (reply_of(verdicts),), model="judge-a", tokens=12)
    return entry_of(IDENTITY, one, said, NOON.isoformat())


def key(number: int, repeat: int = 1) -> str:
    return key_of(IDENTITY, asked(number), repeat)


def _all_yes(turn: Turn) -> tuple[Word, ...]:
    return tuple("yes" for _ in turn.asked.checklist)


class CountingJudge:
    """Says what a rule says of each turn (None: no opinion comes), and counts the turns."""

    def __init__(
        self,
        rule: Callable[[Turn], tuple[Word, ...] | None] | None = None,
        identity: Identity = IDENTITY,
        repeats: int = 1,
        leaves_out: Callable[[Turn], bool] = lambda turn: False,
    ) -> None:
        self.identity, self.repeats = identity, repeats
        self.one_by_one = False
        self.outages: list[str] = []
        self.turns: list[Turn] = []
        self._rule, self._leaves_out = rule or _all_yes, leaves_out

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        for turn in turns:
            self.turns.append(turn)
            if self._leaves_out(turn):
                self.outages.append("the line was busy")
            else:
                words = self._rule(turn)
                replies = (reply_of(words, bare=self.one_by_one),)
                yield Opinion(turn.asked.id, turn.repeat, words, replies, model=self.identity.name)


def found_in(folder: Path, numbers: Sequence[int]) -> list[int]:
    """Which of these entries a ledger has, opened anew."""
    with Ledger(folder) as ledger:
        return [number for number in numbers if ledger.find(key(number)) == entry(number)]
