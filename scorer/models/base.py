"""The one seam to any model: it answers requests with texts, or yes/no questions with margins.

Standard library only, so that whoever asks a model need not have it installed.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol


class Request(NamedTuple):
    """One user message; ``keys`` are those of the JSON object wanted, each "Yes" or "No" (none: free text).

    ``temperature`` None is the model's own default, ``seed`` makes sampling repeatable where the model can.
    """

    text: str
    keys: tuple[str, ...] = ()
    temperature: float | None = 0.0
    max_tokens: int = 256
    seed: int | None = None


class Reply(NamedTuple):
    """What came back: the text, the model as it named itself, and the tokens read and written (None: not told)."""

    text: str
    model: str
    tokens_in: int | None = None
    tokens_out: int | None = None


class Unanswered(NamedTuple):
    """What got no reply, and why; it is asked again in a later run, and never counts as an answer.

    Where many have the same reason, all say it in the same words.
    """

    why: str


class Branches(NamedTuple):
    """Yes/no questions about one text: the user message of question i is ``prefix + tails[i]``.

    No question sees another one.
    """

    prefix: str
    tails: tuple[str, ...]


class Margins(NamedTuple):
    """For each tail, log P(yes) - log P(no) of the next token, and the probability mass that yes and no have together.

    ``tokens`` is how many tokens were forwarded for it.
    """

    margins: tuple[float, ...]
    masses: tuple[float, ...]
    tokens: int


class ChatModel(Protocol):
    """A model that writes replies.

    ``name`` is what people call it; ``revision`` pins its weights (a commit, or the hash of its files; empty where a
    server keeps that to itself).
    """

    name: str
    revision: str

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        """The reply to each request with its place among them, in any order, as soon as it is there."""
        ...


class YesNoModel(Protocol):
    """A model whose next-token probabilities can be read."""

    name: str
    revision: str

    def margins(self, asked: Sequence[Branches]) -> Iterator[tuple[int, Margins | Unanswered]]:
        """The margins of each, or why there are none, with its place, in any order, as soon as they are there."""
        ...
