r"""User messages as token ids; nothing a user writes becomes a token that steers the model.

The model's own chat template is filled once with a stand-in for the message, and cut at the control tokens nearest to
it. What lies outside is encoded with control tokens, what lies inside together with the message, as plain text: the ids
are those of the filled template wherever the message holds no control token, and a literal ``<|im_end|>`` in an answer
stays the letters it is made of. A tokenizer without a template gets the message, and ``Answer:`` on a line below.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from board.errors import JudgeError

_STAND_IN = "RETALLY-USER-MESSAGE"
_PLAIN_CLOSING = "\nAnswer:"
# Some templates write today's date, and a verdict must not depend on the day.
_DATE = "01 Jan 2025"
_SAME_DAY = "{%- macro strftime_now(format) -%}" + _DATE + "{%- endmacro -%}"


class Layout(NamedTuple):
    """A chat cut around its one message: ids, plain text before, plain text after, ids that open the model's turn."""

    before: tuple[int, ...]
    opening: str
    closing: str
    after: tuple[int, ...]


class Messages:
    """Encodes user messages with the model's turn opened after each, thinking switched off where it can be.

    Raises:
        JudgeError: the chat template does not show a user message exactly once.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        template = tokenizer.get_chat_template() if tokenizer.chat_template else ""
        self._controls = {
            id: token.content for id, token in tokenizer.added_tokens_decoder.items() if _steers(token, template)
        }
        self.layout = self._templated(template) if template else Layout(self._start(), "", _PLAIN_CLOSING, ())

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of the whole prompt around each text."""
        before, opening, closing, after = self.layout
        plain = [opening + text + closing for text in texts]
        return [
            [*before, *self._harmless(text, ids), *after] for text, ids in zip(plain, self._as_text(plain), strict=True)
        ]

    def _templated(self, template: str) -> Layout:
        filled = self._tokenizer.apply_chat_template(
            [{"role": "user", "content": _STAND_IN}],
            tokenize=False,
            add_generation_prompt=True,
            enable_thinking=False,
            chat_template=_SAME_DAY + template,
            date_string=_DATE,
        )
        if filled.count(_STAND_IN) != 1:
            raise JudgeError(
                f"found the user's message {filled.count(_STAND_IN)} times in the model's chat template, expected it "
                "once: this model cannot be asked as it is; correct its chat_template or use another model"
            )
        before, after = filled.split(_STAND_IN)
        start = max(
            (before.rfind(token) + len(token) for token in self._controls.values() if token in before), default=0
        )
        end = min((after.find(token) for token in self._controls.values() if token in after), default=len(after))
        return Layout(
            self._with_controls(before[:start]), before[start:], after[:end], self._with_controls(after[end:])
        )

    def _start(self) -> tuple[int, ...]:
        """The token that starts a text, where the tokenizer puts one there."""
        first = self._tokenizer("", add_special_tokens=True)["input_ids"][:1]
        return tuple(first) if first == [self._tokenizer.bos_token_id] else ()

    def _with_controls(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer(text, add_special_tokens=False)["input_ids"]) if text else ()

    def _as_text(self, texts: Sequence[str]) -> list[list[int]]:
        encoded = self._tokenizer(list(texts), add_special_tokens=False, split_special_tokens=True, verbose=False)
        return [list(ids) for ids in encoded["input_ids"]]

    def _harmless(self, text: str, ids: list[int]) -> list[int]:
        """The ids, where none is a control token; else those of the text cut in the middle of each control token.

        Not every tokenizer marks as special what its template uses to steer; those are found in plain text too.
        """
        if self._controls.keys().isdisjoint(ids):
            return ids
        seams = (f"(?<={re.escape(token[:1])})(?={re.escape(token[1:])})" for token in self._controls.values())
        ids = [id for piece in self._as_text(re.split("|".join(seams), text)) for id in piece]
        if not self._controls.keys().isdisjoint(ids):
            raise JudgeError(
                "found a control token of the model in an answer that could not be taken apart: use another model"
            )
        return ids


def _steers(token: Any, template: str) -> bool:
    """Whether an added token steers the model: it is marked as special, or the chat template uses it."""
    return token.special or (token.content in template and not token.content.isspace())
