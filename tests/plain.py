"""A second, plain implementation of the metrics: loops and exact fractions, nothing shared with the scorer."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read_rows(path: Path) -> list[Row]:
    """The rows of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def mean(shares: Sequence[Fraction]) -> Fraction:
    """The plain mean, exactly."""
    return sum(shares, Fraction(0)) / len(shares)


def plain_estimates(predictions: list[Row], questions: list[Row], key: list[Row]) -> dict[str, Fraction]:
    """Every VSI-Super-Wild metric on every facet value, as ``metric/facet=value``, from canonical rows."""
    gold = {row["id"]: row["answer"] for row in key}
    asked = {row["id"]: row for row in questions}
    sums: dict[str, list[Fraction]] = {}
    for row in predictions:
        question = asked[row["id"]]
        for metric, credit in credits(row, gold[row["id"]]).items():
            groups = {"all": "all", "task": question["task"], **question.get("facets", {})}
            for facet, value in groups.items():
                sums.setdefault(f"{metric}/{facet}={value}", []).append(credit)
    return {name: mean(values) for name, values in sums.items()}


def credits(row: Row, gold: Any) -> dict[str, Fraction]:
    """The credit of one canonical row under each metric that covers it."""
    answer = row["prediction"]
    if isinstance(gold, str):
        label = row["order"]["ABCD".index(answer)] if row.get("order") and answer else answer
        right = Fraction(int(label == gold))
        return {"score": right, "accuracy": right}
    unclipped = Fraction(0) if answer is None else 1 - Fraction(abs(answer - gold), max(gold, 1))
    clipped = max(Fraction(0), unclipped)
    return {"score": clipped, "mra": clipped, "mra_unclipped": unclipped}


def plain_variance(
    values: Sequence[Fraction], clusters: Sequence[Any], strata: Sequence[Any], weights: Sequence[Fraction]
) -> Fraction:
    """SE² = G/(G-1) · Σ_g (Σ_{i∈g} wᵢ (xᵢ - θ_s(i)))², exactly; 0 with a single cluster."""
    rows = list(zip(values, clusters, strata, weights, strict=True))
    means = {
        name: sum((w * x for x, _, s, w in rows if s == name), Fraction(0)) / sum(w for _, _, s, w in rows if s == name)
        for name in set(strata)
    }
    groups = set(clusters)
    sums = [sum((w * (x - means[s]) for x, g, s, w in rows if g == name), Fraction(0)) for name in groups]
    return Fraction(len(groups), max(1, len(groups) - 1)) * sum((total**2 for total in sums), Fraction(0))
