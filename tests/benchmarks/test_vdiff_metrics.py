"""The metrics of VDiff-Bench: the worked cases of the rulebook, four buckets that add to 1, and exact fractions."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.answerers import constant_letter
from benchmarks.vdiff_bench import BENCHMARK, LOW_LEVEL, TASKS, category_of, group_of
from benchmarks.vdiff_bench.baselines import always_no_difference, floors
from benchmarks.vdiff_bench.no_difference import no_difference_label
from board.grading import grade_choice
from board.summary import Graded, summarize
from board.types import KeyEntry, Question, Reading

SAME = "There is no difference between the two images."
CHANGES = {f"{kind}_change{of}" for kind in ("missed", "competing") for of in ("", "_of_wrong")}
BUCKETS = ("accuracy", "missed_change", "competing_change", "unparsed")
# Gold stands at B and no difference at D, so the outcomes of the paper are these answers.
ANSWERS = {"correct": "B", "missed": "D", "competing": "A", "competing too": "C", "unparsed": None, "unanswered": None}


def graded(outcomes: Sequence[tuple[str, str]], options: dict[str, str] | None = None) -> list[Graded]:
    """Graded answers of (task, outcome)."""
    options = options or {"A": "It is red.", "B": "It moved.", "C": "It is gone.", "D": SAME}
    rows = []
    for number, (task, outcome) in enumerate(outcomes):
        question = Question(str(number), task, "choice", options=options, cluster=str(number))
        status = {"unparsed": "ambiguous", "unanswered": "null"}.get(outcome, "ok")
        rows.append(Graded(question, grade_choice(Reading(ANSWERS[outcome], status, ""), "B", id=str(number))))
    return rows


def estimates(rows: Sequence[Graded]) -> dict[str, float | None]:
    found = summarize(rows, BENCHMARK, "rules")
    return {f"{row.metric}/{row.facet}={row.value_of_facet}": row.estimate for row in found}


def plain(outcomes: Sequence[tuple[str, str]]) -> dict[str, Fraction]:
    """The same numbers by counting, with exact fractions; nothing here is shared with the house."""
    groups: dict[str, list[tuple[str, str]]] = {"all=all": list(outcomes)}
    for task, outcome in outcomes:
        low = task in ("overall_color", "noise_resolution", "texture", "illumination")
        for facet in (f"category={task}", f"task={task}", "group=low_level" if low else "group=semantic"):
            groups.setdefault(facet, []).append((task, outcome))
    found: dict[str, Fraction] = {}
    for facet, rows in groups.items():
        seen = [outcome.split()[0] for _, outcome in rows]
        wrong = seen.count("missed") + seen.count("competing")
        unread = seen.count("unparsed") + seen.count("unanswered")
        counts = {"accuracy": "correct", "missed_change": "missed", "competing_change": "competing"}
        for metric, outcome in counts.items():
            found[f"{metric}/{facet}"] = Fraction(seen.count(outcome), len(seen))
            if outcome != "correct" and wrong:
                found[f"{metric}_of_wrong/{facet}"] = Fraction(seen.count(outcome), wrong)
        found[f"unparsed/{facet}"] = Fraction(unread, len(seen))
        if facet.startswith(("all=", "group=")):
            tasks = sorted({task for task, _ in rows})
            means = [Fraction(rows.count((task, "correct")), sum(t == task for t, _ in rows)) for task in tasks]
            found[f"accuracy_macro/{facet}"] = sum(means, Fraction(0)) / len(means)
    return found


def test_the_ten_worked_outcomes_fall_into_four_buckets_over_all_questions(cases: dict[str, Any]) -> None:
    case = cases["AG-012"]
    found = estimates(graded([("motion", outcome) for outcome in case["input"]["vdiff_outcomes"]]))
    expected = dict(case["expected"])
    assert expected.pop("sums_to") == 1.0
    assert {metric: found[f"{metric}/all=all"] for metric in expected} == expected
    # The other reading: over the five parsed wrong answers, not over ten questions.
    assert found["missed_change_of_wrong/all=all"] == 3 / 5
    assert found["competing_change_of_wrong/all=all"] == 2 / 5


def test_accuracy_is_pooled_over_questions_and_the_mean_of_categories_stands_beside_it(cases: dict[str, Any]) -> None:
    given_, expected = cases["AG-014"]["input"], cases["AG-014"]["expected"]
    outcomes = [
        (task, "correct" if number < round(n * given_["cat_acc"][task]) else "missed")
        for task, n in given_["cat_n"].items()
        for number in range(n)
    ]
    found = estimates(graded(outcomes))
    assert found["accuracy/all=all"] == pytest.approx(expected["pooled"], abs=1e-6)
    assert found["accuracy_macro/all=all"] == expected["macro"]
    assert (BENCHMARK.headline, expected["headline"]) == ("accuracy", "pooled")


OUTCOMES = st.lists(
    st.tuples(st.sampled_from([task.name for task in TASKS]), st.sampled_from(sorted(ANSWERS))), min_size=1, max_size=60
)


@given(OUTCOMES)
def test_every_metric_equals_a_second_count_with_fractions(outcomes: list[tuple[str, str]]) -> None:
    found = estimates(graded(outcomes))
    expected = plain(outcomes)
    assert {name for name, value in found.items() if value is not None} == set(expected)
    assert {name: found[name] for name in expected} == pytest.approx({k: float(v) for k, v in expected.items()})


@given(OUTCOMES)
def test_the_four_buckets_add_to_one_in_every_group(outcomes: list[tuple[str, str]]) -> None:
    found = estimates(graded(outcomes))
    for facet in {name.split("/")[1] for name in found}:
        assert sum(found[f"{metric}/{facet}"] or 0 for metric in BUCKETS) == pytest.approx(1, abs=1e-12)


def test_the_rates_over_wrong_answers_do_not_add_to_one_with_the_others() -> None:
    found = estimates(graded([("motion", "correct"), ("motion", "missed"), ("motion", "unparsed")]))
    three = ("accuracy", "missed_change_of_wrong", "competing_change_of_wrong", "unparsed")
    assert sum(found[f"{metric}/all=all"] or 0 for metric in three) != pytest.approx(1)


def test_without_a_wrong_answer_the_rates_over_them_do_not_exist() -> None:
    found = estimates(graded([("motion", "correct"), ("texture", "unanswered")]))
    assert found["missed_change_of_wrong/all=all"] is None
    assert found["missed_change/all=all"] == 0.0


def test_four_categories_are_low_level_and_six_are_semantic() -> None:
    found = estimates(graded([(task.name, "correct" if task.name in LOW_LEVEL else "missed") for task in TASKS]))
    assert found["accuracy/group=low_level"] == 1.0
    assert found["missed_change/group=semantic"] == 1.0
    assert found["accuracy/all=all"] == 0.4
    assert (len(LOW_LEVEL), len(TASKS)) == (4, 10)


def test_a_group_or_category_without_questions_is_left_out_and_never_zero() -> None:
    found = estimates(graded([("texture", "missed")]))
    assert "accuracy/group=semantic" not in found
    assert not any("motion" in name for name in found)


def test_the_option_is_found_by_its_text_in_a_folder_made_by_hand() -> None:
    by_hand = {"A": "No change", "B": "It moved.", "C": "It is gone.", "D": "It is red."}
    found = estimates(graded([("motion", "competing"), ("motion", "missed")], by_hand))
    assert found["missed_change/all=all"] == found["competing_change/all=all"] == 0.5  # A misses it, D competes


def test_where_no_question_tells_the_option_the_rates_are_null_with_n_0_and_not_a_false_0() -> None:
    nobody = {"A": "It is blue.", "B": "It moved.", "C": "It is gone.", "D": "It is red."}
    several = {**nobody, "A": "No change.", "D": "No difference."}
    outcomes = [("motion", "competing"), ("motion", "missed")]
    for options in (nobody, several):
        rates = [row for row in summarize(graded(outcomes, options), BENCHMARK, "rules") if "change" in row.metric]
        assert {row.metric for row in rates if row.facet == "all"} == CHANGES
        assert {(row.estimate, row.n) for row in rates} == {(None, 0)}
    told = [row for row in summarize(graded(outcomes), BENCHMARK, "rules") if "change" in row.metric]
    assert {(row.estimate, row.n) for row in told} == {(0.5, 2)}
    mixed = summarize([*graded(outcomes, nobody), *graded(outcomes)], BENCHMARK, "rules")
    assert {(row.estimate, row.n) for row in mixed if "change" in row.metric} == {(0.5, 2)}
    assert next(row.n for row in mixed if row.metric == "accuracy") == 4


def test_without_an_option_that_is_told_the_audit_names_no_floor_of_missed_changes() -> None:
    nobody = {"A": "It is blue.", "B": "It moved.", "C": "It is gone.", "D": "It is red."}
    for options, named in ((nobody, set()), ({**nobody, "D": SAME}, CHANGES)):
        questions = [row.question for row in graded([("motion", "competing"), ("motion", "missed")], options)]
        found = {floor.metric for floor in floors(questions, {one.id: KeyEntry(one.id, "B") for one in questions})}
        assert found & CHANGES == named


def test_the_recorded_option_is_read_before_any_text_and_only_if_it_is_one() -> None:
    options = {"A": "It moved.", "B": "No change.", "C": "They match, I think.", "D": "It is red."}
    question = Question("0", "motion", "choice", options=options)
    recorded: tuple[object, ...] = ("C", "E", 2)
    labels = [no_difference_label(question._replace(source={"no_difference": one})) for one in recorded]
    assert labels == ["C", "B", "B"]
    assert no_difference_label(question) == "B"
    assert no_difference_label(question._replace(options={**options, "B": "It fell."})) is None


@pytest.mark.parametrize(
    ("task", "facets", "category", "group"),
    [
        ("overall_color", {}, "overall_color", "low_level"),
        ("overall image color", {}, "overall_color", "low_level"),
        ("OCR/text", {}, "ocr_text", "semantic"),
        ("mcq", {"category": "position", "group": "semantic"}, "position", "semantic"),
        ("mcq", {"category": "Whole-image colour", "source": "s"}, "overall_color", "low_level"),
        ("motion", {"category": "texture", "group": "semantic"}, "texture", "low_level"),
        ("mcq", {"category": "shape", "group": "low-level"}, "shape", "low_level"),
        ("mcq", {"group": "Low level"}, "mcq", "low_level"),
        ("mcq", {"group": "Semantic"}, "mcq", "semantic"),
        ("mcq", {}, "mcq", ""),
    ],
)
def test_category_and_group_of_a_question_made_by_hand_are_read_from_its_facets_and_its_task(
    task: str, facets: dict[str, str], category: str, group: str
) -> None:
    question = Question("0", task, "choice", facets=facets)
    assert (category_of(question), group_of(question)) == (category, group)


def test_official_spellings_as_tasks_give_the_same_categories_and_groups_as_our_own_names() -> None:
    official = {"position": "Position", "overall_color": "overall image color", "ocr_text": "OCR/text"}
    outcomes = [("position", "correct"), ("overall_color", "missed"), ("ocr_text", "missed"), ("ocr_text", "correct")]
    ours = estimates(graded(outcomes))
    theirs = estimates(graded([(official[task], outcome) for task, outcome in outcomes]))
    cuts = [name for name in ours if not name.split("/")[1].startswith("task=")]
    assert {name: theirs[name] for name in cuts} == {name: ours[name] for name in cuts}
    assert ours["accuracy_macro/all=all"] == pytest.approx(0.5)
    assert ours["accuracy_macro/group=semantic"] == pytest.approx(0.75)
    unknown = estimates(graded([("mcq", "correct")]))
    assert not any("group=" in name for name in unknown)
    assert unknown["accuracy/category=mcq"] == 1.0


def test_only_the_accuracies_are_better_when_higher() -> None:
    higher = [metric.name for metric in BENCHMARK.metrics if metric.higher_is_better]
    assert higher == ["accuracy", "accuracy_macro"]
    assert [metric.name for metric in BENCHMARK.metrics][:6] == [
        *("accuracy", "missed_change", "missed_change_of_wrong"),
        *("competing_change", "competing_change_of_wrong", "unparsed"),
    ]


def test_the_macro_mean_is_given_on_the_whole_and_on_groups_alone() -> None:
    facets = {name.split("/")[1] for name in estimates(graded([("motion", "correct")])) if "macro" in name}
    assert facets == {"all=all", "group=semantic"}


def test_one_who_always_sees_no_difference_earns_nothing_and_misses_all() -> None:
    rows = graded([(task.name, "correct") for task in TASKS])
    questions = [row.question for row in rows]
    key = {question.id: KeyEntry(question.id, "B") for question in questions}
    assert {row["prediction"] for row in always_no_difference(questions)} == {"D"}
    found = {(floor.name, floor.metric): floor.estimate for floor in floors(questions, key)}
    assert found["always no-difference", "accuracy"] == 0.0
    assert (
        found["always no-difference", "missed_change"] == found["always no-difference", "missed_change_of_wrong"] == 1
    )
    assert (found["random", "missed_change"], found["random", "competing_change"]) == (0.25, 0.5)
    assert list(floors([], {})) == []
    unknown = [question._replace(options={"A": "a", "B": "b", "C": "c", "D": "d"}) for question in questions]
    assert {row["prediction"] for row in always_no_difference(unknown)} == {None}
    assert {row["prediction"] for row in constant_letter(unknown, "C")} == {"C"}
