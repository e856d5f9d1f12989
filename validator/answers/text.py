"""An answer's text made plain, with every character still traceable to the raw answer (rules M1, M2, M3 and N3).

Normalising, removing thinking and unwrapping change lengths, while a reading must say which characters of the raw
text gave the answer. So the plain text travels with two maps back to it: where each character starts and ends.
Every step here walks the text a fixed number of times, whatever its shape.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

LONGEST_ANSWER = 100_000

# Unicode sorts the marks on one letter by insertion, which is quadratic; no writing system stacks more than this.
_MOST_MARKS = 30
# Letters that are not marks, yet merge with the one before them: conjoining and compatibility Hangul, kana marks.
_JOINING = re.compile("[\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uff9e\uff9f\uffa0-\uffdc]")
_THINK_TAG = re.compile(r"<(/?)(think|thinking|thought|reasoning)\s*+>", re.IGNORECASE)


class Located(NamedTuple):
    r"""Plain text with its way back: character ``i`` came from ``[starts[i], ends[i])`` of the raw text.

    Example:
        >>> locate("\u200b(Ｂ)").span(1, 2)
        (2, 3)
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The raw ``[start, end)`` of a non-empty stretch of the plain text."""
        return self.starts[start], self.ends[end - 1]

    def cut(self, start: int, end: int) -> "Located":
        """The stretch ``[start, end)`` as a text of its own."""
        return Located(self.text[start:end], self.starts[start:end], self.ends[start:end])


def as_written(raw: str) -> Located:
    """The raw text itself, nothing normalised.

    Example:
        >>> as_written("Ｂ").span(0, 1)
        (0, 1)
    """
    return Located(raw, range(len(raw)), range(1, len(raw) + 1))


def locate(raw: str) -> Located:
    """NFKC without format characters (zero-width, byte order mark, bidi), traceable to the raw text (M1).

    Example:
        >>> locate("Ｂ．").text
        'B.'
    """
    if raw.isascii() or not any(map(_changes, set(raw))):
        return as_written(raw)
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(raw):
        for letter in unicodedata.normalize("NFKC", raw[start:end]):
            if unicodedata.category(letter) != "Cf":
                letters.append(letter)
                starts.append(start)
                ends.append(end)
    return Located("".join(letters), starts, ends)


def remove_thinking(located: Located) -> Located | None:
    """The text without its thinking blocks, or ``None`` where a block was never closed (M2).

    A block ends at the closing tag of its own name, so that a finished inner block cannot pass the rest of an
    unfinished outer one off as the answer. A closing tag of a name that was never opened, because its opening stood
    in the prompt or has another name, cuts off all before it.

    Example:
        >>> remove_thinking(locate("so A...</think>B<think>sure</think>")).text.strip()
        'B'
    """
    kept: list[tuple[int, int]] = []
    position, inside = 0, ""
    opened: set[str] = set()
    for tag in _THINK_TAG.finditer(located.text):
        closing, name = tag[1], tag[2].lower()
        if not closing:
            if not inside:
                kept.append((position, tag.start()))
                inside = name
            opened.add(name)
        elif name == inside:
            position, inside, opened = tag.end(), "", set()
        elif name in opened:
            opened.remove(name)
        else:
            kept, position, inside, opened = [], tag.end(), "", set()
    if inside:
        return None
    if position == 0 and not kept:
        return located
    return _join([located.cut(start, end) for start, end in [*kept, (position, len(located.text))]])


def fold(text: str) -> str:
    r"""Letter case and runs of white space folded, for comparing whole texts.

    Example:
        >>> fold("A  Red\nBall")
        'a red ball'
    """
    return " ".join(text.casefold().split())


def _changes(letter: str) -> bool:
    return _joins(letter) or unicodedata.category(letter) == "Cf" or unicodedata.normalize("NFKC", letter) != letter


def _joins(letter: str) -> bool:
    return not letter.isascii() and (unicodedata.category(letter)[0] == "M" or _JOINING.match(letter) is not None)


def _clusters(raw: str) -> list[tuple[int, int]]:
    """Stretches that normalise on their own: one character with the marks and jamo that merge with it."""
    edges = [0]
    for index, letter in enumerate(raw):
        if index and (not _joins(letter) or index - edges[-1] > _MOST_MARKS):
            edges.append(index)
    return list(zip(edges, [*edges[1:], len(raw)], strict=True))


def _join(pieces: list[Located]) -> Located:
    """Pieces as one text, a line break between them: '1' and '2' around a removed block are not '12'."""
    joined: list[Located] = []
    for piece in pieces:
        if joined and piece.text:
            before = joined[-1].ends[-1]
            joined.append(Located("\n", (before,), (piece.starts[0],)))
        if piece.text:
            joined.append(piece)
    return Located(
        "".join(piece.text for piece in joined),
        list(chain.from_iterable(piece.starts for piece in joined)),
        list(chain.from_iterable(piece.ends for piece in joined)),
    )
