"""The estimates of a Shuffle24 submission beside its accuracy: orders, Top-K, Pass@K, letters, consistency."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from board.design import Design, design_of
from board.grading import original_label
from board.metrics.shuffle import Picked, Right, Shares, favourite_counts, shuffle_report, top_k_table
from board.statistics import mean_by_design, within
from board.summary import Graded
from board.types import Bucket, Estimate, Mode

NO_LETTER = "none"


class _Rows(NamedTuple):
    """Graded rows as matrices, questions × orders; ``right`` and ``picked`` are what a shuffle report takes."""

    design: Design
    orders: list[str]
    right: Right
    picked: Picked
    buckets: list[list[Bucket]]


def summarize_shuffled(graded: Sequence[Graded], mode: Mode) -> list[Estimate]:
    """Estimates over all questions, each of which must be there in every order.

    ``accuracy`` on facet ``order``; ``letter_share`` on facet ``letter`` (each letter as shown, and ``none``); over
    everything ``option_order_std``, ``best_order``, ``worst_order``, ``content_consistency``, and for K from 1 to the
    number of orders ``top_k_K``, ``top_k_K_lexicographic`` and ``pass_k_K``.

    Raises:
        ValueError: an order of a question is missing, or there twice.

    Example:
        >>> from board.types import Question, Score
        >>> question = Question("q", "T", "choice", options={"A": "left", "B": "right"})
        >>> rows = [Graded(question, Score("q", "A", 1.0, "correct", "AB")),
        ...         Graded(question, Score("q", "A", 0.0, "wrong", "BA"))]
        >>> {row.metric: row.estimate for row in summarize_shuffled(rows, "strict")}["content_consistency"]
        0.5
    """
    rows = _matrices(graded)
    report, m = shuffle_report(rows.right, rows.picked), len(rows.orders)
    n_right, first = np.count_nonzero(rows.right, axis=1), rows.right.argmax(axis=1)
    first = np.where(n_right > 0, first, m)
    estimates = [
        _estimate("option_order_std", report.order_std, rows, mode)._replace(higher_is_better=False),
        _estimate("best_order", float(report.order_accuracy.max()), rows, mode),
        _estimate("worst_order", float(report.order_accuracy.min()), rows, mode),
        _estimate("content_consistency", report.content_consistency, rows, mode, favourite_counts(rows.picked) / m),
    ]
    for k, chance in enumerate(top_k_table(m).T, 1):
        reached = {
            f"top_k_{k}": (report.top_k[k - 1], chance[n_right]),
            f"top_k_{k}_lexicographic": (report.top_k_lexicographic[k - 1], (first < k).astype(float)),
            f"pass_k_{k}": (report.pass_k[k - 1], (n_right >= k).astype(float)),
        }
        estimates += [_estimate(name, float(share), rows, mode, values) for name, (share, values) in reached.items()]
    return [*estimates, *_orders(rows, report.order_accuracy, mode), *_letters(graded, rows.design.n_clusters, mode)]


def _matrices(graded: Sequence[Graded]) -> _Rows:
    questions = {row.question.id: row.question for row in graded}
    orders = sorted({row.score.order or "" for row in graded})
    table = {(row.question.id, row.score.order or ""): row for row in graded}
    places = [(id, order) for id in questions for order in orders]
    if len(graded) != len(places) or any(place not in table for place in places):
        raise ValueError(f"{len(graded)} rows, expected {len(questions)} questions in {len(orders)} orders each")
    shape = (len(questions), len(orders))
    right = np.array([table[place].score.credit == 1.0 for place in places]).reshape(shape)
    picked = np.array([_picked(table[place]) for place in places], dtype=np.int8).reshape(shape)
    buckets = [[table[id, order].score.bucket for order in orders] for id in questions]
    parts = [question.independent_part for question in questions.values()]
    return _Rows(design_of(parts), orders, right, picked, buckets)


def _picked(row: Graded) -> int:
    """The number of the first option whose text is the one that was picked; -1 where none was."""
    label = original_label(str(row.score.answer), row.score.order or "") if row.score.answer else None
    texts = [*(row.question.options or {}).values()]
    labels = [*(row.question.options or {})]
    return texts.index(texts[labels.index(label)]) if label in labels else -1


def _estimate(metric: str, share: float, rows: _Rows, mode: Mode, values: Shares | None = None) -> Estimate:
    """One number over all questions; with the ``values`` that it is the mean of, also its interval.

    A question counts as unanswered (unparsed) where it is so in every order.
    """
    told = None if values is None else within(mean_by_design(values, rows.design))
    every = Counter(buckets[0] for buckets in rows.buckets if len(set(buckets)) == 1)
    return Estimate(
        metric=metric,
        facet="all",
        value_of_facet="all",
        mode=mode,
        estimate=share,
        unit="share",
        higher_is_better=True,
        n=len(rows.buckets),
        n_unanswered=every["unanswered"],
        n_unparsed=every["unparsed"],
        stderr=told.stderr if told else None,
        ci_low=told.ci_low if told else None,
        ci_high=told.ci_high if told else None,
        n_clusters=rows.design.n_clusters,
    )


def _orders(rows: _Rows, accuracy: Shares, mode: Mode) -> list[Estimate]:
    """The accuracy under each order."""
    estimates = []
    for place, order in enumerate(rows.orders):
        column = rows._replace(buckets=[[buckets[place]] for buckets in rows.buckets])
        row = _estimate("accuracy", float(accuracy[place]), column, mode, rows.right[:, place].astype(float))
        estimates.append(row._replace(facet="order", value_of_facet=order))
    return estimates


def _letters(graded: Sequence[Graded], n_clusters: int, mode: Mode) -> list[Estimate]:
    """How often each letter was answered, as shown and whatever stood there: a model that looks has no favourite."""
    letters = sorted({letter for row in graded for letter in row.score.order or ""})
    counts = Counter(row.score.answer if row.score.answer in letters else NO_LETTER for row in graded)
    return [
        Estimate(
            metric="letter_share",
            facet="letter",
            value_of_facet=letter,
            mode=mode,
            estimate=counts[letter] / len(graded),
            unit="share",
            higher_is_better=True,
            n=len(graded),
            n_clusters=n_clusters,
        )
        for letter in [*letters, NO_LETTER]
    ]
