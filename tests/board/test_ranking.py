"""The rank intervals of a board, from the score rows of its submissions."""

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from benchmarks import load_benchmark
from benchmarks.files import read_questions
from benchmarks.folder import sample_folder
from board.comparisons import Matrix
from board.credits import gather
from board.design import Design, design_for
from board.errors import BenchmarkError
from board.metrics.nested import nest, nested_weights
from board.ranking import rank_board
from board.results import read_results, read_scores
from board.statistics import clustered_mean
from board.summary import Graded, summarize
from board.table import build_table
from board.types import Benchmark, Metric, Question, Score
from scorer.__main__ import main as scorer
from scorer.board_text import board_text, rank_text
from scorer.compare import rank_results
from tests.plain import plain_variance

ACCURACY = Metric("accuracy", "accuracy", ("choice",))
QUESTIONS = [Question(f"q{n:02}", "T", "choice", cluster=f"video {n // 3}") for n in range(60)]
ORDERS = ["".join(order) for order in permutations("ABCD")]
Capture = pytest.CaptureFixture[str]


def credit_matrix(scores: dict[str, list[Score]], questions: list[Question], metric: Metric) -> tuple[Matrix, Design]:
    column = gather(scores.items(), questions, [metric]).column(metric)
    return column.credits, design_for(metric, column.questions)


def rows(n_right: int, questions: list[Question] = QUESTIONS) -> list[Score]:
    return [Score(question.id, "A", float(n < n_right), "correct") for n, question in enumerate(questions)]


def test_rows_that_differ_in_few_videos_are_tied_and_a_far_one_is_not() -> None:
    ranking = rank_board({"a": rows(57), "b": rows(54), "c": rows(6)}, QUESTIONS, ACCURACY)
    assert ranking.places == {"a": (1, 2, ("b",)), "b": (1, 2, ("a",)), "c": (3, 3, ())}
    assert [rank_text(1, id, ranking) for id in "ac"] == ["1–2", "3"]
    assert ranking.smallest_gain is not None and 0.05 < ranking.smallest_gain < 0.5


def test_the_order_of_score_rows_makes_no_difference() -> None:
    straight = rank_board({"a": rows(57), "b": rows(6)}, QUESTIONS, ACCURACY)
    assert rank_board({"a": rows(57)[::-1], "b": rows(6)}, QUESTIONS[::-1], ACCURACY) == straight


def test_with_few_clusters_every_row_may_hold_every_place_and_it_is_said_why() -> None:
    few = [question._replace(cluster=f"video {n % 4}") for n, question in enumerate(QUESTIONS)]
    ranking = rank_board({"a": rows(57), "b": rows(6)}, few, ACCURACY)
    assert ranking.places == {"a": (1, 2, ("b",)), "b": (1, 2, ("a",))} and ranking.smallest_gain is None
    assert ranking.why_plain == "4 clusters are too few to tell rows apart"
    five = [question._replace(cluster=f"video {n % 5}") for n, question in enumerate(QUESTIONS)]
    assert rank_board({"a": rows(57), "b": rows(6)}, five, ACCURACY).why_plain == "", "the control"
    assert rank_board({}, QUESTIONS, ACCURACY).why_plain == "no row is ranked"


@pytest.mark.parametrize(
    "other", [rows(3)[:-1], [*rows(3)[:-1], Score("q98", "A", 1.0, "correct")], [*rows(3), rows(3)[0]], []]
)
def test_rows_of_other_questions_are_refused(other: list[Score]) -> None:
    with pytest.raises(BenchmarkError, match="not of the board's questions"):
        rank_board({"a": rows(57), "b": other}, QUESTIONS, ACCURACY)


def test_an_unscored_answer_and_a_metric_without_one_value_are_refused() -> None:
    unscored = [*rows(3)[:-1], rows(3)[-1]._replace(credit=None)]
    with pytest.raises(BenchmarkError, match="no single value for q59"):
        rank_board({"a": rows(57), "b": unscored}, QUESTIONS, ACCURACY)
    wrong = ACCURACY._replace(values=lambda _, score: () if score.credit else (1.0,))
    with pytest.raises(BenchmarkError, match="no single value"):
        rank_board({"a": rows(57), "b": rows(3)}, QUESTIONS, wrong)


def test_all_orders_of_a_question_are_one_cluster_s() -> None:
    shuffled = [
        Score(question.id, "A", float((n + place) % 3 == 0), "correct", order)
        for n, question in enumerate(QUESTIONS)
        for place, order in enumerate(ORDERS)
    ]
    credits, design = credit_matrix({"a": shuffled, "b": shuffled[::-1]}, QUESTIONS, ACCURACY)
    assert credits.shape == (2, 60 * 24) and design.n_clusters == 20
    assert np.array_equal(credits[0], credits[1])


@pytest.mark.parametrize("name", ["mt_video_bench", "vdiff_bench", "vsi_super_wild"])
def test_the_matrix_of_a_sample_has_the_headline_s_mean_and_error(name: str, tmp_path: Path, capsys: Capture) -> None:
    sample, benchmark = sample_folder(name), load_benchmark(name)
    file = next(file for file in sorted((sample / "predictions").glob("*.jsonl")) if "shuffle24" not in file.name)
    verdicts = sample / "verdicts" / file.name
    judged = ["--verdicts", str(verdicts)] if verdicts.exists() else []
    assert scorer(["score", name, str(file), *judged, "--out", str(tmp_path), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["headline"]
    (result,) = read_results(tmp_path)
    scores = read_scores(tmp_path, result.submission_id)
    assert scores is not None
    metric = next(own for own in benchmark.metrics if own.name == told["metric"])
    credits, design = credit_matrix({"mine": scores}, read_questions(sample), metric)
    found = clustered_mean(credits[0], design.cluster.tolist(), weights=design.weights, strata=design.stratum.tolist())
    row = result.row(told["metric"])
    assert row is not None
    assert found.value == pytest.approx(told["estimate"], abs=1e-12)
    assert found.stderr == (None if row.stderr is None else pytest.approx(row.stderr, abs=1e-12))


def test_a_board_on_disk_gives_a_place_and_names_who_it_is_tied_with(tmp_path: Path, capsys: Capture) -> None:
    predictions = sample_folder("vdiff_bench") / "predictions"
    for model in ("near_perfect", "always_a"):
        file, card = predictions / f"{model}.jsonl", predictions / f"{model}.submission.json"
        assert scorer(["score", "vdiff_bench", str(file), "--submission", str(card), "--out", str(tmp_path)]) == 0
    mine = ["score", "vdiff_bench", str(predictions / "image_differ.jsonl"), "--compare", str(tmp_path)]
    capsys.readouterr()
    assert scorer(mine) == 0
    assert "rank 1–2 of 3 by paired tests, tied with Near-perfect (drawn from the key)" in capsys.readouterr().out
    for file in tmp_path.rglob("*.scores.jsonl"):
        file.unlink()
    assert scorer(mine) == 0
    assert "plain rank 1 of 3: the score rows of 2 results are not there" in capsys.readouterr().out


def test_damaged_score_rows_are_named(tmp_path: Path) -> None:
    assert read_scores(tmp_path, "0" * 64) is None
    (tmp_path / f"{'0' * 64}.scores.jsonl").write_text('{"id": "q1"}\n', encoding="utf-8")
    with pytest.raises(BenchmarkError, match="cannot be read"):
        read_scores(tmp_path, "0" * 64)


def test_line_ends_within_an_answer_do_not_part_its_score_row(tmp_path: Path) -> None:
    score = Score("q1", "a\u2028b\u2029c\x85d\x0be", 1.0, "correct")
    row = {"id": score.id, "order": None, "answer": score.answer, "credit": 1.0, "bucket": "correct", "verdicts": None}
    file = tmp_path / f"{'0' * 64}.scores.jsonl"
    file.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    assert read_scores(tmp_path, "0" * 64) == [score]
    assert len(file.read_text(encoding="utf-8").splitlines()) > 1, "the control: lines as Python parts them"


def test_a_metric_where_lower_is_better_ranks_the_lower_row_first() -> None:
    lower = ACCURACY._replace(higher_is_better=False)
    ranking = rank_board({"a": rows(57), "b": rows(6)}, QUESTIONS, lower)
    assert [ranking.places[id][:2] for id in "ab"] == [(2, 2), (1, 1)]


def test_one_row_is_not_compared_with_anything() -> None:
    assert rank_board({"a": rows(57)}, QUESTIONS, ACCURACY) == ({}, None, "there is no other ranked row")


def test_the_outermost_groups_of_a_nested_headline_are_fixed_and_not_drawn() -> None:
    nested = ACCURACY._replace(levels=(lambda question: question.task, lambda question: question.cluster))
    asked = [question._replace(task="easy" if n < 30 else "hard") for n, question in enumerate(QUESTIONS)]
    right = [float(n % 4 != 0 if n < 30 else n % 4 == 0) for n in range(60)]
    mine = [Score(question.id, "A", credit, "correct") for question, credit in zip(asked, right, strict=True)]
    credits, design = credit_matrix({"a": mine, "b": rows(30, asked)}, asked, nested)
    benchmark = Benchmark("b", "B", "public", (), (nested,), (), "accuracy", (), "")
    found = summarize([Graded(*both) for both in zip(asked, mine, strict=True)], benchmark, "strict")[0]
    clusters, strata = [question.cluster for question in asked], [question.task for question in asked]
    weights = nested_weights(nest([(question.task, question.cluster) for question in asked]))
    values = [Fraction(int(score.credit or 0)) for score in mine]
    exact = [Fraction(weight).limit_denominator(10**6) for weight in weights]
    expected = plain_variance(values, clusters, strata, exact)
    assert found.stderr == pytest.approx(float(expected) ** 0.5)
    assert found.stderr != pytest.approx(float(plain_variance(values, clusters, [0] * 60, exact)) ** 0.5, rel=0.05)
    laid_out = clustered_mean(
        credits[0], design.cluster.tolist(), weights=design.weights, strata=design.stratum.tolist()
    )
    assert laid_out.stderr == pytest.approx(found.stderr)


def test_rows_of_another_protocol_are_ranked_apart_in_the_terminal_too(tmp_path: Path, capsys: Capture) -> None:
    predictions = sample_folder("vdiff_bench") / "predictions"
    for model, protocol in (("near_perfect", "paper"), ("always_a", "other"), ("random_letters", "other")):
        card = json.loads((predictions / f"{model}.submission.json").read_bytes()) | {"protocol": protocol}
        (tmp_path / f"{model}.json").write_text(json.dumps(card), encoding="utf-8")
        file = [
            "score",
            "vdiff_bench",
            str(predictions / f"{model}.jsonl"),
            "--submission",
            str(tmp_path / f"{model}.json"),
        ]
        assert scorer([*file, "--out", str(tmp_path / "results")]) == 0
        capsys.readouterr()
        assert scorer([*file, "--compare", str(tmp_path / "results")]) == 0
        told = capsys.readouterr().out
        assert ("rank 1–2 of 2 by paired tests" in told) == (model == "random_letters")
        assert ("rank 1 of 1, no other result" in told) == (model != "random_letters")
    results = read_results(tmp_path / "results")
    table = build_table(results)
    scores = {result.submission_id: read_scores(tmp_path / "results", result.submission_id) for result in results}
    benchmark = load_benchmark("vdiff_bench")
    ranking = rank_results(table, scores, read_questions(sample_folder("vdiff_bench")), benchmark, "accuracy")
    assert [ranking.places[id][:2] for id in table["submission_id"][:2]] == [(1, 2), (1, 2)]
    text = board_text(table, benchmark, ranking)
    assert text.index("protocol other, ranked among themselves") < text.index("protocol paper, ranked among themselves")
