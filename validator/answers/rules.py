"""Reading the answers of a whole file in ``rules`` mode: the right reader and the right options for each row."""

from collections.abc import Mapping
from typing import Any

from board.types import Reading
from validator.answer_check import Read
from validator.answers.choice import read_choice
from validator.answers.count import read_count
from validator.questions import Questions


def rules_reader(questions: Questions) -> Read:
    """A function (question, text, order) -> Reading.

    Under Shuffle24 the options stand in the order in which they were shown, under their new labels.
    """

    def read(question: int, text: Any, order: str | None) -> Reading:
        if questions.kinds[question] == "count":
            return read_count(text)
        options = questions.options[question]
        return read_choice(text, shown_options(options, order) if order else options)

    return read


def shown_options(options: Mapping[str, str], order: str) -> dict[str, str]:
    """The options as shown under Shuffle24: position by position the text of the original label.

    Example:
        >>> shown_options({"A": "left", "B": "right", "C": "up", "D": "down"}, "ACBD")["B"]
        'up'
    """
    return {label: options[original] for label, original in zip(options, order, strict=True)}
