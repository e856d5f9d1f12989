"""Judges as boards know them: by the name in a result's provenance."""

import re

SMOKE = "smoke/"
SMOKE_REASON = "a smoke judge: for trying things out, never published"


def is_smoke(judges: str | None) -> bool:
    """Whether one of the judges of a result (names joined by commas) is a smoke judge.

    Example:
        >>> is_smoke("smoke/tiny@0123+4567"), is_smoke("big@0123+4567"), is_smoke(None)
        (True, False, False)
    """
    return any(name.strip().casefold().startswith(SMOKE) for name in (judges or "").split(","))


def model_of(judge: str) -> str:
    """The model in a judge's name, without its revision, settings, and what a server calls it.

    Example:
        >>> model_of("some-judge@0123abcd4567+faa69a56 as some-judge-2026"), model_of("people")
        ('some-judge', 'people')
    """
    return re.sub(r"(?:@[^@+]+)?\+[0-9a-f]{8}(?: as .*)?$", "", judge)


def named_by_us(judge: str) -> str:
    """A judge's name without what a server calls its model.

    Example:
        >>> named_by_us("some-judge+faa69a56 as some-judge-2026")
        'some-judge+faa69a56'
    """
    return judge.partition(" as ")[0]
