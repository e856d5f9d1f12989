"""Serving a built site on this machine, to look at it."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from board.errors import BoardError


class Quiet(SimpleHTTPRequestHandler):
    """Answers with files and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about each request."""


USUAL = 8000


def serve(site: Path, port: int | None = None) -> None:
    """Serve ``site`` on this machine alone until it is stopped; by default on port 8000, or one that is free.

    Raises:
        BoardError: there is no site.
    """
    if not (site / "index.html").exists():
        raise BoardError(f"found no site in {site}: make demo builds one, or python -m space build --out {site}")
    with _server(site, port) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/ (Ctrl-C ends it)", flush=True)
        server.serve_forever()


def _server(site: Path, port: int | None) -> ThreadingHTTPServer:
    handler = partial(Quiet, directory=str(site))
    if port is not None:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    try:
        return ThreadingHTTPServer(("127.0.0.1", USUAL), handler)
    except OSError:  # another server is there
        return ThreadingHTTPServer(("127.0.0.1", 0), handler)
