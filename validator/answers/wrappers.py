"""Wrappers around a whole answer, taken off one after the other (rule M3).

A wrapper counts only where its two ends belong together: ``"B" or "C"`` is not ``B" or "C`` in quotes.
"""

import re

from validator.answers.text import Located

# Opening and closing mark. A pair is refused where either also stands inside; so each pair comes off once, and
# thousands of nested marks cost one look, not one a mark.
_PAIRS = (
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("$$", "$$"),
    ("$", "$"),
    (r"\(", r"\)"),
    (r"\[", r"\]"),
    ('"', '"'),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("«", "»"),
    ("‹", "›"),
    ("「", "」"),
    ("『", "』"),
    ("《", "》"),
    ("<b>", "</b>"),
    ("<strong>", "</strong>"),
    ("<answer>", "</answer>"),
)
_COMMAND = re.compile(r"\\(?:boxed|fbox|text|textbf|mathbf|mathrm)\s?\{")
_BRACE = re.compile(r"\\[{}]|[{}]")
_FENCE = "```"
_LANGUAGE = re.compile(r"[A-Za-z0-9_+.#-]{0,20}[ \t]*\r?\n")
# One mark may follow the closing wrapper: "**B**." says no more than "**B.**".
_AFTER = ".,:。"


def unwrap(located: Located) -> Located:
    r"""The text without the wrappers and white space around all of it.

    Example:
        >>> from validator.answers.text import locate
        >>> unwrap(locate(r"$\boxed{\text{B}}$.")).text
        'B'
    """
    text = located.text
    lowered = text.lower() if "<" in text else text
    if len(lowered) != len(text):
        lowered = text
    partners: dict[int, int] | None = None
    start, end = _trim(text, 0, len(text))
    while start < end:
        if text[start] == "\\" and partners is None:
            partners = _brace_partners(text)
        inner = _fenced(text, start, end) or _commanded(text, start, end, partners or {})
        inner = inner or _paired(lowered, start, end)
        if inner is None:
            break
        start, end = _trim(text, *inner)
    return located.cut(start, end)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _endings(text: str, start: int, end: int) -> tuple[int, ...]:
    return (end, end - 1) if end - start > 1 and text[end - 1] in _AFTER else (end,)


def _paired(text: str, start: int, end: int) -> tuple[int, int] | None:
    for opening, closing in _PAIRS:
        if not text.startswith(opening, start, end):
            continue
        inside = start + len(opening)
        for stop in _endings(text, start, end):
            last = stop - len(closing)
            closed = last >= inside and text.endswith(closing, inside, stop)
            if closed and _free_of(text, inside, last, opening, closing):
                return inside, last
        # Servers cut the stop string off, so the answer tag may stay open.
        if opening == "<answer>" and _free_of(text, inside, end, opening, closing):
            return inside, end
    return None


def _free_of(text: str, start: int, end: int, opening: str, closing: str) -> bool:
    return text.find(opening, start, end) < 0 and text.find(closing, start, end) < 0


def _fenced(text: str, start: int, end: int) -> tuple[int, int] | None:
    if not (text.startswith(_FENCE, start, end) and text.endswith(_FENCE, start + 3, end)):
        return None
    inside, last = start + 3, end - 3
    if text.find(_FENCE, inside, last) >= 0:
        return None
    language = _LANGUAGE.match(text, inside, last)
    # In "```B\n```" the first line is the content, not a language.
    if language and text[language.end() : last].strip():
        inside = language.end()
    return inside, last


def _commanded(text: str, start: int, end: int, partners: dict[int, int]) -> tuple[int, int] | None:
    command = _COMMAND.match(text, start, end)
    if command is None:
        return None
    closing = partners.get(command.end() - 1, -1)
    if any(closing == stop - 1 for stop in _endings(text, start, end)):
        return command.end(), closing
    return None


def _brace_partners(text: str) -> dict[int, int]:
    partners: dict[int, int] = {}
    opened: list[int] = []
    for brace in _BRACE.finditer(text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif brace[0] == "}" and opened:
            partners[opened.pop()] = brace.start()
    return partners
