"""What ``gpu_check`` found: the figures, what they come to for the whole benchmark, and how they read."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scorer.models.gpu_ways import EACH, SHARED, SINGLY, TOGETHER, Timed
from scorer.models.mt_shaped import ANSWERS

PEAK = 989e12  # bfloat16 operations a second of an H200 or H100, dense
AIMS = {"(a) / floor": 3.0, "(c) / (a)": 1.4, "(d) / (a)": 30.0}


class Agreement(NamedTuple):
    """How far apart the margins of (a) and (b) were at most (nats), over how many questions, and what is allowed."""

    dtype: str
    questions: int
    largest_difference: float
    allowed: float

    @property
    def holds(self) -> bool:
        """Whether they agree."""
        return self.largest_difference <= self.allowed


class Report(NamedTuple):
    """Figures of one run; times in seconds, ``needed_tokens`` those of answers and questions, each once."""

    machine: str
    model: str
    parameters: int
    without_embeddings: int
    built: float
    way: str
    answers: int
    questions: int
    needed_tokens: int
    timed: Sequence[Timed]
    in_band: int
    alone: float
    agreements: Sequence[Agreement]

    @property
    def floor(self) -> float:
        """Seconds for the whole benchmark if each of its tokens were read once at the peak of the machine."""
        return 2.0 * self.without_embeddings * self.needed_tokens / self.answers * ANSWERS / PEAK

    def scaled(self, way: str) -> float:
        """Seconds one way takes for the whole benchmark, scaled up from what was timed."""
        timed = next(one for one in self.timed if one.way == way)
        return timed.seconds / timed.answers * ANSWERS

    @property
    def ratios(self) -> dict[str, float]:
        """What is aimed at: (a) over the floor, and the other ways over (a)."""
        shared = self.scaled(SHARED)
        others = {"(b) / (a)": EACH, "(c) / (a)": TOGETHER, "(d) / (a)": SINGLY}
        return {"(a) / floor": shared / self.floor, **{name: self.scaled(way) / shared for name, way in others.items()}}


def as_json(report: Report) -> dict[str, Any]:
    """The figures as a JSON object."""
    ways = [
        {
            "way": one.way,
            "answers": one.answers,
            "seconds": one.seconds,
            "tokens": one.done.tokens,
            "seconds_scaled": report.scaled(one.way),
        }
        for one in report.timed
    ]
    agreements = [{**one._asdict(), "holds": one.holds} for one in report.agreements]
    return {
        **report._asdict(),
        "timed": ways,
        "agreements": agreements,
        "floor": report.floor,
        "ratios": report.ratios,
        "aims": AIMS,
        "whole_benchmark": ANSWERS,
    }


def as_text(report: Report) -> str:
    """The figures as a page to read."""
    asked = (
        f"{report.answers:,} of {ANSWERS:,} answers ({report.answers / ANSWERS:.1%}), {report.questions:,} questions"
    )
    return "\n".join(
        [
            report.machine,
            f"{report.model}: {report.parameters:,} parameters, {report.without_embeddings:,} without embeddings",
            f"{asked}, {report.needed_tokens / report.answers:.0f} tokens of answer and questions each",
            f"built and warmed up in {report.built:.1f} s; way of sharing: {report.way}",
            "",
            f"For all {ANSWERS:,} answers, scaled up:",
            *(_way(report, one) for one in report.timed),
            f"{'floor: those tokens once, at 989 TFLOP/s':<46}{report.floor:>10,.1f} s",
            "",
            *(_ratio(name, value) for name, value in report.ratios.items()),
            "",
            *(_agreement(one) for one in report.agreements),
            _in_band(report),
        ]
    )


def _way(report: Report, one: Timed) -> str:
    measured = f"{one.answers:,} answers in {one.seconds:,.2f} s, {one.done.tokens / one.answers:,.0f} tokens each"
    return f"{one.way:<46}{report.scaled(one.way):>10,.1f} s   from {measured}"


def _in_band(report: Report) -> str:
    share = report.in_band / report.answers
    return (
        f"{share:.0%} of answers have a margin so near 0 that judging reads them again alone, "
        f"{1000 * report.alone:.0f} ms each; this is not in (a), and with the share of random weights it would be "
        f"{share * ANSWERS * report.alone:,.1f} s more"
    )


def _ratio(name: str, value: float) -> str:
    aim = AIMS.get(name)
    if aim is None:
        return f"{name:<12}{value:>8.2f}"
    most = name.endswith("floor")
    met = value <= aim if most else value >= aim
    return f"{name:<12}{value:>8.2f}   aim {'at most' if most else 'at least'} {aim:g}: {'met' if met else 'not met'}"


def _agreement(one: Agreement) -> str:
    return (
        f"(a) and (b) in {one.dtype}: margins of {one.questions:,} questions differ by {one.largest_difference:.2g} at "
        f"most, allowed {one.allowed:g}: {'they agree' if one.holds else 'THEY DO NOT AGREE'}"
    )
