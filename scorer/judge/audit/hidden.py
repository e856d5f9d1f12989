"""Characters that a page does not show and a model reads all the same: what text can be hidden in.

They are those that prompts write as an escape (:mod:`scorer.judge.quoting`), so what counts as hidden is said once.
"""

import unicodedata

from scorer.judge.quoting import neutralised
from validator.answers.text import locate


def is_hidden(letter: str) -> bool:
    r"""Whether a character shows nothing: format and control characters, variation selectors, letters without ink.

    Example:
        >>> [is_hidden(letter) for letter in ("\u200b", "\ufe0f", "\u3164", "\u2800", "a", "<", "\n")]
        [True, True, True, True, False, False, False]
    """
    return letter not in "<>" and not letter.isspace() and neutralised(letter) != letter


def as_shown(text: str) -> str:
    r"""The text in its plain form (NFKC) as a person sees it; letters and signs without ink leave a blank.

    Example:
        >>> as_shown("A\ufe0f cup\U000e0141\u3164of tea\u200b")
        'A cup of tea'
    """
    plain = locate(text).text
    odd = {letter for letter in set(plain) if not letter.isascii() and is_hidden(letter)}
    return plain.translate({ord(letter): _seen(letter) for letter in odd}) if odd else plain


def _seen(letter: str) -> str:
    return " " if unicodedata.category(letter)[0] in "LS" else ""
