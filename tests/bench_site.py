"""Writing a large table: our own against ``DataFrame.to_html`` on the same rows and columns."""

import re
import tempfile
from pathlib import Path

from pandas import DataFrame

from benchmarks import load_benchmark
from space.reading import read_boards
from space.rows import Cell
from space.site.table_html import card_columns, cell_html, rank_text, table_html
from space.views import board_frame
from tests.space.many import write_many, write_questions
from tests.timing import ratio, say


def bench_table() -> None:
    """A thousand rows: ours formats and links, to_html is given what stands in the cells, or the numbers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_questions(folder / "data" / "vdiff_bench", 100)
        write_many(folder / "results", folder / "data" / "vdiff_bench", 1000)
        boards = read_boards(folder / "results", folder / "data", [load_benchmark("vdiff_bench")])
        board = max(boards, key=lambda board: len(board.rows))
        cards = card_columns(board.rows)
        told: dict[str, list[str]] = {"rank": [rank_text(row) for row in board.rows]}
        told["model"] = [row.facts.name for row in board.rows]
        for place, column in enumerate(board.columns):
            cells = [row.cells[place] if place == 0 else Cell(row.cells[place].estimate) for row in board.rows]
            told[column.key] = [re.sub("<.*?>", " ", cell_html(cell)) for cell in cells]  # as the page has them
        told |= {card.name: [card.text(row) for row in board.rows] for card in cards}
        frame = DataFrame(told)
        faster = ratio(lambda: frame.to_html(), lambda: table_html(board))
        wide = f"{len(board.rows):,} x {frame.shape[1]}"
        say(f"board table, {wide}: times faster than to_html of its texts", faster, "x", ">= 5", faster >= 5)
        numbers = board_frame(board)
        numbers = numbers[[name for name in numbers.columns if not name.endswith(":n")]]
        faster = ratio(lambda: numbers.to_html(), lambda: table_html(board))
        say("the same: times faster than to_html of its numbers", faster, "x", ">= 5", faster >= 5)
