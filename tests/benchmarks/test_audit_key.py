"""``audit-key`` on the real gold, and every detector on a small leak beside a control without one."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import load_benchmark
from benchmarks.audit_key import Audit, audit_key
from benchmarks.floors import best_constant_count
from benchmarks.importing import Imported
from benchmarks.leaks import binomial_tail
from benchmarks.vsi_super_wild import BENCHMARK
from benchmarks.vsi_super_wild.importer import import_questions
from board.errors import BenchmarkError
from board.grading import mra
from board.types import ChecklistQuestion, KeyEntry, Question

OFFICIAL = Path(__file__).parents[2].parent / "shared/realdata/vsi_super_wild/vsi_super_wild_qa.jsonl"
real_gold = pytest.mark.skipif(not OFFICIAL.exists(), reason="NOT CHECKED: ../shared/realdata/vsi_super_wild is absent")
FRAMES = "sorting source.frame_indices gives the gold option"


def audit(questions: list[Question], key: list[KeyEntry]) -> Audit:
    return audit_key(BENCHMARK, questions, {entry.id: entry for entry in key})


def leaks(questions: list[Question], key: list[KeyEntry]) -> list[tuple[str, int, int]]:
    return [(leak.name, leak.hits, leak.n) for leak in audit(questions, key).leaks]


@pytest.fixture(scope="module")
def imported() -> Imported:
    return import_questions(OFFICIAL)


@pytest.fixture(scope="module")
def real_audit(imported: Imported) -> Audit:
    return audit(imported.questions, imported.key)


@real_gold
def test_the_best_constant_count_of_the_real_gold_is_3(imported: Imported, real_audit: Audit) -> None:
    counts = [entry.answer for entry in imported.key if isinstance(entry.answer, int)]
    best = best_constant_count(counts)
    assert best.constant == 3
    assert round(best.mra * 100, 2) == 33.94
    assert round(best.mra_unclipped * 100, 2) == 19.92
    floors = {(floor.name, floor.metric): floor.estimate for floor in real_audit.floors}
    assert floors["count always 3", "mra"] == best.mra
    assert floors["count always 3", "mra_unclipped"] == best.mra_unclipped
    # Every constant up to the largest count, one by one: the short search misses nothing.
    slowly = {constant: sum(mra(constant, count)[0] for count in counts) for constant in range(max(counts) + 1)}
    assert max(slowly, key=lambda constant: slowly[constant]) == 3


@real_gold
def test_the_floors_of_the_headline_join_letters_and_the_best_count(real_audit: Audit) -> None:
    scores = {floor.name: floor.estimate for floor in real_audit.floors if floor.metric == "score"}
    assert scores["random, count always 3"] == pytest.approx((5867 * 0.25 + 1113 * 0.3393999) / 6980, abs=1e-6)
    assert round(scores["random, count always 3"] * 100, 1) == 26.4
    assert scores["always D, count always 3"] == pytest.approx((329 + 340 + 883 + 1113 * 0.3393999) / 6980, abs=1e-6)
    assert scores["all blank"] == 0.0


@real_gold
def test_the_balance_of_the_real_gold_is_counted_by_task(real_audit: Audit) -> None:
    assert real_audit.balance["VMR"] == {"A": 275, "B": 292, "C": 319, "D": 329}
    assert real_audit.balance["VPO"] == {"A": 318, "B": 310, "C": 334, "D": 340}
    assert real_audit.balance["VOO"] == {"A": 842, "B": 827, "C": 798, "D": 883}
    counts = real_audit.balance["VOC"]
    assert (counts["min"], counts["median"], counts["max"], counts["n_most_common"]) == (1, 7, 609, 156)


@real_gold
def test_sorting_the_frames_gives_the_real_gold_in_1302_of_1302(real_audit: Audit) -> None:
    assert real_audit.leaked
    assert real_audit.as_json()["leaks"] == [{"name": FRAMES, "hits": 1302, "n": 1302}]
    assert "1,302 of 1,302" in real_audit.as_text()


@real_gold
def test_the_real_gold_with_frames_in_another_order_does_not_leak(imported: Imported) -> None:
    rng = random.Random(1)
    shuffled = [
        question._replace(source={"frame_indices": rng.sample(frames, len(frames))})
        if isinstance(frames := question.source["frame_indices"], list)
        else question
        for question in imported.questions
    ]
    found = audit(shuffled, imported.key)
    assert not found.leaked
    checked = {check.name: check for check in found.checks}
    assert checked[FRAMES].n == 1302
    assert 25 < checked[FRAMES].hits < 90  # one order in 24 is right by chance: 54


def choices(n: int, options: dict[str, str] | None = None) -> Iterator[tuple[Question, KeyEntry]]:
    """Questions whose gold is drawn evenly, without any leak."""
    rng = random.Random(2)
    options = options or {"A": "cone", "B": "lamp", "C": "sign", "D": "tree"}
    for number in range(n):
        yield Question(f"q{number}", "VMR", "choice", "Which?", options), KeyEntry(f"q{number}", rng.choice("ABCD"))


def test_even_questions_without_a_leak_are_not_accused() -> None:
    questions, key = zip(*choices(400), strict=True)
    assert leaks(list(questions), list(key)) == []


def test_a_source_field_that_names_the_gold_is_a_leak() -> None:
    pairs = list(choices(60))
    told = [question._replace(source={"hint": entry.answer}) for question, entry in pairs]
    assert leaks(told, [entry for _, entry in pairs]) == [("source.hint names the gold option", 60, 60)]
    rng = random.Random(3)
    untold = [question._replace(source={"hint": rng.choice("ABCD")}) for question, _ in pairs]
    assert leaks(untold, [entry for _, entry in pairs]) == []


def test_a_source_field_that_is_the_count_is_a_leak() -> None:
    key = [KeyEntry(f"c{number}", number % 20) for number in range(100)]
    told = [Question(entry.id, "VOC", "count", "How many?", source={"seen": entry.answer}) for entry in key]
    assert leaks(told, key) == [("source.seen is the gold count", 100, 100)]
    untold = [question._replace(source={"seen": 7}) for question in told]
    assert leaks(untold, key) == []


def test_a_question_that_holds_the_gold_text_is_a_leak() -> None:
    pairs = list(choices(60))
    key = [entry for _, entry in pairs]
    told = [q._replace(question=f"Is it a {(q.options or {})[str(e.answer)].upper()}?") for q, e in pairs]
    assert leaks(told, key) == [("the question holds the gold text", 60, 60)]
    always_the_same = [question._replace(question="Is it a cone?") for question, _ in pairs]
    assert leaks(always_the_same, key) == []


def test_a_part_of_the_id_that_tells_the_label_is_a_leak() -> None:
    pairs = list(choices(100))
    told = [q._replace(id=f"v|{n}|{'ABCD'.index(str(e.answer))}") for n, (q, e) in enumerate(pairs)]
    key = [KeyEntry(q.id, e.answer) for q, (_, e) in zip(told, pairs, strict=True)]
    names = [name for name, _, _ in leaks(told, key)]
    assert "part 3 of the id tells the label" in names
    rng = random.Random(4)
    untold = [q._replace(id=f"v|{n}|{rng.randrange(4)}") for n, (q, _) in enumerate(pairs)]
    assert leaks(untold, [KeyEntry(q.id, e.answer) for q, (_, e) in zip(untold, pairs, strict=True)]) == []


def test_labels_in_a_fixed_turn_are_a_leak_of_the_row_number() -> None:
    questions = [question for question, _ in choices(100)]
    in_turn = [KeyEntry(question.id, "ABCD"[number % 4]) for number, question in enumerate(questions)]
    assert leaks(questions, in_turn) == [("the row number modulo 4 tells the label", 100, 100)]


def test_the_longest_option_being_always_right_is_a_leak() -> None:
    def texts(gold: object) -> dict[str, str]:
        return {label: "a long answer" if label == gold else "short" + label for label in "ABCD"}

    pairs = list(choices(60))
    key = [entry for _, entry in pairs]
    told = [question._replace(options=texts(entry.answer)) for question, entry in pairs]
    assert leaks(told, key) == [("the longest option is the gold", 60, 60)]
    untold = [question._replace(options=texts("A")) for question, _ in pairs]
    assert leaks(untold, key) == []


def test_wrong_options_made_from_the_right_one_are_a_leak() -> None:
    def texts(gold: object, made_from: object) -> dict[str, str]:
        """The gold at its label; two options differ in one half of the text that ``made_from`` has, one in all."""
        halves = {"made from": ("red cone", "far left"), "one": ("red cone", "right"), "two": ("blue lamp", "far left")}
        others = iter(label for label in "ABCD" if label != made_from)
        places = {made_from: "made from", next(others): "one", next(others): "two"}
        return {
            label: "The {} is at the {}.".format(*halves[places[label]]) if label in places else "Nothing differs."
            for label in "ABCD"
        }

    pairs = list(choices(80))
    key = [entry for _, entry in pairs]
    told = [question._replace(options=texts(entry.answer, entry.answer)) for question, entry in pairs]
    assert ("the option most like the others is the gold", 80, 80) in leaks(told, key)
    untold = [
        question._replace(options=texts(entry.answer, "ABCD"[n % 4])) for n, (question, entry) in enumerate(pairs)
    ]
    assert leaks(untold, key) == []


def test_sorting_finds_other_field_names_and_downward_orders_too() -> None:
    options = {"A": "Step 1 -> Step 2 -> Step 3", "B": "Step 2 -> Step 1 -> Step 3", "C": "Step 3 -> Step 1 -> Step 2"}
    order = {"A": [9, 5, 1], "B": [5, 9, 1], "C": [5, 1, 9]}
    questions = [
        Question(f"q{number}", "VPO", "choice", "Order?", options, source={"when": order["ABC"[number % 3]]})
        for number in range(30)
    ]
    key = [KeyEntry(f"q{number}", "ABC"[number % 3]) for number in range(30)]
    assert ("sorting source.when downwards gives the gold option", 30, 30) in leaks(questions, key)


def test_best_constant_count_by_hand() -> None:
    # 4 against 1, 4, 4, 8: max(0, 1 - 3/1), 1, 1, 1 - 4/8 = 2.5 of 4; unclipped 1 - 3 + 2 + 0.5 = 0.5 of 4.
    assert best_constant_count([1, 4, 4, 8]) == (4, 0.625, 0.125)


def test_the_binomial_tail_by_hand() -> None:
    assert binomial_tail(2, 3, 0.5) == pytest.approx(0.5)
    assert binomial_tail(12, 12, 0.25) == pytest.approx(0.25**12)
    assert binomial_tail(1302, 1302, 0.25) == 0.0


def test_a_key_of_other_questions_is_refused() -> None:
    questions, key = zip(*choices(3), strict=True)
    with pytest.raises(
        BenchmarkError,
        match="does not answer 1 question; the first is 'q2': found no entry, expected one of the labels A",
    ):
        audit(list(questions), list(key[:2]))
    with pytest.raises(BenchmarkError, match="the first is 'q2'"):
        audit(list(questions), [*key[:2], KeyEntry("q2", "E")])
    assert audit(list(questions), list(key)).balance["VMR"]


def test_the_report_is_json_of_the_agreed_shape() -> None:
    questions, key = zip(*choices(8), strict=True)
    report = json.loads(json.dumps(audit(list(questions), list(key)).as_json()))
    assert {"floors", "leaks", "balance"} <= set(report)
    assert set(report["floors"][0]) == {"name", "metric", "estimate"}


def test_a_judge_that_always_says_the_same_is_a_floor_and_blank_and_filler_are_0() -> None:
    benchmark = load_benchmark("mt_video_bench")
    expected = {"v/0/2": ("no", "yes", "yes"), "v/0/4": ("no",), "w/0/3": ("yes",)}
    questions = [Question(id, "summary", "text", cluster=id[0]) for id in expected]
    key = {id: KeyEntry(id, tuple(ChecklistQuestion("?", word) for word in words)) for id, words in expected.items()}  # type: ignore[arg-type]
    floors = {(floor.name, floor.metric): floor.estimate for floor in audit_key(benchmark, questions, key).floors}
    assert floors["judge says No", "checklist_accuracy"] == pytest.approx(((1 / 3 + 1) / 2 + 0) / 2)
    assert floors["judge says No", "checklist_accuracy_pooled"] == 2 / 5
    assert floors["judge says Yes", "checklist_accuracy_pooled"] == 3 / 5
    assert (floors["judge says No", "no_expected"], floors["judge says Yes", "no_expected"]) == (1.0, 0.0)
    assert floors["all blank", "checklist_accuracy"] == floors["all filler", "checklist_accuracy"] == 0.0
