"""What the sample asks: forty questions, four of each category, in the order of the paper."""

import random

from benchmarks.vdiff_bench.sample import figure_questions, portrait_questions, shelf_questions, sign_questions
from benchmarks.vdiff_bench.sample.asked import CATEGORIES, Asked

MAKERS = (
    shelf_questions.position_and_appearance,
    shelf_questions.regional_color,
    shelf_questions.substitution_or_size,
    figure_questions.motion,
    sign_questions.lettering,
    portrait_questions.overall_color,
    portrait_questions.noise,
    portrait_questions.texture,
    portrait_questions.illumination,
)


def ask(rng: random.Random) -> list[Asked]:
    """The forty questions; all that is drawn is drawn from ``rng``."""
    asked = [question for make in MAKERS for number in range(4) for question in make(rng, number)]
    return sorted(asked, key=lambda question: CATEGORIES.index(question.category))
