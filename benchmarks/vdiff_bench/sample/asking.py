"""What the sample asks: for each question two pictures, the true difference, and two false ones anchored on it.

As in the paper a false difference reverses a direction, moves the change to a nearby thing, or puts a plausible
attribute in its place.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.vdiff_bench.sample import portraits
from benchmarks.vdiff_bench.sample.scenes import Image, Pose, Toy, draw_figure, draw_shelf, draw_sign

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
PLACES = [
    (column, shelf) for shelf in ("upper", "lower") for column in ("at the left", "in the middle", "at the right")
]
COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "cyan")
SHAPES = ("ball", "box", "cone")
LAWNS = ((116, 158, 92), (136, 150, 88), (104, 148, 110), (148, 156, 104))
BOARDS = ((36, 92, 72), (120, 44, 48), (40, 64, 120), (84, 60, 100))


class Asked(NamedTuple):
    """One question to be: the category as the paper spells it, where the pair comes from, the pair, the statements."""

    category: str
    source: str
    first: Image
    second: Image
    true: str
    false: tuple[str, str]


def ask(rng: random.Random) -> list[Asked]:
    """The forty questions, four of each category, in the order of the paper."""
    shelves = [(changed, number) for number in range(4) for changed in (_position, _appearance, _color, _substitution)]
    asked = [question for changed, number in shelves for question in changed(rng, number)]
    asked += [*_motion(), *_lettering(), *_overall_color(), *_noise(), *_texture(), *_illumination()]
    return sorted(asked, key=lambda question: CATEGORIES.index(question.category))


def _toys(rng: random.Random, n: int) -> list[Toy]:
    """Toys of different colours in different places."""
    places, colours = rng.sample(PLACES, n), rng.sample(COLOURS, n)
    return [
        Toy(colour, rng.choice(SHAPES), column, f"on the {shelf} shelf")
        for colour, (column, shelf) in zip(colours, places, strict=True)
    ]


def _pair(before: list[Toy], after: list[Toy], backwards: bool) -> tuple[Image, Image]:
    pictures = draw_shelf(before), draw_shelf(after)
    return pictures[::-1] if backwards else pictures


def _position(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy moves along its shelf. The fourth pair also has a new toy, and is asked about that too."""
    toys = _toys(rng, 4)
    free = [place for place in PLACES if place not in [(toy.column, toy.shelf.split()[2]) for toy in toys]]
    mover, target = next((toy, place) for toy in toys for place in free if toy.shelf.split()[2] == place[1])
    moved = mover._replace(column=target[0])
    other = next(toy for toy in toys if toy != mover)
    new = [] if number < 3 else _new_toy(rng, [*toys, moved])
    pictures = _pair(toys, [*(moved if toy == mover else toy for toy in toys), *new], backwards=False)

    def told(toy: Toy, start: str, end: str) -> str:
        return f"The {toy.colour} {toy.shape} is {start} in image 1 and {end} in image 2."

    start, end = mover.column, moved.column
    yield Asked(
        "position", DRAWN, *pictures, told(mover, start, end), (told(mover, end, start), told(other, start, end))
    )
    if new:
        yield Asked("appearance/disappearance", DRAWN, *pictures, *_new_in(new[0], other, 2))


def _new_toy(rng: random.Random, toys: list[Toy]) -> list[Toy]:
    taken = [(toy.column, toy.shelf.split()[2]) for toy in toys]
    column, shelf = rng.choice([place for place in PLACES if place not in taken])
    colour = rng.choice([colour for colour in COLOURS if colour not in [toy.colour for toy in toys]])
    return [Toy(colour, rng.choice(SHAPES), column, f"on the {shelf} shelf")]


def _new_in(toy: Toy, other: Toy, there: int) -> tuple[str, tuple[str, str]]:
    def told(toy: Toy, there: int) -> str:
        return f"There is a {toy.colour} {toy.shape} in image {there} that is not in image {3 - there}."

    return told(toy, there), (told(toy, 3 - there), told(other, there))


def _appearance(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy comes or goes; the fourth pair is that of :func:`_position`."""
    if number < 3:
        toys = _toys(rng, 4)
        pictures = _pair(toys[1:], toys, backwards=number == 1)
        yield Asked("appearance/disappearance", DRAWN, *pictures, *_new_in(toys[0], toys[1], 1 if number == 1 else 2))


def _color(rng: random.Random, number: int) -> Iterator[Asked]:
    toys = _toys(rng, 4)
    old, new = toys[0].colour, rng.choice([colour for colour in COLOURS if colour not in [toy.colour for toy in toys]])

    def told(toy: Toy, start: str, end: str) -> str:
        return f"The {toy.shape} {toy.column} of {toy.shelf[3:]} is {start} in image 1 and {end} in image 2."

    pictures = _pair(toys, [toys[0]._replace(colour=new), *toys[1:]], backwards=False)
    false = told(toys[0], new, old), told(toys[1], toys[1].colour, new)
    yield Asked("regional image color", DRAWN, *pictures, told(toys[0], old, new), false)


def _substitution(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy of another shape stands there, or the same one in another size."""
    toys = _toys(rng, 4)
    toy, other = toys[0], toys[1]
    if number < 2:
        shape, third = rng.sample([shape for shape in SHAPES if shape != toy.shape], 2)

        def told(start: str, end: str) -> str:
            return f"The {toy.colour} {start} in image 1 is a {toy.colour} {end} in image 2."

        pictures = _pair(toys, [toy._replace(shape=shape), *toys[1:]], backwards=False)
        true, false = told(toy.shape, shape), (told(shape, toy.shape), told(toy.shape, third))
    else:
        word, opposite, size = ("larger", "smaller", "large") if number == 2 else ("smaller", "larger", "small")
        pictures = _pair(toys, [toy._replace(size=size), *toys[1:]], backwards=False)
        true = f"The {toy.colour} {toy.shape} is {word} in image 2 than in image 1."
        false = true.replace(word, opposite), f"The {other.colour} {other.shape} is {word} in image 2 than in image 1."
    yield Asked("substitution/size", DRAWN, *pictures, true, false)


def _motion() -> Iterator[Asked]:
    poses = (
        (Pose(), Pose(left_arm="raised"), "left_arm", "right_arm"),
        (Pose(right_arm="raised"), Pose(), "right_arm", "left_arm"),
        (Pose(), Pose(legs="apart"), "legs", "left_arm"),
        (Pose(legs="apart"), Pose(), "legs", "right_arm"),
    )
    for lawn, (before, after, part, other) in zip(LAWNS, poses, strict=True):
        start, end = getattr(before, part), getattr(after, part)
        ends = (start, end) if part != "legs" else (("lowered", "raised") if end == "apart" else ("raised", "lowered"))
        false = _moved(part, end, start), _moved(other, *ends)
        yield Asked(
            "motion", DRAWN, draw_figure(before, lawn), draw_figure(after, lawn), _moved(part, start, end), false
        )


def _moved(part: str, start: str, end: str) -> str:
    names = {"left_arm": "The arm at the left is", "right_arm": "The arm at the right is", "legs": "The legs are"}
    return f"{names[part]} {start} in image 1 and {end} in image 2."


def _lettering() -> Iterator[Asked]:
    words = (
        ("STEP", "STOP", "SEEP"),
        ("BREAD", "BROAD", "TREAD"),
        ("EXIT 4", "EXIT 7", "EDIT 4"),
        ("TEA", "PEA", "TEN"),
    )

    def told(start: str, end: str) -> str:
        return f'The sign reads "{start}" in image 1 and "{end}" in image 2.'

    for board, (before, after, other) in zip(BOARDS, words, strict=True):
        pictures = draw_sign(before, board), draw_sign(after, board)
        yield Asked("OCR/text", DRAWN, *pictures, told(before, after), (told(after, before), told(before, other)))


def _compared(part: str, word: str, more: int) -> str:
    return f"The {part} is {word} in image {more} than in image {3 - more}."


def _transformed(
    category: str, before: Image, after: Image, part: str, word: str, other: tuple[str, str], more: int
) -> Asked:
    """A portrait beside its transformation, which comes second where ``more`` is 2."""
    pictures = (before, after) if more == 2 else (after, before)
    false = _compared(part, word, 3 - more), _compared(*other, more)
    return Asked(category, TRANSFORMED, *pictures, _compared(part, word, more), false)


def _overall_color() -> Iterator[Asked]:
    shifts = (("redder", (20, -6, -6)), ("bluer", (-6, -6, 20)), ("greener", (-5, 16, -5)), ("redder", (14, -4, -4)))
    for number, (word, shift) in enumerate(shifts):
        before = portraits.draw_portrait(number)
        other = "bluer" if word != "bluer" else "greener"
        after = portraits.shift_colour(before, shift)
        yield _transformed(
            "overall image color", before, after, "whole image", word, ("whole image", other), 2 - number % 2
        )


def _noise() -> Iterator[Asked]:
    for number, spread in enumerate((2, 4, 3, 2)):
        before = portraits.draw_portrait(4 + number)
        after = portraits.add_noise(before, spread, number)
        other = ("whole image", ("greener", "darker")[number % 2])
        yield _transformed("noise/resolution", before, after, "whole image", "noisier", other, 2 - number // 2)


def _texture() -> Iterator[Asked]:
    for number in range(4):
        before = portraits.draw_portrait(8 + number)
        face = portraits.face_mask()
        part, other, where = ("face", "background", face) if number < 3 else ("background", "face", ~face)
        after = portraits.smooth(before, where)
        yield _transformed("texture", before, after, part, "smoother", (other, "smoother"), 2 - number % 2)


def _illumination() -> Iterator[Asked]:
    for number, word in enumerate(("brighter", "darker", "brighter", "darker")):
        before = portraits.draw_portrait(12 + number)
        after = (
            portraits.gamma(before, word == "brighter")
            if number < 2
            else portraits.scale(before, 6 if word == "brighter" else 4)
        )
        other = ("whole image", ("redder", "bluer", "bluer", "redder")[number])  # what it does not do on the way
        yield _transformed("illumination", before, after, "whole image", word, other, 2 - number // 2)
