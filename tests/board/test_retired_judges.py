"""Boards whose judge is gone: which rows stay, which wait, and how a chain of successors reads."""

from pathlib import Path
from typing import Any

import pytest

from board.errors import BenchmarkError
from board.results import iterate_results, write_result
from board.retired_judges import NAME, RetiredJudge, read_retired, retired_reason, write_retired
from tests.board.test_shared_cases import made


def id_of(number: int) -> str:
    return f"{number:064x}"


def retired(judge: str, successor: str, frozen: list[int], **changes: Any) -> RetiredJudge:
    told = {"date": "2026-01-01", "reason": "gone", "state": "waiting", "overlap": {}, **changes}
    return RetiredJudge(judge=judge, successor=successor, frozen=[id_of(number) for number in frozen], **told)


def reasons(known: list[RetiredJudge], *rows: tuple[int, str | None]) -> list[str]:
    return [retired_reason(known, id_of(number), judge) for number, judge in rows]


WAITS = "waiting: judge retired (a, then b)"


def test_while_a_board_waits_its_frozen_rows_are_ranked_unless_another_judge_has_judged_them_since() -> None:
    known = [retired("a", "b", [1, 2])]
    assert reasons(known, (1, "a"), (2, None)) == ["", ""]
    assert reasons(known, (1, "b"), (1, "x"), (1, "a, b"), (3, "a"), (3, None), (3, "b")) == [WAITS] * 6


def test_a_frozen_row_that_was_scored_again_by_the_successor_waits_also_when_it_is_read_from_its_file(
    tmp_path: Path,
) -> None:
    for number, judge in enumerate(("a", "b", None)):
        result = made(id_of(number), 0.5)
        told = result.provenance.model_copy(update={"judge": judge})
        write_result(result.model_copy(update={"submission_id": id_of(number), "provenance": told}), [], tmp_path)
    (folder,) = tmp_path.iterdir()
    write_retired(folder, [retired("a", "b", [0, 1, 2])])
    assert [one.reason for one in iterate_results(tmp_path)] == [None, WAITS, None]


def test_an_archived_judge_loses_its_rows_and_nobody_waits() -> None:
    known = [retired("a", "b", [1], state="archived")]
    assert reasons(known, (1, "a"), (2, "b"), (1, None), (3, None)) == ["archived: judge retired (a)", "", "", ""]


def test_a_successor_that_goes_too_leaves_the_first_board_as_it_is_and_the_wait_names_the_whole_chain() -> None:
    chain = "waiting: judge retired (a, then judge-b, then judge-c)"
    label = "judge-b@0123456789ab+faa69a56"
    known = [retired("a", "judge-b", [1]), retired(label, "judge-c", [1, 2])]
    rows: list[tuple[int, str | None]] = [(1, "a"), (2, label), (3, "judge-c")]
    assert reasons(known, *rows) == ["", chain, chain]
    known[0] = retired("a", "judge-b", [1], state="archived")
    then = f"waiting: judge retired ({label}, then judge-c)"
    assert reasons(known, *rows) == ["archived: judge retired (a)", "", then]
    known[1] = retired(label, "judge-c", [1, 2], state="archived")
    assert reasons(known, *rows) == ["archived: judge retired (a)", f"archived: judge retired ({label})", ""]


def test_a_chain_is_also_found_by_the_name_that_the_successor_turned_out_to_have() -> None:
    known = [retired("a", "the new one", [1], successor_judge="b@01+faa69a56"), retired("b@01+faa69a56", "c", [1])]
    assert reasons(known, (2, "c")) == ["waiting: judge retired (a, then the new one, then c)"]


def test_judges_that_follow_each_other_in_a_ring_are_told_once_round() -> None:
    known = [retired("a", "b", [1]), retired("b", "a", [1])]
    assert reasons(known, (2, "b")) == ["waiting: judge retired (a, then b, then a)"]


class Counted(str):
    """A text that counts how often it is compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Counted.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_looking_a_row_up_does_not_walk_through_ten_thousand_frozen_ones() -> None:
    known = [retired("a", "b", list(range(10_000)))]
    Counted.times = 0
    assert [retired_reason(known, Counted(id_of(number)), "a") for number in range(9_990, 10_000)] == [""] * 10
    assert Counted.times <= 40
    assert known[0].frozen_ids is known[0].frozen_ids


def test_what_was_written_is_read_again_and_null_is_written(tmp_path: Path) -> None:
    known = [retired("a", "b", [1]), retired("b", "c", [2], successor_judge="c@0+00000000", overlap={"answers": 300})]
    assert known[0].keeps(id_of(1), "a")  # what was looked up is not written
    file = write_retired(tmp_path / "board", known)
    assert read_retired(tmp_path / "board") == known
    text = file.read_text(encoding="utf-8")
    assert '"successor_judge": null' in text and "frozen_ids" not in text
    file.write_text(text.replace('   "successor_judge": null,\n', ""), encoding="utf-8")  # as it was written before
    assert read_retired(tmp_path / "board")[0].successor_judge is None


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    assert read_retired(tmp_path) == []
    (tmp_path / NAME).write_text('{"retired": [{"judge": "a", "frozen": ["abc"]}]}')
    with pytest.raises(BenchmarkError, match="is damaged"):
        read_retired(tmp_path)
