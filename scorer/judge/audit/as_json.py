"""A report as plain JSON values, for ``--format json``."""

from typing import Any


def as_json(report: Any) -> Any:
    """A report (a NamedTuple of NamedTuples, tuples and plain values) as objects, lists and plain values.

    What a report works out from its fields (its properties) follows them under its own name.

    Example:
        >>> from scorer.judge.audit.flips import Fewest
        >>> as_json((Fewest(2, None),))
        [{'to_tie': 2, 'to_pass': None}]
    """
    if hasattr(report, "_asdict"):
        worked_out = [name for name, value in vars(type(report)).items() if isinstance(value, property)]
        return {name: as_json(getattr(report, name)) for name in (*report._fields, *worked_out)}
    if isinstance(report, tuple | list):
        return [as_json(value) for value in report]
    return report
