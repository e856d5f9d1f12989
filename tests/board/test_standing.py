"""Who is ranked, in which order, and why not: rows of different protocols have ranks of their own."""

from board.standing import Placed, Standing, place_all
from board.table import build_table
from tests.board.test_shared_cases import made


def row(id: str, share: float | None, protocol: str = "paper", **changes: object) -> Standing:
    return Standing(id, share, "2026-01-01", protocol, "", None, frozenset({"T"}))._replace(**changes)  # type: ignore[arg-type]


def placed(rows: list[Standing], *, together: bool = False) -> list[tuple[str, int | None]]:
    return [(rows[found.place].submission_id, found.rank) for found in place_all(rows, together=together)]


ROWS = [row("a", 0.5), row("b", 0.7), row("c", 0.9, "streaming"), row("d", 0.5), row("e", 0.2)]


def test_each_protocol_is_ranked_by_itself_the_largest_first() -> None:
    assert placed(ROWS) == [("b", 1), ("a", 2), ("d", 2), ("e", 4), ("c", 1)]


def test_together_they_are_one_board() -> None:
    assert placed(ROWS, together=True) == [("c", 1), ("b", 2), ("a", 3), ("d", 3), ("e", 5)]


def test_rows_without_a_protocol_are_one_group() -> None:
    assert placed([row("a", 0.5, ""), row("b", 0.7, "")]) == [("b", 1), ("a", 2)]


def test_what_cannot_be_ranked_stands_last_with_its_reason() -> None:
    rows = [row("a", None), row("b", 0.9, reason="subset"), row("c", 0.1), row("d", 0.2, tasks=frozenset())]
    rows[0] = rows[0]._replace(reason="no headline value")
    assert place_all(rows) == [
        Placed(2, 1, ""),
        Placed(1, None, "subset"),
        Placed(3, None, "incomplete: no value for T"),
        Placed(0, None, "no headline value"),
    ]


def test_a_row_of_another_judge_is_not_ranked_beside_the_rest() -> None:
    rows = [row("a", 0.5, judge=("j", None)), row("b", 0.7, judge=("j", None)), row("c", 0.9, judge=("k", None))]
    assert placed([*rows, row("blank", 0.0)]) == [("b", 1), ("a", 2), ("blank", 3), ("c", None)]


def test_the_table_has_the_same_ranks_and_names_the_protocol() -> None:
    cards = {"a": "paper", "b": "streaming", "c": "paper"}
    results = [
        made(name, share, submission={"display_name": name, "protocol": cards[name]})
        for name, share in (("a", 0.4), ("b", 0.9), ("c", 0.6))
    ]
    table = build_table(results)
    assert table[["model", "rank", "protocol"]].to_numpy().tolist() == [
        ["c", 1, "paper"],
        ["a", 2, "paper"],
        ["b", 1, "streaming"],
    ]
    assert build_table(results, together=True)["rank"].tolist() == [1, 2, 3]
