"""The statistics against loops, and against the matrix product they cannot do without."""

import random

import numpy as np

from board.bootstrap import bootstrap_means
from board.comparisons import Matrix, compare_all
from board.design import Design, design_of
from board.metrics.shuffle import shuffle_report
from board.ranks import rank_intervals
from tests.naive_shuffle import ORDERS, naive_figures
from tests.timing import ratio, say

MODELS, QUESTIONS, RECORDINGS, RESAMPLES = 200, 6980, 113, 10_000
FEW_MODELS, FEW_RESAMPLES = 2, 10  # of the loop; its time is scaled up


def bench_statistics() -> None:
    """200 models on 6,980 questions of 113 recordings."""
    rng = np.random.default_rng(0)
    credits = (rng.random((MODELS, QUESTIONS)) < rng.uniform(0.3, 0.8, (MODELS, 1))).astype(float)
    clusters = rng.integers(0, RECORDINGS, QUESTIONS).tolist()
    design = design_of(clusters)
    groups = [[place for place, cluster in enumerate(clusters) if cluster == n] for n in range(RECORDINGS)]
    rows = credits[:FEW_MODELS].tolist()
    scale = MODELS * RESAMPLES / (FEW_MODELS * FEW_RESAMPLES)
    faster = scale * ratio(
        lambda: bootstrap_loop(rows, groups), lambda: bootstrap_means(credits, design, resamples=RESAMPLES)
    )
    say("10,000 clustered resamples of 200 models: times faster than loops", faster, "x", ">= 1,000", faster >= 1000)
    for name, laid_out in (("clustered", design), ("McNemar", design_of(range(QUESTIONS)))):
        times = ratio(lambda laid_out=laid_out: ranked(credits, laid_out), lambda: credits @ credits.T)  # type: ignore[misc]
        say(f"19,900 pairs and ranks, {name}: multiple of one C @ C.T", times, "x", "<= 4", times <= 4)


def bench_shuffle_report() -> None:
    """The Shuffle24 report of 6,980 questions against loops over its rows."""
    rng = np.random.default_rng(1)
    picked = rng.integers(0, 4, (QUESTIONS, 24)).astype(np.int8)
    right = picked == rng.integers(0, 4, (QUESTIONS, 1))
    rows = [
        (str(n), order, bool(right[n, place]), "ABCD"[picked[n, place]])
        for n in range(QUESTIONS)
        for place, order in enumerate(ORDERS)
    ]
    faster = ratio(lambda: naive_figures(rows), lambda: shuffle_report(right, picked), rounds=5)
    say("Shuffle24 report of 6,980 questions: times faster than loops", faster, "x", ">= 100", faster >= 100)


def ranked(credits: Matrix, design: Design) -> object:
    """All pairs, and the rank intervals from them."""
    return rank_intervals(compare_all(credits, design))


def bootstrap_loop(rows: list[list[float]], groups: list[list[int]]) -> list[list[float]]:
    """Recordings drawn with replacement, the mean credit of their questions, one row and resample after the other."""
    draw, means = random.Random(0), []
    for row in rows:
        resampled = []
        for _ in range(FEW_RESAMPLES):
            drawn = [row[place] for group in draw.choices(groups, k=len(groups)) for place in group]
            resampled.append(sum(drawn) / len(drawn))
        means.append(resampled)
    return means
