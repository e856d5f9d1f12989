"""From the official answer files (``model_answers/MODEL/ABILITY.json``) to rows of a prediction file.

A file is ``{video: {event: ["answer to round 1", …]}}``: the entry at place n answers round n, as the released script
reads it. Texts stay byte for byte, also the filler and ``[ERROR]`` texts of the released scripts, which score 0.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.converting import Converted, Row
from board.errors import FaultyAnswers, listed
from board.types import Question
from board.words import counted

from .official_json import Findings, json_type
from .official_layout import ABILITIES

Answers = dict[tuple[str, str], str | None]


def convert(paths: Sequence[Path], questions: Sequence[Question]) -> Converted:
    """Rows for the questions from a model's folder, or from its ability files; answers to other rounds are dropped.

    Raises:
        FaultyAnswers: the files cannot be read as answers; up to 20 faults are listed, each with its place.
    """
    found = Findings()
    answers: Answers = {}
    for ability, file in _ability_files(paths, found).items():
        answers |= {(ability, id): answer for id, answer in _answers(file, found)}
    if found.faults:
        n = counted(len(found.faults), "fault")
        raise FaultyAnswers(f"the official answers have {n}:\n{listed(found.faults)}")
    asked = [(question.task, question.id) for question in questions]
    rows: list[Row] = [{"id": id, "prediction": answers[task, id]} for task, id in asked if (task, id) in answers]
    missing = [id for task, id in asked if (task, id) not in answers]
    kept = set(asked)
    dropped = [answer for key, answer in answers.items() if key not in kept]
    return Converted(rows, missing, dropped, card=_card(paths))


def _ability_files(paths: Sequence[Path], found: Findings) -> dict[str, Path]:
    """The file of each ability; what is no ability's file, and the same ability twice, are faults."""
    files: dict[str, Path] = {}
    for path in paths:
        inside = sorted(path.glob("[!.]*.json")) if path.is_dir() else [path]
        if not inside:
            found.fault(
                (str(path),), "no answer files in this folder: name the folder of one model, with summary.json …"
            )
        for file in inside:
            if file.suffix != ".json" or file.stem not in ABILITIES:
                found.fault((file.name,), f"expected a file named after an ability: {', '.join(ABILITIES)}, then .json")
            elif file.stem in files:
                found.fault((file.name,), f"given twice: {files[file.stem]} and {file}")
            else:
                files[file.stem] = file
    return files


def _answers(file: Path, found: Findings) -> Iterator[tuple[str, str | None]]:
    """Every entry of a file by the id it answers."""
    for video, events in found.read(file, file.name).items():
        place = (file.name, f"video {video}")
        for event, entries in found.as_object(events, place).items():
            here = (*place, f"event {event}")
            for number, answer in enumerate(found.as_list(entries, here), 1):
                if answer is not None and not isinstance(answer, str):
                    found.fault((*here, f"position {number}"), f"found {json_type(answer)}, expected text or null")
                    continue
                yield f"{video}/{event}/{number}", answer


def _card(paths: Sequence[Path]) -> dict[str, object] | None:
    """What the released scripts write into the name of a model's folder: frames and pixels, or thinking or not."""
    folders = {path if path.is_dir() else path.parent for path in paths}
    name = folders.pop().resolve().name if len(folders) == 1 else ""
    if settings := re.fullmatch(r"(.+)_([1-9][0-9]{0,3})_([1-9][0-9]{1,4})", name):
        return {"display_name": settings[1], "frames": int(settings[2]), "longer_side_px": int(settings[3])}
    if thinking := re.fullmatch(r"(.+)_(no)?think", name):
        return {"display_name": thinking[1], "thinking": "off" if thinking[2] else "on"}
    return None
