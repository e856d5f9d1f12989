"""A text model on this machine, asked through both seams: margins of yes over no, or written replies.

Any split of the work gives the same verdicts. Answers computed together move the last digits of a margin, so one that
lies close to the line between no and yes is not taken from there: its answer is computed once more, alone, and that
stands. A margin was seen to move by up to 5e-5 nats in float32 and 0.24 in bfloat16; the bands are 1e-3 and 0.5, a
measured bound and not a proved one. The probabilities that are kept differ by as little between two splits.

A text that is too long for the model or the machine is left unanswered and stops nothing: whoever wrote it may have
meant to.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import torch

from scorer.models.base import Branches, Margins, Reply, Request, Unanswered
from scorer.models.loading import Loaded
from scorer.models.messages import Messages
from scorer.models.reading import Reader
from scorer.models.room import columns_of_cache, longest_text
from scorer.models.self_check import Way, exact_way
from scorer.models.shared_prefix import alone, one_prompt_each, together
from scorer.models.trees import Tree, grow, with_stem
from scorer.models.writing import Prompted, Writer, end_ids
from scorer.models.yes_no import YesNo, find_yes_no, lean

BAND = {"float32": 1e-3, "bfloat16": 0.5}  # nats
TOO_LARGE = Unanswered("found too little memory for a text: use a smaller model, bfloat16, or another machine")


class LocalText:
    """A loaded model as a :class:`scorer.models.base.YesNoModel` and a :class:`scorer.models.base.ChatModel`.

    ``line`` is the margin at which a verdict turns from no to yes (0 without a calibration), ``band`` how near to it a
    margin is computed again alone (None: by the dtype). ``columns`` is how many columns of cache a batch may fill: 0 is
    one answer at a time, None what the machine has room for (on a CPU 0).
    """

    def __init__(
        self, loaded: Loaded, *, line: float = 0.0, columns: int | None = None, band: float | None = None
    ) -> None:
        self.name, self.revision, self.dtype = loaded.name, loaded.revision, loaded.dtype
        self._model, self._tokenizer = loaded.model, loaded.tokenizer
        self._line, self._band = line, BAND[loaded.dtype] if band is None else band
        self._columns = columns_of_cache(loaded.model) if columns is None else columns
        self._longest = longest_text(loaded.model)
        self._messages, self._reader = Messages(loaded.tokenizer), Reader(loaded.model)
        self._writer = Writer(loaded.model, end_ids(loaded.model, loaded.tokenizer), self._band)

    @property
    def forwarded(self) -> int:
        """Tokens read and written so far; padding, and the trial of the model, are not counted."""
        return self._reader.tokens + self._writer.tokens

    @cached_property
    def way(self) -> Way:
        """How much work this model lets its questions share; found out by a trial when it is first needed."""
        return exact_way(self._model)

    def margins(self, asked: Sequence[Branches]) -> Iterator[tuple[int, Margins | Unanswered]]:
        """The margins of each, longest first. Ask for many at once: what they begin with is then read once for all.

        Raises:
            JudgeError: the tokenizer has no yes or no, or memory is short for any text at all.
        """
        words = find_yes_no(self._tokenizer)
        trees = [self._tree(place, branches) for place, branches in enumerate(asked) if branches.tails]
        yield from ((place, Margins((), (), 0)) for place, branches in enumerate(asked) if not branches.tails)
        yield from ((tree.place, self._too_long) for tree in trees if tree.longest > self._longest)
        readable = [tree for tree in trees if tree.longest <= self._longest]
        shared = self.way == "together" and len(readable) > 1
        yield from self._together(with_stem(readable), words) if shared else self._one_at_a_time(readable, words)

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """What the model writes to each, longest first; nothing forces it to the ``keys``, so whoever reads it checks.

        Raises:
            JudgeError: memory is short for any text at all.
        """
        prompts = self._messages.encode([request.text for request in requests])
        asked = [Prompted(place, *each) for place, each in enumerate(zip(requests, prompts, strict=True))]
        yield from ((one.place, self._too_long) for one in asked if one.longest > self._longest)
        readable = [one for one in asked if one.longest <= self._longest]
        for place, ids, tokens_in in self._writer.write(readable, self._columns if self.way == "together" else 0):
            if ids is None:
                yield place, TOO_LARGE
            else:
                text = self._tokenizer.decode(ids, skip_special_tokens=True)
                yield place, Reply(text, self.name, tokens_in, len(ids))

    def _tree(self, place: int, branches: Branches) -> Tree:
        return grow(place, self._messages.encode([branches.prefix + tail for tail in branches.tails]))

    def _together(self, trees: Sequence[Tree], words: YesNo) -> Iterator[tuple[int, Margins | Unanswered]]:
        untold = trees[0].stem  # the stem's tokens are told with the first answer
        left = {tree.place for tree in trees}
        for batch in together(self._reader, trees, self._columns):
            margins, masses = lean(batch.logits, words)
            for tree, own in zip(batch.trees, _slices(batch.trees), strict=True):
                found = Margins(margins[own], masses[own], tree.tokens + untold)
                yield tree.place, self._settled(tree, found, words)
                untold = 0
                left.remove(tree.place)
        yield from ((place, TOO_LARGE) for place in sorted(left))

    def _settled(self, tree: Tree, found: Margins, words: YesNo) -> Margins | Unanswered:
        """The margins, computed again alone where one of them lies close to the line."""
        if all(abs(margin - self._line) >= self._band for margin in found.margins):
            return found
        again = self._by_itself(tree, words)
        return again if isinstance(again, Unanswered) else again._replace(tokens=again.tokens + found.tokens)

    def _one_at_a_time(self, trees: Sequence[Tree], words: YesNo) -> Iterator[tuple[int, Margins | Unanswered]]:
        for tree in trees:
            yield tree.place, self._by_itself(tree, words)

    def _by_itself(self, tree: Tree, words: YesNo) -> Margins | Unanswered:
        """What decides: the margins of one answer with nothing around it."""
        before = self._reader.tokens
        try:
            logits = (one_prompt_each if self.way == "one prompt each" else alone)(self._reader, tree)
        except torch.OutOfMemoryError:
            return TOO_LARGE
        margins, masses = lean(logits, words)
        return Margins(margins, masses, self._reader.tokens - before)

    @property
    def _too_long(self) -> Unanswered:
        return Unanswered(
            f"found a text that is too long, expected at most {self._longest:,.0f} tokens, which is all that "
            f"{self.name} can read: use a model that reads more"
        )


def _slices(trees: Sequence[Tree]) -> Iterator[slice]:
    """Where each tree's branches lie among those of all."""
    start = 0
    for tree in trees:
        yield slice(start, start + len(tree.branches))
        start += len(tree.branches)
