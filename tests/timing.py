"""Paired CPU times, for the bench: two variants in turn in one process, and their median ratio."""

import statistics
import time
from collections.abc import Callable

ROUNDS = 7


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(a: Callable[[], object], b: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median over the rounds of CPU(a) / CPU(b), the two timed in turn, after one round that is not counted."""
    pairs = [(cpu(a), cpu(b)) for _ in range(rounds + 1)][1:]
    return statistics.median(first / second for first, second in pairs)


def say(what: str, figure: float, unit: str, goal: str, good: bool) -> None:
    """One line of the report."""
    print(f"{what:66} {figure:>10,.2f} {unit:6} goal {goal:12} {'ok' if good else 'MISSED'}", flush=True)
