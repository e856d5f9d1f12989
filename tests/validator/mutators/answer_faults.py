"""Mutators of answers: labels, counts and secrets in them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.validator.mutators.clean import (
    Clean,
    Mutant,
    Mutator,
    accepted,
    edited,
    joined,
    object_text,
    refused,
    some_row,
    written,
)
from tests.validator.mutators.row_faults import _answer_field


def _with_answer(random: Random, clean: Clean, kind: str, answers: Sequence[Any], code: str) -> Mutant | None:
    """One answer that strict must refuse; in rules it can cost its question only."""
    place = some_row(random, clean, kind)
    if place is None or (clean.track == "shuffle24" and kind == "count"):
        return None
    rows = edited(clean, place, prediction=random.choice(answers), raw_output=...)
    file = written(random, clean, rows)
    if clean.mode == "rules":
        return accepted(file, same=None)
    return refused(file, code, row=place + 1)


def label_in_lower_case(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "choice", "abcd", "E_LABEL")


def label_decorated(random: Random, clean: Clean) -> Mutant | None:
    forms = ("(A)", "A.", "A)", "[B]", "**A**", "Option A", "The answer is A", "A: left", "$A$", "\\boxed{A}", "'A'")
    return _with_answer(random, clean, "choice", forms, "E_LABEL")


def label_empty(random: Random, clean: Clean) -> Mutant | None:
    """Strict takes a label or null; in CSV an empty cell is null, but spaces are not."""
    place = some_row(random, clean, "choice")
    if place is None or "raw_output" in clean.rows[place]:
        return None
    rows = edited(clean, place, prediction=random.choice((" ", "", "\t", "\n ")))
    file = joined(random, clean, [object_text(random, row) for row in rows])
    return accepted(file, same=None) if clean.mode == "rules" else refused(file, "E_LABEL", row=place + 1)


def label_out_of_range(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "choice", "FGXZ0?-", "E_LABEL")


def label_of_another_question(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place in range(len(clean.rows)) if len(clean.question(place).options or "ABCDE") < 5]
    if not places or clean.mode != "strict":
        return None
    place = random.choice(places)
    next_label = "ABCDE"[len(clean.question(place).options or ())]
    return refused(written(random, clean, edited(clean, place, prediction=next_label)), "E_LABEL", row=place + 1)


def labels_two(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "choice", ("AB", "A,B", "A B", "A or B", "AA", "A\nB", "ABCD"), "E_LABEL")


def label_look_alike(random: Random, clean: Clean) -> Mutant | None:
    forms = ("Ａ", "А", "Β", "Ⓐ", "𝐀", "A\u200b", "\ufeffA", "\xa0A", "A\u3000", "Á", "A\u0301", "🅰", "\u202eA")
    return _with_answer(random, clean, "choice", forms, "E_LABEL")


def label_as_option_text(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "choice", ("the ath street", "option A", "I cannot tell"), "E_LABEL")


def label_with_space(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place in range(len(clean.rows)) if clean.question(place).kind == "choice"]
    places = [place for place in places if clean.rows[place]["prediction"] is not None]
    if not places or clean.mode != "strict":
        return None
    place = random.choice(places)
    form = random.choice((" {}", "{} ", "\t{}\n", "{}\r\n", "  {}  "))
    return accepted(
        written(random, clean, edited(clean, place, prediction=form.format(clean.rows[place]["prediction"])))
    )


def another_label(random: Random, clean: Clean) -> Mutant | None:
    place = some_row(random, clean, "choice")
    if place is None or clean.mode != "strict":
        return None
    others = [label for label in clean.question(place).options or {} if label != clean.rows[place]["prediction"]]
    return accepted(written(random, clean, edited(clean, place, prediction=random.choice(others))), same=False)


def answers_swapped(random: Random, clean: Clean) -> Mutant | None:
    """Ids of two rows exchanged: a good file with other answers."""
    if clean.track != "shuffle24":
        return None
    first, second = random.sample(range(len(clean.rows)), 2)
    rows = [dict(row) for row in clean.rows]
    rows[first]["order"], rows[second]["order"] = rows[second]["order"], rows[first]["order"]
    differ = rows[first]["prediction"] != rows[second]["prediction"]
    return accepted(written(random, clean, rows), same=not differ)


def count_negative(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "count", (-1, "-1", -1000000, "−3", "-0.5"), "E_COUNT")


def count_not_whole(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "count", (3.5, 3.0, "3.0", "3.5", 1e3, 0.0, "3,5", "½"), "E_COUNT")


def count_in_an_exponent(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "count", ("1e3", "1E3", "10^3", 1e3, 1e9, "1e400"), "E_COUNT")


def count_in_words(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(
        random, clean, "count", ("twelve", "12 cats", "about 12", "A", "NaN", "inf", "none", "?"), "E_COUNT"
    )


def count_in_other_digits(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(random, clean, "count", ("１２", "١٢", "²", "१२", "12\u200b", "\xa012", "XII"), "E_COUNT")


def count_decorated(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(
        random, clean, "count", ("1,234", "1 234", "1_000", "0x10", "+5", "12.", "(12)", "[12]"), "E_COUNT"
    )


def count_too_large(random: Random, clean: Clean) -> Mutant | None:
    return _with_answer(
        random, clean, "count", (10**9 + 1, "1000000001", 10**18, 2**64, 10**100, "9" * 4000), "E_COUNT"
    )


def largest_count(random: Random, clean: Clean) -> Mutant | None:
    place = some_row(random, clean, "count")
    if place is None or clean.mode != "strict" or clean.track != "standard":
        return None
    count = random.choice((10**9, "1000000000", 10_001, 999_999_999))
    return accepted(written(random, clean, edited(clean, place, prediction=count)), same=False, warning="W_COUNT")


def count_as_digits(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place in range(len(clean.rows)) if clean.question(place).kind == "count"]
    places = [place for place in places if clean.rows[place]["prediction"] is not None]
    if not places or clean.mode != "strict":
        return None
    place = random.choice(places)
    form = random.choice(("{}", "0{}", "00{}", " {}", "{} ", "{}\n"))
    return accepted(
        written(random, clean, edited(clean, place, prediction=form.format(clean.rows[place]["prediction"])))
    )


def secret(random: Random, clean: Clean) -> Mutant | None:
    if clean.mode == "strict" and clean.questions[0].kind != "text":
        return None
    letters = "".join(random.choices("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=48))
    capitals = "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZ234567", k=16))
    token = random.choice((f"hf_{letters[:34]}", f"sk-{letters}", f"AKIA{capitals}", f"ghp_{letters[:36]}"))
    text = random.choice(("{}", "the key is {}.", "export KEY={}", '"{}"', "a\nb {}\nc")).format(token)
    place = random.randrange(len(clean.rows))
    rows = edited(clean, place, **{_answer_field(clean, place): text})
    return refused(written(random, clean, rows), "E_SECRET", row=place + 1)


def secret_for_a_label(random: Random, clean: Clean) -> Mutant | None:
    tokens = ("hf_" + "aB3" * 12, "sk-" + "aB3" * 12, "AKIA" + "Q2" * 8)
    place = some_row(random, clean, "choice")
    if place is None or clean.mode != "strict":
        return None
    rows = edited(clean, place, prediction=random.choice(tokens))
    return refused(written(random, clean, rows), "E_SECRET", "E_LABEL", row=place + 1)


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "labels": (
        label_in_lower_case,
        label_decorated,
        label_empty,
        label_out_of_range,
        label_of_another_question,
        labels_two,
        label_look_alike,
        label_as_option_text,
        label_with_space,
        another_label,
    ),
    "counts": (
        count_negative,
        count_not_whole,
        count_in_an_exponent,
        count_in_words,
        count_in_other_digits,
        count_decorated,
        count_too_large,
        largest_count,
        count_as_digits,
    ),
    "orders": (answers_swapped,),
    "secrets": (
        secret,
        secret_for_a_label,
    ),
}
