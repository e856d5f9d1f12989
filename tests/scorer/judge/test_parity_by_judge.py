"""A judge asked with the released prompt, read as the released script reads: the official results, round by round.

The parity folders hold what a judge replied to each prompt of the released script. Here a model gives those replies
again when it is sent exactly that prompt, so prompt, repeats, ledger and reading are all in the loop.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main as benchmarks_main
from scorer.judge.ask import ask_for_verdicts
from scorer.judge.ledger import Ledger
from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked
from scorer.judge.writing_judge import WritingJudge
from scorer.models.base import Request, Unanswered
from scorer.models.scripted import ScriptedModel
from scorer.score import AskForVerdicts, Scored, score_file
from tests.scorer.judged_folder import BENCHMARK
from validator.__main__ import main as validator_main

Replies = Mapping[str, list[str]]  # of each prompt


def replies_by_prompt(official: Path) -> Replies:
    """The recorded replies by the prompt that the released script sends."""
    raw, found = PROMPTS["official-code-raw"], {}
    for line in (official / "judge_replies.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        answers = json.loads((official / f"model_answers/stub/{row['ability']}.json").read_text(encoding="utf-8"))
        lists = json.loads((official / f"checklist/{row['ability']}_CheckList.json").read_text(encoding="utf-8"))
        answer = answers[row["video"]][row["event"]][row["round"] - 1]
        (checklist,) = (one for one in lists[row["video"]][row["event"]] if one["round index"] == row["round"])
        questions = tuple(text for name, text in checklist.items() if name.startswith("Q"))
        found[raw.texts(Asked("", answer, questions), "")[0]] = row["replies"]
    return found


def replying(replies: Replies) -> Callable[[Request], str | Unanswered]:
    def reply(request: Request) -> str | Unanswered:
        texts = replies.get(request.text, [])
        repeat = (request.seed or 100) // 100
        return texts[repeat - 1] if repeat <= len(texts) else Unanswered("the released script was never answered here")

    return reply


def asking(model: ScriptedModel, ledger: Ledger, prompt: str) -> AskForVerdicts:
    def ask(answers: Any, key: Any, mode: Any) -> Any:
        retries = 0 if mode == "official" else 3
        judge = WritingJudge(model, PROMPTS[prompt], ledger.seed, retries=retries)
        return ask_for_verdicts(judge, ledger, answers, key, mode).rows

    return ask


def scored(official: Path, work: Path, model: ScriptedModel, prompt: str = "official-code-raw") -> Scored:
    data, file = work / "data", work / "p.jsonl"
    if not data.exists():
        arguments = ["mt_video_bench", str(official), "--partial", "--out", str(data), "--key-out", str(data)]
        assert benchmarks_main(["import", *arguments]) == 0
        stub = str(official / "model_answers" / "stub")
        convert = ["convert", "mt_video_bench", "--from", "official", stub, "--data", str(data), "--out", str(file)]
        assert validator_main(convert) == 0
    with Ledger(work / "ledger") as ledger:
        ask = asking(model, ledger, prompt)
        return score_file(file, BENCHMARK, data=data, mode="official", judge=ask)


@pytest.mark.parametrize("name", ["clean", "dirty"])
def test_the_released_prompt_and_reading_give_the_official_results(shared: Path, tmp_path: Path, name: str) -> None:
    official = shared / "parity" / f"mt_video_bench_{name}"
    model = ScriptedModel(replying(replies_by_prompt(official)))
    found = scored(official, tmp_path, model)
    assert found.result is not None and found.result.status == "parity"
    expected = json.loads((official / "expected_official.json").read_text())["official"]
    for ability, value in expected.items():
        if ability != "overall":
            told = found.result.estimate("checklist_accuracy", "ability", ability)
            assert told == pytest.approx(value, abs=1e-12)
    assert found.result.headline.estimate == pytest.approx(expected["overall"], abs=1e-12)
    rounds = {
        f"{video}/{event}/{round.removeprefix('Round ')}": told["ACC"]
        for file in sorted((official / "eval_results").glob("*.json"))
        if not file.name.endswith("_summary.json")
        for video, events in json.loads(file.read_text()).items()
        for event, told_rounds in events.items()
        for round, told in told_rounds.items()
        if "ACC" in told
    }
    assert {score.id: score.credit for score in found.scores} == pytest.approx(rounds, abs=1e-12)
    assert len(rounds) > 250
    before = len(model.asked)
    again = scored(official, tmp_path, model)
    unanswered = 3 * len(found.questions) - before
    assert again.result == found.result
    # The warm ledger: only what never got a reply is asked once more.
    assert len(model.asked) - before <= max(unanswered, 0) + 3 * sum(score.credit is None for score in found.scores)


def test_another_prompt_would_not_have_been_answered(shared: Path, tmp_path: Path) -> None:
    """The control: the model above knows nothing but the released prompt, to the last blank."""
    official = shared / "parity" / "mt_video_bench_clean"
    replies = replies_by_prompt(official)
    spoilt = {text.replace("five", "5"): told for text, told in replies.items()}
    with pytest.raises(Exception, match="gave no verdict at all"):
        scored(official, tmp_path, ScriptedModel(replying(spoilt)))
