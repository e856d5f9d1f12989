"""What judging a whole board again would cost, reckoned from a sample of its answers."""

import argparse
from collections.abc import Mapping, Sequence

from board.types import KeyEntry, Question
from board.words import counted
from scorer.judge.ask import asked_of
from scorer.judge.kept_rows import Survey
from scorer.judge.ledger import Ledger
from scorer.judge.options import asked_again
from scorer.judge.run import open_turns, sets_needed
from scorer.judge.telling import cost_of, estimate_text
from scorer.judge.types import Asked, Judge, Turn
from scorer.judge.writing_judge import WritingJudge
from scorer.judged import judged_answers
from scorer.models.budget import Estimate


def sample_asked(found: Survey, questions: Mapping[str, Question], key: Mapping[str, KeyEntry]) -> list[Asked]:
    """What a judge is asked about the answers of a sample, under ids that tell the submissions apart."""
    asked = []
    for one in found.sample:
        about = judged_answers([questions[one.question]], [one.text], [True], key)
        asked += [part._replace(id=f"{one.submission}/{part.id}") for part in asked_of(about, key, "strict")]
    return asked


def price_text(options: argparse.Namespace, judge: Judge, found: Survey, asked: Sequence[Asked], ledger: Ledger) -> str:
    """What asking about all answers of a survey would cost, in one line; ``asked`` is its sample.

    Where the sample is not all there is, what hangs on the number of answers (calls, prompts, what is written) is
    scaled by their number, the answers themselves by their length.
    """
    if len(asked) == found.n_answers or not asked:
        return estimate_text(options, judge, asked, ledger)
    times = found.n_answers / len(asked)
    turns, needed = open_turns(judge, asked, ledger, **asked_again(options)), sets_needed(judge, asked)
    known = f"about {round(times * (needed - len(turns))):,} of {round(times * needed):,} are in the ledger"
    if not isinstance(judge, WritingJudge):
        n_left = counted(round(times * len(turns)), "answer")
        return f"{known}; about {n_left} to read on this machine, no calls to pay"
    longer = found.n_characters / max(1, sum(len(one.answer) for one in asked))
    cost = scaled(cost_of(options, judge, turns), cost_of(options, judge, map(_without_answer, turns)), times, longer)
    return f"{known}; {cost.text} (reckoned from {len(asked)} of them)"


def scaled(whole: Estimate, bare: Estimate, times: float, longer: float) -> Estimate:
    """The estimate of many requests from that of some, as they are and without their answers.

    There are ``times`` as many requests, and all their answers together are ``longer`` times as long.

    Example:
        Ten requests of 100 tokens, 60 of them the prompt; twice as many, with answers three times as long in all.

        >>> scaled(Estimate(10, 1000, 160, 0.25, None), Estimate(10, 600, 160, 0.15, None), 2.0, 3.0)
        Estimate(calls=20, tokens_in=2400, tokens_out=320, usd=0.6, usd_at_most=None)
    """

    def of(all_: float | None, without: float | None) -> float | None:
        return None if all_ is None or without is None else round(times * without + longer * (all_ - without), 12)

    return Estimate(
        round(times * whole.calls),
        round(of(whole.tokens_in, bare.tokens_in) or 0),
        round(times * whole.tokens_out),
        of(whole.usd, bare.usd),
        of(whole.usd_at_most, bare.usd_at_most),
    )


def _without_answer(turn: Turn) -> Turn:
    return turn._replace(asked=turn.asked._replace(answer=""))
