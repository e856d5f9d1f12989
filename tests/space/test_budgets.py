"""What pages may weigh and builds may cost: 1,000 and 10,000 submissions on 1,051 questions."""

import gzip
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.space.many import write_many, write_questions

REPOSITORY = Path(__file__).parents[2]
ASSETS = REPOSITORY / "space" / "site" / "assets"
BOARD = "vdiff_bench@released-1051"
BUILD = """
import sys, time
from pathlib import Path
from benchmarks import load_benchmark
from space.site.build import build_site
folder = Path(sys.argv[1])
build_site(folder / "results", folder / "data", [load_benchmark("vdiff_bench")], folder / "site")
print(time.process_time())  # all threads; a busy machine does not count
print(next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024)
"""


def built(folder: Path, n: int) -> tuple[float, float]:
    """CPU seconds and peak MiB of a whole process that builds the site of ``n`` submissions."""
    write_questions(folder / "data" / "vdiff_bench", 1051)
    write_many(folder / "results", folder / "data" / "vdiff_bench", n)
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    seconds, mebibytes = map(float, done.stdout.split())
    return seconds, mebibytes


def weight(*texts: bytes) -> int:
    return sum(len(gzip.compress(text, 9)) for text in texts)


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    folder = tmp_path_factory.mktemp("thousand")
    return folder / "site", built(folder, 1000)[0]


@pytest.mark.slow
def test_the_whole_site_of_a_thousand_submissions_takes_less_than_a_minute(thousand: tuple[Path, float]) -> None:
    site, seconds = thousand
    assert len(list((site / "models").iterdir())) == 1000
    assert seconds <= 60


@pytest.mark.slow
def test_a_page_of_a_thousand_rows_and_27_columns_is_light(
    thousand: tuple[Path, float], record_property: Callable[[str, object], None]
) -> None:
    page = (thousand[0] / "boards" / f"{BOARD}.html").read_bytes()
    table = page[page.index(b'<table id="board"') : page.index(b"</table>")]
    assert table.count(b'<th scope="col"') >= 27 and table.count(b"<tr") >= 1000
    record_property("board page of 1,000 rows", f"{weight(page) / 1000:.1f} kB gz")
    assert weight(page) <= 70_000


def test_all_our_scripts_together_are_light() -> None:
    scripts = [file.read_bytes() for file in sorted(ASSETS.glob("*.js"))]
    assert len(scripts) > 5
    assert weight(*scripts) <= 60_000


def test_a_board_page_loads_nothing_but_our_scripts_at_first() -> None:
    page = (ASSETS.parent / "templates" / "board.html").read_text(encoding="utf-8")
    assert re.findall(r'src="([^"]+)"', page) and "plotly" not in page


@pytest.mark.nightly
def test_ten_thousand_submissions_fit_two_minutes_and_a_gibibyte(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    seconds, mebibytes = built(tmp_path, 10_000)
    record_property("site of 10,000 submissions", f"{seconds:.0f} s of CPU, {mebibytes:.0f} MiB")
    page = (tmp_path / "site" / "boards" / f"{BOARD}.html").read_bytes()
    assert page.count(b"<tr") > 10_000
    assert seconds <= 120 and mebibytes <= 1024


def test_the_weight_of_a_page_notices_what_is_added() -> None:
    """Control arm: noise cannot be packed away."""
    assert weight(b"<p>" * 100_000) < 1_000 < 70_000 < weight(random.Random(0).randbytes(71_000))
