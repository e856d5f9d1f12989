"""Small boards of judged answers, drawn at random, and their headline in plain fractions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st

from board.types import ChecklistCredit, Question, Score
from tests.scorer.judged_folder import BENCHMARK

HEADLINE = next(metric for metric in BENCHMARK.metrics if metric.name == BENCHMARK.headline)
ABILITIES = ("summary", "memory_recall", "answer_refusal")
Right = list[list[bool]]  # of each question, repeat by repeat and question by question: was the verdict as expected


class Board(NamedTuple):
    """Questions, the length of each checklist, how often each answer was judged, and the rows of a board."""

    questions: list[Question]
    lengths: list[int]
    repeats: int
    rows: Mapping[str, Right]

    def scores(self) -> dict[str, list[Score]]:
        return {id: scores_of(self, right) for id, right in self.rows.items()}


def question(ability: str, dialogue: int, number: int) -> Question:
    return Question(f"{ability}{dialogue}/0/{number}", ability, "text", cluster=f"{ability}{dialogue}")


def scores_of(board: Board, right: Right) -> list[Score]:
    """Score rows as a judge's verdicts give them; every question expects yes."""
    rows = []
    for asked, length, verdicts in zip(board.questions, board.lengths, right, strict=True):
        items = [sum(verdicts[place::length]) / board.repeats for place in range(length)]
        checklist = tuple(ChecklistCredit("yes", credit) for credit in items)
        words = tuple("yes" if verdict else "no" for verdict in verdicts)
        credit = sum(verdicts) / len(verdicts)
        rows.append(
            Score(
                asked.id, "A cup.", credit, "correct" if credit == 1 else "wrong", verdicts=words, checklist=checklist
            )
        )
    return rows


def headline(questions: Sequence[Question], right: Right) -> Fraction:
    """Mean over abilities of the mean over dialogues of the mean over rounds, without a weight in sight."""
    nested: dict[str, dict[str, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for asked, verdicts in zip(questions, right, strict=True):
        nested[asked.task][asked.id.rpartition("/")[0]].append(Fraction(sum(verdicts), len(verdicts)))
    abilities = [[_mean(rounds) for rounds in dialogues.values()] for dialogues in nested.values()]
    return _mean([_mean(dialogues) for dialogues in abilities])


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@st.composite
def boards(draw: st.DrawFn, most_rows: int = 3, most_questions: int = 4) -> Board:
    places = st.tuples(st.sampled_from(ABILITIES), st.integers(0, 1), st.integers(1, 2))
    asked = draw(st.lists(places, min_size=1, max_size=most_questions, unique=True))
    lengths = [draw(st.integers(1, 3)) for _ in asked]
    repeats = draw(st.integers(1, 2))
    rows = {
        f"row{number}": [draw(st.lists(st.booleans(), min_size=n * repeats, max_size=n * repeats)) for n in lengths]
        for number in range(draw(st.integers(2, most_rows)))
    }
    return Board([question(*place) for place in asked], lengths, repeats, rows)
