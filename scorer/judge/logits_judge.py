"""A judge that does not write: yes or no is read from the probabilities of its next word.

Every checklist question is asked by itself, after the same text, and the probability of yes among yes and no decides
at one half (after calibration, where there is one). It is deterministic, so one repeat is all there is, and no reply
can fail to be read. A model that would hardly say either word still leans to one of them: that is told.
"""

from collections.abc import Iterator, Sequence
from math import exp, isfinite
from statistics import median
from typing import Any, NamedTuple

from scorer.judge.prompts import Prompt
from scorer.judge.quoting import LOCAL_BITS, marker
from scorer.judge.types import Identity, Opinion, Turn, Word
from scorer.models.base import Margins, Unanswered, YesNoModel


class Calibration(NamedTuple):
    """P(yes) = sigmoid((margin + bias) / temperature); temperature > 0, both in units of the margin (nats).

    Example:
        >>> round(Calibration(2.0, 1.0).p_yes(1.0), 4)
        0.7311
    """

    temperature: float = 1.0
    bias: float = 0.0

    def p_yes(self, margin: float) -> float:
        """The probability of yes, 0..1, of a margin log P(yes) - log P(no)."""
        scaled = (margin + self.bias) / self.temperature
        return 1.0 / (1.0 + exp(-scaled)) if scaled >= 0 else exp(scaled) / (1.0 + exp(scaled))


NO_CALIBRATION = Calibration()
LEAST_MASS = 0.1  # of the probability, the median that yes and no have together where a model answers the question
FEWEST_QUESTIONS = 20  # fewer say too little of a model
NO_NUMBER = "the model gave no finite number for an answer: try --dtype float32, or another model"


class LogitsJudge:
    """A judge over a :class:`scorer.models.base.YesNoModel`.

    The code of its markers is drawn from the ledger's ``seed`` and is the same for all answers (32 bits; drawn again
    for an answer that holds it), so that what stands before the answer is computed once for all. ``outages`` also tells
    where yes and no are not what the model would say.
    """

    repeats = 1
    one_by_one = False

    def __init__(
        self,
        model: YesNoModel,
        prompt: Prompt,
        seed: str,
        *,
        settings: dict[str, Any] | None = None,
        calibration: Calibration = NO_CALIBRATION,
    ) -> None:
        self._model, self._prompt, self._seed, self._calibration = model, prompt, seed, calibration
        told: dict[str, Any] = {"way": "logits", "repeats": 1, **(settings or {})}
        if calibration != NO_CALIBRATION:
            told["calibration"] = calibration._asdict()
        self.identity = Identity(model.name, model.revision, prompt.name, prompt.sha256, told)
        self.outages: list[str] = []

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn; one that the model gives no finite number for is left out."""
        for turn, found in self._asked(turns):
            p_yes = tuple(self._calibration.p_yes(margin) for margin in found.margins)
            verdicts: tuple[Word, ...] = tuple("yes" if share > 0.5 else "no" for share in p_yes)
            model = self.identity.name
            yield Opinion(turn.asked.id, turn.repeat, verdicts, (), p_yes, model, 1, found.tokens)

    def margins(self, turns: Sequence[Turn]) -> Iterator[tuple[str, tuple[float, ...]]]:
        """The margins of each turn's questions before any calibration, with the id of its answer; some left out too."""
        return ((turn.asked.id, found.margins) for turn, found in self._asked(turns))

    def _asked(self, turns: Sequence[Turn]) -> Iterator[tuple[Turn, Margins]]:
        asked = [self._prompt.branches(turn.asked, marker(self._seed, LOCAL_BITS, turn.asked.answer)) for turn in turns]
        masses: list[float] = []
        for place, found in self._model.margins(asked):
            if isinstance(found, Unanswered):
                self._tell(found.why)
            elif not all(map(isfinite, (*found.margins, *found.masses))):
                self._tell(NO_NUMBER)
            else:
                masses += found.masses
                yield turns[place], found
        if len(masses) >= FEWEST_QUESTIONS and median(masses) < LEAST_MASS:
            self._tell(
                f"yes and no have only {100 * median(masses):.2g} % of the probability (median): this judge hardly "
                "answers the question, try --way writes or another model"
            )

    def _tell(self, why: str) -> None:
        if why not in self.outages:
            self.outages.append(why)
