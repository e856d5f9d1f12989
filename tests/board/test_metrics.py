"""The metrics against plain fractions, and what enters them."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board.checklists import MISSING, NO, YES, credit_checklists, lay_out
from board.metrics import judge_rates
from board.metrics.choice_rates import among_wrong, chose, chose_other, unread
from board.metrics.mean import mean_credit
from board.metrics.nested import nest, nested_mean
from board.summary import Graded, summarize
from board.types import (
    Benchmark,
    Bucket,
    ChecklistCredit,
    ChecklistQuestion,
    Facet,
    Metric,
    Question,
    Score,
    Task,
    Unscored,
    task_of,
)
from tests.plain import mean

PLACES = st.tuples(st.sampled_from("abc"), st.integers(0, 3))
SHARES = st.tuples(PLACES, st.integers(0, 12), st.integers(1, 12)).map(
    lambda drawn: (drawn[0], Fraction(min(drawn[1:]), max(drawn[1:])))
)


@given(st.lists(SHARES, min_size=1, max_size=40))
def test_a_nested_mean_is_the_mean_of_means_of_means_in_any_order(rows: list[tuple[tuple[str, int], Fraction]]) -> None:
    groups: dict[str, dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for (outer, inner), share in rows:
        groups[outer][inner].append(share)
    expected = mean([mean([mean(shares) for shares in inner.values()]) for inner in groups.values()])
    found = nested_mean([float(share) for _, share in rows], nest([place for place, _ in rows]))
    assert found == pytest.approx(float(expected), abs=1e-14)
    assert nested_mean([1.0] * len(rows), nest([place for place, _ in rows])) == 1.0


def test_a_plain_mean_would_be_another_number_than_the_nested_one() -> None:
    values, nesting = [1.0, 0.0, 0.0], nest([("a",), ("b",), ("b",)])
    assert nested_mean(values, nesting) == 0.5 != mean_credit(values).estimate


@st.composite
def judged(draw: st.DrawFn) -> tuple[list[list[str]], list[list[list[str]]]]:
    """Expected verdicts of some answers, and what a judge said in some repeats ("" where it said nothing)."""
    lengths = draw(st.lists(st.integers(1, 5), min_size=1, max_size=6))
    word, told = st.sampled_from(["yes", "no"]), st.sampled_from(["yes", "yes", "no", "no", ""])
    expected = [draw(st.lists(word, min_size=n, max_size=n)) for n in lengths]
    repeats = draw(st.integers(1, 3))
    said = [[draw(st.lists(told, min_size=n, max_size=n)) for n in lengths] for _ in range(repeats)]
    return expected, said


@given(judged())
def test_checklist_credits_are_exact_shares_and_unknown_where_a_repeat_is_missing(
    case: tuple[list[list[str]], list[list[list[str]]]],
) -> None:
    expected, said = case
    laid = lay_out([[ChecklistQuestion("?", word) for word in words] for words in expected])  # type: ignore[arg-type]
    codes = {"yes": YES, "no": NO, "": MISSING}
    matrix = np.array([[codes[word] for words in repeat for word in words] for repeat in said], dtype=np.int8)
    credits = credit_checklists(matrix, laid)
    for answer, words in enumerate(expected):
        told = [repeat[answer] for repeat in said]
        found = credits.answers[answer]
        if any("" in words for words in told):
            assert np.isnan(found)
        else:
            right = sum(word == wanted for repeat in told for word, wanted in zip(repeat, words, strict=True))
            assert found == float(Fraction(right, len(words) * len(said)))
        for place, share in enumerate(credits.questions[laid.questions_of(answer)].tolist()):
            assert (share != share) == any(repeat[place] == "" for repeat in told)


def test_an_empty_checklist_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        lay_out([[ChecklistQuestion("?", "yes")], []])


ANSWERS: list[tuple[str | None, Bucket]] = [
    ("A", "correct"),
    ("B", "wrong"),
    ("D", "wrong"),
    (None, "unanswered"),
    (None, "unparsed"),
]


@given(st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=30))
def test_the_four_buckets_of_a_choice_add_to_one(answers: list[tuple[str | None, Bucket]]) -> None:
    question = Question("q", "motion", "choice")
    missed = chose(lambda _: "D")
    for label, bucket in answers:
        score = Score("q", label, float(bucket == "correct"), bucket)
        kinds = (chose(lambda _: "D"), chose_other(lambda _: "D"), unread)
        (credit,) = (score.credit,)
        values = [value for kind in kinds for value in kind(question, score)]
        assert credit is not None
        assert credit + sum(value for value in values if isinstance(value, float)) == 1.0
        assert bool(among_wrong(missed)(question, score)) == (bucket == "wrong")


@given(st.sampled_from(ANSWERS))
def test_a_question_that_does_not_tell_the_option_counts_for_neither_rate(answer: tuple[str | None, Bucket]) -> None:
    score = Score("q", answer[0], float(answer[1] == "correct"), answer[1])
    for kind in (chose, chose_other):
        assert kind(lambda _: None)(Question("q", "t", "choice"), score) == ()
        assert among_wrong(kind(lambda _: None))(Question("q", "t", "choice"), score) == ()
        assert len(kind(lambda _: "D")(Question("q", "t", "choice"), score)) == 1


def test_a_rate_of_a_chosen_option_is_over_the_questions_that_tell_it_and_null_where_none_does() -> None:
    missed = Metric("missed", "m", ("choice",), values=chose(lambda question: question.facets.get("named")))
    named, unnamed = graded("one", 0.0, 2, named="A"), graded("one", 0.0, 3)
    found = {}
    for name, rows in {"both": [*named, *unnamed], "none": unnamed}.items():
        estimates = summarize(rows, benchmark(Metric("accuracy", "a", ("choice",)), missed), "strict")
        found[name] = next((row.estimate, row.n) for row in estimates if row.metric == "missed")
    assert found == {"both": (1.0, 2), "none": (None, 0)}


def graded(task: str, credit: float | None, n: int = 1, **facets: str) -> list[Graded]:
    bucket: Bucket = "correct" if credit == 1.0 else "wrong"
    return [Graded(Question("q", task, "choice", facets=facets), Score("q", "A", credit, bucket))] * n


def benchmark(*metrics: Metric) -> Benchmark:
    tasks = (Task("one", "one", "choice"), Task("two", "two", "choice"))
    facets = (Facet("kind", "kind", of=task_of), Facet("place", "place"))
    return Benchmark("b", "B", "public", tasks, metrics, facets, metrics[0].name, (), "")


def test_a_macro_mean_gives_each_task_the_same_weight_and_is_shown_only_where_asked() -> None:
    accuracy = Metric("accuracy", "accuracy", ("choice",))
    macro = Metric("accuracy_macro", "macro", ("choice",), levels=(task_of,), facets=("all",))
    rows = [*graded("one", 1.0, 9, place="x"), *graded("one", 0.0), *graded("two", 0.0)]
    found = {
        (row.metric, row.facet, row.value_of_facet): row.estimate
        for row in summarize(rows, benchmark(accuracy, macro), "strict")
    }
    assert found["accuracy", "all", "all"] == pytest.approx(9 / 11)
    assert found["accuracy_macro", "all", "all"] == pytest.approx(0.45)
    assert [facet for metric, facet, _ in found if metric == "accuracy_macro"] == ["all"]
    assert found["accuracy", "kind", "one"] == found["accuracy", "task", "one"] == 0.9
    assert found["accuracy", "place", "x"] == 1.0


def test_a_rate_over_wrong_answers_is_null_with_n_0_where_none_is_wrong() -> None:
    of_wrong = Metric("of_wrong", "of wrong", ("choice",), values=among_wrong(chose(lambda _: "A")))
    rows = summarize(graded("one", 1.0, 3), benchmark(Metric("accuracy", "a", ("choice",)), of_wrong), "strict")
    row = next(row for row in rows if row.metric == "of_wrong")
    assert (row.estimate, row.n, row.lower_bound, row.n_unscored) == (None, 0, None, 0)


def test_bounds_nest_like_the_mean_itself() -> None:
    metric = Metric("m", "m", ("choice",), levels=(task_of,))
    (row, *_) = summarize([*graded("one", 1.0), *graded("two", 0.0), *graded("two", None)], benchmark(metric), "strict")
    assert (row.estimate, row.lower_bound, row.upper_bound, row.n_unscored) == (None, 0.5, 0.75, 1)


def test_known_verdicts_narrow_the_bounds_of_an_answer() -> None:
    items = (
        ChecklistCredit("yes", 1.0),
        ChecklistCredit("no", 0.0),
        ChecklistCredit("no", None),
        ChecklistCredit("no", None),
    )
    score = Score("q", "text", None, "unparsed", checklist=items)
    question = Question("q", "t", "text")
    assert judge_rates.answer_credit(question, score) == (Unscored(0.25, 0.75),)
    assert judge_rates.pooled(question, score) == (1.0, 0.0, Unscored(), Unscored())
    assert judge_rates.yes_expected(question, score) == (1.0,)
    assert judge_rates.no_expected(question, score) == (0.0, Unscored(), Unscored())
