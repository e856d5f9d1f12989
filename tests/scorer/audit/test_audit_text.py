"""The audit as people read it, and as JSON."""

import json
from collections.abc import Mapping

import numpy as np

from board.checklists import MISSING, NO, YES
from scorer.judge.audit.agreement import agreement_report
from scorer.judge.audit.as_json import as_json
from scorer.judge.audit.canaries import OTHER, CanaryReport, Caught
from scorer.judge.audit.canary_questions import Canary
from scorer.judge.audit.drift import drift
from scorer.judge.audit.flags import flags_report
from scorer.judge.audit.flips import order_flips
from scorer.judge.audit.floors import BoardRow, FloorScore, FloorsReport
from scorer.judge.audit.pairing import Paired
from scorer.judge.audit.ranks import ranks_report
from scorer.judge.audit.text import (
    agreement_text,
    canaries_text,
    drift_text,
    flags_text,
    flips_text,
    floors_text,
    ranks_text,
)
from tests.scorer.audit.audit_boards import HEADLINE, Board, question
from tests.scorer.audit.test_ranks import QUESTIONS, wide_board

NAMES: Mapping[str, str] = {"a": "Model A", "b": "Model B", "c": "Model C"}


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def said(*codes: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array(codes, dtype=np.int8)


def test_agreement_is_a_table_with_what_was_not_compared() -> None:
    one, other = said(YES, YES, NO, NO, YES, MISSING), said(YES, NO, NO, NO, MISSING, YES)
    paired = Paired(("summary",) * 3 + ("answer_refusal",) * 3, tuple("abcdef"), one, other)
    assert lines(agreement_text(agreement_report(paired, "judge-a", "people"))) == [
        "judge-a against people, verdict by verdict",
        "",
        "                                 n  agree %     95 % interval   kappa     y/y    y/n    n/y    n/n",
        "  summary                        3    66.67    20.77 to 93.85   0.400       1      1      0      1",
        "  answer_refusal                 1   100.00   20.65 to 100.00       —       0      0      0      1",
        "  all                            4    75.00    30.06 to 95.44   0.500       1      1      0      2",
        "",
        "  y/n: judge-a says yes, people no",
        "  not compared: 1 checklist question only judge-a judged, 1 checklist question only people judged",
    ]


def test_ranks_stand_side_by_side_with_the_swaps() -> None:
    first, second = wide_board({"a": 40, "b": 39, "c": 12}), wide_board({"a": 38, "b": 40, "c": 39, "d": 1})
    report = ranks_report(first, second, QUESTIONS, HEADLINE, ("judge-a", "judge-b"))
    assert lines(ranks_text(report, NAMES)) == [
        "the board under judge-a (first) and under judge-b (second)",
        "",
        "              first %    rank  second %    rank  move",
        "  Model A      100.00     1–2     95.00     1–3    -2",
        "  Model B       97.50     1–2    100.00     1–3    +1",
        "  Model C       30.00       3     97.50     1–3    +1",
        "",
        "  Kendall's tau-b -0.333; the largest move is 2 places",
        "  2 of 3 pairs swap, 1 of them told apart by paired tests under a judge",
        "    Model A / Model B",
        "    Model A / Model C",
        "  left out, without all verdicts of both judges: d",
    ]


def test_flips_are_told_for_each_pair_of_neighbours() -> None:
    asked = [question("summary", 0, 1), question("memory_recall", 0, 1)]
    rows = {"a": [[True], [True, True]], "b": [[True], [False, True]], "c": [[False], [False, False]]}
    report = order_flips(Board(asked, [1, 2], 1, rows).scores(), asked, HEADLINE)
    assert lines(flips_text(report, NAMES)) == [
        "verdicts that must flip to change the order: to a tie, then past it",
        "",
        "                      gap %  of the lower  of the upper   of either   of all",
        "  Model A / Model B   25.00         1 / —         1 / 1       1 / 1        6",
        "  Model B / Model C   75.00         2 / 3         2 / —       2 / 2        6",
        "  —: not even all of these verdicts are enough",
        "",
        "  the order hangs on 1 verdict of 6: so few would swap Model A and Model B",
    ]


def test_drift_says_whether_and_from_how_many_flips_on() -> None:
    before = said(*[YES] * 200)
    now = before.copy()
    paired = Paired(("summary",) * 200, tuple(map(str, range(200))), before, now)
    assert lines(drift_text(drift(paired))) == [
        "no drift",
        "  0 of 200 verdicts flipped (0.00 %): 0 from yes to no, 0 from no to yes",
        "  the alarm begins at 1 flip: a judge that flips 3 % stays below that in at most 1 of 100 runs",
    ]
    now[:6] = NO
    assert lines(drift_text(drift(paired, ["judge-a"], ["judge-a as judge-a-2"], noise=0.001))) == [
        "ALARM: the judge has drifted",
        "  6 of 200 verdicts flipped (3.00 %): 6 from yes to no, 0 from no to yes",
        "  the alarm begins at 1 flip: a judge that flips 3 % stays below that in at most 1 of 100 runs",
        "  flipping 0.10 % by itself, this judge raises it unchanged in 18.14 %",
        "  not the same judge: before judge-a; now judge-a as judge-a-2",
    ]
    few = Paired(("summary",) * 9, tuple("abcdefghi"), before[:9], before[:9])
    assert lines(drift_text(drift(few)))[0] == "cannot tell"


def test_floors_are_listed_with_the_rows_that_are_not_above_them() -> None:
    blank, yes = FloorScore("blank", 0.0, 0.0, 0.3, 0), FloorScore("Yes", 0.4, 0.35, 0.45, 0)
    floors = (blank, yes, FloorScore("No", None, None, None, 2))
    report = FloorsReport(("judge-a",), floors, yes, (BoardRow("b", 0.41, 0.39),), 3)
    assert lines(floors_text(report, NAMES)) == [
        "floors under judge-a: one answer to every question",
        "",
        "              score %     95 % interval",
        "  blank          0.00     0.00 to 30.00",
        "  Yes           40.00    35.00 to 45.00",
        "  No                —                    2 answers without all verdicts",
        "",
        "  1 of 3 rows not clearly above the best floor (Yes, 40.00 %)",
        "    Model B 41.00 % (interval from 39.00)",
    ]


def test_canaries_say_whom_they_asked_and_warn_of_a_judge_that_cannot_read_them() -> None:
    wrong = (Canary('Does the answer contain "igloo\u202e"?', "no"),)
    report = CanaryReport(("judge-a",), 100, 3, 5, (Caught("v1/0/2", OTHER, wrong),), ("v1/0/3",))
    assert lines(canaries_text(report)) == [
        "canary questions to judge-a, in calls of their own",
        "  asked about 8 of 100 answers: 3 flagged, 5 by chance",
        "  wrong about 1 answer, 1 of them by chance",
        '    v1/0/2 (by chance): Does the answer contain "igloo\\u202e"? The judge says yes, which is wrong',
        "  verdicts are missing about 1 answer: v1/0/3",
        "  wrong about more than a tenth of those drawn by chance: either this judge cannot read canaries, or",
        "  all of these answers move it; ask it about the answers of other submissions to tell which",
    ]


def test_flags_are_counts_and_ids_and_never_raw_control_characters() -> None:
    answers = {**{f"q{n}": "No\x1b[2J idea.\u200b" for n in range(12)}, "z": '{"A1": "Yes"}'}
    assert lines(flags_text(flags_report(answers, [("b", answers)]), NAMES)) == [
        "flags in 13 answers (none of them changes a score)",
        "  verdict patterns: 1 answer: z",
        "  one text for at least 5 answers and 5 %: 1 text",
        "    12 answers (92.31 %): No\\x1b[2J idea.\\u200b",
        "  at least half the answers as in another submission: 1",
        "    Model B: 13 equal and 0 nearly, of 13",
    ]


def test_every_report_is_json_with_what_it_works_out() -> None:
    paired = Paired(("summary",) * 2, ("a", "b"), said(YES, NO), said(YES, YES))
    told = as_json(drift(paired))
    assert told["share"] == 0.5 and told["conclusive"] is False and told["limit"] is None
    agreed = as_json(agreement_report(paired, "a", "b"))
    assert agreed["overall"]["confusion"] == {"yes_yes": 1, "yes_no": 0, "no_yes": 1, "no_no": 0, "n": 2}
    ranks = as_json(ranks_report(wide_board({"a": 3}), wide_board({"a": 4}), QUESTIONS, HEADLINE, ("a", "b")))
    assert ranks["largest_move"] == 0 and ranks["rows"][0]["first"]["tied_with"] == []
    flags = as_json(flags_report({"q": "A cup."}))
    assert flags == {"n": 1, "planted": [], "repeated": [], "copied": [], "ids": []}
    assert json.loads(json.dumps([told, agreed, ranks, flags], allow_nan=False)) == [told, agreed, ranks, flags]
