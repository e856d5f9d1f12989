"""The importer of VDiff-Bench against a small hub on this machine: files are fetched once, and again after a cut."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from benchmarks.vdiff_bench.sample.make import LAYOUT, official_rows

ROOT = Path(__file__).parents[2]
REPOSITORY, SHA = "elaine1wan/image_diff_mcq_data", "5" * 40


class Hub(ThreadingHTTPServer):
    """Serves one dataset of parquet files, as far as ``datasets`` asks for it; ``cut`` ends downloads in the middle."""

    files: dict[str, bytes]
    cut = False
    sent: list[str]


class Answer(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, format: str, *values: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        self.json([])

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        listed = [
            {"type": "file", "path": name, "size": len(data), "oid": "0"} for name, data in self.server.files.items()
        ]
        if f"/{REPOSITORY}/tree/" in path:
            self.json(listed if path.endswith("/data") else [{"type": "directory", "path": "data", "oid": "0"}])
        elif path.startswith(f"/api/datasets/{REPOSITORY}"):
            self.json({"id": REPOSITORY, "sha": SHA, "siblings": [{"rfilename": one["path"]} for one in listed]})
        else:
            self.file(self.server.files.get(path.split(f"/{SHA}/")[-1]))

    def json(self, value: object) -> None:
        self.send(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def file(self, data: bytes | None) -> None:
        if data is None:
            self.send(404, b"", {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": SHA})
        else:
            self.send(200, data, {"ETag": f'"{hashlib.sha1(data).hexdigest()}"', "X-Repo-Commit": SHA})

    def send(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            is_file = "ETag" in headers
            self.wfile.write(data[: len(data) // 2] if is_file and self.server.cut else data)
            self.server.sent += [self.path] * is_file


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """The sample as two parquet files of a dataset."""
    rows = official_rows()
    for number, part in enumerate((rows[:20], rows[20:])):
        table = pyarrow.Table.from_pylist(part, LAYOUT)
        pyarrow.parquet.write_table(table, tmp_path / f"train-0000{number}-of-00002.parquet")
    with Hub(("127.0.0.1", 0), Answer) as server:
        server.files = {f"data/{file.name}": file.read_bytes() for file in sorted(tmp_path.glob("*.parquet"))}
        server.sent = []
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def bring(hub: Hub, folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """``python -m benchmarks import`` with this hub as the only one there is."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PYTHON"))}
    address = f"http://127.0.0.1:{hub.server_address[1]}"
    settings = {"HF_ENDPOINT": address, "HF_HOME": str(folder / "hub"), "HF_HUB_DISABLE_TELEMETRY": "1"}
    settings |= {"HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-m", "benchmarks", "import", "vdiff_bench", *source.split()]
    call += ["--data-version", "sample", "--out", str(folder / "out"), "--key-out", str(folder / "key")]
    return subprocess.run(call, env=kept | settings, capture_output=True, text=True, cwd=folder, timeout=120)


@pytest.mark.parametrize("pin", ["", f"@{SHA}"])
def test_a_dataset_of_the_hub_gives_the_questions_and_images_of_its_files(hub: Hub, pin: str, tmp_path: Path) -> None:
    done = bring(hub, tmp_path, f"{REPOSITORY}{pin}")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert f"revision {SHA} of the hub" in done.stdout
    assert "80 images" in done.stdout
    sample = ROOT / "benchmarks/vdiff_bench/sample"
    for name in ("questions.jsonl", "images/900001_1.png", "images/900040_2.png"):
        assert (tmp_path / "out" / name).read_bytes() == (sample / name).read_bytes()
    told = json.loads((tmp_path / "out/data.json").read_text(encoding="utf-8"))
    assert told["source"] == f"hf://datasets/{REPOSITORY}{pin}"


@pytest.mark.slow
def test_a_download_that_breaks_off_is_said_plainly_and_goes_on_when_run_again(hub: Hub, tmp_path: Path) -> None:
    hub.cut = True
    broken = bring(hub, tmp_path, REPOSITORY)
    assert broken.returncode == 2
    assert "cannot get hf://datasets/" in broken.stderr and "run the import again" in broken.stderr
    assert not (tmp_path / "out").exists()
    hub.cut = False
    assert bring(hub, tmp_path, REPOSITORY).returncode == 0
    fetched = len(hub.sent)
    assert bring(hub, tmp_path, REPOSITORY).returncode == 0
    assert len(hub.sent) == fetched  # the third run takes everything from the cache
