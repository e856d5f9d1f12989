"""What a judge is asked, and what it said. Standard library only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from board.judges import SMOKE
from board.receipts import sha256_of

LONGEST_MODEL = 120  # letters of what a server calls its model
Word = Literal["yes", "no"]
__all__ = ["LONGEST_MODEL", "SMOKE", "Asked", "Identity", "Judge", "Opinion", "Turn", "Word", "plain_name"]


class Asked(NamedTuple):
    """One answer and the yes/no questions about it, never the expected verdicts.

    ``question`` and ``reference`` (what the user asked, and the reference answer) are shown by the paper's prompt only.
    """

    id: str
    answer: str
    checklist: tuple[str, ...]
    question: str = ""
    reference: str = ""


class Turn(NamedTuple):
    """One answer to be judged once: ``repeat`` counts from 1."""

    asked: Asked
    repeat: int = 1


class Opinion(NamedTuple):
    """What a judge said of an answer in one repeat.

    ``verdicts`` is None where no reply could be read, after all attempts; ``replies`` are the raw texts of the last
    attempt (none where it does not write), ``p_yes`` the probabilities of yes where the judge has them. ``model`` is
    what the model called itself, ``part_models`` the same for each verdict where each was asked by itself. ``calls``
    counts the replies that came, ``tokens`` those forwarded or billed.
    """

    id: str
    repeat: int
    verdicts: tuple[Word, ...] | None
    replies: tuple[str, ...] = ()
    p_yes: tuple[float, ...] | None = None
    model: str = ""
    calls: int = 1
    tokens: int = 0
    part_models: tuple[str, ...] = ()


class Identity(NamedTuple):
    """Who judges: name and revision of the model, the prompt, and the settings that can change a verdict.

    Example:
        >>> Identity("some-judge", "0123abcd4567", "retally-1", "0" * 64, {"way": "logits"}).label
        'some-judge@0123abcd4567+faa69a56'
    """

    name: str
    revision: str
    prompt: str
    prompt_sha256: str
    settings: Mapping[str, Any]

    @property
    def label(self) -> str:
        """The judge as results and boards name it: other weights or other settings are another judge."""
        revision = f"@{self.revision[:12]}" if self.revision else ""
        return f"{self.name}{revision}+{sha256_of(self.settings)[:8]}"


class Judge(Protocol):
    """Whoever gives verdicts; ``repeats`` is how often it judges each answer.

    ``one_by_one`` judges take one question a turn; the others all questions about an answer. ``outages`` says why turns
    were left out, each reason once.
    """

    identity: Identity
    repeats: int
    one_by_one: bool
    outages: list[str]

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """What it says of each turn, in any order, as soon as it is known; a turn it got no reply to is left out."""
        ...


def plain_name(model: str) -> str:
    """What a server calls its model, as one short line: it is no more to be trusted than its replies.

    Example:
        >>> plain_name("some-judge,  v2"), len(plain_name("x" * 999))
        ('some-judge v2', 120)
    """
    kept = "".join(letter if letter.isprintable() else " " for letter in model if letter != ",")
    return " ".join(kept.split())[:LONGEST_MODEL]
