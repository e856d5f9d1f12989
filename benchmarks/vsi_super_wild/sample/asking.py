"""From a film of the invented world to questions in the official wording, with answers known by construction.

A question is only asked where the film leaves no doubt: a kind of thing is counted if each of its things is either
plainly seen or not seen at all, and put in order if its time is at least four frames from the other three.
"""

import itertools
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.vsi_super_wild.official_rows import LABELS, OCCURRENCES
from benchmarks.vsi_super_wild.sample.world import COLOURS, DIRECTIONS, Film

MOTION = (
    "[Single-Choice] At the indicated moment in this clip, which direction is the camera/person moving? "
    "(forward = the direction the camera is facing)"
)
PLACES = (
    "[Single-Choice] Here are 4 frames captured at different moments in the video. Each frame is shown from a "
    "slightly rotated viewpoint (30-60 degrees). Choose the option listing the frames by capture time, from first to "
    "last."
)
COUNTING = (
    "[Fill-in-the-Blank] Throughout this video, count the total number of {}(s) you observe. "
    "Report the total count as a single integer."
)
PER_TASK = 2
SEEN, UNSEEN = 45, 3
GAP_OF_TIMES, GAP_OF_FRAMES = 4, 10

Row = dict[str, Any]


class Choice(NamedTuple):
    """A right text and three wrong ones."""

    right: str
    wrong: list[str]


def ask(films: Mapping[str, Film], rng: random.Random) -> list[Row]:
    """Two questions of each task about each film, as rows of the official file; letters are dealt evenly."""
    deck = {task: _even_letters(len(films) * PER_TASK, rng) for task in ("VMR", "VPO", "VOO")}
    used: Counter[object] = Counter()
    rows = []
    for video, seen in films.items():
        places = itertools.count()
        for kind, count in _countable(seen, used):
            rows.append(_row(f"{video}|{next(places)}|VOC|0", COUNTING.format(kind), str(count)))
        for frames, choice in _orders_of_places(seen, rng):
            id = f"{video}|{next(places)}|VPO|0"
            rows.append(_row(id, PLACES, deck["VPO"].pop(), choice, frames, rng))
        for frame, choice in _motions(seen, used, rng):
            id = f"{video}|{next(places)}|VMR|0"
            rows.append(_row(id, MOTION, deck["VMR"].pop(), choice, [frame], rng))
        for question, occurrence in OCCURRENCES.items():
            id = f"{video}|mc8_voo|VOO|{occurrence}_appearance_recall_choice|0"
            rows.append(_row(id, question, deck["VOO"].pop(), _order_of_things(seen, occurrence, rng), None, rng))
    return rows


def _row(
    id: str, question: str, answer: str, choice: Choice | None = None, frames: list[int] | None = None, rng: Any = None
) -> Row:
    """One row with the fields of the official file, in its order; the right text goes to the dealt letter."""
    options = None
    if choice:
        texts = rng.sample(choice.wrong, 3)
        texts.insert(LABELS.index(answer), choice.right)
        options = [f"{label}) {text}" for label, text in zip(LABELS, texts, strict=True)]
    video, task = id.split("|")[0], id.split("|")[2]
    names = ("doc_id", "video_name", "task_type", "question", "answer", "frame_indices", "options")
    return dict(zip(names, (id, video, task, question, answer, frames, options), strict=True))


def _even_letters(n: int, rng: random.Random) -> list[str]:
    letters = [LABELS[place % len(LABELS)] for place in range(n)]
    rng.shuffle(letters)
    return letters


def _countable(seen: Film, used: Counter[object]) -> list[tuple[str, int]]:
    """Two kinds that can be counted without doubt, of the numbers asked for least so far."""
    largest = seen.areas.max(axis=0)
    found: list[tuple[str, int]] = []
    for kind in COLOURS:
        areas = [int(area) for thing, area in zip(seen.things, largest, strict=True) if thing.kind == kind]
        if all(area >= SEEN or area <= UNSEEN for area in areas) and max(areas, default=0) >= SEEN:
            found.append((kind, sum(area >= SEEN for area in areas)))
    chosen = []
    for _ in range(PER_TASK):
        chosen.append(min((pair for pair in found if pair not in chosen), key=lambda pair: (used[pair[1]], -pair[1])))
        used[chosen[-1][1]] += 1
    return chosen


def _orders_of_places(seen: Film, rng: random.Random) -> list[tuple[list[int], Choice]]:
    """Four moments well apart, shown in a mixed order, and the order in which they were filmed."""
    asked: list[tuple[list[int], Choice]] = []
    while len(asked) < PER_TASK:
        frames = rng.sample(range(2, len(seen.pictures) - 2), 4)
        if _least_gap(frames) >= GAP_OF_FRAMES and frames != sorted(frames):
            right = tuple(frames.index(frame) + 1 for frame in sorted(frames))
            orders = [order for order in itertools.permutations((1, 2, 3, 4)) if order != right]
            asked.append((frames, Choice(_arrows(right), [_arrows(order) for order in rng.sample(orders, 3)])))
    return asked


def _arrows(order: tuple[int, ...]) -> str:
    return " → ".join(f"Frame {place}" for place in order)


def _motions(seen: Film, used: Counter[object], rng: random.Random) -> list[tuple[int, Choice]]:
    """Two moments in the middle of a stretch without a turn, of the directions asked for least so far."""
    margin = 5
    steady = [
        (frame, seen.motions[frame])
        for frame in range(margin, len(seen.motions) - margin)
        if len(set(seen.motions[frame - margin : frame + margin])) == 1
    ]
    asked: list[tuple[int, Choice]] = []
    for _ in range(PER_TASK):
        direction = min(sorted({motion for _, motion in steady}), key=lambda motion: used[motion])
        used[direction] += 1
        frame = rng.choice([frame for frame, motion in steady if motion == direction])
        others = [name for name in DIRECTIONS if ("-" in name) == ("-" in direction) and name != direction]
        asked.append((frame, Choice(direction, others)))
    return asked


def _order_of_things(seen: Film, occurrence: str, rng: random.Random) -> Choice:
    """Four kinds whose first (or last) moments are well apart, in order of these moments."""
    times = _times(seen, occurrence)
    sets = [
        kinds for kinds in itertools.combinations(times, 4) if _least_gap([times[k] for k in kinds]) >= GAP_OF_TIMES
    ]
    right = tuple(sorted(rng.choice(sets), key=lambda kind: times[kind]))
    wrong = [order for order in itertools.permutations(right) if order != right]
    return Choice(" → ".join(right), [" → ".join(order) for order in rng.sample(wrong, 3)])


def _times(seen: Film, occurrence: str) -> dict[str, int]:
    """The first or last frame in which each kind is plainly seen."""
    times = {}
    for kind in COLOURS:
        mine: NDArray[np.bool_] = np.array([thing.kind == kind for thing in seen.things])
        frames = np.flatnonzero(seen.areas[:, mine].sum(axis=1) >= SEEN)
        if len(frames):
            times[kind] = int(frames[0] if occurrence == "first" else frames[-1])
    return times


def _least_gap(numbers: list[int]) -> int:
    ordered = sorted(numbers)
    return min(b - a for a, b in itertools.pairwise(ordered))
