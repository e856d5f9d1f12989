"""The board of VSI-Super-Wild from its real gold: invented submissions of known accuracy, floors, published rows.

Each submission has exactly ``k`` right letters in each task, on questions drawn by its own seed, and every count right
or far off; one is Shuffle24. Ranks are compared with a second count, pair by pair, in plain loops.
"""

import itertools
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scipy.stats import t as student

from benchmarks import load_benchmark
from benchmarks.__main__ import main as benchmarks
from board.results import write_result
from scorer.score import score_file
from space.boards import Board
from space.reading import read_boards
from space.rows import Row
from space.site.build import build_site

BENCHMARK = load_benchmark("vsi_super_wild")
TASKS = {"VMR": 1215, "VPO": 1302, "VOO": 3350, "VOC": 1113}
# Right answers by task. The second and third differ by six questions: nobody could tell them apart.
KNOWN = {
    "Aster": {"VMR": 1000, "VPO": 1100, "VOO": 2800, "VOC": 900},
    "Birch": {"VMR": 700, "VPO": 700, "VOO": 2000, "VOC": 500},
    "Cedar": {"VMR": 698, "VPO": 701, "VOO": 1995, "VOC": 500},
    "Dahlia": {"VMR": 500, "VPO": 600, "VOO": 1500, "VOC": 400},
    "Elm": {"VMR": 400, "VPO": 420, "VOO": 1100, "VOC": 0},
    "Fern": {"VMR": 304, "VPO": 325, "VOO": 838, "VOC": 0},
}
ORDERS = ["".join(order) for order in itertools.permutations("ABCD")]


class Real(NamedTuple):
    """The boards, and what they were made from."""

    boards: dict[str, Board]
    data: Path
    results: Path


def card(name: str, **more: Any) -> dict[str, Any]:
    return {
        "model_id": f"lab/{name.lower()}",
        "revision": "1",
        "display_name": name,
        "organisation": "Lab",
        "open_weights": True,
        "protocol": "paper",
        "frames": 128,
        "date": "2026-11-01",
        "data_version": "released-6980",
        **more,
    }


def answers(questions: list[Any], gold: dict[str, Any], right: dict[str, int], seed: str) -> list[dict[str, Any]]:
    """Exactly so many right answers in each task; a wrong letter is the next one, a wrong count ten times too high."""
    rng, rows = random.Random(seed), []
    for task, k in right.items():
        mine = [question["id"] for question in questions if question["task"] == task]
        chosen = set(rng.sample(mine, k))
        for id in mine:
            answer = gold[id]
            wrong = "ABCD"["ABCD".index(answer) - 3] if isinstance(answer, str) else 10 * answer + 10
            rows.append({"id": id, "prediction": answer if id in chosen else wrong})
    return rows


def shuffled(questions: list[Any], gold: dict[str, Any]) -> list[dict[str, Any]]:
    """Always the first option, whatever stands there."""
    choices = [question["id"] for question in questions if question["kind"] == "choice"]
    return [{"id": id, "order": order, "prediction": "A"} for id in choices for order in ORDERS]


def submit(name: str, rows: list[dict[str, Any]], data: Path, folder: Path, **more: Any) -> None:
    file, told = folder / f"{name}.jsonl", folder / f"{name}.json"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told.write_text(json.dumps(card(name, **more)), encoding="utf-8")
    scored = score_file(file, BENCHMARK, data=data, card=told)
    assert scored.result is not None, scored.report.issues[:3]
    write_result(scored.result, scored.scores, folder / "results")


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Real:
    folder = tmp_path_factory.mktemp("vsi")
    data = folder / "data" / "vsi_super_wild"
    source = shared / "realdata" / "vsi_super_wild" / "vsi_super_wild_qa.jsonl"
    assert benchmarks(["import", "vsi_super_wild", str(source), "--out", str(data), "--key-out", str(data)]) == 0
    questions = [json.loads(line) for line in (data / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    gold = {row["id"]: row["answer"] for row in map(json.loads, (data / "key.jsonl").read_text("utf-8").splitlines())}
    for name, right in KNOWN.items():
        submit(name, answers(questions, gold, right, name), data, folder)
    submit("Gorse", shuffled(questions, gold), data, folder, track="shuffle24")
    boards = read_boards(folder / "results", folder / "data", [BENCHMARK])
    return Real({board.name: board for board in boards}, folder / "data", folder / "results")


def board_of(real: Real) -> Board:
    return real.boards["vsi_super_wild@released-6980"]


def ranked(board: Board) -> list[Row]:
    return [row for row in board.rows if row.kind == "ranked"]


def shown(board: Board, row: Row) -> dict[str, float | None]:
    return {column.key: cell.estimate for column, cell in zip(board.columns, row.cells, strict=True)}


@pytest.mark.slow
def test_every_value_is_the_one_that_was_put_in(real: Real) -> None:
    board = board_of(real)
    assert [row.facts.name for row in ranked(board)] == list(KNOWN)
    for row in ranked(board):
        right, found = KNOWN[row.facts.name], shown(board, row)
        assert found["score/all=all"] == sum(right.values()) / 6980
        for task in ("VMR", "VPO", "VOO"):
            assert found[f"accuracy/task={task}"] == right[task] / TASKS[task]
        assert found["mra/task=VOC"] == right["VOC"] / 1113


@pytest.mark.slow
def test_floors_are_those_of_the_card(real: Real) -> None:
    floors = {row.facts.name: shown(board_of(real), row) for row in board_of(real).rows if row.kind == "floor"}

    def percents(name: str) -> list[float]:
        keys = ("accuracy/task=VMR", "accuracy/task=VPO", "accuracy/task=VOO", "mra/task=VOC", "score/all=all")
        return [round(100 * (floors[name][key] or 0.0), 2) for key in keys]

    assert percents("letters at random, always 3") == [25.0, 25.0, 25.0, 33.94, 26.43]
    assert percents("always D, always 3") == [27.08, 26.11, 26.36, 33.94, 27.65]
    assert percents("all blank") == [0.0] * 5


@pytest.mark.slow
def test_published_rows_stand_among_them_without_a_rank(real: Real) -> None:
    board = board_of(real)
    published = [row for row in board.rows if row.kind == "published"]
    assert len(published) == 14 and all(
        (row.rank, row.low, row.reason[:12]) == (None, None, "as published") for row in published
    )
    cambrian = next(row for row in published if row.facts.name == "Cambrian-S-7B")
    assert [round(100 * (cell.estimate or 0), 2) for cell in cambrian.cells[:5]] == [34.22, 26.91, 25.58, 40.36, 33.81]
    values = [row.headline.estimate or 0 for row in board.rows]
    assert values == sorted(values, reverse=True)


def plain_intervals(credits: dict[str, dict[str, float]], cluster: dict[str, str]) -> dict[str, tuple[int, int]]:
    """Rank intervals in loops: paired t over recordings, Holm over all pairs, then counting."""
    n, groups = len(cluster), sorted(set(cluster.values()))
    tests = []
    for a, b in itertools.combinations(credits, 2):
        gain = sum(credits[a][id] - credits[b][id] for id in cluster) / n
        sums = dict.fromkeys(groups, 0.0)
        for id, group in cluster.items():
            sums[group] += (credits[a][id] - credits[b][id] - gain) / n
        g = len(groups)
        error = (g / (g - 1) * sum(total**2 for total in sums.values())) ** 0.5
        tests.append((2 * student.sf(abs(gain) / error, g - 1), a, b, gain))
    better: dict[str, int] = dict.fromkeys(credits, 0)
    worse: dict[str, int] = dict.fromkeys(credits, 0)
    for place, (p, a, b, gain) in enumerate(sorted(tests)):
        if p * (len(tests) - place) >= 0.05:
            break
        winner, loser = (a, b) if gain > 0 else (b, a)
        better[loser] += 1
        worse[winner] += 1
    return {name: (1 + better[name], len(credits) - worse[name]) for name in credits}


@pytest.mark.slow
def test_rank_intervals_are_those_of_a_second_count(real: Real) -> None:
    board = board_of(real)
    assert board.credits is not None
    values = next(iter(board.credits.values.values()))
    names = {row.id: row.facts.name for row in ranked(board)}
    asked = board.credits.questions
    credits = {
        names[id]: {question.id: float(credit) for question, credit in zip(asked, row, strict=True)}
        for id, row in zip(board.credits.ids, values, strict=True)
    }
    expected = plain_intervals(credits, {question.id: question.independent_part for question in asked})
    assert {row.facts.name: (row.low, row.high) for row in ranked(board)} == expected
    assert expected["Birch"] == expected["Cedar"] == (2, 3)
    assert expected["Aster"] == (1, 1)


@pytest.mark.slow
def test_a_model_that_always_picks_the_first_option_is_exposed_on_a_board_of_its_own(real: Real) -> None:
    board = real.boards["vsi_super_wild@released-6980.shuffle24"]
    (row,) = ranked(board)
    found = shown(board, row)
    assert found["accuracy/all=all"] == 0.25
    assert (found["letter_share/letter=A"], found["letter_share/letter=B"]) == (1.0, 0.0)
    assert found["pass_k_24/all=all"] == 0.0 and found["content_consistency/all=all"] == 0.25
    assert "Gorse" not in [row.facts.name for row in board_of(real).rows]


@pytest.mark.slow
def test_the_page_says_all_this_without_scripts(real: Real, tmp_path: Path) -> None:
    build_site(real.results, real.data, [BENCHMARK], tmp_path / "site")
    page = (tmp_path / "site" / "boards" / "vsi_super_wild@released-6980.html").read_text(encoding="utf-8")
    for told in (
        ">Birch</a>",
        "2–3",
        "letters at random, always 3",
        "Cambrian-S-7B",
        "as published, not recounted",
        "55.87",
    ):
        assert told in page
    assert f"{100 * sum(KNOWN['Birch'].values()) / 6980:.2f}" == "55.87"
