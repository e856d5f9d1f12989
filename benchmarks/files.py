"""The rows of a data folder: ``questions.jsonl`` (public) and ``key.jsonl`` (the answers), read and written.

Key files are written with mode 0600. Who may see a key is answered for by the caller of :func:`read_key`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from benchmarks.folder import DataFolder
from board.errors import BenchmarkError
from board.types import AnswerKind, ChecklistQuestion, KeyEntry, Media, Question
from board.words import counted
from board.writing import write_whole

_AnyRow = TypeVar("_AnyRow", bound=msgspec.Struct)


class _MediaRow(msgspec.Struct):
    kind: Literal["image", "video"]
    path: str
    caption: str | None = ""


class _QuestionRow(msgspec.Struct):
    id: str
    kind: AnswerKind
    task: str | None = None
    question: str | None = None
    options: dict[str, str] | None = None
    media: list[_MediaRow] | None = None
    facets: dict[str, str | int | float | bool | None] | None = None
    cluster: str | None = None
    history: list[dict[str, str]] | None = None
    checklist_length: int | None = None
    source: dict[str, object] | None = None


class _ChecklistRow(msgspec.Struct):
    question: str
    expected: Literal["yes", "no"]


class _Checklist(msgspec.Struct):
    checklist: list[_ChecklistRow]


class _KeyRow(msgspec.Struct):
    id: str
    answer: str | int | _Checklist
    reference: str | None = None


def read_questions(path: Path) -> list[Question]:
    """All questions of ``path`` (a data folder or a ``questions.jsonl``), in file order.

    Raises:
        BenchmarkError: a line cannot be read or an id stands twice, with the line number.

    Example:
        >>> from benchmarks.folder import sample_folder
        >>> len(read_questions(sample_folder("vsi_super_wild")))
        48
    """
    file = path / "questions.jsonl" if path.is_dir() else path
    questions = [_question(row) for row in _rows(file, _QuestionRow)]
    _refuse_duplicates(file, (question.id for question in questions))
    return questions


def read_key(path: Path) -> dict[str, KeyEntry]:
    """The key entries of a ``key.jsonl`` by question id. Callers answer for who may see them.

    Raises:
        BenchmarkError: the file is absent, a line cannot be read, or an id stands twice.

    Example:
        >>> from benchmarks.folder import sample_folder
        >>> read_key(sample_folder("vsi_super_wild") / "key.jsonl")["walk1_front.mp4|0|VOC|0"].answer
        12
    """
    entries = [KeyEntry(row.id, _answer(row.answer), row.reference or "") for row in _rows(path, _KeyRow)]
    _refuse_duplicates(path, (entry.id for entry in entries))
    return {entry.id: entry for entry in entries}


def fits(question: Question, entry: KeyEntry | None) -> bool:
    """Whether a key entry is an answer to the question: one of its labels, a count, or a checklist.

    Example:
        >>> fits(Question("q1", "VMR", "choice", options={"A": "left", "B": "right"}), KeyEntry("q1", "C"))
        False
    """
    answer = None if entry is None else entry.answer
    if question.kind == "choice":
        return isinstance(answer, str) and answer in (question.options or {})
    if question.kind == "count":
        return isinstance(answer, int) and answer >= 0
    if not isinstance(answer, tuple) or not answer:
        return False
    sound = all(item.expected in ("yes", "no") for item in answer)
    return sound and question.checklist_length in (None, len(answer))


def require_fitting(questions: Iterable[Question], key: Mapping[str, KeyEntry], where: str) -> None:
    """Check that every question has a fitting entry in the key read from ``where``.

    Raises:
        BenchmarkError: one has none; the message says what was expected, and never an answer.
    """
    unfit = [question for question in questions if not fits(question, key.get(question.id))]
    if not unfit:
        return
    first = unfit[0]
    found = "no entry" if first.id not in key else "an entry that does not fit"
    expected = {
        "choice": f"one of the labels {', '.join(first.options or ())}",
        "count": "a whole number from 0",
        "text": f"a checklist of {first.checklist_length or 'one or more'} questions, each expecting yes or no",
    }[first.kind]
    raise BenchmarkError(
        f"{where} does not answer {counted(len(unfit), 'question')}; the first is {first.id!r}: found {found}, "
        f"expected {expected}. Name the key of this data folder with --key, or import questions and key together"
    )


def write_data_folder(
    benchmark: str, about: DataFolder, key_out: Path, questions: Iterable[Question], key: Iterable[KeyEntry]
) -> None:
    """Write questions and ``data.json`` into ``about.path``, and ``key.jsonl`` (mode 0600) into ``key_out``."""
    out = about.path
    out.mkdir(parents=True, exist_ok=True)
    key_out.mkdir(parents=True, exist_ok=True)
    told: dict[str, object] = {
        "benchmark": benchmark,
        "data_version": about.data_version,
        "source": about.source,
        "partial": about.partial,
        "counts": dict(about.counts),
        "videos": about.videos,
    }
    if about.totals:
        told["totals"] = dict(about.totals)
    write_whole(out / "questions.jsonl", "".join(map(_question_line, questions)))
    write_whole(out / "data.json", json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    write_whole(key_out / "key.jsonl", "".join(map(_key_line, key)), mode=0o600)


def count_tasks(questions: Iterable[Question]) -> dict[str, int]:
    """Number of questions of each task.

    Example:
        >>> count_tasks([Question("q1", "VMR", "choice"), Question("q2", "VMR", "choice")])
        {'VMR': 2}
    """
    return dict(Counter(question.task for question in questions))


def _rows(file: Path, kind: type[_AnyRow]) -> Iterator[_AnyRow]:
    """Decode a JSONL file line by line; a fault names the line."""
    if not file.exists():
        raise BenchmarkError(f"found no {file}: import the benchmark, or name the file with --data or --key")
    decoder = msgspec.json.Decoder(kind)
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield decoder.decode(line.removeprefix(b"\xef\xbb\xbf"))
                except (msgspec.DecodeError, UnicodeDecodeError) as error:
                    raise BenchmarkError(f"{file}, line {number}: {error}; import the benchmark again") from error


def _question(row: _QuestionRow) -> Question:
    return Question(
        id=row.id,
        task=row.task or "",
        kind=row.kind,
        question=row.question or "",
        options=row.options,
        media=tuple(Media(media.kind, media.path, media.caption or "") for media in row.media or ()),
        facets={name: str(value) for name, value in (row.facets or {}).items() if value is not None},
        cluster=row.cluster or row.id,
        history=tuple(row.history or ()),
        checklist_length=row.checklist_length,
        source=row.source or {},
    )


def _answer(answer: str | int | _Checklist) -> str | int | tuple[ChecklistQuestion, ...]:
    if isinstance(answer, _Checklist):
        return tuple(ChecklistQuestion(row.question, row.expected) for row in answer.checklist)
    return answer


def _question_line(question: Question) -> str:
    row: dict[str, object] = {
        "id": question.id,
        "task": question.task,
        "kind": question.kind,
        "question": question.question,
        "options": dict(question.options) if question.options is not None else None,
        "media": [{"kind": media.kind, "path": media.path, "caption": media.caption} for media in question.media],
        "facets": dict(question.facets),
        "cluster": question.cluster,
    }
    if question.history:
        row["history"] = [dict(turn) for turn in question.history]
    if question.checklist_length is not None:
        row["checklist_length"] = question.checklist_length
    if question.source:
        row["source"] = dict(question.source)
    return json.dumps(row, ensure_ascii=False) + "\n"


def _key_line(entry: KeyEntry) -> str:
    answer: object = entry.answer
    if isinstance(entry.answer, tuple):
        answer = {"checklist": [question._asdict() for question in entry.answer]}
    reference = {"reference": entry.reference} if entry.reference else {}
    return json.dumps({"id": entry.id, "answer": answer, **reference}, ensure_ascii=False) + "\n"


def _refuse_duplicates(file: Path, ids: Iterable[str]) -> None:
    twice = [id for id, n in Counter(ids).items() if n > 1]
    if twice:
        raise BenchmarkError(f"{file}: id {twice[0]!r} stands more than once ({counted(len(twice), 'such id')})")
