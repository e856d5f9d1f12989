"""Writing the files of a site. A site is built beside the old one and takes its place whole, so no file needs care."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from board.errors import BoardError

MARK = "site.json"  # lies in every site, so that no other folder is ever replaced


def write_text(file: Path, text: str) -> None:
    """Write a text as UTF-8, whatever the machine; folders are made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8"))


@contextmanager
def replaced(out: Path) -> Iterator[Path]:
    """A fresh folder that takes the place of ``out`` when all went well.

    Raises:
        BoardError: ``out`` is a file, or a folder with something else than a site in it.
    """
    out = out.resolve()  # also where it is a link, or the folder one stands in
    if (out.exists() and not out.is_dir()) or (out.is_dir() and any(out.iterdir()) and not _is_site(out)):
        raise BoardError(f"{out} is there and is not a site: name another folder with --out, or empty it")
    fresh = out.with_name(f".{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        yield fresh
        shutil.rmtree(out, ignore_errors=True)
        fresh.rename(out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _is_site(folder: Path) -> bool:
    """Whether a folder was written by a build."""
    try:
        told = json.loads((folder / MARK).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and told.get("site") == "Retally"
