"""A model behind a server: every fault alone, what is sent, how many calls at a time, and nothing left open."""

import json
import threading

import pytest

from board.errors import JudgeError
from scorer.models.base import Reply, Request, Unanswered
from scorer.models.patience import Patience
from tests.scorer.chaos_server import (
    CONTENT_FAULTS,
    TRANSPORT_FAULTS,
    Call,
    ChaosServer,
    always,
    in_order,
    model_behind,
)

SOUND = '{"A1": "Yes", "A2": "No"}'
ASKED = Request("Is the cup red?", ("A1", "A2"), max_tokens=32)


def sound(text: str) -> str:
    return SOUND


@pytest.mark.parametrize("fault", TRANSPORT_FAULTS)
def test_each_fault_of_the_transport_is_asked_again_once(fault: str) -> None:
    patience = Patience(timeout_s=1.0)
    with ChaosServer(sound, plan=in_order(fault)) as server, model_behind(server, patience=patience) as model:
        [(place, reply)] = model.replies([ASKED])
    assert (place, reply) == (0, Reply(SOUND, "chaos-1", 4, 7))
    assert server.faults == {fault: 1, "none": 1}


@pytest.mark.parametrize(
    ("fault", "text"), [("cut_json", '{"A1": "Yes"'), ("wrong_keys", '{"A2": "No", "Z9": "Yes"}'), ("list", "[")]
)
def test_a_sound_answer_with_an_unsound_text_is_not_asked_again_here(fault: str, text: str) -> None:
    assert fault in CONTENT_FAULTS
    with ChaosServer(sound, plan=in_order(fault)) as server, model_behind(server) as model:
        [(_, reply)] = model.replies([ASKED])
    assert isinstance(reply, Reply) and reply.text.startswith(text) and reply.text != SOUND
    assert server.calls == 1


@pytest.mark.parametrize("status", ["408", "409", "425", "501", "504", "529"])
def test_other_passing_statuses_are_asked_again_too(status: str) -> None:
    with ChaosServer(sound, plan=in_order(status, status)) as server, model_behind(server) as model:
        assert [type(reply) for _, reply in model.replies([ASKED])] == [Reply]
    assert server.calls == 3


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"ready\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: minus\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nno gzip at all",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=klingon\r\n\r\n\xff\xfe{}",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 100_000,
        b"HTTP/1.1 500 Oh\r\n\r\n" + b'{"error": ' * 5_000,
        b'HTTP/1.1 500 Oh\r\n\r\n{"error": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'HTTP/1.1 200 OK\r\n\r\n{"choices": [{"message": {"content": ["Yes"]}}]}',
        b'HTTP/1.1 200 OK\r\n\r\n{"choices": [null]}',
        b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 2_000_000 + b"{}",
    ],
)
def test_whatever_else_comes_back_is_asked_again_and_brings_nothing_down(raw: bytes) -> None:
    with ChaosServer(sound, plan=in_order(raw)) as server, model_behind(server) as model:
        assert [reply for _, reply in model.replies([ASKED])] == [Reply(SOUND, "chaos-1", 4, 7)]
    assert server.calls == 2


def test_a_body_that_never_ends_is_given_up_after_the_timeout() -> None:
    patience = Patience(timeout_s=0.1, attempts=2)
    with ChaosServer(sound, plan=always("drip")) as server, model_behind(server, patience=patience) as model:
        assert list(model.replies([ASKED])) == [(0, Unanswered("no reply in 2 calls, the last: no reply in 0.1 s"))]


def test_a_request_that_keeps_failing_is_unanswered_and_the_others_are_answered() -> None:
    def plan(call: Call) -> str | None:
        return "500" if "bad" in call.text else None

    requests = [Request("bad"), *(Request(f"good {n}") for n in range(5))]
    patience = Patience(attempts=3)
    with ChaosServer(sound, plan=plan) as server, model_behind(server, patience=patience) as model:
        outcomes = dict(model.replies(requests))
    assert outcomes[0] == Unanswered("no reply in 3 calls, the last: 500: chaos 500")
    assert [type(outcomes[place]) for place in range(1, 6)] == [Reply] * 5
    assert server.calls == 3 + 5


def test_places_name_the_requests_whatever_comes_first() -> None:
    release = threading.Event()

    def answer(text: str) -> str:
        if text == "slow":
            release.wait(10)
        return text

    with ChaosServer(answer) as server, model_behind(server, patience=Patience()) as model:
        replies = model.replies([Request("slow"), Request("quick")])
        first = next(replies)
        release.set()
        second = next(replies)
    assert [(place, reply.text) for place, reply in (first, second) if isinstance(reply, Reply)] == [
        (1, "quick"),
        (0, "slow"),
    ]


@pytest.mark.parametrize("concurrency", [1, 3, 5])
def test_no_more_calls_than_agreed_are_under_way_at_a_time(concurrency: int) -> None:
    # Nobody is answered before so many calls have come in together, so fewer could not be: exactly so many.
    together = threading.Barrier(concurrency)

    def answer(text: str) -> str:
        together.wait(10)
        return SOUND

    requests = [Request(f"question {n}") for n in range(15)]
    with (
        ChaosServer(answer) as server,
        model_behind(server, concurrency=concurrency, patience=Patience()) as model,
    ):
        assert len(list(model.replies(requests))) == 15
    assert server.most_at_once == concurrency


def test_what_is_sent_is_the_request_and_a_schema_of_exactly_its_keys() -> None:
    with ChaosServer(sound) as server, model_behind(server, name="judge-7b", api_key="sk-1") as model:
        list(model.replies([ASKED._replace(seed=3)]))
    [call] = server.kept
    assert call.body == {
        "model": "judge-7b",
        "messages": [{"role": "user", "content": "Is the cup red?"}],
        "max_tokens": 32,
        "temperature": 0.0,
        "seed": 3,
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "verdicts",
                "strict": True,
                "schema": {
                    "type": "object",
                    "properties": {
                        "A1": {"type": "string", "enum": ["Yes", "No"]},
                        "A2": {"type": "string", "enum": ["Yes", "No"]},
                    },
                    "required": ["A1", "A2"],
                    "additionalProperties": False,
                },
            },
        },
    }
    assert call.headers["authorization"] == "Bearer sk-1"


@pytest.mark.parametrize(("schema", "request_"), [(False, ASKED), (True, Request("Say hello."))])
def test_no_schema_is_sent_where_none_is_wanted(schema: bool, request_: Request) -> None:
    with ChaosServer(sound) as server, model_behind(server, schema=schema) as model:
        list(model.replies([request_._replace(temperature=None)]))
    assert set(server.kept[0].body) == {"model", "messages", "max_tokens"}


def test_a_model_that_is_replaced_in_silence_is_told_by_the_name_in_each_reply() -> None:
    def named(number: int) -> str:
        return "judge-2026-01" if number <= 2 else "judge-2026-09"

    with ChaosServer(sound, named=named) as server, model_behind(server, concurrency=1) as model:
        replies = [reply for _, reply in model.replies([Request(f"{n}") for n in range(4)])]
    assert [reply.model for reply in replies if isinstance(reply, Reply)] == ["judge-2026-01"] * 2 + [
        "judge-2026-09"
    ] * 2


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        (None, (None, None)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}, (9, 2)),
        ({"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 500}, (9, 491)),
        ({"prompt_tokens": -1, "completion_tokens": 2}, (None, None)),
        ({"prompt_tokens": True, "completion_tokens": "2"}, (None, None)),
        ([9, 2], (None, None)),
    ],
)
def test_tokens_are_those_the_server_tells_hidden_ones_too(usage: object, tokens: tuple[int | None, ...]) -> None:
    with ChaosServer(sound, usage=lambda call, reply: usage) as server, model_behind(server) as model:
        [(_, reply)] = model.replies([ASKED])
    assert isinstance(reply, Reply) and (reply.tokens_in, reply.tokens_out) == tokens


def test_letters_that_no_file_can_hold_neither_stop_a_request_nor_a_reply() -> None:
    with ChaosServer(lambda text: f"{text} \ud800") as server, model_behind(server) as model:
        [(_, reply)] = model.replies([Request("half a letter: \udcff")])
    assert isinstance(reply, Reply) and reply.text == "half a letter: ? ?"


def test_a_run_that_is_left_early_stops_asking_and_leaves_no_thread() -> None:
    before = threading.active_count()
    with ChaosServer(sound) as server, model_behind(server, concurrency=2) as model:
        replies = model.replies([Request(f"{n}") for n in range(500)])
        next(replies)
        replies.close()  # type: ignore[attr-defined]
        assert server.calls < 500
        assert [type(reply) for _, reply in model.replies([ASKED])] == [Reply]
    assert threading.active_count() == before


def test_a_pause_ends_at_once_when_the_run_stops() -> None:
    """The server wishes ten minutes for the busy one, which nobody sleeps here."""
    busy = threading.Event()

    def plan(call: Call) -> str:
        if call.text == "busy":
            busy.set()
            return "429"
        busy.wait(10)
        return "401"

    with (
        ChaosServer(sound, plan=plan, retry_after="600") as server,
        model_behind(server, patience=Patience(), sleep=None) as model,
        pytest.raises(JudgeError, match="401"),
    ):
        list(model.replies([Request("busy"), Request("no key")]))
    assert server.calls == 2


def test_a_server_that_is_not_there_is_told_after_twenty_calls() -> None:
    with ChaosServer(sound) as server:
        pass
    with model_behind(server, patience=Patience(attempts=50)) as model:
        outcomes = [outcome for _, outcome in model.replies([Request(f"{n}") for n in range(50)])]
    assert {type(outcome) for outcome in outcomes} == {Unanswered}
    reasons = {outcome.why for outcome in outcomes if isinstance(outcome, Unanswered)}
    why = (
        "the judge is out of reach: 20 errors in a row, the last: the connection broke: [Errno 111] Connection refused"
    )
    assert reasons == {why}


def test_replies_are_json_as_the_server_wrote_them() -> None:
    with (
        ChaosServer(lambda text: json.dumps({"A1": "Да"}, ensure_ascii=False)) as server,
        model_behind(server) as model,
    ):
        [(_, reply)] = model.replies([ASKED])
    assert isinstance(reply, Reply) and reply.text == '{"A1": "Да"}'
