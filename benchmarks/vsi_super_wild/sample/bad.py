"""The bad files of the sample: one for each kind of fault, with the issues a check must find in it.

Each file is the same 48 sound rows with one thing wrong. What is expected stands beside each fault, written by hand.
Faults that need a large file (E_TOO_LARGE) or a second data folder (E_WRONG_SPLIT, E_WRONG_BENCHMARK) are tested with
files made on the spot.
"""

import gzip
import json
from collections.abc import Iterator, Sequence

from benchmarks.sample_files import Bad, Row, changed, jsonl
from board.types import Question

Rows = Sequence[Row]


def sound_rows(questions: Sequence[Question]) -> list[Row]:
    """One sound row a question: letters in turn, the count 2."""
    return [
        {"id": question.id, "prediction": "ABCD"[place % 4] if question.kind == "choice" else 2}
        for place, question in enumerate(questions)
    ]


def csv(rows: Rows, header: str = "id,prediction") -> bytes:
    """Rows as CSV."""
    return "\n".join([header, *(f"{row['id']},{row['prediction']}" for row in rows), ""]).encode()


def bad_files(questions: Sequence[Question]) -> Iterator[Bad]:
    """Every bad file."""
    rows = sound_rows(questions)
    choices = [place for place, question in enumerate(questions) if question.kind == "choice"]
    counts = [place for place, question in enumerate(questions) if question.kind == "count"]
    yield from _broken_bytes(rows)
    yield from _broken_json(rows)
    yield from _broken_csv(rows)
    yield from _wrong_fields(rows, choices[3])
    yield from _wrong_ids(rows)
    yield from _wrong_answers(rows, choices[3], counts[2])
    yield from _wrong_cards(rows, choices[3])
    yield from _only_warnings(rows, choices[3], counts[2])


def _line(rows: Rows, place: int, line: str) -> bytes:
    """The rows as JSONL with one line replaced as it stands."""
    lines = jsonl(rows).decode().splitlines()
    return "\n".join([*lines[:place], line, *lines[place + 1 :], ""]).encode()


def _broken_bytes(rows: Rows) -> Iterator[Bad]:
    whole = jsonl(rows)
    packed = gzip.compress(whole, mtime=0)
    yield Bad("e_format.zip", b"PK\x03\x04" + bytes(60), {"E_FORMAT": 1})
    yield Bad("e_gzip.jsonl.gz", packed[: len(packed) - 12], {"E_GZIP": 1})
    yield Bad("e_ratio.jsonl.gz", gzip.compress(b" " * 2_000_000, mtime=0), {"E_RATIO": 1})
    yield Bad("e_encoding.jsonl", whole.decode().encode("utf-16"), {"E_ENCODING": 1})
    yield Bad("e_nul.jsonl", _line(rows, 4, json.dumps(rows[4])[:-1] + "\0}"), {"E_NUL": 1, "E_MISSING": 1}, row=5)
    yield Bad("e_empty.jsonl", b"\n\n", {"E_EMPTY": 1})


def _broken_json(rows: Rows) -> Iterator[Bad]:
    row = json.dumps(rows[6])
    one_lost = {"E_MISSING": 1}
    yield Bad("e_json.jsonl", _line(rows, 6, row[:-1] + ",}"), {"E_JSON": 1, **one_lost}, row=7)
    nan = row[: row.rindex(":")] + ": NaN}"
    yield Bad("e_json_nonfinite.jsonl", _line(rows, 6, nan), {"E_JSON_NONFINITE": 1, **one_lost}, row=7)
    twice = row[:-1] + ', "prediction": "A"}'
    yield Bad("e_dup_key.jsonl", _line(rows, 6, twice), {"E_DUP_KEY": 1, **one_lost}, row=7)
    yield Bad("e_shape.json", json.dumps({"results": rows}).encode(), {"E_SHAPE": 1}, row=1)
    deep = row[:-1] + ', "note": ' + "[" * 30 + "]" * 30 + "}"
    yield Bad("e_depth.jsonl", _line(rows, 6, deep), {"E_DEPTH": 1, **one_lost}, row=7)
    long = row[: row.rindex(":")] + ": " + "9" * 500 + "}"
    yield Bad("e_number_too_long.jsonl", _line(rows, 6, long), {"E_NUMBER_TOO_LONG": 1}, row=7)


def _broken_csv(rows: Rows) -> Iterator[Bad]:
    whole = csv(rows).decode()
    yield Bad("e_header.csv", whole.replace(",", ";").encode(), {"E_HEADER": 1})
    twice = "\n".join(f"{line},{line.rsplit(',', 1)[1]}" for line in whole.splitlines()).encode()
    yield Bad("e_dup_column.csv", twice, {"E_DUP_COLUMN": 1})
    lines = whole.splitlines()
    wide = "\n".join([*lines[:9], lines[9] + ",extra", *lines[10:], ""]).encode()
    yield Bad("e_row_width.csv", wide, {"E_ROW_WIDTH": 1, "E_MISSING": 1}, row=9)
    quote = "\n".join([*lines[:47], lines[47].replace(",", ',"'), *lines[48:], ""]).encode()
    yield Bad("e_csv_quote.csv", quote, {"E_CSV_QUOTE": 1}, row=47)


def _wrong_fields(rows: Rows, place: int) -> Iterator[Bad]:
    harness = [{"doc_id": at, "filtered_resps": row["prediction"]} for at, row in enumerate(rows)]
    yield Bad("e_fields.jsonl", jsonl(harness), {"E_FIELDS": len(rows), "W_IGNORED_COLUMNS": 1}, row=1)
    yield Bad("e_type.jsonl", jsonl(changed(rows, place, prediction=True)), {"E_TYPE": 1}, row=place + 1)
    long = changed(rows, place, raw_output="It may be this one. " * 5_000 + "!")
    yield Bad("e_too_long.jsonl", jsonl(long), {"E_TOO_LONG": 1}, row=place + 1)
    key = "sk-" + "0" * 24
    secret = changed(rows, place, raw_output=f"Authorization: Bearer {key}")
    yield Bad("e_secret.jsonl", jsonl(secret), {"E_SECRET": 1}, row=place + 1)


def _wrong_ids(rows: Rows) -> Iterator[Bad]:
    lost = {"E_MISSING": 1}
    yield Bad("e_id_type.jsonl", jsonl(changed(rows, 2, id=2.5)), {"E_ID_TYPE": 1, **lost}, row=3)
    yield Bad("e_missing.jsonl", jsonl(rows[:-3]), {"E_MISSING": 3})
    spaced = changed(rows, 2, id=rows[2]["id"] + " ")
    yield Bad("e_unknown.jsonl", jsonl(spaced), {"E_UNKNOWN": 1, **lost}, row=3)
    yield Bad("e_duplicate.jsonl", jsonl([*rows, rows[0]]), {"E_DUPLICATE": 1}, row=len(rows) + 1)
    official = [{"id": f"AAAAAAAAAA{at % 10}_front.mp4|{at}|VMR|0", "prediction": "A"} for at in range(60)]
    yield Bad("e_full_file.jsonl", jsonl(official), {"E_FULL_FILE": 1})
    orders = [{**rows[5], "order": "ABCD", "prediction": "A"}]
    yield Bad("e_order.jsonl", jsonl([*rows[:5], *orders]), {"E_ORDER": 5, "E_MISSING": 863}, row=1)


def _wrong_answers(rows: Rows, choice: int, count: int) -> Iterator[Bad]:
    labels = changed(changed(rows, choice, prediction="E"), choice + 1, prediction="(b)")
    yield Bad("e_label.jsonl", jsonl(labels), {"E_LABEL": 2}, row=choice + 1)
    yield Bad("e_count.jsonl", jsonl(changed(rows, count, prediction="about 12")), {"E_COUNT": 1}, row=count + 1)


def _wrong_cards(rows: Rows, choice: int) -> Iterator[Bad]:
    card = {"display_name": "A model", "organisation": "A lab", "open_weights": True, "protocol": "paper"}
    faulty = {**card, "open_weights": "yes", "protocol": "32 frames", "date": "30.11.2026", "size": "7B"}
    both = jsonl(changed(rows, choice, prediction="E"))
    yield Bad("e_card.jsonl", both, {"E_CARD": 3, "E_LABEL": 1, "W_CARD": 1}, card=faulty)
    other = {**card, "data_version": "released-6980"}
    yield Bad("e_data_version.jsonl", jsonl(rows), {"E_DATA_VERSION": 1}, card=other)
    declared = {**card, "mode": "strict"}
    yield Bad("w_mode.jsonl", jsonl(rows), {"W_MODE": 1}, mode="rules", card=declared)


def _only_warnings(rows: Rows, choice: int, count: int) -> Iterator[Bad]:
    whole = jsonl(rows)
    yield Bad("w_bom.jsonl", b"\xef\xbb\xbf" + whole, {"W_BOM": 1})
    yield Bad("w_blank_lines.jsonl", whole.replace(b"\n", b"\n\n", 2), {"W_BLANK_LINES": 1})
    yield Bad("w_jsonl_in_json.json", whole, {"W_JSONL_IN_JSON": 1})
    yield Bad("w_array_in_jsonl.jsonl", json.dumps(rows).encode(), {"W_ARRAY_IN_JSONL": 1})
    yield Bad("w_gzip_by_content.jsonl", gzip.compress(whole, mtime=0), {"W_GZIP_BY_CONTENT": 1})
    ignored = [{**row, "answer": "A", "score": 1} for row in rows]
    yield Bad("w_ignored_columns.jsonl", jsonl(ignored), {"W_IGNORED_COLUMNS": 1})
    yield Bad("w_count.jsonl", jsonl(changed(rows, count, prediction=20_000)), {"W_COUNT": 1}, row=count + 1)
    same = [{**row, "prediction": "D" if isinstance(row["prediction"], str) else 2} for row in rows]
    yield Bad("w_histogram.jsonl", jsonl(same), {"W_HISTOGRAM": 1})
    nulls = [{**row, "prediction": None} for row in rows]
    yield Bad("w_all_null.jsonl", jsonl(nulls), {"W_ALL_NULL": 1})
    yield Bad("w_missing.jsonl", jsonl(rows[:-3]), {"W_MISSING": 3}, mode="official")
    vague = changed(rows, choice, prediction="It could be A or B.")
    yield Bad("w_unparsed.jsonl", jsonl(vague), {"W_UNPARSED": 1}, row=choice + 1, mode="rules")
