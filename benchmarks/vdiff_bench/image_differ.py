"""A baseline that looks: it takes the difference of the two images and weighs what each option says against it.

No model and no key: rules of thumb on colours, areas, edges and brightness, with the wording and the colours of the
sample. On lettering it only sees which letters changed, not into what. Where the images are equal byte for byte it
takes the no-difference option, which is never right. It needs PyAV (``requirements-dev.txt``).
"""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from board.types import Question

from .no_difference import no_difference_label

COLOURS = {
    "red": (214, 40, 40),
    "blue": (40, 70, 210),
    "green": (30, 150, 60),
    "yellow": (244, 222, 40),
    "orange": (246, 130, 20),
    "purple": (146, 50, 180),
    "cyan": (40, 196, 216),
}
COAT = (48, 52, 66)
NEAR = 60
THIRDS = {"at the left": 0, "in the middle": 1, "at the right": 2}
FILLED = {"box": 1.0, "ball": 0.785, "cone": 0.5}  # share of the box around it that a shape covers

Image = NDArray[np.int64]
Weight = Callable[..., float]


def look(question: Question, data_folder: Path) -> str | None:
    """The label whose statement fits the difference best; the first of equals, and null without two images."""
    if len(question.media) != 2 or not question.options:
        return None
    first, second = (decode(data_folder / media.path) for media in question.media)
    if first.shape != second.shape or not (first != second).any():
        return no_difference_label(question)
    options = {label: text for label, text in question.options.items() if label != no_difference_label(question)}
    return max(options, key=lambda label: weigh(options[label], first, second))


def decode(path: Path) -> Image:
    """An image as whole numbers, shape (height, width, 3)."""
    import av

    with av.open(str(path)) as container:
        frame = next(container.decode(video=0))
        return np.asarray(frame.to_ndarray(format="rgb24"), dtype=np.int64)


def weigh(statement: str, first: Image, second: Image) -> float:
    """How well a statement fits the two images, by the first rule that reads it; 0 where none does."""
    for pattern, rule in RULES:
        if found := re.fullmatch(pattern, statement):
            return rule(first, second, *found.groups())
    return 0.0


def _mask(image: Image, colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    return np.asarray(abs(image - np.array(colour)).sum(axis=-1) < NEAR)


def _middle(mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Mean row and column of a mask, as shares of the height and the width."""
    rows, columns = np.nonzero(mask)
    height, width = mask.shape
    return (float(rows.mean()) / height, float(columns.mean()) / width) if len(rows) else (0.5, 0.5)


def _moved(first: Image, second: Image, colour: str, start: str, end: str) -> float:
    """Does what has this colour stand in these thirds of the two images?"""
    seen = [int(3 * _middle(_mask(image, COLOURS[colour]))[1]) for image in (first, second)]
    return sum(THIRDS[place] == third for place, third in zip((start, end), seen, strict=True))


def _recoloured(first: Image, second: Image, column: str, shelf: str, start: str, end: str) -> float:
    """Shares of the changed pixels that have these colours before and after, and whether they are in this place."""
    changed = (first != second).any(axis=-1)
    pairs = ((first, start), (second, end))
    colours = sum(float(_mask(image, COLOURS[colour])[changed].mean()) for image, colour in pairs)
    row, across = _middle(changed)
    return colours + (THIRDS[column] == int(3 * across)) + (shelf == ("upper" if row < 0.5 else "lower"))


def _came(first: Image, second: Image, colour: str, there: str) -> float:
    """How many pixels more of this colour the image has that is said to have the thing."""
    more = int(_mask(second, COLOURS[colour]).sum()) - int(_mask(first, COLOURS[colour]).sum())
    return float(more if there == "2" else -more)


def _replaced(first: Image, second: Image, colour: str, start: str, end: str) -> float:
    """How well the patch of this colour fills its box, as these two shapes would."""
    seen = [_filled(_mask(image, COLOURS[colour])) for image in (first, second)]
    return -abs(seen[0] - FILLED[start]) - abs(seen[1] - FILLED[end])


def _filled(mask: NDArray[np.bool_]) -> float:
    rows, columns = np.nonzero(mask)
    return len(rows) / (np.ptp(rows) + 1) / (np.ptp(columns) + 1) if len(rows) else 0.0


def _resized(first: Image, second: Image, colour: str, word: str) -> float:
    return _came(first, second, colour, "2" if word == "larger" else "1")


def _limb(first: Image, second: Image, limb: str, start: str, end: str) -> float:
    """Is the change on the side of the limb, and does the dark of the figure go where it is said to go?"""
    gone, new = _mask(first, COAT), _mask(second, COAT)
    gone, new = gone & ~new, new & ~gone
    (row_gone, _), (row_new, _) = _middle(gone), _middle(new)
    row, column = _middle(gone | new)
    if limb == "legs":
        spread = _distance_from_middle(new) - _distance_from_middle(gone)
        return float(row > 0.6) * (1 + float((spread > 0) == (end == "apart")))
    side = float((column < 0.5) == (limb == "arm at the left")) * float(row < 0.6)
    return side * (1 + float((row_new < row_gone) == (end == "raised")))


def _distance_from_middle(mask: NDArray[np.bool_]) -> float:
    """Mean distance of a mask from the middle column, in pixels; 0 where the mask is empty."""
    columns = np.nonzero(mask)[1]
    return float(abs(columns - mask.shape[1] / 2).mean()) if len(columns) else 0.0


def _letters(first: Image, second: Image, before: str, after: str) -> float:
    """Are the changed letters where the two words differ?"""
    differing = [place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
    bright = (first.min(axis=-1) > 200) | (second.min(axis=-1) > 200)
    rows = slice(bright.shape[0] // 3, bright.shape[0] * 3 // 5)
    columns = np.flatnonzero(bright[rows, 16:-16].any(axis=0))
    changed = np.flatnonzero((first != second).any(axis=-1)[rows, 16:-16].any(axis=0))
    if not len(columns) or not len(changed):
        return -1.0
    seen = (changed.mean() - columns[0]) / (np.ptp(columns) + 1)
    return -abs(float(seen) - (sum(differing) / max(1, len(differing)) + 0.5) / max(1, len(before)))


def _compared(first: Image, second: Image, part: str, word: str, more: str) -> float:
    """How much more of it the second image has, in grey levels."""
    difference = _amount(second, part, word) - _amount(first, part, word)
    return difference if more == "2" else -difference


def _amount(image: Image, part: str, word: str) -> float:
    where = _part(part, image.shape[0], image.shape[1])
    if word in ("brighter", "darker"):
        return float(image[where].mean()) * (1 if word == "brighter" else -1)
    if word in ("noisier", "smoother"):
        edges = abs(np.diff(image, axis=1)).mean(axis=-1)
        return float(np.median(edges[where[:, 1:]])) * (1 if word == "noisier" else -1)
    channel = ("redder", "greener", "bluer").index(word)
    return float(image[..., channel][where].mean() - image[where].mean())


def _part(part: str, height: int, width: int) -> NDArray[np.bool_]:
    """Where about a part of a picture is: the face is in the middle."""
    rows, columns = np.mgrid[0:height, 0:width]
    face = (rows > height // 3) & (rows < height * 3 // 4) & (columns > width // 3) & (columns < width * 2 // 3)
    parts = {"face": face, "background": ~face, "left half": columns < width // 2, "upper half": rows < height // 2}
    parts |= {"right half": ~parts["left half"], "lower half": ~parts["upper half"]}
    return np.asarray(parts.get(part, rows >= 0))


_PLACE = "(at the left|in the middle|at the right)"
_COLOUR = f"({'|'.join(COLOURS)})"
_SHAPE = f"({'|'.join(FILLED)})"
RULES: tuple[tuple[str, Weight], ...] = (
    (rf"The {_COLOUR} \w+ is {_PLACE} in image 1 and {_PLACE} in image 2\.", _moved),
    (rf"The \w+ {_PLACE} of the (upper|lower) shelf is {_COLOUR} in image 1 and {_COLOUR} in image 2\.", _recoloured),
    (rf"There is an? {_COLOUR} \w+ in image (1|2) that is not in image [12]\.", _came),
    (rf"The {_COLOUR} {_SHAPE} in image 1 is an? \w+ {_SHAPE} in image 2\.", _replaced),
    (rf"The {_COLOUR} \w+ is (larger|smaller) in image 2 than in image 1\.", _resized),
    (r"The (arm at the left|arm at the right|legs) (?:is|are) (\w+) in image 1 and (\w+) in image 2\.", _limb),
    (r'The sign reads "(.+)" in image 1 and "(.+)" in image 2\.', _letters),
    (
        r"The (.+) is (noisier|smoother|brighter|darker|redder|greener|bluer) in image (1|2) than in image [12]\.",
        _compared,
    ),
)
