"""A judge by rule, for tests and for trying a pipeline out: no model, nothing to install, the same everywhere.

Its name begins with ``smoke/``: what it judges is never published.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

from scorer.judge.types import SMOKE, Identity, Opinion, Turn, Word

Rule = Callable[[str, str], Word]


def _coin(answer: str, question: str) -> Word:
    """Yes or no by the hash of what is asked: any two machines agree, and nothing is meant by it."""
    return "yes" if hashlib.sha256(f"{question}\0{answer}".encode()).digest()[0] % 2 else "no"


RULES: dict[str, Rule] = {
    "yes": lambda answer, question: "yes",
    "no": lambda answer, question: "no",
    "coin": _coin,
}


class ScriptedJudge:
    """Gives the verdict of a rule of (answer, checklist question).

    Example:
        >>> from scorer.judge.types import Asked
        >>> judge = ScriptedJudge("no", RULES["no"])
        >>> next(judge.opinions([Turn(Asked("q1", "A cup.", ("Is a cup named?",)))])).verdicts
        ('no',)
    """

    def __init__(self, name: str, rule: Rule, repeats: int = 1) -> None:
        self._rule = rule
        self.repeats = repeats
        self.identity = Identity(f"{SMOKE}scripted-{name}", "", "none", "0" * 64, {"way": "rule", "repeats": repeats})
        self.one_by_one = False
        self.outages: list[str] = []

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn, in order."""
        for turn in turns:
            asked = turn.asked
            verdicts = tuple(self._rule(asked.answer, question) for question in asked.checklist)
            yield Opinion(asked.id, turn.repeat, verdicts, model=self.identity.name)
