"""Boards from inputs that do not fit together: each row that cannot be compared says so, and never moves the others."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from benchmarks.folder import sample_folder
from board.errors import BenchmarkError, BoardError
from board.results import Result, parse_result, read_results, write_result
from board.types import TRACKS
from space.boards import Board, board_name
from space.reading import read_boards
from space.site.build import build_site
from tests.space.demo import changed, score_sample

VDIFF = load_benchmark("vdiff_bench")
SAMPLE = sample_folder("vdiff_bench")
MODELS = ("near_perfect", "random_letters", "always_a", "blank")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    for model in MODELS:
        scored = score_sample(VDIFF, SAMPLE / "predictions" / f"{model}.jsonl")
        assert scored.result is not None
        write_result(scored.result, scored.scores, tmp_path / "results")
    return tmp_path / "results"


def board(results: Path, data: Path | None = None) -> Board:
    boards = read_boards(results, data or results.parent / "no data", [VDIFF])
    return next(own for own in boards if own.data_version == "sample")


def places(found: Board) -> dict[str, tuple[int | None, int | None]]:
    return {row.facts.name.split(" (")[0]: (row.low, row.high) for row in found.submissions}


def rewritten(results: Path, model: str, **changes: Any) -> Path:
    """The result of a model with changes, under another id."""
    first = next(own for own in read_results(results) if own.submission["model_id"].endswith(model))
    told = json.loads(changed(first, 7).model_dump_json())
    for name, value in changes.items():
        told[name] = {**told[name], **value} if isinstance(value, dict) else value
    result = Result.model_validate(told)
    return write_result(result, [], results)


def test_a_part_of_the_questions_in_the_data_folder_is_not_taken_for_the_board_s(results: Path, tmp_path: Path) -> None:
    data = tmp_path / "data" / "vdiff_bench"
    data.mkdir(parents=True)
    for name in ("questions.jsonl", "key.jsonl"):
        lines = (SAMPLE / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (data / name).write_text("".join(lines[:20]), encoding="utf-8")
    told = json.loads((SAMPLE / "data.json").read_bytes())
    (data / "data.json").write_text(json.dumps(told | {"partial": True}), encoding="utf-8")
    assert places(board(results, tmp_path / "data")) == places(board(results))
    (data / "data.json").write_text(json.dumps(told), encoding="utf-8")
    found = board(results, tmp_path / "data")
    assert all(row.stale for row in found.submissions), "questions that are said to be the board's decide, and loudly"


def test_a_newer_row_that_cannot_be_ranked_moves_nobody(results: Path) -> None:
    before = places(board(results))
    newer = {"provenance": {"scorer_version": "retally-scorer-99"}}
    rewritten(results, "always_a", status="incomplete", reason="no verdict yet", **newer)
    found = board(results)
    assert {name: place for name, place in places(found).items() if name != "Always A"} == {
        name: place for name, place in before.items() if name != "Always A"
    }


def test_old_keys_are_stale_even_where_nothing_was_scored_again(tmp_path: Path, results: Path) -> None:
    for result in read_results(results):
        told = json.loads(result.model_dump_json())
        told["provenance"]["key_sha256"] = "0" * 64
        write_result(Result.model_validate(told), [], tmp_path / "old")
    assert [row.rank for row in board(tmp_path / "old").submissions] == [None] * 4
    assert all(row.stale for row in board(tmp_path / "old").submissions)


def test_a_task_that_only_an_unranked_row_has_takes_no_rank_away(results: Path) -> None:
    before = places(board(results))
    first = next(own for own in read_results(results) if own.submission["model_id"].endswith("blank"))
    told = json.loads(first.model_dump_json())
    extra = {**told["estimates"][1], "facet": "task", "value_of_facet": "another task"}
    rewritten(results, "blank", status="parity", estimates=[*told["estimates"], extra])
    ranks = [row.rank for row in board(results).submissions if row.kind == "ranked"]
    assert len(before) == 4 and ranks == [1, 2, 3, 4]


def test_a_row_without_score_rows_is_not_ranked_and_the_others_keep_their_places(results: Path) -> None:
    gone = next(own for own in read_results(results) if own.submission["model_id"].endswith("blank"))
    (results / "vdiff_bench" / f"{gone.submission_id}.scores.jsonl").unlink()
    found = board(results)
    assert places(found) == {
        "Near-perfect": (1, 1),
        "Random letters": (2, 3),
        "Always A": (2, 3),
        "Blank": (None, None),
    }
    assert found.submissions[-1].reason == "its score rows are not there, so it cannot be compared"


def test_score_rows_of_other_questions_unrank_their_row_alone(results: Path) -> None:
    gone = next(own for own in read_results(results) if own.submission["model_id"].endswith("blank"))
    file = results / "vdiff_bench" / f"{gone.submission_id}.scores.jsonl"
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8")
    found = board(results)
    assert places(found)["Near-perfect"] == (1, 1)
    assert found.submissions[-1].reason == "its score rows are not of the board's questions"


def test_damaged_score_rows_stop_the_build(results: Path, tmp_path: Path) -> None:
    file = sorted((results / "vdiff_bench").glob("*.scores.jsonl"))[0]
    file.write_text('{"id": ', encoding="utf-8")
    with pytest.raises(BenchmarkError, match="score the submission again"):
        build_site(results, tmp_path, [VDIFF], tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_no_score_rows_at_all_give_plain_ranks(results: Path) -> None:
    for file in (results / "vdiff_bench").glob("*.scores.jsonl"):
        file.unlink()
    found = board(results)
    assert found.plain(found.columns[0]) == "the score rows of 4 results are not there"
    assert [row.rank for row in found.submissions] == [1, 2, 3, 4]


def test_the_same_submission_with_two_contents_stops_the_build(results: Path, tmp_path: Path) -> None:
    file = sorted((results / "vdiff_bench").glob("*[0-9a-f].json"))[0]
    told = json.loads(file.read_bytes())
    (results / "copy").mkdir()
    (results / "copy" / file.name).write_bytes(file.read_bytes())
    assert len(board(results).submissions) == 4, "a copy is the same result"
    told["submission"]["display_name"] = "Another"
    (results / "copy" / file.name).write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(BenchmarkError, match="two different results"):
        board(results)


def test_ids_that_begin_alike_have_pages_of_their_own(results: Path, tmp_path: Path) -> None:
    first = read_results(results)[0]
    told = json.loads(first.model_dump_json())
    told["submission_id"] = first.submission_id[:16] + "0" * 48
    told["submission"]["display_name"] = "Twin"
    write_result(Result.model_validate(told), [], results)
    build_site(results, tmp_path, [VDIFF], tmp_path / "site")
    pages = {file.stem for file in (tmp_path / "site" / "models").iterdir()}
    assert len(pages) == 5 and {told["submission_id"], first.submission_id} <= pages


def test_board_names_never_collide() -> None:
    versions = ["sample", "sample.shuffle24", "../x", "...x", "a", "A", "", "..", "é", "v1.2", "x" * 99, "..x~d6b96a97"]
    names = [board_name("b", version, track) for version in versions for track in TRACKS]
    assert len({name.casefold() for name in names}) == len(names)
    assert not [name for name in names if "/" in name or "\\" in name or len(name) > 100]


@pytest.mark.parametrize("size", ["1e999", "NaN", "-Infinity"])
def test_a_card_with_a_number_that_is_not_finite_is_refused(size: str, results: Path) -> None:
    text = read_results(results)[0].model_dump_json().replace('"parameters_b":null', f'"parameters_b":{size}')
    with pytest.raises(BenchmarkError, match="not a valid result"):
        parse_result(text)


def test_cards_may_say_anything_else(results: Path, tmp_path: Path) -> None:
    odd: list[Any] = [10**400, -1, [1], {"a": 1}, True, "", " ", "\ud800"[:0] + "x" * 5000]
    for number, value in enumerate(odd):
        first = read_results(results)[0]
        card = dict.fromkeys(first.submission, value)
        write_result(changed(first, 50 + number, **card), [], results)
    site = build_site(results, tmp_path, [VDIFF], tmp_path / "site")
    assert len(site.rows) == 4 + len(odd)
    assert any(row.facts.name == "unnamed" for row, _ in site.rows.values())


def test_only_a_folder_that_a_build_wrote_is_replaced(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "site.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BoardError, match="is not a site"):
        build_site(results, tmp_path, [VDIFF], mine)
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    build_site(results, tmp_path, [VDIFF], link)
    assert (real / "index.html").exists()
    monkeypatch.chdir(real)
    build_site(results, tmp_path, [VDIFF], Path())
    assert (real / "index.html").exists()


def test_texts_that_a_spreadsheet_would_run_are_defused_in_the_csv_alone(results: Path, tmp_path: Path) -> None:
    write_result(changed(read_results(results)[0], 9, display_name="=1+1", organisation="@SUM(1)"), [], results)
    build_site(results, tmp_path, [VDIFF], tmp_path / "site")
    data = tmp_path / "site" / "data"
    assert "'=1+1" in (data / "vdiff_bench@sample.csv").read_text(encoding="utf-8")
    assert '"model":"=1+1"' in (data / "vdiff_bench@sample.json").read_text(encoding="utf-8")


def test_a_newer_row_without_score_rows_does_not_make_the_others_stale(results: Path) -> None:
    rewritten(results, "always_a", provenance={"scorer_version": "retally-scorer-99"})
    for file in (results / "vdiff_bench").glob("0000*.scores.jsonl"):
        file.unlink()
    found = board(results)
    assert [row.rank for row in found.submissions] == [1, 2, 3, 4, None]
    assert found.submissions[-1].stale


def test_a_key_of_another_data_version_is_not_taken_for_today_s(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data, other = tmp_path / "data" / "vdiff_bench@next", tmp_path / "keys" / "vdiff_bench"
    data.mkdir(parents=True)
    other.mkdir(parents=True)
    for name in ("questions.jsonl", "data.json"):
        (data / name).write_bytes((SAMPLE / name).read_bytes())
    key = (SAMPLE / "key.jsonl").read_text(encoding="utf-8")
    (other / "key.jsonl").write_text(key.replace('"answer": "A"', '"answer": "B"'), encoding="utf-8")
    found = board(results, tmp_path / "data")
    assert [row.rank for row in found.submissions] == [1, 2, 3, 4] and not any(
        row.kind == "floor" for row in found.rows
    )
    (tmp_path / "keys" / "vdiff_bench@next").mkdir()
    (tmp_path / "keys" / "vdiff_bench@next" / "key.jsonl").write_text(key, encoding="utf-8")
    assert any(row.kind == "floor" for row in board(results, tmp_path / "data").rows)


def test_a_shuffle24_row_in_one_order_only_is_not_the_measure_of_the_others(tmp_path: Path) -> None:
    vsi = load_benchmark("vsi_super_wild")
    file = sample_folder("vsi_super_wild") / "predictions" / "shuffle24_position_biased.jsonl"
    scored = score_sample(vsi, file)
    assert scored.result is not None
    for number in range(3):
        rows = scored.scores if number else [row for row in scored.scores if row.order == "ABCD"]
        write_result(changed(scored.result, number, display_name=f"m{number}"), rows, tmp_path / "results")
    boards = read_boards(tmp_path / "results", tmp_path, [vsi])
    (found,) = (own for own in boards if own.track == "shuffle24")
    assert {row.facts.name: row.kind for row in found.submissions} == {"m0": "unranked", "m1": "ranked", "m2": "ranked"}
