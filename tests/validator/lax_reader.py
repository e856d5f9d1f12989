"""The control arm: a prediction file read the way a typical leaderboard reads one, with the standard library alone.

It means well: it takes gzip, a byte order mark, CSV, arrays, wrappers and mappings, trims and folds what it finds, and
skips what it does not know. That is why it accepts files that say something else than it reads.
"""

import csv
import gzip
import io
import json
from typing import Any


def read_leniently(filename: str, data: bytes) -> dict[str, Any]:
    """Answers by id; raises whatever the standard library raises."""
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    if ".csv" in filename:
        rows: list[Any] = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig", "replace"))))
    else:
        rows = _json_rows(data)
    return {str(row["id"]).strip(): _tidy(row.get("prediction", row.get("raw_output"))) for row in rows}


def accepts(filename: str, data: bytes, ids: set[str]) -> bool:
    """True where it reads an answer to any question without complaint (what is missing counts as wrong there)."""
    try:
        answers = read_leniently(filename, data)
    except Exception:
        return False
    return any(id in ids for id in answers)


def _json_rows(data: bytes) -> list[Any]:
    try:
        value = json.loads(data.removeprefix(b"\xef\xbb\xbf"))
    except ValueError:
        text = data.decode("utf-8-sig", "replace")
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    if isinstance(value, dict):
        lists = [part for part in value.values() if isinstance(part, list)]
        return lists[0] if lists else [{"id": id, "prediction": answer} for id, answer in value.items()]
    return list(value)


def _tidy(answer: Any) -> Any:
    return answer.strip().upper() if isinstance(answer, str) else answer
