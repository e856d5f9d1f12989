"""Verdict files: what a judge said about each answer, read strictly, with every fault at once.

Two forms are read, told apart by their first row. Verdict rows: ``{id, checklist_index, verdict, repeat, judge,
prompt_sha256, answer_sha256}``. A judge's raw replies: ``{ability, video, event, round, replies: [text, …]}``, one
reply a repeat, read by the judge rules (:mod:`validator.answers.verdict`). A reply that cannot be read leaves its
answer unscored; it is never repaired.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.checklists import MISSING, NO, YES, Checklists
from board.receipts import sha256_of
from board.types import Issue, Question
from validator.answers.verdict import read_verdicts
from validator.codes import CODES

MOST_REPEATS = 100
RAW_REPLIES = "raw replies"
_FIELDS = ("id", "checklist_index", "verdict", "repeat", "judge", "answer_sha256")
_REPLY_FIELDS = ("ability", "video", "event", "round", "replies")
_WORDS = {"yes": YES, "no": NO}


class Judged(NamedTuple):
    """The answers a verdict file may speak of: their questions and texts, and their checklists laid end to end."""

    questions: Sequence[Question]
    answers: Sequence[str | None]
    checklists: Checklists


class Verdicts(NamedTuple):
    """What the judge said: ``said`` has shape (repeats, checklist questions) and holds YES, NO or MISSING.

    ``judges`` names every judge, ``prompts`` every prompt (sha256); more than one of either does not compare.
    ``replies`` are the raw replies by question id, where the file holds raw replies. ``n_invalid`` counts the answers
    with a reply that could not be read. ``faults`` refuse the file.
    """

    said: NDArray[np.int8]
    judges: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    replies: Mapping[str, Sequence[str]] | None = None
    n_invalid: int = 0
    sha256: str | None = None
    faults: tuple[Issue, ...] = ()


class _Row(NamedTuple):
    """One row of a verdict file: its number, and its fields or what is wrong with it."""

    number: int
    fields: dict[str, Any]
    fault: str


def no_verdicts(judged: Judged) -> Verdicts:
    """What is known without a verdict file: nothing."""
    return Verdicts(np.full((1, len(judged.checklists.expected)), MISSING, dtype=np.int8))


def read_verdict_file(path: Path, judged: Judged) -> Verdicts:
    """Read a verdict file for these answers; faults are gathered, not raised.

    Raises:
        FileNotFoundError: there is no such file.
    """
    rows = list(_rows(path))
    if rows and "replies" in rows[0].fields:
        return _read_replies(rows, judged)
    return _read_verdict_rows(rows, judged)


def _rows(path: Path) -> Iterator[_Row]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line.decode("utf-8-sig"), object_pairs_hook=_once)
            except (ValueError, RecursionError) as error:
                yield _Row(number, {}, f"not JSON: {error}")
                continue
            found = "" if isinstance(fields, dict) else f"found a JSON {type(fields).__name__}, expected an object"
            yield _Row(number, {} if found else fields, found)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field is given twice")
    return fields


def _read_verdict_rows(rows: Sequence[_Row], judged: Judged) -> Verdicts:
    place = {question.id: at for at, question in enumerate(judged.questions)}
    sha256 = [hashlib.sha256((answer or "").encode("utf-8", "surrogatepass")).hexdigest() for answer in judged.answers]
    faults: list[Issue] = []
    told: dict[tuple[int, int], int] = {}
    for row in rows:
        fault = row.fault or _fault_of_verdict(row.fields, judged, place, sha256)
        if not fault:
            at = place[row.fields["id"]]
            slot = int(judged.checklists.starts[at]) + row.fields["checklist_index"] - 1
            fault = "" if (row.fields["repeat"], slot) not in told else "this repeat is given twice"
            told.setdefault((row.fields["repeat"], slot), _WORDS[row.fields["verdict"]])
        if fault:
            faults.append(_issue(row, fault))
    said = np.full(
        (max((repeat for repeat, _ in told), default=1), len(judged.checklists.expected)), MISSING, dtype=np.int8
    )
    for (repeat, slot), verdict in told.items():
        said[repeat - 1, slot] = verdict
    sound = [row.fields for row in rows] if not faults else []
    return Verdicts(
        said,
        judges=tuple(sorted({str(fields["judge"]) for fields in sound})),
        prompts=tuple(sorted({str(fields["prompt_sha256"]) for fields in sound if fields.get("prompt_sha256")})),
        sha256=sha256_of(sorted(_facts(fields) for fields in sound)),
        faults=tuple(faults),
    )


def _facts(fields: Mapping[str, Any]) -> list[Any]:
    """What of a verdict row makes it the same verdict, in whatever order and spelling the file is written."""
    prompt = fields.get("prompt_sha256") or ""
    return [fields["id"], fields["checklist_index"], fields["repeat"], fields["verdict"], fields["judge"], prompt]


def _fault_of_verdict(
    fields: Mapping[str, Any], judged: Judged, place: Mapping[str, int], sha256: Sequence[str]
) -> str:
    missing = [name for name in _FIELDS if fields.get(name) is None]
    if missing:
        return f"the row lacks {', '.join(missing)}"
    if not isinstance(fields["id"], str) or fields["id"] not in place:
        return f"id {fields['id']!r} is no question of this data folder"
    at = place[fields["id"]]
    n = int(judged.checklists.lengths[at])
    if not _is_whole(fields["checklist_index"]) or not 1 <= fields["checklist_index"] <= n:
        return f"checklist_index is {fields['checklist_index']!r}, expected 1 to {n}"
    if not _is_whole(fields["repeat"]) or not 1 <= fields["repeat"] <= MOST_REPEATS:
        return f"repeat is {fields['repeat']!r}, expected 1 to {MOST_REPEATS}"
    if not isinstance(fields["verdict"], str) or fields["verdict"] not in _WORDS:
        return f'verdict is {fields["verdict"]!r}, expected "yes" or "no"'
    if not isinstance(fields["judge"], str) or not fields["judge"].strip():
        return f"judge is {fields['judge']!r}, expected a name"
    if not isinstance(fields.get("prompt_sha256") or "", str):
        return f"prompt_sha256 is {fields['prompt_sha256']!r}, expected text or null"
    if fields["answer_sha256"] != sha256[at]:
        return f"answer_sha256 is not that of the answer to {fields['id']!r}: this verdict is about another answer"
    return ""


def _read_replies(rows: Sequence[_Row], judged: Judged) -> Verdicts:
    place = {question.id: at for at, question in enumerate(judged.questions)}
    faults: list[Issue] = []
    replies: dict[str, list[str]] = {}
    for row in rows:
        fault = row.fault or _fault_of_replies(row.fields, judged, place)
        if not fault and _id_of(row.fields) in replies:
            fault = "the replies about this round are given twice"
        if fault:
            faults.append(_issue(row, fault))
        else:
            replies[_id_of(row.fields)] = row.fields["replies"]
    said = np.full(
        (max(map(len, replies.values()), default=0) or 1, len(judged.checklists.expected)), MISSING, dtype=np.int8
    )
    invalid = 0
    for id, texts in replies.items():
        slots = judged.checklists.questions_of(place[id])
        read = [read_verdicts(text, slots.stop - slots.start).verdicts for text in texts]
        for repeat, verdicts in enumerate(read):
            if verdicts is not None:
                said[repeat, slots] = [_WORDS[verdict] for verdict in verdicts]
        invalid += any(verdicts is None for verdicts in read)
    return Verdicts(
        said,
        judges=(RAW_REPLIES,),
        replies=replies,
        n_invalid=invalid,
        sha256=sha256_of(sorted(replies.items())),
        faults=tuple(faults),
    )


def _fault_of_replies(fields: Mapping[str, Any], judged: Judged, place: Mapping[str, int]) -> str:
    missing = [name for name in _REPLY_FIELDS if fields.get(name) is None]
    if missing:
        return f"the row lacks {', '.join(missing)}"
    texts, wanted = fields["replies"], _id_of(fields)
    if not isinstance(texts, list) or len(texts) > MOST_REPEATS or not all(isinstance(text, str) for text in texts):
        return f"replies must be a list of at most {MOST_REPEATS} texts"
    if wanted not in place:
        return f"{wanted!r} is no question of this data folder"
    if fields["ability"] != judged.questions[place[wanted]].task:
        return f"ability is {fields['ability']!r}, but {wanted!r} belongs to {judged.questions[place[wanted]].task}"
    return ""


def _id_of(fields: Mapping[str, Any]) -> str:
    return f"{fields['video']}/{fields['event']}/{fields['round']}"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _issue(row: _Row, fault: str) -> Issue:
    text = f"verdict file: {fault}"
    return Issue("E_VERDICT", "error", text, CODES["E_VERDICT"].fix, row.number)


def count_codes(issues: Sequence[Issue]) -> dict[str, int]:
    """How many issues there are of each code."""
    return dict(Counter(issue.code for issue in issues))
