"""The two films that happen in a room: a kitchen, and a window.

What is seen when is written in their docstrings, in seconds; the dialogues of the sample speak of nothing else.
"""

from collections.abc import Callable
from math import cos, pi, sin

from benchmarks.mt_video_bench.sample.canvas import (
    BLACK,
    BLUE,
    BROWN,
    GREEN,
    GREY,
    HEIGHT,
    ORANGE,
    RED,
    SKY,
    STONE,
    WHITE,
    WIDTH,
    YELLOW,
    Canvas,
)


def toy_kitchen(t: float) -> Canvas:
    """A kitchen without a cook.

    From the start a grey cat sits on the window sill, a blue pot stands on the stove, and a carrot, a tomato and a
    bunch of green herbs lie on the board. 1 the flame is lit. 2-3 the carrot flies into the pot, 3-4 the tomato, 4-5
    the herbs. 5-7.5 a wooden spoon stirs, and steam rises. 7-8 the cat jumps down and walks out to the right. 8.5 the
    flame goes out. 9 a yellow bowl of orange soup stands on the board.
    """
    canvas = Canvas((247, 232, 205))
    canvas.box(148, 14, 236, 78, WHITE)
    canvas.box(153, 19, 231, 73, SKY)
    canvas.box(190, 19, 194, 73, WHITE)
    canvas.box(142, 76, 242, 83, BROWN)
    canvas.box(0, 132, WIDTH, HEIGHT, (170, 122, 82))
    canvas.box(18, 112, 116, 184, STONE)
    canvas.disc(48, 168, 6, WHITE)
    canvas.disc(86, 168, 6, WHITE)
    canvas.box(140, 136, 236, 144, (222, 184, 128))
    for leg in (34, 90):
        canvas.box(leg, 102, leg + 4, 112, BLACK)
    _cat(canvas, t)
    if 1 <= t < 8.5:
        for x in (46, 58, 70, 82):
            lift = 2 * sin(9 * t + x)
            canvas.shape([(x, 97 - lift), (x + 6, 112), (x - 6, 112)], ORANGE)
    _into_pot(
        canvas, t, 2, (160, 131), lambda x, y: canvas.shape([(x - 14, y - 5), (x + 15, y), (x - 14, y + 5)], ORANGE)
    )
    _into_pot(canvas, t, 3, (192, 127), lambda x, y: canvas.disc(x, y, 9, RED))
    _into_pot(canvas, t, 4, (222, 126), lambda x, y: _herbs(canvas, x, y))
    if 5 <= t < 7.5:
        canvas.bar(64 + 12 * cos(5 * t), 78, 92 + 12 * cos(5 * t), 26, 6, BROWN)
        for n in range(3):
            rise = (t * 18 + n * 16) % 46
            canvas.disc(36 + n * 16 + 4 * sin(t * 3 + n), 58 - rise, 7 - rise / 10, WHITE)
    canvas.box(30, 64, 98, 104, BLUE)
    canvas.box(26, 60, 102, 67, (36, 78, 160))
    canvas.box(16, 74, 30, 80, (36, 78, 160))
    canvas.box(98, 74, 112, 80, (36, 78, 160))
    if t >= 9:
        canvas.oval(190, 124, 27, 14, YELLOW)
        canvas.box(160, 108, 220, 122, (247, 232, 205))
        canvas.oval(190, 121, 26, 6, ORANGE)
    return canvas


def _cat(canvas: Canvas, t: float) -> None:
    """On the sill until 7, then down and out to the right."""
    away = max(0.0, t - 7)
    x, y = 176 + 95 * away, 62 + min(62.0, 150 * away)
    if x < WIDTH + 30:
        canvas.bar(x - 12, y + 8, x - 24, y - 8, 4, GREY)
        canvas.oval(x, y + 4, 14, 11, GREY)
        canvas.disc(x + 12, y - 9, 8, GREY)
        canvas.shape([(x + 7, y - 22), (x + 12, y - 13), (x + 4, y - 13)], GREY)
        canvas.shape([(x + 18, y - 22), (x + 20, y - 13), (x + 12, y - 13)], GREY)
        canvas.disc(x + 15, y - 10, 1.6, BLACK)


def _into_pot(
    canvas: Canvas, t: float, start: float, place: tuple[float, float], draw: Callable[[float, float], None]
) -> None:
    """A thing that lies in its place, and flies into the pot in the second after ``start``."""
    share = min(max(t - start, 0.0), 1.0)
    if share < 1:
        x, y = place
        draw(x + (64 - x) * share, y + (74 - y) * share - 70 * sin(pi * share))


def _herbs(canvas: Canvas, x: float, y: float) -> None:
    for aside in (-8, -3, 3, 8):
        canvas.bar(x, y + 8, x + aside, y - 8, 3, GREEN)
        canvas.disc(x + aside, y - 8, 4, GREEN)


def window_garden(t: float) -> Canvas:
    """A clay pot on a window sill: a sunflower grows in two nights.

    0-1.5 a brown seed falls into the pot. 1.5-3 a grey can waters it. 3-4.2 the first night, with a moon. 4.2 a green
    sprout; it grows until 8.2, with two leaves from 5.5 on. 5-7 a snail with an orange shell creeps up the pot and
    stays on its rim. 7-8.2 the second night. 8.2 a yellow blossom opens; 9.5 a bee comes from the left and sits on it.
    """
    night = 1.0 if 3 <= t < 4.2 or 7 <= t < 8.2 else 0.0
    canvas = Canvas((228, 214, 190))
    canvas.box(40, 8, 216, 140, WHITE)
    canvas.box(46, 14, 210, 134, (36, 44, 92) if night else SKY)
    if night:
        canvas.disc(80, 40, 13, (244, 240, 214))
        canvas.disc(86, 36, 12, (36, 44, 92))
    else:
        canvas.disc(66 + 12 * (t % 4), 42, 14, YELLOW)
    canvas.box(24, 140, 232, 150, BROWN)
    height = 64 * min(max((t - 4.2) / 4, 0.0), 1.0)
    if t >= 4.2:
        canvas.bar(128, 102, 128, 98 - height, 4, GREEN)
    if t >= 5.5:
        spread = 8 + 10 * min(t - 5.5, 1.0)
        canvas.oval(128 - spread, 90 - height * 0.3, spread, 5, GREEN)
        canvas.oval(128 + spread, 84 - height * 0.3, spread, 5, GREEN)
    if t >= 8.2:
        size = 18 * min(max(t - 8.2, 0.1), 1.0)
        for petal in range(10):
            x, y = 128 + size * cos(petal * pi / 5), 98 - height + size * sin(petal * pi / 5)
            canvas.disc(x, y, size * 0.42, YELLOW)
        canvas.disc(128, 98 - height, size * 0.62, BROWN)
    if 0 <= t < 1.5:
        canvas.oval(128, 16 + 58 * t, 4, 6, BROWN)
    canvas.box(102, 100, 154, 110, (190, 96, 62))
    canvas.shape([(106, 110), (150, 110), (144, 140), (112, 140)], (206, 108, 70))
    if 1.5 <= t < 3:
        canvas.box(168, 52, 200, 80, GREY)
        canvas.bar(170, 70, 140, 54, 5, GREY)
        canvas.bar(200, 56, 210, 74, 4, GREY)
        for drop in range(4):
            canvas.oval(140 - 3 * drop, 58 + (drop * 12 + t * 60) % 40, 1.6, 4, BLUE)
    if t >= 5:
        share = min((t - 5) / 2, 1.0)
        x, y = 166 - 18 * share, 134 - 40 * share
        canvas.oval(x, y + 5, 12, 4, (206, 184, 140))
        canvas.disc(x + 2, y, 7, ORANGE)
        canvas.disc(x + 2, y, 3, BROWN)
    if t >= 9.5:
        share = min((t - 9.5) / 1.0, 1.0)
        x, y = 20 + 108 * share, 70 - 42 * share + 5 * sin(14 * t) * (1 - share)
        canvas.oval(x - 3, y - 7, 5, 4, WHITE)
        canvas.oval(x, y, 9, 6, (250, 214, 40))
        canvas.box(x - 4, y - 5, x - 1, y + 5, BLACK)
        canvas.box(x + 2, y - 5, x + 5, y + 5, BLACK)
    if night:
        canvas.darken(0.45)
    return canvas
