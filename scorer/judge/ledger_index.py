"""Where each verdict lies in the ledger: a SQLite file beside the segments that can be thrown away at any time.

It is made again from the segments where it is absent, damaged or behind, and what it points to is verified on reading.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from board.errors import JudgeError
from scorer.judge.entries import entry_in
from scorer.judge.segments import Line, Place, lines_in, segments_in

NAME = "index.sqlite"
Answer = TypeVar("Answer")
_TABLES = """
create table if not exists lines (key text, sound integer, segment integer, frame integer, frame_length integer,
                                  start integer, length integer);
create index if not exists by_key on lines (key);
create table if not exists segments (segment integer primary key, form text, size integer, n integer);
"""


class LedgerIndex:
    """Keys to places of one ledger folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.n_damaged = 0  # lines found damaged while indexing
        self._base = sqlite3.connect(":memory:")
        self._safely(self._start)

    def places(self, key: str) -> list[Place]:
        """Where lines with this key lie: those with verdicts first, then the newest."""
        return self._safely(lambda: self._places(key))

    def add(self, lines: Iterable[Line]) -> None:
        """Index lines that were just written."""
        found = list(lines)
        self._safely(lambda: self._add_all(found))

    def renew(self, segment: int, file: Path) -> None:
        """Index a segment anew, after it was packed."""
        self._safely(lambda: self._read_and_commit(segment, file))

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()

    def _safely(self, work: Callable[[], Answer]) -> Answer:
        """Do it; where the index is damaged, make it again from the segments and do it then.

        Raises:
            JudgeError: the machine does not let it be made, say because the disk is full.
        """
        try:
            return work()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            self.close()
            (self._folder / NAME).unlink(missing_ok=True)
        try:
            if work != self._start:
                self._start()
            return work()
        except sqlite3.Error as error:
            raise JudgeError(
                f"the index of the ledger {self._folder} cannot be written ({error}): check the disk; the "
                "verdicts are kept"
            ) from error

    def _start(self) -> None:
        self._base.close()
        self._base = sqlite3.connect(self._folder / NAME)
        try:
            self._base.execute("pragma synchronous = off")  # it can be made again
            self._base.executescript(_TABLES)
            self._require_whole()
            self._catch_up()
        except BaseException:
            self._base.close()
            raise

    def _require_whole(self) -> None:
        """Refuse an index that lost pages or rows; it is made again then."""
        (sound,) = self._base.execute("pragma quick_check(1)").fetchone()
        counted = self._base.execute("select segment, count(*) from lines group by segment")
        found = dict(counted.fetchall())
        told = dict(self._base.execute("select segment, n from segments").fetchall())
        if sound != "ok" or any(found.get(segment, 0) != n for segment, n in told.items()):
            raise sqlite3.DatabaseError("the index lost rows")

    def _catch_up(self) -> None:
        """Bring the index up to the files: a segment that is not what it was is read anew."""
        known = {row[0]: row[1:] for row in self._base.execute("select segment, form, size from segments")}
        files = segments_in(self._folder)
        for segment in known.keys() - files.keys():
            self._forget(segment)
        for segment, file in files.items():
            if known.get(segment) != _shape(file):
                self._read(segment, file)
        self._base.commit()

    def _places(self, key: str) -> list[Place]:
        order = "order by sound desc, segment desc, frame desc, start desc"
        columns = "segment, frame, frame_length, start, length"
        found = self._base.execute(f"select {columns} from lines where key = ? {order}", (key,))  # noqa: S608
        return [Place(*row) for row in found]

    def _add_all(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._add(line)
        self._base.commit()

    def _read_and_commit(self, segment: int, file: Path) -> None:
        self._read(segment, file)
        self._base.commit()

    def _read(self, segment: int, file: Path) -> None:
        self._forget(segment)
        for line in lines_in(file):
            self._add(line)
        (n,) = self._base.execute("select count(*) from lines where segment = ?", (segment,)).fetchone()
        self._base.execute("insert or replace into segments values (?, ?, ?, ?)", (segment, *_shape(file), n))

    def _add(self, line: Line) -> None:
        entry = entry_in(line.text)
        if entry is None:
            self.n_damaged += 1
            return
        row = (entry.key, entry.verdicts is not None, *line.place)
        self._base.execute("insert into lines values (?, ?, ?, ?, ?, ?, ?)", row)

    def _forget(self, segment: int) -> None:
        self._base.execute("delete from lines where segment = ?", (segment,))
        self._base.execute("delete from segments where segment = ?", (segment,))


def _shape(file: Path) -> tuple[str, int]:
    """What tells that a segment is as it was: its form and its size."""
    return file.name[6:], file.stat().st_size


def all_lines(folder: Path) -> Iterator[Line]:
    """Every line of a ledger, in the order in which it was written."""
    for _, file in sorted(segments_in(folder).items()):
        yield from lines_in(file)
