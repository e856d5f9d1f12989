"""What a person is told of a judge's run: what it will cost, how far it is, what it cost, and what is left open.

All of it goes to stderr: a result stays the same whatever it cost.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

from board.words import counted
from scorer.judge.ledger import Ledger
from scorer.judge.options import asked_again
from scorer.judge.run import Judged, open_turns, sets_needed
from scorer.judge.types import Asked, Judge, Opinion, Turn
from scorer.judge.writing_judge import WritingJudge
from scorer.models.budget import Budget, Estimate, Prices, estimate


def estimate_text(options: argparse.Namespace, judge: Judge, asked: Sequence[Asked], ledger: Ledger) -> str:
    """What asking what the ledger does not hold will cost, in one line."""
    turns, needed = open_turns(judge, asked, ledger, **asked_again(options)), sets_needed(judge, asked)
    if not turns:
        return f"all {needed:,} are in the ledger: nothing to ask"
    known = f"{needed - len(turns):,} of {needed:,} are in the ledger"
    if not isinstance(judge, WritingJudge):
        return f"{known}; {counted(len(turns), 'answer')} to read on this machine, no calls to pay"
    more = f" (asked once each; an unreadable reply up to {judge.retries} times more)" if judge.retries else ""
    return f"{known}; {cost_of(options, judge, turns).text}{more}"


def cost_of(options: argparse.Namespace, judge: WritingJudge, turns: Iterable[Turn]) -> Estimate:
    """What asking these turns once will probably cost."""
    return estimate([judge.request(turn) for turn in turns], Prices(*options.price) if options.price else None)


def watch(opinions: Iterable[Opinion], total: int) -> Iterator[Opinion]:
    """Show on a terminal how far the judging is."""
    from tqdm import tqdm

    yield from tqdm(opinions, "judging", total, leave=False, delay=1, disable=None)


def tell_run(judged: Judged, ledger: Ledger) -> None:
    """What the verdicts cost, and what went wrong, on stderr: a result stays the same whatever it cost."""
    counts = judged.counts
    print(
        f"judge {judged.identity.label} · {judged.identity.prompt}: {counts.needed:,} needed, "
        f"{counts.from_ledger:,} from the ledger, {counts.calls:,} calls, {counts.tokens:,} tokens",
        file=sys.stderr,
    )
    for what in (*ledger.told, *judged.outages):
        print(f"  {what}", file=sys.stderr)
    if counts.missing:
        print(f"  {counts.missing:,} got no reply: run the same command again to ask for them", file=sys.stderr)
    if counts.failed:
        print(f"  {counts.failed:,} could not be read: --only-failed asks for these again", file=sys.stderr)


def tell_spent(budget: Budget) -> None:
    """What was really sent to a server, tries that failed included."""
    if budget.calls:
        paid = f", {budget.spent_usd:,.4f} USD" if budget.prices else ""
        print(f"  {counted(budget.calls, 'request')} sent{paid}", file=sys.stderr)
