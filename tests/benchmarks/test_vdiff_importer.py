"""The importer of VDiff-Bench on small parquet files in the official layout: rows, gold, choices, columns, versions."""

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from benchmarks.vdiff_bench import BENCHMARK
from benchmarks.vdiff_bench.importer import import_questions
from benchmarks.vdiff_bench.sample.make import LAYOUT, official_rows
from board.errors import BenchmarkError, FaultyData
from tests.benchmarks.vdiff_rows import (
    CATEGORIES,
    PNG,
    SAME,
    Row,
    bring,
    faults,
    labels,
    media,
    row,
    rows,
    with_gold,
    write,
)


def test_a_row_becomes_a_question_without_its_answer(tmp_path: Path) -> None:
    imported = bring(tmp_path, rows())
    question = imported.questions[3]
    assert (question.id, question.task, question.kind) == ("3", "overall_color", "choice")
    assert question.options == dict(zip("ABCD", row(3)["choices"], strict=True))
    assert question.facets == {"category": "overall_color", "group": "low_level", "source": "puzzles"}
    assert question.source == {"change category": "overall image color", "no_difference": "D"}
    captions = [(one.kind, one.path, one.caption) for one in question.media]
    assert captions == [("image", "images/3_1.png", "image 1"), ("image", "images/3_2.png", "image 2")]
    assert imported.counts == dict.fromkeys((task.name for task in BENCHMARK.tasks), 1)
    assert (labels(imported), imported.key[3].id) == ({"B"}, "3")


@pytest.mark.parametrize(
    ("gold", "form"),
    [
        (lambda row: row["choices"][1], "the choice text in 10 of 10 rows"),
        (lambda row: f" {row['choices'][1].upper()} ", "the choice text in 10 of 10 rows (in 10 up to case, spaces"),
        (lambda row: "B", "a letter in 10 of 10 rows"),
        (lambda row: "(B)", "a letter in 10 of 10 rows"),
        (lambda row: "B)", "a letter in 10 of 10 rows"),
        (lambda row: "b", "a letter in 10 of 10 rows"),
        (lambda row: f"B) {row['choices'][1]}", "a letter with the choice text in 10 of 10 rows"),
        (lambda row: f"B. {row['choices'][1]}", "a letter with the choice text in 10 of 10 rows"),
        (lambda row: 1, "a 0-based index in 10 of 10 rows"),
        (lambda row: 1.0, "a 0-based index in 10 of 10 rows"),
        (lambda row: "1", "a 0-based index in 10 of 10 rows"),
    ],
)
def test_gold_is_read_as_text_letter_or_index_and_the_note_says_which(
    gold: Callable[[Row], object], form: str, tmp_path: Path
) -> None:
    imported = bring(tmp_path, with_gold(gold))
    assert labels(imported) == {"B"}
    assert imported.notes[0].startswith(f"gold is given as {form}")


@pytest.mark.parametrize("odd", ["B", "1", "The cup is blue.", "b", "4", "-1", "1.0", "The cup 6"])
def test_one_row_of_another_form_is_refused_with_its_place(odd: str, tmp_path: Path) -> None:
    mixed = rows()
    mixed[6]["ground truth"] = odd
    message = faults(tmp_path, mixed)
    assert f"row 7 (index 6): ground truth {odd!r}" in message
    assert "most rows give the choice text" in message
    assert "faults (1)" in message


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("B) The cup 6 is red.", "The cup 6 moved left."),
        ("B) The cup 6 moved  left.", "The cup 6 moved left."),
        ("A. The cup 6 moved left.", "The cup 6 is red."),
    ],
)
def test_a_letter_whose_choice_has_another_text_is_refused_with_the_text_it_has(
    told: str, text: str, tmp_path: Path
) -> None:
    contradicting = with_gold(lambda row: f"B) {row['choices'][1]}")
    contradicting[6]["ground truth"] = told
    message = faults(tmp_path, contradicting)
    assert f"row 7 (index 6): ground truth {told!r} is no choice text" in message
    assert f"(choice {told[0]} is {text!r})" in message
    assert "faults (1)" in message


@pytest.mark.parametrize("odd", [1.5, 4.0, -1.0])
def test_a_number_that_is_no_index_is_refused_among_whole_ones_with_a_decimal_point(odd: float, tmp_path: Path) -> None:
    numbers = with_gold(lambda row: 1.0)
    numbers[2]["ground truth"] = odd
    assert f"row 3 (index 2): ground truth {odd!r} is no choice text, letter or index" in faults(tmp_path, numbers)


def test_a_single_text_among_letters_is_refused_too(tmp_path: Path) -> None:
    mixed = with_gold(lambda row: "B")
    mixed[2]["ground truth"] = mixed[2]["choices"][1]
    assert "row 3 (index 2): ground truth 'The cup 2 moved left.' fits only as the choice text" in faults(
        tmp_path, mixed
    )


def test_gold_that_could_be_read_in_two_ways_with_different_answers_is_refused(tmp_path: Path) -> None:
    digits = [row(number, choices=["1", "0", "7", SAME], **{"ground truth": "1"}) for number in range(10)]
    assert "both the choice text and a 0-based index, here and in all other rows: A or B?" in faults(tmp_path, digits)
    told_apart = [*digits[:9], row(9, choices=["1", "0", "7", SAME], **{"ground truth": "7"})]
    assert labels(bring(tmp_path, told_apart)) == {"A", "C"}  # 7 is no index: all of them are texts
    letters = [row(number, choices=["A", "B", "C", SAME], **{"ground truth": "B"}) for number in range(10)]
    assert labels(bring(tmp_path, letters)) == {"B"}  # both readings give the same


@pytest.mark.parametrize("gold", [SAME, "D"])
def test_the_no_difference_option_is_never_the_gold(gold: str, tmp_path: Path) -> None:
    spoilt = with_gold(lambda row: row["choices"][1] if gold == SAME else "B")
    spoilt[4]["ground truth"] = gold
    assert "row 5 (index 4): the ground truth is the no-difference option" in faults(tmp_path, spoilt)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"index": None}, "row 4 (index unknown): index None, expected a whole number"),
        ({"index": -3}, "index -3, expected a whole number"),
        ({"index": 2}, "row 4 (index 2): duplicate index, first in row 3"),
        ({"choices": ["one", "two", SAME]}, "expected four texts"),
        ({"choices": ["one", "two", "", SAME]}, "expected four texts"),
        ({"choices": ["one", "two", None, SAME]}, "expected four texts"),
        ({"choices": None}, "choices None, expected four texts"),
        ({"choices": ["one", "two", " ", SAME]}, "expected four texts"),
        ({"choices": ["one", "one", "two", SAME], "ground truth": "two"}, "two choices have the same text 'one'"),
        (
            {"choices": ["It moved.", "It  moved. ", "two", SAME], "ground truth": "two"},
            "two choices are the same up to spaces and Unicode form: 'It moved.' and 'It  moved. '",
        ),
        ({"choices": ["\ufb01n", "fin", "two", SAME], "ground truth": "two"}, "two choices are the same up to spaces"),
        ({"choices": ["one", "two", "three", "four"], "ground truth": "two"}, "no option says that there is no"),
        (
            {"choices": ["one", "No change.", "three", SAME], "ground truth": "one"},
            "2 options (B, D) say that there is no difference, expected exactly one",
        ),
        ({"change category": "shape"}, "unknown change category 'shape', known are position, motion,"),
        ({"change category": None}, "unknown change category None"),
        ({"ground truth": None}, "the ground truth is missing"),
        ({"image_1": {"bytes": None, "path": "there.png"}}, "image_1 has no bytes"),
        ({"image_2": {"bytes": b"II*\0tiff", "path": None}}, "image_2 begins with b'II*\\x00tiff', expected a PNG"),
        ({"image_2": None}, "image_2 has no bytes"),
    ],
)
def test_a_faulty_row_is_refused_with_its_row_and_index(changes: Row, message: str, tmp_path: Path) -> None:
    spoilt = rows()
    spoilt[3] |= changes
    found = faults(tmp_path, spoilt)
    assert message in found
    assert "row 4 (index" in found and "nothing was imported" in found


def test_the_same_rows_without_a_fault_are_taken(tmp_path: Path) -> None:
    assert len(bring(tmp_path, rows()).questions) == 10


def test_choices_that_differ_inside_are_not_the_same(tmp_path: Path) -> None:
    close = ["It moved left.", "It moved, left.", "It moved left of it.", SAME]
    assert len(bring(tmp_path, [row(0, choices=close, **{"ground truth": close[0]})]).questions) == 1


def test_an_index_as_text_is_taken_and_noted_but_not_with_zeros_before_it(tmp_path: Path) -> None:
    texts = [{**one, "index": str(one["index"])} for one in rows()]
    imported = bring(tmp_path, texts)
    assert [question.id for question in imported.questions] == [str(number) for number in range(10)]
    assert "index is given as text" in imported.notes
    assert "index is given as text" not in bring(tmp_path, rows()).notes
    for odd in ("07", "7.0", " 7", "-7", "", "\u0667"):
        texts[7]["index"] = odd
        assert f"row 8 (index unknown): index {odd!r}, expected a whole number" in faults(tmp_path, texts)


@pytest.mark.parametrize("partial", [False, True])
def test_a_file_without_rows_is_refused(partial: bool, tmp_path: Path) -> None:
    file = tmp_path / "empty.parquet"
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([], LAYOUT), file)
    with pytest.raises(FaultyData, match=r"found no rows in empty\.parquet"):
        import_questions(file, partial=partial)


def test_an_index_with_a_decimal_point_is_refused(tmp_path: Path) -> None:
    assert "row 1 (index unknown): index 0.0, expected a whole number" in faults(
        tmp_path, [{**one, "index": float(one["index"])} for one in rows()]
    )


def test_faults_of_all_kinds_and_rows_are_listed_at_once_in_order(tmp_path: Path) -> None:
    spoilt = rows()
    spoilt[8]["image_1"] = {"bytes": None, "path": None}
    spoilt[1]["change category"] = "shape"
    spoilt[5]["ground truth"] = "B"
    lines = faults(tmp_path, spoilt).splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["2", "6", "9"]


@pytest.mark.parametrize("form", ["{}) ", "{}. ", "({}) ", "{}: "])
def test_letter_prefixes_are_removed_where_all_four_are_there_and_this_is_noted(form: str, tmp_path: Path) -> None:
    prefixed = [
        {**one, "choices": [form.format(label) + text for label, text in zip("ABCD", one["choices"], strict=True)]}
        for one in rows()
    ]
    prefixed[0]["ground truth"] = prefixed[0]["choices"][1]  # with its prefix, the others without
    imported = bring(tmp_path, prefixed)
    assert (imported.questions[0].options or {})["B"] == "The cup 0 moved left."
    assert "letter prefixes were removed from the choices of 10 rows" in imported.notes
    assert labels(imported) == {"B"}


def with_prefixes(one: Row) -> Row:
    return {**one, "choices": [f"{label}) {text}" for label, text in zip("ABCD", one["choices"], strict=True)]}


def test_letter_prefixes_stay_byte_for_byte_where_not_all_rows_have_them_and_this_is_noted(tmp_path: Path) -> None:
    some = [*map(with_prefixes, rows(3)), *rows()[3:]]
    imported = bring(tmp_path, some)
    kept = [list((question.options or {}).values()) for question in imported.questions]
    assert kept == [one["choices"] for one in some]
    assert "letter prefixes stand before the choices of 3 of 10 rows: they were kept" in imported.notes
    assert {question.source["no_difference"] for question in imported.questions} == {"D"}
    assert labels(imported) == {"B"}


def test_a_choice_that_is_only_a_prefix_is_empty(tmp_path: Path) -> None:
    prefixed = list(map(with_prefixes, rows()))
    assert len(bring(tmp_path, prefixed).questions) == 10
    prefixed[3]["choices"][2] = "C) "
    assert "row 4 (index 3): choices" in faults(tmp_path, prefixed)


def test_a_prefix_on_one_choice_alone_stays_byte_for_byte(tmp_path: Path) -> None:
    texts = ["A) cup ", "the  lamp", "C) gone", SAME]
    imported = bring(tmp_path, [*rows(9), row(9, choices=texts, **{"ground truth": "the  lamp"})])
    assert list((imported.questions[9].options or {}).values()) == texts
    assert not any("prefixes" in note for note in imported.notes)


def test_a_missing_column_is_named_with_the_ones_there_are(tmp_path: Path) -> None:
    renamed = [{("answer" if name == "ground truth" else name): value for name, value in one.items()} for one in rows()]
    message = faults(tmp_path, renamed)
    assert "found no column ground truth in train.parquet" in message
    assert "answer" in message


def test_a_source_may_be_absent_and_an_unknown_column_is_kept(tmp_path: Path) -> None:
    changed = [{**one, "level": number, "weight": float("nan")} for number, one in enumerate(rows())]
    for one in changed:
        one.pop("source")
    imported = bring(tmp_path, changed)
    assert "source" not in imported.questions[4].facets
    assert imported.questions[4].source == {"change category": CATEGORIES[4], "level": 4, "no_difference": "D"}
    assert "unknown columns, kept under source: level" in imported.notes
    assert "no source is given in 10 of 10 rows: they are in no value of that facet" in imported.notes
    assert not any("source is given" in note for note in bring(tmp_path, rows()).notes)


def test_a_column_with_the_name_of_our_own_field_does_not_take_its_place(tmp_path: Path) -> None:
    imported = bring(tmp_path, [{**one, "no_difference": "B"} for one in rows()])
    assert imported.questions[0].source["no_difference"] == "D"
    assert any(note.startswith("the column no_difference was left out") for note in imported.notes)


def test_a_folder_of_parquet_files_is_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    write(tmp_path / "data", rows()[6:], "train-00001-of-00002.parquet")
    write(tmp_path / "data", rows()[:6], "train-00000-of-00002.parquet")
    imported = import_questions(tmp_path, partial=True)
    assert [question.id for question in imported.questions] == [str(number) for number in range(10)]
    assert media(imported, tmp_path / "out") == 20
    write(tmp_path / "data", [{"index": 1}], "train-00002-of-00002.parquet")
    with pytest.raises(BenchmarkError, match="other columns"):
        import_questions(tmp_path, partial=True)


@pytest.mark.parametrize(("version", "n"), [("released-1051", "1,051"), ("paper-1756", "1,756")])
def test_each_data_version_has_its_own_denominator(version: str, n: str, tmp_path: Path) -> None:
    file = write(tmp_path, rows())
    with pytest.raises(BenchmarkError, match=rf"questions: found 10, expected {n}"):
        import_questions(file, data_version=version)
    imported = import_questions(file, data_version=version, partial=True)
    assert (imported.data_version, len(imported.differences)) == (version, 1)


def test_a_whole_release_is_taken_without_partial(tmp_path: Path) -> None:
    whole = [row(number, image_1=PNG, image_2=PNG + b"2") for number in range(1051)]
    small = [{**one, "choices": [f"{number}", "moved", "gone", SAME]} for number, one in enumerate(whole)]
    file = write(tmp_path, [{**one, "ground truth": "moved"} for one in small])
    assert import_questions(file).differences == []
    with pytest.raises(BenchmarkError, match="found 1,051, expected 1,756"):
        import_questions(file, data_version="paper-1756")


def test_a_category_without_questions_is_named_and_only_partial_accepts_it(tmp_path: Path, shared: Path) -> None:
    lines = (shared / "cases" / "open.jsonl").read_text(encoding="utf-8").splitlines()
    cases = {case["id"]: case for case in map(json.loads, lines) if case["id"] in ("AG-016", "AG-017")}
    empty = cases["AG-017"]["input"]["category"]
    file = write(tmp_path, [one for one in rows() if one["change category"] != empty])
    with pytest.raises(BenchmarkError) as raised:
        import_questions(file)
    for case in cases.values():
        assert case["expected"]["error"] in str(raised.value)
    assert f"{empty} has no questions" in str(raised.value)
    assert import_questions(file, partial=True).counts[empty] == 0
    with pytest.raises(BenchmarkError) as raised:
        import_questions(write(tmp_path, rows()))
    assert "E_EMPTY_CATEGORY" not in str(raised.value)


def test_a_table_of_videos_or_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="leave --videos out"):
        import_questions(write(tmp_path, rows()), videos=tmp_path / "videos.csv")
    with pytest.raises(BenchmarkError, match="found no parquet file"):
        import_questions(tmp_path / "absent.parquet")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(BenchmarkError, match="cannot be read as parquet"):
        import_questions(tmp_path / "broken.parquet")


def test_the_sample_rows_are_official_rows() -> None:
    assert set(official_rows()[0]) == {*LAYOUT.names}
