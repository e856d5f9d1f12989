"""``scorer score --judge …``: each kind of judge through the command line, on the sample."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.folder import sample_folder
from board.results import Result, read_results
from scorer.__main__ import main
from tests.scorer.chaos_server import ChaosServer, always, in_order, never

SAMPLE = sample_folder("mt_video_bench")
CAREFUL = SAMPLE / "predictions" / "careful.jsonl"
N_JUDGED = 24


def score(file: Path, *arguments: str) -> int:
    return main(["score", "mt_video_bench", str(file), "--data", str(SAMPLE), *arguments])


def scored(folder: Path, file: Path, *arguments: str, code: int = 0) -> Result:
    out = folder / "out"
    assert score(file, *arguments, "--out", str(out)) == code
    (result,) = read_results(out)
    return result


def all_yes(text: str) -> str:
    n = len(re.findall(r"^Q\d+: ", text, re.MULTILINE))
    return json.dumps({f"A{number}": "Yes" for number in range(1, n + 1)})


def api(server: ChaosServer, ledger: Path, *more: str) -> Sequence[str]:
    address = ["--base-url", server.base_url, "--concurrency", "4", "--ledger", str(ledger)]
    return ["--judge", "api", "--model", "judge", *address, *more]


def test_a_recorded_judge_is_a_verdict_file_or_a_folder_of_them(tmp_path: Path) -> None:
    file = SAMPLE / "verdicts" / "careful.jsonl"
    by_option = scored(tmp_path / "a", CAREFUL, "--verdicts", str(file))
    assert scored(tmp_path / "b", CAREFUL, "--judge", "recorded", "--model", str(file)) == by_option
    assert scored(tmp_path / "c", CAREFUL, "--judge", "recorded", "--model", str(file.parent)) == by_option
    assert by_option.headline.estimate == pytest.approx(0.9175, abs=5e-5)


def test_a_scripted_judge_scores_and_is_never_ranked(tmp_path: Path) -> None:
    result = scored(tmp_path, CAREFUL, "--judge", "scripted", "--model", "yes", "--ledger", str(tmp_path / "ledger"))
    assert result.provenance.judge is not None and result.provenance.judge.startswith("smoke/scripted-yes+")
    assert result.reason == "a smoke judge: for trying things out, never published"
    assert result.estimate("yes_expected") == 1.0
    assert result.estimate("no_expected") == 0.0


def test_a_warm_ledger_makes_no_call_and_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        for folder in ("cold", "warm"):
            assert score(CAREFUL, *api(server, tmp_path / "ledger"), "--out", str(tmp_path / folder)) == 0
    assert server.calls == N_JUDGED
    written = [
        {file.name: file.read_bytes() for file in (tmp_path / folder / "mt_video_bench").iterdir()}
        for folder in ("cold", "warm")
    ]
    assert written[0] == written[1]
    assert sorted(name.partition(".")[2] for name in written[0]) == ["json", "scores.jsonl", "verdicts.jsonl"]
    told = capsys.readouterr().err
    assert "24 needed, 0 from the ledger, 24 calls" in told
    assert "24 needed, 24 from the ledger, 0 calls, 0 tokens" in told


def test_the_verdicts_beside_a_result_recount_it_without_the_judge(tmp_path: Path) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        judged = scored(tmp_path / "judged", CAREFUL, *api(server, tmp_path / "ledger"))
    (verdicts,) = (tmp_path / "judged").rglob("*.verdicts.jsonl")
    assert scored(tmp_path / "again", CAREFUL, "--verdicts", str(verdicts)) == judged
    from_ledger = ["--judge", "recorded", "--ledger", str(tmp_path / "ledger")]
    assert scored(tmp_path / "ledgered", CAREFUL, *from_ledger) == judged
    assert (judged.status, judged.reason) == ("complete", None)


def test_a_receipt_of_a_judged_file_names_its_verdicts_and_recounts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with ChaosServer(all_yes, plan=never) as server:
        assert score(CAREFUL, *api(server, tmp_path / "ledger"), "--out", str(out), "--compare", str(out)) == 0
    (recount,) = re.findall(r"recount it: \S+ -m scorer (.*)", capsys.readouterr().out)
    assert main(recount.split()) == 0
    assert capsys.readouterr().out.startswith("identical")


def test_what_a_judge_cannot_be_read_on_leaves_the_run_incomplete_until_it_is_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreadable_once(text: str) -> str:
        return "I am not sure." if "Q4" in text else all_yes(text)

    ledger = tmp_path / "ledger"
    with ChaosServer(unreadable_once, plan=never) as server:
        result = scored(tmp_path / "first", CAREFUL, *api(server, ledger), code=1)
        calls = server.calls
        assert scored(tmp_path / "same", CAREFUL, *api(server, ledger), code=1) == result
        assert server.calls == calls
    row = result.row("checklist_accuracy")
    assert row is not None and row.lower_bound is not None and row.upper_bound is not None
    assert (result.status, result.headline.estimate) == ("incomplete", None)
    n_failed = row.n_unscored
    assert 0 < n_failed < N_JUDGED and row.lower_bound < row.upper_bound
    assert calls == N_JUDGED + 3 * n_failed
    assert "--only-failed" in capsys.readouterr().err
    with ChaosServer(all_yes, plan=never) as server:
        mended = scored(tmp_path / "mended", CAREFUL, *api(server, ledger, "--only-failed"))
        assert server.calls == n_failed
    whole = mended.headline.estimate
    assert whole is not None and row.lower_bound <= whole <= row.upper_bound


def test_a_judge_out_of_reach_is_no_score_and_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JU-041, BO-025: everything fails; the exit code says so, and nothing is written."""
    with ChaosServer(all_yes, plan=always("401")) as server:
        assert score(CAREFUL, *api(server, tmp_path / "ledger"), "--out", str(tmp_path / "out")) == 2
    assert not (tmp_path / "out").exists()
    assert "API key" in capsys.readouterr().err


def test_a_server_that_changes_its_model_in_the_middle_makes_a_mixed_run(tmp_path: Path) -> None:
    with ChaosServer(all_yes, plan=never, named=lambda number: "judge-1" if number <= 10 else "judge-2") as server:
        result = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"), code=1)
    assert result.status == "mixed_judge"
    assert result.provenance.judge is not None and "as judge-2" in result.provenance.judge


def test_answers_that_say_nothing_cost_no_call(tmp_path: Path) -> None:
    """JU-042, JU-043, JU-055; refusals are judged (JU-053)."""
    filler, refuses = (SAMPLE / "predictions" / f"{name}.jsonl" for name in ("filler_and_errors", "always_refuses"))
    with ChaosServer(all_yes, plan=never) as server:
        silent = scored(tmp_path / "a", filler, *api(server, tmp_path / "ledger"))
        calls = server.calls
        scored(tmp_path / "b", refuses, *api(server, tmp_path / "ledger"))
    nothing = sum(n for tag, n in silent.tags.items() if tag in ("empty_answer", "generation_error", "filler"))
    assert nothing > 0 and calls == N_JUDGED - nothing
    assert server.calls == calls + N_JUDGED


def test_a_budget_of_calls_leaves_the_rest_for_the_next_run(tmp_path: Path) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        first = scored(tmp_path / "a", CAREFUL, *api(server, tmp_path / "ledger", "--max-calls", "10"), code=1)
        assert server.calls == 10
        second = scored(tmp_path / "b", CAREFUL, *api(server, tmp_path / "ledger"))
        assert server.calls == N_JUDGED
    assert (first.status, second.status) == ("incomplete", "complete")


def test_the_paper_s_prompt_asks_each_question_by_itself(tmp_path: Path) -> None:
    more = ["--prompt", "official-paper", "--repeats", "1"]
    with ChaosServer(lambda text: "yes", plan=never) as server:
        result = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger", *more))
    assert server.calls == 85
    assert result.estimate("yes_expected") == 1.0


def test_a_flaky_server_is_asked_again_and_the_score_is_whole(tmp_path: Path) -> None:
    with ChaosServer(all_yes, plan=in_order("500", None, "429", None, None, "cut_json")) as server:
        result = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"))
    assert result.status == "complete" and server.calls == N_JUDGED + 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--judge", "api"], "found no --model"),
        (["--judge", "api", "--model", "m"], "found no --base-url (or OPENAI_BASE_URL)"),
        (["--judge", "local"], "found no --model: name a folder with a model"),
        (["--judge", "local", "--model", "someone/some-model"], "allow"),
        (["--judge", "scripted", "--model", "maybe"], "expected one of yes, no, coin"),
        (["--judge", "recorded"], "found no judge in the ledger"),
        (["--judge", "recorded", "--model", "judge-z"], "found no judge 'judge-z' in the ledger"),
        (["--judge", "scripted", "--verdicts", "v.jsonl"], "expected one of them: who gives the verdicts?"),
        (["--judge", "api", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--budget", "1"], "without prices"),
    ],
)
def test_wrong_usage_says_what_is_lacking(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert score(CAREFUL, *arguments, "--ledger", str(tmp_path / "ledger")) == 2
    assert told in capsys.readouterr().err


def test_a_benchmark_without_checklists_has_no_use_for_a_judge(capsys: pytest.CaptureFixture[str]) -> None:
    file = sample_folder("vsi_super_wild") / "predictions" / "blank.jsonl"
    assert main(["score", "vsi_super_wild", str(file), "--judge", "scripted"]) == 2
    assert "leave --judge out" in capsys.readouterr().err
