"""Mutators of CSV: widths, quotes, headers, separators."""

import csv
import io
from random import Random

from tests.validator.mutators.clean import (
    Clean,
    File,
    Mutant,
    Mutator,
    accepted,
    csv_text,
    edited,
    named,
    refused,
    some_row,
    written,
)
from tests.validator.mutators.text_faults import _full


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


FAMILIES: dict[str, tuple[Mutator, ...]] = {
    "csv": (
        row_too_wide,
        every_row_too_wide,
        row_too_narrow,
        quote_not_closed,
        text_after_a_quote,
        column_twice,
        other_separator,
        separator_declared,
        header_in_other_letters,
        no_header,
        empty_header,
        header_again_inside,
        no_prediction_column,
        neither_prediction_nor_raw_output,
        everything_quoted,
        foreign_columns,
        newline_in_a_label_cell,
        fault_after_a_quoted_newline,
        bad_byte_after_a_quoted_newline,
        words_that_pandas_drops,
    ),
}
