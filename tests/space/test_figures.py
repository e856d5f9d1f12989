"""The charts of a board: which there are, that their numbers are the table's, what is one curve, and hostile names."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from board.columns import value_columns
from space.boards import Board
from space.figures import Figure, figures
from space.figures.points import curves, full_name
from space.figures.words import plotly_text
from space.places import Places
from space.rows import Cell, Row, facts_of
from space.site.charts import packed, write_charts

CARD = {"open_weights": True, "protocol": "paper", "thinking": "off", "context": "none", "view": "original"}
HOSTILE = (
    "<b>Bold</b>",
    "<a href='https://x.test'>click</a>",
    "$\\alpha$ & $\\beta$",
    "&nbsp;&#60;i&#62;",
    "%{y}</script>",
)
# What plotly would read as something else than letters, were it in a text as it is.
READ_BY_PLOTLY = re.compile(r"<[^<>]*>|\$[^$]*\$|%\{|&(?!amp;|lt;|gt;|#36;|#123;)")


def row(n: int, score: float, *, kind: Any = "ranked", columns: int, **card: Any) -> Row:
    """A row whose headline is ``score``; its other numbers differ from cell to cell, all with an interval."""
    told = {"display_name": f"Model {n}", "model_id": f"lab/{n}", **CARD, **card}
    values = [score, *(round(score * (0.5 + place / 60), 6) for place in range(1, columns))]
    cells = tuple(Cell(value, value - 0.02, value + 0.03, 40) for value in values)
    return Row(f"{n:02}" * 32, kind, facts_of(told), "strict", "", 1.0, "recomputed", cells, page=f"{n:02}" * 8)


def board(name: str, cards: Sequence[dict[str, Any]], track: Any = "standard") -> Board:
    """A board of invented rows, the first the best."""
    benchmark = load_benchmark(name)
    columns = value_columns(benchmark, track)
    rows = [row(n, 0.9 - 0.01 * n, columns=len(columns), **told) for n, told in enumerate(cards)]
    return Board(
        benchmark=benchmark,
        data_version="sample",
        track=track,
        columns=columns,
        rows=rows,
        questions=[],
        folder=None,
        credits=None,
        places=Places({}, {}, {}, {}),
        places_together=None,
        epoch=None,
    )


def two(**both: list[Any]) -> list[dict[str, Any]]:
    """Two cards that differ in what is given, e.g. ``two(date=["2025-01-01", "2026-01-01"])``."""
    return [{name: values[n] for name, values in both.items()} for n in range(2)]


PLAIN: list[dict[str, Any]] = [{}, {}]
SIZED = two(parameters_b=[7, 70], date=["2025-01-01", "2026-01-01"])
FRAMES = [{"model_id": "lab/one", "display_name": f"One {n}", "frames": n} for n in (64, 8, 16)]


def names(cards: Sequence[dict[str, Any]], benchmark: str, track: str = "standard") -> list[str]:
    return [figure.name for figure in figures(board(benchmark, cards, track))]


def figure_of(drawn: Board, name: str) -> Figure:
    return next(figure for figure in figures(drawn) if figure.name == name)


def texts(value: Any) -> Iterator[str]:
    """Every text in a figure."""
    if isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, str):
        yield value


def drawn_points(figure: Figure) -> dict[str, tuple[Any, Any]]:
    """Where each row lies, by the name that is told on pointing."""
    traces = [trace for trace in figure.figure["data"] if "hovertext" in trace]
    return {
        name: (x, y) for trace in traces for name, x, y in zip(trace["hovertext"], trace["x"], trace["y"], strict=True)
    }


@pytest.mark.parametrize(
    ("benchmark", "expected"),
    [
        ("vdiff_bench", ["profile", "wrong", "pair-group"]),
        ("vsi_super_wild", ["profile", "pair-occurrence", "bins-duration_bin"]),
        (
            "mt_video_bench",
            ["profile", "pair-group", "pair-setting", "bins-turns_total", "bins-video_length_bin"],
        ),
    ],
)
def test_a_board_gets_the_charts_its_own_facets_and_metrics_allow(benchmark: str, expected: list[str]) -> None:
    assert names(PLAIN, benchmark) == expected


def test_size_and_time_need_two_different_sizes_and_dates() -> None:
    assert {"size", "time"} <= set(names(SIZED, "vsi_super_wild"))
    for told in (
        two(parameters_b=[7, 7], date=["2025-01-01", "2025-01-01"]),
        two(parameters_b=[7, None], date=["2025-01-01", "soon"]),
        two(parameters_b=[7, -1], date=["", None]),
        two(parameters_b=[7, float("inf")], date=[20250101, "2025-13-01"]),
    ):
        assert not {"size", "time"} & set(names(told, "vsi_super_wild"))


def test_a_board_of_one_row_or_of_rows_that_are_not_ranked_has_no_chart() -> None:
    assert names([{}], "vdiff_bench") == []
    drawn = board("vdiff_bench", PLAIN)
    assert figures(drawn._replace(rows=[told._replace(kind="unranked") for told in drawn.rows])) == []


def test_the_shuffled_board_has_neither_pairs_nor_bins() -> None:
    assert names(SIZED, "vsi_super_wild", "shuffle24") == ["profile", "size", "time"]


def test_a_chart_goes_with_its_columns() -> None:
    drawn = board("vdiff_bench", PLAIN)
    kept = [n for n, column in enumerate(drawn.columns) if column.metric != "missed_change"]
    less = drawn._replace(
        columns=[drawn.columns[n] for n in kept],
        rows=[told._replace(cells=tuple(told.cells[n] for n in kept)) for told in drawn.rows],
    )
    assert [figure.name for figure in figures(less)] == ["profile", "pair-group"]


@pytest.mark.parametrize(
    ("benchmark", "name", "keys"),
    [
        ("vdiff_bench", "wrong", ("missed_change/all=all", "competing_change/all=all")),
        ("vdiff_bench", "pair-group", ("accuracy/group=semantic", "accuracy/group=low_level")),
        ("vsi_super_wild", "pair-occurrence", ("score/occurrence=first", "score/occurrence=last")),
        ("mt_video_bench", "pair-setting", ("checklist_accuracy/setting=single", "checklist_accuracy/setting=cross")),
    ],
)
def test_points_lie_at_the_cells_of_the_table_in_percent(benchmark: str, name: str, keys: tuple[str, str]) -> None:
    drawn = board(benchmark, [{}] * 4)
    at = [[column.key for column in drawn.columns].index(key) for key in keys]
    expected = {
        full_name(told): tuple(round(100 * (told.cells[n].estimate or 0), 2) for n in at) for told in drawn.rows
    }
    assert drawn_points(figure_of(drawn, name)) == expected


def test_intervals_reach_from_the_low_to_the_high_end() -> None:
    bars = figure_of(board("vsi_super_wild", SIZED), "size").figure["data"][-1]["error_y"]
    assert bars["array"] == [3.0, 3.0]
    assert bars["arrayminus"] == [2.0, 2.0]


def test_bins_stand_in_the_order_of_the_facet() -> None:
    drawn = board("vsi_super_wild", PLAIN)
    layout = figure_of(drawn, "bins-duration_bin").figure["layout"]
    assert layout["xaxis"]["categoryarray"] == ["0-10", "10-30", "30-60", "60-120", "120+"]
    best = figure_of(drawn, "bins-duration_bin").figure["data"][-1]
    cells = [
        told for column, told in zip(drawn.columns, drawn.rows[0].cells, strict=True) if column.facet == "duration_bin"
    ]
    assert best["y"] == [round(100 * (cell.estimate or 0), 2) for cell in cells]


def test_published_rows_are_hollow_and_have_no_page() -> None:
    drawn = board("vsi_super_wild", SIZED)
    mixed = drawn._replace(rows=[drawn.rows[0], drawn.rows[1]._replace(kind="published")])
    told = {trace["marker"]["symbol"]: trace["customdata"] for trace in points(figure_of(mixed, "size"))}
    assert told == {"circle": [drawn.rows[0].id[:16]], "circle-open": [""]}


def points(figure: Figure) -> list[dict[str, Any]]:
    return [trace for trace in figure.figure["data"] if "hovertext" in trace]


def test_floors_are_dashed_lines_with_their_names() -> None:
    drawn = board("vsi_super_wild", SIZED)
    floor = drawn.rows[0]._replace(kind="floor", facts=facts_of({"display_name": "letters"}))
    cells = (Cell(0.25), *floor.cells[1:])
    layout = figure_of(drawn._replace(rows=[*drawn.rows, floor._replace(cells=cells)]), "size").figure["layout"]
    assert [(line["y0"], line["line"]["dash"]) for line in layout["shapes"]] == [(25.0, "3px,4px")]
    assert [told["text"] for told in layout["annotations"]] == ["letters"]


def test_rows_that_differ_in_frames_alone_are_one_curve_in_their_order() -> None:
    drawn = board("vsi_super_wild", [*FRAMES, {}])
    (line,) = figure_of(drawn, "setting-frames").figure["data"]
    assert line["x"] == [8.0, 16.0, 64.0]
    assert line["y"] == [89.0, 88.0, 90.0]


@pytest.mark.parametrize("setting", ["frames", "longer_side_px", "context", "view"])
def test_each_setting_makes_a_curve(setting: str) -> None:
    cards = [{"model_id": "lab/one", "display_name": "One", setting: value} for value in ("golden", "self")]
    assert f"setting-{setting.removesuffix('_px')}" in names(cards, "mt_video_bench")


@pytest.mark.parametrize(
    "other",
    [{"revision": "2"}, {"thinking": "on"}, {"protocol": "streaming"}, {"model_id": "lab/two"}, {"parameters_b": 9}],
)
def test_rows_that_differ_in_anything_else_too_are_not_joined(other: dict[str, Any]) -> None:
    cards = [FRAMES[0], {**FRAMES[1], **other}]
    assert curves(board("vsi_super_wild", cards).rows) == []
    assert not any(name.startswith("setting") for name in names(cards, "vsi_super_wild"))


def test_a_curve_is_joined_in_every_scatter_and_bears_one_name() -> None:
    sized = [{**told, "parameters_b": 7} for told in FRAMES]
    drawn = board("vsi_super_wild", [*sized, {"parameters_b": 70}])
    for name in ("size", "pair-occurrence"):
        data = figure_of(drawn, name).figure["data"]
        joined = [
            trace
            for trace in data
            if trace["mode"] == "lines" and len(trace["x"]) == 3 and "shape" not in trace["line"]
        ]
        assert len(joined) == 1
        assert [text for trace in data if "text" in trace for text in trace["text"]] == ["One 64", "", "", "Model 3"]


def test_of_a_crowd_only_the_best_are_labelled_and_all_are_drawn() -> None:
    cards = [{"parameters_b": 1 + n, "model_id": f"lab/{n}"} for n in range(40)]
    (trace,) = points(figure_of(board("vsi_super_wild", cards), "size"))
    assert trace["text"][:8] == [f"Model {n}" for n in range(8)]
    assert set(trace["text"][8:]) == {""}
    assert len(trace["hovertext"]) == 40


def hostile() -> list[dict[str, Any]]:
    return [
        {
            "display_name": name,
            "model_id": name,
            "parameters_b": 1 + n,
            "date": f"2026-01-0{n + 1}",
            "frames": "<b>8</b>",
        }
        for n, name in enumerate(HOSTILE)
    ] + [{"display_name": HOSTILE[0], "model_id": HOSTILE[0], "frames": frames} for frames in ("$x$", "<i>")]


def offences(drawn: Sequence[Figure]) -> list[str]:
    """Texts in which plotly would read more than letters; what the figures themselves write is left out."""
    own = re.compile(r"</?b>|<br>|<extra></extra>|%\{(hovertext|x|y)\}|%Y-%m-%d")
    whole = [own.sub("", text) if "%{hovertext}" in text else text for figure in drawn for text in texts(figure.figure)]
    return [text for text in whole if READ_BY_PLOTLY.search(text.replace("<br>", ""))]


@pytest.mark.parametrize("benchmark", ["vdiff_bench", "vsi_super_wild", "mt_video_bench"])
def test_hostile_names_are_drawn_letter_by_letter(benchmark: str) -> None:
    drawn = figures(board(benchmark, hostile()))
    assert {"size", "time", "setting-frames"} <= {figure.name for figure in drawn}
    assert offences(drawn) == []
    assert any("&lt;b&gt;Bold" in text for figure in drawn for text in texts(figure.figure))


@pytest.mark.parametrize("name", HOSTILE)
def test_the_check_of_hostile_names_fires_on_each_of_them_as_it_is(name: str) -> None:
    figure = figure_of(board("vsi_super_wild", SIZED), "size")
    points(figure)[0]["hovertext"][0] = name
    assert offences([figure]) == [name]


def test_names_are_cut_and_lose_what_turns_the_direction_of_writing() -> None:
    assert plotly_text("a\u202eb\u0000c\nd") == "abc d"
    assert len(plotly_text("x" * 500)) == 60


def test_figures_are_plain_json_in_the_colours_of_the_theme() -> None:
    drawn = figures(board("mt_video_bench", [*SIZED, *FRAMES]))
    whole = json.dumps([figure._asdict() for figure in drawn], allow_nan=False)
    assert set(re.findall(r"var\(--(\w+)\)", whole)) <= {"accent", "second", "ink", "soft", "line", "card"}
    assert not re.search(r'"#[0-9a-f]{3,8}"|rgb\(|mapbox|geo"', whole)


def test_every_chart_says_in_a_sentence_what_it_shows() -> None:
    for benchmark in ("vdiff_bench", "vsi_super_wild", "mt_video_bench"):
        for figure in figures(board(benchmark, [*SIZED, *FRAMES])):
            assert re.search(r"\d", figure.alt), figure.name
            assert figure.alt.endswith(".")
            assert "&" not in figure.alt + figure.title + figure.note


@pytest.mark.parametrize("turn", [lambda rows: rows, lambda rows: rows[::-1]])
def test_the_file_is_the_same_bytes_from_the_same_rows_in_any_order(
    turn: Callable[[list[Row]], list[Row]], tmp_path: Path
) -> None:
    drawn = board("vdiff_bench", [*SIZED, *FRAMES])
    write_charts(drawn, tmp_path / "one")
    write_charts(drawn._replace(rows=turn(drawn.rows)), tmp_path / "two")
    one, other = ((tmp_path / name / "data" / f"{drawn.name}.charts.js").read_bytes() for name in ("one", "two"))
    assert one == other
    assert b"<" not in one


def test_packing_writes_every_name_once_and_loses_none() -> None:
    drawn = figures(board("vsi_super_wild", SIZED))
    told = packed(drawn)
    assert len(told["texts"]) == len(set(told["texts"]))
    for figure, chart in zip(drawn, told["charts"], strict=True):
        for trace, short in zip(figure.figure["data"], chart["figure"]["data"], strict=True):
            if "hovertext" in trace:
                assert [told["texts"][n] for n in short["hovertext"]] == trace["hovertext"]


def test_the_file_of_a_thousand_rows_is_small() -> None:
    cards = [{"parameters_b": 1 + n, "date": f"20{10 + n % 15}-01-01", "frames": 8} for n in range(1000)]
    whole = json.dumps(packed(figures(board("mt_video_bench", cards))), separators=(",", ":"))
    assert len(whole) < 400_000
