"""What a clean file is, how it is written, and what a mutant says of itself."""

import csv
import io
import json
import re
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
