"""A board of many submissions with long answers, made on the spot: data folder, results and score rows."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from board.results import score_files, write_result
from board.types import Score
from tests.scorer.judged_folder import ANSWERS, ASKED, SAID, Dialogues, dialogues, result, verdict_rows

OLD = "old-judge@0123456789ab+faa69a56"
ABILITIES = ("summary", "memory_recall", "answer_refusal")


class LargeBoard(NamedTuple):
    """Where its data and its results are, and the files of its score rows by submission."""

    data: Dialogues
    results: Path
    files: dict[str, Path]

    @property
    def n_bytes(self) -> int:
        """How large the score rows are."""
        return sum(file.stat().st_size for file in self.files.values())


def large_board(folder: Path, n_submissions: int, n_questions: int, length: int) -> LargeBoard:
    """Every submission answers every question in ``length`` characters; each answer has two verdicts of OLD."""
    small = result(dialogues(folder / "small", ASKED), ANSWERS, verdict_rows(ANSWERS, SAID, OLD))
    asked = {
        ability: {f"{ability}{n}/0/1": ("yes", "no") for n in range(place, n_questions, len(ABILITIES))}
        for place, ability in enumerate(ABILITIES)
    }
    data = dialogues(folder / "data", asked)
    for number in range(n_submissions):
        card = {**small.submission, "display_name": f"Model {number}"}
        one = small.model_copy(update={"submission_id": f"{number:064x}", "submission": card})
        write_result(one, _rows(data, number, length), folder / "results")
    return LargeBoard(data, folder / "results", score_files(folder / "results"))


def _rows(data: Dialogues, number: int, length: int) -> Iterator[Score]:
    for place, id in enumerate(data.checklists):
        text = f"Submission {number} on {id}: ".ljust(length, "abcdefg "[(number + place) % 8])
        yield Score(id, text, 0.5, "wrong", verdicts=("yes", "yes" if (number * place) % 3 else "no"))
