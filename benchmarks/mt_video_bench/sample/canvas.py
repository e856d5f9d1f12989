"""A small canvas: flat shapes on a picture, twice as fine as what comes out, so that edges are soft.

Coordinates are pixels of the finished picture, x to the right and y downwards; later shapes cover earlier ones.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, FINER = 256, 192, 2

Colour = tuple[int, int, int]
Places = list[tuple[float, float, float]]
Picture = NDArray[np.uint8]

RED, BLUE, GREEN, YELLOW = (214, 48, 49), (52, 104, 200), (62, 150, 72), (246, 205, 60)
ORANGE, PURPLE, BROWN, WHITE = (240, 130, 40), (138, 70, 168), (124, 82, 50), (246, 246, 242)
BLACK, GREY, STONE, SKY = (34, 34, 38), (128, 130, 136), (86, 88, 94), (150, 202, 236)


class Canvas:
    """One picture being drawn."""

    def __init__(self, colour: Colour) -> None:
        self._pixels = np.full((HEIGHT * FINER, WIDTH * FINER, 3), colour, dtype=np.int64)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        """A rectangle with sides along the picture's."""
        self.shape([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def oval(self, x: float, y: float, across: float, down: float, colour: Colour) -> None:
        """An ellipse around (x, y) with these two radii."""
        rows, columns, part = self._part(x - across, y - down, x + across, y + down)
        part[((columns - x) / across) ** 2 + ((rows - y) / down) ** 2 <= 1] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A circle, filled."""
        self.oval(x, y, radius, radius, colour)

    def shape(self, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A convex polygon; its corners go round clockwise as seen."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        rows, columns, part = self._part(min(xs), min(ys), max(xs), max(ys))
        inside = np.ones(part.shape[:2], dtype=bool)
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            inside &= (to_x - x) * (rows - y) - (to_y - y) * (columns - x) >= 0
        part[inside] = colour

    def bar(self, x: float, y: float, to_x: float, to_y: float, width: float, colour: Colour) -> None:
        """A straight bar from one point to another."""
        length = math.hypot(to_x - x, to_y - y) or 1.0
        aside_x, aside_y = (to_y - y) / length * width / 2, (x - to_x) / length * width / 2
        corners = [(x, y), (to_x, to_y)]
        there = [(a + aside_x, b + aside_y) for a, b in corners]
        back = [(a - aside_x, b - aside_y) for a, b in reversed(corners)]
        self.shape([*there, *back], colour)

    def darken(self, share: float) -> None:
        """Make everything drawn so far darker: 0 leaves it, 1 is black; night is bluish."""
        light = np.array([round(256 * (1 - share)), round(256 * (1 - share)), round(256 * (1 - share * 0.8))])
        self._pixels = self._pixels * light // 256

    def picture(self) -> Picture:
        """The finished picture, shape (height, width, 3)."""
        fine = self._pixels.reshape(HEIGHT, FINER, WIDTH, FINER, 3)
        return np.asarray(fine.sum(axis=(1, 3)) // FINER**2, dtype=np.uint8)

    def _part(
        self, left: float, top: float, right: float, bottom: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """The middles of the rows and columns around a shape, and the pixels there."""
        x0, x1 = (min(max(math.floor(edge * FINER), 0), WIDTH * FINER) for edge in (left, right + 1))
        y0, y1 = (min(max(math.floor(edge * FINER), 0), HEIGHT * FINER) for edge in (top, bottom + 1))
        rows = (np.arange(y0, y1)[:, None] + 0.5) / FINER
        columns = (np.arange(x0, x1)[None, :] + 0.5) / FINER
        return rows, columns, self._pixels[y0:y1, x0:x1]


def along(t: float, places: Places) -> tuple[float, float]:
    """Where something is that passes the places (second, x, y) in turn, in straight lines.

    Example:
        >>> along(1.0, [(0, 0, 0), (2, 10, 20)])
        (5.0, 10.0)
    """
    for (start, x, y), (end, to_x, to_y) in itertools.pairwise(places):
        if t <= end:
            share = (t - start) / (end - start)
            return x + (to_x - x) * share, y + (to_y - y) * share
    return places[-1][1], places[-1][2]
