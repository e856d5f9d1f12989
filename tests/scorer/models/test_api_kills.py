"""N2 behind a server: a run with many calls under way is killed at any time, and no logged verdict is paid again."""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from board.receipts import sha256_of_text
from scorer.judge.ledger import Ledger
from scorer.judge.prompts import PROMPTS
from scorer.judge.run import judge_answers, utc_now
from scorer.judge.types import Asked
from scorer.judge.writing_judge import WritingJudge
from scorer.models.api import ApiModel
from scorer.models.base import Reply, Request, Unanswered
from tests.conftest import REPOSITORY
from tests.scorer.chaos_server import Call, ChaosServer, at_random, model_at

CONCURRENCY = 6
FAULTS = ("429", "500", "503", "reset")


def answers(n: int) -> list[Asked]:
    return [Asked(f"v{number}/0/1", f"Thing {number} is red.", ("Is it red?", "Is it blue?")) for number in range(n)]


class AllAtOnce:
    """The control arm: as many calls at a time, but all are handed to the threads before the first reply is taken."""

    revision = ""

    def __init__(self, model: ApiModel) -> None:
        self.name, self._model = model.name, model

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply | Unanswered]]:
        with ThreadPoolExecutor(CONCURRENCY) as pool:
            asked = {pool.submit(self._one, request): place for place, request in enumerate(requests)}
            yield from ((asked[done], done.result()) for done in as_completed(asked))

    def _one(self, request: Request) -> Reply | Unanswered:
        ((_, reply),) = self._model.replies([request])
        return reply


def judge_all(folder: Path, base_url: str, n: int, disk_s: float, careful: bool) -> None:
    """The run: what is asked of a server is kept in the ledger, one entry after the other, on a slow disk."""

    def told_late() -> datetime:
        time.sleep(disk_s)
        return utc_now()

    with Ledger(folder) as ledger, model_at(base_url, concurrency=CONCURRENCY) as model:
        judge = WritingJudge(model if careful else AllAtOnce(model), PROMPTS["retally-1"], ledger.seed)
        judge_answers(judge, answers(n), ledger, clock=told_late)


class Paid(NamedTuple):
    """What was paid for: the answers of sound replies, in order, and those of them that were logged before."""

    answers: list[str]
    logged_before: list[str]


def kill_and_go_on(folder: Path, kills: int, n: int, seed: int, disk_s: float, careful: bool = True) -> Paid:
    """Runs killed once a random number of calls has come in, and a last one that ends; what all of them paid for.

    Keeping a verdict takes ``disk_s`` seconds longer in those that are killed.
    """
    chance, faults = random.Random(seed), at_random(0.2, seed=seed, faults=FAULTS)
    paid, logged, again = list[str](), set[str](), list[str]()

    def plan(call: Call) -> str | bytes | None:
        fault = faults(call)
        if fault is None:
            answer = next(part for part in call.text.split('"') if part.startswith("Thing "))
            paid.append(answer)
            again.extend([answer] if answer in logged else [])
        return fault

    with ChaosServer(lambda text: '{"A1": "Yes", "A2": "No"}', plan=plan) as server:
        command = [sys.executable, "-m", __name__, str(folder), server.base_url, str(n)]
        for number in range(kills + 1):
            settings = [str(disk_s if number < kills else 0.0), "careful" if careful else "careless"]
            run = subprocess.Popen([*command, *settings], cwd=REPOSITORY)
            enough = server.calls + chance.randint(1, max(2, 2 * n // (kills + 1)))
            while run.poll() is None and (number == kills or server.calls < enough):
                time.sleep(0.001)
            time.sleep(chance.uniform(0.0, 0.01))
            run.kill()
            run.wait()
            logged |= said_in(folder)
    assert logged == {one.answer for one in answers(n)}
    return Paid(paid, again)


def said_in(folder: Path) -> set[str]:
    """The answers that a ledger has verdicts on."""
    with Ledger(folder) as ledger:
        hashes = {entry.answer_sha256 for entry in ledger.entries()}
    return {one.answer for one in answers(5000) if sha256_of_text(one.answer) in hashes}


def repeated(paid: Paid) -> int:
    return sum(Counter(paid.answers).values()) - len(set(paid.answers))


def check_kills(folder: Path, kills: int, n: int, seed: int) -> int:
    paid = kill_and_go_on(folder, kills, n, seed, disk_s=0.004)
    assert paid.logged_before == []
    assert repeated(paid) <= kills * CONCURRENCY
    return repeated(paid)


def test_a_killed_run_pays_again_for_no_more_than_the_calls_under_way(tmp_path: Path) -> None:
    check_kills(tmp_path, 3, 150, seed=1)


@pytest.mark.nightly
def test_fifty_kills_pay_again_for_no_more_than_the_calls_under_way(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    again = check_kills(tmp_path, 50, 3000, seed=2)
    record_property("50 kills of a run with 6 calls under way, calls paid again", again)


def test_a_model_that_is_handed_everything_at_once_pays_again_for_more(tmp_path: Path) -> None:
    paid = kill_and_go_on(tmp_path, 1, 100, seed=4, disk_s=0.5, careful=False)
    assert repeated(paid) > CONCURRENCY


if __name__ == "__main__":
    judge_all(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5] == "careful")
