"""A judge of the past: it says again what the ledger holds of it, and nothing else."""

from collections.abc import Iterator, Sequence

from board.errors import JudgeError
from scorer.judge.ledger import Ledger
from scorer.judge.types import Identity, Opinion, Turn


class RecordedJudge:
    """Stands for a judge whose verdicts are all in the ledger; what is not there stays without a verdict."""

    def __init__(self, identity: Identity, repeats: int) -> None:
        self.identity, self.repeats = identity, repeats
        self.outages: list[str] = []

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """Nothing: whoever asks has looked into the ledger already."""
        self.outages.append(f"{len(turns):,} of the verdicts asked for are not in the ledger")
        return iter(())


def recorded_judge(ledger: Ledger, name: str | None = None) -> RecordedJudge:
    """The judge of a ledger whose label, or model name, is ``name``; the only one there is where none is named.

    Raises:
        JudgeError: there is none, or several; the message lists them.
    """
    repeats: dict[str, int] = {}
    known: dict[str, Identity] = {}
    for entry in ledger.entries():
        identity = entry.identity
        label = f"{identity.label} · {identity.prompt}"
        known[label] = identity
        repeats[label] = max(repeats.get(label, 0), entry.repeat)
    found = [label for label in known if name is None or name in (label, known[label].label, known[label].name)]
    if len(found) == 1:
        return RecordedJudge(known[found[0]], repeats[found[0]])
    held = "".join(f"\n  {label}" for label in sorted(known)) or " nothing yet"
    wanted = f"no judge {name!r}" if name and not found else "several judges" if found else "no judge"
    raise JudgeError(
        f"found {wanted} in the ledger {ledger.folder}, expected one: name it with --model (or name a verdict file, "
        f"or a folder of them). The ledger holds:{held}"
    )
