"""The leaderboard as one HTML table: sorted, readable without scripts, and small.

Written as joined strings, since a board may have thousands of rows; every text in it is escaped. End tags that HTML
lets out are left out. Scripts add what is only dress: shades, whiskers, buttons.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from board.columns import Column
from board.words import places
from space.boards import Board
from space.rows import Cell, Row

MOST_WHOLE = 200  # rows of a board whose page carries every interval
DASH = "–"
NOTHING = 0.00005  # less than this is shown as 0
MIDDLE = 0.002  # by which the two halves of an interval may differ and still be told as one


class CardColumn(NamedTuple):
    """A column that is not a number of the board: its name, its heading, what it means, and its text for a row."""

    name: str
    label: str
    about: str
    text: Callable[[Row], str]
    shown: bool = False


def size_text(size: float | None) -> str:
    """Billions of parameters; empty where unknown.

    Example:
        >>> size_text(7.0), size_text(0.5), size_text(None)
        ('7', '0.5', '')
    """
    return "" if size is None else f"{size:g}"


CARD_COLUMNS = (
    CardColumn(
        "coverage", "answered", "Share of the required rows in the file.", lambda row: whole(row.coverage), True
    ),
    CardColumn(
        "provenance",
        "proof",
        "How far the number was checked: as published, recomputed, judge-audited, rerun-verified.",
        lambda row: row.provenance,
        True,
    ),
    CardColumn("judge", "judge", "The model that read the answers.", lambda row: row.judge, True),
    CardColumn("date", "date", "When the submission was made, as its card says.", lambda row: row.facts.date, True),
    CardColumn("organisation", "organisation", "Who submitted it.", lambda row: row.facts.organisation),
    CardColumn("access", "weights", "Open or closed weights.", lambda row: row.facts.access),
    CardColumn("size", "size (B)", "Billions of parameters.", lambda row: size_text(row.facts.parameters_b)),
    CardColumn("class", "size class", "Groups of sizes.", lambda row: row.facts.size_class),
    CardColumn("thinking", "thinking", "Whether the model thinks before it answers.", lambda row: row.facts.thinking),
    CardColumn(
        "protocol",
        "protocol",
        "What the model saw; rows of different protocols do not compare.",
        lambda row: row.facts.protocol,
    ),
    CardColumn("frames", "frames", "Frames of the video that the model saw.", lambda row: row.facts.frames),
    CardColumn("mode", "mode", "How answers were read: strict, rules or official.", lambda row: row.mode),
    CardColumn("licence", "licence", "Licence of the model.", lambda row: row.facts.licence),
)


def whole(share: float | None) -> str:
    """A share in whole percent, never rounded up to 100.

    Example:
        >>> whole(1.0), whole(0.9999), whole(None)
        ('100%', '99%', '')
    """
    return "" if share is None else f"{int(share * 100 + 1e-9)}%"


def card_columns(rows: Sequence[Row]) -> list[CardColumn]:
    """The card columns that tell something on a board."""
    return [column for column in CARD_COLUMNS if any(column.text(row) for row in rows if row.kind != "floor")]


def table_html(board: Board, root: str = "../") -> Markup:
    """The table of a board; ``root`` leads from its page to the start of the site."""
    cards = card_columns(board.rows)
    parts = [
        f'<table id="board"{" data-lean" * is_lean(board)}><caption class="quiet">{caption(board)}</caption>',
        *_head(board, cards),
        *_bodies(board, cards, root),
        "</table>",
    ]
    return Markup("\n".join(parts))  # noqa: S704  (every text above is escaped)


def is_lean(board: Board) -> bool:
    """Whether the page leaves the intervals of all numbers but the headline to a data file, because of many rows."""
    return len(board.rows) > MOST_WHOLE


def caption(board: Board) -> str:
    """What the table is, in a sentence, for those who hear it."""
    ranked = sum(row.kind == "ranked" for row in board.rows)
    return escape(
        f"{board.benchmark.title} {board.data_version}: {ranked:,} ranked of {len(board.rows):,} rows, best first; "
        "percent with 95 % intervals"
    )


def _head(board: Board, cards: Sequence[CardColumn]) -> Iterator[str]:
    yield '<thead><tr><th scope="col" data-c="rank">rank<th scope="col" data-c="model">model'
    for number, column in enumerate(board.columns):
        yield _value_head(column, number, board)
    for card in cards:
        off = "" if card.shown else " data-off"
        yield f'<th scope="col" data-c="{card.name}" data-about="{escape(card.about)}"{off}>{escape(card.label)}'
    yield "</thead>"


def _value_head(column: Column, number: int, board: Board) -> str:
    first = ' aria-sort="descending"' if number == 0 else ""
    flags = "".join(
        (
            " data-heat" * column.heat,
            " data-flat" * (not column.ordered),
            " data-off" * (not column.shown),
            " data-low" * (not column.higher_is_better),
        )
    )
    gain = board.places.smallest_gain.get(column.key)
    gain_told = "" if gain is None else f' data-gain="{100 * gain:.1f}"'
    plain = board.plain(column)
    plain_told = f' data-plain="{escape(plain)}"' if plain else ""
    why = "" if plain else board.places.why_plain.get(column.key, "")
    plain_told += f' data-why="{escape(why)}"' if why else ""
    return (
        f'<th scope="col" data-k="{escape(column.key)}" data-term="{escape(column.term)}"'
        f' data-about="{escape(column.about)}"{gain_told}{plain_told}{flags}{first}>{escape(column.label)}'
    )


def _bodies(board: Board, cards: Sequence[CardColumn], root: str) -> Iterator[str]:
    """One body for each protocol, then one for what is not ranked."""
    width = 2 + len(board.columns) + len(cards)
    several, lean = len(board.protocols) > 1, is_lean(board)
    before: str | None = None
    for row in board.rows:
        group = "unranked" if row.kind == "unranked" else row.facts.protocol if row.kind == "ranked" else before
        if group is None:
            group = board.protocols[0] if board.protocols else ""
        if group != before:
            told = "not ranked" if row.kind == "unranked" else f"protocol: {group or 'not told'}"
            heading = f'<tr class="g"><th colspan="{width}" scope="rowgroup">{escape(told)}'
            yield "<tbody>" + (heading if several or row.kind == "unranked" else "")
            before = group
        yield row_html(row, cards, root, lean)


def row_html(row: Row, cards: Sequence[CardColumn], root: str, lean: bool = False) -> str:
    """One row of the table; ``lean`` leaves out the intervals of all numbers but the headline."""
    told = [_escaped(card.text(row)) for card in cards]
    values = [cell_html(row.headline), *map(_value if lean else cell_html, row.cells[1:])]
    cells = "<td>".join((rank_text(row) + _name(row, root), *values, *told))
    return f"<tr{_class_of(row)}><td>{cells}"


@lru_cache(maxsize=10_000)
def _escaped(text: str) -> str:
    """A text of a card as HTML: most of them are a few words that stand in every row."""
    return str(escape(text))


def _class_of(row: Row) -> str:
    return "" if row.kind == "ranked" else f' class="{row.kind[0]}"'


def _name(row: Row, root: str) -> str:
    name, why = escape(row.facts.name), f"<small>{_escaped(row.reason)}</small>" if row.reason else ""
    if row.kind in ("published", "floor"):
        return f'<th scope="row" id="{row.id}">{name}{why}'
    return f'<th scope="row"><a href="{root}models/{row.page}.html">{name}</a>{why}'


def rank_text(row: Row) -> str:
    """The places a row may hold; a dash where it is not ranked."""
    if row.low is None or row.high is None:
        return DASH
    return places(row.low, row.high)


def cell_html(cell: Cell) -> str:
    """A number in percent and its interval: half its width, or both ends where the number is not in the middle.

    Example:
        >>> cell_html(Cell(0.3422, 0.3312, 0.3532)), cell_html(Cell(0.0, 0.0, 0.49)), cell_html(Cell(None))
        ('34.22<small>±1.1</small>', '0.00<small>0.0–49.0</small>', '–')
    """
    estimate, low, high, _, _ = cell
    if estimate is None:
        return DASH
    if -NOTHING < estimate < 0:
        estimate = 0.0  # never -0.00
    if low is None or high is None:
        return f"{100 * estimate:.2f}"
    if -MIDDLE < low + high - 2 * estimate < MIDDLE:  # written out for speed: a board has tens of thousands
        return f"{100 * estimate:.2f}<small>±{50 * (high - low):.1f}</small>"
    return f"{100 * estimate:.2f}<small>{100 * low:.1f}–{100 * high:.1f}</small>"


def _value(cell: Cell) -> str:
    """A number without its interval: the same as :func:`cell_html` of it alone, written out for speed."""
    estimate = cell.estimate
    if estimate is None:
        return DASH
    return f"{0.0 if -NOTHING < estimate < 0 else 100 * estimate:.2f}"


def interval_text(cell: Cell) -> str:
    """The interval of a number alone, as :func:`cell_html` writes it; empty where there is none.

    Example:
        >>> interval_text(Cell(0.3422, 0.3312, 0.3532)), interval_text(Cell(0.5))
        ('±1.1', '')
    """
    return cell_html(cell).partition("<small>")[2].removesuffix("</small>")
