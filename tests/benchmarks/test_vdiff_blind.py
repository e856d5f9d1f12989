"""The sample of VDiff-Bench cannot be answered without looking: a battery of rules that read the options alone.

Each rule weighs the options of a question; the heaviest is its answer, the first of equals. It fails where it is right
so often that chance would be so once in a thousand times. Sets made to be leaky show that the battery sees it.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.files import read_key, read_questions
from benchmarks.leaks import binomial_tail

SAMPLE = Path(__file__).parents[2] / "benchmarks/vdiff_bench/sample"
IDENTICAL = "The two images are completely identical."
TOO_GOOD = 1e-3


class Asked(NamedTuple):
    """The options of one question by label, and the right label."""

    options: Mapping[str, str]
    gold: str


Weights = Callable[[Asked, Sequence[Asked]], Mapping[str, float]]  # of the options, given all the other questions


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def alike(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    """How many words an option shares, place by place, with the other options."""
    texts = {label: words(text) for label, text in asked.options.items()}
    return {
        label: sum(sum(map(str.__eq__, mine, its)) - abs(len(mine) - len(its)) for its in texts.values())
        for label, mine in texts.items()
    }


def shared(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    """How many different words an option shares with the other options, wherever they stand."""
    texts = {label: set(words(text)) for label, text in asked.options.items()}
    return {label: sum(len(mine & its) for its in texts.values()) - len(mine) for label, mine in texts.items()}


def length(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    return {label: len(text) for label, text in asked.options.items()}


def alphabet(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    ranked = sorted(asked.options.values())
    return {label: ranked.index(text) for label, text in asked.options.items()}


def gold_words(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    """How often the words of an option stand in the gold of the other questions, on the mean."""
    counts = Counter(word for other in others for word in words(other.options[other.gold]))
    return {
        label: sum(counts[word] for word in words(text)) / len(words(text)) for label, text in asked.options.items()
    }


def gold_rather_than_false_words(asked: Asked, others: Sequence[Asked]) -> dict[str, float]:
    """The sum of the log odds of its words: in the gold rather than in a false option of the other questions."""
    gold = Counter(word for other in others for word in set(words(other.options[other.gold])))
    every = Counter(word for other in others for text in other.options.values() for word in set(words(text)))
    odds = {word: math.log((gold[word] + 0.5) / (every[word] - gold[word] + 1)) for word in every}
    return {label: sum(odds.get(word, 0.0) for word in set(words(text))) for label, text in asked.options.items()}


def downwards(weights: Weights) -> Weights:
    return lambda asked, others: {label: -weight for label, weight in weights(asked, others).items()}


BATTERY: dict[str, Weights] = {
    "most alike": alike,
    "least alike": downwards(alike),
    "most words shared": shared,
    "fewest words shared": downwards(shared),
    "longest": length,
    "shortest": downwards(length),
    "first by alphabet": downwards(alphabet),
    "last by alphabet": alphabet,
    "words of gold": gold_words,
    "fewest words of gold": downwards(gold_words),
    "words of gold rather than of false options": gold_rather_than_false_words,
}


def hits(weights: Weights, asked: Sequence[Asked]) -> int:
    """How many questions a rule gets right; the others are what it may learn from."""
    right = 0
    for place, one in enumerate(asked):
        weighed = weights(one, [*asked[:place], *asked[place + 1 :]])
        right += max(sorted(weighed), key=weighed.__getitem__) == one.gold
    return right


def p_by_chance(weights: Weights, asked: Sequence[Asked]) -> float:
    return binomial_tail(hits(weights, asked), len(asked), 1 / len(asked[0].options))


def sample(with_identical: bool) -> list[Asked]:
    key = read_key(SAMPLE / "key.jsonl")
    return [
        Asked(
            {label: text for label, text in (question.options or {}).items() if with_identical or text != IDENTICAL},
            str(key[question.id].answer),
        )
        for question in read_questions(SAMPLE)
    ]


def shuffled(texts: Sequence[str], rng: random.Random) -> Asked:
    """A question whose first text is the gold."""
    labels = rng.sample("ABC", len(texts))
    return Asked(dict(sorted(zip(labels, texts, strict=True))), labels[0])


def statement(toy: str, start: str, end: str) -> str:
    return f"The {toy} is {start} in image 1 and {end} in image 2."


def moves(rng: random.Random, gold: int) -> list[Asked]:
    """Forty questions as they were once: one statement, its reverse, and another toy. ``gold`` of them is right."""
    asked = []
    for _ in range(40):
        toy, other = rng.sample(("red ball", "blue ball", "grey ball", "pink ball"), 2)
        start, end = rng.sample(("left", "here", "afar"), 2)
        texts = [statement(toy, start, end), statement(toy, end, start), statement(other, start, end)]
        asked.append(shuffled([texts[gold], *texts[:gold], *texts[gold + 1 :]], rng))
    return asked


def of_one_word_each(rng: random.Random) -> list[Asked]:
    """Forty questions whose false options each change one word of the gold, and so are further from each other."""
    asked = []
    for _ in range(40):
        (colour, other), (toy, another) = rng.sample(("red", "blue", "grey"), 2), rng.sample(("cup", "hat", "box"), 2)
        asked.append(
            shuffled([f"The {it} is gone." for it in (f"{colour} {toy}", f"{other} {toy}", f"{colour} {another}")], rng)
        )
    return asked


def of_length(rng: random.Random) -> list[Asked]:
    """Forty questions whose gold says a little more."""
    tails = ("near the old wall", "left", "here")
    return [shuffled([f"The toy {rng.randrange(99)} is {tail}." for tail in tails], rng) for _ in range(40)]


def of_words(rng: random.Random) -> list[Asked]:
    """Forty questions whose gold is always about the same few things."""
    false = ("a dog", "a tree", "an owl", "a roof", "a lake", "a bird")
    return [shuffled([f"It is {rng.choice(('the hat', 'the cup'))}.", *rng.sample(false, 2)], rng) for _ in range(40)]


@pytest.mark.parametrize("with_identical", [False, True])
@pytest.mark.parametrize("name", BATTERY)
def test_no_rule_that_reads_the_options_alone_does_well(name: str, with_identical: bool) -> None:
    assert p_by_chance(BATTERY[name], sample(with_identical)) > TOO_GOOD


@pytest.mark.parametrize(
    ("name", "leaky"),
    [
        ("most alike", lambda rng: moves(rng, gold=0)),
        ("most words shared", of_one_word_each),
        ("longest", of_length),
        ("words of gold", of_words),
        ("words of gold rather than of false options", of_words),
    ],
)
def test_a_set_that_gives_its_answers_away_fails_the_battery(
    name: str, leaky: Callable[[random.Random], list[Asked]]
) -> None:
    assert p_by_chance(BATTERY[name], leaky(random.Random(1))) < TOO_GOOD


def test_the_same_set_with_a_gold_drawn_from_its_options_passes_the_battery() -> None:
    rng = random.Random(1)
    drawn = [one._replace(gold=rng.choice(list(one.options))) for one in moves(rng, gold=0)]
    assert all(p_by_chance(weights, drawn) > TOO_GOOD for weights in BATTERY.values())
