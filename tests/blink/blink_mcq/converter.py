"""From a file of ``saved_val_predictions`` (``{"val_Art_Style_1": "(A)", …}``) to rows of a prediction file.

The text itself is kept as ``raw_output``, byte for byte, and is what modes rules and official read. ``prediction`` is
the letter of a text that is one letter in brackets, else the text as it stands: mode strict then names it as a fault
instead of guessing. ``(Z)`` is how the authors mark a refusal: no answer.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.converting import Converted, Row
from board.errors import SubmissionError
from board.types import Question

REFUSED = "(Z)"
_LETTER = re.compile(r"\(([A-Z])\)")


def convert(paths: Sequence[Path], questions: Sequence[Question]) -> Converted:
    """One row a question that has an answer, in the order of the questions.

    Raises:
        SubmissionError: not exactly one file, or it is not one JSON object of texts.
    """
    if len(paths) != 1:
        raise SubmissionError(f"found {len(paths)} files, expected one file of saved_val_predictions")
    answers = json.loads(paths[0].read_bytes())
    if not isinstance(answers, dict) or not all(isinstance(text, str) for text in answers.values()):
        raise SubmissionError(f"{paths[0]} is not one object of texts: expected a file of saved_val_predictions")
    ids = [question.id for question in questions]
    return Converted(
        [row(id, answers[id]) for id in ids if id in answers],
        [id for id in ids if id not in answers],
        [text for id, text in answers.items() if id not in set(ids)],
    )


def row(id: str, text: str) -> Row:
    """One row of the prediction file.

    Example:
        >>> row("q1", "(C)"), row("q2", "(Z)")
        ({'id': 'q1', 'prediction': 'C', 'raw_output': '(C)'}, {'id': 'q2', 'prediction': None})
        >>> row("q3", "(C) Point C")["prediction"]
        '(C) Point C'
    """
    if text == REFUSED:
        return {"id": id, "prediction": None}
    letter = _LETTER.fullmatch(text)
    return {"id": id, "prediction": letter.group(1) if letter else text, "raw_output": text}
