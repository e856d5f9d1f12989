"""Numbers as written: literals (rule N4), number words (N5), and the digits of other scripts (N2)."""

import math
import re
import unicodedata

from validator.answers.strict import LARGEST_COUNT
from validator.answers.text import Located

_LITERAL = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<whole>[1-9][0-9]{0,2}(?:(?:,|\{,\})[0-9]{3})++|[0-9]++)(?:\.(?P<part>[0-9]++))?"
    r"|\.(?P<only_part>[0-9]++))(?:[eE](?P<exponent>[+-]?[0-9]++))?"
)
# Python refuses to convert more than some thousand digits, and a file with numbers this long is refused anyway.
_MOST_DIGITS = 400
_MINUS_SIGNS = {0x2212: "-", 0x2010: "-", 0x2011: "-"}

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: value for value, word in enumerate(_SMALL)} | {
    word: 20 + 10 * place for place, word in enumerate(_TENS)
}
_WORD = rf"(?:{'|'.join([*_VALUES, 'hundred'])})\b"
NUMBER_WORDS = re.compile(rf"\b{_WORD}(?:[\s-]++(?:and\s++(?={_WORD}))?{_WORD})*+", re.IGNORECASE)


def parse_literal(text: str) -> int | float | None:
    """The value of a number literal, exact; infinite where it is out of range, ``None`` where it is no literal.

    An int is given where the literal is a whole number, also as ``3.0`` or ``1e3``; there is no negative zero.

    Example:
        >>> parse_literal("1,234"), parse_literal("3.50"), parse_literal("12,34"), parse_literal("1e400")
        (1234, 3.5, None, inf)
    """
    literal = _LITERAL.fullmatch(text)
    if literal is None:
        return None
    whole = re.sub(r"[{},]", "", literal["whole"] or "")
    part = (literal["part"] or literal["only_part"] or "").rstrip("0")
    exponent = literal["exponent"] or "0"
    digits = (whole + part).lstrip("0")
    if not digits:
        return 0
    if len(digits) > _MOST_DIGITS or len(exponent) > _MOST_DIGITS:
        return math.inf
    value = float(f"{literal['sign']}{whole or '0'}.{part or '0'}e{exponent}")
    if abs(value) > LARGEST_COUNT:
        return math.inf
    # How many decimal places the digits fill, negative where the whole part ends in zeros.
    places = len(part) or len(whole.rstrip("0")) - len(whole)
    return int(value) if places - int(exponent) <= 0 else value


def parse_words(text: str) -> int | None:
    """The value of an English number word from 0 to 999, ``None`` where the words make no number.

    Example:
        >>> parse_words("twenty-one"), parse_words("two hundred and five"), parse_words("two-five")
        (21, 205, None)
    """
    words = [word for word in re.split(r"[\s-]+", text.casefold()) if word != "and"]
    if "hundred" not in words:
        return _below_hundred(words)
    place = words.index("hundred")
    hundreds, rest = _below_hundred(words[:place]), words[place + 1 :]
    below = _below_hundred(rest) if rest else 0
    if hundreds is None or not 1 <= hundreds <= 9 or below is None or (rest and below == 0):
        return None
    return 100 * hundreds + below


def plain_digits(located: Located) -> Located:
    """The text with the minus signs and the digits of its one script in ASCII; mixed scripts stay as they are (N2).

    Example:
        >>> from validator.answers.text import locate
        >>> plain_digits(locate("−٣")).text
        '-3'
    """
    if located.text.isascii():
        return located
    digits = {letter for letter in set(located.text) if unicodedata.category(letter) == "Nd"}
    table = dict(_MINUS_SIGNS)
    if len({ord(digit) - int(digit) for digit in digits}) == 1:
        table |= {ord(digit): str(int(digit)) for digit in digits}
    return located._replace(text=located.text.translate(table))


def fuses_digits(raw: str) -> bool:
    """Whether normalising would fuse digits that are not of one number: '10²' is not 102, '①②' is not 12.

    Example:
        >>> fuses_digits("10²"), fuses_digits("⑫")
        (True, False)
    """
    return not raw.isascii() and any(
        unicodedata.category(letter) == "No" and (_is_raised(letter) or _touches_number(raw, index))
        for index, letter in enumerate(raw)
        if not letter.isascii()
    )


def _below_hundred(words: list[str]) -> int | None:
    if len(words) == 1:
        return _VALUES.get(words[0])
    if len(words) == 2 and words[0] in _TENS and 1 <= _VALUES.get(words[1], 0) <= 9:
        return _VALUES[words[0]] + _VALUES[words[1]]
    return None


def _is_raised(letter: str) -> bool:
    return unicodedata.decomposition(letter).startswith(("<super>", "<sub>", "<fraction>"))


def _touches_number(raw: str, index: int) -> bool:
    return any(
        unicodedata.category(letter)[0] == "N" for letter in raw[max(0, index - 1) : index] + raw[index + 1 : index + 2]
    )
