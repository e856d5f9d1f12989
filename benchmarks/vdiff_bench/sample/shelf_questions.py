"""Questions about a shelf of toys: what moved, what came or went, what has another colour, shape or size."""

import random
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from benchmarks.vdiff_bench.sample.asked import DRAWN, Asked, Image
from benchmarks.vdiff_bench.sample.scenes import COLUMNS, SHELVES, Toy, draw_shelf

PLACES = list(product(COLUMNS, SHELVES))
COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "cyan")
SHAPES = ("ball", "box", "cone")


def position_and_appearance(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy moves along its shelf; in another pair one comes or goes. The fourth pair has both and is asked twice."""
    toys = _toys(rng, 5)
    drawn = rng.sample(_moves(rng, number), 3)
    mover, start, end = drawn[0]
    stand, moving = _around(rng, toys, mover, start, end)
    pair = _pair([moving[0], *stand[:3]], [moving[1], *stand[: 4 if number == 3 else 3]])
    yield Asked("position", DRAWN, *pair, tuple(_moved(toys[toy], *move) for toy, *move in drawn))
    if number == 3:
        new = [stand[3], *rng.sample(stand[:3], 2)]
        yield Asked("appearance/disappearance", DRAWN, *pair, tuple(_there(toy, 2) for toy in new))
    else:
        yield _appearance(rng, number)


def _moves(rng: random.Random, number: int) -> list[tuple[int, str, str]]:
    """Claims about one toy and any move, about two toys and a move there or back, or about three toys and one move."""
    start, end = rng.sample(list(COLUMNS), 2)
    if number == 1:
        return [(0, *move) for move in permutations(COLUMNS, 2)]
    if number == 2:
        return [(toy, *move) for toy in (0, 1) for move in ((start, end), (end, start))]
    return [(toy, start, end) for toy in (0, 1, 2)]


def _around(rng: random.Random, toys: list[Toy], mover: int, start: str, end: str) -> tuple[list[Toy], list[Toy]]:
    """The other toys on what is left of the shelves, and the mover before and after."""
    shelf = rng.choice(list(SHELVES))
    free = rng.sample([place for place in PLACES if place not in ((start, shelf), (end, shelf))], 4)
    rest = [toy for place, toy in enumerate(toys) if place != mover]
    stand = [toy._replace(column=column, shelf=board) for toy, (column, board) in zip(rest, free, strict=True)]
    return stand, [toys[mover]._replace(column=column, shelf=shelf) for column in (start, end)]


def _moved(toy: Toy, start: str, end: str) -> str:
    return f"The {toy.colour} {toy.shape} is {start} in image 1 and {end} in image 2."


def _appearance(rng: random.Random, number: int) -> Asked:
    toys, there = _toys(rng, 4), rng.choice((1, 2))
    claims = list(product((0, 1), (1, 2))) if number == 1 else [(toy, there) for toy in (0, 1, 2)]
    drawn = rng.sample(claims, 3)
    gone, there = drawn[0]
    without = [toy for place, toy in enumerate(toys) if place != gone]
    pair = _pair(without, toys) if there == 2 else _pair(toys, without)
    return Asked("appearance/disappearance", DRAWN, *pair, tuple(_there(toys[toy], image) for toy, image in drawn))


def _there(toy: Toy, image: int) -> str:
    return f"There is {_a(toy.colour)} {toy.shape} in image {image} that is not in image {3 - image}."


def regional_color(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy has another colour. Toys are named by their places: the colours are what is asked."""
    toys, (one, two, three, four) = _toys(rng, 4), rng.sample(COLOURS, 4)
    claims = {
        0: [(0, one, end) for end in (two, three, four)],
        1: [(0, *colours) for colours in permutations((one, two, three), 2)],
    }.get(number, [(toy, *colours) for toy in (0, 1) for colours in permutations((one, two), 2)])
    drawn = rng.sample(claims, 3)
    painted, start, end = drawn[0]
    others = rng.sample([colour for colour in COLOURS if colour not in (one, two, three, four)], 3)
    if number > 1:  # the other toy of the claims stays in one of the two colours
        others[0] = rng.choice((one, two))
    rest = [toy for place, toy in enumerate(toys) if place != painted]
    kept = [toy._replace(colour=colour) for toy, colour in zip(rest, others, strict=True)]
    pair = _pair(*([toys[painted]._replace(colour=colour), *kept] for colour in (start, end)))
    yield Asked("regional image color", DRAWN, *pair, tuple(_painted(toys[toy], *colours) for toy, *colours in drawn))


def _painted(toy: Toy, start: str, end: str) -> str:
    return f"The {toy.shape} {toy.column} of {toy.shelf[3:]} is {start} in image 1 and {end} in image 2."


def substitution_or_size(rng: random.Random, number: int) -> Iterator[Asked]:
    """A toy of another shape stands there, or the same one in another size."""
    toys, word = _toys(rng, 4), rng.choice(("larger", "smaller"))
    if number < 2:
        changes = rng.sample(list(permutations(SHAPES, 2)), 3)
        pair = _pair(*([toys[0]._replace(shape=shape), *toys[1:]] for shape in changes[0]))
        statements = [_replaced(toys[0].colour, *shapes) for shapes in changes]
    else:
        claims = list(product((0, 1), ("larger", "smaller"))) if number == 2 else [(toy, word) for toy in (0, 1, 2)]
        drawn = rng.sample(claims, 3)
        changed, word = drawn[0]
        size = {"larger": "large", "smaller": "small"}[word]
        resized = [toy._replace(size=size) if place == changed else toy for place, toy in enumerate(toys)]
        pair = _pair(toys, resized)
        statements = [
            f"The {toys[toy].colour} {toys[toy].shape} is {word} in image 2 than in image 1." for toy, word in drawn
        ]
    yield Asked("substitution/size", DRAWN, *pair, tuple(statements))


def _replaced(colour: str, start: str, end: str) -> str:
    return f"The {colour} {start} in image 1 is {_a(colour)} {end} in image 2."


def _a(colour: str) -> str:
    return f"an {colour}" if colour == "orange" else f"a {colour}"


def _toys(rng: random.Random, n: int) -> list[Toy]:
    """Toys of different colours in different places."""
    places, colours = rng.sample(PLACES, n), rng.sample(COLOURS, n)
    return [Toy(colour, rng.choice(SHAPES), *place) for colour, place in zip(colours, places, strict=True)]


def _pair(before: Sequence[Toy], after: Sequence[Toy]) -> tuple[Image, Image]:
    return draw_shelf(before), draw_shelf(after)
