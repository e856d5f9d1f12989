"""Four ways to ask one model about the same answers, timed: what ``gpu_check`` compares."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch

from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked
from scorer.models.base import Branches, Margins, Request
from scorer.models.loading import Loaded
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.reading import Reader
from scorer.models.room import columns_of_cache
from scorer.models.trees import Tree, batches
from scorer.models.yes_no import find_yes_no, lean

CODE = "0a1b2c3d"  # stands in the markers around an answer
JSON_TOKENS = 34  # of a reply to 3.3 questions
SHARED, EACH = "(a) logits, shared beginnings read once", "(b) logits, one prompt a question, batched"
TOGETHER, SINGLY = "(c) official JSON, written in batches", "(d) official JSON, written one by one"


class Done(NamedTuple):
    """The margins of each question of each answer (none where replies were written), and the tokens forwarded."""

    margins: list[tuple[float, ...]]
    tokens: int


class Timed(NamedTuple):
    """One way: how many answers it was given, how long it took (s), and what it did."""

    way: str
    answers: int
    seconds: float
    done: Done


class Ways:
    """One model, asked in each way; the line is left out of the judge, so that nothing is computed twice."""

    def __init__(self, loaded: Loaded, columns: int | None, clock: Callable[[], float]) -> None:
        self.judge = LocalText(loaded, columns=columns, band=0.0)
        self._one_by_one = LocalText(loaded, columns=0, band=0.0)
        self._loaded, self._clock = loaded, clock
        self._columns = columns_of_cache(loaded.model) if columns is None else columns

    def time(self, way: str, asked: Sequence[Asked]) -> Timed:
        """One way on these answers, from their texts to numbers or replies."""
        run = {SHARED: self._shared, EACH: self._each, TOGETHER: self._together, SINGLY: self._singly}[way]
        started = self._now()
        done = run(asked)
        return Timed(way, len(asked), self._now() - started, done)

    def seconds_alone(self, asked: Sequence[Asked]) -> float:
        """Seconds an answer takes by itself, as it is computed again where a margin lies close to the line."""
        started = self._now()
        for branches in _branches(asked):
            list(self.judge.margins([branches]))
        return (self._now() - started) / len(asked)

    def _now(self) -> float:
        if self._loaded.model.device.type == "cuda":
            torch.cuda.synchronize()
        return self._clock()

    def _shared(self, asked: Sequence[Asked]) -> Done:
        found = {
            place: margins
            for place, margins in self.judge.margins(_branches(asked))
            if isinstance(margins, Margins)  # the answers made up here fit any machine and model
        }
        return Done([found[place].margins for place in range(len(asked))], sum(one.tokens for one in found.values()))

    def _each(self, asked: Sequence[Asked]) -> Done:
        reader, words = Reader(self._loaded.model), find_yes_no(self._loaded.tokenizer)
        texts = [one.prefix + tail for one in _branches(asked) for tail in one.tails]
        prompts = Messages(self._loaded.tokenizer).encode(texts)
        margins = dict[int, float]()
        for batch in batches([Tree(place, [], [prompt]) for place, prompt in enumerate(prompts)], self._columns):
            _, logits = reader.read_on(reader.nothing(len(batch)), [tree.branches[0] for tree in batch])
            margins.update(zip((tree.place for tree in batch), lean(logits, words).margins, strict=True))
        in_order = iter(margins[place] for place in range(len(prompts)))
        return Done([tuple(next(in_order) for _ in one.checklist) for one in asked], reader.tokens)

    def _together(self, asked: Sequence[Asked]) -> Done:
        return _written(self.judge, asked)

    def _singly(self, asked: Sequence[Asked]) -> Done:
        return _written(self._one_by_one, asked)


def _branches(asked: Sequence[Asked]) -> list[Branches]:
    return [PROMPTS["retally-1"].branches(one, CODE) for one in asked]


def _written(judge: LocalText, asked: Sequence[Asked]) -> Done:
    before = judge.forwarded
    texts = [PROMPTS["official-code"].texts(one, CODE)[0] for one in asked]
    for _ in judge.replies([Request(text, max_tokens=JSON_TOKENS) for text in texts]):
        pass
    return Done([], judge.forwarded - before)
