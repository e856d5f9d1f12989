"""Mutators of rows: shapes, nesting, types, absent and foreign fields, sizes."""

import gzip
import json
import re
from random import Random

from tests.validator.mutators.clean import (
    Clean,
    Mutant,
    Mutator,
    accepted,
    edited,
    joined,
    named,
    object_text,
    objects,
    refused,
    some_row,
    with_literal,
    with_text,
    written,
)
from tests.validator.mutators.json_faults import _extended
from tests.validator.mutators.text_faults import _json


def wrapper(random: Random, clean: Clean) -> Mutant:
    name = random.choice(("results", "predictions", "data", "id"))
    return refused(
        named(clean, json.dumps({name: list(clean.rows), "model": "m"}), _json(clean)),
        "E_SHAPE",
        "E_FIELDS",
        "E_ID_TYPE",
    )


def mapping(random: Random, clean: Clean) -> Mutant:
    value = {row["id"]: random.choice((row["prediction"], row)) for row in clean.rows}
    return refused(named(clean, json.dumps(value, indent=random.choice((None, 2))), _json(clean)), "E_SHAPE")


def columns_for_rows(random: Random, clean: Clean) -> Mutant:
    value = {name: [row[name] for row in clean.rows] for name in ("id", "prediction")}
    return refused(named(clean, json.dumps(value), _json(clean)), "E_ID_TYPE", "E_SHAPE", "E_JSON")


def lists_for_rows(random: Random, clean: Clean) -> Mutant:
    rows = [json.dumps(list(row.values())) for row in clean.rows]
    return refused(joined(random, clean, rows), "E_SHAPE")


def row_in_a_list(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = f"[{object_text(random, clean.rows[place])}]"
    row = None if place == 0 and clean.shape != "array" else place + 1
    return refused(with_text(random, clean, place, text), "E_SHAPE", "E_JSON", row=row)


def array_in_an_array(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, f"[{json.dumps(list(clean.rows))}]", "array"), "E_SHAPE", row=1)


def row_that_is_no_object(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = random.choice(("null", "7", '"A"', "true", json.dumps(object_text(random, clean.rows[place]))))
    return refused(with_text(random, clean, place, text), "E_SHAPE", row=place + 1)


def row_added_that_is_no_object(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    rows.append(random.choice(("null", "{}", "[]", "0", '""')))
    return refused(joined(random, clean, rows), "E_SHAPE", "E_FIELDS", row=len(rows))


def _nested(depth: int, random: Random) -> str:
    return "[" * depth + random.choice(("", "1", '"x"')) + "]" * depth


def nested_twenty_deep(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    depth = 18 if clean.shape == "array" else 19  # the row is one level, the array around it another
    return accepted(_extended(random, clean, place, f'"meta": {_nested(depth, random)}'), warning="W_IGNORED_COLUMNS")


def nested_too_deep(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    depth = random.choice((20, 21, 50, 990, 1010))
    return refused(_extended(random, clean, place, f'"meta": {_nested(depth, random)}'), "E_DEPTH")


def nested_in_an_answer(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    field = random.choice(("prediction", "id"))
    return refused(with_literal(random, clean, place, field, _nested(random.randint(1, 60), random)))


def brackets_in_strings(random: Random, clean: Clean) -> Mutant:
    """Brackets and quotes that are text, not nesting."""
    place = random.randrange(len(clean.rows))
    text = "".join(random.choice(("[", "{", '"', "\\", "]", "}")) for _ in range(60)) + "[" * 30
    return accepted(_extended(random, clean, place, f'"note": {json.dumps(text)}'), warning="W_IGNORED_COLUMNS")


def answer_of_a_wrong_type(random: Random, clean: Clean) -> Mutant | None:
    place = some_row(random, clean, "choice", "text")
    if place is None or "raw_output" in clean.rows[place]:
        return None
    value = random.choice((True, False, 1, 0, 2.5, 3.0, [], ["A"], {}, {"answer": "A"}))
    return refused(
        written(random, clean, edited(clean, place, prediction=value))
        if not isinstance(value, int) or isinstance(value, bool)
        else with_literal(random, clean, place, "prediction", str(value)),
        "E_TYPE",
        "E_LABEL",
        row=place + 1,
    )


def count_of_a_wrong_type(random: Random, clean: Clean) -> Mutant | None:
    place = some_row(random, clean, "count")
    if place is None or "raw_output" in clean.rows[place] or clean.track == "shuffle24":
        return None
    value = random.choice((True, False, [], [3], {}, {"count": 3}))
    file = written(random, clean, edited(clean, place, prediction=value))
    return refused(file, "E_TYPE", "E_COUNT", row=place + 1)


def id_of_a_wrong_type(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = random.choice(("null", "true", "7.0", "1e2", "[]", '["q1"]', "{}", "-0.0"))
    return refused(with_literal(random, clean, place, "id", literal), "E_ID_TYPE", "E_FIELDS", row=place + 1)


def id_as_the_same_number(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if re.fullmatch(r"[1-9]\d*", row["id"])]
    if not places:
        return None
    place = random.choice(places)
    return accepted(with_literal(random, clean, place, "id", clean.rows[place]["id"]), warning="W_INT_IDS")


def id_as_a_number_that_lost_zeros(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if re.fullmatch(r"0\d+", row["id"])]
    if not places:
        return None
    place = random.choice(places)
    file = with_literal(random, clean, place, "id", str(int(clean.rows[place]["id"])))
    return refused(file, "E_UNKNOWN", row=place + 1)


def id_as_a_float(random: Random, clean: Clean) -> Mutant | None:
    places = [place for place, row in enumerate(clean.rows) if row["id"].isdigit()]
    if not places:
        return None
    place = random.choice(places)
    file = with_literal(random, clean, place, "id", f"{int(clean.rows[place]['id'])}.0")
    return refused(file, "E_ID_TYPE", row=place + 1)


def field_missing(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name = random.choice(("id", "prediction"))
    rows = edited(clean, place, **{name: ..., "raw_output": ...})
    return refused(joined(random, clean, [object_text(random, row) for row in rows]), "E_FIELDS", row=place + 1)


def prediction_absent_beside_raw_output(random: Random, clean: Clean) -> Mutant:
    """Mode rules reads ``raw_output``; strict reads ``prediction`` only."""
    place = random.randrange(len(clean.rows))
    rows = edited(clean, place, prediction=..., raw_output="the answer is A")
    file = joined(random, clean, [object_text(random, row) for row in rows])
    return accepted(file, same=None) if clean.mode == "rules" else refused(file, "E_FIELDS", row=place + 1)


def field_renamed(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name, other = random.choice(
        (
            ("id", "ID"),
            ("id", "index"),
            ("id", "id "),
            ("prediction", "answer"),
            ("prediction", "Prediction"),
            ("prediction", "pred"),
        )
    )
    row = {
        other if field == name else field: value for field, value in clean.rows[place].items() if field != "raw_output"
    }
    return refused(with_text(random, clean, place, json.dumps(row)), "E_FIELDS", row=place + 1)


def every_field_renamed(random: Random, clean: Clean) -> Mutant:
    rows = [
        json.dumps({"doc_id": place, "filtered_resps": [row["prediction"]]}) for place, row in enumerate(clean.rows)
    ]
    return refused(joined(random, clean, rows), "E_FIELDS", row=random.randint(1, len(rows)))


def foreign_fields(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    more = random.choice(('"score": 0.5', '"model": null', '"tokens": [1, 2, {"a": "b"}]', '"": ""', '"a\\n b": true'))
    return accepted(_extended(random, clean, place, more), warning="W_IGNORED_COLUMNS")


def fields_in_another_order(random: Random, clean: Clean) -> Mutant:
    rows = [dict(random.sample(list(row.items()), len(row))) for row in clean.rows]
    return accepted(joined(random, clean, [object_text(random, row) for row in rows]))


def null_written_out(random: Random, clean: Clean) -> Mutant:
    rows = [{**row, "raw_output": row.get("raw_output")} for row in clean.rows]
    if clean.track == "standard":
        rows = [{**row, "order": None} for row in rows]
    return accepted(joined(random, clean, [object_text(random, row) for row in rows]))


def _answer_field(clean: Clean, place: int) -> str:
    """The field in which this file takes any text."""
    return "prediction" if clean.question(place).kind == "text" else "raw_output"


def longest_answer(random: Random, clean: Clean) -> Mutant | None:
    if clean.mode == "strict" and clean.questions[0].kind != "text":
        return None
    place = random.randrange(len(clean.rows))
    text = random.choice(("a", "é", "字", "\U0001f600")) * 100_000
    return accepted(
        written(random, clean, edited(clean, place, **{_answer_field(clean, place): text})), same=None, packable=False
    )


def answer_too_long(random: Random, clean: Clean) -> Mutant | None:
    if clean.mode == "strict" and clean.questions[0].kind != "text":
        return None
    place = random.randrange(len(clean.rows))
    text = random.choice(("a", "é")) * random.choice((100_001, 100_002, 131_072, 131_073, 200_000))
    file = written(random, clean, edited(clean, place, **{_answer_field(clean, place): text}))
    return refused(file, "E_TOO_LONG", row=place + 1)


def longest_number(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    more = f'"score": {random.choice(("", "-"))}{"7" * 400}'
    return accepted(_extended(random, clean, place, more), warning="W_IGNORED_COLUMNS")


def number_too_long(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    digits = random.choice(("", "-")) + "7" * random.choice((401, 402, 4299, 4301, 5000))
    if random.random() < 0.5:
        return refused(_extended(random, clean, place, f'"score": {digits}'), "E_NUMBER_TOO_LONG", row=place + 1)
    file = with_literal(random, clean, place, "prediction", digits)
    return refused(file, "E_NUMBER_TOO_LONG", "E_TYPE", "E_COUNT", row=place + 1)


def number_as_id_too_long(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(with_literal(random, clean, place, "id", "7" * random.choice((30, 400, 401, 5000))), row=place + 1)


def number_beyond_floats(random: Random, clean: Clean) -> Mutant | None:
    if clean.mode != "strict":
        return None
    place = random.randrange(len(clean.rows))
    return refused(
        with_literal(random, clean, place, "prediction", random.choice(("1e400", "-1e999", "1E+5000"))), row=place + 1
    )


def answer_of_many_digits(random: Random, clean: Clean) -> Mutant | None:
    place = some_row(random, clean, "count")
    if place is None or clean.mode != "strict" or clean.track != "standard":
        return None
    digits = "7" * random.choice((10, 400, 401, 5000))
    return refused(written(random, clean, edited(clean, place, prediction=digits)), "E_COUNT", row=place + 1)


def ratio_bomb(random: Random, clean: Clean) -> Mutant:
    name, data = joined(random, clean, objects(random, clean))
    space = random.choice((b" ", b"\n", b" \n")) * 400_000
    packed = gzip.compress(data + space if clean.shape != "array" else data + b" " * 800_000, mtime=0)
    return refused((name + ".gz", packed), "E_RATIO", packable=False)


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "not finite": (number_beyond_floats,),
    "shapes": (
        wrapper,
        mapping,
        columns_for_rows,
        lists_for_rows,
        row_in_a_list,
        array_in_an_array,
        row_that_is_no_object,
        row_added_that_is_no_object,
    ),
    "depth": (
        nested_twenty_deep,
        nested_too_deep,
        nested_in_an_answer,
        brackets_in_strings,
    ),
    "types": (
        answer_of_a_wrong_type,
        count_of_a_wrong_type,
        id_of_a_wrong_type,
        id_as_the_same_number,
        id_as_a_float,
    ),
    "fields": (
        field_missing,
        prediction_absent_beside_raw_output,
        field_renamed,
        every_field_renamed,
        foreign_fields,
        fields_in_another_order,
        null_written_out,
    ),
    "sizes": (
        longest_answer,
        answer_too_long,
        longest_number,
        number_too_long,
        number_as_id_too_long,
        answer_of_many_digits,
        ratio_bomb,
    ),
    "ids": (id_as_a_number_that_lost_zeros,),
}
