"""Reading the official folder of MT-Video-Bench strictly: ``mtqa/ABILITY.json`` with its checklists.

``mtqa/ABILITY.json`` is ``{video: [{"event_index", "mtqa": {"Round 1": {"User", "Assistant", "Ability"}, …}}]}``. All
faults are found at once, each with its file, video, event and round; nothing is mended. A dialogue is known by its
video and event: an event is text, so 3 and "3" are the same event and must not both be there.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.importing import refuse_faults
from board.errors import BenchmarkError

from . import GROUPS
from .official_checklists import Checklist, read_checklists
from .official_json import Findings, Place, json_type

# What the released scripts write where a round is not asked.
FILLER = "No need for this ability to answer."
ABILITIES = tuple(GROUPS)
_SETTINGS = {"single": "single", "single scene": "single", "cross": "cross", "cross scene": "cross"}
_ROUND = re.compile(r"Round ([1-9][0-9]{0,3})")
_UNSAFE = re.compile(r"[/\\\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Round(NamedTuple):
    """One round of the golden dialogue; ``ability`` is the label the release puts on it, often empty."""

    number: int
    user: str
    assistant: str
    ability: str = ""


class Dialogue(NamedTuple):
    """One dialogue about one event of a video, and the checklists of its rounds by their number."""

    ability: str
    video: str
    event: str
    rounds: tuple[Round, ...]
    setting: str = ""
    checklists: Mapping[int, Checklist] = {}


class Layout(NamedTuple):
    """Every dialogue in official order, the files that are absent, and how often each unknown field was met.

    ``n_gaps`` counts the checklists whose numbers skip some.
    """

    dialogues: list[Dialogue]
    absent: list[str]
    unknown_fields: Mapping[str, int]
    n_gaps: int = 0


def read_layout(folder: Path) -> Layout:
    """Read the folder that holds ``mtqa`` and ``checklist``.

    Raises:
        FaultyData: files have faults; those of all files are listed together.
        BenchmarkError: there is no such folder.
    """
    if not (folder / "mtqa").is_dir():
        raise BenchmarkError(f"found no folder {folder / 'mtqa'}: name the official folder that holds mtqa, checklist")
    found = Findings()
    dialogues: list[Dialogue] = []
    for ability in ABILITIES:
        if not (folder / f"mtqa/{ability}.json").exists():
            found.absent.append(f"mtqa/{ability}.json")
            continue
        mine = list(_dialogues(folder, ability, found))
        rounds = {(one.video, one.event): {round.number for round in one.rounds} for one in mine}
        checklists = read_checklists(folder, ability, rounds, found)
        dialogues += [one._replace(checklists=checklists.get((one.video, one.event), {})) for one in mine]
    _find_foreign_files(folder, found)
    _find_shared(dialogues, found)
    refuse_faults(folder.name, found.faults)
    return Layout(dialogues, found.absent, found.unknown_fields, found.n_gaps)


def _find_foreign_files(folder: Path, found: Findings) -> None:
    """JSON files whose name is no ability: what stands in them would be left out silently."""
    for kind, ending in (("mtqa", ".json"), ("checklist", "_CheckList.json")):
        for file in sorted((folder / kind).glob("*.json")):
            if file.name.removesuffix(ending) not in ABILITIES and not file.name.startswith("."):
                found.fault((f"{kind}/{file.name}",), f"expected one of {', '.join(ABILITIES)}, then {ending}")


def _find_shared(dialogues: Iterable[Dialogue], found: Findings) -> None:
    first: dict[tuple[str, str], str] = {}
    for dialogue in dialogues:
        other = first.setdefault((dialogue.video, dialogue.event), dialogue.ability)
        if other != dialogue.ability:
            place = (f"mtqa/{dialogue.ability}.json", f"video {dialogue.video}", f"event {dialogue.event}")
            found.fault(place, f"this video and event stand in mtqa/{other}.json too: their rounds have the same ids")


def _dialogues(folder: Path, ability: str, found: Findings) -> Iterator[Dialogue]:
    name = f"mtqa/{ability}.json"
    for video, entries in found.read(folder / name, name).items():
        place = (name, f"video {video}")
        if unsafe := _unsafe(video):
            found.fault(place, unsafe)
        events = Counter[str]()
        for number, entry in enumerate(found.as_list(entries, place), 1):
            dialogue = _dialogue(ability, video, entry, (*place, f"entry {number}"), found)
            events[dialogue.event] += 1
            if events[dialogue.event] == 2:
                found.fault((*place, f"event {dialogue.event}"), "this event stands more than once")
            yield dialogue


def _dialogue(ability: str, video: str, entry: object, place: Place, found: Findings) -> Dialogue:
    fields = found.as_object(entry, place)
    event = fields.get("event_index")
    if isinstance(event, bool) or not isinstance(event, int | str):
        found.fault(place, f"event_index is {json_type(event)}, expected text or a whole number")
        event = place[-1]
    elif unsafe := _unsafe(str(event)):
        found.fault(place, f"event_index: {unsafe}")
    place = (*place[:-1], f"event {event}")
    setting = fields.get("setting", "")
    spelled = " ".join(re.split(r"[\s_-]+", str(setting).strip().casefold()))
    if setting not in ("", None) and spelled not in _SETTINGS:
        found.fault(place, f"setting is {setting!r}, expected single or cross")
    found.unknown_fields.update(set(fields) - {"event_index", "mtqa", "setting"})
    rounds = tuple(_rounds(fields.get("mtqa"), place, found))
    return Dialogue(ability, video, str(event), rounds, _SETTINGS.get(spelled, ""))


def _rounds(value: object, place: Place, found: Findings) -> Iterator[Round]:
    """The rounds; their numbers must go up, because the released script finds an answer by its place in a list."""
    last = 0
    for name, fields in found.as_object(value, place).items():
        number = _ROUND.fullmatch(name)
        if number is None or int(number[1]) <= last:
            found.fault((*place, name), f"expected a later round than {last}, written 'Round N'")
            continue
        last = int(number[1])
        yield _round(last, found.as_object(fields, (*place, name)), (*place, name), found)
    if not last:
        found.fault(place, "a dialogue without rounds")


def _round(number: int, fields: dict[str, Any], place: Place, found: Findings) -> Round:
    ability = fields.get("Ability") or ""
    for name, value in (("User", fields.get("User")), ("Assistant", fields.get("Assistant")), ("Ability", ability)):
        if not isinstance(value, str):
            found.fault(place, f"{name} is {json_type(value)}, expected text")
    found.unknown_fields.update(set(fields) - {"User", "Assistant", "Ability"})
    return Round(number, str(fields.get("User")), str(fields.get("Assistant")), str(ability))


def _unsafe(name: str) -> str:
    """What is wrong with the name of a video or event, which becomes part of ids and of a path; else nothing."""
    if not name.strip(". "):
        return f"the name {name!r} is empty or made of dots"
    return f"the name {name!r} holds a slash or a control character" if _UNSAFE.search(name) else ""
