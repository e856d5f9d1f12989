"""One coloured shape on grey, as a tiny PNG file, without an image library.

REPLACE: draw what your questions ask about. A reader should be able to answer each question by looking.
"""

import struct
import zlib
from pathlib import Path

import numpy as np

SIDE = 48
COLOURS = {"red": (215, 45, 40), "green": (40, 150, 60), "blue": (45, 80, 215), "yellow": (235, 200, 40)}


def draw(path: Path, shape: str, colour: str) -> None:
    """Write a picture of a ``disc`` or a ``square``."""
    down, right = np.mgrid[0:SIDE, 0:SIDE] - SIDE // 2
    covered = down**2 + right**2 < 16**2 if shape == "disc" else np.maximum(abs(down), abs(right)) < 14
    picture = np.full((SIDE, SIDE, 3), 225, dtype=np.uint8)
    picture[covered] = COLOURS[colour]
    # Each line of pixels starts with the number of its filter: none.
    lines = b"".join(b"\0" + line.tobytes() for line in picture)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(lines, 9)) + _chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
