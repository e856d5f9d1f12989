"""How the ten categories of change are spelled: in the paper, and as far as known elsewhere.

The paper alone has several spellings ("overall image color", "whole-image color"), and which ones stand in the data is
not known. Case, spaces, hyphens, slashes, underscores and colour/color do not matter; a trailing "change" or
"difference" neither. Anything else is unknown and refused by the importer: a guess would move questions between groups.
"""

import re
import unicodedata

SPELLINGS: dict[str, tuple[str, ...]] = {
    "position": ("position",),
    "motion": ("motion",),
    "regional_color": ("regional color", "regional image color"),
    "overall_color": ("overall color", "overall image color", "whole image color"),
    "appearance_disappearance": ("appearance disappearance", "appearance and disappearance"),
    "noise_resolution": ("noise resolution", "noise and resolution", "noise"),
    "texture": ("texture",),
    "substitution_size": ("substitution size", "substitution and size", "substitution", "size"),
    "ocr_text": ("ocr text", "ocr and text", "ocr"),
    "illumination": ("illumination",),
}
_TASKS = {spelling: task for task, spellings in SPELLINGS.items() for spelling in spellings}
_WORD = re.compile(r"[^\W_]+|&")
_NOUNS = ("change", "changes", "difference", "differences")


def task_of_category(category: str) -> str | None:
    """The task that a category of the official data is, or None where the spelling is unknown.

    Example:
        >>> task_of_category("Whole-image Colour"), task_of_category("OCR/text"), task_of_category("shape")
        ('overall_color', 'ocr_text', None)
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", category).casefold())
    spelled = [{"colour": "color", "&": "and"}.get(word, word) for word in words]
    if len(spelled) > 1 and spelled[-1] in _NOUNS:
        spelled.pop()
    return _TASKS.get(" ".join(spelled))
