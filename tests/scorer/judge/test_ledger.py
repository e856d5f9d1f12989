"""The ledger: what is in it is found again, verified, for ever."""

import json
import os
import resource
import signal
import sqlite3
from pathlib import Path

import pytest
import zstandard

from board.errors import JudgeError
from scorer.judge.entries import entry_in, key_of, line_of
from scorer.judge.ledger import Ledger
from scorer.judge.segments import LINES_A_FRAME
from tests.scorer.judge.things import IDENTITY, asked, entry, found_in, key


def test_what_was_appended_is_found_at_once_and_after_closing(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(1), entry(2)])
        assert ledger.find(key(1)) == entry(1)
        assert ledger.find(key(3)) is None
    assert found_in(tmp_path, [1, 2, 3]) == [1, 2]


def test_a_closed_segment_is_plain_zstd_of_plain_json_lines(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(1)])
        assert (tmp_path / "000001.jsonl").exists()
    packed = (tmp_path / "000001.jsonl.zst").read_bytes()
    (line,) = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read().splitlines()
    assert json.loads(line)["verdicts"] == ["yes", "no"]
    assert not (tmp_path / "000001.jsonl").exists()


def test_more_lines_than_a_frame_are_all_found(tmp_path: Path) -> None:
    numbers = range(2 * LINES_A_FRAME + 3)
    with Ledger(tmp_path) as ledger:
        ledger.append(map(entry, numbers))
    assert found_in(tmp_path, list(numbers)) == list(numbers)


def test_a_run_without_verdicts_leaves_no_segment(tmp_path: Path) -> None:
    with Ledger(tmp_path):
        pass
    assert list(tmp_path.glob("*.jsonl*")) == []


def test_a_verdict_counts_before_a_failed_one_whatever_came_first(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(1, None)])
        assert ledger.find(key(1)) == entry(1, None)
        ledger.append([entry(1)])
        ledger.append([entry(1, None)])
        assert ledger.find(key(1)) == entry(1)
    assert found_in(tmp_path, [1]) == [1]


def test_the_index_can_be_thrown_away_or_be_damaged(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append(map(entry, range(9)))
    (tmp_path / "index.sqlite").unlink()
    assert found_in(tmp_path, list(range(9))) == list(range(9))
    (tmp_path / "index.sqlite").write_bytes(b"no database" * 400)
    assert found_in(tmp_path, list(range(9))) == list(range(9))


def test_an_index_that_points_elsewhere_gives_no_foreign_verdict(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(1), entry(2)])
    base = sqlite3.connect(tmp_path / "index.sqlite")
    base.execute("update lines set key = case key when ? then ? else ? end", (key(1), key(2), key(1)))
    base.commit()
    base.close()
    with Ledger(tmp_path) as ledger:
        assert ledger.find(key(2)) is None
        assert "damaged" in ledger.told[0]


def test_one_run_writes_at_a_time(tmp_path: Path) -> None:
    with Ledger(tmp_path), pytest.raises(JudgeError, match="another run is writing the ledger"):
        Ledger(tmp_path)
    with Ledger(tmp_path):
        pass


def test_the_seed_is_drawn_once_and_stays(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        seed = ledger.seed
    with Ledger(tmp_path) as ledger:
        assert ledger.seed == seed and len(seed) == 64
    assert (tmp_path / "seed").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "change",
    [
        {"verdicts": ["no", "no"]},
        {"repeat": "1"},
        {"calls": 1.5},
        {"name": "judge-b"},
        {"revision": "other"},
        {"repeat": 2},
        {"settings": {"way": "logits"}},
        {"verdicts": ["maybe", "no"]},
        {"replies": None},
        {"unknown": 1},
    ],
)
def test_a_line_that_was_changed_is_never_used(change: dict[str, object]) -> None:
    fields = json.loads(line_of(entry(1)))
    assert entry_in(json.dumps(fields).encode()) == entry(1)  # the control: how it is written does not matter
    assert entry_in(json.dumps({**fields, **change}).encode()) is None


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b"3", b'{"sha256": 1}', b"[" * 100_000, b"\xff\xfe"])
def test_a_line_that_is_no_entry_is_never_used(line: bytes) -> None:
    assert entry_in(line) is None


def test_the_key_tells_everything_apart_that_can_change_a_verdict() -> None:
    """J8, and JU-049: another judge never finds this one's verdicts."""
    one = asked(1)
    others = [
        key_of(IDENTITY._replace(name="judge-b"), one, 1),
        key_of(IDENTITY._replace(revision="2"), one, 1),
        key_of(IDENTITY._replace(prompt_sha256="q" * 64), one, 1),
        key_of(IDENTITY._replace(settings={"way": "writes", "temperature": 1.0}), one, 1),
        key_of(IDENTITY, one._replace(answer="Answer 1"), 1),
        key_of(IDENTITY, one._replace(checklist=one.checklist[::-1]), 1),
        key_of(IDENTITY, one, 2),
        key_of(IDENTITY, one, 1, shows_reference=True),
    ]
    assert len({key(1), *others}) == 9
    assert key_of(IDENTITY, one._replace(id="elsewhere", reference="x"), 1) == key(1)


def test_what_the_paper_s_prompt_shows_is_in_the_key() -> None:
    one = asked(1)
    told = [
        key_of(IDENTITY, one._replace(reference=text, question=asks), 1, shows_reference=True)
        for text, asks in (("a", "b"), ("b", "a"), ("a", "a"))
    ]
    assert len(set(told)) == 3


def test_a_segment_that_is_full_is_closed_in_the_middle_of_an_append(tmp_path: Path) -> None:
    one = len(line_of(entry(1)))
    with Ledger(tmp_path, largest=3 * one) as ledger:
        ledger.append(map(entry, range(8)))
        assert [number for number in range(8) if ledger.find(key(number)) == entry(number)] == list(range(8))
    assert len(list(tmp_path.glob("*.jsonl.zst"))) == 3
    base = sqlite3.connect(tmp_path / "index.sqlite")
    assert base.execute("select count(*) from lines where frame_length > 0").fetchone() == (8,)
    assert base.execute("select count(*) from lines").fetchone() == (8,)
    base.close()
    assert found_in(tmp_path, list(range(8))) == list(range(8))


def test_a_full_disk_loses_the_line_that_did_not_fit_and_no_other(tmp_path: Path) -> None:
    """In a process of its own, which may write no file larger than three lines."""
    child = os.fork()
    if child == 0:
        ledger = Ledger(tmp_path)
        ledger.append([entry(0)])
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limit = 2 * len(line_of(entry(0))) + 50
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        try:
            ledger.append([entry(1), entry(2)])
            os._exit(1)
        except OSError:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with Ledger(tmp_path) as ledger:
        assert ledger.told == []  # no torn line: the file was left as it was
        ledger.append([entry(3)])
    assert found_in(tmp_path, [0, 1, 2, 3]) == [0, 1, 3]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.99])
def test_an_index_that_lost_its_end_is_made_again(tmp_path: Path, share: float) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.append(map(entry, range(60)))
    index = tmp_path / "index.sqlite"
    index.write_bytes(index.read_bytes()[: int(share * index.stat().st_size)])
    assert found_in(tmp_path, list(range(60))) == list(range(60))


def test_a_torn_line_of_the_list_of_segments_swallows_no_other(tmp_path: Path) -> None:
    for number in range(2):
        with Ledger(tmp_path) as ledger:
            ledger.append([entry(number)])
    listed = tmp_path / "segments.jsonl"
    listed.write_bytes(listed.read_bytes()[:-8])
    with Ledger(tmp_path) as ledger:
        ledger.append([entry(2)])
    (tmp_path / "000003.jsonl.zst").unlink()
    with pytest.raises(JudgeError, match=r"segment 3 of the ledger .* is gone"):
        Ledger(tmp_path)
