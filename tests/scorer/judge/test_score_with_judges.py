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


def test_recounting_from_the_verdicts_in_place_keeps_them(tmp_path: Path) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        judged = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"))
    (verdicts,) = tmp_path.rglob("*.verdicts.jsonl")
    before = verdicts.read_bytes()
    assert scored(tmp_path, CAREFUL, "--verdicts", str(verdicts)) == judged
    assert verdicts.read_bytes() == before


def test_a_smoke_judge_replaces_no_result_of_another_and_others_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = ["--judge", "recorded", "--model", str(SAMPLE / "verdicts")]
    before = scored(tmp_path, CAREFUL, *recorded)
    smoke = ["--judge", "scripted", "--model", "no", "--ledger", str(tmp_path / "ledger")]
    assert score(CAREFUL, *smoke, "--out", str(tmp_path / "out")) == 2
    assert "a smoke judge replaces none" in capsys.readouterr().err
    assert read_results(tmp_path / "out") == [before]
    with ChaosServer(all_yes, plan=never) as server:
        scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"))
    assert "replaces the result of sample-rules there" in capsys.readouterr().err


@pytest.mark.parametrize("prompt", ["official-code", "official-paper"])
def test_a_model_that_changes_between_repeats_or_questions_makes_a_mixed_run(tmp_path: Path, prompt: str) -> None:
    """Half of the replies carry the name that was asked for, so that only all of them together show the change."""
    said = all_yes if prompt == "official-code" else lambda text: "yes"
    with ChaosServer(said, plan=never, named=lambda number: "judge" if number % 2 else "judge-2") as server:
        result = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger", "--prompt", prompt), code=1)
    assert result.status == "mixed_judge"


def test_the_number_of_repeats_is_the_judge_s_and_another_number_another_judge(tmp_path: Path) -> None:
    more = ["--prompt", "official-code", "--repeats"]
    with ChaosServer(all_yes, plan=never) as server:
        found = [scored(tmp_path / n, CAREFUL, *api(server, tmp_path / "ledger", *more, n)) for n in ("1", "2")]
    assert len({result.provenance.judge for result in found}) == 2
    recorded = ["--judge", "recorded", "--ledger", str(tmp_path / "ledger"), "--model"]
    for n, result in zip(("1", "2"), found, strict=True):
        judge = str(result.provenance.judge)
        assert scored(tmp_path / f"again {n}", CAREFUL, *recorded, judge) == result


def test_the_unguarded_prompt_is_for_mode_official_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        assert score(CAREFUL, *api(server, tmp_path / "ledger", "--prompt", "official-code-raw")) == 2
        assert "expected mode official" in capsys.readouterr().err
        official = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"), "--mode", "official")
    assert official.status == "parity"


def test_a_name_that_a_server_makes_up_is_cut_to_one_short_line(tmp_path: Path) -> None:
    name = "x" * 500 + "\n\u202e, smoke/y"
    with ChaosServer(all_yes, plan=never, named=lambda number: name) as server:
        result = scored(tmp_path, CAREFUL, *api(server, tmp_path / "ledger"))
    judge = str(result.provenance.judge)
    assert len(judge) < 200 and judge.isprintable() and "," not in judge
    assert result.reason is None


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--model", "m"], "found --model without --judge"),
        (["--prompt", "official-code", "--budget", "3"], "found --prompt, --budget without --judge"),
        (["--judge", "api", "--model", "m", "--way", "logits"], "found --way, which a judge of kind api"),
        (["--judge", "local", "--model", "m", "--budget", "3"], "found --budget, which a judge of kind local"),
        (["--judge", "recorded", "--prompt", "official-code"], "found --prompt, which a judge of kind recorded"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert score(CAREFUL, *arguments) == 2
    assert told in capsys.readouterr().err


def test_a_recorded_file_of_other_answers_is_refused_with_its_report(capsys: pytest.CaptureFixture[str]) -> None:
    file = SAMPLE / "verdicts" / "terse.jsonl"
    assert score(CAREFUL, "--judge", "recorded", "--model", str(file)) == 1
    by_judge = capsys.readouterr().out
    assert score(CAREFUL, "--verdicts", str(file)) == 1
    assert by_judge == capsys.readouterr().out and "E_VERDICT" in by_judge


@pytest.mark.parametrize("repeats", ["3", 3.0, 0, -1, 101, True, [3]])
def test_a_number_of_repeats_that_is_none_is_a_fault(tmp_path: Path, repeats: object) -> None:
    rows = (SAMPLE / "verdicts" / "terse.jsonl").read_text().splitlines()
    file = tmp_path / "v.jsonl"
    terse = SAMPLE / "predictions" / "terse.jsonl"
    for told, code in ((1, 0), (repeats, 1)):
        file.write_text("".join(json.dumps({**json.loads(row), "repeats": told}) + "\n" for row in rows))
        assert score(terse, "--verdicts", str(file)) == code


def test_repeats_that_are_told_and_missing_everywhere_leave_the_run_incomplete(tmp_path: Path) -> None:
    rows = (SAMPLE / "verdicts" / "terse.jsonl").read_text().splitlines()
    file = tmp_path / "v.jsonl"
    file.write_text("".join(json.dumps({**json.loads(row), "repeats": 2}) + "\n" for row in rows))
    assert score(SAMPLE / "predictions" / "terse.jsonl", "--verdicts", str(file)) == 1


@pytest.mark.parametrize("judge", [" smoke/x", "a, b", "a,smoke/x", "x\ny", "\u200bsmoke/x", "y" * 301, ""])
def test_a_name_that_hides_something_is_no_name_of_a_judge(tmp_path: Path, judge: str) -> None:
    rows = (SAMPLE / "verdicts" / "terse.jsonl").read_text().splitlines()
    file = tmp_path / "v.jsonl"
    file.write_text("".join(json.dumps({**json.loads(row), "judge": judge}) + "\n" for row in rows))
    assert score(SAMPLE / "predictions" / "terse.jsonl", "--verdicts", str(file)) == 1


def test_a_model_whose_name_no_file_can_hold_is_refused_before_a_call(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChaosServer(all_yes, plan=never) as server:
        named = [word if word != "judge" else "a,b" for word in api(server, tmp_path / "ledger")]
        assert score(CAREFUL, *named) == 2
        assert server.calls == 0
    assert "expected a name of one line without commas" in capsys.readouterr().err


def test_a_recorded_judge_is_the_one_whose_server_called_itself_so(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    with ChaosServer(all_yes, plan=never, named=lambda number: "m-3" if number <= 10 else "m-4") as server:
        mixed = scored(tmp_path / "mixed", CAREFUL, *api(server, ledger), code=1)
        assert mixed.status == "mixed_judge"
        told = ["--answered-by", "m-4"]
        mended = scored(tmp_path / "mended", CAREFUL, *api(server, ledger, *told))
    assert mended.provenance.judge is not None and mended.provenance.judge.endswith(" as m-4")
    recorded = ["--judge", "recorded", "--ledger", str(ledger), "--model", mended.provenance.judge]
    assert scored(tmp_path / "again", CAREFUL, *recorded) == mended
