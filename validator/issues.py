"""Gathering issues: all of them counted, at most 100 a code kept (unless everything is asked for)."""

from collections import Counter
from typing import Any

from board.types import Issue
from validator.codes import CODES, severity

KEPT_PER_CODE = 100
MOST_UNREADABLE = 200_000  # more than any track of any benchmark has rows


class Issues:
    """A list of issues that keeps true counts.

    Example:
        >>> issues = Issues()
        >>> issues.add("E_JSON", "found a trailing comma", row=3)
        >>> issues.counts["E_JSON"], issues.refused
        (1, True)
    """

    def __init__(self, keep_all: bool = False) -> None:
        self.counts: Counter[str] = Counter()
        self.kept: list[Issue] = []
        self.stopped = False
        self._unreadable = 0
        self._limit = None if keep_all else KEPT_PER_CODE

    def wants(self, code: str) -> bool:
        """Count one more issue of ``code``; true where its details will be kept too."""
        self.counts[code] += 1
        return self._limit is None or self.counts[code] <= self._limit

    def add(
        self,
        code: str,
        message: str,
        *,
        fix: str = "",
        row: int | None = None,
        line: int | None = None,
        column: int | None = None,
        question_id: str | None = None,
    ) -> None:
        """Count an issue, and keep it while there is room for its code; ``fix`` defaults to the code's own."""
        if self.wants(code):
            self.kept.append(
                Issue(code, severity(code), message, fix or CODES[code].fix, row, line, column, question_id)
            )

    def keep(self, issue: Issue) -> None:
        """Keep the details of an issue already counted by :meth:`wants`."""
        self.kept.append(issue)

    def stop(self, code: str, message: str, **place: Any) -> None:
        """Add a fault behind which the rest of the file cannot be read: what is missing then is not told."""
        self.stopped = True
        self.add(code, message, **place)

    def forget(self) -> None:
        """Drop everything told so far: one fault explains it all."""
        self.counts.clear()
        self.kept.clear()

    def unreadable(self) -> None:
        """Count a record that could not be read at all; a file of nothing else is not read to its end."""
        self._unreadable += 1
        if self._unreadable == MOST_UNREADABLE:
            found = f"{MOST_UNREADABLE:,} rows could not be read: the rest of the file was not looked at"
            self.stop("E_SHAPE", found, fix="mend the first of them, then check again")

    @property
    def refused(self) -> bool:
        """True where at least one error was found."""
        return any(code.startswith("E_") for code in self.counts)

    @property
    def truncated(self) -> bool:
        """True where some issues were counted but not kept."""
        return self.counts.total() > len(self.kept)

    def in_order(self) -> tuple[Issue, ...]:
        """The kept issues, errors first, then by code, then by place in the file."""
        order = {code: place for place, code in enumerate(CODES)}
        return tuple(sorted(self.kept, key=lambda issue: (order[issue.code], issue.row or 0, issue.line or 0)))
