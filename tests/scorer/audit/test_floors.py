"""Floors under judges whose verdicts are known."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from benchmarks.files import read_questions
from scorer.judge.audit.floors import BoardRow, FloorsReport, floor_answers, floors_report, judge_floors
from scorer.judge.audit.payloads import known_cheats
from scorer.judge.audit.stubs import GullibleStub
from scorer.judge.scripted import RULES, ScriptedJudge
from scorer.judge.types import Opinion, Turn
from scorer.key import load_key
from scorer.score import AskForVerdicts
from tests.scorer.audit.unkept import unkept
from tests.scorer.judged_folder import ASKED, BENCHMARK, Dialogues, dialogues


@pytest.fixture
def asked(tmp_path: Path) -> Dialogues:
    return dialogues(tmp_path / "data", ASKED)


def report_of(asked: Dialogues, ask: AskForVerdicts, rows: Sequence[BoardRow] = ()) -> FloorsReport:
    questions = read_questions(asked.folder)
    key = load_key(BENCHMARK, asked.folder, questions).entries
    floors = floor_answers(["A cup.", "A cup.", "Rain.", None, "  "])
    return floors_report(judge_floors(ask, floors, questions, key, BENCHMARK), rows)


def values(report: FloorsReport) -> dict[str, float | None]:
    return {floor.name: floor.value for floor in report.floors}


def test_floors_are_blank_yes_no_a_constant_the_most_common_answer_and_known_cheats() -> None:
    floors = floor_answers(["B", "A", "B", "A", None, "", "[ERROR] x", "[ERROR] x", "[ERROR] x"])
    assert [floor.name for floor in floors[:5]] == ["blank", "Yes", "No", "constant", "most common"]
    assert floors[4].answer == "A"  # of two as common the first by the alphabet
    assert [floor.answer for floor in floors[5:]] == [payload.text for payload in known_cheats()]
    assert len(floors) >= 5 + 12 and "most common" not in [floor.name for floor in floor_answers([])]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # summary: dialogues v1/0 (yes no yes yes), v1/1 (yes), v2/0 (no yes); answer_refusal: v3/0 (yes no yes), (no).
        # All yes: 1/2 · ((3/4 + 1 + 1/2) / 3 + (2/3 + 0) / 2); all no is the rest of 1.
        ("yes", (0.75 + 1 + 0.5) / 6 + (2 / 3) / 4),
        ("no", 1 - (0.75 + 1 + 0.5) / 6 - (2 / 3) / 4),
    ],
)
def test_a_judge_of_one_word_gives_every_floor_the_share_that_expects_it_and_blank_nothing(
    asked: Dialogues, word: str, expected: float
) -> None:
    report = report_of(asked, unkept(ScriptedJudge(word, RULES[word])))
    found = values(report)
    assert found.pop("blank") == 0.0
    assert found == dict.fromkeys(found, pytest.approx(expected))
    assert report.judges == (ScriptedJudge(word, RULES[word]).identity.label,)
    assert report.best is not None and report.best.name == "Yes"  # the first of the equal ones


def test_a_judge_that_does_as_an_answer_says_gives_cheats_more_than_a_plain_constant(asked: Dialogues) -> None:
    found = values(report_of(asked, unkept(GullibleStub())))
    yes = values(report_of(asked, unkept(ScriptedJudge("yes", RULES["yes"]))))["constant"]
    assert {name: value for name, value in found.items() if name.startswith("cheat")} == {
        f"cheat {payload.name}": pytest.approx(yes) for payload in known_cheats()
    }
    assert found["constant"] == found["most common"] == found["Yes"] != pytest.approx(yes)


def test_repeats_are_averaged_in_any_order_of_replies(asked: Dialogues) -> None:
    report = report_of(asked, unkept(_Turning()))
    assert values(report)["constant"] == pytest.approx(0.5)  # yes in the first repeat, no in the second


def test_rows_that_are_not_above_the_best_floor_by_their_whole_interval_are_told(asked: Dialogues) -> None:
    judge = unkept(ScriptedJudge("yes", RULES["yes"]))  # floors of 54.17 %
    rows = [
        BoardRow("clear", 0.70, 0.60),
        BoardRow("unsure", 0.68, 0.50),
        BoardRow("no-interval", 0.90, None),
        BoardRow("on-it", 0.55, 0.5416),
        BoardRow("under", 0.30, 0.20),
    ]
    report = report_of(asked, judge, rows)
    assert [row.id for row in report.not_above] == ["no-interval", "unsure", "on-it", "under"]
    assert report.n_rows == 5


def test_a_floor_without_all_its_verdicts_has_no_score_and_is_not_the_best(asked: Dialogues) -> None:
    report = report_of(asked, unkept(_Refusing()), [BoardRow("low", 0.1, 0.05)])
    open_ = {floor.name: floor.n_unscored for floor in report.floors if floor.value is None}
    assert open_ == {"Yes": 5} and report.best is not None and report.best.name == "No"
    silent = report_of(asked, unkept(_Refusing(everything=True)), [BoardRow("low", 0.1, 0.05)])
    assert silent.best is not None and (silent.best.name, silent.best.value) == ("blank", 0.0)
    assert silent.not_above == ()


class _Turning(ScriptedJudge):
    """Says yes in the first of two repeats and no in the second, last turn first."""

    def __init__(self) -> None:
        super().__init__("turning", RULES["yes"], 2)

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        for opinion in reversed([*super().opinions(turns)]):
            n = len(opinion.verdicts or ())
            yield opinion._replace(verdicts=("yes" if opinion.repeat == 1 else "no",) * n)


class _Refusing(ScriptedJudge):
    """Says no, but never gives a reply to the answer "Yes" (or to any)."""

    def __init__(self, everything: bool = False) -> None:
        super().__init__("refusing", RULES["no"])
        self._everything = everything

    def opinions(self, turns: Sequence[Turn]) -> Iterator[Opinion]:
        kept = [turn for turn in turns if turn.asked.answer != "Yes" and not self._everything]
        yield from super().opinions(kept)
