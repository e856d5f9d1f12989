"""``python -m scorer audit`` with a judge to ask: drift, floors and canaries on the sample."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from benchmarks.files import read_questions
from board.results import read_results, write_result
from board.types import KeyEntry, Mode
from scorer.__main__ import main
from scorer.answers import Where
from scorer.judge.ask import ask_for_verdicts
from scorer.judge.audit.anchors import ask_again, begin_ledger
from scorer.judge.audit.canaries import check_canaries
from scorer.judge.audit.evenly import evenly
from scorer.judge.audit.reading import Audited, read_audited
from scorer.judge.audit.sides import read_verdicts_of
from scorer.judge.audit.stubs import honest_stub
from scorer.judge.audit.suspicion import suspected
from scorer.judge.ledger import SEED, Ledger
from scorer.judge.scripted import RULES, ScriptedJudge
from scorer.judged import JudgedAnswers
from scorer.score import AskForVerdicts
from scorer.verdicts import Verdicts
from tests.scorer.audit.test_audit_command import (
    BY_ROWS,
    PREDICTIONS,
    SAMPLE,
    VERDICTS,
    Printed,
    audit,
    label,
    labels,
    shown,
    told,
)

FILES = [PREDICTIONS / f"{name}.jsonl" for name in BY_ROWS]
KNOWN_SEED = "5eed" * 16
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
COIN = ("--judge", "scripted", "--model", "coin")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger whose seed is known, so that the same canaries are drawn each time."""
    folder = tmp_path / "ledger"
    folder.mkdir()
    (folder / SEED).write_text(f"{KNOWN_SEED}\n", encoding="ascii")
    return folder


def kept(judge: ScriptedJudge, folder: Path) -> AskForVerdicts:
    """A judge with its ledger, as the command line asks it."""

    def ask(answers: JudgedAnswers, key: Mapping[str, KeyEntry], mode: Mode) -> Sequence[Mapping[str, Any]]:
        with Ledger(folder) as ledger:
            return ask_for_verdicts(judge, ledger, answers, key, mode).rows

    return ask


def judged_by_coin(folder: Path, ledger: Path, n: int = 24) -> Path:
    """Verdicts of the scripted coin about the sample's files, about the first ``n`` questions of each."""
    folder.mkdir(parents=True)
    audited = read_audited(FILES, Where("mt_video_bench", SAMPLE))
    for one in audited.answers:
        rows = kept(ScriptedJudge("coin", RULES["coin"]), ledger)(one.judged, audited.key, "strict")
        first = [question.id for question in one.judged.questions[:n]]
        lines = [json.dumps(row) + "\n" for row in rows if row["id"] in first]
        (folder / one.file.name).write_text("".join(lines), encoding="utf-8")
    return folder


def test_no_drift_is_0_an_alarm_1_and_too_few_anchors_1(tmp_path: Path, capsys: Printed) -> None:
    assert audit("drift", *FILES, "--before", VERDICTS, "--now", VERDICTS) == 0
    assert shown(capsys) == [
        "no drift",
        "  0 of 274 verdicts flipped (0.00 %): 0 from yes to no, 0 from no to yes",
        "  the alarm begins at 2 flips: a judge that flips 3 % stays below that in at most 1 of 100 runs",
    ]
    now = labels(tmp_path, {"terse": [0, 1]}, "sample-rules")
    assert audit("drift", *FILES, "--before", VERDICTS, "--now", now) == 1
    assert shown(capsys)[:2] == [
        "ALARM: the judge has drifted",
        "  2 of 274 verdicts flipped (0.73 %): 1 from yes to no, 1 from no to yes",
    ]
    assert audit("drift", *FILES, "--before", VERDICTS, "--now", now, "--format", "json") == 1
    report = told(capsys)
    assert (report["flips"], report["n"], report["limit"], report["alarm"]) == (2, 274, 2, True)
    assert audit("drift", FILES[-1], "--before", VERDICTS, "--now", VERDICTS) == 1
    assert shown(capsys)[0] == "cannot tell"


def test_another_prompt_is_not_taken_for_the_same_judge(tmp_path: Path, capsys: Printed) -> None:
    now = labels(tmp_path, {}, "sample-rules")
    for file in now.iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace("6120c7c9", "ffffffff"), encoding="utf-8")
    assert audit("drift", *FILES, "--before", VERDICTS, "--now", now) == 0
    assert shown(capsys)[-1] == (
        "  not the same judge: before sample-rules (prompt 6120c7c9); now sample-rules (prompt ffffffff)"
    )


def test_a_judge_is_asked_afresh_though_its_ledger_knows_every_verdict(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    before, again = judged_by_coin(tmp_path / "before", ledger), tmp_path / "again"
    asked: list[str | Path] = ["drift", *FILES, "--before", before, *COIN, "--ledger", ledger, "--again", again]
    assert audit(*asked) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == "no drift"
    assert f"new verdicts are kept in {again}" in printed.err and "0 from the ledger" in printed.err
    assert (again / SEED).read_text() == (ledger / SEED).read_text()
    first = printed.out
    assert audit(*asked) == 0  # the same drift again, which is told
    printed = capsys.readouterr()
    assert f"nothing was asked: {again} held every verdict" in printed.err and printed.out == first


def test_a_drift_that_died_after_its_last_verdict_is_reported_and_nothing_is_paid_again(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    before, again = judged_by_coin(tmp_path / "before", ledger), tmp_path / "again"
    begin_ledger(again, ledger, NOON)
    audited = read_audited(FILES, Where("mt_video_bench", SAMPLE))
    ask_again(kept(ScriptedJudge("coin", RULES["coin"]), again), audited, read_verdicts_of(audited, before))
    asked: list[str | Path] = ["drift", *FILES, "--before", before, *COIN, "--ledger", ledger, "--again", again]
    assert audit(*asked) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("no drift\n") and " 0 calls" in printed.err
    assert "the drift as it was from 2026-01-01T12:00:00+00:00 on" in printed.err


def test_control_a_ledger_that_no_drift_began_is_not_asked_into_and_stays_as_it_is(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    before, other = judged_by_coin(tmp_path / "before", ledger), tmp_path / "other"
    audited = read_audited(FILES, Where("mt_video_bench", SAMPLE))
    ask_again(kept(ScriptedJudge("coin", RULES["coin"]), other), audited, read_verdicts_of(audited, before))
    files = {file.name: file.read_bytes() for file in other.iterdir()}
    asked: list[str | Path] = ["drift", *FILES, "--before", before, *COIN, "--ledger", ledger, "--again", other]
    assert audit(*asked) == 2
    printed = capsys.readouterr()
    assert "that no drift began" in printed.err and printed.out == ""
    assert {file.name: file.read_bytes() for file in other.iterdir()} == files


def test_a_drift_stopped_before_it_wrote_more_than_the_seed_begins_again(tmp_path: Path, ledger: Path) -> None:
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / SEED).write_bytes((ledger / SEED).read_bytes())
    assert begin_ledger(tmp_path / "again", ledger, NOON).n_held == 0


def test_only_answers_with_a_verdict_before_are_asked_about(tmp_path: Path, ledger: Path, capsys: Printed) -> None:
    before = judged_by_coin(tmp_path / "before", ledger, n=5)
    again = tmp_path / "again"
    assert audit("drift", *FILES, "--before", before, *COIN, "--ledger", ledger, "--again", again) == 1  # too few
    printed = capsys.readouterr()
    assert printed.out.startswith("cannot tell\n") and "not compared" not in printed.out
    needed = {(file, json.loads(line)["id"]) for file in before.iterdir() for line in file.read_bytes().splitlines()}
    assert len(needed) == 16 and ": 16 needed, " in printed.err


def test_an_interrupted_drift_goes_on_in_its_folder(tmp_path: Path, ledger: Path, capsys: Printed) -> None:
    before, again = judged_by_coin(tmp_path / "before", ledger), tmp_path / "again"
    assert begin_ledger(again, ledger, NOON) == (NOON.isoformat(), 0)
    first = read_audited(FILES[:1], Where("mt_video_bench", SAMPLE))
    ask_again(kept(ScriptedJudge("coin", RULES["coin"]), again), first, read_verdicts_of(first, before))
    assert audit("drift", *FILES, "--before", before, *COIN, "--ledger", ledger, "--again", again) == 0
    assert ", 24 from the ledger, " in capsys.readouterr().err


def test_control_a_judge_that_changed_behind_its_name_seems_the_same_if_it_is_read_from_its_ledger(
    tmp_path: Path, ledger: Path
) -> None:
    before = judged_by_coin(tmp_path / "before", ledger)
    audited = read_audited(FILES, Where("mt_video_bench", SAMPLE))
    said, changed = read_verdicts_of(audited, before), ScriptedJudge("coin", RULES["yes"])
    again = tmp_path / "again"
    begin_ledger(again, ledger, NOON)
    assert flipped(audited, before, ask_again(kept(changed, ledger), audited, said)) == 0
    assert flipped(audited, before, ask_again(kept(changed, again), audited, said)) > 100


def flipped(audited: Audited, before: Path, now: Sequence[Verdicts]) -> int:
    pairs = zip(read_verdicts_of(audited, before), now, strict=True)
    return sum(int((one.counted != other.counted).sum()) for one, other in pairs)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], "found neither --now nor --judge"),
        (["--now", VERDICTS, *COIN], "found both --now and --judge"),
        (["--judge", "recorded"], "a recorded judge says again what it said"),
        ([*COIN, "--again", "LEDGER", "--ledger", "LEDGER"], "found the ledger itself"),
    ],
)
def test_drift_says_whom_it_can_ask(words: list[str | Path], found: str, ledger: Path, capsys: Printed) -> None:
    named = [ledger if word == "LEDGER" else word for word in words]
    assert audit("drift", *FILES, "--before", VERDICTS, *named) == 2
    assert found in capsys.readouterr().err


def test_floors_under_a_judge_of_one_word_are_the_share_that_expects_it(ledger: Path, capsys: Printed) -> None:
    no = ("--judge", "scripted", "--model", "no", "--ledger", ledger)
    assert audit("floors", *no) == 0
    lines = shown(capsys)
    assert lines[:6] == [
        f"floors under {label('no')}: one answer to every question",
        "",
        "                          score %     95 % interval",
        "  blank                      0.00     0.00 to 48.99",
        "  Yes                       37.73",
        "  No                        37.73",
    ]
    assert len(lines) == 3 + 4 + 17
    assert audit("floors", *no, "--answers", PREDICTIONS / "terse.jsonl", "--format", "json") == 0
    report = told(capsys)
    assert [floor["name"] for floor in report["floors"]][3:5] == ["constant", "most common"]
    assert {f"{100 * floor['value']:.2f}" for floor in report["floors"][1:]} == {"37.73"}


def test_rows_of_the_same_judge_and_data_are_held_against_the_floors(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    results = tmp_path / "results"
    for name, judged in (("careful", [*COIN, "--ledger", ledger]), ("terse", ["--verdicts", VERDICTS / "terse.jsonl"])):
        card = PREDICTIONS / f"{name}.submission.json"
        words = ["score", "mt_video_bench", PREDICTIONS / f"{name}.jsonl", "--submission", card, *judged]
        assert main([*map(str, words), "--data", str(SAMPLE), "--out", str(results)]) == 0
    capsys.readouterr()
    floors = ("floors", *COIN, "--ledger", ledger, "--results", results)
    assert audit(*floors) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-2:] == [
        "  1 of 1 row not clearly above the best floor (cheat homoglyph-1, 59.84 %)",
        "    Careful (drawn from the golden answers) 53.40 % (no interval)",
    ]
    assert "1 result is incomplete, on other questions, or judged otherwise than by smoke/scripted-coin" in printed.err
    (result,) = [one for one in read_results(results) if "Careful" in str(one.submission["display_name"])]
    write_result(
        result.model_copy(update={"headline": result.headline.model_copy(update={"ci_low": 0.6})}), [], results
    )
    assert audit(*floors) == 0
    assert shown(capsys)[-1] == "  0 of 1 row not clearly above the best floor (cheat homoglyph-1, 59.84 %)"


def test_where_no_row_can_be_held_against_the_floors_that_is_no_success(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    (tmp_path / "results").mkdir()
    assert audit("floors", *COIN, "--ledger", ledger, "--results", tmp_path / "results") == 1
    assert "found no row in" in capsys.readouterr().err


def test_what_is_wrong_with_the_command_line_is_found_before_a_judge_is_asked(
    tmp_path: Path, ledger: Path, capsys: Printed
) -> None:
    wrong: list[tuple[list[str | Path], str]] = [
        (["--results", tmp_path / "nowhere"], "found no folder"),
        (["--results", SAMPLE, "--questions", "3"], "found --questions and --results"),
        (["--answers", tmp_path / "nowhere.jsonl"], "found no file"),
    ]
    for words, found in wrong:
        assert audit("floors", *COIN, "--ledger", ledger, *words) == 2
        assert found in capsys.readouterr().err
        with Ledger(ledger) as held:
            assert list(held.entries()) == []
    assert audit("floors") == 2 and "found no --judge" in capsys.readouterr().err
    assert audit("floors", "--judge", "recorded", "--model", VERDICTS) == 2
    assert "which cannot be asked about other answers" in capsys.readouterr().err


def test_floors_on_fewer_questions_ask_evenly_about_all_abilities(ledger: Path, capsys: Printed) -> None:
    chosen = evenly(read_questions(SAMPLE), 6)
    assert len({question.task for question in chosen}) == 6 == len(chosen)
    assert len(evenly(read_questions(SAMPLE), 99)) == 24
    assert audit("floors", *COIN, "--ledger", ledger, "--questions", "6") == 0
    assert f": {6 * 20} needed, " in capsys.readouterr().err  # 21 floors, of which blank needs no judge


def test_canaries_catch_a_judge_that_only_says_yes(ledger: Path, capsys: Printed) -> None:
    yes = ("--judge", "scripted", "--model", "yes", "--ledger", ledger, "--share", "0")
    assert audit("canaries", PREDICTIONS / "terse.jsonl", *yes) == 1
    lines = shown(capsys)
    assert lines[:4] == [
        f"canary questions to {label('yes')}, in calls of their own",
        "  asked about 5 of 23 answers: 5 flagged, 0 by chance",
        "  wrong about 5 answers, 0 of them by chance",
        '    sample_ball_game/1/2 (flagged): Does the answer contain "chameleon"? The judge says yes, which is wrong',
    ]
    assert audit("canaries", PREDICTIONS / "terse.jsonl", *yes, "--format", "json") == 1
    report = told(capsys)
    assert (len(report["caught"]), report["n_flagged"], report["n"], report["unread"]) == (5, 5, 23, [])


def test_canaries_acquit_a_judge_that_reads_and_miss_no_missing_verdict(ledger: Path, capsys: Printed) -> None:
    recorded = ("--judge", "recorded", "--model", "smoke/scripted-honest", "--ledger", ledger, "--share", "1")
    audited = read_audited([PREDICTIONS / "terse.jsonl"], Where("mt_video_bench", SAMPLE))
    (answers,), seed = audited.answers, KNOWN_SEED
    ask = kept(honest_stub(), ledger)
    check_canaries(ask, answers.judged, audited.key, suspected(answers.texts), seed, share=0.3)
    assert audit("canaries", PREDICTIONS / "terse.jsonl", *recorded) == 1  # it never answered about the others
    assert "verdicts are missing about" in capsys.readouterr().out
    check_canaries(ask, answers.judged, audited.key, suspected(answers.texts), seed, share=1.0)
    assert audit("canaries", PREDICTIONS / "terse.jsonl", *recorded) == 0
    assert shown(capsys)[1:] == [
        "  asked about 23 of 23 answers: 5 flagged, 18 by chance",
        "  wrong about 0 answers, 0 of them by chance",
    ]


def test_an_answer_that_needs_no_judge_is_not_asked_about(ledger: Path, capsys: Printed) -> None:
    assert audit("canaries", PREDICTIONS / "blank.jsonl", *COIN, "--ledger", ledger) == 0
    assert shown(capsys)[:2] == [
        "canary questions to no judge, in calls of their own",
        "  asked about 0 of 0 answers: 0 flagged, 0 by chance",
    ]
