"""N1: a server that fails in 30 of 100 calls, and a score that is the undisturbed one, or none."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scorer.judge.ledger import Ledger
from scorer.judge.prompts import PROMPTS
from scorer.judge.run import Judged, judge_answers
from scorer.judge.types import Asked
from scorer.judge.writing_judge import WritingJudge
from scorer.models.patience import Patience
from tests.scorer.chaos_server import FAULTS, ChaosServer, at_random, model_behind, never

DEADLINE_S = 900.0


def answers(n: int) -> list[Asked]:
    return [
        Asked(f"v{k}/0/1", f"Thing {k} is red.", tuple(f"Is {m} said?" for m in range(1 + k % 5))) for k in range(n)
    ]


def verdicts(text: str) -> str:
    """What an undisturbed judge says: by the number of the answer and of the question alone."""
    number = int(re.findall(r"Thing (\d+) is", text)[0])
    n = len(re.findall(r"^Q\d+: ", text, re.MULTILINE))
    return json.dumps({f"A{k}": "Yes" if (number + k) % 3 else "No" for k in range(1, n + 1)})


def judged(folder: Path, server: ChaosServer, n: int, slept: list[float], only_failed: bool = False) -> Judged:
    patience = Patience(timeout_s=1.0, deadline_s=DEADLINE_S)
    folder.mkdir(exist_ok=True)
    (folder / "seed").write_text("5" * 64)  # the fate of a call hangs on its text, and that on the ledger's seed
    with (
        Ledger(folder) as ledger,
        model_behind(server, patience=patience, sleep=slept.append, concurrency=8) as model,
    ):
        return judge_answers(
            WritingJudge(model, PROMPTS["retally-1"], ledger.seed), answers(n), ledger, only_failed=only_failed
        )


def said(found: Judged) -> dict[str, tuple[str, ...] | None]:
    return {id: opinion.verdicts for (id, _), opinion in sorted(found.opinions.items())}


def check_chaos(folder: Path, n: int, seed: int) -> tuple[int, float]:
    """Calls an answer and CPU seconds of the run; the verdicts are those of an undisturbed server, or failed."""
    with ChaosServer(verdicts, plan=never) as calm:
        undisturbed = said(judged(folder / "calm", calm, n, []))
    slept: list[float] = []
    with ChaosServer(verdicts, plan=at_random(0.3, seed=seed)) as wild:
        began = time.process_time()
        found = judged(folder / "wild", wild, n, slept)
        took = time.process_time() - began
        assert all(wild.faults[fault] for fault in FAULTS)
        calls = wild.calls
        for _ in range(3):  # what failed, or got no reply, is finished by the next runs
            if found.counts.failed or found.counts.missing:
                incomplete = said(found)
                assert all(incomplete[id] in (None, undisturbed[id]) for id in incomplete)
                found = judged(folder / "wild", wild, n, slept, only_failed=True)
    assert calls <= 1.5 * n
    assert max(slept) < DEADLINE_S
    assert said(found) == undisturbed
    return calls, took


def test_three_hundred_answers_through_chaos_have_the_undisturbed_verdicts(tmp_path: Path) -> None:
    check_chaos(tmp_path, 300, seed=3)


@pytest.mark.nightly
def test_five_thousand_answers_through_chaos_have_the_undisturbed_verdicts(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    calls, took = check_chaos(tmp_path, 5805, seed=5)
    record_property("judging 5,805 answers through 30 % of faults", f"{calls:,} calls, {took:.0f} s of CPU")


def test_a_judge_that_drops_what_fails_scores_something_else(tmp_path: Path) -> None:
    """The control: the released way, one try, failures left out."""
    with (
        ChaosServer(verdicts, plan=at_random(0.3, seed=3)) as wild,
        model_behind(wild, patience=Patience(timeout_s=1.0, attempts=1)) as model,
    ):
        judge = WritingJudge(model, PROMPTS["retally-1"], "seed", retries=0)
        with Ledger(tmp_path) as ledger:
            found = judge_answers(judge, answers(100), ledger)
    assert found.counts.failed + found.counts.missing > 10
