"""Pauses, the deadline and the breaker, with a clock and a sleep that only record."""

from collections.abc import Callable, Sequence
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.models.base import Reply, Request, Unanswered
from scorer.models.budget import Budget, Prices
from scorer.models.patience import Circuit, Failure, Patience, pause_s, retry_after_s
from scorer.models.retrying import Retrying
from tests.scorer.chaos_server import ChaosServer, always, in_order, model_behind

YES = Reply("Yes", "judge")
BUSY, BROKEN = Failure("busy", 503), Failure("no reply in 60 s", billed=True)
DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


class Clock:
    """Seconds that pass only where somebody sleeps, or a call takes its time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def retrying(
    outcomes: Sequence[Reply | Failure],
    clock: Clock,
    patience: Patience,
    jitter: float = 0.0,
    call_s: float = 0.0,
    sleep: Callable[[float], object] | None = None,
) -> Retrying:
    """Asks a call that ends like this, one after the other; ``sleep`` is the clock's own, where none is given."""
    left = iter(outcomes)

    def call(request: Request, timeout_s: float) -> Reply | Failure:
        clock.now += min(call_s, timeout_s)
        return next(left)

    return Retrying(
        call,
        lambda failure: failure.text,
        patience=patience,
        budget=Budget(),
        clock=clock,
        jitter=lambda: jitter,
        sleep=sleep or clock.sleep,
    )


def test_pauses_double_and_are_spread_by_half() -> None:
    clock = Clock()
    assert (
        retrying([BUSY] * 7 + [YES], clock, Patience(longest_pause_s=8.0), jitter=1.0).ask(Request(""), Event()) == YES
    )
    assert clock.slept == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert pause_s(3, BUSY, Patience(), lambda: 0.0) == 1.0
    assert pause_s(10_000, BUSY, Patience(), lambda: 1.0) == 30.0


def test_what_the_server_asks_for_is_slept_however_long_it_is() -> None:
    clock = Clock()
    asked = [Failure("busy", 429, retry_after_s=seconds) for seconds in (7.0, 0.0, 9999.0)]
    assert retrying([*asked, YES], clock, Patience()).ask(Request(""), Event()) == YES
    assert clock.slept == [7.0, 0.0, 9999.0]


@pytest.mark.parametrize(("deadline_s", "calls"), [(3600.0, 1), (3601.0, 2), (2 * 3600.0, 2), (2 * 3600.0 + 1, 3)])
def test_a_server_that_asks_for_an_hour_is_called_after_an_hour_or_not_at_all(deadline_s: float, calls: int) -> None:
    """The control arm is the deadline: a second more of it, and the call is made."""
    clock = Clock()
    with (
        ChaosServer(lambda text: "Yes", plan=always("429"), retry_after="3600") as server,
        model_behind(server, clock=clock, sleep=clock.sleep, patience=Patience(deadline_s=deadline_s)) as model,
    ):
        [(_, outcome)] = model.replies([Request("")])
    deadline = f"the deadline of {deadline_s:,.0f} s would pass before the next call"
    why = f"the server asks for a pause of 3,600 s, and {deadline}; the last call: 429: chaos 429"
    assert outcome == Unanswered(why)
    assert (server.calls, clock.slept) == (calls, [3600.0] * (calls - 1))


def test_a_server_that_asks_for_longer_than_a_clock_can_wait_brings_nothing_down() -> None:
    """Where there is no deadline; the pause ends here, because the run does."""
    stopped, clock = Event(), Clock()

    def call(request: Request, timeout_s: float) -> Reply | Failure:
        stopped.set()
        return Failure("busy", 429, retry_after_s=1e300)

    patience = Patience(deadline_s=float("inf"))
    patient = Retrying(
        call, lambda failure: failure.text, patience=patience, budget=Budget(), clock=clock, jitter=lambda: 0.0
    )
    assert patient.ask(Request(""), stopped) == Unanswered("the run was stopped")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "20"}, 20.0),
        ({"retry-after": " 1.5 "}, 1.5),
        ({"Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT", "Date": DATE}, 30.0),
        ({"Retry-After": "Wed Oct 21 07:28:30 2026", "Date": DATE}, 30.0),
        ({"Retry-After": "Wed, 21 Oct 2020 07:28:30 GMT", "Date": DATE}, 0.0),
        ({"Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT"}, None),
        *[
            ({"Retry-After": text, "Date": DATE}, None)
            for text in ("", "soon", "-3", "nan", "inf", "1e999", "1 2 3 4 5")
        ],
        ({"Retry-After": "Wed, 99 Oct 2026 07:28:30 GMT", "Date": DATE}, None),
        ({"Retry-After": "Wed, 21 Oct 99999999999 07:28:00 GMT", "Date": DATE}, None),
        ({}, None),
    ],
)
def test_retry_after_is_seconds_or_a_date_or_nothing(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers) == seconds


@pytest.mark.parametrize(("header", "slept"), [("3", [3.0, 3.0]), (None, [0.25, 0.5])])
def test_a_server_is_asked_again_when_it_says_so(header: str | None, slept: list[float]) -> None:
    """The control arm: without the header the pauses are our own."""
    clock = Clock()
    with (
        ChaosServer(lambda text: "Yes", plan=in_order("429", "503"), retry_after=header) as server,
        model_behind(server, clock=clock, sleep=clock.sleep) as model,
    ):
        assert [type(reply) for _, reply in model.replies([Request("")])] == [Reply]
    assert clock.slept == slept


def test_the_deadline_ends_all_requests_and_nobody_sleeps_past_it() -> None:
    clock = Clock()
    patience = Patience(deadline_s=130.0, attempts=10)
    with (
        ChaosServer(lambda text: "Yes", plan=always("429"), retry_after="50") as server,
        model_behind(server, clock=clock, sleep=clock.sleep, patience=patience, concurrency=1) as model,
    ):
        outcomes = [outcome for _, outcome in model.replies([Request("a"), Request("b")])]
    deadline = "the deadline of 130 s would pass before the next call"
    why = f"the server asks for a pause of 50 s, and {deadline}; the last call: 429: chaos 429"
    assert outcomes == [Unanswered(why)] * 2
    assert clock.slept == [50.0, 50.0] and server.calls == 4


def test_no_call_begins_after_the_deadline_and_none_may_last_beyond_it() -> None:
    clock = Clock()
    timeouts = []

    def call(request: Request, timeout_s: float) -> Reply | Failure:
        timeouts.append(timeout_s)
        clock.now += timeout_s
        return YES

    patient = Retrying(
        call,
        lambda failure: failure.text,
        patience=Patience(timeout_s=60.0, deadline_s=100.0),
        budget=Budget(),
        clock=clock,
        jitter=lambda: 0.0,
        sleep=clock.sleep,
    )
    answers = [patient.ask(Request(""), Event()) for _ in range(3)]
    assert answers == [YES, YES, Unanswered("the deadline of 100 s is over")]
    assert timeouts == [60.0, 40.0] and patient.budget.calls == 2


# Sixty-fourths of a second, so that no sum is rounded.
SECONDS = st.integers(0, 64_000).map(lambda count: count / 64)
FAILURES = st.builds(
    Failure,
    st.just("busy"),
    st.sampled_from([None, 200, 408, 429, 500, 503]),
    st.none() | SECONDS,
)


def past_the_deadline(
    failures: Sequence[Failure], deadline_s: float, jitter: float, call_s: float, kept: Callable[[float], float]
) -> list[float]:
    """The sleeps that end after the deadline; ``kept`` is the deadline that the asking knows of."""
    clock = Clock()
    late: list[float] = []

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        if clock.now - 1000.0 > deadline_s:
            late.append(seconds)

    patience = Patience(deadline_s=kept(deadline_s), attempts=len(failures) + 1, errors_in_a_row=1000)
    retrying([*failures, YES], clock, patience, jitter, call_s, sleep).ask(Request(""), Event())
    return late


@settings(deadline=None, max_examples=300)
@given(st.lists(FAILURES, max_size=30), SECONDS, st.sampled_from([0.0, 0.25, 0.75, 1.0]), SECONDS)
def test_no_sleep_ever_ends_after_the_deadline(
    failures: list[Failure], deadline_s: float, jitter: float, call_s: float
) -> None:
    assert past_the_deadline(failures, deadline_s, jitter, call_s, lambda seconds: seconds) == []


def test_the_control_arm_sleeps_past_a_deadline_it_does_not_know() -> None:
    assert past_the_deadline([BUSY] * 9, 5.0, 1.0, 0.0, lambda seconds: 1e9) != []


def test_the_breaker_counts_errors_of_all_threads_and_a_success_clears_it() -> None:
    circuit = Circuit(3)
    for failure in (BUSY, BROKEN):
        circuit.failed(failure, failure.text)
    circuit.worked()
    for failure in (BUSY, BUSY):
        circuit.failed(failure, failure.text)
    assert circuit.broken == ""
    circuit.failed(BROKEN, BROKEN.text)
    assert circuit.broken == "the judge is out of reach: 3 errors in a row, the last: no reply in 60 s"
    assert not circuit.refused


def test_a_refusal_of_one_request_is_for_good_only_while_nothing_has_worked() -> None:
    fresh, proven = Circuit(20), Circuit(20)
    proven.worked()
    for circuit in (fresh, proven):
        circuit.failed(Failure("too long", 400), "too long")
    assert (fresh.refused, proven.refused) == (True, False)
    proven.failed(Failure("no such key", 401), "no such key")
    assert (proven.broken, proven.refused) == ("no such key", True)


def test_an_error_in_our_own_code_is_not_hidden_and_holds_no_money() -> None:
    def call(request: Request, timeout_s: float) -> Reply | Failure:
        raise ZeroDivisionError

    budget = Budget(Prices(1.0, 1.0), most_usd=1.0)
    patient = Retrying(
        call, lambda failure: failure.text, patience=Patience(), budget=budget, clock=Clock(), jitter=lambda: 0.0
    )
    with pytest.raises(ZeroDivisionError):
        patient.ask(Request(""), Event())
    assert (budget.under_way, budget.set_aside_usd) == (0, 0.0)
    assert budget.spent_usd > 0  # the server may have worked for it
