"""A board of many rows and two protocols in a real browser: what it carries, what it loads, and how it is ranked."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from benchmarks import load_benchmark
from space.rows import Cell
from space.site.build import build_site
from space.site.table_html import interval_text
from tests.space.many import write_many, write_questions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
BOARD, OCR = "vdiff_bench@released-1051", "accuracy/task=ocr_text"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large")
    write_questions(folder / "data" / "vdiff_bench", 200)
    protocols = ("paper", "paper", "streaming")
    write_many(folder / "results", folder / "data" / "vdiff_bench", 240, protocols=protocols)
    build_site(folder / "results", folder / "data", [load_benchmark("vdiff_bench")], folder / "site")
    return folder / "site"


@pytest.fixture
def page(browser: "Browser", large: Path) -> Iterator["Page"]:
    page, said = browser.new_page(viewport={"width": 1400, "height": 900}), list[str]()
    page.on("console", lambda told: said.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.close()
    assert said == []


def opened(page: "Page", large: Path, state: str = "") -> None:
    page.goto(f"file://{large}/boards/{BOARD}.html{state}")
    page.wait_for_selector("html[data-ready=board]", state="attached")


def board(large: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((large / "data" / f"{BOARD}.json").read_bytes())
    return found


def shown(page: "Page") -> list[tuple[str, str]]:
    """Rank and name of every model, in the order shown."""
    rows = page.eval_on_selector_all(
        "#board tbody tr:not(.g):not(.f):not(.m)",
        "rows => rows.map(row => [row.cells[0].innerText.trim(), row.cells[1].querySelector('a').textContent])",
    )
    return [(str(rank), str(name)) for rank, name in rows]


def test_only_the_headline_s_intervals_come_with_the_page_and_the_others_on_demand(page: "Page", large: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, large)
    assert not any(".intervals.js" in url for url in asked)
    first = page.locator("#board tbody tr:not(.g)").first
    assert first.locator("td small").count() == 1
    page.locator("#panel-view-button").click()
    page.locator("#panel-view select").nth(2).select_option("all")
    expect(first.locator("td small")).to_have_count(16)
    assert any(".intervals.js" in url for url in asked)
    name = first.locator("th a").inner_text()
    told = next(row for row in board(large)["rows"] if row["model"] == name)["cells"][OCR]
    expected = interval_text(Cell(told["estimate"], told["low"], told["high"]))
    place = page.eval_on_selector_all("#board thead th", f"heads => heads.findIndex(h => h.dataset.k === '{OCR}')")
    assert first.locator("td, th").nth(place).inner_text().endswith(expected)


def test_each_protocol_is_ranked_by_itself_and_together_on_demand(page: "Page", large: Path) -> None:
    opened(page, large)
    rows = [row for row in board(large)["rows"] if row["kind"] == "ranked"]
    by = {row["model"]: row for row in rows}
    heads = page.locator("#board tr.g").all_inner_texts()
    assert [head.strip() for head in heads] == ["protocol: paper", "protocol: streaming"]
    found = shown(page)
    assert [name for _, name in found] == [row["model"] for row in rows]
    for rank, name in found:
        low, high = by[name]["rank_low"], by[name]["rank_high"]
        assert rank == (f"{low}" if low == high else f"{low}–{high}")
    told = (large / "data" / f"{BOARD}.ranks.js").read_text(encoding="utf-8")
    ranks = json.loads(told[told.index("{") : told.rindex("}") + 1])
    opened(page, large, "#together=1")
    page.wait_for_timeout(300)
    together = dict(zip(ranks["ids"], ranks["together"]["accuracy/all=all"], strict=True))
    for rank, name in shown(page):
        low, high = together[by[name]["id"][:16]]
        assert rank == (f"{low}" if low == high else f"{low}–{high}")


def test_ranked_by_another_column_rows_show_the_places_python_gave_them(page: "Page", large: Path) -> None:
    opened(page, large, f"#sort={OCR}")
    page.wait_for_selector(f"th[data-k='{OCR}'][aria-sort=descending]")
    told = (large / "data" / f"{BOARD}.ranks.js").read_text(encoding="utf-8")
    ranks = json.loads(told[told.index("{") : told.rindex("}") + 1])
    within = dict(zip(ranks["ids"], ranks["within"][OCR], strict=True))
    by = {row["model"]: row for row in board(large)["rows"] if row["kind"] == "ranked"}
    values = []
    for rank, name in shown(page):
        low, high = within[by[name]["id"][:16]]
        assert rank == (f"{low}" if low == high else f"{low}–{high}")
        values.append((by[name]["protocol"] != "paper", -round(100 * by[name]["cells"][OCR]["estimate"], 2)))
    assert values == sorted(values)


def test_groups_have_means_without_a_rank(page: "Page", large: Path) -> None:
    opened(page, large, "#group=access")
    means = page.locator("#board tr.m")
    expect(means.first).to_be_visible()
    told = means.first.inner_text()
    assert told.startswith("–") and "mean of" in told
    rows = [row for row in board(large)["rows"] if row["protocol"] == "paper" and row["kind"] == "ranked"]
    kind = re.search(r"mean of (closed|open)", told)
    assert kind is not None, told
    mine = [round(100 * row["cells"]["accuracy/all=all"]["estimate"], 2) for row in rows if row["access"] == kind[1]]
    assert mine, (kind[1], rows[0])
    assert f"{sum(mine) / len(mine):.2f}" in told


def test_dates_are_grouped_by_month(page: "Page", large: Path) -> None:
    opened(page, large, "#group=date")
    expect(page.locator("#board tr.m").first).to_be_visible()
    heads = [head.split("·")[-1].strip() for head in page.locator("#board tr.g").all_inner_texts()]
    assert {head for head in heads if re.fullmatch(r"2026-\d\d", head)} >= {"2026-01", "2026-12"}


def test_filters_narrow_the_board_and_live_in_the_address(page: "Page", large: Path) -> None:
    opened(page, large, "#f.access=closed&f.class=%E2%89%A4+4B&hide=floor")
    rows = [row for row in board(large)["rows"] if row["kind"] == "ranked" and row["access"] == "closed"]
    small = [row["model"] for row in rows if row["parameters_b"] is not None and row["parameters_b"] <= 4]
    assert [name for _, name in shown(page)] == small and 0 < len(small) < 240
    page.reload()
    page.wait_for_selector("html[data-ready=board]", state="attached")
    assert [name for _, name in shown(page)] == small
