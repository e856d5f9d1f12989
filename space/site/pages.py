"""The pages of the site that show boards: a page is a function from what it shows to its HTML."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from benchmarks import ROOT
from board.types import Benchmark
from space.boards import Board
from space.categories import category_rows
from space.question_health import board_health
from space.rows import Cell, Row
from space.site.render import document, render
from space.site.site import Site
from space.site.table_html import cell_html, interval_text, rank_text, table_html

MOST_MODELS = 300  # lines of the overview; each board has all of its own


class Line(NamedTuple):
    """One model of the overview under one protocol: its rows, one a main board (None where it has none there)."""

    name: str
    organisation: str
    protocol: str
    rows: list[Row | None]


def overview_page(site: Site) -> str:
    """One line a model over all benchmarks; no average over them."""
    boards = site.main_boards()
    lines = _lines(boards)
    return render(
        "overview.html",
        site=site,
        root="",
        here="index.html",
        boards=boards,
        lines=lines[:MOST_MODELS],
        left_out=max(0, len(lines) - MOST_MODELS),
        newest=newest(site)[:5],
        rank_text=rank_text,
        interval=interval_text,
    )


def _lines(boards: Sequence[Board]) -> list[Line]:
    """Models by name and organisation: by the best place each holds, then by the number of boards it is on."""
    found: dict[tuple[str, str, str], list[Row | None]] = {}
    for place, board in enumerate(boards):
        main = board.protocols[:1]  # goes without saying
        for row in board.submissions:
            protocol = "" if row.facts.protocol in main else row.facts.protocol
            mine = found.setdefault((row.facts.name, row.facts.organisation, protocol), [None] * len(boards))
            before = mine[place]
            if before is None or before.headline.estimate is None:
                mine[place] = row
    lines = [Line(*of, rows) for of, rows in found.items()]

    def standing(line: Line) -> tuple[int, int, str]:
        ranks = [row.rank for row in line.rows if row is not None and row.rank is not None]
        return min(ranks, default=len(lines) + 1), -len(ranks), line.name

    return sorted(lines, key=standing)


def board_page(board: Board, site: Site) -> str:
    """The page of a board: table, charts, categories."""
    return render(
        "board.html",
        site=site,
        root="../",
        here=f"boards/{board.name}.html",
        board=board,
        table=table_html(board),
        categories=category_rows(board),
        health=board_health(board),
        titles={task.name: task.title for task in board.benchmark.tasks},
        cell=_markup,
        ranked=sum(row.kind == "ranked" for row in board.rows),
        published=any(row.kind == "published" for row in board.rows),
        floors=any(row.kind == "floor" for row in board.rows),
        head=board.columns[0],
    )


def _markup(cell: Cell) -> Markup:
    return Markup(cell_html(cell))  # noqa: S704  (digits only)


def card_html(benchmark: Benchmark) -> str:
    """The benchmark's card as HTML, without its title."""
    file = (benchmark.root or ROOT) / benchmark.name / "card.md"
    if not file.exists():
        return ""
    text = file.read_text(encoding="utf-8")
    return document(text.partition("\n")[2] if text.startswith("# ") else text)


def about_page(benchmark: Benchmark, site: Site) -> str:
    """The card of a benchmark, and how to cite it where the card does not say so."""
    card = card_html(benchmark)
    return render(
        "about.html",
        site=site,
        root="../",
        here=f"about/{benchmark.name}.html",
        benchmark=benchmark,
        boards=[board for board in site.boards if board.benchmark.name == benchmark.name],
        card=card,
        board=site.main_board(benchmark.name),
        cite=benchmark.bibtex if "@misc" not in card and "@inproceedings" not in card else "",
    )


def compare_page(site: Site) -> str:
    """Two rows against each other; its scripts do the work."""
    return render("compare.html", site=site, root="", here="compare.html")


def changes_page(site: Site) -> str:
    """What came when, and what every board is scored with."""
    days = [(date, list(rows)) for date, rows in groupby(newest(site), key=lambda pair: pair[0].facts.date)]
    return render("changes.html", site=site, root="", here="changes.html", days=days, rank_text=rank_text)


def newest(site: Site) -> list[tuple[Row, Board]]:
    """Every recomputed row, the newest first."""
    rows = [(row, board) for board in site.boards for row in board.submissions]
    rows.sort(key=lambda pair: (pair[1].name, pair[0].facts.name, pair[0].id))
    return sorted(rows, key=lambda pair: pair[0].facts.date, reverse=True)
