"""The image pairs of the official rows: looked through once for their kind and cluster, and written as they are.

Nothing is decoded. A pair's cluster is a hash of the bytes of both images, whichever comes first: questions about the
same pair are not independent.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from board.types import Media
from board.words import counted
from board.writing import write_whole

from .official_rows import IMAGES, Fault, Row
from .parquet_rows import ParquetRows

FOLDER = "images"
_BEGINNINGS = {
    "png": (b"\x89PNG\r\n\x1a\n",),
    "jpg": (b"\xff\xd8\xff",),
    "gif": (b"GIF87a", b"GIF89a"),
    "bmp": (b"BM",),
}


class Pair(NamedTuple):
    """The paths of a row's two images below the data folder, its cluster, and whether both have the same bytes."""

    paths: tuple[str, str]
    cluster: str
    same: bool

    @property
    def media(self) -> tuple[Media, ...]:
        """The pair as media of a question."""
        return tuple(Media("image", path, f"image {place}") for place, path in enumerate(self.paths, start=1))


def look_through(table: ParquetRows, rows: Sequence[Row]) -> tuple[list[Pair], list[Fault]]:
    """The pair of every row, and a fault for each image that is missing or of no known kind.

    No pairs and no faults where there are no image columns, or not one image in them.
    """
    if not set(IMAGES) <= set(table.columns):
        return [], []
    pairs, faults, n_images = [], [], 0
    for row, values in zip(rows, table.read(IMAGES), strict=True):
        images = [image_bytes(values[name]) for name in IMAGES]
        n_images += sum(map(bool, images))
        kinds = [suffix_of(image) for image in images]
        unknown = [(name, image) for name, image in zip(IMAGES, images, strict=True) if not suffix_of(image)]
        faults += [row.fault(_fault(name, image)) for name, image in unknown]
        hashes = sorted(hashlib.sha256(image).hexdigest() for image in images)
        first, second = (f"{FOLDER}/{row.id}_{place}.{kind}" for place, kind in enumerate(kinds, start=1))
        cluster = hashlib.sha256("".join(hashes).encode()).hexdigest()[:16]
        pairs.append(Pair((first, second), cluster, hashes[0] == hashes[1]))
    return (pairs, faults) if n_images else ([], [])


def write_images(table: ParquetRows, pairs: Sequence[Pair], folder: Path) -> int:
    """Write the images that are not there yet, byte for byte, and return how many there are.

    It can be stopped at any time and run again: an image is renamed into place when it is whole.
    """
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for leftover in (folder / FOLDER).glob(".tmp-*"):
        leftover.unlink()
    n_there = 0
    for pair, values in zip(pairs, table.read(IMAGES), strict=True):
        for path, name in zip(pair.paths, IMAGES, strict=True):
            image = image_bytes(values[name])
            if not _is_there(folder / path, image):
                write_whole(folder / path, image)
            n_there += 1
    return n_there


def notes_on(pairs: Sequence[Pair], rows: Sequence[Row], table: ParquetRows) -> list[str]:
    """Sentences for the maintainer on pairs that are absent, the same, or asked about more than once."""
    if not pairs:
        none = "there is no image in the image columns" if set(IMAGES) <= set(table.columns) else "no image columns"
        return [f"{none}: the questions have no media, and each is a cluster of its own"]
    notes = []
    if same := [row.id for row, pair in zip(rows, pairs, strict=True) if pair.same]:
        shown = ", ".join(same[:10]) + (", ..." if len(same) > 10 else "")
        notes.append(f"image 1 and image 2 are the same bytes in {counted(len(same), 'row')} (index {shown})")
    if shared := sum(n for n in Counter(pair.cluster for pair in pairs).values() if n > 1):
        notes.append(f"{shared:,} questions share their image pair with another one")
    return notes


def image_bytes(value: object) -> bytes:
    """The bytes of an image cell, ``{"bytes", "path"}`` or plain; empty where there are none.

    Example:
        >>> image_bytes({"bytes": b"x", "path": "a.png"}), image_bytes({"bytes": None, "path": "a.png"})
        (b'x', b'')
    """
    data: Any = value.get("bytes") if isinstance(value, Mapping) else value
    return data if isinstance(data, bytes) else b""


def suffix_of(image: bytes) -> str:
    r"""The file suffix by the first bytes; empty where it is none of the kinds that a browser shows.

    Example:
        >>> suffix_of(b"RIFF\x00\x00\x00\x00WEBPVP8 "), suffix_of(b"II*\x00")
        ('webp', '')
    """
    for suffix, beginnings in _BEGINNINGS.items():
        if image.startswith(beginnings):
            return suffix
    return "webp" if image[:4] == b"RIFF" and image[8:12] == b"WEBP" else ""


def _fault(name: str, image: bytes) -> str:
    if not image:
        return f"{name} has no bytes"
    return f"{name} begins with {image[:8]!r}, expected a PNG, JPEG, WebP, GIF or BMP image"


def _is_there(file: Path, image: bytes) -> bool:
    return file.exists() and file.stat().st_size == len(image) and file.read_bytes() == image
