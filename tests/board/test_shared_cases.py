"""The worked cases of the rulebook, areas aggregate, board and judge, as far as they concern grading and ranking."""

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from benchmarks import load_benchmark
from board.checklists import MISSING, NO, YES, credit_checklists, lay_out
from board.errors import BenchmarkError
from board.grading import grade_choice, grade_count
from board.metrics.mean import mean_credit
from board.results import Result, estimate_rows, parse_result, read_results, result_json, write_result
from board.summary import Graded, summarize
from board.table import build_table
from board.types import ChecklistQuestion, Question, Reading, Score, Unscored
from board.words import percent

MT = load_benchmark("mt_video_bench")
YES_NO_YES: tuple[Literal["yes", "no"], ...] = ("yes", "no", "yes")


def made(name: str, headline: float | None, **changes: Any) -> Result:
    """A small valid result."""
    estimate = {
        "metric": "score",
        "facet": "all",
        "value_of_facet": "all",
        "mode": changes.get("mode", "strict"),
        "estimate": headline,
        "unit": "share",
        "higher_is_better": True,
        "n": 100,
        "n_unanswered": 0,
        "n_unparsed": 0,
        "n_unscored": 0,
        **dict.fromkeys(("stderr", "sem", "ci_low", "ci_high", "n_clusters", "lower_bound", "upper_bound")),
    }
    head = {name: estimate[name] for name in ("metric", "facet", "value_of_facet", "estimate", "ci_low", "ci_high")}
    hashes = dict.fromkeys(("predictions_sha256", "questions_sha256", "key_sha256"), "0" * 64)
    versions = {"scorer_version": "s", "reader_version": "r", "judge": None, "epoch": "e1"}
    fields: dict[str, Any] = {
        "schema_version": 1,
        "submission_id": (name.encode().hex() + "0" * 64)[:64],
        "benchmark": "vsi_super_wild",
        "data_version": "v1",
        "track": "standard",
        "mode": "strict",
        "status": "complete",
        "reason": None,
        "coverage": 1.0,
        "submission": {"display_name": name, "date": "2026-01-01"},
        "headline": head,
        "estimates": [estimate],
        "tags": {},
        "provenance": {**hashes, **versions},
        **changes,
    }
    return Result.model_validate(fields)


def ranks(results: list[Result], epoch: str | None = None) -> dict[str, int | None]:
    table = build_table(results, epoch=epoch)
    return {
        row["model"]: None if row["rank"] is None or row["rank"] != row["rank"] else int(row["rank"])
        for row in table.astype({"rank": object}).where(table.notna(), None).to_dict("records")
    }


def order(results: list[Result]) -> list[str]:
    return list(build_table(results)["model"])


def test_unanswered_and_unparsed_stay_in_the_denominator(cases: dict[str, Any]) -> None:
    given, expected = cases["AG-001"]["input"], cases["AG-001"]["expected"]
    credits = [1.0] * given["correct"] + [0.0] * (given["total"] - given["correct"])
    assert mean_credit(credits).estimate == expected["accuracy"]
    unanswered = grade_choice(Reading(None, "null", "strict"), "A")
    assert (unanswered.credit, unanswered.bucket) == (0.0, "unanswered")
    scores = [1.0, 0.0, unanswered.credit or 0.0]
    assert mean_credit(scores).estimate == pytest.approx(cases["AG-003"]["expected"]["mean"], abs=1e-6)
    four = [1.0, 0.0, *[grade_choice(Reading(None, "ambiguous", "M6"), "A").credit or 0.0] * 2]
    assert mean_credit(four).estimate == cases["AG-004"]["expected"]["accuracy"]
    garbage = [grade_choice(Reading(None, "unparsed", "M10"), "ABCD"[n % 4]).credit or 0.0 for n in range(400)]
    assert mean_credit(garbage).estimate == cases["AG-005"]["expected"]["accuracy"]


def test_the_overall_is_question_level_and_not_the_mean_of_tasks(cases: dict[str, Any]) -> None:
    given, expected = cases["AG-006"]["input"], cases["AG-006"]["expected"]
    total = sum(given["n"].values())
    overall = sum(given["n"][task] * given["score"][task] for task in given["n"]) / total
    assert round(overall, 2) == expected["overall"]
    rows = [
        Graded(
            Question(f"{task}{n}", task, "count" if task == "VOC" else "choice"), Score("q", None, share / 100, "wrong")
        )
        for task, share in given["score"].items()
        for n in range(given["n"][task])
    ]
    estimates = summarize(rows, load_benchmark("vsi_super_wild"), "strict")
    assert round(100 * (estimates[0].estimate or 0), 2) == expected["overall"]
    assert round(sum(given["score"].values()) / 4, 3) == expected["not_macro"]


def test_values_are_stored_unrounded_and_shown_with_two_decimals(cases: dict[str, Any]) -> None:
    given, expected = cases["AG-011"]["input"], cases["AG-011"]["expected"]
    stored = mean_credit([1.0] + [0.0] * (given["total"] - 1)).estimate
    assert (stored, percent(stored)) == (expected["stored"], expected["shown"])
    assert cases["BO-027"]["expected"]["shown"].startswith("two decimals")
    assert [percent(value) for value in (0.684, 0.6845, 0.68450)] == ["68.40", "68.45", "68.45"]


def test_one_question_has_no_standard_error(cases: dict[str, Any]) -> None:
    assert mean_credit(cases["AG-020"]["input"]["item_scores"])[:2] == (1.0, None)


def test_the_count_metric_is_the_clipped_relative_accuracy(cases: dict[str, Any]) -> None:
    given = cases["AG-026"]["input"]
    assert grade_count(Reading(given["pred"], "ok", "strict"), int(given["gold"])).credit == 1.0
    assert grade_count(Reading(8, "ok", "strict"), 10).credit == 0.8  # ten thresholds would give 0.6


def test_percent_in_a_result_file_is_refused(cases: dict[str, Any]) -> None:
    assert cases["AG-028"]["expected"]["error"].startswith("E_SCALE")
    text = result_json(made("a", 0.85)).replace("0.85", "85.0")
    with pytest.raises(BenchmarkError, match="E_SCALE"):
        parse_result(text)


def test_an_empty_group_is_left_out_and_never_zero(cases: dict[str, Any]) -> None:
    assert cases["AG-038"]["expected"]["not_zero"]
    with pytest.raises(ValueError, match="leave the group out"):
        mean_credit([])
    rows = [Graded(Question("q1", "VMR", "choice"), Score("q1", "A", 1.0, "correct"))]
    metrics = {estimate.metric for estimate in summarize(rows, load_benchmark("vsi_super_wild"), "strict")}
    assert metrics == {"score", "accuracy"}


def test_different_data_versions_never_share_a_table(cases: dict[str, Any]) -> None:
    assert "never share a table" in cases["AG-032"]["expected"]["rule"]
    with pytest.raises(BenchmarkError, match="one table takes one"):
        build_table([made("a", 0.5), made("b", 0.6, data_version="v2")])


def test_a_result_over_some_of_the_groups_is_not_compared_with_one_over_all(cases: dict[str, Any]) -> None:
    case = cases["AG-030"]
    groups = {"model_a": ["summary", "topic_shifting"], "model_b": [task.name for task in MT.tasks]}
    results = []
    for name, present in groups.items():
        questions = [Question(f"v/0/{place}", task, "text") for place, task in enumerate(present)]
        rows = [Graded(question, Score(question.id, "text", 0.3, "wrong")) for question in questions]
        result = made(name, 0.3, benchmark=MT.name)
        estimates = [*result.estimates, *estimate_rows(summarize(rows, MT, "strict"))]
        results.append(result.model_copy(update={"estimates": estimates}))
    assert [name for name, rank in ranks(results).items() if rank] == case["expected"]["ranked"]
    table = build_table(results)
    assert table["model"][1] == "model_a" and "incomplete: no value for" in table["reason"][1]


def test_no_number_is_taken_over_different_benchmarks(cases: dict[str, Any]) -> None:
    case = cases["AG-034"]["expected"]
    vdiff = made("m", 0.5, benchmark="vdiff_bench")
    assert ranks([vdiff]) == {"m": 1} and case["vdiff_rank"] == "yes"
    assert case["cross_benchmark_average"] is None
    with pytest.raises(BenchmarkError, match="one table takes one benchmark"):
        build_table([vdiff, made("m", 0.5, benchmark="vsi_super_wild")])


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"status": "incomplete"}, "incomplete"),
        ({"status": "parity", "mode": "official"}, "parity"),
        ({"status": "stale"}, "stale"),
        ({"status": "mixed_judge"}, "mixed judges"),
        ({"reason": "subset"}, "subset"),
        ({"coverage": 0.4}, "40.0%"),
    ],
)
def test_what_cannot_be_compared_is_listed_last_without_a_rank_and_with_the_reason(
    changes: dict[str, Any], word: str
) -> None:
    table = build_table([made("cannot", 0.95, **changes), made("good", 0.5)])
    assert list(table["model"]) == ["good", "cannot"]
    assert [str(rank) for rank in table["rank"]] == ["1", "<NA>"]
    assert word in table["reason"][1]


def test_numbers_rank_as_numbers(cases: dict[str, Any]) -> None:
    shown = [float(value) for value in cases["BO-001"]["input"]["scores_as_shown"]]
    results = [made(f"m{value}", value / 100) for value in shown]
    assert order(results) == [f"m{value}" for value in cases["BO-001"]["expected"]["order"]]


def test_a_missing_value_is_last_and_a_true_zero_is_not_missing(cases: dict[str, Any]) -> None:
    for case in (cases["BO-002"], cases["BO-004"]):
        rows = case["input"]["rows"]
        results = [made(name, None if value is None else value / 100) for name, value in rows]
        assert ranks(results) == case["expected"]["rank"]
        assert order(results) == case["expected"].get("order", order(results))


def test_equal_values_share_a_rank_and_stand_by_date_then_id(cases: dict[str, Any]) -> None:
    case = cases["BO-005"]
    results = [made(name, correct / total) for name, correct, total in case["input"]["rows"]]
    assert ranks(results) == case["expected"]["rank"]
    later = made("m0", 0.9, submission={"display_name": "m0", "date": "2026-05-01"})
    assert order([later, *results]) == ["m1", "m2", "m0", "m3"]


def test_unrounded_values_decide(cases: dict[str, Any]) -> None:
    assert ranks([made("a", 0.12345), made("b", 0.12346)]) == {"b": 1, "a": 2}


def test_a_result_of_an_older_key_is_stale(cases: dict[str, Any]) -> None:
    assert "stale" in cases["BO-009"]["expected"]["m1"]
    hashes = dict.fromkeys(("predictions_sha256", "questions_sha256", "key_sha256"), "1" * 64)
    old = {**hashes, "scorer_version": "s", "reader_version": "r", "judge": None, "epoch": "e0"}
    assert ranks([made("m1", 0.70, provenance=old), made("m2", 0.69)], epoch="e1") == {"m2": 1, "m1": None}


def test_a_damaged_result_stops_everything_and_stays_as_it_is(cases: dict[str, Any], tmp_path: Path) -> None:
    assert "stop, keep the file" in cases["BO-015"]["expected"]["result"]
    file = write_result(made("a", 0.5), [], tmp_path)
    whole = file.read_bytes()
    for cut in range(0, len(whole) - 2, 7):
        file.write_bytes(whole[:cut])
        with pytest.raises(BenchmarkError, match="not a valid result"):
            read_results(tmp_path)
        assert file.read_bytes() == whole[:cut]
    file.write_bytes(whole)
    assert [result.submission["display_name"] for result in read_results(tmp_path)] == ["a"]


def test_alike_names_are_two_rows_in_two_files(cases: dict[str, Any], tmp_path: Path) -> None:
    assert cases["BO-017"]["expected"]["files_distinct"]
    for name in ("Foo-7B", "foo 7b"):
        write_result(made(name, 0.5), [], tmp_path)
    assert len(build_table(read_results(tmp_path))) == 2


def test_a_result_that_lies_in_a_copied_folder_too_is_one_row(tmp_path: Path) -> None:
    for folder in ("results", "results/copy"):
        write_result(made("a", 0.5), [], tmp_path / folder)
    assert len(build_table(read_results(tmp_path))) == 1


def test_a_score_that_is_text_or_not_finite_is_refused(cases: dict[str, Any]) -> None:
    text = result_json(made("a", 0.5))
    assert cases["BO-022"]["expected"]["error"].startswith("E_TYPE")
    with pytest.raises(BenchmarkError, match="E_TYPE"):
        parse_result(text.replace('"estimate": 0.5', '"estimate": "0.5"'))
    assert cases["BO-023"]["expected"]["error"] == "E_NONFINITE"
    with pytest.raises(BenchmarkError, match=r"E_NONFINITE|E_TYPE"):
        parse_result(text.replace('"estimate": 0.5', '"estimate": Infinity'))


def test_a_result_names_everything_a_recount_needs(cases: dict[str, Any]) -> None:
    wanted = set(cases["BO-031"]["expected"]["result_file_stores"]) - {"date", "settings", "data_version"}
    stored = made("a", 0.5).model_dump()
    assert wanted <= set(stored["provenance"])
    assert {"data_version", "submission"} <= set(stored)


def test_checklists_are_averaged_over_repeats_and_never_rounded(cases: dict[str, Any]) -> None:
    laid = lay_out([[ChecklistQuestion("?", expected) for expected in YES_NO_YES]])
    rounds = np.array([[NO, NO, NO], [YES, YES, YES], [NO, YES, YES]], dtype=np.int8)
    (credit,) = credit_checklists(rounds, laid).answers
    assert credit == pytest.approx(cases["JU-051"]["expected"]["item_score"], abs=1e-6)
    assert credit == 4 / 9


def test_an_answer_without_all_its_verdicts_is_unscored_and_bounds_the_mean(cases: dict[str, Any]) -> None:
    case = cases["JU-039"]
    laid = lay_out([[ChecklistQuestion("?", expected) for expected in YES_NO_YES]])
    (credit,) = credit_checklists(np.array([[YES, NO, YES], [MISSING] * 3], dtype=np.int8), laid).answers
    assert np.isnan(credit) and case["expected"]["item_score"] is None
    three_of_four = mean_credit([*case["input"]["judged_scores"], Unscored()])
    assert three_of_four == (None, None, 2.5 / 4, 3.5 / 4)


def test_a_result_under_another_name_is_refused(tmp_path: Path) -> None:
    file = write_result(made("a", 0.5), [], tmp_path)
    file.rename(file.with_name("f" * 64 + ".json"))
    with pytest.raises(BenchmarkError, match="is named by its id"):
        read_results(tmp_path)
