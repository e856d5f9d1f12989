"""From the official answer files (``model_answers/MODEL/ABILITY.json``) to rows of a prediction file.

A file is ``{video: {event: ["answer to round 1", …]}}``: the entry at place n answers round n, as the released script
reads it. Texts stay byte for byte, also the filler and ``[ERROR]`` texts of the released scripts, which score 0.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.converting import Converted, Row
from board.errors import SubmissionError
from board.types import Question

from .official_json import Findings, json_type
from .official_layout import ABILITIES, FILLER

FAULTS_SHOWN = 20
ERROR = "[ERROR]"

Answers = dict[tuple[str, str], str | None]


def convert(paths: Sequence[Path], questions: Sequence[Question]) -> Converted:
    """Rows for the questions from a model's folder, or from its ability files; answers to other rounds are dropped.

    Raises:
        SubmissionError: the files cannot be read as answers; up to 20 faults are listed, each with its place.
    """
    found = Findings()
    answers: Answers = {}
    for ability, file in _ability_files(paths, found).items():
        answers |= {(ability, id): answer for id, answer in _answers(file, found)}
    if found.faults:
        raise SubmissionError(_told(found.faults))
    asked = [(question.task, question.id) for question in questions]
    rows: list[Row] = [{"id": id, "prediction": answers[task, id]} for task, id in asked if (task, id) in answers]
    missing = [id for task, id in asked if (task, id) not in answers]
    kept = set(asked)
    dropped = [answer for key, answer in answers.items() if key not in kept]
    given = {key: answers[key] for key in asked if key in answers}
    return Converted(rows, missing, len(dropped), tuple(_notes(given, dropped)), _card(paths))


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


def no_answer(answer: str | None) -> str:
    """Why an official entry is no answer: ``null``, ``empty``, ``filler`` or ``[ERROR]``; empty where it is one.

    Example:
        >>> no_answer("[ERROR] CUDA out of memory"), no_answer("No need for this ability to answer."), no_answer("A")
        ('[ERROR]', 'filler', '')
    """
    if answer is None:
        return "null"
    plain = answer.strip()
    if not plain:
        return "empty"
    if plain.startswith(ERROR):
        return ERROR
    return "filler" if plain.rstrip(".") == FILLER.rstrip(".") else ""


def _notes(given: Mapping[tuple[str, str], str | None], dropped: Sequence[str | None]) -> Iterator[str]:
    for reason, what in (
        ("filler", f"the official filler text ({FILLER!r})"),
        (ERROR, f"an error message ({ERROR} …)"),
        ("empty", "empty"),
        ("null", "null"),
    ):
        where = Counter(task for (task, _), answer in given.items() if no_answer(answer) == reason)
        if where:
            by_ability = ", ".join(f"{task} {n:,}" for task, n in where.items())
            yield f"{where.total():,} of {len(given):,} answers are {what} and score 0: {by_ability}"
    real = sum(not no_answer(answer) for answer in dropped)
    if dropped:
        yield f"{len(dropped):,} entries for rounds that are no questions were dropped, {real:,} of them real answers"


def _card(paths: Sequence[Path]) -> dict[str, object] | None:
    """What the released scripts write into the name of a model's folder: frames and pixels, or thinking or not."""
    folders = {path if path.is_dir() else path.parent for path in paths}
    name = folders.pop().resolve().name if len(folders) == 1 else ""
    if settings := re.fullmatch(r"(.+)_([1-9][0-9]{0,3})_([1-9][0-9]{1,4})", name):
        return {"display_name": settings[1], "frames": int(settings[2]), "longer_side_px": int(settings[3])}
    if thinking := re.fullmatch(r"(.+)_(no)?think", name):
        return {"display_name": thinking[1], "thinking": "off" if thinking[2] else "on"}
    return None


def _told(faults: Sequence[str]) -> str:
    shown = "\n".join(f"  {fault}" for fault in faults[:FAULTS_SHOWN])
    more = f"\n  and {len(faults) - FAULTS_SHOWN} more" if len(faults) > FAULTS_SHOWN else ""
    return f"the official answers have faults ({len(faults)}); nothing was written:\n{shown}{more}"
