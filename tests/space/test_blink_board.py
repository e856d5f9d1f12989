"""Somebody else's benchmark as a board: 13 real BLINK submissions get places and can be compared, with no edit."""

import json
import re
from pathlib import Path

import pytest

from benchmarks import load_benchmark, load_module
from benchmarks.files import write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.source import source_file
from board.results import write_result
from scorer.score import score_file
from space.__main__ import main as space
from space.boards import Board
from space.reading import read_boards
from validator.convert import convert

BLINK = Path(__file__).parents[1] / "blink"
BENCHMARK = load_benchmark("blink_mcq", BLINK)


@pytest.fixture(scope="module")
def folder(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data and results of all 13 submissions."""
    folder, files = tmp_path_factory.mktemp("blink"), shared / "realdata" / "blink_mcq"
    data = folder / "data" / "blink_mcq"
    data.mkdir(parents=True)
    with source_file(str(files / "val_answers.json"), BENCHMARK, "val") as (source, address):
        brought = load_module("blink_mcq", "importer", BLINK).import_questions(source)
    about = DataFolder(data, brought.data_version, source=address, counts=brought.counts)
    write_data_folder("blink_mcq", about, data, brought.questions, brought.key)
    for file in sorted((files / "saved_val_predictions").iterdir()):
        predictions = convert(BENCHMARK, [file], data, folder / f"{file.stem}.jsonl").predictions
        card = folder / f"{file.stem}.json"
        told = {"model_id": file.stem, "display_name": file.stem, "organisation": "BLINK", "open_weights": True}
        card.write_text(json.dumps({**told, "protocol": "paper"}), encoding="utf-8")
        scored = score_file(predictions, BENCHMARK, data=data, card=card, mode="rules")
        assert scored.result is not None
        write_result(scored.result, scored.scores, folder / "results")
    return folder


@pytest.fixture(scope="module")
def board(folder: Path) -> Board:
    (found,) = read_boards(folder / "results", folder / "data", [BENCHMARK])
    return found


def test_all_thirteen_have_places_that_hold_their_plain_ranks(board: Board) -> None:
    ranked = [row for row in board.rows if row.kind == "ranked"]
    assert len(ranked) == 13
    for plain, row in enumerate(ranked, 1):
        assert row.low is not None and row.high is not None and row.low <= plain <= row.high
    assert [row.facts.name for row in ranked[:2]] == ["GPT4o", "GPT4Turbo"]
    intervals = {(row.low, row.high) for row in ranked}
    assert (1, 1) in intervals and any(low != high for low, high in intervals)
    assert set(board.places.columns) >= {"accuracy/all=all", "accuracy/task=Jigsaw", "mean_of_tasks/all=all"}


def test_floors_stand_among_them(board: Board) -> None:
    floors = {row.facts.name: row.headline.estimate for row in board.rows if row.kind == "floor"}
    assert floors["always A"] == 709 / 1901


def test_the_command_makes_pages_of_it_beside_the_house_s_own(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "site"
    arguments = ["--results", str(folder / "results"), "--data", str(folder / "data"), "--benchmarks", str(BLINK)]
    assert space(["build", *arguments, "--out", str(out)]) == 0
    assert "13 submissions" in capsys.readouterr().out
    page = (out / "boards" / "blink_mcq@val.html").read_text(encoding="utf-8")
    assert len(re.findall(r'<a href="../models/[0-9a-f]{16}.html">', page)) == 13
    assert len(list((out / "data" / "blink_mcq@val.answers").iterdir())) == 13
    told = (out / "data" / "blink_mcq@val.questions.js").read_text(encoding="utf-8")
    assert "val_Jigsaw_1" in told and "accuracy/task=Jigsaw" in told
