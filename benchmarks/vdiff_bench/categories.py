"""How the ten categories of change are spelled: in the paper, and as far as known elsewhere.

The paper alone has several spellings ("overall image color", "whole-image color"), and which ones stand in the data is
not known. A spelling is the set of its words: case, order, spaces, punctuation, "and", "or", colour/color and a word
like "change" beside others do not matter. Anything else is unknown and refused by the importer: a guess would move
questions between groups.
"""

import functools
import re
import unicodedata

SPELLINGS: dict[str, tuple[str, ...]] = {
    "position": ("position",),
    "motion": ("motion",),
    "regional_color": ("regional image color", "regional color", "region color", "region image color"),
    "overall_color": (
        *("overall image color", "overall color", "whole image color", "whole color"),
        *("global image color", "global color", "entire image color", "full image color"),
    ),
    "appearance_disappearance": ("appearance/disappearance", "appearance", "disappearance"),
    "noise_resolution": ("noise/resolution", "noise", "resolution"),
    "texture": ("texture", "textures"),
    "substitution_size": ("substitution/size", "substitution", "size"),
    "ocr_text": ("OCR/text", "OCR", "text", "written text (OCR)", "written text"),
    "illumination": ("illumination", "lighting"),
}
_WORD = re.compile(r"[^\W_]+")
_JOINING = {"and", "or", "plus"}
_NOUNS = {"change", "changes", "difference", "differences"}


@functools.lru_cache(maxsize=4_096)
def task_of_category(category: str) -> str | None:
    """The task that a category of the official data is, or None where the spelling is unknown.

    Example:
        >>> task_of_category("Whole-image Colour"), task_of_category("OCR/text"), task_of_category("shape")
        ('overall_color', 'ocr_text', None)
    """
    return _tasks().get(_words(category))


def _words(category: str) -> frozenset[str]:
    words = _WORD.findall(unicodedata.normalize("NFKC", category).casefold())
    spelled = frozenset("color" if word == "colour" else word for word in words) - _JOINING
    return spelled - _NOUNS or spelled


@functools.cache
def _tasks() -> dict[frozenset[str], str]:
    return {_words(spelling): task for task, spellings in SPELLINGS.items() for spelling in spellings}
