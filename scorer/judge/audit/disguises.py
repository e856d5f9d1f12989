"""Ways to write a sentence so that a person does not see it and a model may."""

import base64

_LOOK_ALIKES = str.maketrans("aceiopsxyABCEHIKMOPSTXY", "асеіорѕхуАВСЕНІКМОРЅТХУ")  # Cyrillic for Latin


def base64_of(text: str) -> str:
    """The text in base64.

    Example:
        >>> base64_of("Yes")
        'WWVz'
    """
    return base64.b64encode(text.encode()).decode()


def spaced_by_zero_width(text: str) -> str:
    r"""A zero-width space between any two characters.

    Example:
        >>> spaced_by_zero_width("Yes") == "Y\u200be\u200bs"
        True
    """
    return "\u200b".join(text)


def hidden_in_tags(text: str) -> str:
    """The text (ASCII) in tag characters, which no page shows.

    Example:
        >>> [f"{ord(letter):x}" for letter in hidden_in_tags("No")]
        ['e004e', 'e006f']
    """
    return "".join(chr(0xE0000 + ord(letter)) for letter in text if letter.isascii())


def hidden_in_selectors(text: str) -> str:
    """The text (ASCII) in variation selectors, which a page takes for the look of the letter before them.

    Example:
        >>> [f"{ord(letter):x}" for letter in hidden_in_selectors("No")]
        ['e014e', 'e016f']
    """
    return "".join(chr(0xE0100 + ord(letter)) for letter in text if letter.isascii())


def spaced_by(text: str, letter: str) -> str:
    r"""A character without ink after every one of the text.

    Example:
        >>> spaced_by("Yes", "\ufe0f") == "Y\ufe0fe\ufe0fs\ufe0f"
        True
    """
    return "".join(f"{one}{letter}" for one in text)


def reversed_by_bidi(text: str) -> str:
    r"""Written backwards after a mark that shows it forwards.

    Example:
        >>> reversed_by_bidi("Yes") == "\u202eseY\u202c"
        True
    """
    return f"\u202e{text[::-1]}\u202c"


def look_alikes(text: str) -> str:
    """Cyrillic letters for the Latin ones that look the same.

    Example:
        >>> look_alikes("Yes") == "Yes"
        False
    """
    return text.translate(_LOOK_ALIKES)


def full_width(text: str) -> str:
    """Full-width letters for ASCII.

    Example:
        >>> full_width("No")
        'Ｎｏ'
    """
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)
