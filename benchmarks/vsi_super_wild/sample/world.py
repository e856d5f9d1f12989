"""An invented world to walk through: where things stand, where the camera goes, what it sees.

The ground is a plane with a speckled texture, so that motion shows; the things are flat coloured shapes that always
face the camera. Everything that a question asks (which things are seen, when, how many, which way the camera goes)
is known here by construction: :func:`film` returns it beside the pictures. Lengths are in steps (one step is about
the height of the camera), x points right and z ahead of the person, whichever way a camera looks.
"""

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, FRAMES_PER_SECOND = 160, 120, 10
HORIZON, FOCAL = 48, 100.0
NEAR, FAR = 0.9, 4.8
STEP = 0.16

COLOURS = {
    "red cone": (225, 25, 25),
    "blue bin": (35, 60, 235),
    "green plant": (20, 165, 45),
    "yellow sign": (245, 225, 20),
    "white lamp": (250, 250, 250),
    "orange barrel": (250, 120, 10),
    "purple bench": (150, 40, 190),
    "cyan kiosk": (20, 205, 225),
}
HEIGHTS = {"white lamp": 1.5, "yellow sign": 1.2, "cyan kiosk": 1.3, "purple bench": 0.6}
WIDTHS = {"white lamp": 0.25, "purple bench": 1.1}
DIRECTIONS = {"forward": (0, 1), "backward": (0, -1), "left": (-1, 0), "right": (1, 0)}
DIRECTIONS |= {"forward-left": (-1, 1), "forward-right": (1, 1), "backward-left": (-1, -1), "backward-right": (1, -1)}
VIEWS = {"front": (0, 1), "back": (0, -1), "left": (-1, 0), "right": (1, 0)}

Image = NDArray[np.uint8]


class Thing(NamedTuple):
    """One thing of a kind, at its place."""

    kind: str
    x: float
    z: float


class Film(NamedTuple):
    """What a camera saw of the things: pictures, direction of motion, and the area of every thing in every picture.

    ``pictures`` has shape (frames, height, width, 3); ``motions`` holds one direction a picture, as seen from this
    camera; ``areas`` has shape (frames, things) and counts clearly visible pixels.
    """

    things: list[Thing]
    pictures: Image
    motions: list[str]
    areas: NDArray[np.int64]


def place_things(counts: dict[str, int], length: float, rng: random.Random) -> list[Thing]:
    """Stand the things on both sides of a walk of ``length`` steps; each kind has a stretch of its own."""
    kinds = list(counts)
    rng.shuffle(kinds)
    things: list[Thing] = []
    for place, kind in enumerate(kinds):
        stretch = min(length, 1 + counts[kind] * 0.7)
        start = 1 + place * (length - stretch) / (len(kinds) - 1)
        for number in range(counts[kind]):
            z = start + stretch * (number + rng.random()) / counts[kind]
            things.append(Thing(kind, rng.choice((-1, 1)) * rng.uniform(0.9, 3.2), z))
    return things


def film(things: list[Thing], walk: list[tuple[str, int]], view: str, seed: int) -> Film:
    """Walk (``walk`` lists direction and number of frames) and film with the camera of that view."""
    ahead = np.array(VIEWS[view], dtype=float)
    right = np.array([ahead[1], -ahead[0]])
    speckle = np.random.default_rng(seed).integers(62, 128, size=(64, 64)).astype(float)
    camera = np.zeros(2)
    pictures, motions, areas = [], [], []
    for direction, frames in walk:
        motion = np.array(DIRECTIONS[direction], dtype=float)
        seen_as = _named(float(motion @ right), float(motion @ ahead))
        for _ in range(frames):
            picture, area = _see(things, camera, ahead, right, speckle)
            pictures.append(picture)
            areas.append(area)
            motions.append(seen_as)
            camera = camera + motion * STEP / np.hypot(*motion)
    return Film(things, np.stack(pictures), motions, np.stack(areas))


def _named(x: float, z: float) -> str:
    return next(name for name, (dx, dz) in DIRECTIONS.items() if (dx, dz) == (round(x), round(z)))


def _see(
    things: list[Thing],
    camera: NDArray[np.float64],
    ahead: NDArray[np.float64],
    right: NDArray[np.float64],
    speckle: NDArray[np.float64],
) -> tuple[Image, NDArray[np.int64]]:
    """One picture, and the number of clearly visible pixels of every thing in it."""
    picture = _ground(camera, ahead, right, speckle)
    owner = np.full((HEIGHT, WIDTH), -1)
    relative = [np.array([thing.x, thing.z]) - camera for thing in things]
    depths = [float(offset @ ahead) for offset in relative]
    for index in sorted(range(len(things)), key=lambda index: -depths[index]):
        if NEAR < depths[index] < FAR:
            mask = _shape(things[index].kind, float(relative[index] @ right), depths[index])
            opacity = min(1.0, 4 * (FAR - depths[index]))
            colour = np.array(COLOURS[things[index].kind], dtype=float)
            picture[mask] = picture[mask] * (1 - opacity) + colour * opacity
            owner[mask] = index if opacity > 0.7 else -1
    areas = np.array([(owner == index).sum() for index in range(len(things))], dtype=np.int64)
    return picture.round().clip(0, 255).astype(np.uint8), areas


def _ground(
    camera: NDArray[np.float64],
    ahead: NDArray[np.float64],
    right: NDArray[np.float64],
    speckle: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The speckled plane up to the horizon, fading into haze, and a plain dusk sky above."""
    rows, columns = np.mgrid[HORIZON + 1 : HEIGHT, 0:WIDTH]
    depth = FOCAL / (rows - HORIZON)
    aside = (columns - WIDTH / 2) * depth / FOCAL
    x = camera[0] + ahead[0] * depth + right[0] * aside
    z = camera[1] + ahead[1] * depth + right[1] * aside
    texture = speckle[np.floor(x * 3).astype(int) % 64, np.floor(z * 3).astype(int) % 64]
    haze = np.clip(depth / 7, 0, 1)
    grey = texture * (1 - haze) + 96 * haze
    picture = np.empty((HEIGHT, WIDTH, 3))
    picture[: HORIZON + 1] = (84 + np.arange(HORIZON + 1) * 0.25)[:, None, None]
    picture[HORIZON + 1 :] = grey[:, :, None]
    picture *= np.array([1.0, 0.97, 0.92])
    return picture


def _shape(kind: str, aside: float, depth: float) -> NDArray[np.bool_]:
    """The pixels a thing covers: a triangle for a cone, an ellipse for a plant, a diamond for a sign, else a box."""
    scale = FOCAL / depth
    width, height = WIDTHS.get(kind, 0.7) * scale, HEIGHTS.get(kind, 0.8) * scale
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    across = (columns - (WIDTH / 2 + aside * scale)) / (width / 2)
    up = (HORIZON + scale - rows) / height
    inside = (up > 0) & (up < 1) & (np.abs(across) < 1)
    if kind == "red cone":
        inside &= np.abs(across) < 1 - up
    elif kind == "green plant":
        inside &= across**2 + (2 * up - 1) ** 2 < 1
    elif kind == "yellow sign":
        inside &= (np.abs(across) + np.abs(3 * up - 2) < 1) | ((up < 0.4) & (np.abs(across) < 0.12))
    return np.asarray(inside)
