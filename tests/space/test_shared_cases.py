"""The worked cases of boards and aggregates, as pages show them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from board.results import Result, write_result
from board.table import build_table
from space.boards import Board
from space.reading import read_boards
from space.site.build import build_site
from space.site.render import safe_link
from space.site.table_html import table_html
from tests.board.test_shared_cases import made

VSI = load_benchmark("vsi_super_wild")


def board_of(results: list[Result], folder: Path) -> Board:
    for result in results:
        write_result(result, [], folder / "results")
    boards = read_boards(folder / "results", folder / "data", [VSI])
    return next(board for board in boards if board.data_version == results[0].data_version)


def shown(board: Board) -> list[tuple[str, str]]:
    """Rank and name of every row of the table."""
    return re.findall(r"<tr[^>]*><td>([^<]*)<th[^>]*>(?:<a[^>]*>)?([^<]*)", str(table_html(board)))


def percents(rows: list[list[Any]]) -> list[Result]:
    return [made(name, None if value is None else value / 100) for name, value, *_ in rows]


def test_numbers_are_sorted_as_numbers(cases: dict[str, Any], tmp_path: Path) -> None:
    given = [float(text) for text in cases["BO-001"]["input"]["scores_as_shown"]]
    board = board_of([made(f"m{n}", value / 100) for n, value in enumerate(given)], tmp_path)
    values = [round(100 * (row.headline.estimate or 0), 2) for row in board.rows]
    assert values == cases["BO-001"]["expected"]["order"]


@pytest.mark.parametrize("case", ["BO-002", "BO-004"])
def test_a_missing_number_has_no_rank_and_a_true_zero_has_one(case: str, cases: dict[str, Any], tmp_path: Path) -> None:
    board = board_of(percents(cases[case]["input"]["rows"]), tmp_path)
    assert {row.facts.name: row.rank for row in board.rows} == cases[case]["expected"]["rank"]
    assert shown(board)[-1][0] == "–" and board.rows[-1].reason


def test_equal_rows_share_a_rank_and_stand_by_date(cases: dict[str, Any], tmp_path: Path) -> None:
    case = cases["BO-005"]
    results = [made(name, right / total) for name, right, total in case["input"]["rows"]]
    board = board_of(results, tmp_path)
    assert {row.facts.name: row.rank for row in board.rows} == case["expected"]["rank"]
    assert [rank for rank, _ in shown(board)] == ["1", "1", "3"]


def test_rows_of_another_key_are_stale_and_not_compared(cases: dict[str, Any], tmp_path: Path) -> None:
    assert cases["BO-009"]["expected"]["m1"].startswith("stale")
    old, new = made("m1", 0.70), [made("m2", 0.69), made("m3", 0.5)]
    told = json.loads(old.model_dump_json())
    told["provenance"]["key_sha256"] = "1" * 64
    board = board_of([Result.model_validate(told), *new], tmp_path)
    assert [(row.facts.name, row.rank) for row in board.rows] == [("m2", 1), ("m3", 2), ("m1", None)]
    assert board.rows[-1].reason.startswith("stale") and board.rows[-1].stale


def test_two_teams_with_the_same_name_have_two_rows_and_two_pages(cases: dict[str, Any], tmp_path: Path) -> None:
    cards = cases["BO-017"]["input"]["submissions"]
    results = [
        made(f"{n}", 0.5, submission={"display_name": card["model"], "organisation": card["owner"]})
        for n, card in enumerate(cards)
    ]
    board = board_of(results, tmp_path)
    assert len(board.rows) == cases["BO-017"]["expected"]["rows"]
    build_site(tmp_path / "results", tmp_path / "data", [VSI], tmp_path / "site")
    assert len(list((tmp_path / "site" / "models").iterdir())) == 2


def test_markup_is_text_and_only_https_links_are_links(cases: dict[str, Any], tmp_path: Path) -> None:
    given = cases["BO-019"]["input"]
    hostile = made("m", 0.5, submission={"display_name": given["model"], "links": {"site": given["link"]}})
    board_of([hostile], tmp_path)
    build_site(tmp_path / "results", tmp_path / "data", [VSI], tmp_path / "site")
    pages = [file.read_text(encoding="utf-8") for file in (tmp_path / "site").rglob("*.html")]
    assert any("&lt;img src=x onerror=alert(1)&gt;" in page for page in pages)
    assert not any("<img" in page or 'href="javascript' in page for page in pages)
    assert safe_link(given["link"]) == ""


def test_one_scale_and_two_decimals(cases: dict[str, Any], tmp_path: Path) -> None:
    values = [float(text) for text in cases["BO-027"]["input"]["deployed_columns"]]
    board = board_of([made(f"m{n}", value / 100) for n, value in enumerate(values)], tmp_path)
    told = re.findall(r"<td>(\d+\.\d+)", str(table_html(board)))
    assert sorted(told) == ["68.40", "68.45", "68.45"]


def test_coverage_stands_beside_the_number_and_only_whole_files_are_ranked(
    cases: dict[str, Any], tmp_path: Path
) -> None:
    assert "100%" in cases["BO-028"]["expected"]["ranked"]
    board = board_of([made("part", 0.95, coverage=0.4), made("whole", 0.5)], tmp_path)
    assert [(row.facts.name, row.rank) for row in board.rows] == [("whole", 1), ("part", None)]
    table = str(table_html(board))
    assert "answered" in table and "<td>40%" in table and "incomplete: 40.0% of the questions" in table


def test_data_versions_never_share_a_page(cases: dict[str, Any], tmp_path: Path) -> None:
    assert "never share a table" in cases["AG-032"]["expected"]["rule"]
    for version in ("v1", "v2"):
        write_result(made(version, 0.5, data_version=version), [], tmp_path / "results")
    boards = read_boards(tmp_path / "results", tmp_path / "data", [VSI])
    names = {board.data_version: [row.facts.name for row in board.submissions] for board in boards}
    assert names["v1"] == ["v1"] and names["v2"] == ["v2"]


def test_a_model_on_one_board_only_has_no_average(cases: dict[str, Any], tmp_path: Path) -> None:
    assert cases["AG-034"]["expected"]["cross_benchmark_average"] is None
    board_of([made("m", 0.5)], tmp_path)
    build_site(tmp_path / "results", tmp_path, [load_benchmark("vdiff_bench"), VSI], tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    row = page[page.index('<tr><th scope="row">m<') :]
    assert row.count('<td class="none">') == 1 and row.count(">50.00<") == 1 and "There is no average" in page


def test_the_page_and_the_table_of_the_command_line_rank_alike(tmp_path: Path) -> None:
    results = [made(f"m{n}", n / 10, submission={"display_name": f"m{n}", "protocol": "ab"[n % 2]}) for n in range(6)]
    table = build_table(results)
    board = board_of(results, tmp_path)
    expected = [tuple(pair) for pair in table[["model", "rank"]].to_numpy().tolist()]
    assert [(row.facts.name, row.rank) for row in board.rows] == expected
    assert [rank for _, rank in expected] == [1, 2, 3, 1, 2, 3]


def test_a_model_with_one_task_only_is_listed_as_incomplete(cases: dict[str, Any], tmp_path: Path) -> None:
    assert "no rank" in cases["BO-007"]["expected"]["m2"]
    results = []
    for name, tasks in cases["BO-007"]["input"]["rows"]:
        told = json.loads(made(name, sum(tasks.values()) / 100 / len(tasks)).model_dump_json())
        row = told["estimates"][0]
        told["estimates"] += [
            {**row, "metric": VSI.metric_of(VSI.task(task).kind), "facet": "task", "value_of_facet": task}
            | {"estimate": value / 100}
            for task, value in tasks.items()
        ]
        results.append(Result.model_validate(told))
    board = board_of(results, tmp_path)
    assert [(row.facts.name, row.rank) for row in board.rows] == [("m1", 1), ("m2", None)]
    assert board.rows[1].reason == "incomplete: no value for VOC, VOO, VPO"
