"""Rule M8: the last sentence of a longer text draws a conclusion and brackets exactly one label."""

import re

from board.types import Reading
from validator.answers.labels import Label, bare_label, is_contradicted
from validator.answers.lines import first_line
from validator.answers.options import Options
from validator.answers.text import Located

_SENTENCE_END = re.compile(r"[.!?。][\"'”’)*\]]*+\s++|\n\s*+")
_BRACKETED = re.compile(
    r"(?<![\w\\])[(\[]\s?[*_]{0,2}([A-Z])[*_]{0,2}\s?[)\]]|\\boxed\{(?:\\(?:text|mathbf)\{)?([A-Z])\}"
)
_CONCLUDES = re.compile(r"\b(?:therefore|thus|so|hence|final|answer|choice|option|correct)\b", re.IGNORECASE)
_DOUBTS = re.compile(
    r"\b(?:not|no|nor|never|none|neither|cannot|without|but|however|although|though|whereas|while|except|instead"
    r"|rather|unlike|wrong|incorrect|unclear|unknown)\b|n['’]t\b",
    re.IGNORECASE,
)
_RULE = "M8"


def read_conclusion(located: Located, options: Options) -> Reading | None:
    """The label that a closing sentence concludes with, or ``None``.

    Example:
        >>> from validator.answers.text import locate
        >>> text = "Two steps. Therefore, the order is shown in option (C)."
        >>> read_conclusion(locate(text), Options({"C": ""})).answer
        'C'
    """
    text = located.text
    start = _last_sentence(text)
    sentence = text[start or 0 :]
    found = {match[1] or match[2]: match for match in _BRACKETED.finditer(sentence)}
    if start is None or len(found) != 1 or not _CONCLUDES.search(sentence):
        return None
    [(letter, match)] = found.items()
    place = start + match.start(1 if match[1] else 2)
    if is_contradicted(text, Label(letter, place, start + match.end()), options):
        return Reading(None, "ambiguous", _RULE)
    if _DOUBTS.search(sentence):
        return None
    opening = bare_label(first_line(located), _RULE)
    if opening and opening.answer != letter:
        return Reading(None, "ambiguous", _RULE)
    return Reading(letter, "ok", _RULE, located.span(place, place + 1), ("conclusion",))


def _last_sentence(text: str) -> int | None:
    """Where the last sentence of several begins; a line that a colon announces belongs to the sentence before it."""
    ends = [end for end in _SENTENCE_END.finditer(text) if end.end() < len(text)]
    if not ends:
        return None
    if "\n" in ends[-1][0] and _ends_with_colon(text, ends[-1].start()):
        ends.pop()
    return ends[-1].end() if ends else 0


def _ends_with_colon(text: str, end: int) -> bool:
    return text[max(0, end - 8) : end].rstrip("*_ \t").endswith(":")
