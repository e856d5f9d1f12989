"""Judging the answers of a run: the ledger first, then the judge for what it has not said yet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from board.errors import JudgeError
from scorer.judge.entries import Entry, entry_of, key_of
from scorer.judge.ledger import Ledger
from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked, Identity, Judge, Opinion, Turn, Word

Clock = Callable[[], datetime]
Watch = Callable[[Iterable[Opinion], int], Iterator[Opinion]]


class Counts(NamedTuple):
    """What a run cost: verdict sets needed, found in the ledger, given now, failed, and left without any reply.

    A verdict set is what one call gives: all verdicts about an answer in one repeat, or one of them.
    """

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
    answered_by: str | None = None,
    clock: Clock = utc_now,
    watch: Watch = unwatched,
) -> Judged:
    """Every answer judged in every repeat, each verdict kept in the ledger as soon as it is given.

    What the ledger holds is not asked again, but what failed is with ``only_failed``, and what a model that called
    itself otherwise than ``answered_by`` said. Answers and checklists that are the same are asked once.

    Raises:
        JudgeError: the judge is out of reach, so that not one verdict is known.
    """
    by_key = _by_key(judge, asked)
    held = {key: entry for key, turns in by_key.items() if (entry := _held(ledger, key, turns[0], answered_by))}
    known = {key: entry for key, entry in held.items() if not _is_asked_again(entry, only_failed)}
    missing = {key: turns[0] for key, turns in by_key.items() if key not in known}
    given = dict(_ask(judge, missing, ledger, clock, watch))
    said = _said(by_key, {**held, **given})
    opinions = _whole(asked, said) if judge.one_by_one else said
    if missing and not said:
        raise JudgeError(f"{judge.identity.name} gave no verdict at all: {_first(judge.outages)}. Nothing was scored")
    others = sorted({entry.model for entry in given.values()} - {answered_by})
    if answered_by is not None and others:
        judge.outages.append(f"the server answered as {', '.join(others)}, not as {answered_by}")
    counts = _counts(by_key, known, given, said)
    return Judged(opinions, judge.identity, judge.repeats, counts, tuple(judge.outages))


def open_turns(
    judge: Judge, asked: Sequence[Asked], ledger: Ledger, *, only_failed: bool = False, answered_by: str | None = None
) -> list[Turn]:
    """What would have to be asked now, for an estimate of its cost; parameters as for :func:`judge_answers`."""
    turns = {key: mine[0] for key, mine in _by_key(judge, asked).items()}
    held = {key: _held(ledger, key, turn, answered_by) for key, turn in turns.items()}
    return [turn for key, turn in turns.items() if (entry := held[key]) is None or _is_asked_again(entry, only_failed)]


def sets_needed(judge: Judge, asked: Sequence[Asked]) -> int:
    """How many verdict sets there are to these answers, each of them one call."""
    return judge.repeats * sum(len(one.checklist) if judge.one_by_one else 1 for one in asked)


def shows_reference(identity: Identity) -> bool:
    """Whether a judge's prompt shows it the user's question and the reference answer."""
    prompt = PROMPTS.get(identity.prompt)
    return prompt is not None and prompt.shows_reference


def _by_key(judge: Judge, asked: Sequence[Asked]) -> dict[str, list[Turn]]:
    """The turns behind each ledger key, in order."""
    shows = shows_reference(judge.identity)
    turns: dict[str, list[Turn]] = {}
    for one in (part for whole in asked for part in (_parts(whole) if judge.one_by_one else [whole])):
        for repeat in range(1, judge.repeats + 1):
            key = key_of(judge.identity, one, repeat, shows_reference=shows)
            turns.setdefault(key, []).append(Turn(one, repeat))
    return turns


def _parts(asked: Asked) -> list[Asked]:
    """One question each, under ids of their own."""
    return [
        asked._replace(id=_part_id(asked.id, number), checklist=(question,))
        for number, question in enumerate(asked.checklist, 1)
    ]


def _part_id(id: str, number: int) -> str:
    return f"{id}#{number}"


def _held(ledger: Ledger, key: str, turn: Turn, answered_by: str | None) -> Entry | None:
    """What the ledger holds of a turn; an entry of another shape than its checklist does not count."""
    n = len(turn.asked.checklist)
    entries = (entry for entry in ledger.found(key) if answered_by in (None, entry.model))
    return next((entry for entry in entries if entry.fits(n)), None)


def _is_asked_again(entry: Entry, only_failed: bool) -> bool:
    return entry.verdicts is None and only_failed


def _ask(
    judge: Judge, turns: Mapping[str, Turn], ledger: Ledger, clock: Clock, watch: Watch
) -> Iterator[tuple[str, Entry]]:
    """Ask, and keep what comes back; each entry with its key."""
    if not turns:
        return
    keys = {(turn.asked.id, turn.repeat): key for key, turn in turns.items()}
    shows = shows_reference(judge.identity)
    for said in watch(judge.opinions(list(turns.values())), len(turns)):
        key = keys[said.id, said.repeat]
        entry = entry_of(judge.identity, turns[key].asked, said, clock().isoformat(), shows_reference=shows)
        ledger.append([entry])
        yield key, entry


def _said(by_key: Mapping[str, Sequence[Turn]], entries: Mapping[str, Entry]) -> dict[tuple[str, int], Opinion]:
    return {
        (turn.asked.id, turn.repeat): entries[key].opinion(turn.asked.id)
        for key, turns in by_key.items()
        if key in entries
        for turn in turns
    }


def _whole(asked: Sequence[Asked], parts: Mapping[tuple[str, int], Opinion]) -> dict[tuple[str, int], Opinion]:
    """Opinions about whole answers from those about single questions; none where a part got no reply."""
    whole: dict[tuple[str, int], Opinion] = {}
    repeats = sorted({repeat for _, repeat in parts})
    for one in asked:
        ids = [_part_id(one.id, number) for number in range(1, len(one.checklist) + 1)]
        for repeat in repeats:
            mine = [parts[id, repeat] for id in ids if (id, repeat) in parts]
            if len(mine) == len(ids):
                whole[one.id, repeat] = _joined(one.id, repeat, mine)
    return whole


def _joined(id: str, repeat: int, parts: Sequence[Opinion]) -> Opinion:
    words: list[Word] = [word for part in parts for word in part.verdicts or ()]
    replies = tuple(text for part in parts for text in part.replies)
    verdicts = tuple(words) if len(words) == len(parts) else None
    models = tuple(part.model for part in parts)
    return Opinion(id, repeat, verdicts, replies, None, models[0], 0, 0, models)


def _counts(
    by_key: Mapping[str, Sequence[Turn]],
    known: Mapping[str, Entry],
    given: Mapping[str, Entry],
    said: Mapping[tuple[str, int], Opinion],
) -> Counts:
    needed = sum(map(len, by_key.values()))
    return Counts(
        needed=needed,
        from_ledger=sum(len(by_key[key]) for key in known),
        given=sum(len(by_key[key]) for key in given),
        failed=sum(opinion.verdicts is None for opinion in said.values()),
        missing=needed - len(said),
        calls=sum(entry.calls for entry in given.values()),
        tokens=sum(entry.tokens for entry in given.values()),
    )


def _first(reasons: Sequence[str]) -> str:
    return reasons[0] if reasons else "it returned nothing"
