"""Questions about a figure on a lawn: which limb it moved, and how."""

import random
from collections.abc import Iterator

from benchmarks.vdiff_bench.sample.asked import DRAWN, Asked
from benchmarks.vdiff_bench.sample.scenes import Pose, draw_figure

LAWNS = ((116, 158, 92), (136, 150, 88), (104, 148, 110), (148, 156, 104))
STANCES = {"left_arm": ("lowered", "raised"), "right_arm": ("lowered", "raised"), "legs": ("together", "apart")}
NAMES = {"left_arm": "The arm at the left is", "right_arm": "The arm at the right is", "legs": "The legs are"}


def motion(rng: random.Random, number: int) -> Iterator[Asked]:
    """One limb moves, the others stay as they happen to be."""
    claims = [(limb, *ends) for limb, stances in STANCES.items() for ends in (stances, stances[::-1])]
    drawn = rng.sample(claims, 3)
    limb, start, end = drawn[0]
    pose = Pose(**{name: rng.choice(stances) for name, stances in STANCES.items()})
    first, second = (draw_figure(pose._replace(**{limb: stance}), LAWNS[number]) for stance in (start, end))
    statements = tuple(f"{NAMES[limb]} {start} in image 1 and {end} in image 2." for limb, start, end in drawn)
    yield Asked("motion", DRAWN, first, second, statements)
