"""``submission.json``, the card of a model: which fields it has, and every fault in it at once.

Checked by hand, field by field, so that the check loads nothing heavy and reports everything.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from board.errors import SubmissionError
from board.types import MODES, TRACKS, Issue
from validator.codes import CODES
from validator.secrets import find_secret
from validator.strict_json import parse

Check = Callable[[Any], bool]


class Field(NamedTuple):
    """One field of the card: what it means, what is expected, and how that is told."""

    meaning: str
    expected: str
    check: Check
    required: bool = False


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= 200 and value.isprintable()


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _long_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 4000


def _one_of(*words: str) -> Check:
    return lambda value: isinstance(value, str) and value in words


def _links(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(link, str) and link.startswith("https://") and len(link) <= 500 for link in value.values()
    )


def _decoding(value: Any) -> bool:
    return isinstance(value, dict) and all(part is None or _number(part) for part in value.values())


def _boolean(value: Any) -> bool:
    return isinstance(value, bool)


def _date(value: Any) -> bool:
    """A calendar date in exactly the form 2026-11-30, so that dates also sort as text."""
    from datetime import date

    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


FIELDS: dict[str, Field] = {
    "model_id": Field("the model, e.g. a hub id", "text", _text),
    "revision": Field("the exact revision of the weights", "text", _text),
    "display_name": Field("the name on the board", "text of at most 200 characters", _text, required=True),
    "organisation": Field("who submits", "text of at most 200 characters", _text, required=True),
    "open_weights": Field("are the weights public?", "true or false", _boolean, required=True),
    "licence": Field("licence of the weights", "text", _text),
    "parameters_b": Field("parameters in billions", "a number", _number),
    "thinking": Field("does it reason before it answers?", "on, off or n/a", _one_of("on", "off", "n/a")),
    "protocol": Field(
        "how frames were chosen",
        "paper, official-harness, streaming or other",
        _one_of("paper", "official-harness", "streaming", "other"),
        required=True,
    ),
    "frames": Field("frames per video", "a whole number", _whole),
    "longer_side_px": Field("longer side of a frame in pixels", "a whole number", _whole),
    "context": Field("earlier turns shown", "golden, self or none", _one_of("golden", "self", "none")),
    "view": Field("VPO views", "original or rotated", _one_of("original", "rotated")),
    "prompt": Field("the prompt used", "official or custom", _one_of("official", "custom")),
    "decoding": Field("temperature, max_tokens, seed", "an object of numbers", _decoding),
    "harness": Field("the harness and its version", "text", _text),
    "mode": Field("how answers are read", "strict, rules or official", _one_of(*MODES)),
    "track": Field("the track", "standard or shuffle24", _one_of(*TRACKS)),
    "data_version": Field("the data version answered", "text", _text),
    "date": Field("when the answers were made", "a date like 2026-11-30", _date),
    "links": Field("paper, code, weights", "an object of https:// links", _links),
    "notes": Field("anything a reader should know", "text of at most 4,000 characters", _long_text),
}


def read_card(path: Path) -> tuple[dict[str, Any], list[Issue]]:
    """The card as a dictionary (nulls dropped), and the fault where it is not one JSON object.

    Raises:
        SubmissionError: there is no such file.
    """
    try:
        card = parse(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise SubmissionError(
            f"found no {path}: .venv/bin/python -m validator init NAME writes one to fill in"
        ) from None
    except (ValueError, RecursionError) as error:
        return {}, [Issue("E_CARD", "error", f"submission.json is not JSON: {error}", "write one object of fields")]
    if not isinstance(card, dict):
        found = f"submission.json holds a {type(card).__name__}, expected one object of fields"
        return {}, [Issue("E_CARD", "error", found, "write one object of fields")]
    return {name: value for name, value in card.items() if value is not None}, []


def check_card(card: Mapping[str, Any], data_version: str) -> list[Issue]:
    """Every fault of a card, and a warning for fields that are not ours.

    Example:
        >>> [issue.code for issue in check_card({"display_name": "M", "organisation": "O", "open_weights": 1}, "v1")]
        ['E_CARD', 'E_CARD']
    """
    issues = [
        _fault(name, f"{name} is missing or null; expected {field.expected}")
        for name, field in FIELDS.items()
        if field.required and name not in card
    ]
    for name, value in card.items():
        field = FIELDS.get(name)
        if field is None:
            issues.append(Issue("W_CARD", "warning", f"submission.json: {name[:40]} is not read"))
        elif not field.check(value):
            shown = json.dumps(value, ensure_ascii=False)[:60]
            issues.append(_fault(name, f"{name} is {shown}; expected {field.expected}"))
    secrets = ((name, find_secret(json.dumps(value))) for name, value in card.items())
    issues += [
        Issue("E_SECRET", "error", f"submission.json: {name[:40]} seems to hold {kind}", CODES["E_SECRET"].fix)
        for name, kind in secrets
        if kind
    ]
    told = card.get("data_version")
    if told is not None and data_version != "unversioned" and told != data_version:
        found = f"submission.json answers {told}, but the questions here are {data_version}"
        issues.append(
            Issue("E_DATA_VERSION", "error", found, f"check against {told} with --data, or correct data_version")
        )
    return issues


def _fault(name: str, message: str) -> Issue:
    return Issue("E_CARD", "error", f"submission.json: {message}", f"give {name}: {FIELDS[name].meaning}")
