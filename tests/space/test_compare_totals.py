"""Published numbers are compared in the browser as in Python, and ties are told as the board found them."""

import itertools
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from board.totals import Total, compare_totals
from space.reading import read_boards
from tests.space.demo import HOUSE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_totals_in_the_browser_are_those_of_python(browser: "Browser", site: Path) -> None:
    rng, page = random.Random(0), browser.new_page()
    page.goto(f"file://{site}/compare.html")
    totals = []
    for _ in range(400):
        n, stderr = rng.choice([None, rng.randint(1, 5000)]), rng.choice([None, rng.uniform(0.001, 0.05)])
        totals.append(Total(rng.choice([0.0, 1.0, rng.random()]), n if stderr is None else None, stderr))
    pairs = list(zip(totals[::2], totals[1::2], strict=True))
    cells = [[[total.value, None, None, total.n, total.stderr] for total in pair] for pair in pairs]
    found = page.evaluate("pairs => pairs.map(([a, b]) => Retally.totals.compare(a, b))", cells)
    known = 0
    for (one, other), told in zip(pairs, found, strict=True):
        expected = compare_totals(one, other)
        assert told["difference"] == pytest.approx(one.value - other.value)
        if expected is None:
            assert told["p"] is None and told["interval"] is None
            continue
        known += 1
        assert told["p"] == pytest.approx(expected.p, rel=1e-9, abs=1e-300)
        assert told["interval"] == pytest.approx([expected.ci_low, expected.ci_high], abs=1e-12)
    assert 50 < known < 200
    page.close()


def test_what_a_page_says_of_holm_is_what_the_board_found(browser: "Browser", site: Path, results: Path) -> None:
    boards = {board.name: board for board in read_boards(results, results, HOUSE)}
    board = boards["vdiff_bench@sample"]
    ranked = [row for row in board.rows if row.kind == "ranked"]
    page, said = browser.new_page(), set[bool]()
    for a, b in itertools.combinations(ranked, 2):
        page.goto("about:blank")
        page.goto(f"file://{site}/compare.html#board=vdiff_bench%40sample&a={a.page}&b={b.page}")
        page.wait_for_selector("html[data-ready=compare]", state="attached")
        told = page.inner_text("main")
        tied = b.id in board.places.tied[a.id]
        said.add(tied)
        assert ("corrected for all 15 pairs of this board (Holm): places" in told) == (not tied)
        assert ("they are tied" in told or "it does not" in told) == tied
    assert said == {True, False}
    page.close()
