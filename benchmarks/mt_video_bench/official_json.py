"""Reading a JSON file of the official layout strictly: importer and converter find every fault with its place.

Python's own reader keeps the last of two equal names. The released scripts can write such files (an event named 3 and
one named "3" become two equal names), so here a name that stands twice is a fault.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Place = tuple[str, ...]


class Findings:
    """What was found on the way through the files: faults with their place, absent files, unknown fields.

    ``n_gaps`` counts the checklists whose numbers skip some (Q1, Q3), as if review had removed questions.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.absent: list[str] = []
        self.unknown_fields: Counter[str] = Counter()
        self.n_gaps = 0

    def fault(self, place: Place, text: str) -> None:
        """Keep a fault; the place is the file, then the names on the way down."""
        self.faults.append(f"{', '.join(place)}: {text}")

    def read(self, file: Path, name: str) -> dict[str, Any]:
        """The JSON object in a file that the faults call ``name``; empty where there is none."""
        try:
            value = json.loads(file.read_bytes().decode("utf-8-sig"), object_pairs_hook=_Object, parse_constant=_refuse)
            # What could not be written again (half a surrogate pair) is refused here.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
            for place, twice in _twice(value, (name,)):
                self.fault(place, f"the name {twice!r} stands more than once")
        except OSError as error:
            self.fault((name,), f"cannot be read: {error.strerror or error}")
        except UnicodeDecodeError as error:
            self.fault((name,), f"not UTF-8 at byte {error.start + 1}")
        except UnicodeEncodeError:
            self.fault((name,), "holds half a surrogate pair (\\ud800 to \\udfff), which is no text")
        except ValueError as error:
            self.fault((name,), f"bad JSON: {error}")
        except RecursionError:
            self.fault((name,), "bad JSON: nested too deeply")
        else:
            return self.as_object(value, (name,))
        return {}

    def as_object(self, value: object, place: Place) -> dict[str, Any]:
        """The value if it is an object, else an empty one and a fault."""
        if isinstance(value, dict):
            return value
        self.fault(place, f"found {json_type(value)}, expected an object")
        return {}

    def as_list(self, value: object, place: Place) -> list[Any]:
        """The value if it is a list, else an empty one and a fault."""
        if isinstance(value, list):
            return value
        self.fault(place, f"found {json_type(value)}, expected a list")
        return []


def json_type(value: object) -> str:
    """What a JSON value is, in words.

    Example:
        >>> json_type({}), json_type(True), json_type(None)
        ('an object', 'true or false', 'null')
    """
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return next((word for kind, word in names.items() if isinstance(value, kind)), "a number")


class _Object(dict[str, Any]):
    """A JSON object that remembers which of its names stood more than once."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        times = Counter(name for name, _ in pairs) if len(self) < len(pairs) else {}
        self.twice = [name for name, n in times.items() if n > 1]


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _twice(value: object, place: Place) -> Iterator[tuple[Place, str]]:
    """Every name that stands more than once, and where; all official files go down from videos to events."""
    if isinstance(value, _Object):
        yield from ((place, name) for name in value.twice)
        level = ("", "video ", "event ")[len(place)] if len(place) < 3 else ""
        for name, inner in value.items():
            yield from _twice(inner, (*place, level + name))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from _twice(inner, (*place, _entry(inner, number)))


def _entry(value: object, number: int) -> str:
    """What an entry of a list is called: the event or the round it names, else its number."""
    fields = value if isinstance(value, dict) else {}
    for name, word in (("event_index", "event"), ("round index", "Round")):
        if name in fields:
            return f"{word} {fields[name]}"
    return f"entry {number}"
