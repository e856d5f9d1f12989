"""The page of one submission: its place, every number, its card, and what to recount it with."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from board.columns import facet_of
from board.results import EstimateRow, Result
from board.words import percent, text_of
from space.boards import Board
from space.rows import Cell, Row
from space.site.render import render, safe_link
from space.site.site import Site
from space.site.table_html import cell_html, rank_text

SERIES = re.compile(r"_\d+(_|$)")  # numbers that come in long rows: top_k_1, top_k_2, …
CARD_WORDS = {
    "model_id": "model id",
    "revision": "revision",
    "organisation": "organisation",
    "open_weights": "open weights",
    "licence": "licence",
    "parameters_b": "parameters (billions)",
    "thinking": "thinking",
    "protocol": "protocol",
    "frames": "frames",
    "longer_side_px": "longer side (pixels)",
    "context": "context",
    "view": "view",
    "prompt": "prompt",
    "decoding": "decoding",
    "harness": "harness",
    "date": "date",
    "notes": "notes",
}


def model_page(result: Result, row: Row, board: Board, site: Site) -> str:
    """The page of a submission."""
    card = result.submission
    links = card.get("links")
    return render(
        "model.html",
        site=site,
        root="../",
        here=f"models/{row.page}.html",
        result=result,
        row=row,
        board=board,
        rank=rank_text(row),
        places=site.size(board, row.facts.protocol),
        tied=tied_rows(row, board),
        facts=[(word, _card_text(card.get(name))) for name, word in CARD_WORDS.items() if _card_text(card.get(name))],
        links=[(str(name), text_of(link), safe_link(link)) for name, link in links.items()]
        if isinstance(links, dict)
        else [],
        whole=whole_html(result, board),
        unread=has_unread(result),
        series=whole_html(result, board, series=True),
        parts=parts_of(result, board),
    )


def _card_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {text_of(told)}" for name, told in value.items() if told is not None)
    return text_of(value)


def tied_rows(row: Row, board: Board) -> list[Row]:
    """The rows that the headline's paired tests cannot tell from this one, in the order of the board."""
    tied = set(board.places.tied.get(row.id, ()))
    return [other for other in board.submissions if other.id in tied] if tied else []


def whole_html(result: Result, board: Board, *, series: bool = False) -> Markup:
    """The numbers over everything, one a line: value, interval, n, and how many answers were not read.

    ``series`` asks for those that come in long rows (Top-K for every K) instead of the others.
    """
    titles, head = _titles(board), result.headline.metric
    rows = [
        row
        for row in result.estimates
        if row.mode == result.mode and row.facet == "all" and bool(SERIES.search(row.metric)) == series
    ]
    unread = has_unread(result)
    lines = [_line(row, titles.get(row.metric, _plain(row.metric)), row.metric == head, unread) for row in rows]
    return Markup("\n".join(lines))  # noqa: S704  (every text in it is escaped)


def has_unread(result: Result) -> bool:
    """Whether some answer of a result was not given, or not read."""
    return any(row.n_unanswered + row.n_unparsed for row in result.estimates)


def _line(row: EstimateRow, title: str, strong: bool, unread: bool) -> str:
    start = "<tr class=head>" if strong else "<tr>"
    left = f"<td>{row.n_unanswered + row.n_unparsed:,}" if unread else ""
    return (
        f'{start}<th scope="row">{escape(title)}<td>{cell_html(Cell(row.estimate))}<td>{_interval(row)}<td>{row.n:,}'
        f"{left}"
    )


class Parts(NamedTuple):
    """A facet as a table: its title, the metrics' labels, and the rows as HTML."""

    title: str
    labels: list[str]
    rows: Markup


def parts_of(result: Result, board: Board) -> list[Parts]:
    """Every facet of a result: its values down, its metrics across."""
    titles, found = _titles(board), []
    own = [row for row in result.estimates if row.mode == result.mode and row.facet not in ("all", "")]
    for facet in dict.fromkeys(row.facet for row in own if row.facet != board.benchmark.task_facet):
        rows = [row for row in own if row.facet == facet]
        metrics = list(dict.fromkeys(row.metric for row in rows))
        cells = {(row.value_of_facet, row.metric): row for row in rows}
        values = dict.fromkeys(row.value_of_facet for row in rows)
        lines = [_part(value, [cells.get((value, metric)) for metric in metrics]) for value in values]
        title = facet_of(board.benchmark, facet).title if facet != "order" else "order of the options"
        labels = [titles.get(metric, _plain(metric)) for metric in metrics]
        found.append(Parts(title, labels, Markup("\n".join(lines))))  # noqa: S704  (every text in it is escaped)
    return found


def _part(value: str, rows: Sequence[EstimateRow | None]) -> str:
    n = max((row.n for row in rows if row is not None), default=0)
    cells = "".join(f"<td>{'–' if row is None else _short(row)}" for row in rows)
    return f'<tr><th scope="row">{escape(value.replace("_", " "))}<td>{n:,}{cells}'


def _short(row: EstimateRow) -> str:
    return cell_html(Cell(row.estimate, row.ci_low, row.ci_high))


def _interval(row: EstimateRow) -> str:
    return "" if row.ci_low is None else f"{percent(row.ci_low)} to {percent(row.ci_high)}"


def _titles(board: Board) -> dict[str, str]:
    return {metric.name: metric.label or metric.title for metric in board.benchmark.metrics}


def _plain(metric: str) -> str:
    return metric.replace("_", " ")
