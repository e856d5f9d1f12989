"""The four films of the sample: their names, and how their pictures are drawn. A film is a function of the moment."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchmarks.mt_video_bench.sample.canvas import Canvas
from benchmarks.mt_video_bench.sample.indoors import toy_kitchen, window_garden
from benchmarks.mt_video_bench.sample.outdoors import ball_game, block_train

FRAMES_PER_SECOND = 8
SECONDS = 11

FILMS: dict[str, Callable[[float], Canvas]] = {
    "sample_toy_kitchen": toy_kitchen,
    "sample_ball_game": ball_game,
    "sample_block_train": block_train,
    "sample_window_garden": window_garden,
}


def film(name: str) -> NDArray[np.uint8]:
    """All pictures of a film, shape (frames, height, width, 3)."""
    moments = (frame / FRAMES_PER_SECOND for frame in range(SECONDS * FRAMES_PER_SECOND))
    return np.stack([FILMS[name](moment).picture() for moment in moments])
