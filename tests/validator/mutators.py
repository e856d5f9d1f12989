"""Mutators: small ways in which a prediction file can differ from a clean one, each with the verdict it must get.

Verdicts come from the rulebook, never from running the reader. A mutator takes a seeded ``Random`` and a clean file
(``Clean``) and gives a ``Mutant``, or None where it does not apply (there is no count to spoil, say). Where the
rulebook is silent there is no mutator.
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import pickle
import re
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, Literal, NamedTuple

from board.types import Mode, Question, Track

Row = dict[str, Any]
File = tuple[str, bytes]
Shape = Literal["jsonl", "array", "csv"]

ORDERS = ["".join(order) for order in permutations("ABCD")]
SUFFIX = {"jsonl": ".jsonl", "array": ".json", "csv": ".csv"}


class Clean(NamedTuple):
    """A file without fault: its questions, its rows, and how it will be written and read."""

    questions: tuple[Question, ...]
    rows: tuple[Row, ...]
    shape: Shape = "jsonl"
    mode: Mode = "strict"
    track: Track = "standard"

    def question(self, place: int) -> Question:
        """The question that the row at ``place`` answers."""
        return next(question for question in self.questions if question.id == self.rows[place]["id"])


class Mutant(NamedTuple):
    """A mutated file and what must become of it.

    ``codes``: one of them must be among the errors. ``row``: the 1-based record an error must name. ``same``: True
    where every answer must be read as in the clean file, False where some must not, None where nothing is promised.
    ``warning``: a warning it must have. ``packable``: wrapping the file in gzip changes nothing of the verdict.
    """

    filename: str
    data: bytes
    accept: bool
    codes: tuple[str, ...] = ()
    row: int | None = None
    same: bool | None = None
    warning: str = ""
    packable: bool = True


Mutator = Callable[[Random, Clean], Mutant | None]


class Case(NamedTuple):
    """A mutant with the name, the family and the clean file it came from."""

    name: str
    family: str
    clean: Clean
    mutant: Mutant


def refused(file: File, *codes: str, row: int | None = None, packable: bool = True) -> Mutant:
    """A mutant that must be refused."""
    return Mutant(*file, accept=False, codes=codes, row=row, packable=packable)


def accepted(file: File, *, same: bool | None = True, warning: str = "", packable: bool = True) -> Mutant:
    """A mutant that must be accepted."""
    return Mutant(*file, accept=True, same=same, warning=warning, packable=packable)


# Clean files


def clean_file(random: Random) -> Clean:
    """A clean file of one of the kinds: labels and counts, free text, Shuffle24, or raw output in mode rules."""
    make = random.choice((standard, standard, texts, shuffled, rules))
    clean = make(random)
    rows = list(clean.rows)
    random.shuffle(rows)
    return clean._replace(rows=tuple(rows), shape=random.choice(("jsonl", "jsonl", "array", "csv")))


def ids(random: Random, n: int) -> list[str]:
    """Ids of every style in use: paths with bars, padded and plain digits, an accent, slashes."""
    styles = ("walk{0}_front.mp4|{0}|VMR|0", "{0:04d}", "1{0:02d}", "café-{0}", "Clip-{0}/e{0}/3", "q{0}")
    return [random.choice(styles).format(number) for number in random.sample(range(1, 99), n)]


def standard(random: Random) -> Clean:
    """Labels and counts, some of them abstained from."""
    names = ids(random, random.randint(6, 16))
    questions, rows = [], []
    for place, id in enumerate(names):
        labels = random.choice(("ABCD", "ABCD", "AB", "ABCDE"))
        is_count = place % 3 == 0
        options = None if is_count else {label: f"the {label.lower()}th street" for label in labels}
        questions.append(Question(id, "VOC" if is_count else "VMR", "count" if is_count else "choice", options=options))
        answer: Any = random.randint(0, 40) if is_count else random.choice(labels)
        rows.append({"id": id, "prediction": answer if place < 3 or random.random() > 0.1 else None})
    return Clean(tuple(questions), tuple(rows))


def texts(random: Random) -> Clean:
    """Free-text answers with everything in them that has to be quoted or escaped."""
    answers = (
        'He said "B", not A',
        "two\nlines",
        "a windows\r\nline",
        "commas, and; more",
        "\U0001f600 and é",
        "a\ttab",
        '{"id": "q1", "prediction": "A"}',
        "NA",
        "null",
        "=1+1",
        "line\u2028separator",
        " leading space",
        "hf_hub is a package, sk-learn another; ask-me-anything-about-the-red-lantern",
        None,
    )
    names = ids(random, random.randint(6, 12))
    questions = tuple(Question(id, "memory_recall", "text") for id in names)
    rows = [
        {"id": id, "prediction": "plain" if place == 0 else random.choice(answers)} for place, id in enumerate(names)
    ]
    return Clean(questions, tuple(rows))


def shuffled(random: Random) -> Clean:
    """One choice question in all 24 orders, beside a count that is not asked in this track."""
    choice, count = ids(random, 2)
    options = {label: f"option {label}" for label in "ABCD"}
    questions = (Question(choice, "VMR", "choice", options=options), Question(count, "VOC", "count"))
    rows = [{"id": choice, "order": order, "prediction": random.choice("ABCD")} for order in ORDERS]
    return Clean(questions, tuple(rows), track="shuffle24")


def rules(random: Random) -> Clean:
    """Raw output in mode rules: some of it unreadable, which costs the question only."""
    said = ("The answer is B.", "(C)", "I cannot tell.", "**A**", "<think>hm</think> D", "about 12", "maybe A or B")
    clean = standard(random)
    rows = [{**row, "raw_output": random.choice(said)} if place % 2 else row for place, row in enumerate(clean.rows)]
    return clean._replace(rows=tuple(rows), mode="rules")


# Writing files


def object_text(random: Random, row: Mapping[str, Any]) -> str:
    """One row as a JSON object, in one of the usual spellings."""
    separators = random.choice(((",", ":"), (", ", ": ")))
    return json.dumps(row, ensure_ascii=random.random() < 0.5, separators=separators)


def objects(random: Random, clean: Clean) -> list[str]:
    """All rows as JSON objects."""
    return [object_text(random, row) for row in clean.rows]


def named(clean: Clean, data: bytes | str, shape: Shape | None = None) -> File:
    """A file called by what it is."""
    return "p" + SUFFIX[shape or clean.shape], data.encode() if isinstance(data, str) else data


def joined(random: Random, clean: Clean, rows: Sequence[str]) -> File:
    """Rows that are JSON text already, as JSONL or as an array."""
    if clean.shape == "array":
        return named(clean, "[" + random.choice((",\n", ", ", ",\r\n  ")).join(rows) + "]" + random.choice(("", "\n")))
    return named(clean, "\n".join(rows) + random.choice(("", "\n")), "jsonl")


def csv_text(rows: Sequence[Mapping[str, Any]], *, newline: str = "\n", quote_all: bool = False) -> str:
    """Rows as CSV; an empty cell is null."""
    fields = ["id", "prediction", *(name for name in ("raw_output", "order") if any(name in row for row in rows))]
    cells = [["" if row.get(name) is None else str(row[name]) for name in fields] for row in rows]
    has_breaks = any("\r" in cell or "\n" in cell for row in cells for cell in row)
    dialect = csv.unix_dialect if quote_all or has_breaks else csv.excel
    text = io.StringIO(newline="")
    csv.writer(text, dialect, lineterminator=newline).writerows([fields, *cells])
    return text.getvalue()


def fits_csv(rows: Iterable[Mapping[str, Any]]) -> bool:
    """True where CSV can say what these rows say (it has text and null only)."""
    values = [value for row in rows for value in row.values()]
    whole = all("id" in row and "prediction" in row for row in rows)
    return whole and all(
        value is None or (isinstance(value, str | int) and value is not True and value is not False and value != "")
        for value in values
    )


def written(random: Random, clean: Clean, rows: Sequence[Mapping[str, Any]] | None = None) -> File:
    """Rows in the shape of the clean file (JSONL where CSV cannot say it)."""
    rows = clean.rows if rows is None else rows
    if clean.shape == "csv" and fits_csv(rows):
        return named(clean, csv_text(rows, newline=random.choice(("\n", "\r\n")), quote_all=random.random() < 0.3))
    return joined(random, clean, [object_text(random, row) for row in rows])


def some_row(random: Random, clean: Clean, *kinds: str) -> int | None:
    """The place of a row whose question is of one of these kinds (any, where none is named)."""
    places = [place for place in range(len(clean.rows)) if not kinds or clean.question(place).kind in kinds]
    return random.choice(places) if places else None


def edited(clean: Clean, place: int, **fields: Any) -> list[Row]:
    """The rows with some fields of one of them replaced (``...`` takes a field away)."""
    rows = [dict(row) for row in clean.rows]
    rows[place] = {name: value for name, value in {**rows[place], **fields}.items() if value is not ...}
    return rows


def with_text(random: Random, clean: Clean, place: int, text: str) -> File:
    """The file in JSON with the text of one row replaced."""
    rows = objects(random, clean)
    rows[place] = text
    return joined(random, clean, rows)


def with_literal(random: Random, clean: Clean, place: int, name: str, literal: str) -> File:
    """The file in JSON with the value of one field written as ``literal``."""
    text = object_text(random, {**clean.rows[place], name: "@value@"})
    return with_text(random, clean, place, text.replace('"@value@"', literal))


def spoiled(random: Random, clean: Clean, place: int, damage: bytes) -> File:
    """The file with raw bytes inside the prediction of one row, in any shape."""
    name, data = written(random, clean, edited(clean, place, prediction="@byte@"))
    return name, data.replace(b"@byte@", damage)


def cut_into(random: Random, text: str, piece: str) -> str:
    """``text`` (one JSON object) with a piece put between two of its tokens."""
    tokens = re.finditer(r'"(?:[^"\\]|\\.)*"|[{:,}]', text)
    places = [token.start() if token.group() == "}" else token.end() for token in tokens if token.group() in "{:,}"]
    place = random.choice(places)
    return text[:place] + piece + text[place:]


# encoding


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


# newline styles


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


# JSON syntax


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


# duplicate keys


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


# shapes


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


# types


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


# sizes


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


# gzip


def packed(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted(
        (name + ".gz", gzip.compress(data, random.randint(0, 9), mtime=random.randint(0, 2**31))), packable=False
    )


def packed_under_a_name(random: Random, clean: Clean) -> Mutant:
    """With the header fields that gzip may carry: a name, a comment, extra bytes."""
    name, data = written(random, clean)
    squeeze = zlib.compressobj(wbits=-15)
    body = squeeze.compress(data) + squeeze.flush()
    head = b"\x1f\x8b\x08\x1c" + bytes(6) + b"\x05\0extra" + b"p.jsonl\0" + b"a comment\0"
    tail = zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")
    return accepted((name + ".gz", head + body + tail), packable=False)


def packed_without_saying_so(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    return accepted((name, gzip.compress(data, mtime=0)), warning="W_GZIP_BY_CONTENT", packable=False)


def packed_in_tiny_pieces(random: Random, clean: Clean) -> Mutant:
    """Flushed after every few bytes: the first piece that comes out is a single byte."""
    name, data = written(random, clean)
    data = random.choice((b"", b"\xef\xbb\xbf")) + data
    squeeze = zlib.compressobj(wbits=31)
    pieces = [squeeze.compress(data[:1]), squeeze.flush(zlib.Z_FULL_FLUSH), squeeze.compress(data[1:]), squeeze.flush()]
    return accepted((name + ".gz", b"".join(pieces)), packable=False)


def second_member(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    half = random.randrange(len(data))
    more = random.choice((gzip.compress(b"", mtime=0), gzip.compress(b"\n", mtime=0), gzip.compress(data, mtime=0)))
    whole = random.choice(
        (gzip.compress(data, mtime=0) + more, gzip.compress(data[:half]) + gzip.compress(data[half:]))
    )
    return refused((name + ".gz", whole), "E_GZIP", packable=False)


def bytes_after_gzip(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    more = random.choice((b"\0", b"\n", b"\0" * 512, b"PK\x03\x04", b"garbage", b"\x1f\x8b"))
    return refused((name + ".gz", gzip.compress(data, mtime=0) + more), "E_GZIP", packable=False)


def gzip_cut_off(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    whole = gzip.compress(data, mtime=0)
    cut = random.choice((len(whole) - 1, len(whole) - 8, random.randrange(2, len(whole))))
    return refused((name + ".gz", whole[:cut]), "E_GZIP", packable=False)


def gzip_damaged(random: Random, clean: Clean) -> Mutant | None:
    name, data = written(random, clean)
    whole = bytearray(gzip.compress(data, mtime=0))
    place = random.choice((len(whole) - random.randint(1, 8), random.randrange(10, len(whole))))
    whole[place] ^= random.randint(1, 255)
    try:
        if gzip.decompress(bytes(whole)) == data:
            return None  # a bit that means nothing
    except (OSError, EOFError, zlib.error):
        pass
    return refused((name + ".gz", bytes(whole)), packable=False)


def gzip_of_gzip(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    inner = gzip.compress(data, mtime=0)
    return refused(
        (name + random.choice((".gz", ".gz.gz")), gzip.compress(inner, mtime=0)), "E_FORMAT", "E_GZIP", packable=False
    )


def gzip_of_an_archive(random: Random, clean: Clean) -> Mutant:
    inner = random.choice((_tar, _zip))(*written(random, clean))
    return refused(
        (random.choice(("p.tar.gz", "p.jsonl.gz", "p.tgz")), gzip.compress(inner, mtime=0)), "E_FORMAT", packable=False
    )


# CSV


def _csv_lines(clean: Clean) -> list[list[str]]:
    full = _full(clean)
    return [list(full[0]), *(["" if value is None else str(value) for value in row.values()] for row in full)]


def _csv(cells: list[list[str]], separator: str = ",") -> File:
    text = io.StringIO(newline="")
    dialect = csv.unix_dialect if separator == "," else csv.excel
    csv.writer(text, dialect, delimiter=separator, lineterminator="\n").writerows(cells)
    return "p.csv", text.getvalue().encode()


def row_too_wide(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    place = random.randrange(1, len(cells))
    cells[place].insert(random.randint(0, len(cells[place])), random.choice(("", "x", "A")))
    return refused(_csv(cells), "E_ROW_WIDTH", row=place)


def every_row_too_wide(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    return refused(
        _csv([cells[0], *([*row, "x"] for row in cells[1:])]), "E_ROW_WIDTH", row=random.randrange(1, len(cells))
    )


def row_too_narrow(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    place = random.randrange(1, len(cells))
    cells[place].pop()
    return refused(_csv(cells), "E_ROW_WIDTH", row=place)


def quote_not_closed(random: Random, clean: Clean) -> Mutant | None:
    place = random.randrange(len(clean.rows))
    lines = csv_text(clean.rows).split("\n")
    if len(lines) != len(clean.rows) + 2 or '"' in "".join(lines):
        return None
    lines[place + 1] = lines[place + 1].replace(",", ',"', 1)
    return refused(named(clean, "\n".join(lines), "csv"), "E_CSV_QUOTE", row=place + 1)


def text_after_a_quote(random: Random, clean: Clean) -> Mutant:
    place = random.randrange(len(clean.rows))
    name, data = written(random, clean._replace(shape="csv"), edited(clean, place, prediction="@q@"))
    data = data.replace(b'"@q@"', b"@q@").replace(b"@q@", random.choice((b'"A"x', b'"A" ', b'"A"B"')))
    return refused((name, data), "E_CSV_QUOTE", row=place + 1)


def column_twice(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    column = random.randrange(len(cells[0]))
    return refused(_csv([[*row, row[column]] for row in cells]), "E_DUP_COLUMN")


def other_separator(random: Random, clean: Clean) -> Mutant:
    return refused(_csv(_csv_lines(clean), random.choice(";\t|")), "E_HEADER", "E_CSV_QUOTE")


def separator_declared(random: Random, clean: Clean) -> Mutant:
    separator = random.choice(";,")
    name, data = _csv(_csv_lines(clean), separator)
    return refused((name, f"sep={separator}\n".encode() + data), "E_HEADER")


def header_in_other_letters(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    column = random.randrange(2)
    name = cells[0][column]
    cells[0][column] = random.choice((name.upper(), name.title(), f" {name}", f"{name} ", f"\u200b{name}", f"{name}s"))
    return refused(_csv(cells), "E_HEADER", "E_FIELDS")


def no_header(random: Random, clean: Clean) -> Mutant:
    return refused(_csv(_csv_lines(clean)[1:]))


def empty_header(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    cells[0] = [""] * len(cells[0])
    return refused(_csv(cells), "E_HEADER", "E_DUP_COLUMN")


def header_again_inside(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    place = random.randrange(2, len(cells) + 1)
    cells.insert(place, list(cells[0]))
    return refused(_csv(cells), "E_UNKNOWN", row=place)


def no_prediction_column(random: Random, clean: Clean) -> Mutant | None:
    """``id`` and ``raw_output`` only: enough for mode rules, nothing to read in strict."""
    if clean.track != "standard":
        return None
    cells = [["id", "raw_output"], *([row["id"], "A"] for row in clean.rows)]
    return accepted(_csv(cells), same=None) if clean.mode == "rules" else refused(_csv(cells), "E_HEADER", "E_FIELDS")


def neither_prediction_nor_raw_output(random: Random, clean: Clean) -> Mutant | None:
    """In mode rules too: an empty ``raw_output`` is null, and then ``prediction`` must be there."""
    if clean.mode != "rules":
        return None
    place = random.randrange(len(clean.rows))
    cells = [["id", "raw_output"], *([row["id"], "" if at == place else "A"] for at, row in enumerate(clean.rows))]
    return refused(_csv(cells), "E_FIELDS", row=place + 1)


def everything_quoted(random: Random, clean: Clean) -> Mutant:
    return accepted(_csv(_csv_lines(clean)))


def foreign_columns(random: Random, clean: Clean) -> Mutant:
    cells = _csv_lines(clean)
    more = random.choice((["score"], ["score", "model"], ["a,b"], ['say "x"'], ["two\nlines"]))
    body = [[*row, *(random.choice(("", "x", "1,5", 'a "b"', "c\nd")) for _ in more)] for row in cells[1:]]
    return accepted(_csv([[*cells[0], *more], *body]), warning="W_IGNORED_COLUMNS")


def newline_in_a_label_cell(random: Random, clean: Clean) -> Mutant | None:
    """A quoted newline around a label is space around a label."""
    place = some_row(random, clean, "choice")
    if place is None or clean.mode != "strict" or clean.rows[place]["prediction"] is None:
        return None
    cells = _csv_lines(clean)
    cells[place + 1][1] = random.choice(("\n{}", "{}\n", "{}\r\n", "\r\n{}\n")).format(cells[place + 1][1])
    return accepted(_csv(cells))


def fault_after_a_quoted_newline(random: Random, clean: Clean) -> Mutant:
    """Rows are records, not lines: the fault is in row ``place`` however many lines stand before it."""
    cells = [[*row, "two\nlines\nor three"] for row in _csv_lines(clean)]
    cells[0][-1] = "note"
    place = random.randrange(1, len(cells))
    cells[place][0] += "x"
    return refused(_csv(cells), "E_UNKNOWN", row=place)


def bad_byte_after_a_quoted_newline(random: Random, clean: Clean) -> Mutant:
    cells = [[*row, "two\nlines"] for row in _csv_lines(clean)]
    cells[0][-1] = "note"
    place = random.randrange(1, len(cells))
    cells[place][1] = "@byte@"
    name, data = _csv(cells)
    return refused((name, data.replace(b"@byte@", random.choice((b"\xe9", b"\0")))), "E_ENCODING", "E_NUL", row=place)


def words_that_pandas_drops(random: Random, clean: Clean) -> Mutant | None:
    """``NA`` is text: no label in strict, an unread answer in rules, an answer in a dialogue. Never a missing value."""
    place = some_row(random, clean)
    if place is None or (clean.track != "standard" and clean.question(place).kind != "choice"):
        return None
    word = random.choice(("NA", "N/A", "None", "null", "nan", "NULL", "#N/A"))
    rows = [{**row} for row in clean.rows]
    rows[place] = {**rows[place], "prediction": word}
    rows[place].pop("raw_output", None)
    file = named(clean, csv_text(rows), "csv")
    if clean.mode == "rules" or clean.question(place).kind == "text":
        return accepted(
            file, same=False if clean.rows[place]["prediction"] != word and clean.mode == "strict" else None
        )
    return refused(file, "E_LABEL", "E_COUNT", row=place + 1)


# ids


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


# labels


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


# counts


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


# orders


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


# secrets


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


# other formats


def _zip(name: str, data: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), data)
    return whole.getvalue()


def _tar(name: str, data: bytes) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return whole.getvalue()


def archive(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    pack, suffix = random.choice(((_zip, ".zip"), (_zip, ".xlsx"), (_tar, ".tar"), (_zip, ".npz")))
    return refused((random.choice((name, f"p{suffix}")), pack(name, data)), packable=False)


def other_compression(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    pack, suffix = random.choice(((bz2.compress, ".bz2"), (lzma.compress, ".xz"), (zlib.compress, ".z")))
    return refused((random.choice((name, name + suffix)), pack(data)), packable=False)


def pickled(random: Random, clean: Clean) -> Mutant:
    data = pickle.dumps([dict(row) for row in clean.rows], protocol=random.randint(0, 5))
    return refused((random.choice(("p.pkl", "p.pickle", "p.jsonl", "p.csv", "p.bin")), data), packable=False)


def binary_by_content(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    magic = random.choice(
        (
            b"PAR1",
            b"ARROW1\0\0",
            b"\x93NUMPY\x01\0",
            b"\x89HDF\r\n\x1a\n",
            b"SQLite format 3\0",
            b"%PDF-1.7\n",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"7z\xbc\xaf\x27\x1c",
            b"Rar!\x1a\x07",
            b"\x28\xb5\x2f\xfd",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8\xff\xe0",
            b"GIF89a",
            b"\x7fELF",
        )
    )
    return refused((name, magic + random.choice((data, random.randbytes(200)))), packable=False)


def binary_by_name(random: Random, clean: Clean) -> Mutant:
    name, magic = random.choice(
        (
            ("p.parquet", b"PAR1"),
            ("p.xlsx", b"PK\x03\x04"),
            ("p.npy", b"\x93NUMPY"),
            ("p.pt", b"PK\x03\x04"),
            ("p.h5", b"\x89HDF"),
            ("p.zip", b"PK\x05\x06"),
        )
    )
    return refused((name, magic + random.randbytes(random.randint(0, 300))), packable=False)


def yaml(random: Random, clean: Clean) -> Mutant:
    rows = "".join(
        f"- id: {json.dumps(row['id'])}\n  prediction: {json.dumps(row['prediction'])}\n" for row in clean.rows
    )
    text = random.choice(("", "---\n", "%YAML 1.2\n---\n")) + rows
    return refused((random.choice(("p.yaml", "p.yml", "p.jsonl", "p.json", "p.csv")), text.encode()))


def web_page(random: Random, clean: Clean) -> Mutant:
    text = random.choice(
        ("<!doctype html><html><body>404</body></html>", "<?xml version='1.0'?><rows/>", "404: Not Found")
    )
    return refused(named(clean, text))


def random_bytes(random: Random, clean: Clean) -> Mutant:
    return refused(named(clean, random.randbytes(random.randint(1, 400))), packable=False)


# nothing in it


def nothing(random: Random, clean: Clean) -> Mutant:
    data = random.choice((b"", b"\n", b"\n\n\r\n", b"   ", b"\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"))
    return refused(named(clean, data), packable=False)


def nothing_packed(random: Random, clean: Clean) -> Mutant:
    return refused(
        (f"p{SUFFIX[clean.shape]}.gz", gzip.compress(random.choice((b"", b"\n", b"[]")), mtime=0)), packable=False
    )


def only_a_header(random: Random, clean: Clean) -> Mutant:
    text = random.choice(("id,prediction", "id,prediction\n", "id,prediction\r\n", "id,prediction,raw_output\n\n"))
    return refused(named(clean, text, "csv"), packable=False)


def an_empty_value(random: Random, clean: Clean) -> Mutant:
    text = random.choice(("[]", "{}", "null", '""', "0", "[ ]\n", "{}\n", "[[]]", "[{}]", "[null]"))
    return refused(named(clean, text, _json(clean)), packable=False)


# the file as it is, in every shape and name


def unchanged(random: Random, clean: Clean) -> Mutant:
    return accepted(written(random, clean))


def in_another_shape(random: Random, clean: Clean) -> Mutant:
    shape: Shape = random.choice(("jsonl", "array", "csv"))
    return accepted(written(random, clean._replace(shape=shape)))


def json_lines_called_json(random: Random, clean: Clean) -> Mutant:
    return accepted(named(clean, "\n".join(objects(random, clean)), "array"), warning="W_JSONL_IN_JSON")


def array_called_jsonl(random: Random, clean: Clean) -> Mutant:
    return accepted(named(clean, "[" + ",".join(objects(random, clean)) + "]", "jsonl"), warning="W_ARRAY_IN_JSONL")


def under_another_name(random: Random, clean: Clean) -> Mutant:
    name, data = written(random, clean)
    stem = random.choice(("my run", "a.b.c", "prédictions", "v1.2", "-x", "p (1)"))
    return accepted((stem + name.removeprefix("p"), data))


# fmt: off
FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "encoding": (
        utf16_with_a_mark, utf16_without_a_mark, utf32, latin1_byte, overlong_or_surrogate_bytes,
        half_a_character_at_the_end, lone_surrogate_escape, escaped_letters, byte_order_mark,
        two_byte_order_marks, byte_order_mark_inside,
    ),
    "nul": (raw_nul, escaped_nul, zeros_after_the_end),
    "newlines": (
        crlf, cr_in_csv, cr_in_jsonl, mixed_newlines, mixed_newlines_in_csv, no_final_newline, blank_lines,
        blank_lines_in_csv, spaces_around_tokens, indented_array,
    ),
    "json syntax": (
        trailing_comma_in_object, trailing_comma_in_array, comma_after_each_line, empty_array_element,
        single_quotes, curly_quotes, python_words, comments, piece_missing, number_that_is_no_json,
        unquoted_field, bracket_too_many, control_character_in_a_string, escape_that_is_no_json,
        space_that_is_no_json_space, such_a_space_around_a_row, code_before_the_data, words_after_the_data,
        two_arrays,
    ),
    "lines": (
        two_objects_on_a_line, two_objects_and_a_blank_line, all_objects_on_one_line, object_over_two_lines,
        indented_objects_in_a_row, line_split_and_joined,
    ),
    "cut off": (cut_off_anywhere,),
    "not finite": (nonfinite_number, number_beyond_floats),
    "duplicate keys": (
        field_twice, field_twice_in_every_row, field_twice_in_other_letters, field_twice_with_spaces,
        field_twice_among_colons, foreign_field_twice, field_twice_deeper, field_in_other_case,
    ),
    "shapes": (
        wrapper, mapping, columns_for_rows, lists_for_rows, row_in_a_list, array_in_an_array,
        row_that_is_no_object, row_added_that_is_no_object,
    ),
    "depth": (nested_twenty_deep, nested_too_deep, nested_in_an_answer, brackets_in_strings),
    "types": (answer_of_a_wrong_type, count_of_a_wrong_type, id_of_a_wrong_type, id_as_the_same_number, id_as_a_float),
    "fields": (
        field_missing, prediction_absent_beside_raw_output, field_renamed, every_field_renamed, foreign_fields,
        fields_in_another_order, null_written_out,
    ),
    "sizes": (
        longest_answer, answer_too_long, longest_number, number_too_long, number_as_id_too_long,
        answer_of_many_digits, ratio_bomb,
    ),
    "gzip": (
        packed, packed_under_a_name, packed_without_saying_so, packed_in_tiny_pieces, second_member,
        bytes_after_gzip, gzip_cut_off, gzip_damaged, gzip_of_gzip, gzip_of_an_archive,
    ),
    "csv": (
        row_too_wide, every_row_too_wide, row_too_narrow, quote_not_closed, text_after_a_quote, column_twice,
        other_separator, separator_declared, header_in_other_letters, no_header, empty_header,
        header_again_inside, no_prediction_column, neither_prediction_nor_raw_output, everything_quoted,
        foreign_columns, newline_in_a_label_cell, fault_after_a_quoted_newline, bad_byte_after_a_quoted_newline,
        words_that_pandas_drops,
    ),
    "coverage": (
        row_missing, many_rows_missing, row_added, row_twice, row_twice_with_another_answer, whole_file_twice,
        rows_in_another_order, abstained,
    ),
    "ids": (
        id_in_other_case, id_with_space, id_in_another_unicode_form, id_that_lost_zeros, id_with_more_zeros,
        id_as_a_number_that_lost_zeros, id_with_something_invisible, id_in_look_alike_letters,
        id_with_something_around, id_cut_short, id_empty, ids_of_another_benchmark, ids_by_position,
        ids_all_in_upper_case,
    ),
    "labels": (
        label_in_lower_case, label_decorated, label_empty, label_out_of_range, label_of_another_question, labels_two,
        label_look_alike, label_as_option_text, label_with_space, another_label,
    ),
    "counts": (
        count_negative, count_not_whole, count_in_an_exponent, count_in_words, count_in_other_digits,
        count_decorated, count_too_large, largest_count, count_as_digits,
    ),
    "orders": (
        order_missing, order_no_arrangement, order_of_a_wrong_length, order_in_other_letters,
        order_of_a_wrong_type, order_of_another_row, orders_twenty_three, counting_row_among_orders,
        one_order_among_standard_rows, order_on_every_standard_row, answers_swapped,
    ),
    "secrets": (secret, secret_for_a_label),
    "other formats": (
        archive, other_compression, pickled, binary_by_content, binary_by_name, yaml, web_page, random_bytes,
    ),
    "empty": (nothing, nothing_packed, only_a_header, an_empty_value),
    "as it is": (unchanged, in_another_shape, json_lines_called_json, array_called_jsonl, under_another_name),
}
# fmt: on
MUTATORS = tuple((family, mutator) for family, mutators in FAMILIES.items() for mutator in mutators)


def case(seed: str) -> Case:
    """The one case of a seed: a clean file, a mutator that applies to it, and now and then gzip around the result."""
    random = Random(seed)
    family, mutator = random.choice(MUTATORS)
    while True:
        clean = clean_file(random)
        mutant = mutator(random, clean)
        if mutant is not None:
            return Case(mutator.__name__, family, clean, maybe_packed(random, mutant))


def maybe_packed(random: Random, mutant: Mutant) -> Mutant:
    """The mutant as it is, or, one time in five, in gzip: the verdict stays."""
    if not mutant.packable or random.random() < 0.8:
        return mutant
    packed = gzip.compress(mutant.data, mtime=0)
    if len(mutant.data) > 50 * len(packed):
        return mutant
    return mutant._replace(filename=mutant.filename + ".gz", data=packed)
