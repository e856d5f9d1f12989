"""The nouns of the sample's dialogues, and the official layout they are written in.

A talk is one dialogue about one film. A turn with checks is judged; beside each yes/no question stands the rule by
which the sample's stand-in judge answers it: yes where the pattern is found in the answer.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from benchmarks.mt_video_bench.official_layout import ABILITIES


class Check(NamedTuple):
    """One yes/no question; where it ``wavers``, the stand-in judge says the opposite the second time it is asked."""

    question: str
    expected: Literal["Yes", "No"]
    pattern: str
    wavers: bool = False


class Turn(NamedTuple):
    """One round: what the user says, the golden answer, the checks, and what two invented models answer.

    ``careful`` is None where the careful model says what the golden answer says; ``terse`` None: it gives no answer.
    """

    user: str
    assistant: str
    checks: tuple[Check, ...] = ()
    terse: str | None = None
    careful: str | None = None


class Talk(NamedTuple):
    """One dialogue: its ability, film, event, whether it stays in one scene, and its rounds."""

    ability: str
    video: str
    event: str
    setting: Literal["single", "cross"]
    turns: tuple[Turn, ...]


def as_mtqa(talks: Sequence[Talk], ability: str) -> dict[str, Any]:
    """The file ``mtqa/ABILITY.json``."""
    file: dict[str, Any] = {}
    for talk in talks:
        if talk.ability == ability:
            rounds = {
                f"Round {number}": {
                    "User": turn.user,
                    "Assistant": turn.assistant,
                    "Ability": ability.replace("_", " ").title() if turn.checks else "",
                }
                for number, turn in enumerate(talk.turns, 1)
            }
            entry = {"event_index": talk.event, "setting": talk.setting, "mtqa": rounds}
            file.setdefault(talk.video, []).append(entry)
    return file


def as_checklist(talks: Sequence[Talk], ability: str) -> dict[str, Any]:
    """The file ``checklist/ABILITY_CheckList.json``."""
    file: dict[str, Any] = {}
    for talk in talks:
        if talk.ability == ability:
            judged = [(number, turn.checks) for number, turn in enumerate(talk.turns, 1) if turn.checks]
            file.setdefault(talk.video, {})[talk.event] = [_round(number, checks) for number, checks in judged]
    return file


def _round(number: int, checks: Sequence[Check]) -> dict[str, Any]:
    fields: dict[str, Any] = {"round index": number}
    for place, check in enumerate(checks, 1):
        fields |= {f"Q{place}": check.question, f"A{place}": check.expected}
    return fields


def official_files(talks: Sequence[Talk]) -> dict[str, dict[str, Any]]:
    """Every file of the official folder, by its name."""
    files = {f"mtqa/{ability}.json": as_mtqa(talks, ability) for ability in ABILITIES}
    return files | {f"checklist/{ability}_CheckList.json": as_checklist(talks, ability) for ability in ABILITIES}
