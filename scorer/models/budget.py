"""What asking a model may cost: an estimate before the first call, and a hard limit while it runs.

Before a call its worst case is set aside, after it what the server billed takes its place. Where every call costs at
most its worst case, no more than the limit is ever spent. A server that bills beyond the worst case is believed: later
calls are reckoned at that rate, and go one at a time until one keeps to it. What is then spent beyond the limit is that
one call; only those already under way when a server raises its rate in mid-run could add to it.

Money is counted in whole trillionths of a dollar, so that sums are exact. Standard library only.
"""

import unicodedata
from collections.abc import Sequence
from math import isfinite
from threading import Condition
from typing import NamedTuple

from board.errors import JudgeError
from scorer.models.base import Reply, Request

TRILLION = 10**12
# What a server may wrap a message in: its chat template, and the schema of the reply spelt out in the prompt.
WRAPPING_TOKENS, WRAPPING_TOKENS_A_KEY = 256, 64
# Rules of thumb for the estimate: four bytes a token in most languages, and '"A1": "Yes", ' for a key.
BYTES_A_TOKEN, TOKENS_A_KEY = 4, 8
MOST_TOKENS = 10**12  # more than this is no usage that a server could mean


class Prices(NamedTuple):
    """US dollars for a million tokens read (input) and written (output)."""

    input_per_million: float
    output_per_million: float

    def trillionths(self, tokens_in: int, tokens_out: int) -> int:
        """The price of so many tokens, in trillionths of a dollar.

        Example:
            >>> Prices(0.15, 0.60).trillionths(1_000_000, 0)
            150000000000
        """
        return tokens_in * round(self.input_per_million * 1e6) + tokens_out * round(self.output_per_million * 1e6)


class Estimate(NamedTuple):
    """What requests will probably cost, asked once each: calls, tokens, dollars (None: no prices), dollars at most."""

    calls: int
    tokens_in: int
    tokens_out: int
    usd: float | None
    usd_at_most: float | None

    @property
    def text(self) -> str:
        """One line for a person.

        Example:
            >>> estimate([Request("Is the cup red?" * 40, ("A1",))], Prices(0.15, 0.60)).text
            'calls: 1, about 150 tokens in and 16 out: about 0.0000 USD, at most 0.0003 USD'
        """
        text = f"calls: {self.calls:,}, about {self.tokens_in:,} tokens in and {self.tokens_out:,} out"
        if self.usd is None or self.usd_at_most is None:
            return f"{text}; no prices are given, so none in USD"
        return f"{text}: about {_dollars(self.usd)}, at most {_dollars(self.usd_at_most)}"


class Reserved(NamedTuple):
    """Money set aside for one call: the worst case by its text, and the larger amount that experience asks for."""

    worst_case: int
    amount: int


class Budget:
    """Counts what is spent on a model, and says when it may be asked no more; threads may share it.

    Args:
        prices: What tokens cost; None where nobody pays.
        most_usd: The hard limit in US dollars; None for no limit.
        most_calls: The most requests sent, repeated ones counted; None for no limit.

    Raises:
        JudgeError: a limit in dollars without prices, or an amount that is not a finite number from 0.
    """

    def __init__(
        self, prices: Prices | None = None, *, most_usd: float | None = None, most_calls: int | None = None
    ) -> None:
        if most_usd is not None and prices is None:
            raise JudgeError(f"a budget of {most_usd} USD was given without prices: give those of a million tokens too")
        for amount in (*(prices or ()), most_usd or 0.0, most_calls or 0):
            if not (isfinite(amount) and amount >= 0):
                raise JudgeError(f"found {amount} as a price or a budget, expected a finite number from 0")
        self.prices, self.most_usd, self.most_calls = prices, most_usd, most_calls
        self.calls = 0
        self._limit = None if most_usd is None else round(most_usd * TRILLION)
        self._spent = self._set_aside = self._under_way = self._largest = 0
        self._dearer = (1, 1)  # the most that a call cost beyond its worst case, as a fraction
        # Until a reply has shown what a call costs, and after one that cost more, calls go one at a time.
        self._alone = most_usd is not None
        self._over = ""
        self._changed = Condition()

    @property
    def spent_usd(self) -> float:
        """US dollars spent so far."""
        return self._spent / TRILLION

    @property
    def set_aside_usd(self) -> float:
        """US dollars set aside for calls under way."""
        return self._set_aside / TRILLION

    @property
    def under_way(self) -> int:
        """Calls for which money is set aside, and which are neither settled nor given up."""
        return self._under_way

    def reserve(self, request: Request) -> Reserved | str:
        """Set the worst case of a call aside, or say why no call may be made any more.

        Waits while calls under way hold money that may come back.

        Example:
            >>> budget = Budget(Prices(1.0, 1.0), most_usd=0.001)
            >>> budget.reserve(Request("Is the cup red?", max_tokens=1000))
            'the budget of 0.0010 USD is spent: 0.0000 USD for 0 calls, and the next may cost 0.0013 USD'
        """
        worst = self._worst_case(request)
        with self._changed:
            while not self._over:
                amount = max(-(-worst * self._dearer[0] // self._dearer[1]), self._largest)
                if self._may_go(amount):
                    self.calls, self._under_way = self.calls + 1, self._under_way + 1
                    self._set_aside += amount
                    return Reserved(worst, amount)
                if not self._under_way or self._calls_are_spent():
                    self._close(amount)
                else:
                    self._changed.wait()
            return self._over

    def settle(self, reserved: Reserved, reply: Reply) -> None:
        """A reply came: what it says it used is spent, or the worst case where it says nothing."""
        told = reply.tokens_in is not None and reply.tokens_out is not None
        used = (min(reply.tokens_in or 0, MOST_TOKENS), min(reply.tokens_out or 0, MOST_TOKENS))
        cost = self.prices.trillionths(*used) if told and self.prices else reserved.amount
        with self._changed:
            self._alone = self._limit is not None and cost > reserved.amount
            self._largest = max(self._largest, cost)
            if reserved.worst_case and cost * self._dearer[1] > self._dearer[0] * reserved.worst_case:
                self._dearer = (cost, reserved.worst_case)
            self._spend(reserved, cost)

    def forfeit(self, reserved: Reserved) -> None:
        """No whole reply came, but the server may have worked: the worst case is spent."""
        with self._changed:
            self._spend(reserved, reserved.amount)

    def release(self, reserved: Reserved) -> None:
        """The server refused the call: nothing is spent."""
        with self._changed:
            self._spend(reserved, 0)

    def withdraw(self, reserved: Reserved) -> None:
        """The call was not made after all."""
        with self._changed:
            self.calls -= 1
            self._spend(reserved, 0)

    def _may_go(self, amount: int) -> bool:
        if self._calls_are_spent() or (self._alone and self._under_way):
            return False
        return self._limit is None or self._spent + self._set_aside + amount <= self._limit

    def _calls_are_spent(self) -> bool:
        return self.most_calls is not None and self.calls >= self.most_calls

    def _close(self, amount: int) -> None:
        limit = f"{self.most_calls:,} calls" if self._calls_are_spent() else _dollars(self.most_usd or 0.0)
        self._over = f"the budget of {limit} is spent: {_dollars(self.spent_usd)} for {self.calls:,} calls"
        if not self._calls_are_spent():
            self._over += f", and the next may cost {_dollars(amount / TRILLION)}"
        self._changed.notify_all()

    def _spend(self, reserved: Reserved, cost: int) -> None:
        self._spent += cost
        self._set_aside -= reserved.amount
        self._under_way -= 1
        self._changed.notify_all()

    def _worst_case(self, request: Request) -> int:
        return self.prices.trillionths(tokens_at_most(request), request.max_tokens) if self.prices else 0


def tokens_at_most(request: Request) -> int:
    """No tokenizer makes more tokens of a request: one for each byte, whatever its normal form, and its wrapping.

    Example:
        >>> tokens_at_most(Request("Is it?")), tokens_at_most(Request("\ufdfa"))  # one letter that unfolds to 33 bytes
        (262, 289)
    """
    forms = [request.text]
    if not request.text.isascii():
        forms += [unicodedata.normalize("NFKC", request.text), unicodedata.normalize("NFKD", request.text)]
    longest = max(len(form.encode("utf-8", "replace")) for form in forms)
    names = sum(WRAPPING_TOKENS_A_KEY + 2 * len(key.encode("utf-8", "replace")) for key in request.keys)
    return longest + WRAPPING_TOKENS + names


def estimate(requests: Sequence[Request], prices: Prices | None) -> Estimate:
    """What it will probably cost to ask each of these once; failed calls and re-asked ones come on top.

    Example:
        >>> estimate([Request("Is the cup red?" * 40, ("A1", "A2"))] * 1000, Prices(0.15, 0.60))
        Estimate(calls=1000, tokens_in=150000, tokens_out=24000, usd=0.0369, usd_at_most=0.3024)
    """
    read = sum(len(request.text.encode("utf-8", "replace")) // BYTES_A_TOKEN for request in requests)
    written = sum(_probably_written(request) for request in requests)
    if prices is None:
        return Estimate(len(requests), read, written, None, None)
    most = sum(prices.trillionths(tokens_at_most(request), request.max_tokens) for request in requests)
    return Estimate(len(requests), read, written, prices.trillionths(read, written) / TRILLION, most / TRILLION)


def _probably_written(request: Request) -> int:
    wanted = (len(request.keys) + 1) * TOKENS_A_KEY if request.keys else request.max_tokens
    return min(wanted, request.max_tokens)


def _dollars(amount: float) -> str:
    return f"{amount:,.2f} USD" if amount >= 1 else f"{amount:.4f} USD"
