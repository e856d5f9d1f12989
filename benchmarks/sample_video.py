"""Small H.264 files a browser plays: yuv420p, the index at the front (PyAV, a development dependency).

The same pictures give the same bytes on any processor: colours are converted here in whole numbers, the quantiser is
constant (rate control estimates with fast reciprocals that differ between makers) and x264 runs without assembler.
"""

from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray


def write_video(path: Path, pictures: NDArray[np.uint8], frames_per_second: int) -> None:
    """Encode pictures of shape (frames, height, width, 3) with even height and width."""
    options = {"qp": "27", "preset": "slow", "threads": "1", "x264-params": "asm=0:keyint=60"}
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=frames_per_second, options=options)
        stream.height, stream.width = pictures.shape[1:3]
        stream.pix_fmt = "yuv420p"
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(_yuv420(picture), format="yuv420p")))
        container.mux(stream.encode())


def _yuv420(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One picture as the planes Y, U, V one below the other (BT.601, limited range), shape (height * 3/2, width)."""
    height, width, _ = picture.shape
    red, green, blue = np.moveaxis(picture.astype(np.int64), -1, 0)
    luma = 16 + ((66 * red + 129 * green + 25 * blue + 128) >> 8)
    quarter = picture.astype(np.int64).reshape(height // 2, 2, width // 2, 2, 3).sum(axis=(1, 3)) // 4
    red, green, blue = np.moveaxis(quarter, -1, 0)
    first = 128 + ((-38 * red - 74 * green + 112 * blue + 128) >> 8)
    second = 128 + ((112 * red - 94 * green - 18 * blue + 128) >> 8)
    return np.concatenate([plane.reshape(-1, width) for plane in (luma, first, second)]).astype(np.uint8)
