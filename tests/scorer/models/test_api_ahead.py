"""A model behind a server is asked no further ahead than its replies are taken."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from scorer.models.api import ApiModel
from scorer.models.base import Reply, Request
from tests.scorer.chaos_server import Call, ChaosServer, model_behind


def sound(text: str) -> str:
    return '{"A1": "Yes"}'


Asking = Callable[[ApiModel, Sequence[Request]], Iterator[object]]


def all_at_once(model: ApiModel, requests: Sequence[Request]) -> Iterator[object]:
    """The control arm: as many calls at a time, but all are handed to the threads before the first reply is taken."""
    with ThreadPoolExecutor(model.concurrency) as pool:
        asked = [pool.submit(lambda one: list(model.replies([one])), request) for request in requests]
        yield from as_completed(asked)


def most_ahead(asking: Asking, concurrency: int, patience_s: float) -> int:
    """The most calls that a server got beyond the replies that were done with, by one who holds the first a while."""
    ahead, beyond = 0, threading.Event()

    def plan(call: Call) -> None:
        if call.number > concurrency:
            beyond.set()

    requests = [Request(f"question {n}") for n in range(40)]
    with ChaosServer(sound, plan=plan) as server, model_behind(server, concurrency=concurrency) as model:
        for done, _ in enumerate(asking(model, requests)):
            beyond.wait(patience_s)  # as a slow disk that keeps every verdict
            ahead = max(ahead, server.calls - done)
    assert server.calls == 40
    return ahead


@pytest.mark.parametrize("concurrency", [1, 4])
def test_no_call_is_further_ahead_of_whoever_takes_the_replies_than_agreed(concurrency: int) -> None:
    assert most_ahead(ApiModel.replies, concurrency, patience_s=0.2) <= concurrency
    assert most_ahead(all_at_once, concurrency, patience_s=10.0) > concurrency


def test_where_whoever_takes_the_replies_fails_no_further_call_begins_and_those_under_way_are_waited_for() -> None:
    with ChaosServer(sound) as server, model_behind(server, concurrency=4) as model:
        with pytest.raises(ZeroDivisionError):
            for done, _ in enumerate(model.replies([Request(f"{n}") for n in range(500)])):
                1 / (9 - done)
        assert 10 <= server.calls <= 9 + 4
        before = server.calls
        assert [type(reply) for _, reply in model.replies([Request("one more")])] == [Reply]
        assert server.calls == before + 1
