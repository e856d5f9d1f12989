"""A judge that writes: it replies with its verdicts in words, which are read by the judge rules or asked for again.

A reply that cannot be read whole is asked for again, with the same prompt, up to three times (rule J6); then the
verdict has failed: the answer is unscored, neither wrong nor dropped.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scorer.judge.prompts import Prompt
from scorer.judge.quoting import REMOTE_BITS, marker
from scorer.judge.types import Identity, Opinion, Turn, Word
from scorer.models.base import ChatModel, Reply, Request, Unanswered
from validator.answers.verdict import read_verdicts, read_word

RETRIES = 3  # K of rule J6
TOKENS_A_QUESTION, TOKENS_A_WORD = 16, 8
SEEDS_A_REPEAT = 100
ROOM = 32  # for the braces, a fence and a blank line around them


class _Reading(NamedTuple):
    """The replies to one turn so far: one, or one a question; None where none came yet."""

    turn: Turn
    requests: tuple[Request, ...]
    replies: list[Reply | None]
    calls: int = 0
    tokens: int = 0


class WritingJudge:
    """A judge over a :class:`scorer.models.base.ChatModel`.

    ``seed`` is the ledger's, for markers. ``retries`` is 0 where the released script's reading is to be replayed. With
    a prompt that samples, each repeat and each attempt has a seed of its own, the same in every run.
    """

    def __init__(
        self,
        model: ChatModel,
        prompt: Prompt,
        seed: str,
        *,
        settings: dict[str, Any] | None = None,
        repeats: int | None = None,
        temperature: float | None = None,
        retries: int = RETRIES,
        bits: int = REMOTE_BITS,
    ) -> None:
        self._model, self._prompt, self._seed, self._retries, self._bits = model, prompt, seed, retries, bits
        self._temperature = prompt.temperature if temperature is None else temperature
        told = {"way": "writes", "temperature": self._temperature, **(settings or {})}
        self.identity = Identity(model.name, model.revision, prompt.name, prompt.sha256, told)
        self.repeats = prompt.repeats if repeats is None else repeats
        self.outages: list[str] = []  # why requests were left without a reply

    def requests(self, turn: Turn) -> tuple[Request, ...]:
        """What is sent about one answer, for the reply as well as for an estimate of its cost."""
        asked = turn.asked
        code = marker(self._seed, self._bits, asked.answer, f"{asked.id}/{turn.repeat}")
        keys = self._prompt.keys(asked)
        room = ROOM + TOKENS_A_QUESTION * len(keys) if keys else TOKENS_A_WORD
        seed = None if self._temperature == 0.0 else SEEDS_A_REPEAT * turn.repeat
        return tuple(Request(text, keys, self._temperature, room, seed) for text in self._prompt.texts(asked, code))

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn whose every request got a reply, as soon as it is known."""
        waiting = [_Reading(turn, requests := self.requests(turn), [None] * len(requests)) for turn in turns]
        for attempt in range(self._retries + 1):
            again: list[_Reading] = []
            for reading in self._wave(waiting):
                opinion = self._read(reading)
                if opinion.verdicts is None and attempt < self._retries:
                    again.append(self._cleared(reading))
                else:
                    yield opinion
            waiting = [self._reseeded(reading) for reading in again]

    def _wave(self, readings: Sequence[_Reading]) -> Iterator[_Reading]:
        """Ask what has no reply yet; every reading that is complete then, in any order."""
        places = [
            (number, part)
            for number, reading in enumerate(readings)
            for part, reply in enumerate(reading.replies)
            if reply is None
        ]
        open_parts = [sum(reply is None for reply in reading.replies) for reading in readings]
        current = list(readings)
        for place, reply in self._model.replies([readings[number].requests[part] for number, part in places]):
            number, part = places[place]
            if isinstance(reply, Unanswered):
                self._tell(reply.why)
                continue
            mine = current[number]
            mine.replies[part] = reply
            tokens = mine.tokens + (reply.tokens_in or 0) + (reply.tokens_out or 0)
            current[number] = mine._replace(calls=mine.calls + 1, tokens=tokens)
            open_parts[number] -= 1
            if not open_parts[number]:
                yield current[number]

    def _read(self, reading: _Reading) -> Opinion:
        replies = [reply for reply in reading.replies if reply is not None]
        texts = tuple(_plain(reply.text) for reply in replies)
        models = sorted({_plain(reply.model) for reply in replies})
        turn = reading.turn
        return Opinion(
            turn.asked.id,
            turn.repeat,
            self._verdicts(texts, len(turn.asked.checklist)),
            texts,
            model=", ".join(models),
            calls=reading.calls,
            tokens=reading.tokens,
        )

    def _verdicts(self, texts: Sequence[str], n: int) -> tuple[Word, ...] | None:
        if self._prompt.all is not None:
            return read_verdicts(texts[0], n).verdicts
        words = [read_word(text) for text in texts]
        return tuple(word for word in words if word is not None) if all(words) else None

    def _cleared(self, reading: _Reading) -> _Reading:
        """The reading without the replies that could not be read, which are asked for again."""
        if self._prompt.all is not None:
            return reading._replace(replies=[None])
        kept = [reply if reply and read_word(_plain(reply.text)) else None for reply in reading.replies]
        return reading._replace(replies=kept)

    def _reseeded(self, reading: _Reading) -> _Reading:
        """The same words with the next seed: a model that samples would else write the same again."""
        following = (request._replace(seed=request.seed and request.seed + 1) for request in reading.requests)
        return reading._replace(requests=tuple(following))

    def _tell(self, why: str) -> None:
        if why not in self.outages:
            self.outages.append(why)


def _plain(text: str) -> str:
    """A text that any file can hold: half a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
