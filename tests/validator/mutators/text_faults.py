"""Mutators of bytes and lines: encodings, marks, NULs, newline styles, blank lines."""

import json
from random import Random

from tests.validator.mutators.clean import (
    Clean,
    File,
    Mutant,
    Mutator,
    Row,
    Shape,
    accepted,
    csv_text,
    cut_into,
    joined,
    named,
    object_text,
    objects,
    refused,
    spoiled,
    with_literal,
    with_text,
    written,
)


def _bytes_of(random: Random, clean: Clean, encoding: str) -> File:
    name, data = written(random, clean)
    return name, data.decode().encode(encoding)


def utf16_with_a_mark(random: Random, clean: Clean) -> Mutant:
    return refused(_bytes_of(random, clean, "utf-16"), "E_ENCODING")


def utf16_without_a_mark(random: Random, clean: Clean) -> Mutant:
    return refused(_bytes_of(random, clean, random.choice(("utf-16-le", "utf-16-be"))), "E_ENCODING", "E_NUL")


def utf32(random: Random, clean: Clean) -> Mutant:
    encoding = random.choice(("utf-32", "utf-32-le", "utf-32-be"))
    return refused(_bytes_of(random, clean, encoding), "E_ENCODING", "E_NUL")


def latin1_byte(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(spoiled(random, clean, place, b"caf\xe9"), "E_ENCODING", row=place + 1)


def overlong_or_surrogate_bytes(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    damage = random.choice((b"\xc1\x81", b"\xc0\x80", b"\xe0\x80\x81", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80"))
    return refused(spoiled(random, clean, place, damage), "E_ENCODING", row=place + 1)


def half_a_character_at_the_end(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return refused((name, data + b"\xe2\x82"), "E_ENCODING", "E_JSON", "E_ROW_WIDTH", "E_CSV_QUOTE")


def lone_surrogate_escape(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    field = random.choice(("prediction", "raw_output"))
    literal = random.choice(('"\\ud800"', '"A\\udfff"', '"\\ude00\\ud83d"', '"\\uD83D B"'))
    return refused(with_literal(random, clean, place, field, literal), "E_ENCODING", "E_JSON", row=place + 1)


def escaped_letters(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    place = random.randrange(len(rows))
    row = clean.rows[place]
    spelled = "".join(f"\\u{ord(unit):04x}" for unit in row["id"])
    name = random.choice(('"id"', '"\\u0069d"', '"i\\u0064"'))
    rest = [f"{json.dumps(field)}: {json.dumps(value)}" for field, value in row.items() if field != "id"]
    rows[place] = "{" + ", ".join([f'{name}: "{spelled}"', *rest]) + "}"
    return accepted(joined(random, clean, rows))


def byte_order_mark(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted((name, b"\xef\xbb\xbf" + data), warning="W_BOM")


def two_byte_order_marks(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return refused((name, b"\xef\xbb\xbf\xef\xbb\xbf" + data))


def byte_order_mark_inside(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(1, len(clean.rows))
    return refused(with_text(random, clean, place, "\ufeff" + object_text(random, clean.rows[place])), row=place + 1)


def raw_nul(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    return refused(spoiled(random, clean, place, random.choice((b"A\0", b"\0A", b"\0"))), "E_NUL", row=place + 1)


def escaped_nul(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    literal = random.choice(('"A\\u0000"', '"\\u0000"', '"a\\u0000b"'))
    return refused(with_literal(random, clean, place, "prediction", literal), "E_NUL", row=place + 1)


def zeros_after_the_end(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return refused((name, data + b"\0" * random.randint(1, 600)))


def crlf(random: Random, clean: Clean) -> Mutant:
    if clean.shape == "csv":
        return accepted(named(clean, csv_text(clean.rows, newline="\r\n")))
    name, data = joined(random, clean, objects(random, clean))
    return accepted((name, data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")))


def cr_in_csv(random: Random, clean: Clean) -> Mutant:
    return accepted(named(clean, csv_text(clean.rows, newline="\r"), "csv"))


def cr_in_jsonl(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, "\r".join(objects(random, clean)) + "\r", "jsonl"), "E_JSON")


def mixed_newlines(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    if clean.shape == "array":
        rows = [f"{row}{',' if place < len(rows) - 1 else ''}" for place, row in enumerate(rows)]
        rows = ["[", *rows, "]"]
    return accepted(named(clean, "".join(row + random.choice(("\n", "\r\n")) for row in rows), _json(clean)))


def _json(clean: Clean) -> Shape:
    return "jsonl" if clean.shape == "csv" else clean.shape


def mixed_newlines_in_csv(random: Random, clean: Clean) -> Mutant:
    lines = [csv_text([row], quote_all=True).split("\n", 1)[1][:-1] for row in _full(clean)]
    header = ",".join(_full(clean)[0])
    text = "".join(line + random.choice(("\n", "\r\n", "\r")) for line in [header, *lines])
    return accepted(named(clean, text, "csv"))


def _full(clean: Clean) -> list[Row]:
    """The rows with the same fields in each, in the order of the CSV header."""
    present = [name for name in ("id", "prediction", "raw_output", "order") if any(name in row for row in clean.rows)]
    return [{name: row.get(name) for name in present} for row in clean.rows]


def no_final_newline(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted((name, data.removesuffix(b"\n").removesuffix(b"\r")))


def blank_lines(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    for _ in range(random.randint(1, 5)):
        rows.insert(random.randint(0, len(rows)), random.choice(("", "", " ", "\t", "\r")))
    return accepted(named(clean, "\n".join(rows) + "\n\n", "jsonl"), warning="W_BLANK_LINES")


def blank_lines_in_csv(random: Random, clean: Clean) -> Mutant | None:
    if any("\n" in str(row["prediction"]) for row in clean.rows):
        return None
    lines = csv_text(clean.rows).splitlines(keepends=True)
    if len(lines) != len(clean.rows) + 1:
        return None
    lines.insert(random.randint(1, len(lines)), random.choice(("\n", "\r\n")))
    return accepted(named(clean, "".join(lines), "csv"), warning="W_BLANK_LINES")


def spaces_around_tokens(random: Random, clean: Clean) -> Mutant:
    rows = objects(random, clean)
    for place in range(len(rows)):
        rows[place] = random.choice(("", " ", "\t")) + cut_into(random, rows[place], random.choice((" ", "\t ", "\r")))
        rows[place] += random.choice(("", "  ", "\t", "\r"))
    return accepted(joined(random, clean, rows))


def indented_array(random: Random, clean: Clean) -> Mutant:
    text = json.dumps(list(clean.rows), indent=random.choice((1, 2, 4, "\t")), ensure_ascii=False)
    return accepted(named(clean, text, "array"))


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "encoding": (
        utf16_with_a_mark,
        utf16_without_a_mark,
        utf32,
        latin1_byte,
        overlong_or_surrogate_bytes,
        half_a_character_at_the_end,
        lone_surrogate_escape,
        escaped_letters,
        byte_order_mark,
        two_byte_order_marks,
        byte_order_mark_inside,
    ),
    "nul": (
        raw_nul,
        escaped_nul,
        zeros_after_the_end,
    ),
    "newlines": (
        crlf,
        cr_in_csv,
        cr_in_jsonl,
        mixed_newlines,
        mixed_newlines_in_csv,
        no_final_newline,
        blank_lines,
        blank_lines_in_csv,
        spaces_around_tokens,
        indented_array,
    ),
}
