"""Eighty hostile strings in every field a submitter can fill: shown as they are, never run, never fetched.

A page that does not escape, made from the same strings, trips the alarm: the control arm.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import Error

from benchmarks import load_benchmark
from board.results import Result, parse_result, write_result
from space.site.build import build_site
from tests.space.demo import score_sample
from tests.space.hostile import AWAY, STRINGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = pytest.mark.slow
VDIFF = load_benchmark("vdiff_bench")
SAMPLE = Path(__file__).parents[2] / "benchmarks" / "vdiff_bench" / "sample" / "predictions"
FIELDS = (
    *("model_id", "revision", "display_name", "organisation", "licence", "thinking", "protocol", "frames", "context"),
    *("longer_side_px", "view", "prompt", "harness", "date", "notes"),
)


class Watch(NamedTuple):
    """What a page did that it should not have."""

    requests: list[str]
    dialogs: list[str]
    errors: list[str]


def hostile(result: Result, number: int, text: str) -> Result:
    """A result whose card says ``text`` wherever it can, and names its judge and reason so."""
    told: dict[str, Any] = json.loads(result.model_dump_json())
    told["submission_id"] = f"{number:016x}" + told["submission_id"][16:]
    told["submission"] = dict.fromkeys(FIELDS, text) | {
        "links": {text: text, "site": f"https://github.com/{text}", "away": AWAY},
        "decoding": {text: text},
        "open_weights": text,
        "parameters_b": text,
    }
    if number % 4 == 1:
        told["reason"] = text
    if number % 4 == 2:
        told["provenance"]["judge"] = text
    return parse_result(json.dumps(told))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    scored = score_sample(VDIFF, SAMPLE / "random_letters.jsonl")
    assert scored.result is not None and len(STRINGS) == len(set(STRINGS)) == 80
    for number, text in enumerate(STRINGS):
        write_result(hostile(scored.result, number, text), scored.scores, folder / "results")
    build_site(folder / "results", folder, [VDIFF], folder / "site")
    return folder / "site"


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def watched(page: "Page") -> Watch:
    watch = Watch([], [], [])
    page.on("request", lambda request: watch.requests.append(request.url))
    page.on("dialog", lambda dialog: noted(dialog, watch))
    page.on("pageerror", lambda error: watch.errors.append(str(error)))
    return watch


def noted(dialog: "Dialog", watch: Watch) -> None:
    watch.dialogs.append(dialog.message)
    dialog.dismiss()


def alarms(page: "Page", watch: Watch) -> list[str]:
    """Everything that ran, was fetched from elsewhere, or led away."""
    try:
        fired = page.evaluate("window.fired || 0")
    except Error:  # the page is being left
        return ["led away", *watch.requests[1:]]
    outside = [url for url in watch.requests if not url.startswith(("file:", "data:", "blob:"))]
    return [*([f"ran {fired} times"] if fired else []), *outside, *watch.dialogs]


def look(page: "Page", address: str) -> list[str]:
    watch = watched(page)
    page.goto(address)
    page.wait_for_timeout(150)
    return [*alarms(page, watch), *watch.errors]


@pytest.mark.parametrize("path", ["index.html", "changes.html", "submit.html"])
def test_pages_of_many_models_run_and_fetch_nothing(path: str, site: Path, page: "Page") -> None:
    assert look(page, f"file://{site}/{path}") == []


def test_the_board_shows_every_name_as_it_is(site: Path, page: "Page") -> None:
    board = f"file://{site}/boards/vdiff_bench@sample.html"
    for state in ("", "#tab=charts", "#tab=categories", "#q=script", "#group=organisation"):
        assert look(page, board + state) == []
    page.goto("about:blank")
    page.goto(board)
    names = page.eval_on_selector_all("#board tbody th[scope=row] a", "links => links.map(link => link.textContent)")
    assert {plain(name) for name in names} == {plain(text) for text in STRINGS}


def test_every_model_page_shows_its_name_as_it_is_and_links_only_to_known_hosts(site: Path, page: "Page") -> None:
    watch = watched(page)
    for number, text in enumerate(STRINGS):
        page.goto(f"file://{site}/models/{number:016x}.html")
        assert plain(page.inner_text("h1")) == plain(text)
        links = page.eval_on_selector_all("a", "links => links.map(link => link.href)")
        led = {link for link in links if not link.startswith("file:")}
        assert all(link.startswith("https://github.com/") for link in led), led
    assert alarms(page, watch) == [] and watch.errors == []


def test_comparing_hostile_rows_runs_nothing(site: Path, page: "Page") -> None:
    for number in range(0, 80, 5):
        state = f"board=vdiff_bench%40sample&a={number:016x}&b={number + 1:016x}"
        assert look(page, f"file://{site}/compare.html#{state}") == []
        page.goto("about:blank")


def test_a_page_that_does_not_escape_trips_the_alarm(browser: "Browser", tmp_path: Path) -> None:
    """Control arm: most of the strings do harm if they are let."""
    tripped, context = 0, browser.new_context()
    for number, text in enumerate(STRINGS):
        file = tmp_path / f"{number}.html"
        file.write_text(f'<!doctype html><title>x</title><body><p>{text}</p><a href="{text}">x</a>', encoding="utf-8")
        page = context.new_page()  # of its own: some lead away while the next would be opened
        watch = watched(page)
        page.goto(f"file://{file}", wait_until="commit")
        page.wait_for_timeout(60)
        tripped += bool(alarms(page, watch))
        page.close()
    context.close()
    assert tripped >= 40, tripped


def plain(text: str) -> str:
    """A text as browsers lay it out: runs of white space are one blank."""
    return " ".join(text.split())
