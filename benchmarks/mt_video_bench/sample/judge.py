"""A stand-in for a judge: it says yes where a check's pattern is found in the answer. No model, no opinion.

It fills the sample with verdicts that are the same on every machine. Like a real judge it wavers now and then (said so
beside the check), and its raw replies have the habits of real ones: fenced or bare, some in another order, some with a
full stop.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence

from benchmarks.mt_video_bench.official import as_reply
from benchmarks.mt_video_bench.official_layout import FILLER
from benchmarks.mt_video_bench.sample.talk import Check, Talk, Turn
from benchmarks.sample_files import Row

JUDGE = "sample-rules"
PROMPT = "Is the pattern beside the checklist question found in the answer, in upper or lower case? Yes or No."


def says_yes(check: Check, answer: str, repeat: int = 1) -> bool:
    r"""What the stand-in says; a wavering check gets the opposite in the second repeat.

    Example:
        >>> says_yes(Check("Is a cat named?", "Yes", r"\bcat\b"), "A grey cat.")
        True
    """
    found = re.search(check.pattern, answer, re.IGNORECASE | re.DOTALL) is not None
    return found != (check.wavers and repeat == 2)


def says_nothing(answer: str | None) -> bool:
    """Whether an answer of the sample is left to nobody's judgement: blank, the filler, or an error message.

    Example:
        >>> says_nothing(" "), says_nothing(FILLER), says_nothing("I cannot tell.")
        (True, True, False)
    """
    return not (answer or "").strip() or answer == FILLER or str(answer).startswith("[ERROR]")


def judged_turns(talks: Sequence[Talk]) -> dict[str, Turn]:
    """The turns that are questions, by their id."""
    return {
        f"{talk.video}/{talk.event}/{number}": turn
        for talk in talks
        for number, turn in enumerate(talk.turns, 1)
        if turn.checks
    }


def verdict_rows(rows: Sequence[Row], turns: Mapping[str, Turn], repeats: int = 1) -> Iterator[Row]:
    """The verdict file of a prediction file; answers that say nothing are not judged."""
    for row in rows:
        answer = row["prediction"]
        if says_nothing(answer):
            continue
        for repeat in range(1, repeats + 1):
            for place, check in enumerate(turns[row["id"]].checks, 1):
                yield {
                    "id": row["id"],
                    "checklist_index": place,
                    "verdict": "yes" if says_yes(check, answer, repeat) else "no",
                    "repeat": repeat,
                    "judge": JUDGE,
                    "prompt_sha256": _sha256(PROMPT),
                    "answer_sha256": _sha256(answer),
                }


def raw_replies(rows: Sequence[Row], talks: Sequence[Talk], repeats: int = 3) -> Iterator[Row]:
    """The same as the raw replies of a judge, one row a question."""
    abilities = {(talk.video, talk.event): talk.ability for talk in talks}
    turns = judged_turns(talks)
    for number, row in enumerate(rows):
        answer = row["prediction"]
        if says_nothing(answer):
            continue
        video, event, round = row["id"].split("/")
        replies = []
        for repeat in range(1, repeats + 1):
            said = [says_yes(check, answer, repeat) for check in turns[row["id"]].checks]
            replies.append(_reply(["yes" if yes else "no" for yes in said], number, repeat))
        place = {"ability": abilities[video, event], "video": video, "event": event, "round": int(round)}
        yield {**place, "replies": replies, "judge": JUDGE, "prompt_sha256": _sha256(PROMPT)}


def _reply(verdicts: Sequence[str], number: int, repeat: int) -> str:
    """A reply with the habits of a real judge: some list their verdicts backwards, some end them with a full stop."""
    reply = as_reply(verdicts)
    if number % 8 == 3:
        reply = json.dumps(dict(reversed(json.loads(reply).items())))
    if number % 8 == 6:
        reply = reply.replace('es"', 'es."').replace('No"', 'No."')
    return f"```json\n{reply}\n```" if (number + repeat) % 2 else reply


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
