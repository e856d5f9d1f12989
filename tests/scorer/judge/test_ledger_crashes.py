"""The ledger after a crash: torn lines, damaged files, a kill -9 at any time (TRUST K3, N2)."""

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest

from board.errors import JudgeError
from scorer.judge.ledger import Ledger
from scorer.judge.run import judge_answers
from scorer.judge.segments import file_of
from scorer.judge.types import Turn
from tests.scorer.judge.things import CountingJudge, asked, entry, found_in, key, many


def plain_ledger(folder: Path, n: int) -> Path:
    """A ledger as a killed run leaves it: its segment still open."""
    child = os.fork()
    if child == 0:
        Ledger(folder).append(map(entry, range(n)))
        os._exit(0)
    os.waitpid(child, 0)
    return folder / "000001.jsonl"


def test_cut_at_any_byte_every_whole_line_is_found_and_the_torn_one_is_told(tmp_path: Path) -> None:
    whole = plain_ledger(tmp_path / "whole", 3).read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    near = {cut for end in (0, *ends) for cut in range(end - 3, end + 4)}
    for cut in sorted(near | set(range(0, len(whole), 97))):
        if not 0 <= cut <= len(whole):
            continue
        folder = tmp_path / str(cut)
        folder.mkdir()
        (folder / "000001.jsonl").write_bytes(whole[:cut])
        n = sum(end <= cut for end in ends)
        with Ledger(folder) as ledger:
            assert [number for number in range(3) if ledger.find(key(number)) == entry(number)] == list(range(n))
            assert bool(ledger.told) == (cut not in (0, *ends))
            ledger.append([entry(9)])
        assert found_in(folder, [*range(3), 9]) == [*range(n), 9]


def test_a_reader_that_takes_a_torn_file_for_an_empty_one_loses_it_all(tmp_path: Path) -> None:
    """The control: what the released script does with results it cannot read (it begins anew)."""
    whole = plain_ledger(tmp_path, 4).read_bytes()

    def read_whole(text: bytes) -> list[object]:
        try:
            found: list[object] = json.loads(b"[" + text.rstrip(b"\n").replace(b"\n", b",") + b"]")
            return found
        except ValueError:
            return []

    assert len(read_whole(whole)) == 4
    assert read_whole(whole[:-5]) == []


def test_a_damaged_byte_costs_its_own_line_only(tmp_path: Path) -> None:
    file = plain_ledger(tmp_path, 5)
    text = bytearray(file.read_bytes())
    start = text.index(b"\n") + 1
    text[start + 40] ^= 1
    file.write_bytes(text)
    with Ledger(tmp_path) as ledger:
        assert [ledger.find(key(number)) is not None for number in range(5)] == [True, False, True, True, True]
        assert "damaged" in ledger.told[0]


def test_a_segment_packed_before_a_crash_is_taken_once(tmp_path: Path) -> None:
    plain = plain_ledger(tmp_path, 3)
    text = plain.read_bytes()
    with Ledger(tmp_path):
        pass
    plain.write_bytes(text)  # the crash came before the plain one was taken away
    assert found_in(tmp_path, [0, 1, 2]) == [0, 1, 2]
    assert not plain.exists()


def test_a_packed_segment_that_is_shorter_or_gone_is_told_with_what_to_do(tmp_path: Path) -> None:
    plain_ledger(tmp_path, 3)
    with Ledger(tmp_path):
        pass
    packed = file_of(tmp_path, 1, ".jsonl.zst")
    whole = packed.read_bytes()
    for cut, told in ((whole[:-9], "bytes long, expected"), (b"", "0 bytes long, expected"), (None, "is gone")):
        packed.unlink(missing_ok=True)
        if cut is not None:
            packed.write_bytes(cut)
        for _ in range(2):  # the lock is let go each time
            with pytest.raises(JudgeError, match=told):
                Ledger(tmp_path)
    (tmp_path / "segments.jsonl").unlink()
    with Ledger(tmp_path) as ledger:  # the way out that the message names
        assert ledger.find(key(0)) is None
    packed.write_bytes(whole)
    assert found_in(tmp_path, [0, 1, 2]) == [0, 1, 2]


def test_damage_inside_a_packed_segment_of_the_same_size_stops_the_run_and_pays_nothing_twice(tmp_path: Path) -> None:
    plain_ledger(tmp_path, 3)
    with Ledger(tmp_path):
        pass
    packed = file_of(tmp_path, 1, ".jsonl.zst")
    text = bytearray(packed.read_bytes())
    text[len(text) // 2] ^= 0xFF
    packed.write_bytes(text)
    with (
        Ledger(tmp_path) as ledger,
        pytest.raises(JudgeError, match="is damaged from byte 0 on: put a copy of it back"),
    ):
        ledger.find(key(0))


def judge_until_killed(folder: Path, log: Path, n: int) -> None:
    """A run whose judge writes down every call before it answers; it never returns."""
    with Ledger(folder) as ledger:

        def answer(turn: Turn) -> tuple[str, ...]:
            with log.open("a") as calls:
                calls.write(f"{turn.asked.id}\n")
            time.sleep(0.0005)
            return ("yes", "no")

        judge_answers(CountingJudge(answer), many(n), ledger)  # type: ignore[arg-type]
    os._exit(0)


def kill_and_go_on(folder: Path, kills: int, n: int, seed: int) -> tuple[list[str], list[str]]:
    """The calls of runs killed at random times and of the last one, and what was called twice beyond the kills."""
    chance, log = random.Random(seed), folder / "calls"
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            judge_until_killed(folder / "ledger", log, n)
        time.sleep(chance.uniform(0.005, 0.08))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    before = log.read_text().split() if log.exists() else []
    judge = CountingJudge(lambda turn: ("yes", "no"))
    with Ledger(folder / "ledger") as ledger:
        found = judge_answers(judge, many(n), ledger)
    assert len(found.opinions) == n and found.counts.missing == 0
    return before, [turn.asked.id for turn in judge.turns]


def check_kills(folder: Path, kills: int, n: int, seed: int) -> None:
    before, last = kill_and_go_on(folder, kills, n, seed)
    calls = before + last
    assert set(calls) == {one.id for one in many(n)}
    # Called and not yet logged when the kill comes: at most one a kill. A logged verdict is never paid again.
    assert len(calls) - len(set(calls)) <= kills


def test_a_killed_run_repeats_no_call_for_a_logged_verdict(tmp_path: Path) -> None:
    check_kills(tmp_path, 5, 400, seed=1)


@pytest.mark.nightly
def test_fifty_kills_repeat_no_call_for_a_logged_verdict(tmp_path: Path) -> None:
    check_kills(tmp_path, 50, 3000, seed=2)


def test_a_run_that_keeps_nothing_on_the_way_repeats_them_all(tmp_path: Path) -> None:
    """The control: verdicts written at the end only."""
    judge = CountingJudge(lambda turn: ("yes", "no"))
    for _ in range(2):
        for turn in judge.opinions([Turn(asked(number)) for number in range(10)]):
            assert turn.verdicts
    assert len(judge.turns) == 20
