"""The site as files: the same bytes again, whole without scripts, links that lead somewhere, nothing from outside."""

import csv
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pyarrow.parquet
import pytest

from benchmarks import load_benchmark
from board.errors import BenchmarkError, BoardError
from board.results import Result, read_results, write_result
from space.__main__ import main as space
from space.site.build import build_site
from space.site.render import HOSTS, safe_link
from space.site.schema import BoardFile
from tests.space.demo import HOUSE, changed

VDIFF = load_benchmark("vdiff_bench")
TEXT = {".html", ".js", ".css", ".json", ".csv", ".svg", ".jsonl"}


class Page(HTMLParser):
    """What a page refers to, which ids it has, and its tables as rows of texts."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.rows: list[list[str]] = []
        self.inline: list[str] = []
        self._script = False
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids |= {told["id"] or ""} if "id" in told else set()
        self.inline += [name for name in told if name.startswith("on")]
        if tag == "a" and told.get("href"):
            self.links.append(told["href"] or "")
        if address := told.get("src") or (told.get("href") if tag == "link" else None):
            self.loaded.append(address)
        self._script = tag == "script" and "src" not in told
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.inline.append(data)
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    for file in sorted(site.rglob("*.html")):
        yield file, Page(file)


def everything(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_same_inputs_give_the_same_bytes(site: Path, results: Path, tmp_path: Path) -> None:
    again = tmp_path / "elsewhere" / "site"
    again.parent.mkdir()
    build_site(results, tmp_path, HOUSE, again)
    first, second = everything(site), everything(again)
    assert list(first) and first == second
    (rebuilt,) = [build_site(results, tmp_path, HOUSE, again)]
    assert everything(again) == first and rebuilt.boards


def test_one_changed_result_changes_the_site(site: Path, results: Path, tmp_path: Path) -> None:
    """Control arm: the comparison of bytes notices a changed name."""
    first = read_results(results)[0]
    write_result(changed(first, 1, display_name="Another"), [], tmp_path / "more")
    build_site(tmp_path / "more", tmp_path, HOUSE, tmp_path / "site")
    assert everything(tmp_path / "site") != everything(site)


def test_every_link_leads_to_a_page_or_to_a_known_host(site: Path) -> None:
    broken = []
    for file, page in pages(site):
        for link in page.links:
            address, anchor = urldefrag(link)
            if re.match(r"[a-z]+:", link):
                if not re.match(rf"https://({'|'.join(map(re.escape, HOSTS))})/", link):
                    broken.append((file.name, link))
                continue
            target = file.parent / unquote(address) if address else file
            lost = anchor and "=" not in anchor and target.suffix == ".html" and anchor not in Page(target).ids
            if not target.is_file() or lost:
                broken.append((file.name, link))
    assert broken == []


def test_pages_load_nothing_from_outside_and_have_no_script_of_their_own(site: Path) -> None:
    n = 0
    for file, page in pages(site):
        n += 1
        assert page.inline == [], file
        assert [address for address in page.loaded if not (file.parent / unquote(address)).is_file()] == [], file
        assert "Content-Security-Policy" in file.read_text(encoding="utf-8")
    assert n > 60


def test_the_parser_of_these_tests_sees_what_it_looks_for(tmp_path: Path) -> None:
    """Control arm."""
    file = tmp_path / "page.html"
    file.write_text('<a href="x.html"><img src="https://evil.example/x.png" onerror="alert(1)"><script>1</script>')
    page = Page(file)
    assert (page.links, page.loaded, page.inline) == (["x.html"], ["https://evil.example/x.png"], ["onerror", "1"])


def test_a_board_is_a_sorted_table_with_all_its_numbers_without_scripts(site: Path) -> None:
    rows = Page(site / "boards" / "vdiff_bench@sample.html").rows
    ranked = [row for row in rows if re.fullmatch(r"[\d–]+", row[0]) and row[0] != "–"]
    assert [row[0] for row in ranked[:6]] == ["1–2", "1–2", "3–4", "3–4", "5–6", "5–6"]
    assert ranked[0][1] == "Image differ (baseline)" and ranked[0][2].startswith("97.50")
    values = [float(found.group()) for row in rows[:12] if len(row) > 2 and (found := re.match(r"\d+\.\d\d", row[2]))]
    assert len(values) == 10 and values == sorted(values, reverse=True)
    board = json.loads((site / "data" / "vdiff_bench@sample.json").read_bytes())
    head = next(row for row in rows if row[:2] == ["rank", "model"])
    for column, name in enumerate(board["columns"]):
        assert head[2 + column] == name["label"]
        told = next(row for row in rows if len(row) > 1 and row[1] == "Random letters (floor)")[2 + column]
        row = next(row for row in board["rows"] if row["model"] == "Random letters (floor)")
        assert told.startswith(f"{100 * row['cells'][name['key']]['estimate']:.2f}")


def test_machine_data_say_the_same_in_three_formats_and_fit_the_schema(site: Path) -> None:
    files = sorted(file for file in (site / "data").glob("*.json") if file.name != "schema.json")
    assert len(files) == 8
    for file in files:
        board = BoardFile.model_validate_json(file.read_bytes())
        with file.with_suffix(".csv").open(encoding="utf-8", newline="") as handle:
            table = list(csv.DictReader(handle))
        parquet: list[dict[str, Any]] = pyarrow.parquet.read_table(file.with_suffix(".parquet")).to_pylist()
        assert len(board.rows) == len(table) == len(parquet)
        for row, line, packed in zip(board.rows, table, parquet, strict=True):
            assert row.model == line["model"] == packed["model"] and row.rank_low == packed["rank_low"]
            for key, cell in row.cells.items():
                assert packed[key] == cell.estimate and packed[f"{key}:high"] == cell.high
                assert (float(line[key]) if line[key] else None) == cell.estimate
    assert json.loads((site / "data" / "schema.json").read_bytes())["title"] == "BoardFile"


def test_every_submission_has_a_page_and_every_code_too(site: Path, results: Path) -> None:
    ids = {result.submission_id[:16] for result in read_results(results)}
    assert {file.stem for file in (site / "models").iterdir()} == ids and len(ids) == 18
    codes = {file.stem for file in (site / "errors").iterdir()}
    assert {"E_LABEL", "W_HISTOGRAM", "E_MISSING_GROUP", "index"} <= codes and len(codes) > 45
    example = json.loads((site / "examples" / "vdiff_bench" / "submission.json").read_bytes())
    assert example["display_name"] == "Random letters (floor)"


def test_an_unranked_row_says_why_and_stands_last(results: Path, tmp_path: Path) -> None:
    first = next(result for result in read_results(results) if result.benchmark == "vdiff_bench")
    told = json.loads(first.model_dump_json())
    told |= {"status": "incomplete", "reason": "no verdict yet for 3 answers"}
    write_result(Result.model_validate(told), [], tmp_path / "results")
    build_site(tmp_path / "results", tmp_path, [VDIFF], tmp_path / "site")
    rows = Page(tmp_path / "site" / "boards" / "vdiff_bench@sample.html").rows
    table = rows[: next(place for place, row in enumerate(rows) if row[:1] == ["number"])]
    why = "incomplete: some answers are not scored yet (no verdict yet for 3 answers)"
    assert table[-1][:2] == ["–", told["submission"]["display_name"] + why]


def test_a_site_without_results_shows_floors_and_published_rows(tmp_path: Path) -> None:
    build_site(None, tmp_path, HOUSE, tmp_path / "site")
    page = (tmp_path / "site" / "boards" / "vsi_super_wild@sample.html").read_text(encoding="utf-8")
    assert "letters at random" in page and "No submission yet" in page
    published = (tmp_path / "site" / "boards" / "vsi_super_wild@released-6980.html").read_text(encoding="utf-8")
    assert "as published, not recounted" in published and "No submission has been recounted yet" in published
    assert "Be the first" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_another_folder_is_never_replaced_and_a_failed_build_leaves_the_old_site(site: Path, tmp_path: Path) -> None:
    mine = tmp_path / "thesis"
    mine.mkdir()
    (mine / "chapter.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(BoardError, match="is not a site"):
        build_site(None, tmp_path, [VDIFF], mine)
    assert [file.name for file in mine.iterdir()] == ["chapter.txt"]
    out = tmp_path / "site"
    build_site(None, tmp_path, [VDIFF], out)
    before = everything(out)
    damaged = tmp_path / "results" / "vdiff_bench" / f"{'0' * 64}.json"
    damaged.parent.mkdir(parents=True)
    damaged.write_text("{", encoding="utf-8")
    with pytest.raises(BenchmarkError, match="not a valid result"):
        build_site(tmp_path / "results", tmp_path, [VDIFF], out)
    assert everything(out) == before and not list(tmp_path.glob(".site*"))


def test_the_command_builds_and_tells_what_to_do(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "site"
    assert space(["build", "--results", str(results), "--data", str(tmp_path), "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"8 boards, 18 submissions → {out / 'index.html'}\n"
    assert space(["build", "--results", str(tmp_path / "no"), "--out", str(out)]) == 2
    assert "name the results with --results" in capsys.readouterr().err
    assert space(["serve", str(tmp_path)]) == 2
    assert "found no site" in capsys.readouterr().err


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "http://github.com/x",
        "https://github.com.evil.io/",
        "https://evil.io/github.com",
        "https://github.com@evil.io/",
        "https://github.com:8443/",
        "//github.com/x",
        "data:text/html,x",
        " https://github.com/x",
        "https://github.com/\nx",
        'https://github.com/"onclick="',
        "https://[::1/",
        "https://github.com\\@evil.io/",
        7,
        None,
    ],
)
def test_only_https_links_to_known_hosts_are_links(link: object) -> None:
    assert safe_link(link) == ""
    assert safe_link("https://huggingface.co/lab/model") == "https://huggingface.co/lab/model"


def test_results_of_an_unknown_benchmark_stop_the_build(results: Path, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="found a result of 'mt_video_bench', expected one of: vdiff_bench"):
        build_site(results, tmp_path, [VDIFF], tmp_path / "site")
