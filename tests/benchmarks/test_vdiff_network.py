"""Where VDiff-Bench rows come from: a local file without any network, or a hub that may be out of reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.vdiff_bench.importer import import_questions
from board.errors import BenchmarkError
from tests.benchmarks.vdiff_rows import (
    ROOT,
    rows,
    write,
)

# Names are not looked up: any use of the network ends the child with an error.
CHILD = """
import socket, sys
from pathlib import Path
def refuse(*call, **names): raise SystemExit("network used: " + repr(call))
socket.getaddrinfo = refuse
from board.errors import BenchmarkError
from benchmarks.vdiff_bench.importer import import_questions
try:
    imported = import_questions(sys.argv[1], data_version="sample", partial=True)
    print(len(imported.questions), imported.write_media(Path(sys.argv[2])))
except BenchmarkError as error:
    print("refused:", error)
"""


def child(folder: Path, source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The importer in a process of its own, with an empty home."""
    (folder / "home").mkdir(exist_ok=True)
    paths = {"HOME": str(folder / "home"), "HF_HOME": str(folder / "home/hub"), "PYTHONPATH": str(ROOT)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PYTHON"))}
    call = [sys.executable, "-W", "error", "-c", CHILD, source, str(folder / "out")]
    return subprocess.run(call, env={**kept, **paths, **environment}, capture_output=True, text=True, cwd=folder)


def test_a_local_file_is_read_without_network_cache_or_a_word_on_the_screen(tmp_path: Path) -> None:
    file = write(tmp_path, rows())
    done = child(tmp_path, str(file))
    assert (done.stdout, done.stderr, done.returncode) == ("10 20\n", "", 0)
    assert list((tmp_path / "home").rglob("*")) == []


def test_a_hub_that_cannot_be_reached_is_said_plainly_with_a_way_out(tmp_path: Path) -> None:
    done = child(tmp_path, "hf://datasets/elaine1wan/image_diff_mcq_data", HF_HUB_OFFLINE="1")
    assert done.stdout.startswith("refused: cannot get hf://datasets/elaine1wan/image_diff_mcq_data from the hub")
    assert "download the parquet files by other means and name their folder as SOURCE" in done.stdout
    assert "Traceback" not in done.stderr
    online = child(tmp_path, "hf://datasets/elaine1wan/image_diff_mcq_data", HF_HUB_OFFLINE="0")
    assert "network used" in online.stderr  # so the child would have seen it


@pytest.mark.parametrize("address", ["hf://datasets/alone", "hf://datasets/a/b@main", "hf://datasets/a/b/c"])
def test_an_address_that_is_none_is_refused_before_anything_is_fetched(address: str) -> None:
    with pytest.raises(BenchmarkError, match="expected hf://datasets/OWNER/NAME"):
        import_questions(address)
