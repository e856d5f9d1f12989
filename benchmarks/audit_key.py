"""What a key is worth before anyone answers: the floors to beat, the balance of labels, and leaks.

Floors are worked out in :mod:`benchmarks.floors`, leaks are looked for in :mod:`benchmarks.leaks`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean, median
from typing import NamedTuple

from benchmarks import part_of
from benchmarks.files import require_fitting
from benchmarks.floors import Floor, checklist_floors, choice_and_count_floors
from benchmarks.leaks import Check, check_leaks
from board.types import AnswerKind, Benchmark, KeyEntry, Question
from board.words import counted

Key = Mapping[str, KeyEntry]


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
        found = f"{len(self.leaks) or 'none'} found by {counted(len(self.checks), 'check')}"
        lines.append(f"Leaks: {found if self.checks else 'no check applies to these questions'}")
        for check in self.leaks:
            lines.append(f"  {check.name} in {check.hits:,} of {check.n:,} questions (by chance {check.chance:.0%})")
        return "\n".join(lines)


def audit_key(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> Audit:
    """Audit a key: floors of the house, those of the benchmark's own ``baselines.floors``, leaks, balance.

    Raises:
        BenchmarkError: a question has no key entry, or an entry that does not fit its kind.
    """
    require_fitting(questions, key, "the key")
    floors = [*choice_and_count_floors(benchmark, questions, key), *checklist_floors(benchmark, questions, key)]
    floors += _own_floors(benchmark, questions, key)
    if questions:
        floors.append(Floor("all blank", benchmark.headline, 0.0))
    return Audit(floors, check_leaks(questions, key), _balance(questions, key))


def _own_floors(benchmark: Benchmark, questions: Sequence[Question], key: Key) -> list[Floor]:
    floors = getattr(part_of(benchmark, "baselines"), "floors", None)
    return list(floors(questions, key)) if floors else []


def _balance(questions: Sequence[Question], key: Key) -> dict[str, dict[str, float]]:
    """For each task the number of each gold label, the spread of the counts, or the share of expected verdicts."""
    balance: dict[str, dict[str, float]] = {}
    for task in dict.fromkeys(question.task for question in questions):
        mine = [question for question in questions if question.task == task]
        labels = Counter(str(answer) for answer in _answers(mine, key, "choice"))
        counts = [answer for answer in _answers(mine, key, "count") if isinstance(answer, int)]
        checklists = [answer for answer in _answers(mine, key, "text") if isinstance(answer, tuple)]
        if labels:
            balance[task] = dict(sorted(labels.items()))
        elif counts:
            (common, n_common), *_ = Counter(counts).most_common(1)
            spread = {"min": min(counts), "median": median(counts), "mean": mean(counts), "max": max(counts)}
            balance[task] = {"n": len(counts), **spread, "most_common": common, "n_most_common": n_common}
        elif checklists:
            expected = Counter(question.expected for checklist in checklists for question in checklist)
            lengths = {"answers": len(checklists), "checklist_questions": expected.total()}
            balance[task] = {**lengths, "yes": expected["yes"], "no": expected["no"]}
    return balance


def _answers(questions: Sequence[Question], key: Key, kind: AnswerKind) -> list[object]:
    return [key[question.id].answer for question in questions if question.kind == kind]
