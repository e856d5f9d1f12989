"""The Compare page in Chromium: its statistics against scipy and board.comparisons, and what it tells of two rows."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page
from scipy.special import betainc, gammaln, ndtr, stdtr, stdtrit

from benchmarks import benchmark_names, load_benchmark
from board.columns import asks
from board.comparisons import Matrix, compare_all
from board.design import Design, design_for, design_of
from space.boards import Board
from space.site.build import build_site
from space.site.data_files import coded, put

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).parents[2]
ALIKE = 1e-9
HOSTILE = "<img src=x onerror=document.title='hacked'>" + "Supercalifragilistic" * 13


class Made(NamedTuple):
    """A site in a folder, and the boards it was made from."""

    folder: Path
    boards: list[Board]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("compare")
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    subprocess.run([sys.executable, "-m", "scorer.demo"], cwd=folder, env=environment, capture_output=True, check=True)
    results, data = folder / "var" / "demo" / "results", folder / "none"
    benchmarks = [load_benchmark(name) for name in benchmark_names()]
    site = build_site(results, data, benchmarks, folder / "site")
    add_synthetic(folder / "site")
    return Made(folder / "site", site.boards)


@pytest.fixture
def page(browser: Browser, made: Made) -> Iterator[Page]:
    """The Compare page with nothing chosen; a test fails where its console holds an error."""
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    show(page, made)
    yield page
    page.close()
    assert faults == []


def show(page: Page, made: Made, choice: str = "") -> None:
    page.goto("about:blank")
    page.goto(f"{(made.folder / 'compare.html').as_uri()}{choice}")
    page.wait_for_selector("html[data-ready=compare]", state="attached", timeout=15_000)


def verdict(page: Page, made: Made, choice: str) -> str:
    show(page, made, choice)
    return page.inner_text(".verdict-card").replace("\xa0", " ")


# Synthetic boards: rows of credits and how the questions hang together.


def credits_of(kind: str, rows: int, n: int) -> Matrix:
    rng = np.random.default_rng(11)
    right = (rng.random((rows, n)) < np.linspace(0.7, 0.4, rows)[:, None]).astype(float)
    if kind == "real":
        right = np.where(rng.random((rows, n)) < 0.5, np.round(rng.random((rows, n)), 3), right)
    if kind == "equal":
        right[1] = right[0]
    return right


def nested(n: int) -> tuple[list[float], list[int]]:
    """Weights of a mean over three groups of unlike size, each weighing a third, and the groups as strata."""
    strata = [0 if i % 7 < 2 else 1 if i % 7 < 3 else 2 for i in range(n)]
    return [1 / strata.count(group) for group in strata], strata


WEIGHTS, STRATA = nested(240)
BOARDS: dict[str, tuple[Matrix, Design]] = {
    "independent": (credits_of("choice", 5, 200), design_of(range(200))),
    "independent, large": (credits_of("choice", 3, 6980), design_of(range(6980))),
    "independent, real-valued": (credits_of("real", 4, 150), design_of(range(150))),
    "clustered": (credits_of("choice", 5, 240), design_of([i // 8 for i in range(240)])),
    "clustered, unlike sizes": (credits_of("real", 4, 240), design_of([int(i**0.5) for i in range(240)])),
    "nested": (credits_of("real", 4, 240), design_of([i // 8 for i in range(240)], weights=WEIGHTS, strata=STRATA)),
    "nested, independent": (credits_of("choice", 4, 240), design_of(range(240), weights=WEIGHTS, strata=STRATA)),
    "weights, one stratum": (credits_of("choice", 4, 240), design_of(range(240), weights=WEIGHTS)),
    "four clusters": (credits_of("choice", 4, 40), design_of([i // 10 for i in range(40)])),
    "five clusters": (credits_of("choice", 4, 50), design_of([i // 10 for i in range(50)])),
    "one question": (credits_of("choice", 3, 1), design_of([0])),
    "equal rows": (credits_of("equal", 3, 120), design_of([i // 6 for i in range(120)])),
    "equal rows, independent": (credits_of("equal", 3, 120), design_of(range(120))),
    "alike in every cluster": (np.array([[1.0, 0.0] * 20, [0.0, 0.0] * 20]), design_of([i // 2 for i in range(40)])),
}


def asked(design: Design) -> dict[str, Any]:
    """The design as a column of a board that has two more clusters and 30 more questions than the column."""
    n = len(design.weights)
    even = float(np.ptp(design.weights)) < 1e-15
    column = {
        "at": list(range(20, 20 + n)),
        "weights": None if even else design.weights.tolist(),
        "strata": design.stratum.tolist() if design.stratum.any() else None,
    }
    cluster = [900] * 20 + [100 + 3 * int(own) for own in design.cluster] + [901] * 10
    return {"ids": [f"q{i}" for i in range(n + 30)], "cluster": cluster, "columns": [column]}


def padded(row: NDArray[np.float64]) -> list[object]:
    return coded([1.0, 0.25] * 10 + row.tolist() + [0.0, 0.5] * 5)


COMPARED = """([questions, rows, pairs]) => {
  const { decode, compare } = Retally.pairing;
  const credits = rows.map(decode);
  return pairs.map(([a, b]) => compare(credits[a], credits[b], questions, questions.columns[0]));
}"""


def agree(found: dict[str, Any], credits: Matrix, design: Design) -> None:
    """Whether the page and board.comparisons tell the same of two rows, to nine digits."""
    pairs = compare_all(credits, design)
    stderr = float(pairs.stderr[0, 1])
    assert found["test"] == ("sign" if stderr == 0 and pairs.test == "t" else pairs.test)
    assert found["nClusters"] == pairs.n_clusters and found["n"] == len(design.weights)
    told = [found["difference"], found["stderr"], found["p"], *(found["interval"] or ())]
    expected = [pairs.difference[0, 1], stderr, pairs.p[0, 1], *(pairs.interval(0, 1) or ())]
    assert told == pytest.approx([float(number) for number in expected], rel=ALIKE, abs=1e-12)


@pytest.mark.parametrize("name", BOARDS)
def test_two_rows_compare_as_the_board_compares_them(page: Page, name: str) -> None:
    credits, design = BOARDS[name]
    pairs = [(a, b) for a in range(len(credits)) for b in range(len(credits)) if a != b]
    found = page.evaluate(COMPARED, [asked(design), [padded(row) for row in credits], pairs])
    for (a, b), told in zip(pairs, found, strict=True):
        agree(told, credits[[a, b]], design)


def test_a_test_that_ignores_clusters_tells_something_else(page: Page) -> None:
    credits, design = BOARDS["clustered"]
    right = credits[:2].copy()
    right[0, :120] = right[1, :120]
    right[0, 120:160] = 1.0  # what one row is ahead by lies in five recordings
    ignorant = asked(design_of(range(design.weights.size)))
    rows = [padded(row) for row in right]
    (told,), (control,) = (page.evaluate(COMPARED, [way, rows, [(0, 1)]]) for way in (asked(design), ignorant))
    agree(told, right, design)
    assert control["difference"] == pytest.approx(told["difference"])
    assert abs(control["stderr"] / told["stderr"] - 1) > 0.05 and abs(control["p"] / told["p"] - 1) > 0.05


def test_every_column_of_the_demo_boards_compares_as_in_python(page: Page, made: Made, record_property: Any) -> None:
    script = """([board, a, b]) => Promise.all(["questions/" + board, `answers/${board}/${a}`, `answers/${board}/${b}`]
      .map(Retally.load)).then(([questions, one, other]) => questions.columns.map((column) => [column.key,
        Retally.pairing.compare(Retally.pairing.decode(one), Retally.pairing.decode(other), questions, column)]))"""
    compared = 0
    for board in made.boards:
        if board.credits is None:
            continue
        metrics = {metric.name: metric for metric in board.benchmark.metrics}
        columns = {column.key: column for column in board.columns}
        ids = board.credits.ids
        for a, b in combinations(range(len(ids)), 2):
            for key, told in page.evaluate(script, [board.name, ids[a][:16], ids[b][:16]]):
                metric = metrics[columns[key].metric]
                members = board.credits.column(metric, partial(asks, board.benchmark, columns[key]))
                agree(told, members.credits[[a, b]], design_for(metric, members.questions))
                compared += 1
    record_property("pairs and columns of the demo boards compared", compared)
    assert compared > 300


# The distributions behind them.

DEGREES = sorted({*range(4, 40), *(int(n) for n in np.geomspace(40, 10_000, 60))})


def test_tails_of_student_s_t_are_scipy_s_to_ten_digits(page: Page) -> None:
    levels = [*np.geomspace(1e-12, 0.9, 30), 0.05, 0.99]
    cases = [(n, -float(stdtrit(n, level / 2))) for n in DEGREES for level in levels]
    found = page.evaluate("(cases) => cases.map(([n, t]) => Retally.statistics.twoSidedT(t, n))", cases)
    for (n, t), p in zip(cases, found, strict=True):
        assert isclose(p, 2 * float(stdtr(n, -t)), rel_tol=1e-10), (n, t)


def test_quantiles_of_student_s_t_are_scipy_s_to_the_last_printed_digit(page: Page) -> None:
    script = "(all) => all.map((n) => [Retally.statistics.reachT(n), Retally.statistics.quantileT(0.8, n)])"
    for n, (reach, power) in zip(DEGREES, page.evaluate(script, DEGREES), strict=True):
        assert reach == round(float(stdtrit(n, 0.975)), 10)
        assert isclose(power, float(stdtrit(n, 0.8)), rel_tol=1e-10)


def test_the_coin_is_exact_to_ten_digits(page: Page) -> None:
    small = [(k, n) for n in range(30) for k in range(n // 2 + 1)]
    large = [(n // 2 - round(z * n**0.5 / 2), n) for n in (100, 777, 3001, 7000, 20_000) for z in (0, 0.3, 1, 2, 4, 7)]
    found = page.evaluate("(all) => all.map(([k, n]) => Retally.statistics.twoSidedCoin(k, n))", small + large)
    for (k, n), p in zip(small + large, found, strict=True):
        ways = total = 1  # of heads: whole numbers, so nothing is rounded
        for i in range(k):
            ways = ways * (n - i) // (i + 1)
            total += ways
        assert isclose(p, min(1.0, 2 * total / 2**n), rel_tol=1e-10), (k, n)


def test_normal_beta_and_gamma_are_scipy_s(page: Page) -> None:
    z, x = np.linspace(0, 7, 80).tolist(), [*np.arange(0.5, 12, 0.5).tolist(), 57.0, 3000.5]
    beta = [(x, a, b) for x in (0.02, 0.3, 0.5, 0.8, 0.97) for a in (0.5, 3.0, 40.0) for b in (0.5, 2.5, 60.0)]
    script = """([z, x, beta]) => { const { twoSidedNormal, logGamma, incompleteBeta } = Retally.statistics; return [
      z.map(twoSidedNormal), x.map(logGamma), beta.map(([x, a, b]) => incompleteBeta(x, 1 - x, a, b))]; }"""
    normal, gamma, found = page.evaluate(script, [z, x, beta])
    assert normal == pytest.approx((2 * ndtr(-np.array(z))).tolist(), rel=1e-10, abs=0)
    assert gamma == pytest.approx(gammaln(np.array(x)).tolist(), rel=1e-10, abs=1e-13)
    assert found == pytest.approx([float(betainc(a, b, x)) for x, a, b in beta], rel=1e-10, abs=1e-15)


# What the page tells. Board "synth": five rows over 400 questions in 40 recordings, and rows without answers.

ROW = "{:016x}".format


def add_synthetic(site: Path) -> None:
    rng = np.random.default_rng(3)
    hard = rng.normal(0, 0.2, 40).repeat(10)
    right = (rng.random((5, 400)) < np.clip(np.array([0.75, 0.7, 0.5, 0.48, 0.3])[:, None] + hard, 0, 1)).astype(float)
    tasks = [[i for i in range(400) if i % 2 == odd] for odd in (0, 1)]
    columns = [("score/all=all", "overall", None), *zip(("a/task=X", "a/task=Y"), "XY", tasks, strict=True)]
    rows: list[dict[str, Any]] = [
        {
            "id": ROW(place),
            "kind": "ranked",
            "name": HOSTILE if place == 2 else f"Model {place}",
            "organisation": "",
            "protocol": "text" if place == 4 else "video",
            "rank": [1, 2] if place < 2 else [3, 4] if place < 4 else [1, 1],
            "answers": True,
            "cells": [
                [float(own.mean()), None, None, len(own), float(own.std() / len(own) ** 0.5)]
                for own in (row, row[tasks[0]], row[tasks[1]])
            ],
        }
        for place, row in enumerate(right)
    ]
    bare: dict[str, Any] = {"organisation": "", "protocol": "video", "rank": [None, None], "answers": False}
    half: list[list[float | None]] = [[0.5, 0.45, 0.55, 400]] * 3
    rows.append({**bare, "id": ROW(255), "kind": "unranked", "name": "Halt", "reason": "12 verdicts", "cells": half})
    rows.append({**bare, "id": "floor-1", "kind": "floor", "name": "always A", "cells": [[0.25, None, None, None]] * 3})
    head = [[key, label, True, key.split("/")[1].split("=")[0]] for key, label, _ in columns]
    asks = [{"key": key, "label": label, "at": at, "weights": None, "strata": None} for key, label, at in columns]
    questions = {"ids": [f"q{i:03}" for i in range(400)], "cluster": [i // 10 for i in range(400)], "columns": asks}
    put(site / "data" / "synth.rows.js", "rows/synth", {"columns": head, "rows": rows})
    put(site / "data" / "synth.questions.js", "questions/synth", questions)
    for place, row in enumerate(right):
        put(site / "data" / "synth.answers" / f"{ROW(place)}.js", f"answers/synth/{ROW(place)}", coded(row.tolist()))
    page = site / "compare.html"
    listed = '<ul id="boards" hidden>'
    text = page.read_text(encoding="utf-8")
    assert listed in text
    lost = '<li data-board="lost">A board without data'
    page.write_text(text.replace(listed, f'{listed}\n<li data-board="synth">Synth\n{lost}'), encoding="utf-8")


def pair(a: str, b: str, board: str = "synth") -> str:
    return f"#board={board}&a={a}&b={b}"


def test_a_sure_lead_is_said_with_its_interval_and_test(page: Page, made: Made) -> None:
    told = verdict(page, made, pair(ROW(0), ROW(3)))
    assert told.startswith("Model 0 is ahead by ") and "this is likely real: p < .0001 by a paired test" in told
    assert "400 questions in 40 groups" in told and "keep them apart, corrected for all 6 pairs" in told


def test_what_may_be_chance_is_said_with_what_would_settle_it(page: Page, made: Made) -> None:
    told = verdict(page, made, pair(ROW(3), ROW(2)))
    assert "This may be chance: p = " in told and "would settle a gap of this size" in told
    assert "Both hold places 3–4 on the board." in told


def test_rows_that_saw_different_things_are_not_called_fair(page: Page, made: Made) -> None:
    told = verdict(page, made, pair(ROW(0), ROW(4)))
    assert "Not a fair comparison" in told and "shown different things" in told and "(Holm)" not in told


def test_without_answers_the_verdict_is_called_approximate(page: Page, made: Made) -> None:
    told = verdict(page, made, pair(ROW(0), ROW(255)))
    assert "approximate and unpaired" in told and "Halt is not ranked: 12 verdicts." in told
    told = verdict(page, made, pair(ROW(0), "floor-1"))
    assert "How sure that is cannot be told: always A comes without an interval" in told


def test_few_clusters_and_equal_rows_promise_nothing(page: Page, made: Made) -> None:
    board = next(board for board in made.boards if board.name == "mt_video_bench@sample")
    best, second = [row.id[:16] for row in board.rows if row.kind == "ranked"][:2]
    told = verdict(page, made, pair(best, second, board.name))
    assert "too few to say whether this is real" in told and "sign test, p = .13" in told
    board = next(board for board in made.boards if board.name == "vdiff_bench@sample")
    a, b = [row.id[:16] for row in board.rows if row.kind == "ranked" and row.headline.estimate == 0][:2]
    assert "earned exactly the same" in verdict(page, made, pair(a, b, board.name))


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ("", "Which of two rows is better"),
        ("#board=synth", "Model 0 and Model 1"),
        (f"#board=synth&a={ROW(0)}", "Choose a second row"),
        (pair(ROW(99), ROW(0)), "This row is no longer on the board"),
        (pair(ROW(0), ROW(0)), "This is one row twice"),
        ("#board=nowhere", "This board is not here"),
    ],
)
def test_where_nothing_can_be_compared_the_page_says_what_to_do(
    page: Page, made: Made, choice: str, words: str
) -> None:
    show(page, made, choice)
    assert words in page.inner_text("#result")


def test_a_missing_data_file_is_said(browser: Browser, made: Made) -> None:
    page = browser.new_page()
    show(page, made, "#board=lost")
    assert "could not be read" in page.inner_text("#result")
    page.close()


def test_names_are_text_and_the_choice_survives_swap_and_reload(page: Page, made: Made) -> None:
    show(page, made, pair(ROW(0), ROW(2)))
    page.click("text=Swap")
    page.wait_for_function(f"document.getElementById('pick-a').value === '{ROW(2)}'")
    page.reload()
    page.wait_for_selector("html[data-ready=compare]", state="attached")
    assert page.evaluate("location.hash") == pair(ROW(2), ROW(0))
    assert HOSTILE in page.inner_text(".sides") and page.query_selector("#compare img") is None
    page.select_option("#pick-b", ROW(1))
    page.wait_for_function(f"location.hash === {json.dumps(pair(ROW(2), ROW(1)))}")


def test_a_count_opens_the_questions_behind_it(page: Page, made: Made) -> None:
    show(page, made, pair(ROW(0), ROW(1)))
    counts = [int(text) for text in page.locator(".count b").all_inner_texts()]
    assert sum(counts) == 400
    page.focus(".count.both")
    page.keyboard.press("Enter")
    assert page.locator("#behind li").count() == min(200, counts[0])
    assert f"and {counts[0] - 200} more" in page.inner_text("#behind") or counts[0] <= 200
    page.keyboard.press("Enter")
    assert page.inner_text("#behind") == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_accessible_and_never_wider_than_its_window(
    browser: Browser, made: Made, scheme: Any, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for choice in ("", pair(ROW(0), ROW(2)), pair(ROW(0), ROW(255)), pair(ROW(0), ROW(99))):
        show(page, made, choice)
        if page.query_selector(".count"):
            page.click(".count.onlyA")
        found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response["violations"]
        assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
