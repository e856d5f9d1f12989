"""The error tree of the house.

    BoardError                something is wrong and a person can mend it
    ├── SubmissionError       the submitter mends it: a file or a card is not what the contract asks for
    ├── BenchmarkError        the maintainer mends it: a benchmark folder, its data or its key is wrong
    └── JudgeError            a model or a machine failed: the run is incomplete, never a score

A message says what was found, what was expected, where, and what to do. Faults *inside* a prediction file
are never raised: they are gathered as :class:`board.types.Issue` in one :class:`board.types.Report`.
"""


class BoardError(Exception):
    """Something is wrong that a person can mend; the message says how.

    Example:
        >>> raise BoardError("found 3 rows, expected 4 in key.jsonl: import the benchmark again")
        Traceback (most recent call last):
        board.errors.BoardError: found 3 rows, expected 4 in key.jsonl: import the benchmark again
    """


class SubmissionError(BoardError):
    """The submitter can mend it: a file or a card is not what the contract asks for."""


class BenchmarkError(BoardError):
    """The maintainer can mend it: a benchmark folder, its data or its key is wrong."""


class JudgeError(BoardError):
    """A judge or a machine failed; the run becomes incomplete, never a lower score."""
