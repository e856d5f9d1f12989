"""A budget holds: whatever calls cost, in whatever order they end, with any number of threads."""

import threading
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.errors import JudgeError
from scorer.models.base import Reply, Request
from scorer.models.budget import MOST_TOKENS, TRILLION, Budget, Prices, Reserved, estimate, tokens_at_most

PRICES = Prices(1.0, 4.0)
ASKED = Request("Is the cup red?", ("A1",), max_tokens=100)
WORST = PRICES.trillionths(tokens_at_most(ASKED), 100)
COSTS = st.lists(st.integers(0, 20 * WORST // 4_000_000), min_size=1, max_size=40)  # in tokens written


def billed(tokens_out: int | None) -> Reply:
    return Reply("", "judge", None if tokens_out is None else 0, tokens_out)


def spend(budget: Budget, costs: Sequence[int | None], threads: int) -> list[int]:
    """Make calls that cost these tokens, so many threads at a time; the costs of those that were made."""
    made = []

    def call(tokens: int | None) -> None:
        reserved = budget.reserve(ASKED)
        if isinstance(reserved, Reserved):
            budget.settle(reserved, billed(tokens))
            made.append(reserved.amount if tokens is None else PRICES.trillionths(0, min(tokens, MOST_TOKENS)))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(call, costs))
    assert budget.spent_usd == sum(made) / TRILLION
    assert (budget.set_aside_usd, budget.under_way) == (0.0, 0)
    return made


@settings(deadline=None, max_examples=150)
@given(COSTS, st.integers(0, 30 * WORST), st.integers(1, 6))
def test_nothing_beyond_the_limit_is_spent_where_calls_keep_to_their_worst_case(
    costs: list[int], limit: int, threads: int
) -> None:
    kept = [min(tokens, WORST // 4_000_000) for tokens in costs]
    made = spend(Budget(PRICES, most_usd=limit / TRILLION), kept, threads)
    assert sum(made) <= round(limit / TRILLION * TRILLION)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.none() | st.integers(0, 10**14), min_size=1, max_size=40), st.integers(0, 30 * WORST))
def test_no_more_than_one_call_beyond_the_limit_is_spent_whatever_calls_cost(
    costs: list[int | None], limit: int
) -> None:
    made = spend(Budget(PRICES, most_usd=limit / TRILLION), costs, threads=1)
    assert sum(made[:-1]) <= limit + 1


@settings(deadline=None, max_examples=150)
@given(st.integers(1, 50), st.integers(1, 30), st.integers(0, 300 * WORST), st.integers(1, 6))
def test_a_server_that_always_bills_too_much_gets_no_more_than_one_call_beyond_the_limit(
    times: int, calls: int, limit: int, threads: int
) -> None:
    cost = times * WORST // 4_000_000
    made = spend(Budget(PRICES, most_usd=limit / TRILLION), [cost] * calls, threads)
    assert sum(made) <= limit + 1 + PRICES.trillionths(0, cost)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=40), st.integers(0, 300 * WORST), st.integers(1, 6))
def test_a_server_that_raises_its_rate_in_mid_run_gets_no_more_than_the_calls_under_way(
    costs: list[int], limit: int, threads: int
) -> None:
    """The honest limit of any budget: what is under way when the rate goes up cannot be called back."""
    made = spend(Budget(PRICES, most_usd=limit / TRILLION), costs, threads)
    assert sum(made) <= limit + 1 + threads * max([*made, 0])


def test_the_control_arm_that_only_looks_before_it_asks_spends_a_call_a_thread_too_much() -> None:
    limit, spent, together = WORST, [0], threading.Barrier(4)

    def call(tokens: int) -> None:
        if spent[0] < limit:
            together.wait(10)  # all four looked before any had paid
            spent[0] += PRICES.trillionths(0, tokens)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(call, [WORST // 4_000_000] * 4))
    assert spent[0] > limit + WORST


def test_the_first_call_goes_alone_and_then_all_go() -> None:
    budget, begun = Budget(PRICES, most_usd=1.0), threading.Event()
    first = budget.reserve(ASKED)
    assert (budget.under_way, budget.set_aside_usd) == (1, WORST / TRILLION)

    def second() -> Reserved | str:
        begun.set()
        return budget.reserve(ASKED)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(second)
        begun.wait(10)
        assert budget.calls == 1 and not waiting.done()
        budget.settle(_sound(first), billed(10))
        assert isinstance(waiting.result(10), Reserved)
    assert budget.calls == 2 and isinstance(budget.reserve(ASKED), Reserved)


def test_a_call_that_cost_more_than_its_worst_case_raises_what_is_set_aside_for_all_later_ones() -> None:
    budget = Budget(PRICES, most_usd=1.0)
    reserved = _sound(budget.reserve(ASKED))
    assert reserved.amount == WORST
    tokens = 10 * WORST // 4_000_000
    budget.settle(reserved, billed(tokens))
    longer = ASKED._replace(text="Is the cup red?" * 100)
    rate = PRICES.trillionths(0, tokens) / WORST
    amount = _sound(budget.reserve(longer)).amount
    assert amount == pytest.approx(rate * PRICES.trillionths(tokens_at_most(longer), 100), rel=1e-9)
    assert amount > PRICES.trillionths(0, tokens)


def test_what_failed_costs_its_worst_case_where_the_server_may_have_worked_and_else_nothing() -> None:
    budget = Budget(PRICES, most_usd=1.0)
    budget.forfeit(_sound(budget.reserve(ASKED)))
    assert budget.spent_usd == WORST / TRILLION
    budget.release(_sound(budget.reserve(ASKED)))
    budget.withdraw(_sound(budget.reserve(ASKED)))
    assert (budget.spent_usd, budget.calls) == (WORST / TRILLION, 2)


def test_a_reply_that_tells_no_usage_costs_its_worst_case() -> None:
    budget = Budget(PRICES, most_usd=1.0)
    budget.settle(_sound(budget.reserve(ASKED)), Reply("", "judge"))
    assert budget.spent_usd == WORST / TRILLION


def test_money_that_comes_back_is_waited_for_before_a_budget_is_called_spent() -> None:
    budget = Budget(PRICES, most_usd=2.5 * WORST / TRILLION)
    budget.settle(_sound(budget.reserve(ASKED)), billed(0))
    held = [_sound(budget.reserve(ASKED)), _sound(budget.reserve(ASKED))]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(budget.reserve, ASKED)
        for reserved in held:
            budget.settle(reserved, billed(0))
        assert isinstance(waiting.result(10), Reserved)


def test_a_spent_budget_says_what_it_was_and_stays_spent() -> None:
    budget = Budget(Prices(0.0, 1_000.0), most_usd=5.0)
    for tokens in (1_000, 1_000, 1_000, 1_900):
        budget.settle(_sound(budget.reserve(ASKED)), billed(tokens))
    why = "the budget of 5.00 USD is spent: 4.90 USD for 4 calls, and the next may cost 1.90 USD"
    assert budget.reserve(ASKED) == why
    assert budget.reserve(Request("", max_tokens=0)) == why


def test_a_limit_of_calls_needs_no_prices_and_holds_with_many_threads() -> None:
    budget = Budget(most_calls=7)
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda _: budget.reserve(ASKED), range(50)))
    assert sum(isinstance(outcome, Reserved) for outcome in outcomes) == 7
    assert outcomes.count("the budget of 7 calls is spent: 0.0000 USD for 7 calls") == 43


@pytest.mark.parametrize(
    "make",
    [
        lambda: Budget(most_usd=5.0),
        lambda: Budget(PRICES, most_usd=-1.0),
        lambda: Budget(PRICES, most_usd=float("nan")),
        lambda: Budget(Prices(-1.0, 0.0)),
        lambda: Budget(Prices(float("inf"), 0.0)),
        lambda: Budget(most_calls=-1),
    ],
)
def test_a_budget_that_could_not_hold_is_refused(make: Callable[[], Budget]) -> None:
    with pytest.raises(JudgeError):
        make()


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_normal_form_of_a_text_has_more_bytes_than_are_reckoned_with(text: str) -> None:
    at_most = tokens_at_most(Request(text))
    forms: tuple[Callable[[str], str], ...] = (
        str,
        lambda text: unicodedata.normalize("NFC", text),
        lambda text: unicodedata.normalize("NFKC", text),
        lambda text: unicodedata.normalize("NFD", text),
        lambda text: unicodedata.normalize("NFKD", text),
    )
    assert all(len(form(text).encode("utf-8", "replace")) <= at_most for form in forms)


def test_the_estimate_without_prices_says_so() -> None:
    text = "calls: 2, about 6 tokens in and 32 out; no prices are given, so none in USD"
    assert estimate([ASKED, ASKED], None).text == text


def test_the_estimate_is_about_what_is_billed_and_never_less_than_all_of_it_at_most() -> None:
    told = estimate([ASKED] * 1000, PRICES)
    assert told.text == "calls: 1,000, about 3,000 tokens in and 16,000 out: about 0.0670 USD, at most 0.7390 USD"
    assert told.usd_at_most == 1000 * WORST / TRILLION


def _sound(reserved: Reserved | str) -> Reserved:
    assert isinstance(reserved, Reserved), reserved
    return reserved
