"""What the released script would say of the same judge's replies (eval.py, NJU-LINK/MT-Video-Bench @547fe24).

For comparability only; no ranked number uses it. It rounds three times to two decimals, divides by the number of
verdicts the judge happened to give, pairs verdicts with the checklist by position, compares nothing but lower-cased
text, and drops what failed or is missing from the denominator. Sums are made in the script's order, from left to right
and without compensation, so that they end in the same bits; the overall mean, which the script only prints with four
decimals, is summed exactly.
"""

import json
import math
import re
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from board.types import KeyEntry, Question

_FENCE = "```"
# What the script's pattern package takes for white space around fenced JSON; str.strip() alone would take more.
_WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_DIGITS = re.compile(r"\d+")


class Replay(NamedTuple):
    """The script's numbers, 0..1: one a question, one an ability, and their mean.

    ``acc`` holds the rounded accuracy of every question the script would score; ``dropped`` are the others, in the
    order of the questions: no answer in the file, or no reply that could be read. ``abilities`` holds those of which
    the file has any answer (0.0 where all of them were dropped); ``overall`` is None where there is none.
    """

    acc: dict[str, float]
    abilities: dict[str, float]
    overall: float | None
    dropped: tuple[str, ...]


def replay(
    questions: Sequence[Question],
    key: Mapping[str, KeyEntry],
    answered: Container[str],
    replies: Mapping[str, Sequence[str]],
) -> Replay:
    """Score a judge's raw replies as the released script does.

    ``answered`` are the ids with a row in the prediction file: null, filler and error texts count, the script has all
    of them judged. ``replies`` holds the raw replies of a question's runs; a question without any is dropped.

    Example:
        >>> from board.types import ChecklistQuestion
        >>> question = Question("v/0/3", "summary", "text")
        >>> expected = tuple(ChecklistQuestion("", answer) for answer in ("yes", "no", "no"))
        >>> replay([question], {"v/0/3": KeyEntry("v/0/3", expected)}, {"v/0/3"}, {"v/0/3": ['{"A1": "Yes"}']}).overall
        1.0
    """
    acc: dict[str, float] = {}
    for question in questions:
        runs = [run_accuracy(reply, key[question.id]) for reply in replies.get(question.id, ())]
        scored = [run for run in runs if run is not None]
        if question.id in answered and scored:
            acc[question.id] = round(add(scored) / len(scored), 2)
    asked: dict[str, list[str]] = {}
    for question in questions:
        if question.id in answered:
            asked.setdefault(question.task, []).append(question.id)
    abilities = {ability: ability_mean(ids, acc) for ability, ids in asked.items()}
    overall = math.fsum(abilities.values()) / len(abilities) if abilities else None
    return Replay(acc, abilities, overall, tuple(question.id for question in questions if question.id not in acc))


def run_accuracy(reply: str, entry: KeyEntry) -> float | None:
    """The accuracy of one run, rounded to two decimals; None where the script skips the run.

    The script dies where a reply is JSON but no object (``["Yes"]``, ``"Yes"``, 3); such a run is skipped here. An
    empty object, list or text is a run of accuracy 0.

    Example:
        >>> from board.types import ChecklistQuestion
        >>> entry = KeyEntry("v/0/3", (ChecklistQuestion("", "yes"), ChecklistQuestion("", "no")))
        >>> [run_accuracy(reply, entry) for reply in ('{"A1": "Yes"}', '{"A2": "No", "A1": "Yes"}', '{}', 'Yes')]
        [1.0, 0.0, 0.0, None]
    """
    verdicts = read_json(reply)
    if isinstance(verdicts, dict | list | str) and not verdicts:
        return 0.0
    if not isinstance(verdicts, dict) or not isinstance(entry.answer, tuple):
        return None
    pairs = zip(verdicts.values(), entry.answer, strict=False)
    correct = sum(str(verdict).lower() == question.expected for verdict, question in pairs)
    return round(correct / len(verdicts), 2)


def read_json(reply: str) -> Any:
    """The JSON in a reply: in its first fenced block if there is one, else all of it; None where it does not parse.

    Example:
        >>> read_json('Sure! ```json {"A1": "Yes"}``` Anything else?'), read_json('Sure! {"A1": "Yes"}')
        ({'A1': 'Yes'}, None)
    """
    start = reply.find(_FENCE) + len(_FENCE)
    end = reply.find(_FENCE, start) if start >= len(_FENCE) else -1
    text = reply if end < 0 else reply[start:end].removeprefix("json").strip(_WHITE)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def ability_mean(ids: Iterable[str], acc: Mapping[str, float]) -> float:
    """Mean over the dialogues of their rounds' mean, each rounded to two decimals; 0.0 for no dialogue at all."""
    dialogues: dict[str, dict[str, float]] = {}
    for id in ids:
        if id in acc:
            dialogue, _, number = id.rpartition("/")
            dialogues.setdefault(dialogue, {})[number] = acc[id]
    scores = []
    for dialogue in sorted(dialogues, key=_file_order):
        rounds = [dialogues[dialogue][number] for number in sorted(dialogues[dialogue], key=_number_first)]
        scores.append(round(add(rounds) / len(rounds), 2))
    return add(scores) / len(scores) if scores else 0.0


def _file_order(dialogue: str) -> tuple[Hashable, ...]:
    """Where a dialogue stands in the script's result file: by video, then by the first number in the event's name."""
    video, _, event = dialogue.rpartition("/")
    digits = _DIGITS.search(event)
    return (video, *(_number_first(digits[0]) if digits else (1, 0, event)))


def _number_first(text: str) -> tuple[int, int, str]:
    """Order of numbers by their value, before any other text."""
    short = text.isascii() and text.isdigit() and len(text) < 10
    return (0, int(text), "") if short else (1, 0, text)


def add(numbers: Iterable[float]) -> float:
    """The plain sum from left to right; since Python 3.12 the built-in one compensates and ends in other bits."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def as_reply(verdicts: Sequence[str]) -> str:
    """Verdicts ("yes" or "no", in the order of the checklist) as the reply a judge would have given.

    Example:
        >>> as_reply(["yes", "no"])
        '{"A1": "Yes", "A2": "No"}'
    """
    return json.dumps({f"A{number}": verdict.capitalize() for number, verdict in enumerate(verdicts, 1)})
