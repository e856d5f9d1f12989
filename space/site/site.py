"""What all pages of a site share: its boards, where each is linked, and the rows by submission."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from board.types import Benchmark
from space.boards import Board
from space.rows import Row


class NavLink(NamedTuple):
    """An entry of the header: where it leads from the start of the site, and its words."""

    path: str
    label: str
    benchmark: str = ""


class Site:
    """The boards of a site in order, and look-ups over them."""

    def __init__(self, boards: Sequence[Board], benchmarks: Sequence[Benchmark]) -> None:
        self.boards = list(boards)
        self.benchmarks = list(benchmarks)
        self.rows: dict[str, tuple[Row, Board]] = {
            row.id: (row, board) for board in boards for row in board.submissions
        }
        self._sizes = Counter(
            (board.name, row.facts.protocol) for row, board in self.rows.values() if row.kind == "ranked"
        )
        self._protocols = {board.name: board.protocols for board in boards}
        self._nav = self._links()

    def protocols(self, board: Board) -> list[str]:
        """The protocols of a board's ranked rows, found once: every page of a submission asks."""
        return self._protocols[board.name]

    def size(self, board: Board, protocol: str) -> int:
        """The number of rows that are ranked together with those of a protocol."""
        return self._sizes[board.name, protocol]

    def main_board(self, benchmark: str) -> Board | None:
        """The board a benchmark's name leads to: the first with recomputed rows, else the first there is."""
        mine = [board for board in self.boards if board.benchmark.name == benchmark and board.track == "standard"]
        return next((board for board in mine if board.submissions), mine[0] if mine else None)

    def main_boards(self) -> list[Board]:
        """The main board of every benchmark that has one."""
        return [board for own in self.benchmarks if (board := self.main_board(own.name)) is not None]

    def versions(self, board: Board) -> list[Board]:
        """All boards of the same benchmark, this one among them."""
        return [other for other in self.boards if other.benchmark.name == board.benchmark.name]

    def nav(self) -> list[NavLink]:
        """The entries of the header."""
        return self._nav

    def _links(self) -> list[NavLink]:
        boards = [
            NavLink(f"boards/{board.name}.html", board.benchmark.title, board.benchmark.name)
            for board in self.main_boards()
        ]
        rest = [
            NavLink("compare.html", "Compare"),
            NavLink("changes.html", "Changes"),
            NavLink("submit.html", "Submit"),
        ]
        return [NavLink("index.html", "Overview"), *boards, *rest]
