"""A baseline that looks: it decodes the frames of the sample's videos and answers by rules of thumb.

Counts and orders come from patches of colour, motion from how the ground moves between two frames, the order of
places from finding each shown frame again in the video. No model, no key, and never the order of
``source.frame_indices``: like the official harness it takes the four shown frames from the video by these numbers,
and then has to find out by looking when each was filmed.
"""

import functools
import itertools
import math
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from board.types import Question

COLOURS = {
    "red": (225, 25, 25),
    "blue": (35, 60, 235),
    "green": (20, 165, 45),
    "yellow": (245, 225, 20),
    "white": (250, 250, 250),
    "orange": (250, 120, 10),
    "purple": (150, 40, 190),
    "cyan": (20, 205, 225),
}
TOLERANCE = 70
PATCH = 30
STEEPNESS = 2.0  # a step ahead moves the ground about half as many pixels as a step aside
GROUND_MOVES = {"forward": (1, 0), "backward": (-1, 0), "left": (0, 1), "right": (0, -1)}  # (down, to the right)

Video = NDArray[np.uint8]


def look(question: Question, data_folder: Path) -> str | int | None:
    """The label or the number this baseline sees; null where it sees nothing."""
    video = decode(str(data_folder / question.media[0].path))
    if question.task == "VOC":
        return count_things(video, question.question)
    answer = {"VMR": _motion, "VPO": _places, "VOO": _things}[question.task](question, video)
    return best_option(dict(question.options or {}), answer)


@functools.lru_cache(maxsize=2)
def decode(path: str) -> Video:
    """All frames of a video, shape (frames, height, width, 3)."""
    import av

    with av.open(path) as container:
        planes = [np.asarray(frame.to_ndarray(format="yuv420p"), np.uint8) for frame in container.decode(video=0)]
    return np.stack([_rgb(plane) for plane in planes])


def _rgb(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """From the planes Y, U, V to red, green and blue, in whole numbers so that every machine sees the same."""
    height, width = planes.shape[0] * 2 // 3, planes.shape[1]
    halves = planes[height:].reshape(2, height // 2, width // 2).astype(np.int64) - 128
    blueness, redness = halves.repeat(2, axis=1).repeat(2, axis=2)
    luma = 298 * (planes[:height].astype(np.int64) - 16) + 128
    colours = (luma + 409 * redness, luma - 100 * blueness - 208 * redness, luma + 516 * blueness)
    return np.stack([colour >> 8 for colour in colours], axis=-1).clip(0, 255).astype(np.uint8)


def best_option(options: dict[str, str], seen: list[str]) -> str:
    """The label whose steps stand most often at the place where they were seen; the first of equals."""

    def agreement(label: str) -> int:
        steps = options[label].split(" → ")
        return sum(a == b for a, b in zip(steps, seen, strict=False))

    return max(options, key=agreement)


def mask_of(video: Video, name: str) -> NDArray[np.bool_]:
    """Where the colour that a thing's name begins with is seen, shape (frames, height, width)."""
    colour = np.array(COLOURS[name.split()[0]], dtype=np.int16)
    return np.asarray(np.abs(video.astype(np.int16) - colour).sum(axis=-1) < TOLERANCE)


def count_things(video: Video, question: str) -> int | None:
    """Patches of the colour, counted when they enter; what comes back or was hidden is counted again.

    The number of patches in a frame is smoothed by the median of five frames, else every flicker would count.
    """
    name = re.search(r"total number of (.+)\(s\)", question)
    if not name or name[1].split()[0] not in COLOURS:
        return None
    seen = [len(_patches(frame)) for frame in mask_of(video, name[1])]
    steady = [int(np.median(seen[max(0, place - 2) : place + 3])) for place in range(len(seen))]
    return sum(max(0, now - before) for before, now in itertools.pairwise([0, *steady]))


def _patches(frame: NDArray[np.bool_]) -> list[float]:
    """Middle columns of the separate patches of a mask, seen from above (neighbouring columns are one patch)."""
    columns = np.flatnonzero(frame.sum(axis=0) >= 3)
    runs = np.split(columns, np.flatnonzero(np.diff(columns) > 2) + 1) if len(columns) else []
    return [float(run.mean()) for run in runs if frame[:, run].sum() >= PATCH]


def _things(question: Question, video: Video) -> list[str]:
    """The things of the options by the first (or last) frame with enough of their colour."""
    names = next(iter((question.options or {}).values())).split(" → ")
    last = question.facets.get("occurrence") == "last"

    def time(name: str) -> int:
        frames = np.flatnonzero(mask_of(video, name).sum(axis=(1, 2)) >= PATCH)
        return int(frames[-1 if last else 0]) if len(frames) else len(video)

    return sorted(names, key=time)


def _places(question: Question, video: Video) -> list[str]:
    """The shown frames by when they were filmed, each found again among every tenth frame of the video.

    Frames are alike where they hold the same amounts of colour: a turn of the camera changes these least.
    """
    shown = question.source["frame_indices"]
    if not isinstance(shown, list):
        return []
    filmed = np.stack([_colours(frame) for frame in video[::10]])
    times = [int(np.abs(filmed - _colours(video[frame])).sum(axis=1).argmin()) for frame in shown]
    return [f"Frame {place + 1}" for place in np.argsort(times, kind="stable")]


def _colours(frame: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many pixels a frame has of each of 64 colours."""
    red, green, blue = np.moveaxis(frame.astype(np.int64) // 64, -1, 0)
    return np.bincount((16 * red + 4 * green + blue).ravel(), minlength=64)


def _motion(question: Question, video: Video) -> list[str]:
    """The option whose direction fits how three blocks of ground moved from a frame before the moment to one after."""
    moment = question.source["frame_indices"]
    if not isinstance(moment, list) or not moment:
        return []
    grey = video[:, :, :, 1].astype(np.int16)
    before, after = grey[max(0, moment[0] - 1)], grey[min(len(grey) - 1, moment[0] + 1)]
    moves = np.array([_shift(before, after, column) for column in (30, 64, 98)])
    down, aside = np.median(moves, axis=0)
    return [max((question.options or {}).values(), key=lambda text: _fit(text, down * STEEPNESS, aside))]


def _shift(before: NDArray[np.int16], after: NDArray[np.int16], column: int) -> tuple[int, int]:
    """How many pixels down and to the right a block of ground moved, by the least difference."""
    top, height, width = 76, 24, 32
    block = before[top : top + height, column : column + width]
    shifts = [(down, aside) for down in range(-9, 10) for aside in range(-16, 17)]

    def difference(shift: tuple[int, int]) -> float:
        rows, columns = top + shift[0], column + shift[1]
        return float(np.abs(after[rows : rows + height, columns : columns + width] - block).mean())

    return min(shifts, key=difference)


def _fit(direction: str, down: float, aside: float) -> float:
    """How well a motion of the ground fits a direction of the camera: ahead moves it down, left moves it right."""
    steps = [GROUND_MOVES[step] for step in direction.split("-") if step in GROUND_MOVES]
    length = math.hypot(sum(step[0] for step in steps), sum(step[1] for step in steps)) or 1.0
    return sum(step[0] * down + step[1] * aside for step in steps) / length
