"""Rule M6: the last explicit cue that has a label, or an option's exact text, gives the answer."""

import re
from collections.abc import Iterator

from board.types import Reading
from validator.answers.cues import find_cues
from validator.answers.labels import OPENERS, Label, is_asked, is_contradicted, is_refuted, joined_by_another, label_at
from validator.answers.options import Options
from validator.answers.text import Located

_OPENING = re.compile(OPENERS)
_NOT = re.compile(r"[*_\s]*+(?:(?:definitely|certainly|clearly|probably)\s+)?not\b[*_\s]*+", re.IGNORECASE)
_DELIMITER = re.compile(r"[*_]*+[).:\]]")
# A label in a list; one that a verb follows is talked about, not listed.
_LISTED = re.compile(r"(?<![^\s(\[*_])([A-Z])[*_]{0,2}[).:\]](?!\s*(?:is|was|are|does|has|shows|would|could|can)\b)")
_LONGEST_LIST = 1000
_RULE = "M6"


def read_announced(located: Located, options: Options) -> Reading | None:
    """The announced label, ``ambiguous`` where the announcement is not of one label, ``None`` without a cue.

    Example:
        >>> from validator.answers.text import locate
        >>> read_announced(locate("ANSWER: A. No, wait. ANSWER: B"), Options({"A": "", "B": ""})).tags
        ('cue', 'self_corrected')
    """
    withdrawn: set[str] = set()
    chosen: Reading | None = None
    for reading, is_withdrawn in _announcements(located, options):
        if is_withdrawn:
            # Only what is taken back later counts: 'the answer is not A. No, the answer is A' has decided.
            if chosen is None:
                withdrawn.add(str(reading.answer))
        elif chosen is None:
            chosen = reading
            if chosen.answer is None:
                return chosen
        elif reading.answer != chosen.answer:
            return _unless_withdrawn(chosen._replace(tags=(*chosen.tags, "self_corrected")), withdrawn)
    return _unless_withdrawn(chosen, withdrawn) if chosen else None


def _unless_withdrawn(chosen: Reading, withdrawn: set[str]) -> Reading:
    """'Answer: A ... but the answer is not A' says nothing that could be credited."""
    return Reading(None, "ambiguous", _RULE) if chosen.answer in withdrawn else chosen


def _announcements(located: Located, options: Options) -> Iterator[tuple[Reading, bool]]:
    """What each cue announces, the last one first, and whether it is taken back in the same breath."""
    text = located.text
    for cue in reversed(find_cues(text)):
        denied = _NOT.match(text, cue.end)
        start = denied.end() if denied else cue.end
        named = _exact_text(located, start, options)
        label = None if named else label_at(text, start)
        if label is not None:
            if is_asked(text, label):
                continue
            withdrawn = bool(denied) or cue.disowned or is_refuted(text, label)
            yield _read_label(located, label, options), withdrawn
        elif named is not None:
            yield named, bool(denied) or cue.disowned


def _read_label(located: Located, label: Label, options: Options) -> Reading:
    text = located.text
    if joined_by_another(text, label) or is_contradicted(text, label, options) or _opens_list(text, label, options):
        return Reading(None, "ambiguous", _RULE)
    tags = ("cue", *label.tags)
    return Reading(label.letter, "ok", _RULE, located.span(label.place, label.place + 1), tags)


def _opens_list(text: str, label: Label, options: Options) -> bool:
    """Whether the label is the first of an echoed list: 'Answer: A) left B) right', on one line or on two."""
    first_two = sorted(options.labels)[:2]
    if [label.letter] != first_two[:1] or not _DELIMITER.match(text, label.place + 1):
        return False
    lines = text[label.after : label.after + _LONGEST_LIST].lstrip().split("\n")
    following = next((line for line in lines[1:] if line.strip()), "")
    second = _LISTED.search(f"{lines[0]}\n{following}")
    return second is not None and [label.letter, second[1]] == first_two


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isalpha()


def _exact_text(located: Located, position: int, options: Options) -> Reading | None:
    """The option whose exact text follows a cue; a lone letter is always read as a label first."""
    text = located.text
    opening = _OPENING.match(text, position)
    start = opening.end() if opening else position
    beginning = options.beginning(text[start : start + 4000], strict=True)
    labels = [label for label in beginning if not _is_letter(options.texts[label])]
    if not labels:
        return None
    if len(labels) > 1:
        return Reading(None, "ambiguous", _RULE)
    line_end = text.find("\n", start)
    end = min(line_end if line_end >= 0 else len(text), start + len(options.texts[labels[0]]))
    return Reading(labels[0], "ok", _RULE, located.span(start, end), ("cue", "option_text"))
