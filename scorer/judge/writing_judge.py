"""A judge that writes: it replies with its verdicts in words, which are read by the judge rules or asked for again.

A reply that cannot be read whole is asked for again, with the same prompt, up to three times (rule J6); then the
verdict has failed: the answer is unscored, neither wrong nor dropped.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorer.judge.prompts import Prompt, reading_of
from scorer.judge.quoting import REMOTE_BITS, marker
from scorer.judge.types import Identity, Opinion, Turn, plain_name
from scorer.models.base import ChatModel, Reply, Request, Unanswered

RETRIES = 3  # K of rule J6
AT_A_TIME = 256  # turns; what is asked again waits for no more than these
SEEDS_A_REPEAT = 100
ROOM, ROOM_A_QUESTION, ROOM_FOR_A_WORD = 32, 16, 8  # tokens it may write: around the object, in it, or one word


class _Asked(NamedTuple):
    """A turn, the request about it, and what came back so far: the last reply, how many, and their tokens.

    ``closed`` once a request got no reply: it is not sent again in this run.
    """

    turn: Turn
    request: Request
    reply: Reply | None = None
    replies: int = 0
    tokens: int = 0
    closed: bool = False

    def heard(self, reply: Reply) -> "_Asked":
        tokens = self.tokens + (reply.tokens_in or 0) + (reply.tokens_out or 0)
        return self._replace(reply=reply, replies=self.replies + 1, tokens=tokens)


class WritingJudge:
    """A judge over a :class:`scorer.models.base.ChatModel`.

    ``seed`` is the ledger's, for markers. ``retries`` is 0 where the released script's reading is to be replayed. With
    a prompt that samples, each repeat and each attempt has a seed of its own, the same in every run. A prompt that asks
    one question at a time (``one_by_one``) is given turns with one question each.
    """

    def __init__(
        self,
        model: ChatModel,
        prompt: Prompt,
        seed: str,
        *,
        settings: Mapping[str, Any] | None = None,
        repeats: int | None = None,
        retries: int = RETRIES,
        bits: int = REMOTE_BITS,
    ) -> None:
        self._model, self._prompt, self._seed, self._bits = model, prompt, seed, bits
        self.retries = retries
        self.repeats = prompt.repeats if repeats is None else repeats
        told = {
            "way": "writes",
            "repeats": self.repeats,
            "temperature": prompt.temperature,
            "retries": retries,
            "most_tokens": ROOM_FOR_A_WORD if prompt.all is None else [ROOM, ROOM_A_QUESTION],
            **(settings or {}),
        }
        self.identity = Identity(model.name, model.revision, prompt.name, prompt.sha256, told)
        self.one_by_one = prompt.all is None
        self.outages: list[str] = []

    def request(self, turn: Turn) -> Request:
        """What is sent about one turn, for the reply as well as for an estimate of its cost."""
        asked, keys = turn.asked, self._prompt.keys(turn.asked)
        (text,) = self._prompt.texts(asked, marker(self._seed, self._bits, asked.answer, f"{asked.id}/{turn.repeat}"))
        room = ROOM + ROOM_A_QUESTION * len(keys) if keys else ROOM_FOR_A_WORD
        seed = None if self._prompt.temperature == 0.0 else SEEDS_A_REPEAT * turn.repeat
        return Request(text, keys, self._prompt.temperature, room, seed)

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn that got a reply, as soon as it is known."""
        for start in range(0, len(turns), AT_A_TIME):
            waiting = [_Asked(turn, self.request(turn)) for turn in turns[start : start + AT_A_TIME]]
            for left in reversed(range(self.retries + 1)):
                again: list[_Asked] = []
                for asked in self._answered(waiting):
                    opinion = self._read(asked)
                    if opinion.verdicts is None and left and not asked.closed:
                        again.append(asked)
                    else:
                        yield opinion
                waiting = [_reseeded(asked) for asked in again]

    def _answered(self, waiting: Sequence[_Asked]) -> Iterator[_Asked]:
        """Ask once more; each with its new reply, or with an old one where no new one came."""
        for place, reply in self._model.replies([asked.request for asked in waiting]):
            asked = waiting[place]
            if isinstance(reply, Reply):
                yield asked.heard(reply)
                continue
            self._tell(reply)
            if asked.reply is not None:  # it was paid for: kept as a verdict that failed, not lost
                yield asked._replace(closed=True)

    def _read(self, asked: _Asked) -> Opinion:
        reply = asked.reply or Reply("", "")
        text, turn = _plain(reply.text), asked.turn
        verdicts = reading_of(text, len(turn.asked.checklist), self.identity)
        return Opinion(
            turn.asked.id,
            turn.repeat,
            verdicts,
            (text,),
            model=plain_name(_plain(reply.model)),
            calls=asked.replies,
            tokens=asked.tokens,
        )

    def _tell(self, unanswered: Unanswered) -> None:
        if unanswered.why not in self.outages:
            self.outages.append(unanswered.why)


def _reseeded(asked: _Asked) -> _Asked:
    """The same words with the next seed: a model that samples would else write the same again."""
    request = asked.request
    return asked._replace(request=request._replace(seed=None if request.seed is None else request.seed + 1))


def _plain(text: str) -> str:
    """A text that any file can hold: half a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
