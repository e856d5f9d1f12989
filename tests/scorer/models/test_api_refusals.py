"""When a server refuses, or nothing works: the run stops, says what to do, and never shows the key."""

import logging
import traceback

import pytest

from board.errors import JudgeError
from scorer.models.api import ApiModel
from scorer.models.base import Reply, Request, Unanswered
from scorer.models.budget import Budget
from scorer.models.patience import Patience
from tests.scorer.chaos_server import Call, ChaosServer, Plan, always, in_order, model_behind

KEY = "sk-very-secret-0123456789"
REQUESTS = [Request(f"question {n}", ("A1",)) for n in range(100)]


def sound(text: str) -> str:
    return '{"A1": "Yes"}'


@pytest.mark.parametrize(
    ("status", "advice"),
    [
        ("307", "the server points elsewhere, and a key is not carried there: give the address it points to"),
        ("400", "the server does not understand the request. If it cannot write by a JSON schema .*, try --no-schema"),
        ("401", "the server does not accept the API key: set OPENAI_API_KEY"),
        ("402", "the account has no credit: top it up"),
        ("403", "this key may not use this model"),
        ("404", "nothing is there: check the model's name, and the base URL"),
        ("405", "the server refuses the call"),
        ("413", "the request is too long for the server"),
        ("422", "the server finds a setting of the request unsound. If it cannot .*, try --no-schema"),
    ],
)
def test_a_refusal_stops_the_run_at_once_and_says_what_to_do(status: str, advice: str) -> None:
    outcomes = []
    with ChaosServer(sound, plan=always(status)) as server, model_behind(server, concurrency=4) as model:
        with pytest.raises(JudgeError, match=rf"^{server.base_url} answered {status}: {advice}.* It said: chaos"):
            for outcome in model.replies(REQUESTS):
                outcomes.append(outcome)
        assert 1 <= server.calls <= 4
        # It stays refused: the next wave asks nothing.
        with pytest.raises(JudgeError, match=status):
            list(model.replies(REQUESTS[:1]))
        assert server.calls <= 4
    assert sorted(place for place, _ in outcomes) == list(range(100))
    assert all(isinstance(outcome, Unanswered) and f"answered {status}: " in outcome.why for _, outcome in outcomes)


def test_no_schema_is_advised_only_where_one_was_sent() -> None:
    with (
        ChaosServer(sound, plan=always("400")) as server,
        model_behind(server, schema=False) as model,
        pytest.raises(JudgeError) as raised,
    ):
        list(model.replies(REQUESTS[:1]))
    assert "--no-schema" not in str(raised.value)


def test_no_credit_told_as_too_many_requests_stops_too() -> None:
    body = b'{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}'
    raw = b"HTTP/1.1 429 Too Many\r\nContent-Type: application/json\r\n\r\n" + body
    with (
        ChaosServer(sound, plan=always(raw)) as server,
        model_behind(server, concurrency=1) as model,
        pytest.raises(JudgeError, match="the account has no credit"),
    ):
        list(model.replies(REQUESTS))
    assert server.calls == 1


def test_a_text_too_long_for_the_model_leaves_the_others_judged_once_anything_has_worked() -> None:
    too_long = range(40, 80)

    def plan(call: Call) -> str | None:
        return "400" if call.text in {f"question {n}" for n in too_long} else None

    with ChaosServer(sound, plan=plan) as server, model_behind(server, concurrency=1) as model:
        outcomes = dict(model.replies(REQUESTS))
    unanswered = {place: outcome for place, outcome in outcomes.items() if isinstance(outcome, Unanswered)}
    assert sorted(unanswered) == list(too_long)
    assert "does not understand the request" in unanswered[40].why
    assert server.calls == 100


def test_replies_that_were_paid_for_before_a_refusal_are_given_out() -> None:
    with (
        ChaosServer(sound, plan=in_order(None, None, None, "401")) as server,
        model_behind(server, concurrency=1) as model,
    ):
        outcomes = []
        with pytest.raises(JudgeError):
            for _, outcome in model.replies(REQUESTS):
                outcomes.append(outcome)
    assert [type(outcome) for outcome in outcomes[:5]] == [Reply, Reply, Reply, Unanswered, Unanswered]


@pytest.mark.parametrize("concurrency", [1, 8])
def test_twenty_errors_in_a_row_end_the_run_without_further_calls(concurrency: int) -> None:
    with ChaosServer(sound, plan=always("503")) as server, model_behind(server, concurrency=concurrency) as model:
        outcomes = [outcome for _, outcome in model.replies(REQUESTS)]
        again = [outcome for _, outcome in model.replies(REQUESTS)]
    # Those already under way at the twentieth error are all that comes after it.
    assert 20 <= server.calls < 20 + concurrency
    why = "the judge is out of reach: 20 errors in a row, the last: 503: chaos 503"
    assert len(outcomes) == 100 and outcomes.count(Unanswered(why)) >= 98
    assert again == [Unanswered(why)] * 100


def test_nineteen_errors_in_a_row_do_not_end_it() -> None:
    """The control arm: one error less, and everything is answered."""
    plan = in_order(*["503"] * 19, None, *["503"] * 19)
    with (
        ChaosServer(sound, plan=plan) as server,
        model_behind(server, concurrency=1, patience=Patience(attempts=40)) as model,
    ):
        assert {type(outcome) for _, outcome in model.replies(REQUESTS)} == {Reply}
    assert server.calls == 100 + 38


def echo(status: int) -> Plan:
    """A server that repeats the key: plainly, with an invisible letter in it, and at the place where words are cut."""

    def plan(call: Call) -> bytes:
        key = call.headers["authorization"].removeprefix("Bearer ")
        said = f"wrong key {key} {key[:4]}\u200b{key[4:]} {'x' * 220} {key}"
        head = f"HTTP/1.1 {status} Oh\r\nConnection: close\r\n\r\n"
        return (head + '{"error": {"message": "' + said + '"}}').encode()

    return plan


@pytest.mark.parametrize("status", [401, 404, 500, 200])
def test_the_key_is_in_no_message_log_or_repr_even_if_the_server_repeats_it(
    status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    shown = []
    with ChaosServer(sound, plan=echo(status)) as server, model_behind(server, api_key=KEY) as model:
        shown.append(f"{model!r} {model}")
        try:
            for _, outcome in model.replies(REQUESTS):
                shown.append(str(outcome))
        except JudgeError as error:
            shown.append("".join(traceback.format_exception(error)))
        # The control arm: the server did know the key, and did say it.
        assert server.kept[0].headers["authorization"] == f"Bearer {KEY}"
        assert KEY.encode() in echo(status)(server.kept[0])  # type: ignore[operator]
    assert "[the key] [the key]" in " ".join(shown) and len(caplog.records) > 0
    for text in (*shown, caplog.text):
        assert KEY[:8] not in text and KEY[-8:] not in text


@pytest.mark.parametrize(
    ("base_url", "api_key", "concurrency", "message"),
    [
        ("localhost:8000/v1", "", 1, "found the base URL 'localhost:8000/v1', expected one such as http://"),
        ("ftp://judge/v1", "", 1, "found the base URL"),
        ("http://[judge/v1", "", 1, "found the base URL"),
        ("http://judge:99999/v1", "", 1, "found the base URL"),
        ("http://me:sk-very-secret@judge/v1", "", 1, "holds a user name or password"),
        ("http://me:sk-very-secret@judge:99999/v1", "", 1, "holds a user name or password"),
        ("http://judge/v1", "sk-very-secret\n", 1, "the API key holds a space, line break"),
        ("http://judge/v1", "sk-very-secrét", 1, "the API key holds a space, line break"),
        ("http://judge/v1", "", 0, "found a concurrency of 0"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_sent(
    base_url: str, api_key: str, concurrency: int, message: str
) -> None:
    with pytest.raises(JudgeError) as raised:
        ApiModel(
            "judge",
            base_url=base_url,
            api_key=api_key,
            schema=True,
            concurrency=concurrency,
            patience=Patience(),
            budget=Budget(),
            clock=lambda: 0.0,
            jitter=lambda: 0.0,
        )
    assert message in str(raised.value) and "very-secr" not in str(raised.value)
