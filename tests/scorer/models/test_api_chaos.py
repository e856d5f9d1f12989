"""N1 as far as the model goes: 30 % of calls fail, every answer is the one without faults, and few calls are wasted."""

import json
import time
from collections.abc import Callable, Mapping, Sequence

import pytest

from scorer.models.api import ApiModel
from scorer.models.base import Reply, Request, Unanswered
from scorer.models.patience import Patience
from tests.scorer.chaos_server import FAULTS, ChaosServer, at_random, model_behind
from validator.answers.verdict import read_verdicts

DEADLINE_S = 600.0


def answer(text: str) -> str:
    """Verdicts that depend on the text alone."""
    return json.dumps({"A1": "Yes" if "7" in text else "No", "A2": "No", "A3": "Yes"})


def asked(count: int) -> list[Request]:
    return [Request(f"answer {n}: " + "The car is red. " * 30, ("A1", "A2", "A3"), max_tokens=64) for n in range(count)]


def judged(model: ApiModel, requests: Sequence[Request]) -> dict[int, str]:
    """Sound replies by place, as a judge takes them: unsound ones are asked again in later waves, five in all."""
    found: dict[int, str] = {}
    for _ in range(5):
        open_ = [place for place in range(len(requests)) if place not in found]
        for place, outcome in model.replies([requests[place] for place in open_]):
            if isinstance(outcome, Reply) and read_verdicts(outcome.text, 3).status == "ok":
                found[open_[place]] = outcome.text
    return found


def chaos(
    count: int, seed: int, faults: Sequence[str] = FAULTS
) -> tuple[ChaosServer, Mapping[int, str], list[float], float]:
    """The server after it, what was found, the pauses in seconds, and milliseconds of CPU a call on both sides."""
    slept: list[float] = []
    patience = Patience(timeout_s=1.0, deadline_s=DEADLINE_S)
    with (
        ChaosServer(answer, plan=at_random(0.3, seed=seed, faults=faults)) as server,
        model_behind(server, patience=patience, sleep=slept.append, concurrency=8) as model,
    ):
        began = time.process_time()
        found = judged(model, asked(count))
        return server, found, slept, 1000 * (time.process_time() - began) / server.calls


def check(count: int, seed: int) -> float:
    server, found, slept, milliseconds = chaos(count, seed)
    assert found == {place: answer(request.text) for place, request in enumerate(asked(count))}
    assert server.calls <= 1.5 * count
    assert slept and max(slept) < DEADLINE_S
    assert all(server.faults[fault] for fault in FAULTS)
    return milliseconds


def test_three_hundred_answers_come_through_thirty_per_cent_of_faults() -> None:
    check(300, seed=1)


@pytest.mark.nightly
def test_a_whole_benchmark_comes_through_thirty_per_cent_of_faults(
    record_property: Callable[[str, object], None],
) -> None:
    milliseconds = check(5_805, seed=1)
    record_property("a call to a judge behind a server, both sides", f"{milliseconds:.2f} ms of CPU")


def test_the_same_seed_needs_as_many_calls_and_makes_the_same_faults() -> None:
    quick = [fault for fault in FAULTS if fault != "hang"]
    first, second, other = (chaos(60, seed, quick)[0] for seed in (4, 4, 5))
    assert (first.calls, first.faults) == (second.calls, second.faults)
    assert first.faults != other.faults


def test_the_control_arm_that_asks_once_loses_answers() -> None:
    with (
        ChaosServer(answer, plan=at_random(0.3, seed=1)) as server,
        model_behind(server, patience=Patience(timeout_s=1.0, attempts=1)) as model,
    ):
        outcomes = [outcome for _, outcome in model.replies(asked(60))]
    assert any(isinstance(outcome, Unanswered) for outcome in outcomes)
    assert server.calls == 60
