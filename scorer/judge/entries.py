"""One line of the ledger: what a judge said of one answer, with everything that could have made it say otherwise.

A line carries the sha256 of itself and a key made from its own fields, so it is checked each time it is read and
cannot be taken for the verdict of another judge, prompt, answer, checklist or setting.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from board.receipts import canonical_json, sha256_of, sha256_of_text
from scorer.judge.prompts import reading_of
from scorer.judge.types import Asked, Identity, Opinion, Word

_WORDS: tuple[Word, ...] = ("yes", "no")


class Entry(NamedTuple):
    """An opinion and where it came from. ``at`` is when it was given (UTC, ISO 8601)."""

    name: str
    revision: str
    prompt: str
    prompt_sha256: str
    settings: Mapping[str, Any]
    answer_sha256: str
    checklist_sha256: str
    repeat: int
    verdicts: tuple[Word, ...] | None
    replies: tuple[str, ...]
    p_yes: tuple[float, ...] | None
    model: str
    calls: int
    tokens: int
    at: str

    @property
    def key(self) -> str:
        """What the entry is found by."""
        hashes = (self.prompt_sha256, self.answer_sha256, self.checklist_sha256)
        return _key(self.name, self.revision, hashes, self.settings, self.repeat)

    @property
    def identity(self) -> Identity:
        """The judge behind it."""
        return Identity(self.name, self.revision, self.prompt, self.prompt_sha256, self.settings)

    def fits(self, n: int) -> bool:
        """Whether it can be about n questions: so many verdicts, and those that its reply says, if it has one."""
        if self.verdicts is not None and len(self.verdicts) != n:
            return False
        if self.p_yes is not None and len(self.p_yes) != n:
            return False
        if self.settings.get("way") != "writes":
            return self.verdicts is not None
        return len(self.replies) == 1 and self.verdicts == reading_of(self.replies[0], n, self.identity)

    def opinion(self, id: str) -> Opinion:
        """The opinion, as one about the answer with this id; it cost nothing this time."""
        return Opinion(id, self.repeat, self.verdicts, self.replies, self.p_yes, self.model, 0, 0)


def _key(name: str, revision: str, hashes: tuple[str, str, str], settings: Mapping[str, Any], repeat: int) -> str:
    return sha256_of([name, revision, *hashes, settings, repeat])


def key_of(identity: Identity, asked: Asked, repeat: int, *, shows_reference: bool = False) -> str:
    """sha256 (64 hex digits) of (judge and revision, prompt, answer, checklist, settings, repeat): rule J8.

    Example:
        >>> one = Identity("judge-a", "1", "retally-1", "p", {})
        >>> cup = Asked("q1", "A cup.", ("Is a cup named?",))
        >>> key_of(one, cup, 1) == key_of(one, cup._replace(id="q2"), 1)
        True
        >>> key_of(one, cup, 1) == key_of(one._replace(name="judge-b"), cup, 1)
        False
    """
    hashes = (identity.prompt_sha256, sha256_of_text(asked.answer), _checklist_sha256(asked, shows_reference))
    return _key(identity.name, identity.revision, hashes, identity.settings, repeat)


def _checklist_sha256(asked: Asked, shows_reference: bool) -> str:
    """The checklist, and what else of the question the judge is shown."""
    shown = [asked.question, asked.reference] if shows_reference else []
    return sha256_of([list(asked.checklist), *shown])


def entry_of(identity: Identity, asked: Asked, said: Opinion, at: str, *, shows_reference: bool = False) -> Entry:
    """The entry of an opinion about an answer."""
    return Entry(
        name=identity.name,
        revision=identity.revision,
        prompt=identity.prompt,
        prompt_sha256=identity.prompt_sha256,
        settings=identity.settings,
        answer_sha256=sha256_of_text(asked.answer),
        checklist_sha256=_checklist_sha256(asked, shows_reference),
        repeat=said.repeat,
        verdicts=said.verdicts,
        replies=said.replies,
        p_yes=said.p_yes,
        model=said.model,
        calls=said.calls,
        tokens=said.tokens,
        at=at,
    )


def line_of(entry: Entry) -> bytes:
    """The entry as one line of the ledger, with its own sha256."""
    fields = entry._asdict()
    return canonical_json({**fields, "sha256": sha256_of(fields)}) + b"\n"


def entry_in(line: bytes) -> Entry | None:
    """The entry in a line; None where the line is damaged, or was changed since it was written.

    Example:
        >>> entry_in(b'{"name": "judge-a", "sha256": "0"}') is None
        True
    """
    try:
        fields = json.loads(line)
        told = fields.pop("sha256")
        entry = Entry(**{**fields, "replies": tuple(fields["replies"])})
        entry = entry._replace(verdicts=_tuple(entry.verdicts), p_yes=_tuple(entry.p_yes))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return entry if _is_sound(entry) and sha256_of(fields) == told else None


def _is_sound(entry: Entry) -> bool:
    """Whether every field is of its kind: a hash alone can be made for anything."""
    texts = (entry.name, entry.revision, entry.prompt, entry.prompt_sha256, entry.model, entry.at)
    return (
        all(isinstance(text, str) for text in (*texts, entry.answer_sha256, entry.checklist_sha256, *entry.replies))
        and isinstance(entry.settings, dict)
        and type(entry.repeat) is int
        and entry.repeat > 0
        and type(entry.calls) is type(entry.tokens) is int
        and (entry.verdicts is None or all(word in _WORDS for word in entry.verdicts))
        and (entry.p_yes is None or all(isinstance(share, float) and 0.0 <= share <= 1.0 for share in entry.p_yes))
    )


def _tuple(values: Any) -> Any:
    return None if values is None else tuple(values)
