"""The two films that happen outside: a ball game, and a train ride.

What is seen when is written in their docstrings, in seconds; the dialogues of the sample speak of nothing else.
"""

from math import sin

from benchmarks.mt_video_bench.sample.canvas import (
    BLACK,
    BLUE,
    BROWN,
    GREEN,
    GREY,
    HEIGHT,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    STONE,
    WHITE,
    WIDTH,
    YELLOW,
    Canvas,
    Colour,
    Places,
    along,
)


def ball_game(t: float) -> Canvas:
    """Two red discs against two blue squares on a green pitch; marks on top count the goals.

    0-1.5 red passes to red. 1.5-3 red shoots into the right goal: 1-0. 4-6 a brown dog runs across the pitch from left
    to right, and all players stand still. 6-7.5 blue dribbles to the left. 7.5-8.5 blue shoots into the left goal:
    1-1. 9-10 red shoots, the ball hits the right post. 10.3 the black referee in the middle shows a yellow card.
    """
    canvas = Canvas((92, 168, 84))
    canvas.box(0, 0, WIDTH, 22, BLACK)
    for line in ((12, 32, 244, 34), (12, 176, 244, 178), (12, 32, 14, 178), (242, 32, 244, 178), (127, 32, 129, 178)):
        canvas.box(*line, WHITE)
    for side in (4, 238):
        canvas.box(side, 78, side + 14, 81, WHITE)
        canvas.box(side, 129, side + 14, 132, WHITE)
        canvas.box(side if side < 100 else side + 11, 78, side + 3 if side < 100 else side + 14, 132, WHITE)
    if t >= 3:
        canvas.disc(100, 11, 6, RED)
    if t >= 8.5:
        canvas.box(150, 5, 162, 17, BLUE)
    canvas.shape([(128, 92), (138, 114), (118, 114)], BLACK)
    if t >= 10.3:
        canvas.bar(133, 96, 141, 84, 3, BLACK)
        canvas.box(137, 70, 146, 84, YELLOW)
    canvas.disc(*along(t, [(0, 60, 130), (1.5, 64, 126), (6, 64, 126), (9, 150, 126), (11, 156, 120)]), 9, RED)
    canvas.disc(*along(t, [(0, 120, 60), (1.5, 150, 62), (3, 170, 70), (11, 170, 70)]), 9, RED)
    forward: Places = [(0, 196, 150), (3, 190, 140), (6, 190, 140), (7.5, 92, 112), (11, 96, 120)]
    back: Places = [(0, 206, 90), (3, 206, 96), (11, 206, 96)]
    for blue in (forward, back):
        x, y = along(t, blue)
        canvas.box(x - 8, y - 8, x + 8, y + 8, BLUE)
    canvas.disc(*_ball(t), 5, WHITE)
    if 4 <= t < 6.2:
        _dog(canvas, -20 + (t - 4) * 140, 152 - 4 * abs(sin(8 * t)))
    return canvas


def _ball(t: float) -> tuple[float, float]:
    places = [
        (0, 70, 128),
        (1.5, 142, 66),
        (1.8, 142, 66),
        (3, 248, 104),
        (3.6, 248, 104),
        (4, 178, 138),
        (6, 178, 138),
    ]
    places += [(7.5, 80, 110), (7.7, 80, 110), (8.5, 8, 104), (8.8, 8, 104), (9, 160, 122), (9.2, 160, 122)]
    return along(t, [*places, (10, 238, 80), (10.8, 206, 56), (11, 204, 56)])


def _dog(canvas: Canvas, x: float, y: float) -> None:
    canvas.bar(x - 14, y - 2, x - 24, y - 12, 4, BROWN)
    canvas.oval(x, y, 16, 8, BROWN)
    canvas.disc(x + 17, y - 8, 7, BROWN)
    canvas.oval(x + 13, y - 9, 3, 6, (84, 52, 30))
    for leg in (-10, -4, 6, 11):
        canvas.box(x + leg, y + 5, x + leg + 4, y + 15, BROWN)


def block_train(t: float) -> Canvas:
    """A red engine pulls a yellow, a blue and a green wagon through the country, always to the right.

    0-2 the train stands at an orange station; 1-2 a purple peg doll walks into the yellow wagon. From 2 on it runs.
    3-5 it crosses a stone bridge over a river; a white sailing boat lies there. 5.2-7 a dark tunnel; behind it the
    green wagon is gone. From 7.5 on snow falls and the meadow turns white. 9.5 the train stops at a blue station; 10-11
    the doll walks out of the yellow wagon.
    """
    way = 100 * (min(t, 9.5) - 2) if t > 2 else 0.0
    snow = min(max((t - 7.5) / 1.5, 0.0), 1.0)
    canvas = Canvas((150, 202, 236) if snow == 0 else (176, 196, 212))
    meadow = tuple(round(a + (b - a) * snow) for a, b in zip((116, 178, 92), (238, 242, 246), strict=True))
    for hill in range(14):
        x = hill * 90 - way * 0.3
        if -80 < x < WIDTH + 80:
            canvas.oval(x, 128, 70, 40 + 9 * (hill % 3), _mix(meadow, 0.86))
    canvas.box(0, 124, WIDTH, HEIGHT, _mix(meadow, 1.0))
    _house(canvas, 30 - way, ORANGE)
    _house(canvas, 30 - way + 750, BLUE)
    _river(canvas, 330 - way)
    canvas.box(0, 150, WIDTH, 154, STONE)
    _train(canvas, t)
    if 5.2 <= t < 7:
        edge = WIDTH * (1 - min((t - 5.2) * 2.5, 1.0)) if t < 6 else 0.0
        end = WIDTH * min(max((7 - t) * 2.5, 0.0), 1.0)
        canvas.box(edge, 0, end, HEIGHT, BLACK)
    for flake in range(40 if snow > 0 else 0):
        canvas.disc((flake * 67 - way * 0.5) % WIDTH, (flake * 41 + t * 60) % HEIGHT, 2, WHITE)
    return canvas


def _train(canvas: Canvas, t: float) -> None:
    colours = [YELLOW, BLUE] if t >= 6 else [YELLOW, BLUE, GREEN]
    for place, colour in enumerate(colours):
        x = 128 - place * 52
        canvas.box(x - 46, 120, x - 2, 144, colour)
        canvas.box(x - 2, 138, x + 6, 142, BLACK)
        canvas.disc(x - 36, 146, 6, BLACK)
        canvas.disc(x - 12, 146, 6, BLACK)
    if 2 <= t < 10:
        canvas.disc(106, 118, 6, PURPLE)
    for start, backwards in ((1, False), (10, True)):
        if start - (0 if backwards else 1) <= t < start + 1:
            share = min(max(t - start, 0.0), 1.0)
            walked = 66 + 40 * (1 - share if backwards else share)
            canvas.box(walked - 5, 126, walked + 5, 146, PURPLE)
            canvas.disc(walked, 120, 7, PURPLE)
    canvas.box(134, 122, 192, 144, RED)
    canvas.box(134, 102, 158, 124, RED)
    canvas.box(139, 107, 152, 117, SKY)
    canvas.box(176, 106, 184, 124, BLACK)
    for x in (146, 164, 182):
        canvas.disc(x, 146, 6, BLACK)
    for puff in range(3 if 2 <= t < 9.5 else 0):
        rise = (t * 22 + puff * 14) % 42
        canvas.disc(180 - rise * 1.3, 98 - rise, 4 + rise / 7, WHITE)


def _house(canvas: Canvas, x: float, colour: Colour) -> None:
    if -110 < x < WIDTH + 20:
        canvas.box(x, 66, x + 74, 124, colour)
        canvas.shape([(x + 37, 38), (x + 84, 68), (x - 10, 68)], BROWN)
        canvas.disc(x + 37, 84, 10, WHITE)
        canvas.bar(x + 37, 84, x + 37, 77, 2, BLACK)
        canvas.bar(x + 37, 84, x + 43, 84, 2, BLACK)


def _river(canvas: Canvas, x: float) -> None:
    if -130 < x < WIDTH + 20:
        canvas.box(x, 124, x + 110, HEIGHT, (70, 130, 200))
        canvas.box(x - 8, 154, x + 118, 162, GREY)
        for pillar in (x + 6, x + 52, x + 98):
            canvas.box(pillar, 162, pillar + 8, HEIGHT, GREY)
        canvas.shape([(x + 20, 180), (x + 48, 180), (x + 42, 188), (x + 26, 188)], BROWN)
        canvas.shape([(x + 34, 164), (x + 46, 179), (x + 34, 179)], WHITE)


def _mix(colour: tuple[int, ...], light: float) -> Colour:
    red, green, blue = (round(part * light) for part in colour)
    return red, green, blue
