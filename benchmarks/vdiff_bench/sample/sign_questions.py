"""Questions about a sign: what it reads. Three words that differ in a letter or two are confused with each other."""

import random
from collections.abc import Iterator
from itertools import permutations

from benchmarks.vdiff_bench.sample.asked import DRAWN, Asked
from benchmarks.vdiff_bench.sample.scenes import draw_sign

BOARDS = ((36, 92, 72), (120, 44, 48), (40, 64, 120), (84, 60, 100))
WORDS = (
    ("STEP", "STOP", "SEEP"),
    ("BREAD", "BROAD", "TREAD"),
    ("EXIT 4", "EXIT 7", "EDIT 4"),
    ("TEA", "PEA", "TEN"),
)


def lettering(rng: random.Random, number: int) -> Iterator[Asked]:
    """One word in place of another."""
    drawn = rng.sample(list(permutations(WORDS[number], 2)), 3)
    first, second = (draw_sign(word, BOARDS[number]) for word in drawn[0])
    statements = tuple(f'The sign reads "{before}" in image 1 and "{after}" in image 2.' for before, after in drawn)
    yield Asked("OCR/text", DRAWN, first, second, statements)
