"""Reading one count in mode ``rules``: the rulebook's N0 to N8, in their order.

A count is a number that stands alone, or the only number of the text, or of its last announced answer. Bounds,
ranges, fractions and multipliers are not turned into a number: which one would be a guess.
"""

import math
import re
from collections.abc import Iterator

from board.types import Reading
from validator.answers.cues import find_cues
from validator.answers.json_object import answer_members, string_inside, whole_object
from validator.answers.labels import OPENERS
from validator.answers.numerals import NUMBER_WORDS, fuses_digits, parse_literal, parse_words, plain_digits
from validator.answers.strict import LARGEST_COUNT
from validator.answers.text import LONGEST_ANSWER, Located, locate, remove_thinking
from validator.answers.tokens import find_numbers, is_forbidden, is_hedged, sentence_end, words_disagree
from validator.answers.wrappers import unwrap

_DEEPEST_OBJECT = 3


def read_count(value: object) -> Reading:
    """The one number an answer gives, or ``None`` with the reason why there is none.

    Args:
        value: The model's answer, any JSON value: a number, or a text with one number in it.

    Returns:
        A Reading whose ``answer`` is an int where the number is whole (``3.0`` is 3), else a float; never rounded
        and never made positive. Its ``status`` is ``ok``, or ``null``, ``empty``, ``ambiguous``, ``out_of_range``,
        ``truncated``, ``too_long``, ``unparsed`` or ``bad_type`` where the answer is ``None``.

    Example:
        >>> read_count("about 1,200 chairs").answer
        1200
        >>> read_count("between 10 and 12").status
        'ambiguous'
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        return Reading(None, "bad_type", "N0")
    if value is None:
        return Reading(None, "null", "N0")
    if not isinstance(value, str):
        return _of_number(value)
    if len(value) > LONGEST_ANSWER:
        return Reading(None, "too_long", "N0")
    return _read_raw(value)


def _of_number(value: int | float) -> Reading:
    # The comparison is exact for an int of any size, and false for NaN.
    if not -LARGEST_COUNT <= value <= LARGEST_COUNT:
        return Reading(None, "out_of_range", "N1")
    return Reading(int(value) if value == int(value) else value, "ok", "N0")


def _read_raw(raw: str) -> Reading:
    if fuses_digits(raw):
        return Reading(None, "ambiguous", "N2")
    normal = locate(raw)
    located = remove_thinking(normal)
    if located is None:
        return Reading(None, "truncated", "N3")
    plain = plain_digits(located)
    is_changed = normal.text != raw or plain.text != located.text
    tags = ("normalised",) * is_changed + ("think_removed",) * (located is not normal)
    reading = _read_located(plain, _DEEPEST_OBJECT)
    return reading._replace(tags=(*tags, *reading.tags))


def _read_located(located: Located, depth: int) -> Reading:
    plain = _unwrap_element(unwrap(located))
    if not plain.text:
        return Reading(None, "empty", "N3")
    reading = (
        _read_object(plain, depth)
        or _read_literal(plain)
        or _read_words(plain)
        or _read_announced(plain)
        or _read_only_number(plain, 0, len(plain.text), ())
    )
    if len(plain.text) < len(located.text.strip()):
        return reading._replace(tags=("unwrapped", *reading.tags))
    return reading


def _unwrap_element(located: Located) -> Located:
    element = _ELEMENT.fullmatch(located.text)
    if element is None or element[1].count("[") != element[3].count("]"):
        return located
    return unwrap(located.cut(*element.span(2)))


def _read_object(located: Located, depth: int) -> Reading | None:
    """N3: an object with exactly one answer key that holds a number or a text."""
    read = whole_object(located)
    if read is None:
        return None
    members = answer_members(read)
    if len(members) > 1 or any(isinstance(member.value, list) for member in members):
        return Reading(None, "ambiguous", "N3")
    if not members or depth == 0 or isinstance(members[0].value, bool):
        return Reading(None, "unparsed", "N3")
    member = members[0]
    if isinstance(member.value, str):
        reading = _read_located(plain_digits(string_inside(located, member)), depth - 1)
    else:
        reading = _read_literal(located.cut(member.start, member.end)) or Reading(None, "unparsed", "N3")
    return reading._replace(tags=("json", *reading.tags))


def _read_literal(located: Located) -> Reading | None:
    """N4: the text is one literal, with one final full stop at most."""
    stopped = located.text.endswith(".")
    end = len(located.text) - stopped
    value = parse_literal(located.text[:end])
    if value is None:
        return None
    return _of_value(located, 0, end, value, "N4", ("punctuation",) if stopped else ())


def _read_words(located: Located) -> Reading | None:
    """N5: the text is one number word, with up to three plain nouns behind it."""
    if len(located.text) > _LONGEST_WORDS:
        return None
    phrase = NUMBER_WORDS.match(located.text)
    if phrase is None or not _NOUNS.fullmatch(located.text, phrase.end()):
        return None
    value = parse_words(phrase[0])
    if value is None:
        return Reading(None, "ambiguous", "N5")
    return _of_value(located, 0, phrase.end(), value, "N5", ("number_word",))


def _read_announced(located: Located) -> Reading | None:
    """N6 with a cue: the one number of the sentence that the last cue opens, behind its last '='."""
    for start, end in _announced_sentences(located.text):
        start = max(start, located.text.rfind("=", start, end) + 1)
        if find_numbers(located.text, start, end):
            return _read_only_number(located, start, end, ("cue",))
    return None


def _announced_sentences(text: str) -> Iterator[tuple[int, int]]:
    """What each cue announces, the last one first: its sentence, up to the next cue at most.

    So no character is looked at for two cues, however many there are.
    """
    next_cue = len(text)
    for cue in reversed(find_cues(text)):
        stop, next_cue = next_cue, cue.start
        opening = _OPENING.match(text, cue.end)
        start = opening.end() if opening else cue.end
        # 'Here is the answer:' above a list announces the list, and its first number is not the answer.
        if not cue.disowned and not _LIST.match(text, cue.end):
            yield start, sentence_end(text, start, stop)


def _read_only_number(located: Located, start: int, end: int, tags: tuple[str, ...]) -> Reading:
    """N6 and N7: the one number between ``start`` and ``end``, unless something around it forbids it."""
    text = located.text
    numbers = find_numbers(text, start, end)
    if not numbers:
        several = len({words[0].lower() for words in NUMBER_WORDS.finditer(text, start, end)}) > 1
        return Reading(None, "ambiguous" if several else "unparsed", "N6")
    if len(numbers) > 1:
        return Reading(None, "ambiguous", "N7")
    number = numbers[0]
    if number.value is None or _SIGNED_FORMULA.match(text):
        damaged = _DAMAGED.fullmatch(text) is not None
        return Reading(None, "unparsed" if damaged else "ambiguous", "N6")
    if is_forbidden(text, number) or text.startswith("[") or words_disagree(text, start, end, number.value):
        return Reading(None, "ambiguous", "N7")
    hedged = ("hedged",) if is_hedged(text, number) else ()
    return _of_value(located, number.start, number.end, number.value, "N6", (*(tags or ("only_number",)), *hedged))


def _of_value(located: Located, start: int, end: int, value: int | float, rule: str, tags: tuple[str, ...]) -> Reading:
    if math.isinf(value):
        return Reading(None, "out_of_range", "N1")
    return Reading(value, "ok", rule, located.span(start, end), tags)


_OPENING = re.compile(OPENERS)
_ELEMENT = re.compile(r"(\[[\[\s]*+)([^\[\],]*+)(\][\]\s]*+)")
_LIST = re.compile(r"[*_ \t]*+\n\s*+(?:[-*•+][ \t]|[0-9]{1,3}[.)][ \t]+\S)")
_LONGEST_WORDS = 120
# Plain nouns: no word that joins, compares, multiplies or points elsewhere, and no letter ('five k', 'five x').
_NOUNS = re.compile(
    r"(?:\s+(?!(?:of|the|a|an|in|on|at|by|is|are|was|were|per|and|or|to|than|more|less|fewer|least|most|times|half"
    r"|halves|point|percent|dozens?|hundreds?|thousands?|millions?|billions?|trillions?"
    r"|lakhs?|crores?|fold|scores?|pairs?|not|no|plus|minus|odd|so|maybe|if|but|from|between|thirds?|fourths?|fifths?"
    r"|quarters?|tenths?)\b)[a-z]{2,}(?:-[a-z]+)?){0,3}\s*[.!]?",
    re.IGNORECASE,
)
# A sign or an equals sign that is not part of the number, before it and nothing else: '- 3', '=3'.
_SIGNED_FORMULA = re.compile(r"[=+-]\s*[\d.,]+\.?\Z|=")
_DAMAGED = re.compile(r"[=+-]?\s*[\d.,_' ]+")
