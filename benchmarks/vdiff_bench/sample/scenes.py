"""Drawn scenes for the semantic categories: a shelf of toys, a figure, and a shop sign.

Everything is drawn three times as large, in whole numbers, and averaged down: no rounding differs between machines.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.vdiff_bench.image_differ import COLOURS
from benchmarks.vdiff_bench.sample.lettering import ink

Image = NDArray[np.uint8]
Canvas = NDArray[np.int64]

WIDTH, HEIGHT, FINE = 144, 96, 3
COLUMNS = {"at the left": 27, "in the middle": 72, "at the right": 117}
SHELVES = {"on the upper shelf": 42, "on the lower shelf": 86}
RADII = {"small": 8, "normal": 11, "large": 15}
WOOD, DARK_WOOD, WALL, COAT = (176, 134, 92), (112, 80, 52), (226, 218, 202), (48, 52, 66)


class Toy(NamedTuple):
    """A toy: its colour (which names it: no two of a scene share one), its shape, and where it stands."""

    colour: str
    shape: str
    column: str
    shelf: str
    size: str = "normal"


class Pose(NamedTuple):
    """How the figure stands: each arm (as seen in the picture) raised or lowered, the legs together or apart."""

    left_arm: str = "lowered"
    right_arm: str = "lowered"
    legs: str = "together"


def draw_shelf(toys: Sequence[Toy]) -> Image:
    """Two boards in a cabinet with toys on them."""
    canvas = _canvas(WALL)
    _box(canvas, 4, 4, WIDTH - 4, HEIGHT - 4, WOOD)
    _box(canvas, 9, 9, WIDTH - 9, HEIGHT - 9, (206, 170, 128))
    for ground in SHELVES.values():
        _box(canvas, 9, ground, WIDTH - 9, ground + 4, DARK_WOOD)
    for toy in toys:
        _toy(canvas, toy)
    return _shrink(canvas)


def draw_figure(pose: Pose, ground: tuple[int, int, int]) -> Image:
    """A figure on a lawn, arms and legs as told."""
    canvas = _canvas((186, 212, 232))
    _box(canvas, 0, 72, WIDTH, HEIGHT, ground)
    _disc(canvas, 122, 18, 9, (246, 224, 130))
    _disc(canvas, 72, 22, 8, (226, 180, 148))
    _box(canvas, 64, 31, 80, 58, COAT)
    for side, arm in ((-1, pose.left_arm), (1, pose.right_arm)):
        reach = (26, 18) if arm == "raised" else (20, 54)
        _line(canvas, (72 + 8 * side, 34), (72 + reach[0] * side, reach[1]), COAT)
    for side in (-1, 1):
        _line(canvas, (72 + 4 * side, 57), (72 + (20 if pose.legs == "apart" else 5) * side, 86), COAT)
    return _shrink(canvas)


def draw_sign(words: str, board: tuple[int, int, int]) -> Image:
    """A board on two posts with words on it."""
    canvas = _canvas((204, 220, 226))
    _box(canvas, 0, 78, WIDTH, HEIGHT, (150, 150, 142))
    for post in (24, 116):
        _box(canvas, post, 30, post + 4, 88, (92, 88, 84))
    _box(canvas, 10, 20, WIDTH - 10, 62, (60, 56, 52))
    _box(canvas, 13, 23, WIDTH - 13, 59, board)
    letters = ink(words).repeat(3 * FINE, axis=0).repeat(3 * FINE, axis=1)
    top, left = 30 * FINE, (WIDTH * FINE - letters.shape[1]) // 2
    canvas[top : top + letters.shape[0], left : left + letters.shape[1]][letters] = (250, 248, 240)
    return _shrink(canvas)


def _toy(canvas: Canvas, toy: Toy) -> None:
    x, ground, radius = COLUMNS[toy.column], SHELVES[toy.shelf], RADII[toy.size]
    y, colour = ground - radius, COLOURS[toy.colour]
    rows, columns = _grid(canvas)
    if toy.shape == "box":
        _box(canvas, x - radius, y - radius, x + radius, y + radius, colour)
    elif toy.shape == "ball":
        _disc(canvas, x, y, radius, colour)
    else:
        up = FINE * ground - rows
        inside = (up > 0) & (up <= 2 * radius * FINE) & (2 * abs(columns - x * FINE) <= 2 * radius * FINE - up)
        canvas[inside] = colour


def _canvas(colour: tuple[int, int, int]) -> Canvas:
    canvas = np.empty((HEIGHT * FINE, WIDTH * FINE, 3), dtype=np.int64)
    canvas[:] = colour
    return canvas


def _grid(canvas: Canvas) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows, columns = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]]
    return rows, columns


def _box(canvas: Canvas, left: int, top: int, right: int, bottom: int, colour: tuple[int, int, int]) -> None:
    canvas[top * FINE : bottom * FINE, left * FINE : right * FINE] = colour


def _disc(canvas: Canvas, x: int, y: int, radius: int, colour: tuple[int, int, int]) -> None:
    rows, columns = _grid(canvas)
    canvas[(columns - x * FINE) ** 2 + (rows - y * FINE) ** 2 <= (radius * FINE) ** 2] = colour


def _line(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """A limb: small squares from start to end."""
    steps = 60
    for step in range(steps + 1):
        x, y = (FINE * (a * (steps - step) + b * step) // steps for a, b in zip(start, end, strict=True))
        canvas[y - 2 * FINE : y + 2 * FINE, x - 2 * FINE : x + 2 * FINE] = colour


def _shrink(canvas: Canvas) -> Image:
    blocks = canvas.reshape(HEIGHT, FINE, WIDTH, FINE, 3).sum(axis=(1, 3))
    return np.asarray(blocks // FINE**2, dtype=np.uint8)
