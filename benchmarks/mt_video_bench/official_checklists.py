r"""Reading ``checklist/ABILITY_CheckList.json``: which rounds are judged, and by which yes/no questions.

The file is ``{video: {event: [{"round index": 3, "Q1": "…", "A1": "Yes", …}]}}``. Questions that failed the authors'
review are gone; whether the rest was numbered anew is not known, so numbers may have gaps but must go up: the released
script pairs by position, and in any other order its pairs would not be ours.
"""

import re
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Any

from board.types import ChecklistQuestion

from .official_json import Findings, Place, json_type

Checklist = tuple[ChecklistQuestion, ...]
Key = tuple[str, str]
_FIELD = re.compile(r"([QA])([1-9][0-9]{0,2})")
_ROUND_INDEX = re.compile(r"[1-9][0-9]{0,3}")


def read_checklists(
    folder: Path, ability: str, rounds: Mapping[Key, Set[int]], found: Findings
) -> dict[Key, dict[int, Checklist]]:
    """The checklists of an ability by (video, event) and round; ``rounds`` are those that exist."""
    name = f"checklist/{ability}_CheckList.json"
    if not (folder / name).exists():
        found.absent.append(name)
        return {}
    checklists: dict[Key, dict[int, Checklist]] = {}
    for video, events in found.read(folder / name, name).items():
        place = (name, f"video {video}")
        for event, entries in found.as_object(events, place).items():
            here = (*place, f"event {event}")
            if (video, event) not in rounds:
                found.fault(here, f"there is no such dialogue in mtqa/{ability}.json")
                continue
            checklists[video, event] = dict(_of_dialogue(entries, here, rounds[video, event], found))
    return checklists


def _of_dialogue(entries: object, place: Place, rounds: Set[int], found: Findings) -> Iterator[tuple[int, Checklist]]:
    seen: set[int] = set()
    for number, entry in enumerate(found.as_list(entries, place), 1):
        fields = found.as_object(entry, (*place, f"entry {number}"))
        round = _round_index(fields.get("round index"))
        if round is None:
            shown = fields.get("round index", "absent")
            found.fault((*place, f"entry {number}"), f"'round index' is {shown!r}, expected a round's number")
            continue
        here = (*place, f"Round {round}")
        if round not in rounds:
            found.fault(here, "there is no such round in the dialogue")
        if round in seen:
            found.fault(here, "a second checklist for this round")
        seen.add(round)
        yield round, _checklist(fields, here, found)


def _round_index(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | str) or not _ROUND_INDEX.fullmatch(str(value)):
        return None
    return int(value)


def _checklist(fields: dict[str, Any], place: Place, found: Findings) -> Checklist:
    """The questions of one round; empty where review left none."""
    sides: dict[str, list[int]] = {"Q": [], "A": []}
    for name in fields:
        field = _FIELD.fullmatch(name)
        if field:
            sides[field[1]].append(int(field[2]))
        elif name[:1] in ("Q", "A"):
            # The released script takes any field that begins with A for an expected answer.
            found.fault(place, f"unknown field {name!r}, expected Q1, A1, …")
        elif name != "round index":
            found.unknown_fields[name] += 1
    alone = sorted({f"Q{n}" for n in sides["Q"]} ^ {f"Q{n}" for n in sides["A"]})
    if alone:
        found.fault(place, f"question without answer or answer without question: {', '.join(alone)}")
    elif any(side != sorted(side) for side in sides.values()):
        found.fault(place, "the numbers of questions and answers must go up")
    elif sides["Q"] != list(range(1, len(sides["Q"]) + 1)):
        found.n_gaps += 1
    return tuple(_question(fields, n, place, found) for n in sides["Q"] if n in sides["A"])


def _question(fields: dict[str, Any], number: int, place: Place, found: Findings) -> ChecklistQuestion:
    question, answer = fields[f"Q{number}"], fields[f"A{number}"]
    if not isinstance(question, str) or not question.strip():
        found.fault(place, f"Q{number} is {json_type(question)}, expected a text that is not empty")
    expected = answer.strip().casefold() if isinstance(answer, str) else ""
    if expected not in ("yes", "no"):
        found.fault(place, f"A{number} is {answer!r}, expected Yes or No")
    return ChecklistQuestion(str(question), "yes" if expected == "yes" else "no")
