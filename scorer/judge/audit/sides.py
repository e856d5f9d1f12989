"""The verdicts that the audit reads about prediction files, and what two sets of them are called.

A folder of verdicts holds one file for each prediction file, named like it; or it is a folder of results, where
``score --out`` kept the verdicts beside them. Where there is none about a file, nothing is said about its answers:
blank ones need no judge.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import Path

from board.errors import JudgeError
from board.results import VERDICTS, iterate_results
from scorer.answers import FileAnswers
from scorer.judge.audit.reading import Audited
from scorer.refusals import read_verdicts_or_refuse
from scorer.verdicts import NOT_NAMED, Verdicts, no_verdicts


def read_verdicts_of(audited: Audited, path: Path) -> list[Verdicts]:
    """The verdicts about each prediction file: from one file, or from a folder.

    Raises:
        Refused: a verdict file has faults.
        JudgeError: the folder holds none of them, or one file is given for several.
    """
    files = _verdict_files(path, audited.answers) if path.is_dir() else [path]
    if len(files) < len(audited.answers) and path.exists():
        raise JudgeError(
            f"found one verdict file, {path}, for {len(audited.answers)} prediction files: "
            "name a folder of verdict files, each named like its prediction file"
        )
    if not any(files):
        expected = path / audited.answers[0].file.name
        raise JudgeError(
            f"found no verdict file in {path}, expected one named like its prediction file, {expected}, "
            "or the result of exactly that file, written there by score --out"
        )
    return [_read(audited, one, file) for one, file in zip(audited.answers, files, strict=True)]


def _verdict_files(folder: Path, answers: Sequence[FileAnswers]) -> list[Path | None]:
    """For each prediction file the verdict file named like it, else the one beside the result of the same rows."""
    beside = _beside_results(folder)
    found: list[Path | None] = []
    for one in answers:
        named_alike = (folder / one.file.name, folder / f"{one.name}.jsonl")
        found.append(next((file for file in named_alike if file.exists()), beside.get(one.sha256)))
    return found


def _beside_results(folder: Path) -> dict[str, Path]:
    """The verdict files that lie beside results, by the sha256 of the rows they are about."""
    files = {file.name.removesuffix(VERDICTS): file for file in folder.rglob(f"*{VERDICTS}")}
    results = iterate_results(folder) if files else ()
    return {
        one.provenance.predictions_sha256: files[one.submission_id] for one in results if one.submission_id in files
    }


def _read(audited: Audited, answers: FileAnswers, file: Path | None) -> Verdicts:
    if file is None:
        return no_verdicts(answers.judged)
    return read_verdicts_or_refuse(file, answers.judged, answers.report, audited.benchmark.title)


def judges_in(sides: Sequence[Verdicts]) -> str:
    """Who gave these verdicts; empty where it is not told.

    Example:
        >>> import numpy as np
        >>> nothing = np.zeros((1, 1), dtype=np.int8)
        >>> judges_in([Verdicts(nothing, nothing, frozenset({("b", None), ("a", "p")}))])
        'a, b'
    """
    return ", ".join(sorted({judge for one in sides for judge in one.judges} - {NOT_NAMED}))


def side_names(first: Sequence[Verdicts], second: Sequence[Verdicts], paths: tuple[Path, Path]) -> tuple[str, str]:
    """What the sides of a comparison are called: by their judges, or by their files where these do not tell them apart.

    Example:
        >>> side_names([], [], (Path("verdicts/judge/a.jsonl"), Path("verdicts/people/a.jsonl")))
        ('judge/a.jsonl', 'people/a.jsonl')
    """
    one, other = judges_in(first), judges_in(second)
    shown = _told_apart(*paths)
    return (one or shown[0], other or shown[1]) if one != other else shown


def _told_apart(one: Path, other: Path) -> tuple[str, str]:
    """Two paths without the folders that both begin with."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one.parts, other.parts, strict=False)))
    first, second = ("/".join(path.parts[same:]) or path.name for path in (one, other))
    return first, second


def asked_in(sides: Sequence[Verdicts]) -> list[str]:
    """Every judge with the prompt it was asked by, so that another prompt is not taken for the same judge."""
    return [asked_words([pair]) for pair in sorted({pair for one in sides for pair in one.asked}, key=repr)]


def asked_words(asked: Iterable[tuple[str | None, str | None]]) -> str:
    """Judges and their prompts, for people.

    Example:
        >>> asked_words([("judge-a", "0123456789abcdef"), (None, None)])
        'judge-a (prompt 01234567), not named (prompt not named)'
    """
    return ", ".join(f"{judge or NOT_NAMED} (prompt {prompt[:8] if prompt else NOT_NAMED})" for judge, prompt in asked)
