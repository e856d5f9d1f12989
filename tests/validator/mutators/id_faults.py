"""Mutators of ids and of Shuffle24 orders: unknown, missing, twice, in another form."""

import unicodedata
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.validator.mutators.clean import Clean, Mutant, Mutator, accepted, edited, refused, with_literal, written


def _with_id(random: Random, clean: Clean, place: int, id: str) -> Mutant | None:
    """A row whose id was changed; None where the change made a known id of it."""
    if any(question.id == id for question in clean.questions):
        return None
    return refused(written(random, clean, edited(clean, place, id=id)), "E_UNKNOWN", row=place + 1)


def row_missing(random: Random, clean: Clean) -> Mutant:
    rows = list(clean.rows)
    rows.pop(random.randrange(len(rows)))
    return refused(written(random, clean, rows), "E_MISSING")


def many_rows_missing(random: Random, clean: Clean) -> Mutant:
    return refused(
        written(random, clean, random.sample(clean.rows, random.randint(1, len(clean.rows) - 1))), "E_MISSING"
    )


def row_added(random: Random, clean: Clean) -> Mutant:
    place = random.randint(0, len(clean.rows))
    new = {**random.choice(clean.rows), "id": random.choice(("nobody", "0", "-1", "id", "null", "999999"))}
    rows = [*clean.rows[:place], new, *clean.rows[place:]]
    return refused(written(random, clean, rows), "E_UNKNOWN", row=place + 1)


def row_twice(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    later = random.randint(place + 1, len(clean.rows))
    rows = [*clean.rows[:later], clean.rows[place], *clean.rows[later:]]
    return refused(written(random, clean, rows), "E_DUPLICATE", row=later + 1)


def row_twice_with_another_answer(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    rows = [*clean.rows, {**clean.rows[place], "prediction": None}]
    return refused(written(random, clean, rows), "E_DUPLICATE", row=len(rows))


def whole_file_twice(random: Random, clean: Clean) -> Mutant:
    return refused(written(random, clean, [*clean.rows, *clean.rows]), "E_DUPLICATE")


def id_in_other_case(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    return _with_id(random, clean, place, clean.rows[place]["id"].swapcase())


def id_with_space(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    form = random.choice((" {}", "{} ", "{}\n", "\t{}", "{}\xa0", "\u3000{}"))
    return _with_id(random, clean, place, form.format(clean.rows[place]["id"]))


def id_in_another_unicode_form(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if not row["id"].isascii()]
    if not places:
        return None
    place = random.choice(places)
    return _with_id(random, clean, place, unicodedata.normalize("NFD", clean.rows[place]["id"]))


def id_that_lost_zeros(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if row["id"].startswith("0")]
    if not places:
        return None
    place = random.choice(places)
    return _with_id(random, clean, place, clean.rows[place]["id"].lstrip("0"))


def id_with_more_zeros(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if row["id"].isdigit()]
    if not places:
        return None
    place = random.choice(places)
    return _with_id(random, clean, place, random.choice(("0{}", "{}.0", "{}.", "+{}")).format(clean.rows[place]["id"]))


def id_with_something_invisible(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    id = clean.rows[place]["id"]
    at = random.randint(1, len(id))
    return _with_id(random, clean, place, id[:at] + random.choice("\u200b\u200d\u2060\ufeff\u00ad\u202e") + id[at:])


def id_in_look_alike_letters(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    changed = clean.rows[place]["id"].translate(str.maketrans("aepc0123456789", "аерс０１２３４５６７８９"))
    return _with_id(random, clean, place, changed)


def id_with_something_around(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    form = random.choice(("val/{}", "{}.json", "#{}", "'{}'", '"{}"', '="{}"', "{}_0", "vdiff-{}"))
    return _with_id(random, clean, place, form.format(clean.rows[place]["id"]))


def id_cut_short(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    return _with_id(random, clean, place, clean.rows[place]["id"][:-1] or "x")


def id_empty(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(with_literal(random, clean, place, "id", '""'), "E_UNKNOWN", row=place + 1)


def ids_of_another_benchmark(random: Random, clean: Clean) -> Mutant:
    form = random.choice(("vdiff-{}", "walk9_front.mp4|{}|VOC|9", "abcdefghijk_front.mp4|{}|VMR|1", "{}x"))
    rows = [{**row, "id": form.format(place)} for place, row in enumerate(clean.rows)]
    return refused(written(random, clean, rows))


def ids_by_position(random: Random, clean: Clean) -> Mutant:
    rows = [{**row, "id": str(place)} for place, row in enumerate(clean.rows)]
    return refused(written(random, clean, rows), "E_UNKNOWN", "E_WRONG_SPLIT", "E_WRONG_BENCHMARK")


def ids_all_in_upper_case(random: Random, clean: Clean) -> Mutant | None:
    rows = [{**row, "id": f"{row['id']} ".upper()} for row in clean.rows]
    return refused(written(random, clean, rows), "E_UNKNOWN")


def rows_in_another_order(random: Random, clean: Clean) -> Mutant:
    return accepted(written(random, clean, random.sample(clean.rows, len(clean.rows))))


def abstained(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if row["prediction"] is not None]
    if not places:
        return None
    place = random.choice(places)
    file = written(random, clean, edited(clean, place, prediction=None))
    return accepted(file, same=None if clean.mode == "rules" else False)


def _with_order(random: Random, clean: Clean, orders: Sequence[Any]) -> Mutant | None:
    if clean.track != "shuffle24":
        return None
    place = random.randrange(len(clean.rows))
    return refused(written(random, clean, edited(clean, place, order=random.choice(orders))), "E_ORDER", row=place + 1)


def order_missing(random: Random, clean: Clean) -> Mutant | None:
    return _with_order(random, clean, (..., None))


def order_no_arrangement(random: Random, clean: Clean) -> Mutant | None:
    return _with_order(random, clean, ("AABC", "AAAA", "ABCE", "WXYZ", "0123", "ABDD"))


def order_of_a_wrong_length(random: Random, clean: Clean) -> Mutant | None:
    return _with_order(random, clean, ("ABC", "A", "ABCDE", "ABCDABCD", "ABCD" * 1000))


def order_in_other_letters(random: Random, clean: Clean) -> Mutant | None:
    return _with_order(
        random, clean, ("abcd", " ABCD", "ABCD ", "A,B,C,D", "A B C D", "ＡＢＣＤ", "ABC\u200bD", "АBCD")
    )


def order_of_a_wrong_type(random: Random, clean: Clean) -> Mutant | None:
    return _with_order(random, clean, (["A", "B", "C", "D"], 1, 0, True, False, {"A": "B"}, 2.5, {}, [[]]))


def order_of_another_row(random: Random, clean: Clean) -> Mutant | None:
    """23 orders and one of them twice."""
    if clean.track != "shuffle24":
        return None
    first, second = sorted(random.sample(range(len(clean.rows)), 2))
    rows = edited(clean, second, order=clean.rows[first]["order"])
    return refused(written(random, clean, rows), "E_DUPLICATE", row=second + 1)


def orders_twenty_three(random: Random, clean: Clean) -> Mutant | None:
    if clean.track != "shuffle24":
        return None
    rows = list(clean.rows)
    rows.pop(random.randrange(len(rows)))
    return refused(written(random, clean, rows), "E_MISSING")


def counting_row_among_orders(random: Random, clean: Clean) -> Mutant | None:
    if clean.track != "shuffle24":
        return None
    count = next(question.id for question in clean.questions if question.kind == "count")
    new = {"id": count, "prediction": random.choice((3, None)), "order": random.choice(("ABCD", None))}
    return refused(written(random, clean, [*clean.rows, new]), "E_ORDER", row=len(clean.rows) + 1)


def one_order_among_standard_rows(random: Random, clean: Clean) -> Mutant | None:
    if clean.track != "standard":
        return None
    place = random.randrange(len(clean.rows))
    return refused(
        written(random, clean, edited(clean, place, order=random.choice(("ABCD", "DCBA", "x")))), "E_ORDER", "E_MISSING"
    )


def order_on_every_standard_row(random: Random, clean: Clean) -> Mutant | None:
    if clean.track != "standard":
        return None
    return refused(written(random, clean, [{**row, "order": "ABCD"} for row in clean.rows]), "E_ORDER", "E_MISSING")


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "coverage": (
        row_missing,
        many_rows_missing,
        row_added,
        row_twice,
        row_twice_with_another_answer,
        whole_file_twice,
        rows_in_another_order,
        abstained,
    ),
    "ids": (
        id_in_other_case,
        id_with_space,
        id_in_another_unicode_form,
        id_that_lost_zeros,
        id_with_more_zeros,
        id_with_something_invisible,
        id_in_look_alike_letters,
        id_with_something_around,
        id_cut_short,
        id_empty,
        ids_of_another_benchmark,
        ids_by_position,
        ids_all_in_upper_case,
    ),
    "orders": (
        order_missing,
        order_no_arrangement,
        order_of_a_wrong_length,
        order_in_other_letters,
        order_of_a_wrong_type,
        order_of_another_row,
        orders_twenty_three,
        counting_row_among_orders,
        one_order_among_standard_rows,
        order_on_every_standard_row,
    ),
}
