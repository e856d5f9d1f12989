"""A judge that does not write: yes or no is read from the probabilities of its next word.

Every checklist question is asked by itself, after the same text, and the probability of yes among yes and no decides
at one half (after calibration, where there is one). It is deterministic, so one repeat is all there is, and no reply
can fail to be read.
"""

from collections.abc import Iterator, Sequence
from math import exp, isfinite
from typing import Any, NamedTuple

from board.errors import JudgeError
from scorer.judge.prompts import Prompt
from scorer.judge.quoting import LOCAL_BITS, marker
from scorer.judge.types import Identity, Opinion, Turn, Word
from scorer.models.base import Margins, YesNoModel


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


class LogitsJudge:
    """A judge over a :class:`scorer.models.base.YesNoModel`.

    The code of its markers is drawn from the ledger's ``seed`` and is the same for all answers (32 bits; drawn again
    for an answer that holds it), so that what stands before the answer is computed once for all.
    """

    repeats = 1

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
        told: dict[str, Any] = {"way": "logits", **(settings or {})}
        if calibration != NO_CALIBRATION:
            told["calibration"] = calibration._asdict()
        self.identity = Identity(model.name, model.revision, prompt.name, prompt.sha256, told)
        self.outages: list[str] = []

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """One opinion a turn.

        Raises:
            JudgeError: the model gives no number.
        """
        for turn, found in self._asked(turns):
            p_yes = tuple(self._calibration.p_yes(margin) for margin in found.margins)
            verdicts: tuple[Word, ...] = tuple("yes" if share > 0.5 else "no" for share in p_yes)
            model = self.identity.name
            yield Opinion(turn.asked.id, turn.repeat, verdicts, (), p_yes, model, 1, found.tokens)

    def margins(self, turns: Sequence[Turn]) -> Iterator[tuple[str, tuple[float, ...]]]:
        """The margins of each turn's questions before any calibration, with the id of its answer."""
        return ((turn.asked.id, found.margins) for turn, found in self._asked(turns))

    def _asked(self, turns: Sequence[Turn]) -> Iterator[tuple[Turn, Margins]]:
        asked = [self._prompt.branches(turn.asked, marker(self._seed, LOCAL_BITS, turn.asked.answer)) for turn in turns]
        for place, found in self._model.margins(asked):
            if not all(map(isfinite, found.margins)):
                raise JudgeError(
                    f"{self.identity.name} gave no number for {turns[place].asked.id}: try --dtype float32, or "
                    "another model"
                )
            yield turns[place], found
