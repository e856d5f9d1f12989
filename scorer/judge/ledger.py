"""The ledger: every verdict ever given, kept for ever, so that nothing is asked (or paid) twice.

Append-only lines (:mod:`scorer.judge.entries`) in segments (:mod:`scorer.judge.segments`) with an index
(:mod:`scorer.judge.ledger_index`). What ``append`` returned from is on disk. A line that a crash tore is cut off, a
damaged one is never used and is told of; such verdicts are simply given again. One run writes at a time.
"""

import fcntl
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from board.errors import JudgeError
from board.writing import write_whole
from scorer.judge.entries import Entry, entry_in, line_of
from scorer.judge.ledger_index import LedgerIndex, all_lines
from scorer.judge.manifest import Manifest
from scorer.judge.segments import Line, SegmentWriter, drop_torn_line, file_of, line_at, pack, segments_in

SEED, LOCK = "seed", "lock"
LARGEST_SEGMENT = 64 * 1024 * 1024


class Ledger:
    """A ledger in a folder, which is made where it is not there.

    A segment of ``largest`` bytes is closed and the next one begun. ``seed`` is where the markers of prompts are drawn
    from; it never leaves the folder. ``told`` lists what was found damaged, in words.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        ...     ledger.find("0" * 64) is None
        True
    """

    def __init__(self, folder: Path, largest: int = LARGEST_SEGMENT) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._largest = largest
        self.folder = folder
        self.told: list[str] = []
        self._lock = _Lock(folder / LOCK)
        try:
            self.seed = _seed(folder / SEED)
            self._mend()
            self._manifest = Manifest(folder)
            self._manifest.check()
            self._index = LedgerIndex(folder)
        except BaseException:
            self._lock.close()
            raise
        if self._index.n_damaged:
            self._tell(
                f"{self._index.n_damaged:,} damaged lines in {folder} are not used; their verdicts are asked anew"
            )
        self._writer: SegmentWriter | None = None
        self._unindexed: list[Line] = []

    def find(self, key: str) -> Entry | None:
        """The entry with a key; one with verdicts before a failed one. None where there is none."""
        return next(self.found(key), None)

    def found(self, key: str) -> Iterator[Entry]:
        """The entries with a key, each verified: those with verdicts first, the newest of them first.

        Raises:
            JudgeError: a packed segment cannot be read.
        """
        for place in self._index.places(key):
            entry = entry_in(line_at(self.folder, place))
            if entry is not None and entry.key == key:
                yield entry
            else:
                self._tell(f"a line of segment {place.segment} in {self.folder} is damaged and not used")

    def append(self, entries: Iterable[Entry]) -> None:
        """Keep entries; they are on disk when this returns.

        Raises:
            OSError: the disk is full or broken; nothing of the entry counts then.
        """
        for entry in entries:
            line = self._room().write(line_of(entry))
            self._unindexed.append(line)
        self._settle()

    def entries(self) -> Iterator[Entry]:
        """Every sound entry, oldest first."""
        for line in all_lines(self.folder):
            entry = entry_in(line.text)
            if entry is None:
                self._tell(f"a line of segment {line.place.segment} in {self.folder} is damaged and not used")
            else:
                yield entry

    def close(self) -> None:
        """Pack what was written, and let others write."""
        if self._lock.closed:
            return
        self._close_segment()
        self._index.close()
        self._lock.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _mend(self) -> None:
        """Pack what a killed run left open, without the line it may have torn."""
        for segment, file in segments_in(self.folder).items():
            plain = file_of(self.folder, segment)
            if file != plain:
                plain.unlink(missing_ok=True)  # it was packed, and the crash came before it was taken away
                continue
            if drop_torn_line(plain):
                self._tell(f"the last line of {plain} was torn and is dropped; its verdict is asked anew")
            pack(self.folder, segment)

    def _room(self) -> SegmentWriter:
        """The segment that takes the next line."""
        if self._writer is not None and self._writer.size >= self._largest:
            self._close_segment()
        if self._writer is None:
            self._writer = SegmentWriter(self.folder)
        return self._writer

    def _settle(self) -> None:
        """Have what was written on disk, and then in the index."""
        if self._writer is not None and self._unindexed:
            self._writer.sync()
            self._index.add(self._unindexed)
            self._unindexed = []

    def _close_segment(self) -> None:
        if self._writer is None:
            return
        self._settle()
        self._writer.close()
        segment, self._writer = self._writer.segment, None
        file = pack(self.folder, segment)
        if file.exists():
            self._manifest.add(segment, file)
            self._index.renew(segment, file)

    def _tell(self, what: str) -> None:
        if what not in self.told:
            self.told.append(what)


class _Lock:
    """One writer at a time; the lock goes with the process that holds it."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise JudgeError(
                f"another run is writing the ledger {file.parent}: wait for it, or name another folder with --ledger"
            ) from error

    @property
    def closed(self) -> bool:
        """Whether it was let go."""
        return self._file.closed

    def close(self) -> None:
        """Let others write."""
        self._file.close()


def _seed(file: Path) -> str:
    """The ledger's seed, drawn once."""
    if not file.exists():
        write_whole(file, secrets.token_hex(32) + "\n", mode=0o600)
    seed = file.read_bytes().strip()
    if not re.fullmatch(rb"[!-~]+", seed):
        raise JudgeError(
            f"{file} is damaged, expected a line of letters: put a copy of it back, or remove it to have another "
            "drawn (verdicts stay valid, markers change)"
        )
    return seed.decode("ascii")
