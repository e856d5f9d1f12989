"""The low-level questions: a drawn portrait beside one of the paper's own transformations of it.

Colour shifts all of the picture, to one of three colours. The other transformations are laid on one part of it (the
face, the background, a half), so that a false statement speaks of a part in which nothing changed or of the reverse:
it is nowhere true in passing.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import product

from benchmarks.vdiff_bench.sample import portraits
from benchmarks.vdiff_bench.sample.asked import TRANSFORMED, Asked, Image

SHIFTS = {"redder": (20, -6, -6), "greener": (-5, 16, -5), "bluer": (-6, -6, 20)}
PARTS = (
    ("face", "background"),
    ("left half", "right half"),
    ("face", "background"),
    ("upper half", "lower half"),
)
Claim = tuple[str, str, int]  # the part, the word of comparison, and the image that has more of it


def overall_color(rng: random.Random, number: int) -> Iterator[Asked]:
    """RGB shift of the whole picture."""
    more = rng.choice((1, 2))
    drawn = rng.sample([("whole image", word, more) for word in SHIFTS], 3)
    before = portraits.draw_portrait(number)
    yield _asked("overall image color", before, portraits.shift_colour(before, SHIFTS[drawn[0][1]]), drawn)


def noise(rng: random.Random, number: int) -> Iterator[Asked]:
    """Gaussian noise in one part."""
    drawn = _in_two_parts(rng, number, [("noisier", 1), ("noisier", 2)])
    before = portraits.draw_portrait(4 + number)
    noisy = portraits.add_noise(before, (5, 6, 4, 5)[number], number)
    yield _asked("noise/resolution", before, _part(before, drawn, noisy), drawn)


def texture(rng: random.Random, number: int) -> Iterator[Asked]:
    """Smoothing of one part."""
    drawn = _in_two_parts(rng, number, [("smoother", 1), ("smoother", 2)])
    before = portraits.draw_portrait(8 + number)
    yield _asked("texture", before, _part(before, drawn, portraits.smooth(before)), drawn)


def illumination(rng: random.Random, number: int) -> Iterator[Asked]:
    """Gamma (the first two) or linear illumination of one part."""
    more = rng.choice((1, 2))
    drawn = _in_two_parts(rng, number, [("brighter", more), ("darker", more)])
    before, brighter = portraits.draw_portrait(12 + number), drawn[0][1] == "brighter"
    lit = portraits.gamma(before, brighter) if number < 2 else portraits.scale(before, 6 if brighter else 4)
    yield _asked("illumination", before, _part(before, drawn, lit), drawn)


def _in_two_parts(rng: random.Random, number: int, changes: Sequence[tuple[str, int]]) -> list[Claim]:
    """Three of the four claims that one of two parts had one of two changes."""
    return rng.sample([(part, word, more) for part, (word, more) in product(PARTS[number], changes)], 3)


def _part(picture: Image, drawn: Sequence[Claim], changed: Image) -> Image:
    return portraits.within(picture, portraits.part_mask(drawn[0][0]), changed)


def _asked(category: str, before: Image, after: Image, drawn: Sequence[Claim]) -> Asked:
    """The pair with the transformed picture where the first claim says that there is more of it."""
    pair = (before, after) if drawn[0][2] == 2 else (after, before)
    statements = tuple(f"The {part} is {word} in image {more} than in image {3 - more}." for part, word, more in drawn)
    return Asked(category, TRANSFORMED, *pair, statements)
