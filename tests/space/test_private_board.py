"""A board whose gold is private: canaries in its key, and what its rows earned on each question, reach no page."""

from pathlib import Path

import pytest

from board.comparisons_file import read_comparisons
from board.errors import BenchmarkError
from board.results import read_score_file, write_result
from board.types import Benchmark
from scorer.private_scores import write_scored
from scorer.score import score_file
from space.reading import read_boards
from space.site.build import build_site
from tests.scorer.test_private_scores import IN_ANSWERS, IN_KEY, N, answers, benchmark_of, data_folder, write

SUBMISSIONS = {"near": 50, "middle": 35, "other": 34, "far": 12}


@pytest.fixture
def private(tmp_path: Path) -> Benchmark:
    return benchmark_of(tmp_path)


def scored_into(folder: Path, benchmark: Benchmark) -> None:
    data = data_folder(folder).rename(folder / "data" / "secret_bench")
    for seed, (name, n_right) in enumerate(SUBMISSIONS.items()):
        file = write(folder / f"{name}.jsonl", answers(n_right, seed))
        scored = score_file(file, benchmark, data=data)
        assert scored.result is not None
        if benchmark.gold == "private":
            write_scored(scored, benchmark, folder / "results", folder / "scores")
        else:
            write_result(scored.result, scored.scores, folder / "results")


def site_text(folder: Path) -> str:
    files = [file for file in sorted((folder / "site").rglob("*")) if file.is_file()]
    return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files if "plotly" not in file.name)


def found_canaries(text: str) -> list[str]:
    """Gold counts, submitted counts and question ids that stand in a text."""
    counts = [str(start + n) for start in (IN_KEY, IN_ANSWERS) for n in range(N)]
    return [told for told in (*counts, *(f"canary-{n:02}" for n in range(N))) if told in text]


def test_nothing_of_any_question_is_in_the_site_but_the_ranks_are(tmp_path: Path, private: Benchmark) -> None:
    scored_into(tmp_path, private)
    build_site(tmp_path / "results", tmp_path / "data", [private], tmp_path / "site")
    assert found_canaries(site_text(tmp_path)) == []
    (board,) = read_boards(tmp_path / "results", tmp_path / "data", [private])
    told = read_comparisons(tmp_path / "results", "secret_bench")
    assert told is not None
    expected = {row.submission_id: (row.rank_low, row.rank_high) for row in told.rows}
    assert {row.id: (row.low, row.high) for row in board.submissions} == expected
    assert len(set(expected.values())) > 1
    assert not any(row.kind == "floor" for row in board.rows), "floors are worked out from the key"
    assert not list((tmp_path / "site" / "data").glob("*.answers"))


def test_the_same_board_with_public_gold_shows_its_questions(tmp_path: Path) -> None:
    """Control arm: the canaries are found where they may stand."""
    public = benchmark_of(tmp_path, gold="public")
    scored_into(tmp_path, public)
    build_site(tmp_path / "results", tmp_path / "data", [public], tmp_path / "site")
    found = found_canaries(site_text(tmp_path))
    assert {f"canary-{n:02}" for n in range(N)} <= set(found)
    assert str(IN_KEY + 29) in found, "the best constant count is a floor, and a part of the key"


@pytest.mark.parametrize("gold", ["private", "public"])
def test_a_private_key_is_never_opened(gold: str, tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path, gold=gold)
    scored_into(tmp_path, benchmark)
    (tmp_path / "data" / "secret_bench" / "key.jsonl").write_text("not a key at all", encoding="utf-8")
    if gold == "private":
        build_site(tmp_path / "results", tmp_path / "data", [benchmark], tmp_path / "site")
    else:  # the control arm: a public one is
        with pytest.raises(BenchmarkError, match=r"key\.jsonl"):
            build_site(tmp_path / "results", tmp_path / "data", [benchmark], tmp_path / "site")


def test_private_ranks_without_a_file_are_plain_and_say_so(tmp_path: Path, private: Benchmark) -> None:
    scored_into(tmp_path, private)
    (tmp_path / "results" / "secret_bench" / "comparisons.json").unlink()
    (board,) = read_boards(tmp_path / "results", tmp_path / "data", [private])
    assert "no ranks were published" in board.places.why_plain["score/all=all"]
    assert [row.low for row in board.submissions] == [1, 2, 3, 4]
    assert all(read_score_file(file) for file in (tmp_path / "scores").rglob("*.jsonl"))
