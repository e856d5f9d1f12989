"""Places by protocol: each is ranked among itself in every column, and together on demand."""

import json
from pathlib import Path

from benchmarks import load_benchmark
from benchmarks.folder import sample_folder
from board.results import write_result
from space.boards import Board
from space.reading import read_boards
from space.site.build import build_site
from tests.space.demo import HOUSE, changed, score_sample

VDIFF = load_benchmark("vdiff_bench")
PROTOCOLS = {"near_perfect": "paper", "always_a": "paper", "random_letters": "paper", "image_differ": "streaming"}


def board(folder: Path) -> Board:
    for number, (model, protocol) in enumerate(PROTOCOLS.items()):
        scored = score_sample(VDIFF, sample_folder("vdiff_bench") / "predictions" / f"{model}.jsonl")
        assert scored.result is not None
        write_result(changed(scored.result, number, protocol=protocol), scored.scores, folder / "results")
    boards = read_boards(folder / "results", folder / "data", [VDIFF])
    return next(board for board in boards if board.data_version == "sample")


def test_a_protocol_with_one_row_does_not_make_the_others_plain(tmp_path: Path) -> None:
    found = board(tmp_path)
    ranked = {row.facts.name[:6]: (row.low, row.high) for row in found.rows if row.kind == "ranked"}
    assert ranked == {"Near-p": (1, 1), "Random": (2, 3), "Always": (2, 3), "Image ": (1, 1)}
    assert "accuracy/all=all" not in found.places.why_plain and found.places.smallest_gain["accuracy/all=all"] > 0.1


def test_together_they_have_other_places(tmp_path: Path) -> None:
    found = board(tmp_path)
    assert found.places_together is not None
    together = found.places_together.columns["accuracy/all=all"]
    names = {row.id: row.facts.name[:6] for row in found.submissions}
    assert {names[id]: place for id, place in together.items()} == {
        "Near-p": (1, 2),
        "Image ": (1, 2),
        "Random": (3, 4),
        "Always": (3, 4),
    }


def test_the_page_parts_them_and_its_data_tell_both(tmp_path: Path) -> None:
    board(tmp_path)
    build_site(tmp_path / "results", tmp_path / "data", [VDIFF], tmp_path / "site")
    page = (tmp_path / "site" / "boards" / "vdiff_bench@sample.html").read_text(encoding="utf-8")
    assert page.index("protocol: paper") < page.index("Near-perfect") < page.index("protocol: streaming")
    told = (tmp_path / "site" / "data" / "vdiff_bench@sample.ranks.js").read_text(encoding="utf-8")
    ranks = json.loads(told[told.index("{") : told.rindex("}") + 1])
    assert ranks["within"]["accuracy/all=all"][0] == [1, 1] and ranks["together"]["accuracy/all=all"][0] == [1, 2]


def test_a_shuffle24_row_of_the_sample_is_ranked(results: Path, tmp_path: Path) -> None:
    boards = read_boards(results, tmp_path, HOUSE)
    (shuffled,) = (own for own in boards if own.track == "shuffle24")
    assert [(row.rank, row.reason) for row in shuffled.submissions] == [(1, "")]
    assert all(row.kind == "ranked" for own in boards for row in own.submissions)
