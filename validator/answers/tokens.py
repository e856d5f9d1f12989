"""Numbers in prose, and the words and signs around them that forbid taking one at its face value (rules N6, N7).

A number is looked for in whole clumps of characters, not digit by digit: ``00:03:12``, ``1/2``, ``1.2k`` and ``3D``
each are one clump that holds digits and is no number, and a text that holds one is not read.
"""

import re
from typing import NamedTuple

from validator.answers.numerals import NUMBER_WORDS, parse_literal, parse_words

# Chinese, Japanese and Korean write no space around a number; brackets end a clump in every script.
_CLUMP = re.compile(r"[^\s()\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]++")
_DIGIT = re.compile(r"\d")
_LEAD = re.compile(
    r"(?:[^\W\d_]{1,20}[:=])?+(?:[\"'“”„‘’«»*_`~≈∼\[{$]|\\(?:boxed|fbox|text|textbf|mathbf|mathrm)\{|\\(?:approx|sim)\b"
    r"|</?(?:b|strong|answer)>)*+"
)
_TRAIL_MARKS = "\"'“”’«»*_`]}$.,:;!?\\"

_HEDGE = (
    r"(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|nearly|almost|maybe|perhaps|probably|possibly|some)"
)
_HEDGED = re.compile(rf"(?:\b{_HEDGE}\s+|[~≈∼约大]\s*|\\(?:approx|sim)\s*)[\"'*_$(\[{{]*\Z", re.IGNORECASE)
_FORBIDS_AFTER_IT = re.compile(
    r"(?:(?:[-–+<>≤≥±/×^#]|\b(?:no|nr)\.)\s*"
    rf"|\b(?:over|under|above|below|beyond|exceeding|between|to|or|either|half(?:\s+of)?|(?:pairs?|scores?)\s+of"
    rf"|minus|negative)\s+(?:{_HEDGE}\s+)?"
    r"|(?:\bnot|\bnever|\bcannot|n['’]t)(?:\s+[a-z]+){0,3}\s+|第)[\"'*_$(\[{\\]*\Z",
    re.IGNORECASE,
)
_FORBIDS_BEFORE_IT = re.compile(
    r"[\"'”*_$)\]}\\]*+\s*+(?:[+<>%≤≥±/×^°]|(?:or|to|pairs?|scores?|times|half|halves|percent|per\s?cent|point|[km]"
    r"|thirds?|fourths?|quarters?|fifths?|tenths?)\b|and\s+(?:a\s+)?half\b|[万亿千百十点分半多余几到至倍])",
    re.IGNORECASE,
)
_FORBIDS_NEARBY = re.compile(
    r"\b(?:at\s+(?:least|most)|(?:more|less|fewer|greater|higher|lower)\s+than|no\s+(?:more|less|fewer)|up\s+to|either"
    r"|dozens?|hundreds?|thousands?|millions?|billions?|trillions?|lakhs?|crores?|cannot|unable|unknown"
    r"|unclear|unsure|uncertain|impossible|not\s+(?:sure|clear|possible|enough|known|certain))\b|\bcan['’]t\b"
    r"|至少|最多|超过|不到|大于|小于|多于|少于|以上|以下|以内|不是|或",
    re.IGNORECASE,
)
_OR = re.compile(r"\bor\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:the|this|that|each|every|any|which|another|no|last|first|right|left)\s+\Z", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?。](?=[\s\"'”*_)\]]|\Z)|\n")
_LOOK_AROUND = 60


class Found(NamedTuple):
    """A clump with digits at ``[start, end)``; ``value`` is ``None`` where it is not a number."""

    start: int
    end: int
    value: int | float | None


def find_numbers(text: str, start: int, end: int) -> list[Found]:
    """All clumps with digits between ``start`` and ``end``.

    Example:
        >>> [found.value for found in find_numbers("**1,200** of 3D", 0, 15)]
        [1200, None]
    """
    return [
        _read_clump(text, clump.start(), clump.end())
        for clump in _CLUMP.finditer(text, start, end)
        if _DIGIT.search(clump[0])
    ]


def sentence_end(text: str, start: int, stop: int) -> int:
    """Where the sentence that holds ``start`` ends, ``stop`` at the latest."""
    found = _SENTENCE_END.search(text, start, stop)
    return found.start() if found else max(start, stop)


def is_forbidden(text: str, number: Found) -> bool:
    """Whether words or signs around a number say that it is a bound, a part, a multiple, or not the number at all.

    Example:
        >>> is_forbidden("at least 5", Found(9, 10, 5)), is_forbidden("about 5", Found(6, 7, 5))
        (True, False)
    """
    before = text[max(0, number.start - _LOOK_AROUND) : number.start]
    if _FORBIDS_AFTER_IT.search(before) or _FORBIDS_BEFORE_IT.match(text, number.end):
        return True
    stop = sentence_end(text, number.end, len(text))
    return bool(_FORBIDS_NEARBY.search(text, _sentence_start(text, number.start), stop)) or bool(
        _OR.search(text, number.end, stop)
    )


def is_hedged(text: str, number: Found) -> bool:
    """Whether 'about', '~' or the like stands right before a number; that is allowed, and noted."""
    return _HEDGED.search(text[max(0, number.start - _LOOK_AROUND) : number.start]) is not None


def words_disagree(text: str, start: int, end: int, value: int | float) -> bool:
    """Whether a number word says something else than the digits: '7 (seven)' agrees, '7 (eight)' does not."""
    return any(
        parse_words(words[0]) != value and not (words[0].lower() == "one" and _is_pronoun(text, words.start()))
        for words in NUMBER_WORDS.finditer(text, start, end)
    )


def _is_pronoun(text: str, start: int) -> bool:
    return _PRONOUN.search(text[max(0, start - _LOOK_AROUND) : start]) is not None


def _sentence_start(text: str, position: int) -> int:
    """Where the sentence that holds ``position`` starts, looking back over a paragraph at most."""
    start = max(0, position - 1000)
    ends = [end.end() for end in _SENTENCE_END.finditer(text, start, position)]
    return ends[-1] if ends else start


def _read_clump(text: str, start: int, end: int) -> Found:
    lead = _LEAD.match(text, start, end)
    first = lead.end() if lead else start
    last = first + len(text[first:end].rstrip(_TRAIL_MARKS))
    for tag in ("</b>", "</strong>", "</answer>"):
        last -= len(tag) * text.endswith(tag, first, last)
    last = first + len(text[first:last].rstrip(_TRAIL_MARKS))
    # A dollar sign on both sides is mathematics, on one side it is money.
    is_money = "$" in text[start:first] and "$" not in text[last:end]
    return Found(first, last, None if is_money else parse_literal(text[first:last]))
