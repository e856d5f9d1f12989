"""How far two sets of verdicts agree: a judge against people, or one judge against another.

Kappa is the agreement beyond what two sides would reach by chance that say yes as often as these do (Cohen 1960,
*Educational and Psychological Measurement* 20:37). It is low where nearly all is yes, however good the judge; so the
table of yes and no stands beside it.
"""

from typing import NamedTuple

from board.checklists import MISSING, NO, YES
from board.statistics import clustered_mean, within
from scorer.judge.audit.pairing import TIED, Paired

OVERALL = "all"


class Confusion(NamedTuple):
    """How often the first side said one word and the second another: ``yes_no`` is first yes, second no."""

    yes_yes: int
    yes_no: int
    no_yes: int
    no_no: int

    @property
    def n(self) -> int:
        """How many verdicts were compared."""
        return sum(self)


class Agreement(NamedTuple):
    """Two sides on the checklist questions of one ability, or of ``all``.

    ``agreement`` (0..1) is over the ``n`` questions that both decide, each weighing the same; its 95 % interval
    respects ``n_clusters`` videos and is None where they cannot tell it. ``tied`` questions have as many yes as no in
    the repeats of one side; ``only_first`` and ``only_second`` are those the other side says nothing of.
    """

    ability: str
    n: int
    agreement: float | None
    ci_low: float | None
    ci_high: float | None
    n_clusters: int
    kappa: float | None
    confusion: Confusion
    tied: int
    only_first: int
    only_second: int


class AgreementReport(NamedTuple):
    """Two sides by name, over everything and per ability (in the order of the questions)."""

    first: str
    second: str
    overall: Agreement
    abilities: tuple[Agreement, ...]


def agreement_report(paired: Paired, first: str, second: str) -> AgreementReport:
    """How far two sides agree, which are called ``first`` and ``second``.

    Example:
        >>> import numpy as np
        >>> one = np.array([YES, YES, NO, NO], dtype=np.int8)
        >>> other = np.array([YES, NO, NO, MISSING], dtype=np.int8)
        >>> found = agreement_report(Paired(("summary",) * 4, tuple("abcd"), one, other), "judge", "people").overall
        >>> found.n, round(found.agreement, 3), round(found.kappa, 3), found.only_first
        (3, 0.667, 0.4, 1)
    """
    names = tuple(dict.fromkeys(paired.abilities))
    return AgreementReport(
        first, second, agreement_of(paired, OVERALL), tuple(agreement_of(paired.of(name), name) for name in names)
    )


def agreement_of(paired: Paired, ability: str) -> Agreement:
    """The agreement over all of these questions."""
    both = paired.compared
    one, other = paired.first[both], paired.second[both]
    clusters = [cluster for cluster, known in zip(paired.clusters, both.tolist(), strict=True) if known]
    found = within(clustered_mean((one == other).astype(float), clusters)) if clusters else None
    confusion = Confusion(*(int(((one == a) & (other == b)).sum()) for a in (YES, NO) for b in (YES, NO)))
    some, second = paired.first != MISSING, paired.second != MISSING
    return Agreement(
        ability=ability,
        n=confusion.n,
        agreement=(confusion.yes_yes + confusion.no_no) / confusion.n if found else None,
        ci_low=found.ci_low if found else None,
        ci_high=found.ci_high if found else None,
        n_clusters=len(set(clusters)),
        kappa=kappa(confusion),
        confusion=confusion,
        tied=int((some & second & ((paired.first == TIED) | (paired.second == TIED))).sum()),
        only_first=int((some & ~second).sum()),
        only_second=int((second & ~some).sum()),
    )


def kappa(confusion: Confusion) -> float | None:
    """Cohen's kappa, -1..1; None where nothing is compared, or both sides only ever say the same one word.

    Both are whole numbers until the one division: (n · agreed - chance) / (n² - chance), where chance is
    yes₁ · yes₂ + no₁ · no₂.

    Example:
        Of 50 questions 20 are yes to both, 15 no to both, 5 and 10 are not agreed on: 0.7 against 0.5 by chance.

        >>> kappa(Confusion(20, 5, 10, 15))
        0.4
    """
    n = confusion.n
    yes = (confusion.yes_yes + confusion.yes_no) * (confusion.yes_yes + confusion.no_yes)
    no = (confusion.no_no + confusion.no_yes) * (confusion.no_no + confusion.yes_no)
    chance = yes + no
    if n * n == chance:
        return None
    return (n * (confusion.yes_yes + confusion.no_no) - chance) / (n * n - chance)
