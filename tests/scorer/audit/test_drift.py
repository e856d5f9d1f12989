"""J6: an anchor set judged again by judges that drift by 0, 1, 3 and 5 %."""

import random
from math import comb

import numpy as np
import pytest

from board.checklists import MISSING, NO, YES
from board.errors import BenchmarkError
from scorer.judge.audit.drift import DRIFT, MISSES, alarm_limit, chance_of_alarm, drift
from scorer.judge.audit.pairing import Paired

ANCHORS = 200
LENGTHS = (1, 3, 3, 4, 4, 5)  # checklist questions of an answer, as often as in the benchmark: 3.3 on average


def anchors(lengths: tuple[int, ...] = LENGTHS) -> Paired:
    """The verdicts about 200 answers, the same before and now."""
    ids = [f"v{number}" for number in range(ANCHORS) for _ in range(lengths[number % len(lengths)])]
    said = np.array([YES if place % 8 < 5 else NO for place in range(len(ids))], dtype=np.int8)
    return Paired(("summary",) * len(ids), tuple(ids), said, said.copy())


def drifted(before: Paired, share: float, seed: int, *, whole_answers: bool = False) -> Paired:
    """A stub that flips each verdict (or all verdicts about an answer) with a probability of ``share``."""
    draw = random.Random(seed)
    units = before.clusters if whole_answers else tuple(map(str, range(len(before.clusters))))
    flips = {unit: draw.random() < share for unit in sorted(set(units))}
    flipped = np.array([flips[unit] for unit in units])
    return before._replace(second=np.where(flipped, YES - before.second, before.second).astype(np.int8))


def alarms(share: float, runs: int, lengths: tuple[int, ...] = LENGTHS, *, whole_answers: bool = False) -> float:
    before = anchors(lengths)
    return sum(drift(drifted(before, share, seed, whole_answers=whole_answers)).alarm for seed in range(runs)) / runs


def test_no_drift_never_alarms_and_three_percent_does_in_99_of_100_runs() -> None:
    assert alarms(0.0, 50) == 0.0
    assert alarms(0.03, 300) >= 0.98
    assert alarms(0.05, 300) == 1.0
    assert alarms(0.01, 300) <= 0.25


def test_two_hundred_single_verdicts_are_enough_for_the_same_bar() -> None:
    assert alarms(0.0, 50, (1,)) == 0.0
    assert alarms(0.03, 300, (1,)) >= 0.98


def test_control_an_alarm_at_three_percent_seen_misses_half_of_the_judges_that_drift_by_three_percent() -> None:
    before = anchors()
    seen = [drift(drifted(before, 0.03, seed)).share >= DRIFT for seed in range(200)]
    assert 0.3 < sum(seen) / len(seen) < 0.7


@pytest.mark.nightly
def test_the_simulated_rates_are_those_told_by_the_exact_binomial() -> None:
    n, limit = len(anchors().clusters), alarm_limit(len(anchors().clusters)) or 0
    for share in (0.0, 0.01, 0.03, 0.05):
        assert alarms(share, 2_000) == pytest.approx(chance_of_alarm(n, limit, share), abs=0.03)


def test_flips_that_come_by_whole_answers_are_caught_less_often_as_the_page_says() -> None:
    assert 0.80 <= alarms(0.03, 300, whole_answers=True) <= 0.99
    assert alarms(0.05, 300, whole_answers=True) >= 0.97


@pytest.mark.parametrize("n", [1, 100, 151, 152, 200, 660, 2_000])
def test_the_limit_is_the_last_that_three_percent_stays_below_in_one_run_of_a_hundred(n: int) -> None:
    def below(limit: int) -> float:  # the binomial, term by term
        return sum(comb(n, k) * DRIFT**k * (1 - DRIFT) ** (n - k) for k in range(limit))

    limit = alarm_limit(n) or 0
    assert below(limit) <= MISSES < below(limit + 1)


def test_three_percent_of_flips_or_more_always_alarm_and_none_never_do() -> None:
    assert all((alarm_limit(n) or 1) <= max(1, -(-3 * n // 100)) for n in range(1, 3_000))
    still = drift(anchors())
    assert (still.flips, still.share, still.alarm, still.conclusive, still.limit) == (0, 0.0, False, True, 10)


def test_too_few_anchors_cannot_tell_and_any_flip_alarms() -> None:
    few = anchors()._replace(second=anchors().first.copy())
    cut = Paired(few.abilities[:99], few.clusters[:99], few.first[:99], few.second[:99].copy())
    assert (drift(cut).alarm, drift(cut).conclusive, drift(cut).limit) == (False, False, None)
    cut.second[0] = YES - cut.second[0]
    assert drift(cut).alarm


def test_a_judge_that_flips_by_itself_is_not_conclusive_and_the_report_says_how_often_it_errs() -> None:
    found = drift(anchors(), noise=0.01)
    assert found.false_alarm == pytest.approx(0.137, abs=0.02) and not found.conclusive
    assert drift(anchors(), noise=0.002).conclusive


def test_flips_are_counted_by_direction_and_what_is_not_there_both_times_is_not_compared() -> None:
    before = np.array([YES, YES, NO, NO, YES, MISSING, YES], dtype=np.int8)
    now = np.array([YES, NO, NO, YES, MISSING, NO, NO], dtype=np.int8)
    found = drift(Paired(("s",) * 7, tuple("abcdefg"), before, now), ["judge-a"], ["judge-a", "judge-b"])
    assert (found.n, found.flips, found.yes_to_no, found.no_to_yes) == (5, 3, 2, 1)
    assert (found.lost, found.new, found.before, found.now) == (1, 1, ("judge-a",), ("judge-a", "judge-b"))
    with pytest.raises(BenchmarkError, match="judge the same answers again"):
        drift(Paired(("s",), ("a",), before[:1], np.array([MISSING], dtype=np.int8)))
