"""Floors as rows of a board: what answerers earn that look at nothing, on every facet value.

The same numbers as the floors of ``audit-key`` (:mod:`benchmarks.floors`), cut as the board is cut.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from benchmarks import part_of
from benchmarks.answerers import constant_letter
from benchmarks.floors import Floor, best_constant_count, constant_judge
from board.checklists import NO
from board.grading import grade
from board.summary import Graded, summarize
from board.types import Benchmark, KeyEntry, Question, Reading, task_of

Key = Mapping[str, KeyEntry]
Place = tuple[str, str, str]
OwnFloors = Callable[[Sequence[Question], Key], Iterator[Floor]]


class FloorRow(NamedTuple):
    """An answerer that looks at nothing: shares by (metric, facet, value of the facet)."""

    name: str
    values: Mapping[Place, float]


def floor_rows(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> list[FloorRow]:
    """The floors of a board: guessing, the best constant answer, the benchmark's own, and nothing at all.

    Guessing is the mean over the constant letters, exactly; a constant count is the one that earns most.

    Example:
        >>> accuracy = __import__("board.types").types.Metric("accuracy", "accuracy", ("choice",))
        >>> benchmark = Benchmark("b", "B", "public", (), (accuracy,), (), "accuracy", (), "")
        >>> asked = [Question("q1", "T", "choice", options={"A": "left", "B": "right"})]
        >>> [(row.name, row.values["accuracy", "all", "all"]) for row in
        ...  floor_rows(benchmark, asked, {"q1": KeyEntry("q1", "A")})]
        [('letters at random', 0.5), ('always A', 1.0), ('all blank', 0.0)]
    """
    head = (benchmark.headline, "all", "all")
    plain = [question for question in questions if question.kind != "text"]
    judged = [question for question in questions if question.kind == "text"]
    rows = []
    if plain:
        counts = [answer for question in plain if isinstance(answer := key[question.id].answer, int)]
        count = best_constant_count(counts).constant if counts else None
        suffix = "" if count is None else f", always {count}"
        constants = {letter: _constant(benchmark, plain, key, letter, count) for letter in _letters(plain)}
        if constants:
            rows.append(FloorRow(f"letters at random{suffix}", _mean(list(constants.values()))))
            best = max(constants, key=lambda letter: constants[letter].get(head, 0.0))
            rows.append(FloorRow(f"always {best}{suffix}", constants[best]))
        elif count is not None:
            rows.append(FloorRow(f"always {count}", _constant(benchmark, plain, key, "", count)))
    if judged:
        rows.append(FloorRow("judge always says No", _values(benchmark, constant_judge(judged, key, NO))))
    rows += _own(benchmark, questions, key)
    if questions:
        zero = {place: 0.0 for place in (rows[0].values if rows else {head: 0.0}) if _is_credit(benchmark, place[0])}
        rows.append(FloorRow("all blank", zero))
    return rows


def _letters(questions: Sequence[Question]) -> list[str]:
    return sorted({label for question in questions for label in question.options or ()})


def _constant(
    benchmark: Benchmark, questions: Sequence[Question], key: Key, letter: str, count: int | None
) -> dict[Place, float]:
    graded = []
    for question, row in zip(questions, constant_letter(questions, letter, count), strict=True):
        answer = row["prediction"]
        reading = Reading(answer, "null" if answer is None else "ok", "strict")
        graded.append(Graded(question, grade(reading, key[question.id])))
    return _values(benchmark, graded)


def _values(benchmark: Benchmark, graded: Sequence[Graded]) -> dict[Place, float]:
    return {
        (row.metric, row.facet, row.value_of_facet): row.estimate
        for row in summarize(graded, benchmark, "strict")
        if row.estimate is not None
    }


def _mean(rows: Sequence[Mapping[Place, float]]) -> dict[Place, float]:
    """The mean of all rows, where all have a value. Rates among the wrong answers have no such mean."""
    shared = [place for place in rows[0] if all(place in row for row in rows) and not place[0].endswith("_of_wrong")]
    return {place: fsum(row[place] for row in rows) / len(rows) for place in shared}


def _own(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> list[FloorRow]:
    """The floors that only the benchmark's folder knows (``baselines.floors``), on the whole and on every task."""
    floors: OwnFloors | None = getattr(part_of(benchmark, "baselines"), "floors", None)
    if floors is None:
        return []
    found: dict[str, dict[Place, float]] = {}
    parts = {("all", "all"): list(questions)}
    for task in benchmark.tasks:
        parts["task", task.name] = [question for question in questions if task_of(question) == task.name]
    for (facet, value), members in parts.items():
        for floor in floors(members, key) if members else ():
            if floor.name != "random":
                found.setdefault(floor.name, {})[floor.metric, facet, value] = floor.estimate
    return [FloorRow(name, values) for name, values in found.items()]


def _is_credit(benchmark: Benchmark, metric: str) -> bool:
    """True for what an empty answer earns nothing of; rates of errors and counts as printed are other things."""
    known = {own.name: own for own in benchmark.metrics}
    return metric in known and known[metric].higher_is_better and not known[metric].public_gold_only
