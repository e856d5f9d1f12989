"""The bad files of the sample: free-text answers, with the issues a check must find in each.

Each file is the same 24 sound rows with one thing wrong. What is expected stands beside each fault, written by hand.
Faults of files as such (encodings, archives, broken JSON or CSV) are shown by other benchmarks.
"""

from collections.abc import Iterator, Sequence

from benchmarks.mt_video_bench.official_layout import FILLER
from benchmarks.sample_files import Bad, Row, changed, jsonl
from board.types import Question


def sound_rows(questions: Sequence[Question]) -> list[Row]:
    """One sound row a question."""
    return [
        {"id": question.id, "prediction": f"A sound answer, number {number}."}
        for number, question in enumerate(questions)
    ]


def bad_files(questions: Sequence[Question]) -> Iterator[Bad]:
    """Every bad file."""
    rows = sound_rows(questions)
    typed = changed(changed(rows, 2, prediction=2), 5, prediction=["A pot", "a cat"])
    yield Bad("e_type.jsonl", jsonl(typed), {"E_TYPE": 2}, row=3)
    yield Bad("e_missing.jsonl", jsonl(rows[:-3]), {"E_MISSING": 3})
    video, event, number = rows[4]["id"].split("/")
    named = changed(rows, 4, id=f"{video}/{event}/Round {number}")
    yield Bad("e_unknown.jsonl", jsonl(named), {"E_UNKNOWN": 1, "E_MISSING": 1}, row=5)
    yield Bad("e_duplicate.jsonl", jsonl([*rows, rows[0]]), {"E_DUPLICATE": 1}, row=len(rows) + 1)
    places = [row["id"].split("/") for row in rows]
    harness = [{"video": v, "event": e, "round": n, "answer": "A cat."} for v, e, n in places]
    yield Bad("e_fields.jsonl", jsonl(harness), {"E_FIELDS": len(rows), "W_IGNORED_COLUMNS": 1}, row=1)
    asked = [{"id": f"video_{n % 7}/{n // 7}/{n % 5 + 1}", "prediction": "An answer."} for n in range(60)]
    yield Bad("e_full_file.jsonl", jsonl(asked), {"E_FULL_FILE": 1})
    silent = changed(changed(rows, 0, prediction=FILLER), 3, prediction="[ERROR] CUDA out of memory.")
    yield Bad("w_no_answer.jsonl", jsonl(silent), {"W_NO_ANSWER": 2}, row=1)
    nulls = [{**row, "prediction": None} for row in rows]
    yield Bad("w_all_null.jsonl", jsonl(nulls), {"W_ALL_NULL": 1})
    ignored = [{**row, "judge": "none", "score": 1} for row in rows]
    yield Bad("w_ignored_columns.jsonl", jsonl(ignored), {"W_IGNORED_COLUMNS": 1})
