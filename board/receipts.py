"""Canonical hashes, submission ids and receipts: what makes a number recountable by anyone, offline.

A hash is the sha256 of canonical JSON: keys sorted, no spaces, UTF-8, finite numbers only. Canonical rows are the
rows of a prediction file sorted by (id, order), so the order of rows, white space, gzip and CSV or JSON make no
difference.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from board.types import KeyEntry, Prediction, Question

RECEIPT_NOTE = "self-scored, unpublished"


def canonical_json(value: Any) -> bytes:
    r"""The one canonical JSON text of a value.

    Raises:
        ValueError: a number in it is not finite.

    Example:
        >>> canonical_json({"b": 1, "a": [None, "é"]})
        b'{"a":[null,"\xc3\xa9"],"b":1}'
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def sha256_of(value: Any) -> str:
    """sha256 (64 hex digits) of the canonical JSON of a value.

    Example:
        >>> sha256_of({})[:8]
        '44136fa3'
    """
    return hashlib.sha256(canonical_json(value)).hexdigest()


def sha256_of_text(answer: str | None) -> str:
    """sha256 (64 hex digits) of an answer in UTF-8; no answer is the empty text.

    Example:
        >>> sha256_of_text(None)[:8]
        'e3b0c442'
    """
    return hashlib.sha256((answer or "").encode("utf-8", "surrogatepass")).hexdigest()


def key_sha256(entries: Mapping[str, KeyEntry]) -> str:
    """sha256 of the answers of a key, by question id.

    Example:
        >>> key_sha256({"q1": KeyEntry("q1", "A")}) == key_sha256({"q1": KeyEntry("q1", "B")})
        False
    """
    return sha256_of([[id, entries[id].answer] for id in sorted(entries)])


def questions_sha256(questions: Iterable[Question]) -> str:
    """sha256 of what makes questions the same questions: all but their media and what came with the official row.

    Example:
        >>> one, other = Question("q1", "T", "choice"), Question("q2", "T", "choice")
        >>> questions_sha256([one, other]) == questions_sha256([other, one])
        True
    """
    return sha256_of(sorted(_question_facts(question) for question in questions))


def _question_facts(question: Question) -> list[Any]:
    options, facets = sorted((question.options or {}).items()), sorted(question.facets.items())
    return [question.id, question.task, question.kind, question.question, options, facets, question.cluster]


def rows_sha256(rows: Iterable[Prediction]) -> str:
    """sha256 of the canonical rows. Answers are compared as text: 12 in JSON and ``12`` in CSV are the same row.

    Example:
        >>> rows_sha256([Prediction("b", 12), Prediction("a", "A")]) == rows_sha256(
        ...     [Prediction("a", "A"), Prediction("b", "12")])
        True
    """
    digest = hashlib.sha256()
    for row in sorted(rows, key=lambda row: (row.id, row.order or "")):
        answer = None if row.answer is None else str(row.answer)
        digest.update(canonical_json([row.id, row.order, answer, row.raw_output]))
        digest.update(b"\n")
    return digest.hexdigest()


def submission_id(
    *, benchmark: str, data_version: str, track: str, mode: str, owner: str, card: Mapping[str, Any], rows: str
) -> str:
    """The id of a submission (64 hex digits): what was answered, by which model, how, and by whom.

    ``rows`` is the sha256 of the canonical rows, ``card`` is ``submission.json`` (model_id and revision count).

    Example:
        >>> same = dict(benchmark="b", data_version="v", track="standard", mode="strict", owner="local", rows="0")
        >>> submission_id(**same, card={}) == submission_id(**same, card={"notes": "anything"})
        True
    """
    model = [card.get("model_id"), card.get("revision")]
    return sha256_of([benchmark, data_version, track, mode, owner, *model, rows])


def make_receipt(result: Mapping[str, Any]) -> dict[str, Any]:
    """The receipt of a Result (as a JSON object): everything needed to recount it, and the hash to compare with."""
    names = ("submission_id", "benchmark", "data_version", "track", "mode", "status", "reason", "coverage")
    receipt = {
        "receipt_version": 1,
        "note": RECEIPT_NOTE,
        **{name: result[name] for name in names},
        "submission": result["submission"],
        "headline": result["headline"],
        "provenance": result["provenance"],
        "estimates": result["estimates"],
        "result_sha256": sha256_of(result),
    }
    return {**receipt, "receipt_sha256": sha256_of(receipt)}


def first_difference(told: Any, found: Any, where: str = "") -> str | None:
    """Where two JSON values first differ, in words, or None where they are identical.

    Example:
        >>> first_difference({"n": 3}, {"n": 4})
        'n: the receipt says 3, recounted 4'
    """
    if isinstance(told, dict) and isinstance(found, dict):
        for name in [*told, *(name for name in found if name not in told)]:
            below = f"{where}.{name}" if where else name
            if (difference := first_difference(told.get(name), found.get(name), below)) is not None:
                return difference
        return None
    if isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        pairs = enumerate(zip(told, found, strict=True))
        differences = (first_difference(a, b, f"{where}[{place}]") for place, (a, b) in pairs)
        return next((difference for difference in differences if difference is not None), None)
    if type(told) is type(found) and told == found:
        return None
    return f"{where or 'value'}: the receipt says {_short(told)}, recounted {_short(found)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
