"""Finding one option label at a given place, and what the words after it do to it (rules M4, M6, M8 and M9).

A label is a single letter standing alone. 'A' before a lower-case word is an article and 'I' a pronoun, 'e.g.' and
'A-frame' are words, 'A–C' is a range, and a small letter counts only where punctuation or the end of the line follows.
"""

import re
from typing import NamedTuple

from board.types import Reading
from validator.answers.options import Options
from validator.answers.text import Located, fold
from validator.answers.wrappers import unwrap

# Marks that may stand before and after a label without meaning anything; every alternative begins differently, and
# the runs are possessive, so a run of any length is walked once.
OPENERS = (
    r"(?:[\s*_\"'“”„‘’«»‹›「」『』《》`$]|\\[(\[]|\\(?:boxed|fbox|text|textbf|mathbf|mathrm)\s?\{"
    r"|</?(?:b|strong|answer)>)*+"
)
CLOSERS = r"(?:[*_\"'“”’«»›」』》`$)\]}]|\\[)\]]|</(?:b|strong|answer)>)*+"

_WHOLE = r"(?![0-9A-Za-z_\u00c0-\u1fff+#])(?![-'’][0-9A-Za-z])(?!\.[A-Za-z](?![A-Za-z]))(?!–[A-Z](?![A-Za-z]))"
_LABEL = re.compile(
    rf"{OPENERS}(?:(?:(?i:(?:the\s)?(?:option|choice|letter)\b)|选项){OPENERS})?(?:[(\[{{]{OPENERS})?+"
    rf"(?P<letter>[A-Za-z]){_WHOLE}(?P<closers>{CLOSERS})"
)
_SMALL_MAY_END = re.compile(r"[.,:;!?)\]}*_\"'”’`$»」』<\\。]|[ \t]*(?:\n|\Z)")
_LOWER_WORD = re.compile(r"[ \t]+([a-z]+)")
# After these words 'A' and 'I' are labels all the same: "A because ...", "A is closer".
_LABEL_BEFORE = frozenset({"or", "and", "because", "since", "as", "is"})

_JOINT = re.compile(
    r"\s*+(?:[,(]\s*+)?(?:(?i:or|and|ou|et)\b|[,/&+、|~]|和|或|与|及|还是|と|または|か|와|과|또는)\s*+"
    r"(?:(?:(?i:or|and|maybe|perhaps|possibly|even)\b|/)\s*+)*+"
)
_LABELS_TO_LINE_END = re.compile(r"[ \t.,:;()\[\]*/&-]*+(?:[A-Z](?![A-Za-z0-9])[ \t.,:;()\[\]*/&-]*+)++(?:\n|\Z)")
_BETWEEN = re.compile(r"[ \t.:,)\]*_\"'”’`–—-]*+")
_REFUTED = re.compile(r"\W{0,4}(?:(?:is|was)\s+(?:\w+ly\s+)?(?:wrong|incorrect|false|not)\b|isn['’]t\b)", re.IGNORECASE)
_REFUSAL = re.compile(
    r"(?:can\s?not|can['’]?t|could\s?n[o'’]t|unable|unknown|unsure|uncertain|unclear|undetermin|indetermin|impossible"
    r"|insufficient|inconclusive|neither|not\s+(?:sure|enough|possible|known|given|determin|clear|applicable)"
    r"|none(?:\s+of\s+(?:the\s+(?:above|options|choices|given|listed|provided|images)|them|these|those)\b|\W*\Z|\W*\n)"
    r"|no\s+(?:answer|correct|option|valid)|(?:i\s+)?(?:do\s+not|don['’]?t)\s+know|n/a\b|hard\s+to\s+(?:tell|say))",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?:it|this|that|which|the\s+answer)\s+(?:is\s+)?", re.IGNORECASE)
_BARE = re.compile(r"[(\[]?\s?([A-Za-z])(?:\s?[)\]])?\s?[.:,)\]。]?")
_LONGEST_BARE = 60


class Label(NamedTuple):
    """A letter found at ``place``; ``after`` is the first character behind the marks that close it."""

    letter: str
    place: int
    after: int
    tags: tuple[str, ...] = ()


def label_at(text: str, position: int) -> Label | None:
    """The label that stands at ``position``, behind wrappers and the word option, choice or letter.

    Example:
        >>> label_at("option **(b)** fits", 0).letter
        'B'
        >>> label_at("A dog", 0) is None
        True
    """
    found = _LABEL.match(text, position)
    if found is None:
        return None
    letter, after = found["letter"], found.end("letter")
    if letter.islower():
        if not _SMALL_MAY_END.match(text, after):
            return None
        return Label(letter.upper(), found.start("letter"), found.end(), ("case_folded",))
    if letter in "AI":
        word = _LOWER_WORD.match(text, after)
        if word and word[1] not in _LABEL_BEFORE:
            return None
    return Label(letter, found.start("letter"), found.end())


def bare_label(located: Located, rule: str) -> Reading | None:
    """The label that a text or line consists of, with at most a bracket and one mark around it (M4).

    Example:
        >>> from validator.answers.text import locate
        >>> bare_label(locate("**(b).**"), "M4").answer
        'B'
    """
    plain = unwrap(located)
    if len(plain.text) > _LONGEST_BARE:
        return None
    bare = _BARE.fullmatch(plain.text)
    if bare is None and plain.text[:1] == "(" and plain.text[-1:] == ")":
        plain = unwrap(plain.cut(1, len(plain.text) - 1))
        bare = _BARE.fullmatch(plain.text)
    if bare is None:
        return None
    wrapped = len(plain.text) < len(located.text.strip())
    return Reading(bare[1].upper(), "ok", rule, plain.span(*bare.span(1)), bare_tags(plain.text, bare[1], wrapped))


def bare_tags(text: str, letter: str, wrapped: bool) -> tuple[str, ...]:
    """What had to be overlooked to read ``text`` as its one ``letter``."""
    steps = (("unwrapped", wrapped), ("punctuation", len(text) > 1), ("case_folded", letter.islower()))
    return tuple(name for name, taken in steps if taken)


def joined_by_another(text: str, label: Label) -> bool:
    """Whether a second, different label is joined to this one: 'B or C', 'B/C', 'B, C', 'B C'."""
    joint = _JOINT.match(text, label.after)
    second = label_at(text, joint.end()) if joint else None
    if second and second.letter != label.letter:
        return True
    rest = _LABELS_TO_LINE_END.match(text, label.after)
    return rest is not None and any(letter.isalpha() and letter != label.letter for letter in rest[0])


def is_refuted(text: str, label: Label) -> bool:
    """Whether the words after the label take it back: 'B is wrong'."""
    return _REFUTED.match(text, label.after) is not None


def is_asked(text: str, label: Label) -> bool:
    """Whether the label ends a question: 'the answer is B?' has not decided."""
    return text.startswith("?", label.after)


def is_contradicted(text: str, label: Label, options: Options) -> bool:
    """Whether the words after the label are a refusal or another option's text, and not the label's own text."""
    between = _BETWEEN.match(text, label.after)
    start = between.end() if between else label.after
    rest = text[start : start + 2000]
    named = options.beginning(rest, strict=False)
    if named:
        return label.letter not in named
    refusal = _refusal(rest, new_sentence="." in text[label.after : start])
    if refusal is None:
        return False
    own = _REFUSAL.match(options.texts.get(label.letter, ""))
    return own is None or own[0] != fold(refusal)


def _refusal(rest: str, *, new_sentence: bool) -> str | None:
    """The refusal that opens ``rest``; 'C. It cannot be A because' explains C, 'C) it cannot be told' does not."""
    subject = None if new_sentence else _SUBJECT.match(rest)
    refusal = _REFUSAL.match(rest, subject.end() if subject else 0)
    return refusal[0] if refusal else None
