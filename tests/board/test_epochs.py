"""Which rows of a board are stale: today's public key decides, then the newest scorer and reader."""

from board.epochs import Epoch, current_epoch
from board.receipts import key_sha256
from board.types import KeyEntry

KEY = {"q1": KeyEntry("q1", "A")}
TODAY = key_sha256(KEY)


def test_the_epoch_of_today_s_key_is_current_however_few_rows_have_it() -> None:
    old, new = Epoch("old", "1", "1"), Epoch(TODAY, "1", "1")
    assert current_epoch([old, old, old, new], KEY) == new
    assert current_epoch([old, old, old, new], {}) == old, "the control: without a key most rows decide"


def test_a_newer_scorer_or_reader_makes_the_others_stale() -> None:
    assert current_epoch([Epoch("k", "scorer-9", "r-1"), Epoch("k", "scorer-10", "r-1")], {}) == Epoch(
        "k", "scorer-10", "r-1"
    )
    assert current_epoch([Epoch("k", "s-1", "r-2"), Epoch("k", "s-1", "r-1")], {}) == Epoch("k", "s-1", "r-2")


def test_no_results_have_no_epoch() -> None:
    assert current_epoch([], KEY) is None
