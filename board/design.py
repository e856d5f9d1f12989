"""How questions enter a mean: what each weighs, which are not independent, and which groups are fixed.

The same for every row of a column, so it is laid out once and then serves errors, comparisons and resamples.
"""

from collections.abc import Hashable, Sequence
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from board.metrics.nested import nest, nested_weights
from board.types import Metric, Question

Numbers = Sequence[float] | NDArray[np.float64]


class Design(NamedTuple):
    """How questions enter a mean: their weights (adding to 1), and their clusters and strata numbered from 0."""

    weights: NDArray[np.float64]
    cluster: NDArray[np.intp]
    stratum: NDArray[np.intp]

    @property
    def n_clusters(self) -> int:
        """The number of clusters, G."""
        return int(self.cluster.max()) + 1


def design_of(
    clusters: Sequence[Hashable], *, weights: Numbers | None = None, strata: Sequence[Hashable] | None = None
) -> Design:
    """The design of a mean; without ``weights`` all weigh the same, without ``strata`` there is one.

    Raises:
        ValueError: there is no question, or the sequences differ in length.

    Example:
        >>> design_of(["v1", "v1", "v2"]).cluster.tolist()
        [0, 0, 1]
    """
    n = len(clusters)
    if not n:
        raise ValueError("a mean over no values does not exist")
    w = np.full(n, 1.0) if weights is None else np.asarray(weights, dtype=float)
    stratum = np.zeros(n, dtype=np.intp) if strata is None else codes(strata)
    if not n == len(w) == len(stratum):
        raise ValueError(f"{n} clusters, {len(w)} weights and {len(stratum)} strata: they must be as many")
    return Design(w / fsum(w), codes(clusters), stratum)


def design_for(metric: Metric, questions: Sequence[Question]) -> Design:
    """The design of a metric's mean over some questions: its nested weights, its outermost groups as strata.

    The outermost level of a nested mean is a stratum because its values (six abilities, say) are fixed, not drawn.

    Example:
        >>> from board.types import task_of
        >>> questions = [Question(id, task, "choice") for id, task in (("a", "easy"), ("b", "hard"), ("c", "hard"))]
        >>> design_for(Metric("m", "m", ("choice",), levels=(task_of,)), questions).weights.tolist()
        [0.5, 0.25, 0.25]
    """
    clusters = [question.independent_part for question in questions]
    if not metric.levels:
        return design_of(clusters)
    paths = [[level(question) for level in metric.levels] for question in questions]
    return design_of(clusters, weights=nested_weights(nest(paths)), strata=[path[0] for path in paths])


def codes(names: Sequence[Hashable]) -> NDArray[np.intp]:
    """The names numbered from 0, in the order of their first appearance.

    Example:
        >>> codes(["b", "a", "b"]).tolist()
        [0, 1, 0]
    """
    number: dict[Hashable, int] = {}
    return np.array([number.setdefault(name, len(number)) for name in names], dtype=np.intp)
