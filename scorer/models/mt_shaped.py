"""Made-up answers and checklists with the lengths of MT-Video-Bench, to measure with: words, but no sense.

5,805 answers of about 135 tokens, about 3.3 questions each, of about 24 tokens; lengths are spread, from a fixed seed.
"""

from random import Random

from scorer.judge.types import Asked

ANSWERS = 5805
ANSWER_WORDS, QUESTION_WORDS = 130, 18  # and a full stop; "Does the answer say that ...?"
QUESTIONS = (
    (1, 0.08),
    (2, 0.22),
    (3, 0.30),
    (4, 0.22),
    (5, 0.12),
    (6, 0.04),
    (8, 0.02),
)  # 3.3 on average; the benchmark has 3.29
# Frequent words, which most tokenizers have a token for.
WORDS = (
    "the a one this that every another first second last person man woman child boy girl dog cat bird car bus street "
    "house room door window table chair cup box book phone camera screen video scene picture image part side top end "
    "front back left right hand head face hair shirt coat hat bag ball game music song word name number color line "
    "water food fire light sun sky tree road park city school store kitchen office morning night day time year minute "
    "is was has had does did says said goes went comes came takes took gives gave makes made sees saw looks looked "
    "walks runs stands sits holds opens closes turns moves starts stops shows wears talks plays eats drives points "
    "red blue green black white big small old young new long short open full same different happy good bad high low "
    "and or but then when while after before because with without from into over under near behind between about at "
    "on in of to by for not also only again still just very more most some many few two three four five"
)


def mt_shaped(count: int, seed: int = 0) -> list[Asked]:
    """So many answers with their checklists.

    Example:
        >>> made = mt_shaped(4000)
        >>> round(sum(len(asked.checklist) for asked in made) / 4000, 1)
        3.3
    """
    draw = Random(seed)  # noqa: S311
    numbers, shares = zip(*QUESTIONS, strict=True)
    return [
        Asked(
            f"q{number}",
            f"{_text(draw, ANSWER_WORDS)}.",
            tuple(
                f"Does the answer say that {_text(draw, QUESTION_WORDS)}?"
                for _ in range(draw.choices(numbers, shares)[0])
            ),
        )
        for number in range(count)
    ]


def _text(draw: Random, mean: int) -> str:
    """Words, most often about ``mean`` of them, at least a third and at most three times as many."""
    length = round(mean * draw.lognormvariate(-0.08, 0.4))
    return " ".join(draw.choices(WORDS.split(), k=min(max(length, mean // 3), 3 * mean)))
