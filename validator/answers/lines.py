"""Rule M9: a bare label on the first or last line, or a text that opens with a delimited label.

A text that delimits several labels is an echo of the options and says nothing, as do first and last lines that
disagree, or a label followed by another option's text.
"""

import re

from board.types import Reading
from validator.answers.labels import (
    OPENERS,
    Label,
    bare_label,
    is_contradicted,
    is_refuted,
    joined_by_another,
    label_at,
)
from validator.answers.options import Options
from validator.answers.text import Located

_BRACKETED = r"[(\[]\s?[*_]{0,2}(?P<bracketed>[A-Za-z])[*_]{0,2}\s?[)\]]"
_ABBREVIATION = r"(?!\.[A-Za-z](?![A-Za-z]))"
_OPENING = re.compile(
    rf"{OPENERS}(?:{_BRACKETED}|(?P<capital>[A-Z])[*_]*+(?:{_ABBREVIATION}[).:\]]|[ \t]+[-–—]\s)"
    r"|(?P<small>[a-z])[*_]*+[).:\]](?=[\s*_]))"
)
_BRACKETED_LINE = re.compile(rf"{OPENERS}{_BRACKETED}")
_DELIMITED = re.compile(
    r"(?<!\w)[(\[]\s?[*_]{0,2}([A-Z])[*_]{0,2}\s?[)\]]"
    r"|(?:^|\n)[ \t>*_•-]*+([A-Z])[*_]*+[).:\]]"
)
_LISTED = re.compile(
    r"(?:^|\n)[ \t>*_•-]*+(?:[(\[]\s?[*_]{0,2}([A-Z])[*_]{0,2}\s?[)\]]|([A-Z])(?:[*_]*+[).:\]]|[ \t]+[-–—]\s))"
)
_DELIMITED_INLINE = re.compile(r"(?<![\w(\[.])([A-Z])[*_]*+(?:[).:\]]|[ \t]+[-–—])\s+(?=\S)")
_RULE = "M9"
_AMBIGUOUS = Reading(None, "ambiguous", _RULE)


def read_lines(located: Located, options: Options) -> Reading | None:
    r"""The label of the first or last line, ``ambiguous`` where they contradict, ``None`` where there is none.

    Example:
        >>> from validator.answers.text import locate
        >>> read_lines(locate("B\nbecause A ignores the lamp"), Options({"A": "", "B": ""})).answer
        'B'
    """
    first, last = first_line(located), _last_line(located)
    opening = _delimited(located, _OPENING, options)
    found = [
        reading
        for reading in (
            _bare_line(first),
            opening,
            _bare_line(last) if last.text else None,
            _delimited(last, _BRACKETED_LINE, options) if last.text else None,
        )
        if reading is not None
    ]
    if not found:
        return None
    if len({reading.answer for reading in found}) > 1 or found[0].answer is None:
        return _AMBIGUOUS
    reading = found[0]
    if _is_belied(located.text.strip(), reading, options):
        return _AMBIGUOUS
    # A bare first line is an answer by itself, whatever list follows; a delimited label may be the list's first, and
    # on the last line the list's last. Labels in the argument before the last line are no list.
    if "delimited" in reading.tags and (
        _echoes(located.text if opening else last.text, reading, _DELIMITED, _DELIMITED_INLINE)
        or _echoes(located.text, reading, _LISTED)
    ):
        return _AMBIGUOUS
    return reading


def _bare_line(line: Located) -> Reading | None:
    reading = bare_label(line, _RULE)
    return reading._replace(tags=("line", *reading.tags)) if reading else None


def _delimited(located: Located, pattern: re.Pattern[str], options: Options) -> Reading | None:
    """The label that opens a text with its delimiter, unless what follows takes it back."""
    text = located.text
    opening = pattern.match(text)
    if opening is None:
        return None
    group = str(opening.lastgroup)
    letter, place = opening[group].upper(), opening.start(group)
    label = Label(letter, place, opening.end())
    if is_refuted(text, label):
        return None
    if _is_doubled(text, label) or is_contradicted(text, label, options):
        return _AMBIGUOUS
    tags = ("delimited", "case_folded") if opening[group].islower() else ("delimited",)
    return Reading(letter, "ok", _RULE, located.span(place, place + 1), tags)


def _is_doubled(text: str, label: Label) -> bool:
    """'(A) or (B)', 'A: B': a second label where the first one's text should stand."""
    if joined_by_another(text, label):
        return True
    second = label_at(text, label.after)
    alone = second is not None and not text[second.after : second.after + 80].split("\n", 1)[0].strip(" .,:;)]*_")
    return second is not None and alone and second.letter != label.letter


def _is_belied(text: str, reading: Reading, options: Options) -> bool:
    """Whether all the rest, after the first line or before the last, is another option's text."""
    rests = (text.partition("\n")[2], text.rpartition("\n")[0])
    named = [label for rest in rests for label in options.named_by(rest)]
    return bool(named) and reading.answer not in named


def _echoes(text: str, reading: Reading, *patterns: re.Pattern[str]) -> bool:
    """Whether the text delimits other labels too, as an echo of the list of options does."""
    found = (match for pattern in patterns for match in pattern.finditer(text))
    return any(match[match.lastindex or 0] != reading.answer for match in found)


def first_line(located: Located) -> Located:
    """The first line that is not blank."""
    start = len(located.text) - len(located.text.lstrip())
    end = located.text.find("\n", start)
    return located.cut(start, end if end >= 0 else len(located.text))


def _last_line(located: Located) -> Located:
    """The last line of several, empty for a single line."""
    end = len(located.text.rstrip())
    start = located.text.rfind("\n", 0, end) + 1
    return located.cut(start, end) if located.text[:start].strip() else located.cut(0, 0)
