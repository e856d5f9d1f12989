"""The stated scores of the sample of MT-Video-Bench, and those of the scorer, against a second count."""

from fractions import Fraction

import pytest

from tests.benchmarks.mt_second_count import FILES, SAMPLE, item_credits, plain_shares, stated_shares, verdicts
from tests.plain import mean, read_rows
from tests.sample_checks import scored


def test_the_stated_scores_are_those_of_the_second_count() -> None:
    assert (SAMPLE / "expected_scores.json").read_text(encoding="utf-8") == stated_shares()


@pytest.mark.parametrize("name", FILES)
def test_the_scorer_and_the_second_count_agree_on_every_number(name: str) -> None:
    result = scored("mt_video_bench", SAMPLE / "predictions" / f"{name}.jsonl").result
    assert result is not None
    found = {f"{row.metric}/{row.facet}={row.value_of_facet}": row for row in result.estimates if row.mode == "strict"}
    plain = plain_shares(name)
    assert {number: row.estimate for number, row in found.items() if row.n} == pytest.approx(
        {number: float(share) for number, share in plain.items()}, abs=1e-12
    )
    assert len(plain) > 80


def test_a_count_without_nesting_would_not_agree() -> None:
    """The control: rounds averaged in one heap give another headline, so the agreement above is about the nesting."""
    said = verdicts("terse")
    ids = [question["id"] for question in read_rows(SAMPLE / "questions.jsonl")]
    heap = mean([mean([credit for _, credit in item_credits(id, said)]) for id in ids])
    assert abs(heap - plain_shares("terse")["checklist_accuracy/all=all"]) > Fraction(1, 1000)
