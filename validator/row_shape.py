"""From one parsed JSON value to a row, or to a fault that says what shape was found and what was expected."""

import json
from itertools import islice
from typing import Any

import msgspec

from validator.issues import Issues
from validator.rows import OURS, Row

_LMMS_EVAL = (
    "this looks like an lmms-eval samples file: its doc_id is a row number, not an id; do not rename columns, "
    "write the id of each question from questions.jsonl"
)
_VLMEVALKIT = "this looks like a VLMEvalKit file: write the id of each question from questions.jsonl, and prediction"
_ALIASES = {
    "id": ("id", "question_id", "questionid", "qid", "idx", "item_id"),
    "prediction": ("prediction", "pred", "predicted", "answer", "response", "output", "label"),
}


_MOST_NAMES = 1000


class IgnoredFields:
    """The names of fields that are not ours, in the order they were met (the first thousand of them)."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def note(self, names: Any) -> None:
        """Remember those of ``names`` that are not ours."""
        if len(self.names) < _MOST_NAMES:
            room = _MOST_NAMES - len(self.names)
            self.names.update(dict.fromkeys(islice((name for name in names if name not in OURS), room)))

    def warn(self, issues: Issues) -> None:
        """Name them in one warning."""
        if self.names:
            shown = ", ".join(name[:40] for name in list(self.names)[:10])
            more = f" and {len(self.names) - 10} more" if len(self.names) > 10 else ""
            issues.add("W_IGNORED_COLUMNS", f"not read: {shown}{more}")


def to_row(value: Any, issues: Issues, ignored: IgnoredFields, *, row: int, line: int) -> Row | None:
    """One parsed row; None where it is no object or has no usable id (the fault is in ``issues``).

    Example:
        >>> to_row({"id": "q1", "prediction": "A"}, Issues(), IgnoredFields(), row=1, line=1).prediction
        'A'
    """
    if not isinstance(value, dict):
        found = "a list" if isinstance(value, list) else f"the value {json.dumps(value)[:40]}"
        issues.add("E_SHAPE", f"this row is {found}, expected an object with id and prediction", row=row, line=line)
        return None
    ignored.note(value)
    if "id" not in value:
        issues.add("E_FIELDS", "this row has no id", fix=missing_field_hint(value), row=row, line=line)
        return None
    if isinstance(value["id"], bool) or not isinstance(value["id"], str | int):
        found = json.dumps(value["id"])[:40]
        issues.add("E_ID_TYPE", f"the id is {found}, expected text", row=row, line=line)
        return None
    return Row(value["id"], value.get("prediction", msgspec.UNSET), value.get("raw_output"), value.get("order"))


def missing_field_hint(names: Any) -> str:
    """The way out for rows that lack ``id`` or ``prediction``: what harness they may come from."""
    if "filtered_resps" in names or "resps" in names or "doc_id" in names:
        return _LMMS_EVAL
    if "index" in names:
        return _VLMEVALKIT
    hints = []
    for ours, aliases in _ALIASES.items():
        near = next((name for name in names if name != ours and name.strip().lower() in aliases), None)
        if ours not in names and near is not None:
            hints.append(f"rename {near!r} to {ours!r}")
    return "; ".join(hints)


def is_wrapper(value: dict[str, Any]) -> bool:
    """True for an object that is no row of ours and of no harness: a wrapper around rows, or a mapping."""
    return not any(name in value for name in (*OURS, "filtered_resps", "doc_id", "index"))


def explain_shape(value: dict[str, Any], issues: Issues) -> None:
    """One fault for a file that is one object: a wrapper, a mapping, or a row spread over lines."""
    lists = [name for name, part in value.items() if isinstance(part, list) and part and isinstance(part[0], dict)]
    if lists:
        found = f"found one object whose field {lists[0][:40]!r} holds {len(value[lists[0]])} records"
        issues.stop("E_SHAPE", found, row=1, line=1, fix="upload that array itself, or one object a line")
    elif not is_wrapper(value):
        issues.stop("E_JSON", "a row runs over several lines", row=1, line=1, fix="one object a line, or a JSON array")
    else:
        found = f"found one mapping of {len(value)} fields, expected rows with id and prediction"
        issues.stop("E_SHAPE", found, row=1, line=1)
