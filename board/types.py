"""The nouns of the leaderboard, as plain frozen values (standard library only).

Every other room of the house speaks in these words. They carry no behaviour beyond small look-ups: reading
answers lives in ``validator``, grading in :mod:`board.grading`, averaging in :mod:`board.metrics`. They are
NamedTuples because the check has to start in a blink: frozen dataclasses take five times as long to define.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

AnswerKind = Literal["choice", "count", "text"]
Mode = Literal["strict", "rules", "official"]
Track = Literal["standard", "shuffle24"]
Severity = Literal["error", "warning"]
Bucket = Literal["correct", "wrong", "unanswered", "unparsed"]

MODES: tuple[Mode, ...] = ("strict", "rules", "official")
TRACKS: tuple[Track, ...] = ("standard", "shuffle24")


class Reading(NamedTuple):
    """What a reader made of one answer.

    ``answer`` is a label, a number or ``None`` where nothing could be read without guessing. ``status`` is ``ok``,
    ``null``, ``empty``, or the reason nothing was read (``ambiguous``, ``unparsed``, ``invalid_label``,
    ``truncated``, ``too_long``, ``out_of_range``, ``invalid_number``, ``bad_type``). ``rule`` names the rule that
    decided, ``span`` the characters ``[start, end)`` of the raw text that gave it, ``tags`` every lenient step.

    Example:
        >>> Reading("B", "ok", "M4", (1, 2)).answer
        'B'
    """

    answer: str | int | float | None
    status: str
    rule: str
    span: tuple[int, int] | None = None
    tags: tuple[str, ...] = ()


class Media(NamedTuple):
    """One image or video of a question; ``path`` is relative to the data folder."""

    kind: Literal["image", "video"]
    path: str
    caption: str = ""


class Question(NamedTuple):
    """The public part of one question: everything but its answer.

    ``options`` maps labels to their texts (``None`` where the answer is not a choice), ``facets`` maps a facet name
    to this question's value, ``cluster`` names the recording, pair or video whose questions are not independent.
    """

    id: str
    task: str
    kind: AnswerKind
    question: str = ""
    options: Mapping[str, str] | None = None
    media: tuple[Media, ...] = ()
    facets: Mapping[str, str] = {}
    cluster: str = ""
    history: tuple[Mapping[str, str], ...] = ()
    checklist_length: int | None = None
    source: Mapping[str, object] = {}

    @property
    def independent_part(self) -> str:
        """What the question is independent of others by: its cluster, or itself where none is named."""
        return self.cluster or self.id


class ChecklistQuestion(NamedTuple):
    """One yes/no question a judge answers about a free-text answer, with the expected verdict."""

    question: str
    expected: Literal["yes", "no"]


class KeyEntry(NamedTuple):
    """The right answer to one question: a label, a count, or a checklist.

    ``reference`` is an answer as it should be, where the benchmark has one beside the checklist (else empty).
    """

    id: str
    answer: str | int | tuple[ChecklistQuestion, ...]
    reference: str = ""


class Prediction(NamedTuple):
    """One row of a prediction file, as written by the submitter.

    ``order`` is the Shuffle24 arrangement: the original label shown at each position, e.g. ``"ACBD"``.
    """

    id: str
    answer: str | int | float | None
    raw_output: str | None = None
    order: str | None = None


class Issue(NamedTuple):
    """One fault or warning in a prediction file, with everything needed to mend it.

    ``row`` is the 1-based record, ``line`` and ``column`` the 1-based physical place; ``None`` where they do not
    exist (a missing id has no row). ``fix`` says what to do.
    """

    code: str
    severity: Severity
    message: str
    fix: str = ""
    row: int | None = None
    line: int | None = None
    column: int | None = None
    question_id: str | None = None


class Report(NamedTuple):
    """Everything a validation found. ``ok`` is true where there is no error (warnings are allowed).

    ``counts`` holds the true number of issues of each code, also where ``issues`` was cut at 100 a code
    (``truncated``). ``coverage`` is the share of required rows that are present, 0..1. ``at_stake`` maps a code to
    the most points (0..100) of the headline that its issues can cost.
    """

    ok: bool
    benchmark: str
    data_version: str
    mode: Mode
    track: Track
    rows: int
    coverage: float
    counts: Mapping[str, int]
    truncated: bool
    issues: tuple[Issue, ...]
    at_stake: Mapping[str, float] = {}


class Submission(NamedTuple):
    """One prediction file with its card, known by a content hash.

    ``id`` is the sha256 (64 hex digits) of benchmark, data version, track, mode, owner, model, revision and the
    canonical rows; ``sha256`` is that of the canonical rows alone. ``card`` is ``submission.json``.
    """

    id: str
    benchmark: str
    track: Track
    sha256: str
    card: Mapping[str, object] = {}


class Verdict(NamedTuple):
    """A judge's yes or no on one checklist question (1-based), in one repeat (1-based), with its provenance."""

    id: str
    checklist_index: int
    verdict: Literal["yes", "no"]
    repeat: int
    judge: str
    prompt_sha256: str = ""
    answer_sha256: str = ""


class ChecklistCredit(NamedTuple):
    """What one checklist question earned: the share of repeats with the expected verdict, ``None`` while unscored."""

    expected: Literal["yes", "no"]
    credit: float | None


class Score(NamedTuple):
    """One graded answer. ``credit`` is 0..1; ``None`` means unscored (a machine failed), never wrong.

    ``credit_unclipped`` is the diagnostic value of a count under the formula as printed in the paper; ``checklist``
    holds what each checklist question earned, in the order of the key; ``verdicts`` what the judge said, repeat by
    repeat.
    """

    id: str
    answer: str | int | float | None
    credit: float | None
    bucket: Bucket
    order: str | None = None
    verdicts: tuple[str | None, ...] | None = None
    credit_unclipped: float | None = None
    checklist: tuple[ChecklistCredit, ...] = ()


class Unscored(NamedTuple):
    """A value that is not known yet, because a verdict is missing: it will lie between ``low`` and ``high``."""

    low: float = 0.0
    high: float = 1.0


Values = Sequence[float | Unscored]


def credit(question: Question, score: Score) -> Values:
    """What an answer earned, as a metric averages it: one value for each answer.

    Example:
        >>> credit(Question("q1", "VMR", "choice"), Score("q1", "A", 1.0, "correct"))
        (1.0,)
    """
    return (Unscored() if score.credit is None else score.credit,)


class Estimate(NamedTuple):
    """One number of the board: a metric over the questions of one facet value, with its uncertainty.

    ``estimate`` of unit ``share`` lies in 0..1 (percent is for pages only). ``n`` is the number of rows in the
    denominator, taken from the key and never from the submission (in mode official: the rows present). ``sem`` is the
    sample standard deviation (ddof 1) over the square root of n, ``None`` at n = 1. ``stderr`` and the 95 % interval
    from ``ci_low`` to ``ci_high`` respect the ``n_clusters`` clusters (:mod:`board.statistics`).
    """

    metric: str
    facet: str
    value_of_facet: str
    mode: Mode
    estimate: float | None
    unit: Literal["share", "count"]
    higher_is_better: bool
    n: int
    n_unanswered: int = 0
    n_unparsed: int = 0
    n_unscored: int = 0
    stderr: float | None = None
    sem: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    n_clusters: int | None = None
    lower_bound: float | None = None
    upper_bound: float | None = None


class Task(NamedTuple):
    """One task of a benchmark: its official name, a plain title, the kind of answer and the chance level (0..1)."""

    name: str
    title: str
    kind: AnswerKind
    chance: float | None = None


class Metric(NamedTuple):
    """A metric of a benchmark: its name in estimates, the answer kinds it covers, and what it averages.

    ``values`` gives the values (0..1) of one graded answer that enter the mean: usually its credit, none where the
    metric does not cover the answer. ``levels`` are functions of a question that nest the mean, outermost first:
    equal weight for each value of the first, within it for each value of the second, …; none: a plain mean.
    ``facets`` names the facets it is given on (empty: all). ``public_gold_only`` metrics are left out where the gold
    is private, since they would give it away. ``label`` is what pages call it in plain words (default: the title),
    ``definition`` says in a sentence how it is worked out.
    """

    name: str
    title: str
    kinds: tuple[AnswerKind, ...]
    values: Callable[[Question, Score], Values] = credit
    levels: tuple[Callable[[Question], str], ...] = ()
    facets: tuple[str, ...] = ()
    higher_is_better: bool = True
    public_gold_only: bool = False
    label: str = ""
    definition: str = ""


def is_unclipped(metric: str) -> bool:
    """True for a diagnostic that may leave 0..1, which its name says.

    Example:
        >>> is_unclipped("mra_unclipped"), is_unclipped("mra")
        (True, False)
    """
    return metric.endswith("_unclipped")


class Facet(NamedTuple):
    """A way of cutting the board: its name, a plain title, and its values in display order.

    ``of`` gives a question's value where it follows from the question; else it is ``question.facets[name]``.
    """

    name: str
    title: str
    values: tuple[str, ...] = ()
    of: Callable[[Question], str] | None = None

    def value(self, question: Question) -> str:
        """The value of a question; empty where it has none."""
        return self.of(question) if self.of else question.facets.get(self.name, "")


def task_of(question: Question) -> str:
    """The task of a question, for facets and levels that are another name of it.

    Example:
        >>> Facet("ability", "ability", of=task_of).value(Question("v/0/3", "summary", "text"))
        'summary'
    """
    return question.task


class DataVersion(NamedTuple):
    """One release of a benchmark's data: its name and the number of questions of each task.

    ``counts`` is empty where the release only tells ``totals``: ``questions``, or what an importer counts otherwise
    (``dialogues``, ``rounds``). ``source`` is the recorded address.
    """

    name: str
    counts: Mapping[str, int] = {}
    source: str = ""
    totals: Mapping[str, int] = {}

    @property
    def size(self) -> Mapping[str, int]:
        """What is known of the size of the release, e.g. ``{"questions": 6980}``."""
        return self.totals or {"questions": sum(self.counts.values())}


class Benchmark(NamedTuple):
    """A benchmark is a value: what is asked, how it is cut, what the board shows.

    ``data_versions[0]`` is the default release. ``id_pattern`` is a regular expression that the ids of the released
    data match; it serves hints only. ``headline`` is the name of the headline metric. ``task_facet`` is the facet that
    is the benchmark's own name for its tasks, if it has one. ``root`` is the folder that the benchmark's folder was
    loaded from, None where it is one of the house's own. ``cluster_words`` is what a cluster of questions is called,
    one and many.
    """

    name: str
    title: str
    gold: Literal["public", "private"]
    tasks: tuple[Task, ...]
    metrics: tuple[Metric, ...]
    facets: tuple[Facet, ...]
    headline: str
    data_versions: tuple[DataVersion, ...]
    id_pattern: str
    tracks: tuple[Track, ...] = ("standard",)
    task_facet: str = ""
    licence: str = ""
    homepage: str = ""
    paper: str = ""
    bibtex: str = ""
    cluster_words: tuple[str, str] = ("cluster", "clusters")
    root: Path | None = None

    def task(self, name: str) -> Task:
        """The task of that name; raises KeyError with the known names otherwise."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise KeyError(f"task {name!r} is not one of {[task.name for task in self.tasks]}")

    def metric_of(self, kind: AnswerKind) -> str:
        """The name of the metric that answers of this kind are shown by: the first of those that cover least else."""
        own = [metric for metric in self.metrics if kind in metric.kinds]
        return min(own, key=lambda metric: len(metric.kinds)).name if own else self.headline

    def data_version(self, name: str) -> DataVersion | None:
        """The release of that name, or None."""
        return next((version for version in self.data_versions if version.name == name), None)
