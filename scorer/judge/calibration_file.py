"""The file that ``judge calibrate`` writes and ``--calibration`` takes: two numbers, and the judge they are of."""

import json
from math import inf, isfinite
from pathlib import Path
from typing import NamedTuple

from board.errors import JudgeError
from board.writing import write_whole
from scorer.judge.logits_judge import Calibration
from scorer.judge.types import Identity


class CalibrationFile(NamedTuple):
    """A calibration, and the label and prompt of the judge, as it was without one, that it was fitted for."""

    calibration: Calibration
    judge: str
    prompt: str

    def require_own(self, plain: Identity, file: Path) -> None:
        """Refuse the calibration of another judge or prompt than this one, which has no calibration yet.

        Raises:
            JudgeError: it is of another.
        """
        if (self.judge, self.prompt) != (plain.label, plain.prompt):
            raise JudgeError(
                f"{file} is of {self.judge} · {self.prompt}, expected {plain.label} · {plain.prompt}: calibrate this "
                "judge, with this prompt and number format"
            )


def read_calibration(file: Path) -> CalibrationFile:
    """The calibration in a file.

    Raises:
        JudgeError: the file is none, or its numbers can be none.
    """
    try:
        told = json.loads(file.read_bytes())
        found = Calibration(float(told["temperature"]), float(told["bias"]))
        whose = str(told["judge"]), str(told["prompt"])
    except (ValueError, KeyError, TypeError) as error:
        raise JudgeError(f"{file} is no calibration: expected what judge calibrate wrote") from error
    if not (isfinite(found.bias) and 0.0 < found.temperature < inf):
        raise JudgeError(
            f"{file} says temperature {found.temperature}, bias {found.bias}; expected finite numbers, the temperature "
            "above 0: calibrate again"
        )
    return CalibrationFile(found, *whose)


def write_calibration(file: Path, fitted: Calibration, plain: Identity, n_labels: int) -> None:
    """Write what was fitted to so many labels for a judge without calibration."""
    told = {**fitted._asdict(), "n_labels": n_labels, "judge": plain.label, "prompt": plain.prompt}
    write_whole(file, json.dumps(told, indent=1) + "\n")
