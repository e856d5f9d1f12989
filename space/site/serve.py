"""Serving a built site on this machine, to look at it."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from board.errors import BoardError


class Quiet(SimpleHTTPRequestHandler):
    """Answers with files and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about each request."""


def serve(site: Path, port: int = 0) -> None:
    """Serve ``site`` on this machine alone until it is stopped; port 0 is one that is free.

    Raises:
        BoardError: there is no site.
    """
    if not (site / "index.html").exists():
        raise BoardError(f"found no site in {site}: make demo builds one, or python -m space build --out {site}")
    with ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(site))) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()
