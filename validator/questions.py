"""What a prediction file must answer: ids, kinds and labels of the questions, read lean (no texts in strict mode)."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from board.errors import BenchmarkError
from board.types import Question

_BLOCK = 256 * 1024


class _LabelsRow(msgspec.Struct, gc=False):
    """A question without its texts: option texts stay undecoded."""

    id: str
    kind: str
    options: dict[str, msgspec.Raw] | None = None


class _TextsRow(msgspec.Struct, gc=False):
    """A question with its option texts."""

    id: str
    kind: str
    options: dict[str, str] | None = None


class Questions:
    """The questions of one data folder in file order, as parallel columns.

    ``labels[i]`` is the tuple of labels of question i (empty where it is no choice); ``options[i]`` its label texts,
    kept only where ``texts`` is asked for.
    """

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.kinds: list[str] = []
        self.labels: list[tuple[str, ...]] = []
        self.options: list[Mapping[str, str]] = []
        self.index: dict[str, int] = {}
        self._shared: dict[tuple[str, ...], tuple[str, ...]] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, id: str, kind: str, options: Mapping[str, Any] | None, texts: bool) -> None:
        """Append one question."""
        if kind not in ("choice", "count", "text"):
            raise BenchmarkError(
                f"question {id!r}: kind is {kind!r}, expected choice, count or text: import the benchmark again"
            )
        if kind == "choice" and not options:
            raise BenchmarkError(f"question {id!r} is a choice without options")
        if id in self.index:
            raise BenchmarkError(f"question {id!r} stands twice in questions.jsonl")
        labels = tuple(options or ()) if kind == "choice" else ()
        self.index[id] = len(self.ids)
        self.ids.append(id)
        self.kinds.append(kind)
        self.labels.append(self._shared.setdefault(labels, labels))
        if texts:
            self.options.append(options or {})


def load_questions(source: Path | Iterable[Question], *, texts: bool) -> Questions:
    """The questions of a data folder (or of a ``questions.jsonl``, or of Question values).

    Raises:
        BenchmarkError: the file is absent or a line cannot be read, with its number.
    """
    questions = Questions()
    if not isinstance(source, Path):
        for question in source:
            questions.add(question.id, question.kind, question.options, texts)
        return questions
    file = source / "questions.jsonl" if source.is_dir() else source
    if not file.exists():
        raise BenchmarkError(f"found no {file}: import the benchmark there, or name the folder with --data")
    decoder = msgspec.json.Decoder(_TextsRow if texts else _LabelsRow)
    with file.open("rb") as handle:
        while block := handle.read(_BLOCK):
            block = (block + handle.readline()).removeprefix(b"\xef\xbb\xbf")
            for row in _decoded(decoder, block, file):
                questions.add(row.id, row.kind, row.options, texts)
    if not questions.ids:
        raise BenchmarkError(f"{file} holds no question: import the benchmark again")
    return questions


def _decoded(decoder: Any, block: bytes, file: Path) -> list[Any]:
    """The rows of a block; a broken line is named by its number in the file."""
    try:
        rows: list[Any] = decoder.decode_lines(block)
        return rows
    except (msgspec.DecodeError, UnicodeDecodeError):
        for number, line in enumerate(file.read_bytes().split(b"\n"), 1):
            try:
                if line.strip():
                    decoder.decode(line.removeprefix(b"\xef\xbb\xbf"))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise BenchmarkError(f"{file}, line {number}: {error}; import the benchmark again") from error
        raise
