"""Asking until there is a reply: pauses, the total deadline, the circuit breaker and the budget, around one call.

Standard library only; the call itself is passed in. Threads may share one :class:`Retrying`.
"""

from collections.abc import Callable
from threading import TIMEOUT_MAX, Event

from scorer.models.base import Reply, Request, Unanswered
from scorer.models.budget import Budget
from scorer.models.patience import Circuit, Failure, Patience, pause_s

Call = Callable[[Request, float], Reply | Failure]  # a request and the seconds it may take


class Retrying:
    """Sends requests again where a call failed in passing.

    Args:
        call: One call; it raises nothing that a server or a network can bring about.
        words: What a failure means, in words for a person.
        patience: How long and how often.
        budget: Counts calls and money, and may refuse.
        clock: Seconds that never go back; only differences are used.
        sleep: Waits so many seconds; None: a wait that ends early when the run stops.
        jitter: Numbers 0..1 that spread the pauses.
    """

    def __init__(
        self,
        call: Call,
        words: Callable[[Failure], str],
        *,
        patience: Patience,
        budget: Budget,
        clock: Callable[[], float],
        jitter: Callable[[], float],
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.patience, self.budget = patience, budget
        self.circuit = Circuit(patience.errors_in_a_row)
        self._call, self._words = call, words
        self._clock, self._sleep, self._jitter = clock, sleep, jitter
        self._until: float | None = None

    def begin(self) -> None:
        """The deadline runs from the first time."""
        if self._until is None:
            self._until = self._clock() + self.patience.deadline_s

    def ask(self, request: Request, stopped: Event) -> Reply | Unanswered:
        """The reply, or why there is none; ``stopped`` ends the run that the request belongs to."""
        last = ""
        for tries in range(1, self.patience.attempts + 1):
            outcome = self._once(request, stopped)
            if not isinstance(outcome, Failure):
                return outcome
            last = self._words(outcome)
            if self.circuit.broken or not outcome.passing:
                return Unanswered(self.circuit.broken or last)
            if tries < self.patience.attempts and (late := self._wait(tries, outcome, stopped)):
                return Unanswered(f"{late}; the last call: {last}")
        return Unanswered(f"no reply in {self.patience.attempts} calls, the last: {last}")

    def _once(self, request: Request, stopped: Event) -> Reply | Unanswered | Failure:
        reserved = self.budget.reserve(request)
        if isinstance(reserved, str):
            return Unanswered(reserved)
        # Asked only now: waiting for the budget may have taken long.
        left_s = self._left_s()
        if why := self._why_not(left_s, stopped):
            self.budget.withdraw(reserved)
            return Unanswered(why)
        try:
            outcome = self._call(request, min(self.patience.timeout_s, left_s))
        except BaseException:
            self.budget.forfeit(reserved)  # or calls that wait for this money would wait for ever
            raise
        if isinstance(outcome, Reply):
            self.budget.settle(reserved, outcome)
            self.circuit.worked()
            return outcome
        (self.budget.forfeit if outcome.billed else self.budget.release)(reserved)
        self.circuit.failed(outcome, self._words(outcome))
        if self.circuit.broken:
            stopped.set()  # nobody needs to sleep on
        return outcome

    def _why_not(self, left_s: float, stopped: Event) -> str:
        """Why no call may be made now; empty where one may."""
        if self.circuit.broken:
            return self.circuit.broken
        if stopped.is_set():
            return "the run was stopped"
        return "" if left_s > 0 else f"the deadline of {self.patience.deadline_s:,.0f} s is over"

    def _wait(self, tries: int, failure: Failure, stopped: Event) -> str:
        """Pause before the next try; says why where the deadline would pass meanwhile, and does not sleep then."""
        seconds = pause_s(tries, failure, self.patience, self._jitter)
        if seconds >= self._left_s():
            asked_for = failure.retry_after_s
            why = "" if asked_for is None else f"the server asks for a pause of {asked_for:,.0f} s, and "
            return f"{why}the deadline of {self.patience.deadline_s:,.0f} s would pass before the next call"
        # Without a deadline a server may ask for longer than any clock can wait.
        (self._sleep or stopped.wait)(min(seconds, TIMEOUT_MAX))
        return ""

    def _left_s(self) -> float:
        self.begin()
        return self._until - self._clock() if self._until is not None else self.patience.deadline_s
