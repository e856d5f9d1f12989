"""Which rows of a board are stale: today's key and questions decide, then the newest scorer and reader."""

from board.epochs import Epoch, Today, current_epoch

OLD, NEW = Epoch("old", "q", "1", "1"), Epoch("new", "q", "1", "1")


def test_the_epoch_of_today_s_key_is_current_however_few_rows_have_it() -> None:
    assert current_epoch([OLD, OLD, OLD, NEW], Today("new", "q")) == NEW
    assert current_epoch([OLD, OLD, OLD, NEW]) == OLD, "the control: without a key most rows decide"


def test_nothing_is_current_where_no_row_has_today_s_key_or_questions() -> None:
    assert current_epoch([OLD, OLD], Today("new", "q")) is None
    assert current_epoch([OLD, OLD], Today("", "other questions")) is None
    assert current_epoch([OLD, OLD], Today("", "q")) == OLD


def test_a_newer_scorer_or_reader_makes_the_others_stale() -> None:
    older, newer = Epoch("k", "q", "scorer-9", "r-1"), Epoch("k", "q", "scorer-10", "r-1")
    assert current_epoch([older, older, newer]) == newer
    assert current_epoch([older, older._replace(reader_version="r-2")]) == older._replace(reader_version="r-2")


def test_no_results_have_no_epoch() -> None:
    assert current_epoch([], Today("k", "q")) is None
