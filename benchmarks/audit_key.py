"""What a key is worth before anyone answers: the floors to beat, the balance of labels, and leaks.

A floor is what an answerer earns that has not looked at the media. Leaks are looked for in :mod:`benchmarks.leaks`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from statistics import mean, median
from typing import NamedTuple

from benchmarks.files import require_fitting
from benchmarks.leaks import Check, check_leaks
from board.grading import mra
from board.types import AnswerKind, Benchmark, KeyEntry, Question

Key = Mapping[str, KeyEntry]


class Floor(NamedTuple):
    """What an answerer earns that looks at nothing: ``estimate`` is a share, 0..1 (unclipped, also below 0)."""

    name: str
    metric: str
    estimate: float


class Audit(NamedTuple):
    """Floors, every check that applied, and the balance of the gold by task."""

    floors: list[Floor]
    checks: list[Check]
    balance: dict[str, dict[str, float]]

    @property
    def leaks(self) -> list[Check]:
        """The checks that found a leak."""
        return [check for check in self.checks if check.found]

    @property
    def leaked(self) -> bool:
        """True where at least one leak was found; the command then ends with exit code 1."""
        return bool(self.leaks)

    def as_json(self) -> dict[str, object]:
        """The report of ``audit-key --format json``."""
        checks = [check._asdict() | {"p": check.p, "found": check.found} for check in self.checks]
        leaks = [{"name": check.name, "hits": check.hits, "n": check.n} for check in self.leaks]
        floors = [floor._asdict() for floor in self.floors]
        return {"floors": floors, "leaks": leaks, "balance": self.balance, "checks": checks}

    def as_text(self) -> str:
        """The same report for people; percent with two decimals."""
        lines = ["Floors: what is earned without looking"]
        lines += [f"  {floor.estimate * 100:7.2f} %  {floor.metric}: {floor.name}" for floor in self.floors]
        lines.append("Balance of the gold")
        for task, numbers in self.balance.items():
            lines.append(f"  {task}: " + ", ".join(f"{name} {round(number, 2):g}" for name, number in numbers.items()))
        lines.append(f"Leaks: {len(self.leaks) or 'none'} found by {len(self.checks)} checks")
        for check in self.leaks:
            lines.append(f"  {check.name} in {check.hits:,} of {check.n:,} questions (by chance {check.chance:.0%})")
        return "\n".join(lines)


class BestCount(NamedTuple):
    """The constant with the highest mean MRA, with its clipped and unclipped mean."""

    constant: int
    mra: float
    mra_unclipped: float


def audit_key(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> Audit:
    """Audit the choice and count questions of a key (free text has neither floors nor leaks to compute).

    Raises:
        BenchmarkError: a question has no key entry, or an entry that is none of its labels or not a count.
    """
    require_fitting(questions, key, "the key")
    floors = list(_floors(benchmark, questions, key))
    return Audit(floors, check_leaks(questions, key), _balance(questions, key))


def best_constant_count(counts: Sequence[int]) -> BestCount:
    """The count that earns most when given for every question.

    Mean MRA is piecewise linear in the constant with its upward kinks at the gold counts, so one of these is best.

    Example:
        >>> best_constant_count([1, 2, 2, 9]).constant
        2
    """
    times = Counter(counts)

    def earned(constant: int) -> BestCount:
        credits = [(n, mra(constant, count)) for count, n in times.items()]
        clipped = fsum(n * credit.clipped for n, credit in credits) / len(counts)
        return BestCount(constant, clipped, fsum(n * credit.unclipped for n, credit in credits) / len(counts))

    return max(map(earned, sorted(times)), key=lambda best: best.mra)


def _floors(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> Iterator[Floor]:
    """Random and constant letters, the best constant count, both together on the headline, and blanks."""
    choices = [(question, key[question.id].answer) for question in questions if question.options]
    counts = [answer for answer in _answers(questions, key, "count") if isinstance(answer, int)]
    letters = {"random": [1 / len(question.options or ()) for question, _ in choices]}
    for label in sorted({label for question, _ in choices for label in question.options or ()}):
        letters[f"always {label}"] = [float(answer == label) for _, answer in choices]
    best = best_constant_count(counts) if counts else None
    for name, credits in letters.items() if choices else ():
        yield Floor(name, _metric(benchmark, "choice"), fsum(credits) / len(credits))
    if best:
        yield Floor(f"count always {best.constant}", _metric(benchmark, "count"), best.mra)
        yield Floor(
            f"count always {best.constant}", _metric(benchmark, "count", "credit_unclipped"), best.mra_unclipped
        )
    n = len(choices) + len(counts)
    for name, credits in letters.items() if n else ():
        both = name + (f", count always {best.constant}" if best else "")
        yield Floor(both, benchmark.headline, fsum([*credits, len(counts) * (best.mra if best else 0.0)]) / n)
    if n:
        yield Floor("all blank", benchmark.headline, 0.0)


def _metric(benchmark: Benchmark, kind: AnswerKind, field: str = "credit") -> str:
    """The benchmark's metric for this kind of answer alone, else for all kinds, else its headline."""
    fitting = [metric for metric in benchmark.metrics if kind in metric.kinds and metric.field == field]
    fitting.sort(key=lambda metric: len(metric.kinds))
    return fitting[0].name if fitting else benchmark.headline


def _answers(questions: Sequence[Question], key: Key, kind: AnswerKind) -> list[object]:
    return [key[question.id].answer for question in questions if question.kind == kind]


def _balance(questions: Sequence[Question], key: Key) -> dict[str, dict[str, float]]:
    """For each task the number of each gold label, or the spread of the counts."""
    balance: dict[str, dict[str, float]] = {}
    for task in dict.fromkeys(question.task for question in questions):
        mine = [question for question in questions if question.task == task]
        labels = Counter(str(answer) for answer in _answers(mine, key, "choice"))
        counts = [answer for answer in _answers(mine, key, "count") if isinstance(answer, int)]
        if labels:
            balance[task] = dict(sorted(labels.items()))
        elif counts:
            (common, n_common), *_ = Counter(counts).most_common(1)
            spread = {"min": min(counts), "median": median(counts), "mean": mean(counts), "max": max(counts)}
            balance[task] = {"n": len(counts), **spread, "most_common": common, "n_most_common": n_common}
    return balance
