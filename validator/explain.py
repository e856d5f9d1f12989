"""``explain``: what the reader makes of single answers, one JSON object a line in and one out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from board.errors import SubmissionError
from board.types import Mode, Reading

KINDS = ("choice", "count", "verdict")


def explain_file(path: Path, mode: Mode) -> Iterator[str]:
    """One line of JSON for each case of the file, in order.

    Raises:
        SubmissionError: a line is not a case; the message names the line.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                case = json.loads(line, parse_int=_whole)
            except (ValueError, RecursionError) as error:
                raise SubmissionError(f"{path}, line {number} is not JSON: {error}") from error
            if not isinstance(case, dict) or case.get("kind") not in KINDS or "text" not in case:
                raise SubmissionError(
                    f"{path}, line {number}: expected an object with id, kind ({', '.join(KINDS)}) and text"
                )
            yield json.dumps(explain(case, mode), ensure_ascii=True)


def explain(case: dict[str, Any], mode: Mode) -> dict[str, Any]:
    """The reading of one case.

    Example:
        >>> explain({"id": "1", "kind": "choice", "options": {"A": "", "B": ""}, "text": "B"}, "strict")["label"]
        'B'
    """
    id, kind, text = case.get("id"), case["kind"], case["text"]
    if kind == "verdict":
        from validator.answers.verdict import read_verdicts

        length = case.get("checklist_length")
        found = read_verdicts(text, length if isinstance(length, int) and not isinstance(length, bool) else 0)
        verdicts = None if found.verdicts is None else list(found.verdicts)
        return {"id": id, "verdicts": verdicts, "status": found.status}
    options = case.get("options")
    reading = _read(kind, text, options if isinstance(options, dict) else {}, mode)
    name = "label" if kind == "choice" else "value"
    return {
        "id": id,
        name: reading.answer,
        "status": reading.status,
        "rule": reading.rule,
        "span": list(reading.span) if reading.span else None,
        "tags": list(reading.tags),
    }


def _read(kind: str, text: Any, options: dict[str, str], mode: Mode) -> Reading:
    if isinstance(text, bool | list | dict) or (kind == "choice" and isinstance(text, int | float)):
        nothing = 0 if mode == "official" and kind == "count" else None
        return Reading(nothing, "bad_type", "M0" if kind == "choice" else "N0")
    if mode == "strict":
        from validator.answers.strict import read_strict_choice, read_strict_count

        return read_strict_choice(text, tuple(options)) if kind == "choice" else read_strict_count(text)
    if mode == "official":
        # The only released reader of letters and numbers is that of VSI-Super-Wild.
        from benchmarks import load_module
        from validator.answers.official import read_official

        return read_official(load_module("vsi_super_wild", "official"), kind, text)
    from validator.answers.choice import read_choice
    from validator.answers.count import read_count

    return read_choice(text, options) if kind == "choice" else read_count(text)


def _whole(digits: str) -> int | float:
    """A JSON integer; one too long for Python to convert becomes infinite (out of range for any count)."""
    return int(digits) if len(digits) <= 400 else float(f"{digits[0] if digits[0] == '-' else ''}inf")
