"""The released script of MT-Video-Bench replayed: every round, run, ability and overall, bit for bit."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.mt_video_bench.importer import import_questions
from benchmarks.mt_video_bench.official import ability_mean, add, as_reply, read_json, replay, run_accuracy
from board.types import ChecklistQuestion, KeyEntry, Question
from tests.parity import official_means, official_rounds
from tests.plain import mean
from validator.answers.verdict import read_verdicts

CARD = Path(__file__).parents[2] / "benchmarks/mt_video_bench/card.md"
PARITY = ("clean", "dirty")


class Parity:
    """One folder of the released script's inputs and outputs."""

    def __init__(self, folder: Path) -> None:
        imported = import_questions(folder, partial=True)
        self.questions, self.key = imported.questions, {entry.id: entry for entry in imported.key}
        lines = (folder / "judge_replies.jsonl").read_text(encoding="utf-8").splitlines()
        self.replies = {f"{r['video']}/{r['event']}/{r['round']}": r["replies"] for r in map(json.loads, lines)}
        self.expected = json.loads((folder / "expected_official.json").read_text())["official"]
        self.rounds = {round.id: round.result for round in official_rounds(folder)}
        self.abilities = official_means(folder)


@pytest.fixture(params=PARITY)
def parity(request: pytest.FixtureRequest, shared: Path) -> Parity:
    return Parity(shared / "parity" / f"mt_video_bench_{request.param}")


def test_every_run_of_every_round_has_the_accuracy_of_the_released_script(parity: Parity) -> None:
    runs = {id: [run_accuracy(reply, parity.key[id]) for reply in replies] for id, replies in parity.replies.items()}
    assert runs == {id: [run["acc"] for run in result["ALL_RUNS"]] for id, result in parity.rounds.items()}
    assert len(runs) == len(parity.questions) > 260


def test_every_round_ability_and_the_overall_are_those_of_the_released_script(parity: Parity) -> None:
    found = replay(parity.questions, parity.key, set(parity.key), parity.replies)
    assert found.acc == {id: result["ACC"] for id, result in parity.rounds.items()}
    assert found.abilities == parity.abilities
    assert {**found.abilities, "overall": found.overall} == parity.expected
    assert found.dropped == ()


def test_without_its_roundings_it_would_be_another_number(parity: Parity) -> None:
    """The control: a mean of unrounded accuracies is not within the tolerance of any of these comparisons."""
    exact = [
        add([acc for reply in parity.replies[id] if (acc := run_accuracy(reply, parity.key[id])) is not None]) / 3
        for id in parity.rounds
    ]
    assert abs(add(exact) / len(exact) - parity.expected["overall"]) > 1e-5


def test_the_card_states_what_the_parity_data_show(shared: Path) -> None:
    clean = Parity(shared / "parity" / "mt_video_bench_clean")
    dialogues: dict[str, dict[str, list[Fraction]]] = {}
    for question in clean.questions:
        checklist = clean.key[question.id].answer
        assert isinstance(checklist, tuple)
        runs = [read_verdicts(reply, len(checklist)).verdicts or () for reply in clean.replies[question.id]]
        right = sum(said == asked.expected for run in runs for said, asked in zip(run, checklist, strict=True))
        of_ability = dialogues.setdefault(question.task, {})
        share = Fraction(right, len(checklist) * len(runs))
        of_ability.setdefault(question.id.rpartition("/")[0], []).append(share)
    strict = {ability: mean([mean(rounds) for rounds in found.values()]) for ability, found in dialogues.items()}
    overall = 100 * float(mean(list(strict.values())))
    apart = max(abs(100 * float(share) - 100 * clean.abilities[ability]) for ability, share in strict.items())
    told = f"{100 * clean.expected['overall']:.2f} against {overall:.2f} overall, up to {apart:.2f} in one ability"
    assert f"(clean, {len(clean.questions)} rounds): {told}" in CARD.read_text(encoding="utf-8")
    dirty = Parity(shared / "parity" / "mt_video_bench_dirty")
    unread = sum(
        any(
            read_verdicts(reply, question.checklist_length or 0).verdicts is None
            for reply in dirty.replies[question.id]
        )
        for question in dirty.questions
    )
    assert f"(dirty): {unread} of {len(dirty.questions)} rounds have a reply" in CARD.read_text(encoding="utf-8")


def test_the_six_cases_of_the_paper_score_as_printed(shared: Path) -> None:
    folder = shared / "realdata" / "mt_video_bench_cases"
    imported = import_questions(folder, partial=True)
    key = {entry.id: entry for entry in imported.key}
    replies = {round.id: [json.dumps(round.result["CHECKLISTS_EVAL"])] for round in official_rounds(folder)}
    assert len(replies) == len(imported.questions) == 6
    found = replay(imported.questions, key, set(key), replies).abilities
    printed = {"answer_refusal": 0.0, "object_reference": 0.67, "topic_shifting": 0.0}
    assert found == printed | {"proactive_interaction": 0.6, "summary": 0.67, "memory_recall": 0.33}
    cases = json.loads((folder / "paper_cases.json").read_text(encoding="utf-8"))
    assert found == {case["ability_file"]: case["official_acc"] for case in cases}


# ---- every quirk on a small example ----


def entry(*expected: str, id: str = "v/0/1") -> KeyEntry:
    return KeyEntry(id, tuple(ChecklistQuestion("?", word) for word in expected))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reply", "expected", "acc"),
    [
        ('{"A1": "Yes", "A2": "No"}', ("yes", "no"), 1.0),
        ('{"A1": "Yes"}', ("yes", "no", "no", "no"), 1.0),  # the judge's own number is the denominator
        ('{"A1": "Yes", "A2": "No", "A3": "No", "A4": "Yes"}', ("yes", "no", "no"), 0.75),
        ('{"A2": "No", "A1": "Yes"}', ("yes", "no"), 0.0),  # paired by position, the names are not looked at
        ('{"A1": "Yes.", "A2": " no"}', ("yes", "no"), 0.0),
        ('{"A1": true, "A2": false}', ("yes", "no"), 0.0),
        ('{"A1": "YES", "A2": "nO"}', ("yes", "no"), 1.0),
        ('{"A1": "Yes", "A1": "No"}', ("no", "no"), 1.0),  # the last of two equal names
        ('{"A1": "Yes", "A2": "Yes", "A3": "No"}', ("yes", "no", "yes"), 0.33),
        ('{"a": {"b": 1}, "A2": null}', ("yes", "no"), 0.0),
        ("{}", ("yes",), 0.0),
        ("[]", ("yes",), 0.0),
        ('["Yes"]', ("yes",), None),
        ("null", ("yes",), None),
        ("3", ("yes",), None),
        ('"Yes"', ("yes",), None),
        ("Yes", ("yes",), None),
        ("", ("yes",), None),
        ('Sure! {"A1": "Yes"}', ("yes",), None),
        ('Sure! ```json\n{"A1": "Yes"}\n``` Anything else? ```{"A1": "No"}```', ("yes",), 1.0),
        ('```\u3000{"A1": "Yes"}\u3000```', ("yes",), 1.0),
        ('```JSON\n{"A1": "Yes"}\n```', ("yes",), None),
        ('```json\n{"A1": "Yes"}', ("yes",), None),
        ('```json```{"A1": "Yes"}', ("yes",), None),
        ('{"A1": NaN, "A2": "no"}', ("yes", "no"), 0.5),
        ("[" * 100_000, ("yes",), None),
        ("9" * 5_000, ("yes",), None),
    ],
)
def test_a_reply_scores_as_in_the_released_script(reply: str, expected: tuple[str, ...], acc: float | None) -> None:
    assert run_accuracy(reply, entry(*expected)) == acc


def test_a_reply_of_a_hundred_thousand_blanks_is_read_at_once() -> None:
    assert read_json("```json" + " " * 100_000) is None
    assert read_json("```json" + " " * 100_000 + "{}```") == {}


def test_three_roundings_lead_from_runs_to_an_ability() -> None:
    questions = [Question(f"v/{event}/{n}", "summary", "text") for event, n in ((0, 1), (0, 2), (1, 1))]
    key = {question.id: entry("yes", "yes", "yes", id=question.id) for question in questions}
    one, two, all_right = (as_reply(["yes"] * n + ["no"] * (3 - n)) for n in (1, 2, 3))
    replies = {"v/0/1": [one, one, two], "v/0/2": [two, all_right, all_right], "v/1/1": [one]}
    found = replay(questions, key, set(key), replies)
    # .33 .33 .67 -> .44 (4/9 = .4444); .67 1 1 -> .89 (8/9 = .8889); their mean .665 -> .67 or .66 by the last bit.
    assert found.acc == {"v/0/1": 0.44, "v/0/2": 0.89, "v/1/1": 0.33}
    assert found.abilities == {"summary": (round((0.44 + 0.89) / 2, 2) + 0.33) / 2}


def test_what_is_missing_or_failed_leaves_the_denominator() -> None:
    questions = [Question(f"v/0/{n}", "summary", "text") for n in (1, 2, 3)]
    key = {question.id: entry("yes", id=question.id) for question in questions}
    yes, no = as_reply(["yes"]), as_reply(["no"])
    whole = replay(questions, key, set(key), {"v/0/1": [yes], "v/0/2": [no], "v/0/3": [no]})
    assert (whole.overall, whole.dropped) == (0.33, ())
    unanswered = replay(questions, key, {"v/0/1"}, {"v/0/1": [yes], "v/0/2": [no], "v/0/3": [no]})
    assert (unanswered.overall, unanswered.dropped) == (1.0, ("v/0/2", "v/0/3"))
    failed = replay(questions, key, set(key), {"v/0/1": [yes, "?"], "v/0/2": ["?"], "v/0/3": []})
    assert (failed.acc, failed.overall, failed.dropped) == ({"v/0/1": 1.0}, 1.0, ("v/0/2", "v/0/3"))


def test_an_ability_without_any_answer_is_left_out_and_one_without_any_verdict_is_zero() -> None:
    questions = [Question("v/0/1", "summary", "text"), Question("v/1/1", "memory_recall", "text")]
    key = {question.id: entry("yes", id=question.id) for question in questions}
    yes = {"v/0/1": [as_reply(["yes"])]}
    assert replay(questions, key, {"v/0/1"}, yes).abilities == {"summary": 1.0}
    both = replay(questions, key, set(key), yes)
    assert (both.abilities, both.overall) == ({"summary": 1.0, "memory_recall": 0.0}, 0.5)
    assert replay(questions, key, set(), yes).overall is None


def test_dialogues_are_added_in_the_order_of_the_result_file() -> None:
    # By video, then by the first number in the event's name: 2 before 10, and names without a number last.
    acc = {"v/10/1": 0.1, "v/2/1": 0.7, "v/x/1": 0.2, "a/0/1": 0.3}
    assert ability_mean(reversed(acc), acc) == (0.3 + 0.7 + 0.1 + 0.2) / 4
    assert ability_mean(acc, {}) == 0.0


def test_verdicts_come_back_from_the_reply_that_says_them() -> None:
    assert read_verdicts(as_reply(["yes", "no", "no"]), 3).verdicts == ("yes", "no", "no")
    assert run_accuracy(as_reply(["yes", "no", "no"]), entry("yes", "no", "no")) == 1.0
