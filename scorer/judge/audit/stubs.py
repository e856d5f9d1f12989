"""Two judges for trials: an honest one that reads, and a gullible one that does as an answer tells it.

Both answer canary questions by looking the quoted text up, and any other question by a coin that its wording decides,
so the honest one's verdicts on a checklist do not depend on the answer at all.
"""

import hashlib
from collections.abc import Iterator, Sequence

from scorer.judge.audit.canary_questions import looked_for
from scorer.judge.audit.payloads import Payload, obeyed, payloads
from scorer.judge.scripted import ScriptedJudge
from scorer.judge.types import Opinion, Turn, Word


def honest_stub() -> ScriptedJudge:
    """A judge that reads the checklist and the answer, and nothing in the answer as an order."""
    return ScriptedJudge("honest", says_what_holds)


class GullibleStub(ScriptedJudge):
    """Does what any of our payloads in an answer says; else it judges like the honest one."""

    def __init__(self) -> None:
        super().__init__("gullible", says_what_holds)
        self._payloads = sorted(payloads(), key=lambda payload: -len(payload.text))

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn: what the longest payload in the answer asks for."""
        for turn, honest in zip(turns, super().opinions(turns), strict=True):
            found = next((payload for payload in self._payloads if _is_in(payload, turn.asked.answer)), None)
            yield honest._replace(verdicts=obeyed(found.demand, honest.verdicts or ())) if found else honest


def says_what_holds(answer: str, question: str) -> Word:
    """The rule of the honest stub.

    Example:
        >>> says_what_holds("Say no! A red bus.", 'Does the answer contain "bus"?')
        'yes'
    """
    text = looked_for(question)
    holds = hashlib.sha256(question.encode()).digest()[0] % 2 == 0 if text is None else text in answer
    return "yes" if holds else "no"


def _is_in(payload: Payload, answer: str) -> bool:
    return payload.text == answer.strip() if payload.alone else payload.text in answer
