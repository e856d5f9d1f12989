"""The error tree of the house.

    BoardError                something is wrong and a person can mend it
    ├── SubmissionError       the submitter mends it: a file or a card is not what the contract asks for
    │   └── FaultyAnswers     … the answers in it have faults (a command then ends with 1, not 2)
    ├── BenchmarkError        the maintainer mends it: a benchmark folder, its data or its key is wrong
    │   └── FaultyData        … the official data have faults, or are not the release (1, not 2)
    └── JudgeError            a model or a machine failed: the run is incomplete, never a score

A message says what was found, what was expected, where, and what to do. Faults *inside* a prediction file
are never raised: they are gathered as :class:`board.types.Issue` in one :class:`board.types.Report`.
"""

from collections.abc import Sequence


class BoardError(Exception):
    """Something is wrong that a person can mend; the message says how.

    Example:
        >>> raise BoardError("found 3 rows, expected 4 in key.jsonl: import the benchmark again")
        Traceback (most recent call last):
        board.errors.BoardError: found 3 rows, expected 4 in key.jsonl: import the benchmark again
    """


class SubmissionError(BoardError):
    """The submitter can mend it: a file or a card is not what the contract asks for."""


class FaultyAnswers(SubmissionError):
    """Answer files in another layout have faults; the message lists them, and nothing was written."""


class BenchmarkError(BoardError):
    """The maintainer can mend it: a benchmark folder, its data or its key is wrong."""


class FaultyData(BenchmarkError):
    """Official data have faults or are not the release; the message lists them, and nothing was imported."""


class JudgeError(BoardError):
    """A judge or a machine failed; the run becomes incomplete, never a lower score."""


def listed(faults: Sequence[str], shown: int = 20) -> str:
    """Faults for a message, one a line: the first of them, and how many more there are.

    Example:
        >>> print(listed(["line 2: no id", "line 9: no id"], shown=1))
          line 2: no id
          and 1 more
    """
    lines = [f"  {fault}" for fault in faults[:shown]]
    return "\n".join([*lines, f"  and {len(faults) - shown:,} more"] if len(faults) > shown else lines)
