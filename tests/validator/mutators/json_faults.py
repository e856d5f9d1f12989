"""Mutators of JSON: syntax, lines that are no rows, duplicate keys."""

import json
from random import Random

from tests.validator.mutators.clean import (
    Clean,
    File,
    Mutant,
    Mutator,
    accepted,
    cut_into,
    joined,
    named,
    object_text,
    objects,
    refused,
    with_literal,
    with_text,
)
from tests.validator.mutators.text_faults import _json


def trailing_comma_in_object(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = object_text(random, clean.rows[place])[:-1] + random.choice((",}", ", }", ",\t}"))
    return refused(with_text(random, clean, place, text), "E_JSON", row=place + 1)


def trailing_comma_in_array(random: Random, clean: Clean) -> Mutant:
    text = "[" + ",\n".join(objects(random, clean)) + random.choice((",]", ",\n]", ",,]"))
    return refused(named(clean, text, "array"), "E_JSON")


def comma_after_each_line(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, ",\n".join(objects(random, clean)) + "\n", "jsonl"), "E_JSON")


def empty_array_element(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    rows.insert(random.randint(0, len(rows)), "")
    return refused(named(clean, "[" + ",".join(rows) + "]", "array"), "E_JSON")


def two_objects_on_a_line(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    place = random.randrange(len(rows) - 1)
    rows[place : place + 2] = [rows[place] + random.choice(("", " ", ",")) + rows[place + 1]]
    return refused(named(clean, "\n".join(rows) + "\n", "jsonl"), "E_JSON", row=place + 1)


def two_objects_and_a_blank_line(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    place = random.randrange(len(rows) - 1)
    rows[place : place + 2] = [rows[place] + rows[place + 1], ""]
    return refused(named(clean, "\n".join(rows) + "\n", "jsonl"), "E_JSON", row=place + 1)


def all_objects_on_one_line(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, random.choice(("", " ")).join(objects(random, clean)), _json(clean)), "E_JSON")


def object_over_two_lines(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    place = random.randrange(len(rows))
    rows[place] = cut_into(random, rows[place], "\n")
    return refused(named(clean, "\n".join(rows) + "\n", "jsonl"), "E_JSON")


def indented_objects_in_a_row(random: Random, clean: Clean) -> Mutant:
    text = "\n".join(json.dumps(row, indent=2) for row in clean.rows)
    return refused(named(clean, text, _json(clean)), "E_JSON")


def line_split_and_joined(random: Random, clean: Clean) -> Mutant | None:
    """An object over two lines beside two objects on one: as many lines as rows."""
    rows = objects(random, clean)
    if len(rows) < 3:
        return None
    rows[0:3] = [cut_into(random, rows[0], "\n"), rows[1] + rows[2]]
    return refused(named(clean, "\n".join(rows) + "\n", "jsonl"), "E_JSON")


def single_quotes(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(with_text(random, clean, place, repr(clean.rows[place])), "E_JSON", row=place + 1)


def curly_quotes(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = object_text(random, clean.rows[place]).replace('"id"', "“id”")
    return refused(with_text(random, clean, place, text), "E_JSON", row=place + 1)


def python_words(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = random.choice(("None", "True", "nil", "undefined", "NULL", "nan"))
    return refused(with_literal(random, clean, place, "prediction", literal), "E_JSON", row=place + 1)


def comments(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = object_text(random, clean.rows[place])
    spoilt = (f"{text} // best run", f"/* best */{text}", cut_into(random, text, "/**/"), f"# {text}")
    return refused(with_text(random, clean, place, random.choice(spoilt)), "E_JSON", row=place + 1)


def cut_off_anywhere(random: Random, clean: Clean) -> Mutant:
    name, data = joined(random, clean, objects(random, clean))
    return refused((name, data[: random.randrange(len(data.rstrip()))]))


def piece_missing(random: Random, clean: Clean) -> Mutant | None:
    """One structural character of a row taken out."""
    place = random.randrange(len(clean.rows))
    text = json.dumps({name: value for name, value in clean.rows[place].items() if name != "raw_output"})
    if "\\" in text or any(character in "{}:," for value in clean.rows[place].values() for character in str(value)):
        return None
    gone = random.choice([found for found, character in enumerate(text) if character in '{}:,"'])
    return refused(with_text(random, clean, place, text[:gone] + text[gone + 1 :]))


def nonfinite_number(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name = random.choice(("prediction", "confidence"))
    file = with_literal(random, clean, place, name, random.choice(("NaN", "Infinity", "-Infinity")))
    return refused(file, "E_JSON_NONFINITE", row=place + 1)


def number_that_is_no_json(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = random.choice(("012", "+1", ".5", "1.", "0x1F", "1_000", "1e", "-", "00", "1,000"))
    name = random.choice(("prediction", "confidence"))
    return refused(with_literal(random, clean, place, name, literal), "E_JSON", row=place + 1)


def unquoted_field(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = object_text(random, clean.rows[place]).replace('"prediction"', "prediction")
    return refused(with_text(random, clean, place, text), "E_JSON", row=place + 1)


def bracket_too_many(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    text = object_text(random, clean.rows[place])
    return refused(with_text(random, clean, place, random.choice((text + "}", "{" + text, text + "]"))), "E_JSON")


def control_character_in_a_string(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = '"A' + random.choice("\t\r\x01\x0b\x0c\x1b\x1f") + '"'
    return refused(with_literal(random, clean, place, "prediction", literal), "E_JSON", row=place + 1)


def escape_that_is_no_json(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = random.choice(('"\\x41"', '"\\u12"', '"\\\'"', '"\\a"', '"\\u00g1"', '"\\"', '"\\u-041"'))
    return refused(with_literal(random, clean, place, "prediction", literal), "E_JSON", row=place + 1)


def space_that_is_no_json_space(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    space = random.choice("\x0c\x0b\xa0\u2028\u2029\x85\u200b\u3000\x1c\x1e\u2003")
    text = cut_into(random, object_text(random, clean.rows[place]), space)
    return refused(with_text(random, clean, place, text), "E_JSON", row=place + 1)


def such_a_space_around_a_row(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    space = random.choice("\x0c\x0b\xa0\u2028\x85\x1e\u200b")
    text = object_text(random, clean.rows[place])
    return refused(with_text(random, clean, place, random.choice((space + text, text + space))), "E_JSON")


def code_before_the_data(random: Random, clean: Clean) -> Mutant:
    name, data = joined(random, clean, objects(random, clean))
    return refused((name, random.choice((b")]}'\n", b"var predictions = ", b"callback(", b"// results\n")) + data))


def words_after_the_data(random: Random, clean: Clean) -> Mutant:
    name, data = joined(random, clean, objects(random, clean))
    return refused((name, data + random.choice((b";", b" ok", b"\nEOF\n", b"\n---\n", b"]"))), "E_JSON", "E_SHAPE")


def two_arrays(random: Random, clean: Clean) -> Mutant:
    half = random.randrange(len(clean.rows))
    halves = (clean.rows[:half], clean.rows[half:])
    text = random.choice(("", "\n", ",")).join(json.dumps(list(rows)) for rows in halves)
    return refused(named(clean, text, "array"))


def _extended(random: Random, clean: Clean, place: int, more: str) -> File:
    """The file with more members written into one row, before or behind its own."""
    text = object_text(random, clean.rows[place])
    text = "{" + more + ", " + text[1:] if random.random() < 0.5 else text[:-1] + ", " + more + "}"
    return with_text(random, clean, place, text)


def _member(random: Random, clean: Clean, place: int) -> tuple[str, str]:
    """A field of a row and a value for it: its own, or another row's."""
    name = random.choice(list(clean.rows[place]))
    return name, json.dumps(random.choice((clean.rows[place], random.choice(clean.rows))).get(name))


def field_twice(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name, value = _member(random, clean, place)
    return refused(_extended(random, clean, place, f'"{name}": {value}'), "E_DUP_KEY", row=place + 1)


def field_twice_in_every_row(random: Random, clean: Clean) -> Mutant:
    rows = [f'{{"id": {json.dumps(row["id"])}, {object_text(random, row)[1:]}' for row in clean.rows]
    return refused(joined(random, clean, rows), "E_DUP_KEY", row=random.randint(1, len(rows)))


def field_twice_in_other_letters(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name, value = _member(random, clean, place)
    at = random.randrange(len(name))
    spelled = f"{name[:at]}\\u{ord(name[at]):04x}{name[at + 1 :]}"
    return refused(_extended(random, clean, place, f'"{spelled}": {value}'), "E_DUP_KEY", row=place + 1)


def field_twice_with_spaces(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name, value = _member(random, clean, place)
    space = random.choice((" ", "\t", "  "))
    return refused(
        _extended(random, clean, place, f'"{name}"{space}:{space}{value}{space}'), "E_DUP_KEY", row=place + 1
    )


def field_twice_among_colons(random: Random, clean: Clean) -> Mutant:
    """Colons and braces in strings, so that nothing can be told by counting them."""
    place = random.randrange(len(clean.rows))
    name, value = _member(random, clean, place)
    more = f'"note": "a:b::{{{{}}}}", "{name}" : {value}'
    return refused(_extended(random, clean, place, more), "E_DUP_KEY", row=place + 1)


def foreign_field_twice(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(_extended(random, clean, place, '"score": 1, "score": 1'), "E_DUP_KEY", row=place + 1)


def field_twice_deeper(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    more = random.choice(
        ('"meta": {"a": 1, "a": 2}', '"meta": [{"b": null, "b": null}]', '"meta": {"x": {"": 1, "": 1}}')
    )
    return refused(_extended(random, clean, place, more), "E_DUP_KEY", row=place + 1)


def field_in_other_case(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    more = random.choice(('"Prediction": "B"', '"ID": "other"', '"prediction ": "C"', '" id": 1'))
    return accepted(_extended(random, clean, place, more), warning="W_IGNORED_COLUMNS")


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "json syntax": (
        trailing_comma_in_object,
        trailing_comma_in_array,
        comma_after_each_line,
        empty_array_element,
        single_quotes,
        curly_quotes,
        python_words,
        comments,
        piece_missing,
        number_that_is_no_json,
        unquoted_field,
        bracket_too_many,
        control_character_in_a_string,
        escape_that_is_no_json,
        space_that_is_no_json_space,
        such_a_space_around_a_row,
        code_before_the_data,
        words_after_the_data,
        two_arrays,
    ),
    "lines": (
        two_objects_on_a_line,
        two_objects_and_a_blank_line,
        all_objects_on_one_line,
        object_over_two_lines,
        indented_objects_in_a_row,
        line_split_and_joined,
    ),
    "cut off": (cut_off_anywhere,),
    "not finite": (nonfinite_number,),
    "duplicate keys": (
        field_twice,
        field_twice_in_every_row,
        field_twice_in_other_letters,
        field_twice_with_spaces,
        field_twice_among_colons,
        foreign_field_twice,
        field_twice_deeper,
        field_in_other_case,
    ),
}
