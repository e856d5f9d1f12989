"""Can the gold be read without looking? Detectors over the public part of the questions.

A detector is a function from questions and key to checks: in how many of the ``n`` questions it applies to does it
hit the gold, and how many would chance hit. A check is a leak where the hits are far above chance: one-sided
binomial p < 1e-6 and half as often again. Nothing here knows a benchmark by name.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, fsum, isclose, lgamma, log, log1p
from typing import NamedTuple, TypeGuard

from board.types import KeyEntry, Question

P_OF_A_LEAK = 1e-6
LIFT_OF_A_LEAK = 1.5
_ARROW = re.compile(r"\s*(?:→|->)\s*")
_LAST_NUMBER = re.compile(r"(\d+)\D*$")
_WORDS = re.compile(r"\w+")
_ID_PARTS = re.compile(r"[|/:]")

Key = Mapping[str, KeyEntry]


class Check(NamedTuple):
    """One detector applied: the gold was hit in ``hits`` of ``n`` questions, ``chance`` is the share expected."""

    name: str
    hits: int
    n: int
    chance: float

    @property
    def p(self) -> float:
        """Probability of so many hits or more by chance alone (one-sided, binomial)."""
        return binomial_tail(self.hits, self.n, self.chance)

    @property
    def found(self) -> bool:
        """True where the hits are far above chance: a leak."""
        return self.p < P_OF_A_LEAK and self.hits / self.n >= LIFT_OF_A_LEAK * self.chance


def check_leaks(questions: Sequence[Question], key: Key) -> list[Check]:
    """Every check that applies to at least one question, leak or not."""
    detectors = (sorted_source_lists, gold_in_source, gold_in_question, longest_option, odd_options, labels_from_ids)
    return [check for detect in detectors for check in detect(questions, key)]


def binomial_tail(hits: int, n: int, chance: float) -> float:
    """P(X >= hits) for X binomial(n, chance).

    Example:
        >>> binomial_tail(2, 2, 0.25), binomial_tail(0, 5, 0.25)
        (0.0625, 1.0)
    """
    if hits <= 0 or chance >= 1.0:
        return 1.0
    if chance <= 0.0:
        return 0.0
    ways = [lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) for k in range(hits, n + 1)]
    terms = (way + k * log(chance) + (n - k) * log1p(-chance) for k, way in enumerate(ways, hits))
    return min(1.0, fsum(map(exp, terms)))


def sorted_source_lists(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Does sorting a list of numbers under ``source`` give the right order of the numbered steps of the options?

    It applies where every option orders the same steps, each with a number of its own from 1 ("Frame 3 → Frame 1"),
    and the list has one number a step.
    """
    tried: list[tuple[str, bool, float]] = []
    for question in questions:
        orders = _numbered_orders(question)
        gold = orders.get(str(key[question.id].answer))
        for field, values in question.source.items() if gold else ():
            if gold and _is_numbers(values, len(gold)):
                upwards = [place + 1 for place in sorted(range(len(values)), key=values.__getitem__)]
                for name, order in (
                    (f"sorting source.{field}", upwards),
                    (f"sorting source.{field} downwards", upwards[::-1]),
                ):
                    tried.append((f"{name} gives the gold option", gold == order, 1 / len(orders)))
    return _checks(tried)


def _numbered_orders(question: Question) -> dict[str, list[int]]:
    """The order each option gives of steps numbered from 1; empty where the options are not such orders."""
    orders: dict[str, list[int]] = {}
    for label, text in (question.options or {}).items():
        numbers = [_LAST_NUMBER.search(step) for step in _ARROW.split(text)]
        orders[label] = [int(number[1]) for number in numbers if number]
        if len(numbers) < 2 or sorted(orders[label]) != list(range(1, len(numbers) + 1)):
            return {}
    return orders if len({len(order) for order in orders.values()}) == 1 else {}


def _is_numbers(value: object, n: int) -> TypeGuard[list[float]]:
    """Whether a field holds n different numbers."""
    return (
        isinstance(value, list | tuple)
        and len(value) == n == len(set(map(repr, value)))
        and all(isinstance(number, int | float) and not isinstance(number, bool) for number in value)
    )


def gold_in_source(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Is a single value under ``source`` one of the option labels or texts, or a count: and is it the gold?"""
    commonest = _commonest_count(questions, key)
    tried: list[tuple[str, bool, float]] = []
    for question in questions:
        gold = key[question.id].answer
        for field, value in question.source.items():
            options = question.options or {}
            named = [label for label, text in options.items() if value in (label, text)]
            if named:
                tried.append((f"source.{field} names the gold option", gold in named, len(named) / len(options)))
            elif isinstance(gold, int) and str(value).isdecimal():
                tried.append((f"source.{field} is the gold count", str(value) == str(gold), commonest))
    return _checks(tried)


def gold_in_question(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Does the question itself hold the text of some options (not all), or a number: and is it the gold?"""
    commonest = _commonest_count(questions, key)
    tried: list[tuple[str, bool, float]] = []
    for question in questions:
        gold, options = key[question.id].answer, question.options or {}
        held = [label for label, text in options.items() if _holds(question.question, text)]
        if held and len(held) < len(options):
            tried.append(("the question holds the gold text", gold in held, len(held) / len(options)))
        numbers = re.findall(r"\d+", question.question)
        if numbers and isinstance(gold, int):
            tried.append(("the question holds the gold count", str(gold) in numbers, min(1, commonest * len(numbers))))
    return _checks(tried)


def _holds(text: str, part: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(part.casefold())}(?![\w-])", text.casefold()))


def _commonest_count(questions: Sequence[Question], key: Key) -> float:
    """Share of the commonest gold count: what an unrelated number could hit at best."""
    counts = Counter(key[question.id].answer for question in questions if question.kind == "count")
    return max(counts.values()) / counts.total() if counts else 0.0


def longest_option(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Is the one longest option the gold? It applies where one option is longer than all others."""
    tried: list[tuple[str, bool, float]] = []
    for question in questions:
        longest = sorted((question.options or {}).items(), key=lambda option: -len(option[1]))[:2]
        if len(longest) == 2 and len(longest[0][1]) > len(longest[1][1]):
            right = longest[0][0] == key[question.id].answer
            tried.append(("the longest option is the gold", right, 1 / len(question.options or ())))
    return _checks(tried)


def odd_options(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Is the option whose words are most like those of the others the gold, or the least like?

    Wrong options made from the right one are each like it, and less like each other. Likeness is the share of common
    words and pairs of words (Jaccard), summed over the other options; it applies where one option stands out.
    """
    tried: list[tuple[str, bool, float]] = []
    for question in questions:
        likeness = _likeness(question.options or {})
        for name, extreme in (("most", max), ("least", min)):
            value = extreme(likeness.values(), default=0.0)
            labels = [label for label, mine in likeness.items() if isclose(mine, value)]
            if len(labels) == 1:
                right = labels[0] == key[question.id].answer
                tried.append((f"the option {name} like the others is the gold", right, 1 / len(likeness)))
    return _checks(tried)


def _likeness(options: Mapping[str, str]) -> dict[str, float]:
    """How like the other options each one is, by its words and its pairs of neighbouring words."""
    listed = {label: _WORDS.findall(text.casefold()) for label, text in options.items()}
    words = {label: {*found, *pairwise(found)} for label, found in listed.items()}
    return {
        label: fsum(len(mine & other) / (len(mine | other) or 1) for name, other in words.items() if name != label)
        for label, mine in words.items()
    }


def labels_from_ids(questions: Sequence[Question], key: Key) -> Iterator[Check]:
    """Does a part of the id, or the place in the file, tell the label?

    Each question is guessed as the commonest label of the others that share the part; chance is the share of the
    commonest label of all. The number of a part is also taken modulo the number of options.
    """
    choices = [(question, str(key[question.id].answer)) for question in questions if question.options]
    groups: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for place, (question, label) in enumerate(choices):
        for name, value in _parts(question, place):
            groups[name][value].append(label)
    base = max(Counter(label for _, label in choices).values(), default=0) / max(1, len(choices))
    tried = [(name, hit, base) for name, values in groups.items() for hit in _guessed_from_others(values.values())]
    return _checks(tried)


def _parts(question: Question, place: int) -> Iterator[tuple[str, str]]:
    """Named parts of an id, counted from both ends, whole and modulo the number of options; and the place."""
    n_options = len(question.options or ())
    parts = _ID_PARTS.split(question.id)
    yield f"the row number modulo {n_options} tells the label", str(place % n_options)
    for index, part in enumerate(parts):
        for position in (index + 1, index - len(parts)):
            yield f"part {position} of the id tells the label", part
            if part.isdecimal():
                yield f"part {position} of the id modulo {n_options} tells the label", str(int(part) % n_options)


def _guessed_from_others(groups: Iterable[Sequence[str]]) -> Iterator[bool]:
    """For every label of a group of two or more: is it the commonest label of the others?"""
    for labels in groups:
        counts = Counter(labels)
        guesses = {label: _commonest(counts - Counter([label])) for label in counts} if len(labels) > 1 else {}
        yield from (guesses[label] == label for label in labels if guesses)


def _commonest(counts: Counter[str]) -> str:
    return min(counts, key=lambda label: (-counts[label], label))


def _checks(tried: Iterable[tuple[str, bool, float]]) -> Iterator[Check]:
    """Add up (name, hit, chance) of single questions to one check a name."""
    by_name: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    for name, hit, chance in tried:
        by_name[name].append((hit, chance))
    for name, hits in by_name.items():
        chance = fsum(chance for _, chance in hits) / len(hits)
        yield Check(name, sum(hit for hit, _ in hits), len(hits), chance)
