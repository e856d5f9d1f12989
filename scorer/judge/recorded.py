"""A judge of the past: it says again what the ledger holds of it, and nothing else."""

from collections.abc import Iterator, Sequence

from board.errors import JudgeError
from board.judges import named_by_us
from board.words import counted
from scorer.judge.ledger import Ledger
from scorer.judge.prompts import asks_one_by_one
from scorer.judge.types import Identity, Opinion, Turn


class RecordedJudge:
    """Stands for a judge whose verdicts are all in the ledger; what is not there stays without a verdict."""

    def __init__(self, identity: Identity, repeats: int) -> None:
        self.identity, self.repeats = identity, repeats
        self.one_by_one = asks_one_by_one(identity)
        self.outages: list[str] = []

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        """Nothing: whoever asks has looked into the ledger already."""
        self.outages.append(f"{counted(len(turns), 'answer is', 'answers are')} not in the ledger")
        return iter(())


def recorded_judge(ledger: Ledger, name: str | None = None) -> RecordedJudge:
    """The judge of a ledger whose label, or model name, is ``name``; the only one there is where none is named.

    Raises:
        JudgeError: there is none, or several; the message lists them.
    """
    known: dict[str, RecordedJudge] = {}
    for entry in ledger.entries():
        identity = entry.identity
        label = f"{identity.label} · {identity.prompt} ({identity.prompt_sha256[:8]})"
        judge = known.setdefault(label, RecordedJudge(identity, int(identity.settings.get("repeats", 0))))
        if "repeats" not in identity.settings:  # ledgers of before: the highest repeat tells
            judge.repeats = max(judge.repeats, entry.repeat)
    names = {label: (label, judge.identity.label, judge.identity.name) for label, judge in known.items()}
    wanted = name and named_by_us(name)
    found = [label for label in known if wanted is None or wanted in names[label]]
    if len(found) == 1:
        return known[found[0]]
    held = "".join(f"\n  {label}" for label in sorted(known)) or " nothing yet"
    missing = f"no judge {name!r}" if name and not found else "several judges" if found else "no judge"
    raise JudgeError(
        f"found {missing} in the ledger {ledger.folder}, expected one: name it with --model (or name a verdict file, "
        f"or a folder of them). The ledger holds:{held}"
    )
