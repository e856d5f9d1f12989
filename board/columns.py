"""The columns of a benchmark's board, from the benchmark's own value: nothing here names a benchmark.

First the whole benchmark, then its tasks, groups of tasks, other facets of the headline and the other metrics.
"""

from collections.abc import Iterator
from typing import NamedTuple

from board.types import Benchmark, Facet, Metric, Question, Track

MOST_SHOWN = 6  # facet values beside the tasks that a board shows without being asked
TASK = Facet("task", "task", of=lambda question: question.task)


class Column(NamedTuple):
    """One number of the board: a metric on a value of a facet, with its words.

    ``label`` is plain, ``term`` is the field's own word for it, ``about`` says how it is worked out. ``shown`` tells
    whether a board shows it without being asked; ``heat`` columns are shaded, as parts of the whole. ``chance`` is what
    guessing earns (0..1, None where that depends on the question). A number that is neither good nor bad, as how often
    a letter is answered, is not ``ordered``: nobody leads in it.
    """

    metric: str
    facet: str
    value: str
    label: str
    term: str
    about: str
    higher_is_better: bool = True
    shown: bool = False
    heat: bool = False
    chance: float | None = None
    ordered: bool = True

    @property
    def key(self) -> str:
        """The name of the column in data files and addresses, e.g. ``mra/task=VOC``."""
        return f"{self.metric}/{self.facet}={self.value}"


class ShuffleColumn(NamedTuple):
    """A column of the Shuffle24 board; its numbers have no metric of their own in a benchmark."""

    metric: str
    label: str
    about: str
    shown: bool = True
    higher_is_better: bool = True
    chance: float | None = None


SHUFFLE_COLUMNS = (
    ShuffleColumn("worst_order", "worst order", "Accuracy under the order of options that suits the model least."),
    ShuffleColumn("best_order", "best order", "Accuracy under the order of options that suits the model most."),
    ShuffleColumn(
        "option_order_std",
        "spread over orders",
        "Population standard deviation of the accuracies under the 24 orders, in points.",
        higher_is_better=False,
    ),
    ShuffleColumn(
        "content_consistency",
        "same option picked",
        "Share of the orders that pick a question's favourite option, averaged over questions: 100 for a model that "
        "looks at what an option says, near 25 for one that looks at where it stands.",
    ),
    ShuffleColumn(
        "top_k_4",
        "right in 4 tries",
        "Chance that four orders drawn at random hold a right answer (Top-K, K = 4).",
        chance=1 - 0.75**4,
    ),
    ShuffleColumn("pass_k_18", "right in 18 of 24", "Share of questions right in at least 18 of the 24 orders.", False),
    ShuffleColumn("pass_k_24", "right in all 24", "Share of questions that are right in all 24 orders (Pass@24)."),
)


def value_columns(benchmark: Benchmark, track: Track = "standard") -> list[Column]:
    """The columns of a board, the headline first.

    Example:
        >>> from benchmarks import load_benchmark
        >>> [column.label for column in value_columns(load_benchmark("vsi_super_wild")) if column.shown]
        ['overall', 'VMR', 'VPO', 'VOO', 'VOC', 'first', 'last']
    """
    if track == "shuffle24":
        return list(_shuffled(benchmark))
    head = headline_of(benchmark)
    columns = [_column(head, "all", "all", head.label or "overall", head.title, shown=True)]
    facets = [facet for facet in benchmark.facets if facet.name != benchmark.task_facet and facet.values]
    groups = [facet for facet in facets if facet.name == "group"]
    columns += [_facet_value(head, facet, value) for facet in groups for value in facet.values]
    columns += [column for column in _other_metrics(benchmark) if column.shown]
    columns += list(_tasks(benchmark))
    columns += [_facet_value(head, facet, value) for facet in facets if facet not in groups for value in facet.values]
    return columns + [column for column in _other_metrics(benchmark) if not column.shown]


def headline_of(benchmark: Benchmark) -> Metric:
    """The headline metric itself."""
    return next(metric for metric in benchmark.metrics if metric.name == benchmark.headline)


def facet_of(benchmark: Benchmark, name: str) -> Facet:
    """A facet of a benchmark by its name; ``task`` is one for every benchmark."""
    return next((facet for facet in benchmark.facets if facet.name == name), TASK)


def asks(benchmark: Benchmark, column: Column, question: Question) -> bool:
    """Whether a question belongs to a column's facet value (the kind of its answer apart)."""
    return column.facet == "all" or facet_of(benchmark, column.facet).value(question) == column.value


def _tasks(benchmark: Benchmark) -> Iterator[Column]:
    metrics = {metric.name: metric for metric in benchmark.metrics}
    for task in benchmark.tasks:
        label = task.name if task.name.isupper() else task.title
        yield _column(
            metrics[benchmark.metric_of(task.kind)], "task", task.name, label, task.title, shown=True, heat=True
        )


def _facet_value(head: Metric, facet: Facet, value: str) -> Column:
    shown = facet.name in ("group", "occurrence") and len(facet.values) <= MOST_SHOWN
    label = f"{facet.title} {value}" if value[:1].isdigit() else value.replace("_", "-")
    return _column(head, facet.name, value, label, f"{facet.title}: {value}", shown=shown)


def _other_metrics(benchmark: Benchmark) -> Iterator[Column]:
    """Every metric but the headline over the whole benchmark; those that tell what goes wrong are shown."""
    shown = {task.kind for task in benchmark.tasks}
    for metric in benchmark.metrics:
        own = any(benchmark.metric_of(kind) == metric.name for kind in shown)
        if metric.name != benchmark.headline and not own:
            tells = not metric.higher_is_better and not metric.name.endswith("_of_wrong")
            yield _column(metric, "all", "all", metric.label or metric.title, metric.title, shown=tells)


def _column(
    metric: Metric, facet: str, value: str, label: str, term: str, *, shown: bool, heat: bool = False
) -> Column:
    about = metric.definition or f"Mean of {metric.title} over the questions."
    return Column(metric.name, facet, value, label, term, about, metric.higher_is_better, shown, heat)


def _shuffled(benchmark: Benchmark) -> Iterator[Column]:
    accuracy = next(metric for metric in benchmark.metrics if metric.name == benchmark.metric_of("choice"))
    mean = accuracy._replace(definition="Share of right answers over all questions in all 24 orders of their options.")
    yield _column(mean, "all", "all", "mean of 24 orders", "accuracy", shown=True)
    for column in SHUFFLE_COLUMNS:
        words = column.metric, "all", "all", column.label, column.metric, column.about
        yield Column(*words, column.higher_is_better, column.shown, chance=column.chance)
    for task in benchmark.tasks:
        if task.kind == "choice":
            yield _column(mean, "task", task.name, task.name, task.title, shown=True, heat=True)
    for letter in "ABCD":
        about = "How often this letter was answered, whatever stood there: a model that looks has no favourite."
        words = "letter_share", "letter", letter, f"answered {letter}", "letter share", about
        yield Column(*words, shown=True, ordered=False)
