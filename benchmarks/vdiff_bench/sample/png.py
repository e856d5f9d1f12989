"""PNG files, the same bytes on any machine: one encoder (PyAV, a development dependency), one thread, no metadata."""

from fractions import Fraction

import av
import numpy as np
from numpy.typing import NDArray


def png_bytes(picture: NDArray[np.uint8]) -> bytes:
    """A picture of shape (height, width, 3) as PNG."""
    height, width, _ = picture.shape
    encoder = av.CodecContext.create("png", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.thread_count = width, height, "rgb24", 1
    encoder.options = {"pred": "mixed", "compression_level": "9"}
    encoder.time_base = Fraction(1)
    frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
    return b"".join(bytes(packet) for packet in [*encoder.encode(frame), *encoder.encode()])
