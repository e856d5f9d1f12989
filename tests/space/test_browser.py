"""The site in a real Chromium: from a disk and from a server, every control, both themes, the keyboard alone.

A page may not say an error, load anything from elsewhere, or have a serious or critical fault that axe finds.
"""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from space.site.serve import Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.slow
BOARD = "boards/vdiff_bench@sample.html"
SHOWN = (
    *("index.html", BOARD, "boards/vsi_super_wild@sample.html", "boards/vsi_super_wild@released-6980.html"),
    *("boards/vsi_super_wild@sample.shuffle24.html", "boards/mt_video_bench@sample.html", "about/vdiff_bench.html"),
    *("compare.html", "changes.html", "submit.html", "errors/index.html", "errors/E_LABEL.html"),
)
STATES = (
    *(f"{BOARD}#tab=charts", f"{BOARD}#tab=categories", f"{BOARD}#q=nothing-like-this", f"{BOARD}#as=gap&ci=off"),
    *(f"{BOARD}#as=rank&sort=missed_change/all=all", f"{BOARD}#hide=floor"),
)


class Watched(NamedTuple):
    """A page, what its console said, and what it asked for."""

    page: "Page"
    said: list[str]
    asked: list[str]

    def outside(self, *homes: str) -> list[str]:
        """Requests that lead neither to one of the homes nor into the page itself."""
        return [url for url in self.asked if not url.startswith((*homes, "data:", "blob:"))]


def watch(context: "BrowserContext") -> Watched:
    watched = Watched(context.new_page(), [], [])
    kinds = ("error", "warning")
    watched.page.on("console", lambda told: watched.said.append(told.text) if told.type in kinds else None)
    watched.page.on("pageerror", lambda error: watched.said.append(str(error)))
    watched.page.on("request", lambda request: watched.asked.append(request.url))
    return watched


@pytest.fixture(params=["light", "dark"])
def context(request: Any, browser: "Browser") -> Iterator["BrowserContext"]:
    context = browser.new_context(color_scheme=request.param, viewport={"width": 1280, "height": 860})
    yield context
    context.close()


@pytest.fixture
def watched(browser: "Browser") -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, accept_downloads=True)
    found = watch(context)
    yield found
    assert found.said == []
    assert found.outside("file://", "http://127.0.0.1") == []
    context.close()


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def ready(page: "Page", address: str, name: str = "board") -> None:
    page.goto("about:blank")  # a change of the hash alone would not load the page
    page.goto(address)
    if name:
        page.wait_for_selector(f"html[data-ready={name}]", state="attached")


def names(page: "Page") -> list[str]:
    """The names of the rows shown, in their order."""
    told = page.eval_on_selector_all(
        "#board tbody tr:not(.g) > th", "cells => cells.map(c => c.firstChild.textContent)"
    )
    return [str(name) for name in told]


def ranks(page: "Page") -> list[str]:
    told = page.eval_on_selector_all("#board tbody tr:not(.g) > td:first-child", "cells => cells.map(c => c.innerText)")
    return [text.strip() for text in told]


@pytest.mark.parametrize("home", ["file", "server"])
def test_every_page_opens_without_a_word_of_complaint(
    home: str, site: Path, server: str, context: "BrowserContext"
) -> None:
    start = f"file://{site}" if home == "file" else server
    watched = watch(context)
    files = sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))
    assert len(files) > 70
    for file in files:
        watched.page.goto(f"{start}/{file}")
        assert watched.page.inner_text("h1")
    assert watched.said == [] and watched.outside(start) == []


def test_a_page_that_complains_or_loads_from_elsewhere_is_noticed(browser: "Browser", tmp_path: Path) -> None:
    """Control arm."""
    file = tmp_path / "bad.html"
    file.write_text("<h1>x</h1><script src=https://evil.example/x.js></script><script>nothing()</script>")
    context = browser.new_context()
    watched = watch(context)
    watched.page.goto(f"file://{file}")
    assert any("nothing" in told for told in watched.said)
    assert watched.outside("file://") == ["https://evil.example/x.js"]
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious_in_either_theme(width: int, site: Path, context: "BrowserContext") -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 860})
    model = next(iter(sorted((site / "models").iterdir()))).relative_to(site).as_posix()
    rows = re.findall(r"models/([0-9a-f]{16})", (site / BOARD).read_text(encoding="utf-8"))
    pair = f"compare.html#board=vdiff_bench%40sample&a={rows[0]}&b={rows[2]}"
    for address in (*SHOWN, *STATES, model, pair):
        page.goto("about:blank")
        page.goto(f"file://{site}/{address}")
        page.wait_for_timeout(250)
        found = Axe().run(page).response["violations"]
        serious = [
            (fault["id"], fault["nodes"][0]["html"][:200])
            for fault in found
            if fault["impact"] in ("serious", "critical")
        ]
        assert serious == [], address


def test_axe_finds_a_fault_where_there_is_one(browser: "Browser", tmp_path: Path) -> None:
    """Control arm."""
    file = tmp_path / "bad.html"
    file.write_text("<html><body><img src=x.png><p style='color:#aaa;background:#fff'>pale</p></body></html>")
    page = browser.new_page()
    page.goto(f"file://{file}")
    found = {fault["id"] for fault in Axe().run(page).response["violations"]}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found
    page.close()


def test_no_page_scrolls_sideways_on_a_narrow_phone(site: Path, watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 360, "height": 740})
    for address in (*SHOWN, *STATES):
        page.goto("about:blank")
        page.goto(f"file://{site}/{address}")
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_sorting_by_another_column_shows_the_places_of_that_column(site: Path, watched: Watched) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    assert ranks(page)[:4] == ["1–2", "1–2", "3–4", "3–4"]
    page.get_by_role("button", name="semantic", exact=True).click()
    page.wait_for_selector("th[data-k='accuracy/group=semantic'][aria-sort=descending]")
    assert names(page)[0] == "Image differ (baseline)" and "sort=accuracy/group=semantic" in page.url
    page.get_by_role("button", name="missed a change", exact=True).click()
    page.wait_for_selector("th[data-k='missed_change/all=all'][aria-sort=ascending]")
    ranked = [name for name, rank in zip(names(page), ranks(page), strict=True) if rank != "–"]
    assert ranked[-1] == "Always no difference (floor)", "fewer missed changes are better"
    page.go_back()
    page.wait_for_selector("th[data-k='accuracy/group=semantic'][aria-sort=descending]")
    page.reload()
    page.wait_for_selector("th[data-k='accuracy/group=semantic'][aria-sort=descending]")


def test_search_and_the_empty_state_lead_back(site: Path, watched: Watched) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    everyone = names(page)
    page.keyboard.press("/")
    page.keyboard.type("near-perf")
    page.wait_for_timeout(150)
    assert names(page) == ["Near-perfect (drawn from the key)"] and "q=near-perf" in page.url
    page.keyboard.type("zzz")
    page.wait_for_timeout(150)
    assert "No model matches" in page.inner_text(".status")
    page.locator(".remove").first.click()
    page.wait_for_timeout(150)
    assert names(page) == everyone


def test_every_panel_opens_and_its_controls_change_the_table(site: Path, watched: Watched) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    page.locator("#panel-filter-button").click()
    page.locator("#panel-filter").get_by_label("floors").uncheck()
    page.keyboard.press("Escape")
    assert "letters at random" not in names(page) and "hide=floor" in page.url
    page.locator("#panel-columns-button").click()
    for box in page.locator("#panel-columns input").all():
        box.uncheck()
    assert page.locator("#board thead th").count() <= 4
    page.locator("#panel-columns").get_by_role("button", name="Reset columns").click()
    page.keyboard.press("Escape")
    page.locator("#panel-view-button").click()
    view = page.locator("#panel-view")
    view.locator("select").first.select_option("gap")
    assert page.locator("#board tbody tr").nth(1).locator("td").nth(1).inner_text().startswith("-2.50")
    view.locator("select").first.select_option("rank")
    expect(page.locator("#board tbody tr").first.locator("td").nth(1)).to_have_text(re.compile("1–2"))
    view.locator("select").first.select_option("score")
    view.get_by_label("95 % intervals").uncheck()
    assert not page.locator("#board tbody td small").first.is_visible()
    page.keyboard.press("Escape")
    page.locator("th .info").nth(2).click()
    meaning = page.locator("#meaning").inner_text()
    assert "Share of questions answered with the right letter" in meaning and "28.2" in meaning
    page.keyboard.press("Escape")
    assert not page.locator("#meaning").is_visible()


def test_two_picked_rows_lead_to_a_sentence(site: Path, watched: Watched) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    page.get_by_label("Compare Image differ (baseline)").check()
    assert "1 selected: choose one more" in page.locator(".pick").inner_text()
    page.get_by_label("Compare Random letters (floor)").check()
    page.locator(".pick").get_by_role("link", name="Compare").click()
    page.wait_for_selector("html[data-ready=compare]", state="attached")
    told = page.locator("main").inner_text()
    assert "Image differ (baseline) is ahead by 67.5 points" in told and "likely real" in told
    page.get_by_role("button", name="Swap").click()
    assert "Image differ (baseline) is ahead by 67.5 points" in page.locator("main").inner_text()
    only = page.get_by_role("button", name=re.compile("only B is right"))
    only.click()
    assert "9000" in page.locator("main").inner_text()


def test_published_rows_compare_by_totals_only(site: Path, watched: Watched) -> None:
    state = "board=vsi_super_wild%40released-6980&a=published-1&b=published-5"
    ready(watched.page, f"file://{site}/compare.html#{state}", "compare")
    told = watched.page.locator("main").inner_text()
    assert "Approximate, unpaired" in told and "ahead by" in told


def test_the_drawer_tells_all_of_a_row_and_gives_the_focus_back(site: Path, watched: Watched) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    more = page.locator(".more").first
    more.focus()
    page.keyboard.press("Enter")
    drawer = page.locator("dialog.drawer")
    assert "Image differ (baseline)" in drawer.inner_text() and "illumination" in drawer.inner_text()
    page.keyboard.press("Escape")
    assert not drawer.is_visible()
    assert page.evaluate("document.activeElement.className") == "more"


def test_this_view_can_be_taken_away_as_csv_markdown_and_latex(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}#q=image+differ")
    found = {}
    for name in ("CSV", "Markdown", "LaTeX"):
        page.locator("#panel-export-button").click()
        with page.expect_download() as download:
            page.locator("#panel-export").get_by_role(
                "button", name=re.compile(f"Download.*{name}|{name}.*ownload|{name}")
            ).last.click()
        download.value.save_as(tmp_path / name)
        found[name] = (tmp_path / name).read_text(encoding="utf-8")
        page.keyboard.press("Escape")
    assert all("97.50" in text and "Image differ" in text for text in found.values())
    assert found["CSV"].splitlines()[0].startswith("rank,model,overall") and r"\\" in found["LaTeX"]
    assert len(found["CSV"].splitlines()) == 2


def test_charts_open_on_demand_and_save_as_svg(site: Path, watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    ready(page, f"file://{site}/{BOARD}")
    assert not any("plotly" in url for url in watched.asked)
    page.get_by_role("link", name="Charts").click()
    page.wait_for_selector("html[data-charts=ready]", state="attached")
    assert any("plotly" in url for url in watched.asked)
    assert page.locator("#chart-list figure").count() == 3
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as SVG").first.click()
    download.value.save_as(tmp_path / "chart.svg")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_theme_is_kept_from_page_to_page(site: Path, server: str, watched: Watched) -> None:
    page = watched.page
    page.goto(f"{server}/index.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    for _ in range(2):
        page.locator("#theme").click()
    assert page.inner_text("#theme") == "Theme: dark" and page.evaluate(paper) != light
    page.goto(f"{server}/submit.html")
    assert page.inner_text("#theme") == "Theme: dark" and page.evaluate(paper) != light


def test_the_keyboard_alone_reaches_everything_on_a_board(site: Path, watched: Watched) -> None:
    page, active = watched.page, "document.activeElement"
    ready(page, f"file://{site}/{BOARD}")
    reached: list[str] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(f"{active}.matches('body, html')"):
            break
        reached.append(str(page.evaluate(f"{active}.ariaLabel || {active}.innerText || {active}.id")).strip())
        assert page.evaluate(f"{active}.matches(':focus-visible')"), reached[-1]
    controls = ("Theme: auto", "Charts", "Filter", "Export", "Compare Always A (floor)", "schema")
    assert [wanted for wanted in ("Skip to the content", "Overview", *controls) if wanted not in reached] == []


def test_without_scripts_a_board_is_whole_and_says_what_is_missing(site: Path, browser: "Browser") -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"file://{site}/{BOARD}")
    text = page.locator("main").inner_text()
    assert "97.50" in text and "1–2" in text and "Charts need scripts" in text and "Health of the questions" in text
    assert not page.locator("#controls").is_visible() and not page.locator("#theme").is_visible()
    page.goto(f"file://{site}/compare.html")
    assert "Comparing needs scripts" in page.locator("main").inner_text()
    context.close()


def test_on_paper_a_board_is_its_table(site: Path, watched: Watched) -> None:
    ready(watched.page, f"file://{site}/{BOARD}")
    watched.page.emulate_media(media="print")
    assert watched.page.locator("#board").is_visible()
    assert not watched.page.locator("header nav").is_visible() and not watched.page.locator("#controls").is_visible()
