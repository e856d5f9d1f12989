"""The options of one question as texts to compare with (rule M7, and the contradictions of M6, M8 and M9).

Official files write options as ``A) forward``; a model answers ``forward``. So an option's own label prefix is
taken off before comparing. An empty option text, as in data released without texts, never matches anything.
"""

import re
from collections.abc import Mapping

from validator.answers.text import fold, locate

END_PUNCTUATION = " .,;:!?。"
_LABEL_PREFIX = re.compile(r"[(\[]?([A-Z])(?:[)\]]\s*|[.:]\s+)")
# What may follow an option's text where it stands for an answer, and, wider, where it stands against one.
_STOPS = ".!?;)]}*_\"'”’`。"
_PAUSES = _STOPS + ",:"
_FOLDING_ROOM = 80


class Options:
    """Labels of a question and their folded texts.

    Example:
        >>> options = Options({"A": "A) forward", "B": "B) backward"})
        >>> options.named_by("Forward."), options.beginning("backward, I think", strict=False)
        (['A'], ['B'])
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        self.labels = frozenset(options)
        plain = {label: locate(text).text.strip() if isinstance(text, str) else "" for label, text in options.items()}
        self.texts = {label: fold(text).rstrip(END_PUNCTUATION) for label, text in _without_prefixes(plain).items()}
        self._longest = max(map(len, self.texts.values()), default=0)

    def named_by(self, text: str) -> list[str]:
        """The labels whose whole text this is."""
        named = fold(text).rstrip(END_PUNCTUATION)
        return [label for label, own in self.texts.items() if own and own == named]

    def beginning(self, text: str, *, strict: bool) -> list[str]:
        """The labels whose text opens the first line of ``text``, the longest only.

        ``strict`` asks for the end of a sentence after it, else a comma or a colon will do as well: an option text
        must stand alone to count as an answer, but raises doubt sooner.
        """
        line = fold(text[: self._longest + _FOLDING_ROOM].split("\n", 1)[0])
        stops = _STOPS if strict else _PAUSES
        found = [
            (len(own), label)
            for label, own in self.texts.items()
            if own and line.startswith(own) and _ends_at(line, len(own), stops)
        ]
        longest = max(found, default=(0, ""))[0]
        return [label for length, label in found if length == longest]


def _ends_at(line: str, place: int, stops: str) -> bool:
    """Whether a text that fills ``line`` up to ``place`` ends there; '2' does not end in '2.5'."""
    return place == len(line) or (line[place] in stops and not line[place + 1 : place + 2].isalnum())


def _without_prefixes(texts: dict[str, str]) -> dict[str, str]:
    """Texts without their ``A) ``: their own, or, where the options were shuffled, all of one another's."""
    prefixes = {label: prefix for label, text in texts.items() if (prefix := _LABEL_PREFIX.match(text))}
    shuffled = {prefix[1] for prefix in prefixes.values()} == set(texts)
    return {
        label: text[prefixes[label].end() :]
        if label in prefixes and (shuffled or prefixes[label][1] == label)
        else text
        for label, text in texts.items()
    }
