"""One question of the sample before it is a row, and the words that all of them share.

The text must not give the answer away, so every question is made in this order: a list of claims that could all be
true, three of them drawn alike, and only then two pictures that make the first of the three true and the others
false. Nobody who reads the three alone can know which was drawn first. As in the paper the false ones reverse a
direction, move the change to a nearby thing, or put a plausible attribute in its place.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

CATEGORIES = (
    "position",
    "motion",
    "regional image color",
    "overall image color",
    "appearance/disappearance",
    "noise/resolution",
    "texture",
    "substitution/size",
    "OCR/text",
    "illumination",
)
IDENTICAL = "The two images are completely identical."
DRAWN, TRANSFORMED = "drawn scenes", "transformed portraits"


class Asked(NamedTuple):
    """One question to be: its category as the paper spells it, where the pair comes from, the pair, three statements.

    The first statement is true of the pair, the other two are not.
    """

    category: str
    source: str
    first: Image
    second: Image
    statements: tuple[str, ...]
