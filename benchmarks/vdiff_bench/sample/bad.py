"""The bad files of the sample: rows of letters, with the issues a check must find in each.

Each file is the same forty sound rows with one thing wrong; what is expected stands beside it, written by hand.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.sample_files import Bad, changed, jsonl
from board.types import Question

Rows = list[dict[str, Any]]


def bad_files(questions: Sequence[Question]) -> Iterator[Bad]:
    """Every bad file."""
    rows: Rows = [{"id": question.id, "prediction": "ABCD"[at % 4]} for at, question in enumerate(questions)]
    yield from _wrong_ids(rows)
    yield from _wrong_fields(rows)
    yield from _wrong_answers(rows)
    yield from _only_warnings(rows)


def _wrong_ids(rows: Rows) -> Iterator[Bad]:
    lost = {"E_MISSING": 1}
    yield Bad("e_missing.jsonl", jsonl(rows[:-3]), {"E_MISSING": 3})
    yield Bad(
        "e_unknown_spaces.jsonl", jsonl(changed(rows, 2, id=f" {rows[2]['id']}")), {"E_UNKNOWN": 1, **lost}, row=3
    )
    padded = changed(rows, 2, id=f"0{rows[2]['id']}")
    yield Bad("e_unknown_zeros.jsonl", jsonl(padded), {"E_UNKNOWN": 1, **lost}, row=3)
    yield Bad("e_duplicate.jsonl", jsonl([*rows, rows[0]]), {"E_DUPLICATE": 1}, row=len(rows) + 1)
    decimal = changed(rows, 2, id=float(rows[2]["id"]))
    yield Bad("e_id_type.jsonl", jsonl(decimal), {"E_ID_TYPE": 1, **lost}, row=3)
    whole = [{"id": str(at), "prediction": "A"} for at in range(1_051)]
    yield Bad("e_full_file.jsonl", jsonl(whole), {"E_FULL_FILE": 1})


def _wrong_fields(rows: Rows) -> Iterator[Bad]:
    renamed = [{"index": row["id"], "answer": row["prediction"]} for row in rows]
    yield Bad("e_fields.jsonl", jsonl(renamed), {"E_FIELDS": len(rows), "W_IGNORED_COLUMNS": 1}, row=1)
    yield Bad("e_type.jsonl", jsonl(changed(rows, 6, prediction=["A"])), {"E_TYPE": 1}, row=7)
    yield Bad("e_order.jsonl", jsonl(changed(rows, 4, order="ABCD")), {"E_ORDER": 1}, row=5)


def _wrong_answers(rows: Rows) -> Iterator[Bad]:
    labels = changed(changed(rows, 3, prediction="E"), 4, prediction="The two images are completely identical.")
    yield Bad("e_label.jsonl", jsonl(labels), {"E_LABEL": 2}, row=4)
    yield Bad("e_label_index.jsonl", jsonl(changed(rows, 3, prediction="0")), {"E_LABEL": 1}, row=4)


def _only_warnings(rows: Rows) -> Iterator[Bad]:
    numbers = [{**row, "id": int(row["id"])} for row in rows]
    yield Bad("w_int_ids.jsonl", jsonl(numbers), {"W_INT_IDS": 1})
    yield Bad("w_histogram.jsonl", jsonl({**row, "prediction": "D"} for row in rows), {"W_HISTOGRAM": 1})
    yield Bad("w_all_null.jsonl", jsonl({**row, "prediction": None} for row in rows), {"W_ALL_NULL": 1})
    vague = changed(rows, 3, prediction="Either A or B.")
    yield Bad("w_unparsed.jsonl", jsonl(vague), {"W_UNPARSED": 1}, row=4, mode="rules")
    card = {"display_name": "A model", "organisation": "A lab", "open_weights": True, "protocol": "paper"}
    declared = {**card, "data_version": "released-1051"}
    yield Bad("e_data_version.jsonl", jsonl(rows), {"E_DATA_VERSION": 1}, card=declared)
