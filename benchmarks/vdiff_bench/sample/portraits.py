"""Drawn portraits and the paper's own transformations of them, for the low-level categories.

The paper applies Gaussian noise, smoothing of skin, RGB shifts and gamma or linear illumination to photographs of
faces. Here the faces are drawn. All arithmetic is in whole numbers or exact square roots, the same on any machine.
"""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
SIDE = 88
SKINS = ((224, 182, 150), (196, 148, 114), (150, 104, 76), (238, 202, 178))
HAIRS = ((60, 44, 36), (120, 82, 44), (34, 32, 36), (150, 116, 70))
WALLS = ((118, 134, 128), (132, 122, 146), (112, 128, 150), (144, 132, 116))


def draw_portrait(seed: int) -> Image:
    """A face before a wall, both with a fine grain of their own, shape (88, 88, 3)."""
    grain = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    picture = np.empty((SIDE, SIDE, 3), dtype=np.int64)
    picture[:] = WALLS[seed % 4]
    picture[_oval(rows, columns, 36, 44, 32, 28)] = HAIRS[seed // 4 % 4]
    picture[(rows > 70) & (abs(columns - 44) < 36)] = WALLS[(seed + 2) % 4]
    face = face_mask()
    picture[face] = SKINS[(seed + seed // 4) % 4]
    for x in (34, 54):
        picture[_oval(rows, columns, 40, x, 3, 5)] = (244, 242, 238)
        picture[_oval(rows, columns, 40, x, 2, 2)] = (52, 44, 40)
    picture[_oval(rows, columns, 62, 44, 2, 8)] = (176, 92, 88)
    fine = grain.integers(-11, 12, (SIDE, SIDE, 1))
    return (picture + fine).clip(0, 255).astype(np.uint8)


def face_mask() -> Mask:
    """Where the face is."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    return _oval(rows, columns, 46, 44, 28, 22)


def part_mask(part: str) -> Mask:
    """Where a part is that can be transformed alone: the face, the background (all else), or a half of the picture."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    halves = {"left half": columns < SIDE // 2, "upper half": rows < SIDE // 2}
    halves |= {"right half": ~halves["left half"], "lower half": ~halves["upper half"]}
    return np.asarray({"face": face_mask(), "background": ~face_mask(), **halves}[part])


def within(picture: Image, where: Mask, changed: Image) -> Image:
    """The picture with one part from its changed version."""
    return np.where(where[..., None], changed, picture)


def add_noise(picture: Image, spread: int, seed: int) -> Image:
    """Gaussian noise of standard deviation sqrt(4 s (s + 1)): the sum of twelve even draws from -s to s."""
    draws = np.random.default_rng(seed).integers(-spread, spread + 1, (12, *picture.shape))
    return _whole(picture.astype(np.int64) + draws.sum(axis=0))


def smooth(picture: Image) -> Image:
    """The mean of five by five pixels."""
    padded = np.pad(picture.astype(np.int64), ((2, 2), (2, 2), (0, 0)), mode="edge")
    shifts = [padded[down : down + SIDE, right : right + SIDE] for down in range(5) for right in range(5)]
    return _whole(np.stack(shifts).sum(axis=0) // 25)


def shift_colour(picture: Image, shift: tuple[int, int, int]) -> Image:
    """The same amounts of red, green and blue added everywhere."""
    return _whole(picture.astype(np.int64) + np.array(shift))


def gamma(picture: Image, brighter: bool) -> Image:
    """Gamma 3/4 (brighter) or 3/2 (darker)."""
    share = picture / 255
    bent = np.sqrt(share * np.sqrt(share)) if brighter else share * np.sqrt(share)
    return _whole((bent * 255).round().astype(np.int64))


def scale(picture: Image, fifths: int) -> Image:
    """Linear illumination: every value times so many fifths."""
    return _whole(picture.astype(np.int64) * fifths // 5)


def _oval(rows: NDArray[np.int64], columns: NDArray[np.int64], y: int, x: int, height: int, width: int) -> Mask:
    inside = ((rows - y) * width) ** 2 + ((columns - x) * height) ** 2 <= (height * width) ** 2
    return np.asarray(inside)


def _whole(picture: NDArray[np.int64]) -> Image:
    return picture.clip(0, 255).astype(np.uint8)
