"""Agreement and kappa against plain fractions, and labels by people read as a verdict file."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.files import read_questions
from board.checklists import MISSING, NO, YES
from board.errors import BenchmarkError
from board.statistics import clustered_mean
from scorer.judge.audit.agreement import Confusion, agreement_report, kappa
from scorer.judge.audit.pairing import Paired, majority, pair, pooled
from scorer.judged import judged_answers
from scorer.key import load_key
from scorer.verdicts import read_verdict_file
from tests.scorer.judged_folder import ANSWERS, ASKED, BENCHMARK, SAID, dialogues, verdict_rows, write
from validator.issues import Issues

CODE = st.sampled_from([YES, NO, YES, NO, MISSING])
SLOTS = st.lists(st.tuples(st.sampled_from(["summary", "recall"]), st.sampled_from("abcdef"), CODE, CODE), min_size=1)


def paired(slots: list[tuple[str, str, int, int]]) -> Paired:
    abilities, clusters, first, second = zip(*slots, strict=True)
    return Paired(abilities, clusters, np.array(first, dtype=np.int8), np.array(second, dtype=np.int8))


def plain_kappa(pairs: list[tuple[int, int]]) -> Fraction | None:
    """Kappa from shares, as textbooks print it: (observed - expected) / (1 - expected)."""
    n = len(pairs)
    if not n:
        return None
    observed = Fraction(sum(a == b for a, b in pairs), n)
    yes_first, yes_second = (Fraction(sum(one[side] == YES for one in pairs), n) for side in (0, 1))
    expected = yes_first * yes_second + (1 - yes_first) * (1 - yes_second)
    return None if expected == 1 else (observed - expected) / (1 - expected)


@given(SLOTS)
@settings(deadline=None)
def test_agreement_and_kappa_are_those_of_plain_fractions(slots: list[tuple[str, str, int, int]]) -> None:
    found = agreement_report(paired(slots), "a", "b")
    for row in (found.overall, *found.abilities):
        mine = [slot for slot in slots if row.ability in ("all", slot[0])]
        pairs = [(a, b) for _, _, a, b in mine if MISSING not in (a, b)]
        wanted = plain_kappa(pairs)
        assert row.n == len(pairs) == row.confusion.n
        assert row.kappa == (None if wanted is None else pytest.approx(float(wanted), abs=1e-12))
        assert row.agreement == (sum(a == b for a, b in pairs) / len(pairs) if pairs else None)
        assert row.ci_low is None or 0.0 <= row.ci_low <= (row.agreement or 0.0) <= (row.ci_high or 0.0) <= 1.0
        assert row.only_first == sum(a != MISSING and b == MISSING for _, _, a, b in mine)


@given(SLOTS)
@settings(deadline=None)
def test_the_sides_may_be_swapped_and_the_questions_reordered(slots: list[tuple[str, str, int, int]]) -> None:
    found = agreement_report(paired(slots), "a", "b").overall
    swapped = agreement_report(paired([(ability, video, b, a) for ability, video, a, b in slots]), "b", "a").overall
    assert (swapped.kappa, swapped.agreement) == (found.kappa, found.agreement)
    assert (swapped.only_first, swapped.confusion.yes_no) == (found.only_second, found.confusion.no_yes)
    backwards = agreement_report(paired(slots[::-1]), "a", "b").overall
    assert (backwards.kappa, backwards.confusion) == (found.kappa, found.confusion)


@given(SLOTS)
@settings(deadline=None)
def test_a_side_agrees_with_itself_and_its_kappa_is_one_where_it_uses_both_words(
    slots: list[tuple[str, str, int, int]],
) -> None:
    said = [(ability, video, a, a) for ability, video, a, _ in slots]
    found, words = agreement_report(paired(said), "a", "a").overall, {a for _, _, a, _ in said if a != MISSING}
    assert found.agreement == (1.0 if words else None)
    assert found.kappa == (1.0 if len(words) == 2 else None)


def test_kappa_of_a_judge_that_only_says_yes_is_zero_however_often_that_is_right() -> None:
    assert kappa(Confusion(90, 10, 0, 0)) == 0.0
    assert kappa(Confusion(0, 5, 5, 0)) == -1.0
    assert kappa(Confusion(7, 0, 0, 0)) is None


def test_the_interval_counts_videos_and_not_verdicts() -> None:
    # Ten verdicts on five videos, two each: 2, 2, 1, 1 and 0 agree; SE 0.187 as worked out in board.statistics.
    agrees = [1, 1, 1, 1, 1, 0, 1, 0, 0, 0]
    slots = [("summary", f"v{place // 2}", YES, YES if agree else NO) for place, agree in enumerate(agrees)]
    found = agreement_report(paired(slots), "judge", "people").overall
    assert (found.agreement, found.n_clusters) == (0.6, 5)
    assert [round(bound or 0, 3) for bound in (found.ci_low, found.ci_high)] == [0.081, 1.0]
    alone = clustered_mean(agrees, range(10))  # what it would be if verdicts were independent: too narrow
    assert alone.ci_low is not None and found.ci_low is not None and alone.ci_low > found.ci_low


def test_with_several_repeats_the_majority_counts_and_ties_are_told_apart() -> None:
    said = np.array([[YES, YES, NO, MISSING], [YES, NO, NO, MISSING], [NO, MISSING, NO, MISSING]], dtype=np.int8)
    once = np.array([[YES, YES, YES, YES]], dtype=np.int8)
    sides = Paired(("summary",) * 4, tuple("abcd"), majority(said), majority(once))
    found = agreement_report(sides, "judge", "people").overall
    assert (found.n, found.confusion) == (2, Confusion(1, 0, 1, 0))
    assert (found.tied, found.only_first, found.only_second) == (1, 0, 1)


def test_labels_by_people_are_a_verdict_file_and_may_cover_some_questions_only(tmp_path: Path) -> None:
    asked = dialogues(tmp_path / "data", ASKED)
    questions = read_questions(asked.folder)
    texts = [ANSWERS[question.id] for question in questions]
    judged = judged_answers(questions, texts, [True] * len(texts), load_key(BENCHMARK, asked.folder, questions).entries)
    labels = {"v1/0/4": [["yes", "no", "yes", "yes"]], "v2/0/3": [["no", "yes"]], "v3/0/4": [["yes"]]}
    issues = Issues()
    judge, people = (
        read_verdict_file(write(tmp_path / f"{name}.jsonl", verdict_rows(ANSWERS, said, name)), judged, issues)
        for name, said in (("judge-a", SAID), ("people", labels))
    )
    assert not issues.refused
    found = agreement_report(pair(judged, judge, people), "judge-a", "people")
    # The judge says yes no no yes, yes yes and yes where people say yes no yes yes, no yes and yes: 5 of 7 agree.
    assert found.overall.confusion == Confusion(4, 1, 1, 1)
    assert (found.overall.only_first, found.overall.only_second) == (4, 0)
    assert [(row.ability, row.n, row.confusion.yes_yes) for row in found.abilities] == [
        ("summary", 6, 3),
        ("answer_refusal", 1, 1),
    ]
    # (7 · 5 - (5·5 + 2·2)) / (49 - 29) = 6 / 20
    assert found.overall.kappa == 0.3


def test_an_answer_that_needs_no_judge_is_not_compared(tmp_path: Path) -> None:
    asked = dialogues(tmp_path / "data", ASKED)
    questions = read_questions(asked.folder)
    blank = {**ANSWERS, "v1/0/4": "   "}
    texts = [blank[question.id] for question in questions]
    judged = judged_answers(questions, texts, [True] * len(texts), load_key(BENCHMARK, asked.folder, questions).entries)
    file = write(tmp_path / "v.jsonl", verdict_rows(blank, SAID))
    said = read_verdict_file(file, judged, Issues())
    found = agreement_report(pair(judged, said, said), "a", "a").overall
    assert (found.n, found.only_first, found.only_second) == (7, 0, 0)


def test_verdicts_about_several_submissions_are_one_set() -> None:
    one, other = paired([("summary", "a", YES, YES)]), paired([("recall", "b", NO, YES), ("summary", "a", NO, NO)])
    found = agreement_report(pooled([one, other]), "a", "b")
    assert found.overall.confusion == Confusion(1, 0, 1, 1)
    assert [(row.ability, row.n) for row in found.abilities] == [("summary", 2), ("recall", 1)]
    with pytest.raises(BenchmarkError, match="at least one submission"):
        pooled([])
