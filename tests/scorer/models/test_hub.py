"""An allowed hub id, fetched from a small hub on this machine: only what a model needs, and once."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPOSITORY
from tests.scorer.models.tiny import loaded

ID, COMMIT = "someone/tiny", "7" * 40
LOAD = """
import sys
from pathlib import Path
from board.errors import BoardError
from scorer.models.loading import load
try:
    found = load(sys.argv[1], allowed=Path(sys.argv[2]), device="cpu")
    print(found.name, found.revision)
except BoardError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


class Hub(ThreadingHTTPServer):
    """Serves the files of one model at one commit, and remembers what was sent."""

    files: dict[str, bytes]
    sent: list[str]


class Answer(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, format: str, *values: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        name = self.path.removeprefix(f"/{ID}/resolve/{COMMIT}/")
        content = self.server.files.get(name)
        headers = {"X-Repo-Commit": COMMIT, "Content-Length": str(len(content or b""))}
        headers |= {"X-Error-Code": "EntryNotFound"} if content is None else {"ETag": f'"{_etag(content)}"'}
        self.send_response(404 if content is None else 200)
        for header, value in headers.items():
            self.send_header(header, value)
        self.end_headers()
        if self.command == "GET" and content is not None:
            self.server.sent.append(name)
            self.wfile.write(content)


def _etag(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


@pytest.fixture
def hub(tmp_path: Path, words: Any) -> Iterator[Hub]:
    loaded("llama", words).model.save_pretrained(tmp_path / "saved")
    words.save_pretrained(tmp_path / "saved")
    with Hub(("127.0.0.1", 0), Answer) as server:
        server.files = {file.name: file.read_bytes() for file in (tmp_path / "saved").iterdir()}
        server.sent = []
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def load_from(hub: Hub, folder: Path, id: str = ID) -> subprocess.CompletedProcess[str]:
    """Load a model in a process of its own, with this hub as the only one there is."""
    allowed = folder / "allowed.json"
    allowed.write_text(json.dumps({"models": [{"id": ID, "revision": COMMIT}]}))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PYTHON"))}
    settings = {"HF_ENDPOINT": f"http://127.0.0.1:{hub.server_address[1]}", "HF_HOME": str(folder / "cache")}
    settings |= {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "OMP_NUM_THREADS": "1"}
    call = [sys.executable, "-c", LOAD, id, str(allowed)]
    env = {**kept, **settings, "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(call, env=env, capture_output=True, text=True, cwd=folder, timeout=120)


@pytest.mark.slow
def test_an_allowed_hub_id_is_fetched_once_and_nothing_but_what_a_model_needs(hub: Hub, tmp_path: Path) -> None:
    hub.files |= {"modeling.py": b"raise SystemExit", "pytorch_model.bin": b"no", "README.md": b"notes"}
    done = load_from(hub, tmp_path)
    assert (done.returncode, done.stdout) == (0, f"smoke/{ID} {COMMIT}\n"), done.stderr
    needed = {"config.json", "generation_config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}
    assert {*needed, "chat_template.jinja"} == set(hub.sent)
    assert len(hub.sent) == len(set(hub.sent))
    again = load_from(hub, tmp_path)
    assert again.stdout == done.stdout
    assert len(hub.sent) == len(set(hub.sent))


@pytest.mark.slow
def test_a_hub_id_that_brings_code_or_has_no_safetensors_is_refused(hub: Hub, tmp_path: Path) -> None:
    whole = dict(hub.files)
    hub.files["config.json"] = json.dumps({**json.loads(whole["config.json"]), "auto_map": {}}).encode()
    assert "JudgeError: found auto_map in" in load_from(hub, tmp_path).stderr
    hub.files = {name: content for name, content in whole.items() if name != "model.safetensors"}
    refused = load_from(hub, tmp_path / "cache")
    assert refused.returncode == 1
    assert "JudgeError: could not fetch someone/tiny" in refused.stderr


@pytest.mark.slow
def test_a_hub_id_that_is_not_allowed_asks_the_hub_for_nothing(hub: Hub, tmp_path: Path) -> None:
    assert "no such hub id" in load_from(hub, tmp_path, "someone/other").stderr
    assert hub.sent == []
