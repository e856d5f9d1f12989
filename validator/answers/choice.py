"""Reading one choice in mode ``rules``: the rulebook's M0 to M10, in their order.

The order is the policy: what stands alone beats what is announced, what is announced beats what is concluded, and
nothing is taken from the middle of a text. Where two readings are possible there is none.
"""

import re
import unicodedata
from collections.abc import Mapping

from board.types import Reading
from validator.answers.announced import read_announced
from validator.answers.conclusion import read_conclusion
from validator.answers.json_object import answer_members, string_inside, whole_object
from validator.answers.labels import bare_label, label_at
from validator.answers.lines import read_lines
from validator.answers.options import Options
from validator.answers.text import LONGEST_ANSWER, Located, locate, remove_thinking
from validator.answers.wrappers import unwrap

# M4 for the answers that need no preparation at all: this is nearly every row of a well-made file.
_SHORT = 6
_BARE = re.compile(r"[ \n]?(?:([A-Za-z])[.:,)\]]?|[(\[]([A-Za-z])[)\]][.:,]?)[ \n]?")
_DEEPEST_OBJECT = 3
_TOKEN = re.compile(r"(?<![0-9A-Za-z_\u00c0-\u1fff])[A-Z](?![0-9A-Za-z_\u00c0-\u1fff'’])")


def read_choice(text: object, options: Mapping[str, str]) -> Reading:
    """The one label an answer names, or ``None`` with the reason why there is none.

    Args:
        text: The model's answer, any JSON value.
        options: Label to text of this question; texts may be empty, and may carry their own ``A) `` prefix.

    Returns:
        A Reading whose ``status`` is ``ok``, or ``null``, ``empty``, ``ambiguous``, ``invalid_label``, ``truncated``,
        ``too_long``, ``unparsed`` or ``bad_type`` where the answer is ``None``.

    Example:
        >>> read_choice("The answer is **B**.", {"A": "left", "B": "right"}).answer
        'B'
        >>> read_choice("A or B", {"A": "left", "B": "right"}).status
        'ambiguous'
    """
    if not isinstance(text, str):
        return Reading(None, "null" if text is None else "bad_type", "M0")
    if len(text) <= _SHORT and (bare := _BARE.fullmatch(text)):
        group = bare.lastindex or 1
        letter = bare[group]
        tags = () if text.strip() == letter else ("punctuation",)
        if letter.islower():
            letter, tags = letter.upper(), (*tags, "case_folded")
        return _of_the_question(Reading(letter, "ok", "M4", bare.span(group), tags), options)
    if len(text) > LONGEST_ANSWER:
        return Reading(None, "too_long", "M0")
    return _read_prepared(text, options)


def _of_the_question(reading: Reading, options: Mapping[str, str]) -> Reading:
    if reading.answer is None or reading.answer in options:
        return reading
    return Reading(None, "invalid_label", reading.rule, reading.span, reading.tags)


def _read_prepared(raw: str, options: Mapping[str, str]) -> Reading:
    normal = locate(raw)
    located = remove_thinking(normal)
    if located is None:
        return Reading(None, "truncated", "M2")
    tags = ("normalised",) * (normal.text != raw) + ("think_removed",) * (located is not normal)
    reading = _of_the_question(_read_located(located, Options(options), _DEEPEST_OBJECT), options)
    return reading._replace(tags=(*tags, *reading.tags))


def _read_located(located: Located, options: Options, depth: int) -> Reading:
    plain = unwrap(located)
    if not plain.text:
        return Reading(None, "empty", "M3")
    reading = bare_label(plain, "M4")
    if reading is None and plain.text.startswith("{"):
        reading = _read_object(plain, options, depth)
    reading = (
        reading
        or read_announced(plain, options)
        or _read_option_text(plain, options)
        or read_conclusion(plain, options)
        or read_lines(plain, options)
        or _unread(plain, options)
    )
    if len(plain.text) < len(located.text.strip()):
        return reading._replace(tags=("unwrapped", *reading.tags))
    return reading


def _read_object(located: Located, options: Options, depth: int) -> Reading | None:
    """M5: an object with exactly one answer key that holds a string; ``None`` where the text is no object."""
    read = whole_object(located)
    if read is None:
        return None
    members = answer_members(read)
    if len(members) > 1 or any(isinstance(member.value, list) for member in members):
        return Reading(None, "ambiguous", "M5")
    if not members or not isinstance(members[0].value, str) or depth == 0:
        return Reading(None, "unparsed", "M5")
    reading = _read_located(string_inside(located, members[0]), options, depth - 1)
    return reading._replace(tags=("json", *reading.tags))


def _read_option_text(located: Located, options: Options) -> Reading | None:
    """M7: the whole answer is the exact text of exactly one option."""
    labels = options.named_by(located.text)
    if len(labels) > 1:
        return Reading(None, "ambiguous", "M7")
    if not labels:
        return None
    return Reading(labels[0], "ok", "M7", located.span(0, len(located.text)), ("option_text",))


def _unread(located: Located, options: Options) -> Reading:
    """M10: nothing is read; several of the question's labels in the text make it ambiguous rather than unparsed."""
    text = located.text
    if len(text) == 1 and not text.isascii() and unicodedata.category(text)[0] == "L":
        # Look-alikes of other scripts are not mapped, but the author should learn why 'В' is not 'B'.
        return Reading(None, "unparsed", "M10", located.span(0, 1), ("non_latin_letter",))
    several = len(_labels_in(text, options)) > 1
    return Reading(None, "ambiguous" if several else "unparsed", "M10")


def _labels_in(text: str, options: Options) -> set[str]:
    labels: set[str] = set()
    for token in _TOKEN.finditer(text):
        label = label_at(text, token.start()) if token[0] in options.labels else None
        if label:
            labels.add(label.letter)
            if len(labels) > 1:
                break
    return labels
