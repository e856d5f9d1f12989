"""Calibration: the true temperature and bias are found, and odd labels give a tame answer."""

from math import isfinite
from random import Random

import pytest

from board.errors import JudgeError
from scorer.models.calibration import TEMPERATURES, fit_calibration


def sigmoid_labels(margins: list[float], temperature: float, bias: float) -> list[bool]:
    """Labels drawn so that P(yes) is sigmoid((margin + bias) / temperature)."""
    from scorer.judge.logits_judge import Calibration

    draw, true = Random(0), Calibration(temperature, bias)
    return [draw.random() < true.p_yes(margin) for margin in margins]


def test_the_temperature_and_bias_that_made_the_labels_are_found() -> None:
    draw = Random(1)
    margins = [draw.gauss(3.0, 4.0) for _ in range(20_000)]
    found = fit_calibration(margins, sigmoid_labels(margins, 2.0, -3.0))
    assert (found.temperature, found.bias) == pytest.approx((2.0, -3.0), rel=0.05)


def test_a_model_that_leans_to_yes_is_set_right() -> None:
    found = fit_calibration([5.0, 5.2, 5.4, 6.6, 6.8, 7.0], [False, False, False, True, True, True])
    assert [found.p_yes(margin) > 0.5 for margin in (5.0, 5.9, 6.1, 7.0)] == [False, False, True, True]


@pytest.mark.parametrize(
    "labels",
    [[True] * 6, [False] * 6, [False, False, False, True, True, True], [True, True, True, False, False, False]],
    ids=["only yes", "only no", "told apart without a fault", "the wrong way round"],
)
def test_labels_of_one_kind_or_told_apart_without_a_fault_give_a_bounded_fit(labels: list[bool]) -> None:
    found = fit_calibration([-2.0, -1.0, -0.5, 0.5, 1.0, 2.0], labels)
    assert TEMPERATURES[0] <= found.temperature <= TEMPERATURES[1] + 1e-9
    assert isfinite(found.bias)
    assert 0.0 < found.p_yes(0.0) < 1.0


def test_labels_of_one_kind_give_no_certainty() -> None:
    assert 0.5 < fit_calibration([1.0, 1.0, 1.0], [True] * 3).p_yes(1.0) < 0.95


@pytest.mark.parametrize(
    ("margins", "labels"), [([], []), ([1.0], [True, False]), ([float("nan")], [True])], ids=["none", "uneven", "NaN"]
)
def test_a_fit_without_a_finite_margin_for_each_label_is_refused(margins: list[float], labels: list[bool]) -> None:
    with pytest.raises(JudgeError, match="as many of each"):
        fit_calibration(margins, labels)
