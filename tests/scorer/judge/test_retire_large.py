"""Retiring the judge of a large board: what is read, held and asked does not grow with all its answers."""

import argparse
import re
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path, PosixPath
from typing import Any

import pytest

from board.retired_judges import read_retired
from scorer.__main__ import main
from scorer.answers import Where, read_data
from scorer.judge.entries import Entry
from scorer.judge.kept_rows import SAMPLE, read_kept, survey
from scorer.judge.ledger import Ledger
from scorer.judge.overlap import asked_of_all, laid_out, spread
from scorer.judge.price import price_text, sample_asked
from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Turn
from scorer.judge.writing_judge import WritingJudge
from scorer.models.base import Reply, Request
from scorer.models.budget import Prices, estimate
from tests.scorer.judge.large_board import ABILITIES, OLD, LargeBoard, large_board

PRICES = (0.15, 0.60)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> LargeBoard:
    """200 submissions of 90 answers, 1,500 characters each: 18,000 answers."""
    return large_board(tmp_path_factory.mktemp("large"), 200, 90, 1_500)


class Counted(PosixPath):
    """A path that counts how often its file is opened, and how many of its lines are read."""

    opened: int = 0
    lines: int = 0

    def open(self, *how: Any, **more: Any) -> Any:
        self.opened += 1
        return _Lines(self, super().open(*how, **more))


class _Lines:
    def __init__(self, of: Counted, file: Any) -> None:
        self._of, self._file = of, file

    def __enter__(self) -> "_Lines":
        return self

    def __exit__(self, *why: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[bytes]:
        for line in self._file:
            self._of.lines += 1
            yield line


class Unasked:
    """A model of a server that nobody asks."""

    name, revision = "successor", ""

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, Reply]]:
        raise AssertionError("an estimate asks nothing")


class CountingJudge(WritingJudge):
    """Counts the requests that are made out."""

    made = 0

    def request(self, turn: Turn) -> Request:
        self.made += 1
        return super().request(turn)


class CountingLedger(Ledger):
    """Counts what is looked up."""

    looked_up = 0

    def found(self, key: str) -> Iterator[Entry]:
        self.looked_up += 1
        return super().found(key)


def numbers_in(told: str) -> tuple[int, int, int]:
    """Calls, tokens in and tokens out of an estimate's line."""
    found = re.search(r"calls: ([\d,]+), about ([\d,]+) tokens in and ([\d,]+) out", told)
    assert found is not None
    calls, read, written = (int(number.replace(",", "")) for number in found.groups())
    return calls, read, written


def options(**changes: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"only_failed": False, "answered_by": None, "price": PRICES, **changes})


def test_the_command_holds_a_small_part_of_what_it_reads(
    board: LargeBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ["--judge", "scripted", "--model", "coin", "--ledger", str(tmp_path), "--data", str(board.data.folder)]
    words = [
        "judge",
        "retire",
        "old-judge",
        "--successor",
        "smoke/scripted-coin",
        "--results",
        str(board.results),
        *judge,
    ]
    assert main(words) == 0  # what a first run imports does not count
    capsys.readouterr()
    tracemalloc.start()
    assert main(words) == 0
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert board.n_bytes > 27_000_000 and peak < board.n_bytes / 3
    text = capsys.readouterr().out
    assert "both judged 600 answers to 3 questions\n" in text
    assert re.search(r"judging all 18,000 answers again: about [\d,]+ of 18,000 are in the ledger; about", text)
    (told,) = read_retired(board.results / "mt_video_bench")
    assert (told.judge, told.successor, told.overlap["answers"]) == (OLD, "smoke/scripted-coin", 600)


def test_every_score_file_is_read_twice_from_end_to_end_and_only_the_chosen_rows_are_kept(board: LargeBoard) -> None:
    data = read_data(Where("mt_video_bench", board.data.folder))
    files = {id: Counted(file) for id, file in board.files.items()}
    found = survey(files, [question.id for question in data.questions])
    assert (found.n_answers, found.n_characters) == (18_000, 18_000 * 1_500)
    assert len(found.sample) == SAMPLE and len({one.submission for one in found.sample}) > 100
    questions = spread(data.questions, found.n_judged)
    assert [question.task for question in questions] == sorted(ABILITIES)  # 200 of one are too few, 600 enough
    kept = read_kept(files, [question.id for question in questions])
    assert {(file.opened, file.lines) for file in files.values()} == {(2, 180)}
    assert {len(one.texts) for one in kept} == {3} and len(kept) == 200


def test_the_price_of_everything_is_reckoned_from_300_answers_and_near_the_exact_one(
    board: LargeBoard, tmp_path: Path
) -> None:
    data = read_data(Where("mt_video_bench", board.data.folder))
    key, by_id = data.key.entries, {question.id: question for question in data.questions}
    found = survey(board.files, by_id)
    judge = CountingJudge(Unasked(), PROMPTS["retally-1"], "5eed")
    with closing(CountingLedger(tmp_path / "ledger")) as ledger:
        told = price_text(options(), judge, found, sample_asked(found, by_id, key), ledger)
        assert (judge.made, ledger.looked_up) == (2 * SAMPLE, SAMPLE)
    every = read_kept(dict(list(board.files.items())[:10]), by_id)
    asked = asked_of_all([laid_out(one, data.questions, key) for one in every], key)
    exact = estimate([judge.request(Turn(one)) for one in asked], Prices(*PRICES))
    calls, read, written = numbers_in(told)
    assert (calls, written) == (20 * exact.calls, 20 * exact.tokens_out) and calls == 18_000
    assert read == pytest.approx(20 * exact.tokens_in, rel=0.01)
    assert told.startswith("about 0 of 18,000 are in the ledger; ") and told.endswith("(reckoned from 300 of them)")
