"""Judging the answers of a run: the ledger first, then the judge for what it has not said yet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from board.errors import JudgeError
from scorer.judge.entries import Entry, entry_of, key_of
from scorer.judge.ledger import Ledger
from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked, Identity, Judge, Opinion, Turn

Clock = Callable[[], datetime]
Watch = Callable[[Iterable[Opinion], int], Iterator[Opinion]]


class Counts(NamedTuple):
    """What a run cost: verdict sets needed, found in the ledger, given now, failed, and left without any reply."""

    needed: int
    from_ledger: int
    given: int
    failed: int
    missing: int
    calls: int
    tokens: int


class Judged(NamedTuple):
    """Opinions by (answer id, repeat), the judge behind them, what they cost, and why some are missing."""

    opinions: Mapping[tuple[str, int], Opinion]
    identity: Identity
    repeats: int
    counts: Counts
    outages: tuple[str, ...] = ()


def utc_now() -> datetime:
    """The time, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


def unwatched(opinions: Iterable[Opinion], total: int) -> Iterator[Opinion]:
    """Show no progress."""
    del total
    return iter(opinions)


def judge_answers(
    judge: Judge,
    asked: Sequence[Asked],
    ledger: Ledger,
    *,
    only_failed: bool = False,
    clock: Clock = utc_now,
    watch: Watch = unwatched,
) -> Judged:
    """Every answer judged in every repeat, each verdict kept in the ledger as soon as it is given.

    What the ledger holds is not asked again; a failed verdict is asked again with ``only_failed``. Answers and
    checklists that are the same are asked once.

    Raises:
        JudgeError: the judge is out of reach, so that not one verdict is known.
    """
    by_key = _by_key(judge, asked)
    known = {key: entry for key in by_key if (entry := ledger.find(key)) is not None}
    fixed = {key: entry for key, entry in known.items() if entry.verdicts is not None or not only_failed}
    open_keys = {(turns[0].asked.id, turns[0].repeat): key for key, turns in by_key.items() if key not in fixed}
    given = dict(_ask(judge, [by_key[key][0] for key in open_keys.values()], open_keys, ledger, clock, watch))
    opinions = {
        (turn.asked.id, turn.repeat): found.opinion(turn.asked.id)
        for key, turns in by_key.items()
        if (found := given.get(key) or known.get(key)) is not None
        for turn in turns
    }
    counts = _counts(by_key, fixed, given, opinions)
    if open_keys and not opinions:
        raise JudgeError(f"{judge.identity.name} gave no verdict at all: {_first(judge.outages)}. Nothing was scored")
    return Judged(opinions, judge.identity, judge.repeats, counts, tuple(judge.outages))


def open_turns(judge: Judge, asked: Sequence[Asked], ledger: Ledger, *, only_failed: bool = False) -> list[Turn]:
    """What would have to be asked now, for an estimate of its cost."""
    turns = _by_key(judge, asked).items()
    found = [(key, mine[0], ledger.find(key)) for key, mine in turns]
    return [turn for _, turn, entry in found if entry is None or (only_failed and entry.verdicts is None)]


def _by_key(judge: Judge, asked: Sequence[Asked]) -> dict[str, list[Turn]]:
    """The turns behind each ledger key, in order."""
    shows = shows_reference(judge.identity)
    turns: dict[str, list[Turn]] = {}
    for one in asked:
        for repeat in range(1, judge.repeats + 1):
            key = key_of(judge.identity, one, repeat, shows_reference=shows)
            turns.setdefault(key, []).append(Turn(one, repeat))
    return turns


def shows_reference(identity: Identity) -> bool:
    """Whether a judge's prompt shows it the user's question and the reference answer."""
    prompt = PROMPTS.get(identity.prompt)
    return prompt is not None and prompt.shows_reference


def _ask(
    judge: Judge,
    turns: Sequence[Turn],
    keys: Mapping[tuple[str, int], str],
    ledger: Ledger,
    clock: Clock,
    watch: Watch,
) -> Iterator[tuple[str, Entry]]:
    """Ask, and keep what comes back; each entry with its key."""
    if not turns:
        return
    asked = {(turn.asked.id, turn.repeat): turn.asked for turn in turns}
    shows = shows_reference(judge.identity)
    for said in watch(judge.opinions(turns), len(turns)):
        place = (said.id, said.repeat)
        entry = entry_of(judge.identity, asked[place], said, clock().isoformat(), shows_reference=shows)
        ledger.append([entry])
        yield keys[place], entry


def _counts(
    by_key: Mapping[str, Sequence[Turn]],
    fixed: Mapping[str, Entry],
    given: Mapping[str, Entry],
    opinions: Mapping[tuple[str, int], Opinion],
) -> Counts:
    needed = sum(map(len, by_key.values()))
    return Counts(
        needed=needed,
        from_ledger=sum(len(by_key[key]) for key in fixed),
        given=sum(len(by_key[key]) for key in given),
        failed=sum(opinion.verdicts is None for opinion in opinions.values()),
        missing=needed - len(opinions),
        calls=sum(entry.calls for entry in given.values()),
        tokens=sum(entry.tokens for entry in given.values()),
    )


def _first(reasons: Sequence[str]) -> str:
    return reasons[0] if reasons else "it returned nothing"
