"""Results of a benchmark whose gold is private tell places and paired tests, and nothing of any single question."""

import json
import stat
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import load_benchmark
from benchmarks.files import read_questions
from board.comparisons import compare_all
from board.comparisons_file import NAME, BoardComparisons, ComparisonsFile, read_comparisons, write_comparisons
from board.design import design_of
from board.errors import BenchmarkError
from board.ranking import rank_board
from board.ranks import holm
from board.results import read_results, read_scores, write_result
from board.types import Benchmark
from scorer.private_scores import write_scored
from scorer.score import Scored, score_file

FOLDER = '''"""A tiny benchmark with a private key."""
from board.types import Benchmark, DataVersion, Facet, Metric, Task, credit
BENCHMARK = Benchmark(
    name="secret_bench", title="Secret Bench", gold="private",
    tasks=(Task("PICK", "pick one", "choice"), Task("HOW_MANY", "count", "count")),
    metrics=(
        Metric("score", "score", ("choice", "count")), Metric("accuracy", "accuracy", ("choice",)),
        Metric("mra", "MRA", ("count",)),
        Metric("giveaway", "giveaway", ("choice",), public_gold_only=True),
        Metric("of_right", "of right ones", ("choice",), values=lambda q, s: credit(q, s) if s.credit else ()),
    ),
    facets=(Facet("place", "place", ("indoor", "outdoor")), Facet("rare", "rare", ("yes",)),), headline="score",
    data_versions=(DataVersion("v2", {"PICK": 30, "HOW_MANY": 30}), DataVersion("v1", {"PICK": 30, "HOW_MANY": 30})),
    id_pattern="",
)
'''
REPOSITORY = Path(__file__).parents[2]
N, IN_KEY, IN_ANSWERS = 60, 918273000, 564738000  # the canaries: counts in the key, and wrong ones in the answers
Rows = Sequence[Any]


def write(file: Path, rows: Rows) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def question_of(n: int) -> dict[str, Any]:
    kind = {"task": "HOW_MANY", "kind": "count"} if n % 2 else {"task": "PICK", "kind": "choice"}
    options = None if n % 2 else dict(zip("ABCD", ("red", "blue", "green", "white"), strict=True))
    facets = {"place": "indoor" if n % 3 else "outdoor", "rare": "yes" if n < 6 else ""}
    return {
        "id": f"canary-{n:02}",
        **kind,
        "question": "?",
        "options": options,
        "facets": facets,
        "cluster": f"v{n // 5}",
    }


def data_folder(root: Path, version: str = "v2") -> Path:
    folder = root / "data" / version
    write(folder / "questions.jsonl", [question_of(n) for n in range(N)])
    write(folder / "key.jsonl", [{"id": f"canary-{n:02}", "answer": IN_KEY + n if n % 2 else "B"} for n in range(N)])
    told = {"benchmark": "secret_bench", "data_version": version, "source": "", "partial": False, "counts": {}}
    (folder / "data.json").write_text(json.dumps(told), encoding="utf-8")
    return folder


def benchmark_of(root: Path, gold: str = "private") -> Benchmark:
    (root / gold / "secret_bench").mkdir(parents=True)
    text = FOLDER.replace('gold="private"', f'gold="{gold}"')
    (root / gold / "secret_bench" / "__init__.py").write_text(text, encoding="utf-8")
    return load_benchmark("secret_bench", root / gold)


def answers(n_right: int, seed: int) -> Rows:
    right = set(np.random.default_rng(seed).permutation(N)[:n_right].tolist())
    wrong = [IN_ANSWERS + n if n % 2 else "C" for n in range(N)]
    key = [IN_KEY + n if n % 2 else "B" for n in range(N)]
    return [{"id": f"canary-{n:02}", "prediction": key[n] if n in right else wrong[n]} for n in range(N)]


def scored(
    root: Path, benchmark: Benchmark, n_right: int, seed: int = 1, version: str = "v2", protocol: str = "paper"
) -> Scored:
    """One submission that has so many of 60 questions right."""
    name = f"m{n_right}-{seed}-{protocol}-{version}"
    card = {"model_id": name, "display_name": name, "organisation": "us", "open_weights": True, "protocol": protocol}
    (root / f"{name}.json").write_text(json.dumps({**card, "data_version": version}), encoding="utf-8")
    data = root / "data" / version if (root / "data" / version).exists() else data_folder(root, version)
    file = write(root / f"{name}.jsonl", answers(n_right, seed))
    found = score_file(file, benchmark, data=data, card=root / f"{name}.json")
    assert found.result is not None and found.result.reason is None
    return found


def id_of(found: Scored) -> str:
    assert found.result is not None
    return found.result.submission_id


@pytest.fixture
def board(tmp_path: Path) -> tuple[Benchmark, list[Scored]]:
    """Three private submissions, written to ``results`` and ``scores``."""
    benchmark = benchmark_of(tmp_path)
    submissions = [scored(tmp_path, benchmark, n_right, seed=n_right) for n_right in (20, 52, 55)]
    for submission in submissions:
        write_scored(submission, benchmark, tmp_path / "results", tmp_path / "scores")
    return benchmark, submissions


Board = tuple[Benchmark, list[Scored]]


def comparisons(root: Path) -> ComparisonsFile:
    found = read_comparisons(root / "results", "secret_bench")
    assert found is not None
    return found


def traces(folder: Path) -> list[str]:
    """What the files of a folder tell of single questions: their ids, answers, right answers, buckets."""
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*")) if file.is_file())
    words = ("canary-", str(IN_KEY)[:6], str(IN_ANSWERS)[:6], '"bucket"', '"credit"', '"wrong"', "giveaway")
    return [word for word in words if word in text]


def test_nothing_of_a_single_question_lies_with_the_results_of_a_private_benchmark(
    tmp_path: Path, board: Board
) -> None:
    _, submissions = board
    ids = sorted(map(id_of, submissions))
    assert sorted(file.name for file in (tmp_path / "results" / "secret_bench").iterdir()) == sorted(
        [NAME, *(f"{id}.json" for id in ids)]
    )
    assert traces(tmp_path / "results") == []
    for submission in submissions:
        file = tmp_path / "scores" / "secret_bench" / f"{id_of(submission)}.scores.jsonl"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert len(file.read_text(encoding="utf-8").splitlines()) == N


def test_the_control_a_public_benchmark_leaves_them_there_as_ever(tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path, "public")
    submission = scored(tmp_path, benchmark, 40)
    write_scored(submission, benchmark, tmp_path / "results", tmp_path / "scores")
    assert len(traces(tmp_path / "results")) == 7
    assert not (tmp_path / "scores").exists() and read_comparisons(tmp_path / "results", "secret_bench") is None
    assert submission.result is not None
    write_result(submission.result, submission.scores, tmp_path / "before")
    for file in (tmp_path / "before").rglob("*.json*"):
        assert (tmp_path / "results" / file.relative_to(tmp_path / "before")).read_bytes() == file.read_bytes()


def test_score_rows_that_an_older_scorer_left_beside_a_result_are_taken_away(tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path)
    submission = scored(tmp_path, benchmark, 40)
    assert submission.result is not None
    write_result(submission.result, submission.scores, tmp_path / "results")
    assert traces(tmp_path / "results") != []
    write_scored(submission, benchmark, tmp_path / "results", tmp_path / "scores")
    assert traces(tmp_path / "results") == []


def test_places_are_those_of_the_score_rows(tmp_path: Path, board: Board) -> None:
    benchmark, submissions = board
    questions = read_questions(tmp_path / "data" / "v2")
    best_first = submissions[::-1]
    expected = rank_board({id_of(own): own.scores for own in best_first}, questions, benchmark.metrics[0])
    assert [place[:2] for place in expected.places.values()] == [(1, 2), (1, 2), (3, 3)], "the control"
    found = comparisons(tmp_path)
    assert (found.metric, found.facet, found.data_version, found.track) == ("score", "all", "v2", "standard")
    assert {row.submission_id: (row.rank_low, row.rank_high) for row in found.rows} == {
        id: place[:2] for id, place in expected.places.items()
    }
    assert found.smallest_gain == pytest.approx(expected.smallest_gain)
    kept = [read_scores(tmp_path / "scores", row.submission_id) or [] for row in found.rows]
    assert [[row.credit for row in rows] for rows in kept] == [[row.credit for row in own.scores] for own in best_first]


def test_pairs_are_the_paired_tests_of_the_score_rows(tmp_path: Path, board: Board) -> None:
    _, submissions = board
    best_first = submissions[::-1]
    credits = np.array([[float(score.credit or 0) for score in own.scores] for own in best_first])
    expected = compare_all(credits, design_of([n // 5 for n in range(N)]))
    found = comparisons(tmp_path).pairs
    assert [(pair.a, pair.b) for pair in found] == list(combinations(map(id_of, best_first), 2))
    corrected = holm(expected.p[np.triu_indices(3, 1)])
    for pair, (a, b), p_holm in zip(found, combinations(range(3), 2), corrected, strict=True):
        told = (pair.difference, pair.stderr, pair.p, pair.p_holm)
        assert told == pytest.approx(
            (expected.difference[a, b], expected.stderr[a, b], expected.p[a, b], p_holm), rel=1e-8
        )


def test_other_columns_are_compared_alike_and_those_that_cannot_be_are_left_out(tmp_path: Path, board: Board) -> None:
    benchmark, submissions = board
    columns = {(own.metric, own.facet, own.value_of_facet): own for own in comparisons(tmp_path).columns}
    assert list(columns) == [
        ("accuracy", "task", "PICK"),
        ("mra", "task", "HOW_MANY"),
        ("score", "place", "indoor"),
        ("score", "place", "outdoor"),
        ("score", "rare", "yes"),
    ]
    few = columns["score", "rare", "yes"]
    assert (few.rows, few.pairs, few.why_plain) == ([], [], "2 clusters are too few to tell rows apart")
    questions = [
        question for question in read_questions(tmp_path / "data" / "v2") if question.facets["place"] == "indoor"
    ]
    indoor = rank_board({id_of(own): own.scores for own in submissions}, questions, benchmark.metrics[0])
    found = {row.submission_id: (row.rank_low, row.rank_high) for row in columns["score", "place", "indoor"].rows}
    assert found == {id: place[:2] for id, place in indoor.places.items()}


def test_the_bytes_do_not_depend_on_which_submission_was_scored_last(tmp_path: Path, board: Board) -> None:
    benchmark, submissions = board
    for number, order in enumerate((submissions, submissions[::-1])):
        for submission in order:
            write_scored(submission, benchmark, tmp_path / f"again{number}", tmp_path / f"scores{number}")
    told = {(tmp_path / folder / "secret_bench" / NAME).read_bytes() for folder in ("results", "again0", "again1")}
    assert len(told) == 1
    before = comparisons(tmp_path)
    write_comparisons("secret_bench", before.all_boards(), tmp_path / "results")
    assert (tmp_path / "results" / "secret_bench" / NAME).read_bytes() in told and comparisons(tmp_path) == before


def test_rows_whose_score_rows_are_elsewhere_are_left_out(tmp_path: Path, board: Board) -> None:
    benchmark, submissions = board
    (tmp_path / "scores" / "secret_bench" / f"{id_of(submissions[0])}.scores.jsonl").unlink()
    write_scored(submissions[1], benchmark, tmp_path / "results", tmp_path / "scores")
    assert [row.submission_id for row in comparisons(tmp_path).rows] == [id_of(submissions[2]), id_of(submissions[1])]
    assert len(read_results(tmp_path / "results")) == 3


def test_a_first_row_stands_alone_and_says_so(tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path)
    write_scored(scored(tmp_path, benchmark, 40), benchmark, tmp_path / "results", tmp_path / "scores")
    found = comparisons(tmp_path)
    assert (found.rows, found.pairs, found.columns) == ([], [], [])
    assert found.why_plain == "there is no other ranked row"


def test_each_protocol_has_places_of_its_own_beside_those_of_all_together(tmp_path: Path, board: Board) -> None:
    benchmark, submissions = board
    assert comparisons(tmp_path).protocols == []
    others = [scored(tmp_path, benchmark, n_right, protocol="streaming") for n_right in (10, 50)]
    for other in others:
        write_scored(other, benchmark, tmp_path / "results", tmp_path / "scores")
    found = comparisons(tmp_path)
    assert len(found.rows) == 5 and [own.protocol for own in found.protocols] == ["paper", "streaming"]
    assert [row.submission_id for row in found.protocols[0].rows] == [id_of(own) for own in submissions[::-1]]
    assert [(row.rank_low, row.rank_high) for row in found.protocols[1].rows] == [(1, 1), (2, 2)]
    assert len(found.protocols[1].columns) == 5 and traces(tmp_path / "results") == []


def test_boards_of_other_data_versions_stand_in_the_same_file_the_benchmark_s_first_on_top(tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path)
    older = [scored(tmp_path, benchmark, n_right, version="v1") for n_right in (10, 50)]
    newer = [scored(tmp_path, benchmark, n_right, version="v2") for n_right in (11, 51)]
    for submission in (older[0], newer[0], newer[1], older[1]):
        write_scored(submission, benchmark, tmp_path / "results", tmp_path / "scores")
    found = comparisons(tmp_path)
    assert [own.data_version for own in found.all_boards()] == ["v2", "v1"]
    assert {row.submission_id for row in found.rows} == set(map(id_of, newer))
    first, other = found.board("v2", "standard"), found.board("v1", "standard")
    assert first is not None and first.rows == found.rows and found.board("v3", "standard") is None
    assert other is not None and {row.submission_id for row in other.rows} == set(map(id_of, older))


def test_a_result_of_an_older_key_is_not_compared(tmp_path: Path, board: Board) -> None:
    benchmark, _ = board
    key = tmp_path / "data" / "v2" / "key.jsonl"
    key.write_text(key.read_text(encoding="utf-8").replace('"B"', '"C"', 1), encoding="utf-8")
    newer = scored(tmp_path, benchmark, 44)
    write_scored(newer, benchmark, tmp_path / "results", tmp_path / "scores")
    assert comparisons(tmp_path).why_plain == "there is no other ranked row"


def test_a_subset_of_the_questions_changes_no_board(tmp_path: Path, board: Board) -> None:
    benchmark, _ = board
    before = (tmp_path / "results" / "secret_bench" / NAME).read_bytes()
    part = tmp_path / "part"
    for name in ("questions.jsonl", "key.jsonl"):
        rows = (tmp_path / "data" / "v2" / name).read_text(encoding="utf-8").splitlines()[:30]
        write(part / name, map(json.loads, rows))  # type: ignore[arg-type]
    found = score_file(write(tmp_path / "part.jsonl", answers(30, 1)[:30]), benchmark, data=part)
    write_scored(found, benchmark, tmp_path / "results", tmp_path / "scores")
    assert found.result is not None and found.result.reason == "subset"
    assert (tmp_path / "results" / "secret_bench" / NAME).read_bytes() == before
    assert traces(tmp_path / "results") == []


def damaged(text: str) -> list[str]:
    whole = json.loads(text)
    fewer = {**whole, "pairs": whole["pairs"][:-1]}
    percent = {**whole, "pairs": [{**whole["pairs"][0], "p": 4.5}, *whole["pairs"][1:]]}
    backwards = {**whole, "rows": [{**whole["rows"][0], "rank_low": 3}, *whole["rows"][1:]]}
    foreign = {**whole, "benchmark": "other_bench"}
    return [text[:-20], "", "[]", *map(json.dumps, (fewer, percent, backwards, foreign, {**whole, "rows": None}))]


@pytest.mark.parametrize("place", range(8))
def test_a_damaged_file_is_refused_in_plain_words_and_nothing_is_written(
    place: int, tmp_path: Path, board: Board
) -> None:
    benchmark, _ = board
    file = tmp_path / "results" / "secret_bench" / NAME
    file.write_text(damaged(file.read_text(encoding="utf-8"))[place], encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json*")}
    another = scored(tmp_path, benchmark, 33)
    with pytest.raises(BenchmarkError, match=r"comparisons\.json cannot be used .*: delete it, it is made again"):
        write_scored(another, benchmark, tmp_path / "results", tmp_path / "scores")
    assert all(path.read_bytes() == content for path, content in before.items())
    assert not list(tmp_path.rglob(f"{id_of(another)}*"))
    file.unlink()
    write_scored(another, benchmark, tmp_path / "results", tmp_path / "scores")
    assert len(comparisons(tmp_path).rows) == 4


def test_score_rows_may_not_go_into_the_folder_of_results(tmp_path: Path) -> None:
    benchmark = benchmark_of(tmp_path)
    submission = scored(tmp_path, benchmark, 40)
    for inside in ("results", "results/scores", "other/../results/x"):
        with pytest.raises(BenchmarkError, match="are private and would lie in"):
            write_scored(submission, benchmark, tmp_path / "results", tmp_path / inside)
    assert not (tmp_path / "results").exists()


def test_a_file_without_a_board_is_not_written(tmp_path: Path) -> None:
    boards: list[BoardComparisons] = []
    with pytest.raises(ValueError, match="at least one board"):
        write_comparisons("secret_bench", boards, tmp_path)


def test_the_command_keeps_score_rows_under_var(tmp_path: Path) -> None:
    house, root = tmp_path / "house", tmp_path / "answers"
    (house / "benchmarks").mkdir(parents=True)
    for name in ("board", "validator", "scorer"):
        (house / name).symlink_to(REPOSITORY / name)
    for part in (REPOSITORY / "benchmarks").iterdir():
        (house / "benchmarks" / part.name).symlink_to(part)
    benchmark = benchmark_of(house, "private")
    (house / "benchmarks" / "secret_bench").symlink_to(house / "private" / "secret_bench")
    root.mkdir()
    for n_right in (20, 55):
        submission, name = scored(root, benchmark, n_right), f"m{n_right}-1-paper-v2"
        files = [f"{root}/{name}.jsonl", "--submission", f"{root}/{name}.json", "--data", f"{root}/data/v2"]
        told = subprocess.run(
            [sys.executable, "-m", "scorer", "score", "secret_bench", *files, "--out", "out", "--compare", "out"],
            cwd=house,
            capture_output=True,
            text=True,
            env={"PYTHONDONTWRITEBYTECODE": "1"},
        )
        assert told.returncode == 0, told.stderr
        assert (house / "var" / "scores" / "secret_bench" / f"{id_of(submission)}.scores.jsonl").exists()
    assert traces(house / "out") == [] and len(list((house / "out").rglob("*.receipt.json"))) == 2
    found = read_comparisons(house / "out", "secret_bench")
    assert found is not None and [(row.rank_low, row.rank_high) for row in found.rows] == [(1, 1), (2, 2)]
