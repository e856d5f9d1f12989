"""``build_site``: every page and data file of the site, the same bytes from the same inputs."""

import shutil
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from board.results import Result, publishable_results
from board.types import Benchmark
from space.progress import Progress, silent
from space.reading import read_boards
from space.site import pages
from space.site.charts import write_charts
from space.site.data_files import json_text, write_board_data, write_schema
from space.site.error_pages import error_pages
from space.site.files import MARK, replaced, write_text
from space.site.model_page import model_page
from space.site.render import HERE
from space.site.site import Site
from space.site.submit_page import submit_page, write_examples


def build_site(
    results: Path | None,
    data: Path,
    benchmarks: Sequence[Benchmark],
    out: Path,
    *,
    progress: Progress = silent,
) -> Site:
    """Read everything, write the site into ``out`` (replacing a site that is there), and return what it shows.

    Args:
        results: the folder of results, None for none.
        data: a folder with one data folder a benchmark.
        benchmarks: the benchmarks to show, in this order.
        out: where the site goes.
        progress: tells a person how far the build is.

    Raises:
        BoardError: a result is damaged, or ``out`` holds something else than a site.
    """
    site = Site(read_boards(results, data, benchmarks, progress), benchmarks)
    with replaced(out) as fresh:
        _write_assets(fresh)
        write_schema(fresh)
        for board in progress(site.boards, "writing boards", len(site.boards)):
            write_board_data(board, fresh)
            write_charts(board, fresh)
            write_text(fresh / "boards" / f"{board.name}.html", pages.board_page(board, site))
        if results:
            found = progress(publishable_results(results), "writing model pages", len(site.rows))
            _write_models(found, site, fresh)
        write_examples(site, fresh)
        for path, text in {**_plain_pages(site), **error_pages(site)}.items():
            write_text(fresh / path, text)
        write_text(fresh / MARK, json_text({"site": "Retally", "boards": [board.name for board in site.boards]}) + "\n")
    return site


def _plain_pages(site: Site) -> dict[str, str]:
    return {
        **{f"about/{own.name}.html": pages.about_page(own, site) for own in site.benchmarks},
        "index.html": pages.overview_page(site),
        "compare.html": pages.compare_page(site),
        "changes.html": pages.changes_page(site),
        "submit.html": submit_page(site),
    }


def _write_models(results: Iterable[Result], site: Site, out: Path) -> None:
    for result in results:
        row, board = site.rows[result.submission_id]
        write_text(out / "models" / f"{row.page}.html", model_page(result, row, board, site))


def _write_assets(out: Path) -> None:
    shutil.copytree(HERE / "assets", out / "assets", ignore=shutil.ignore_patterns(".*"))
    plotly = files("plotly") / "package_data" / "plotly.min.js"
    (out / "assets" / "plotly.min.js").write_bytes(plotly.read_bytes())
