r"""How an answer stands in a prompt: whole, as one JSON string, between two markers that it cannot write itself.

Whatever could close the string, fake a marker, or hide from a person who reads the prompt is written as a JSON escape:
angle brackets, zero-width, bidirectional and other format characters, variation selectors and letters without ink,
controls, and line separators. It is still the same JSON string, so nothing of the answer is lost.
"""

import hashlib
import hmac
import json
import re
import unicodedata

LOCAL_BITS, REMOTE_BITS = 32, 128
_SUSPECT = re.compile(r"[<>]|[^\x20-\x7e]")
_HIDDEN = ("Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp")
# Letters and marks that are drawn as nothing (Unicode's Default_Ignorable_Code_Point, and the blank of Braille).
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def quoted(answer: str) -> str:
    r"""The answer as a JSON string that reads the same and can neither close nor hide anything.

    Example:
        >>> print(quoted('He said "<<end>>"\u200b {0}'))
        "He said \"\u003c\u003cend\u003e\u003e\"\u200b {0}"
        >>> json.loads(quoted("<\u202e>")) == "<\u202e>"
        True
    """
    return neutralised(json.dumps(answer, ensure_ascii=False))


def neutralised(text: str) -> str:
    """JSON text with every character that could deceive as its escape; doing it twice changes nothing more."""
    return _SUSPECT.sub(_escape, text)


def marker(seed: str, bits: int, answer: str, salt: str = "") -> str:
    """Hexadecimal digits drawn from a seed, and drawn again while they occur in the answer.

    Example:
        >>> first = marker("seed", 32, "A red cup.")
        >>> len(first), marker("seed", 32, f"It is {first}.") == first
        (8, False)
    """
    shown = answer.casefold()
    for draw in range(1 << 16):
        digest = hmac.new(seed.encode(), f"{salt}/{draw}".encode(), hashlib.sha256).hexdigest()[: bits // 4]
        if digest not in shown:
            return digest
    raise AssertionError("an answer within the cap cannot hold 65,536 markers")


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if character in "<>" or unicodedata.category(character) in _HIDDEN or _BLANK.match(character):
        return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"
    return character
