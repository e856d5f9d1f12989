"""The importer of VDiff-Bench on small parquet files in the official layout: rows, gold, images, and no network."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import pyarrow
import pyarrow.parquet
import pytest

from benchmarks.importing import Imported
from benchmarks.leaks import check_leaks
from benchmarks.vdiff_bench import BENCHMARK
from benchmarks.vdiff_bench.categories import SPELLINGS, task_of_category
from benchmarks.vdiff_bench.importer import import_questions
from benchmarks.vdiff_bench.no_difference import no_difference_label
from benchmarks.vdiff_bench.sameness import says_no_difference
from benchmarks.vdiff_bench.sample.make import LAYOUT, official_rows
from board.errors import BenchmarkError, FaultyData
from board.types import Question

Row = dict[str, Any]
ROOT = Path(__file__).parents[2]
SAME = "There is no difference between the two images."
CATEGORIES = [spellings[0] for spellings in SPELLINGS.values()]
PNG, JPEG, WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBP"
GIF, BMP = b"GIF89a", b"BM"


def row(number: int, **changes: object) -> Row:
    """A sound row: the true statement stands at B, no difference at D."""
    choices = [f"The cup {number} is red.", f"The cup {number} moved left.", f"The cup {number} is gone.", SAME]
    images = {f"image_{place}": {"bytes": PNG + bytes([number % 256, place]), "path": None} for place in (1, 2)}
    fields = {
        "choices": choices,
        "ground truth": choices[1],
        "change category": CATEGORIES[number % 10],
        "source": "puzzles",
        "index": number,
    }
    return {**images, **fields, **changes}


def rows(n: int = 10) -> list[Row]:
    return [row(number) for number in range(n)]


def write(folder: Path, rows: list[Row], name: str = "train.parquet") -> Path:
    """The rows as parquet; the types of the columns follow from the values."""
    file = folder / name
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)
    return file


def bring(folder: Path, rows: list[Row]) -> Imported:
    return import_questions(write(folder, rows), partial=True)


def faults(folder: Path, rows: list[Row]) -> str:
    with pytest.raises(BenchmarkError) as raised:
        bring(folder, rows)
    return str(raised.value)


def with_gold(gold: Callable[[Row], object]) -> list[Row]:
    return [{**one, "ground truth": gold(one)} for one in rows()]


def labels(imported: Imported) -> set[object]:
    return {entry.answer for entry in imported.key}


def media(imported: Imported, folder: Path) -> int:
    assert imported.write_media is not None
    return imported.write_media(folder)


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


FOREIGN = "Es gibt keinen Unterschied."


def foreign(n: int) -> list[Row]:
    """Rows whose no-difference option has a wording that is not known: at A in the first one, else at D."""
    changed = [{**one, "choices": [*one["choices"][:3], FOREIGN]} for one in rows(n)]
    changed[0]["choices"] = changed[0]["choices"][::-1]
    return changed


def test_an_unknown_sentence_that_alone_stands_in_every_row_is_taken_for_no_difference_and_noted(
    tmp_path: Path,
) -> None:
    imported = bring(tmp_path, foreign(10))
    assert [question.source["no_difference"] for question in imported.questions] == ["A", *"DDDDDDDDD"]
    assert [no_difference_label(question) for question in imported.questions] == ["A", *"DDDDDDDDD"]
    note = f"{FOREIGN!r} is taken to say that there is no difference: it is the only choice that stands in every row"
    assert note in imported.notes
    assert not any("is taken to say" in note for note in bring(tmp_path, rows()).notes)


def test_an_unknown_sentence_is_not_taken_from_few_rows_nor_where_another_text_is_in_all_of_them(
    tmp_path: Path,
) -> None:
    assert f"{FOREIGN!r} stands in every row: if it says" in faults(tmp_path, foreign(9))
    two = [{**one, "choices": [*one["choices"][:2], "It is gone.", FOREIGN]} for one in rows()]
    message = faults(tmp_path, two)
    assert f"{FOREIGN!r} stands in every row" in message and "'It is gone.' stands in every row" in message
    known = foreign(10)
    known[3]["choices"] = row(3)["choices"]  # one wording that is known: then the others are faults
    assert "row 5 (index 4): no option says that there is no difference" in faults(tmp_path, known)


def test_an_unknown_sentence_that_is_the_gold_somewhere_is_refused(tmp_path: Path) -> None:
    spoilt = foreign(10)
    spoilt[4]["ground truth"] = FOREIGN
    assert "row 5 (index 4): the ground truth is the no-difference option" in faults(tmp_path, spoilt)


def test_the_recorded_option_is_no_leak_since_it_is_never_right(tmp_path: Path) -> None:
    imported = bring(tmp_path, rows(40))
    key = {entry.id: entry for entry in imported.key}
    spoilt = [question._replace(source={"no_difference": "B"}) for question in imported.questions]
    for questions, hits, found in ((imported.questions, 0, False), (spoilt, 40, True)):
        checks = {check.name.split()[0]: check for check in check_leaks(questions, key)}
        check = checks["source.no_difference"]
        assert (check.hits, check.n, check.found) == (hits, 40, found)


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


@pytest.mark.parametrize(
    ("category", "task"),
    [
        ("Position", "position"),
        ("regional image color", "regional_color"),
        ("Regional_Colour", "regional_color"),
        ("overall image color", "overall_color"),
        ("whole-image color", "overall_color"),
        ("Appearance/Disappearance", "appearance_disappearance"),
        ("appearance / disappearance", "appearance_disappearance"),
        ("noise/resolution", "noise_resolution"),
        ("noise_resolution", "noise_resolution"),
        ("TEXTURE", "texture"),
        ("texture changes", "texture"),
        ("substitution & size", "substitution_size"),
        ("OCR/text", "ocr_text"),
        ("ocr-text difference", "ocr_text"),
        ("illumination", "illumination"),
        ("Regional Color change", "regional_color"),
        ("region color", "regional_color"),
        ("image color (regional)", "regional_color"),
        ("global colour", "overall_color"),
        ("Image Color (Whole)", "overall_color"),
        ("appearance or disappearance", "appearance_disappearance"),
        ("Disappearance / Appearance", "appearance_disappearance"),
        ("appearance", "appearance_disappearance"),
        ("disappearance", "appearance_disappearance"),
        ("noise or resolution", "noise_resolution"),
        ("noise + resolution", "noise_resolution"),
        ("resolution plus noise", "noise_resolution"),
        ("noise", "noise_resolution"),
        ("resolution", "noise_resolution"),
        ("textures", "texture"),
        ("substitution or size", "substitution_size"),
        ("size and substitution", "substitution_size"),
        ("substitution", "substitution_size"),
        ("size", "substitution_size"),
        ("written text (OCR)", "ocr_text"),
        ("text/OCR", "ocr_text"),
        ("text", "ocr_text"),
        ("ocr", "ocr_text"),
        ("color", None),
        ("image color", None),
        ("noise and texture", None),
        ("overall regional color", None),
        ("", None),
        ("change", None),
        ("position and motion", None),
        ("brightness", None),
    ],
)
def test_categories_are_known_in_their_spellings_and_nothing_is_guessed(category: str, task: str | None) -> None:
    assert task_of_category(category) == task


def test_every_name_and_title_of_a_task_is_one_of_its_spellings() -> None:
    assert set(SPELLINGS) == {task.name for task in BENCHMARK.tasks}
    assert all(task_of_category(task.name) == task.name for task in BENCHMARK.tasks)
    assert all(task_of_category(task.title) == task.name for task in BENCHMARK.tasks)


@pytest.mark.parametrize(
    "text",
    [
        "No difference",
        "no difference.",
        "No differences",
        "NO  DIFFERENCE !",
        "There is no difference.",
        "There is no difference between the two images.",
        "There is no visible difference between the images",
        "There are no noticeable differences between image 1 and image 2.",
        "No visible differences between images A and B",
        "The two images are completely identical.",
        "The two images are identical",
        "Both images are exactly the same.",
        "These two images appear to be identical.",
        "Image 1 and image 2 are identical.",
        "Image 2 is identical to image 1.",
        "No change",
        "No changes.",
        "No changes were made.",
        "Nothing has changed.",
        "The images do not differ.",
        "The images don’t differ.",
        "“No difference: the two images are completely identical.”",
        "There is no difference; the images are the same.",
        "Identical images",
        "No changes detected between the two images",
        "No changes were detected between the two images.",
        "No difference between the two images can be observed.",
        "No differences can be identified between the two images.",
        "No difference is present between the two images.",
        "No difference was found between the two images",
        "No differences observed",
        "No differences are observed.",
        "No difference between A and B",
        "There's no difference between the two images.",
        "There isn't any difference between the two images.",
        "There aren’t any differences between the two images.",
        "There is no any difference between the two images.",
        "There is absolutely no difference between the two images.",
        "Absolutely no difference.",
        "None; the images are identical.",
        "None of the above; the images are identical",
        "None of these; no difference",
        "The two images are completely identical, with no differences between them.",
        "The images are exactly the same with no changes.",
        "The two images are 100% identical.",
        "The two images are the exact same.",
        "The two images are pixel-identical",
        "The two images show the same content.",
        "The two images are completely identical in all aspects.",
        "The two images are identical in every detail.",
        "The image pair is identical",
        "The left and right images are identical.",
        "The before and after images are identical.",
        "The second image is identical to the first image.",
        "The second image is identical to the first.",
        "Image B is the same as image A.",
        "Neither image differs from the other.",
        "The images match exactly.",
        "The two images match perfectly.",
        "There is no change from image A to image B.",
        "Neither image has changed.",
        "The two scenes are identical",
        "I see no difference between the two images",
        "No modification",
        "No difference, i.e. they are identical.",
        "no_difference",
        "(No difference)",
    ],
)
def test_the_sentence_of_no_difference_is_recognised(text: str) -> None:
    assert says_no_difference(text)


@pytest.mark.parametrize(
    "text",
    [
        "The cup in image 2 has no difference in colour but moved left.",
        "There is no cup in image 2.",
        "There is no difference in the sky, but the boat is gone.",
        "There is no difference between the two cups.",
        "There is no difference between the two images except the hat.",
        "The two images are the same size.",
        "The two images are not identical.",
        "The two images are identical except for the colour of the car.",
        "The two cars are identical in image 2.",
        "The two images are completely different.",
        "No change of the colour of the sky.",
        "No dog is visible in image 2.",
        "There is a difference between the two images.",
        "The sign reads “no change” in image 2.",
        "The sky has changed.",
        "The images are almost identical.",
        "The two images are identical only in colour.",
        "The same, but darker",
        "The image is identical but mirrored.",
        "Both images show identical cats",
        "The two images show the same scene at night.",
        "The two images show no differences apart from the missing cat.",
        "The text changed from “No change” to “No difference”.",
        "No change in position; the ball is red.",
        "No difference in brightness.",
        "Nothing has changed but the hat.",
        "The first cup is identical to the second.",
        "Image 2 is identical to image 1 with a cat.",
        "None of these; the cup moved.",
        "The left and right doors are identical.",
        "The label no longer reads no_difference",
        "None",
        "No",
        "None of the above.",
        "",
        "no difference " * 40,
        "It changes from image 1 to image 2.",
        "Neither cup has changed, the lamp has.",
        "I see no difference in the sky, but the lamp is gone.",
    ],
)
def test_a_real_difference_is_never_taken_for_no_difference(text: str) -> None:
    assert not says_no_difference(text)


def test_the_label_is_told_only_where_exactly_one_option_says_so() -> None:
    options = {"A": "It moved.", "B": SAME, "C": "It is gone.", "D": "It is red."}
    assert no_difference_label(Question("0", "motion", "choice", options=options)) == "B"
    assert no_difference_label(Question("0", "motion", "choice", options={**options, "C": "No change"})) is None
    assert no_difference_label(Question("0", "motion", "choice", options={**options, "B": "It fell."})) is None
    assert no_difference_label(Question("0", "motion", "choice")) is None


def test_questions_about_the_same_pair_share_a_cluster_in_either_order(tmp_path: Path) -> None:
    first, second, third, fourth = rows(4)
    second |= {"image_1": first["image_1"], "image_2": first["image_2"]}
    third |= {"image_1": first["image_2"], "image_2": first["image_1"]}
    fourth |= {"image_1": first["image_1"]}
    imported = bring(tmp_path, [first, second, third, fourth])
    clusters = [question.cluster for question in imported.questions]
    assert clusters[0] == clusters[1] == clusters[2] != clusters[3]
    assert "3 questions share their image pair with another one" in imported.notes


def test_two_equal_images_are_noted(tmp_path: Path) -> None:
    equal = rows()
    equal[7]["image_2"] = equal[7]["image_1"]
    assert "image 1 and image 2 are the same bytes in 1 row (index 7)" in bring(tmp_path, equal).notes
    assert not any("same bytes" in note for note in bring(tmp_path, rows()).notes)


def test_images_are_written_byte_for_byte_under_the_suffix_of_their_kind(tmp_path: Path) -> None:
    kinds = {"0_1.png": PNG + b"a", "0_2.jpg": JPEG + b"b", "1_1.webp": WEBP + b"c", "1_2.png": PNG + b"d"}
    kinds |= {"2_1.gif": GIF + b"e", "2_2.bmp": BMP + b"f"}
    cells = [{"bytes": data, "path": "x.tiff"} for data in kinds.values()]
    pairs = [row(number, image_1=cells[2 * number], image_2=cells[2 * number + 1]) for number in range(3)]
    assert media(bring(tmp_path, pairs), tmp_path / "out") == 6
    assert {file.name: file.read_bytes() for file in (tmp_path / "out/images").iterdir()} == kinds


def test_image_cells_may_be_plain_bytes(tmp_path: Path) -> None:
    plain = [{**one, "image_1": one["image_1"]["bytes"], "image_2": one["image_2"]["bytes"]} for one in rows()]
    assert media(bring(tmp_path, plain), tmp_path / "out") == 20


def test_writing_images_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    imported, out = bring(tmp_path, rows()), tmp_path / "out"
    assert media(imported, out) == 20
    whole = {file.name: file.read_bytes() for file in (out / "images").iterdir()}
    kept = out / "images/0_1.png"
    written = kept.stat().st_mtime_ns
    (out / "images/3_1.png").unlink()
    (out / "images/4_2.png").write_bytes(b"half")
    (out / "images/5_1.png").write_bytes(bytes(len(whole["5_1.png"])))  # of the same size, as after a crash
    (out / "images/.tmp-3_1.png").write_bytes(b"half of it, left by a run that was killed")
    assert media(imported, out) == 20
    assert {file.name: file.read_bytes() for file in (out / "images").iterdir()} == whole
    assert kept.stat().st_mtime_ns == written


def test_a_half_written_image_does_not_count_as_there(tmp_path: Path) -> None:
    imported, out = bring(tmp_path, rows()), tmp_path / "out"
    (out / "images/0_1.png").mkdir(parents=True)  # the way is blocked: the run ends at the first image
    with pytest.raises(OSError, match="0_1"):
        media(imported, out)
    assert not [file for file in (out / "images").iterdir() if file.is_file() and not file.name.startswith(".tmp-")]
    (out / "images/0_1.png").rmdir()
    assert media(imported, out) == 20
    assert not list((out / "images").glob(".tmp-*"))


def test_without_image_columns_there_is_no_media_and_a_note_says_so(tmp_path: Path) -> None:
    texts = [{name: value for name, value in one.items() if not name.startswith("image")} for one in rows()]
    imported = bring(tmp_path, texts)
    assert imported.write_media is None
    assert all(not question.media and question.cluster == question.id for question in imported.questions)
    assert any(note.startswith("no image columns") for note in imported.notes)
    half = [{**one, "image_1": {"bytes": PNG, "path": None}} for one in texts]
    assert "found no column image_2" in faults(tmp_path, half)


@pytest.mark.parametrize("cell", [None, {"bytes": None, "path": "there.png"}, {"bytes": b"", "path": None}])
def test_image_columns_without_one_image_are_no_images_and_a_note_says_so(
    cell: dict[str, object] | None, tmp_path: Path
) -> None:
    file = tmp_path / "train.parquet"
    empty = [{**one, "image_1": cell, "image_2": cell} for one in rows()]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(empty, LAYOUT), file)
    imported = import_questions(file, partial=True)
    assert imported.write_media is None
    assert all(not question.media and question.cluster == question.id for question in imported.questions)
    assert any(note.startswith("there is no image in the image columns") for note in imported.notes)
    empty[6] |= {"image_1": rows()[6]["image_1"]}  # one image: the other nineteen are missing
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(empty, LAYOUT), file)
    with pytest.raises(BenchmarkError, match=r"faults \(19\)"):
        import_questions(file, partial=True)


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


def test_the_features_of_the_hub_are_read_without_decoding_an_image(tmp_path: Path) -> None:
    image, text = datasets.Image(), datasets.Value("string")
    columns = {"image_1": image, "image_2": image, "choices": datasets.List(text), "ground truth": text}
    columns |= {"change category": text, "source": text, "index": datasets.Value("int64")}
    schema = datasets.Features(columns).arrow_schema  # what push_to_hub writes: it says that these are images
    assert b"Image" in schema.metadata[b"huggingface"]
    # Each "image" is a signature and two bytes: decoding it would fail.
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows(), schema), tmp_path / "hub.parquet")
    imported = import_questions(tmp_path / "hub.parquet", partial=True)
    assert media(imported, tmp_path / "out") == 20
    assert (tmp_path / "out/images/9_2.png").read_bytes() == PNG + bytes([9, 2])


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


# Names are not looked up: any use of the network ends the child with an error.
CHILD = """
import socket, sys
from pathlib import Path
def refuse(*call, **names): raise SystemExit("network used: " + repr(call))
socket.getaddrinfo = refuse
from board.errors import BenchmarkError
from benchmarks.vdiff_bench.importer import import_questions
try:
    imported = import_questions(sys.argv[1], data_version="sample", partial=True)
    print(len(imported.questions), imported.write_media(Path(sys.argv[2])))
except BenchmarkError as error:
    print("refused:", error)
"""


def child(folder: Path, source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The importer in a process of its own, with an empty home."""
    (folder / "home").mkdir(exist_ok=True)
    paths = {"HOME": str(folder / "home"), "HF_HOME": str(folder / "home/hub"), "PYTHONPATH": str(ROOT)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PYTHON"))}
    call = [sys.executable, "-W", "error", "-c", CHILD, source, str(folder / "out")]
    return subprocess.run(call, env={**kept, **paths, **environment}, capture_output=True, text=True, cwd=folder)


def test_a_local_file_is_read_without_network_cache_or_a_word_on_the_screen(tmp_path: Path) -> None:
    file = write(tmp_path, rows())
    done = child(tmp_path, str(file))
    assert (done.stdout, done.stderr, done.returncode) == ("10 20\n", "", 0)
    assert list((tmp_path / "home").rglob("*")) == []


def test_a_hub_that_cannot_be_reached_is_said_plainly_with_a_way_out(tmp_path: Path) -> None:
    done = child(tmp_path, "hf://datasets/elaine1wan/image_diff_mcq_data", HF_HUB_OFFLINE="1")
    assert done.stdout.startswith("refused: cannot get hf://datasets/elaine1wan/image_diff_mcq_data from the hub")
    assert "download the parquet files by other means and name their folder as SOURCE" in done.stdout
    assert "Traceback" not in done.stderr
    online = child(tmp_path, "hf://datasets/elaine1wan/image_diff_mcq_data", HF_HUB_OFFLINE="0")
    assert "network used" in online.stderr  # so the child would have seen it


@pytest.mark.parametrize("address", ["hf://datasets/alone", "hf://datasets/a/b@main", "hf://datasets/a/b/c"])
def test_an_address_that_is_none_is_refused_before_anything_is_fetched(address: str) -> None:
    with pytest.raises(BenchmarkError, match="expected hf://datasets/OWNER/NAME"):
        import_questions(address)


MEASURE = """
import resource, sys
from pathlib import Path
from benchmarks.vdiff_bench.importer import import_questions
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
imported = import_questions(sys.argv[1], partial=True)
imported.write_media(Path(sys.argv[2]))
unit = 1 if sys.platform == "darwin" else 1024
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit)
"""


def test_images_are_streamed_and_never_held_together(tmp_path: Path) -> None:
    file, size, n = tmp_path / "large.parquet", 500_000, 160
    noise = os.urandom(size)
    with pyarrow.parquet.ParquetWriter(file, LAYOUT, compression="none", use_dictionary=False) as writer:
        for number in range(n):
            cells = {
                f"image_{place}": {"bytes": PNG + bytes([number, place]) + noise, "path": None} for place in (1, 2)
            }
            writer.write_table(pyarrow.Table.from_pylist([row(number, **cells)], LAYOUT))
    call = [sys.executable, "-c", MEASURE, str(file), str(tmp_path / "out")]
    done = subprocess.run(call, capture_output=True, text=True, cwd=ROOT, check=True)
    assert file.stat().st_size > 2 * n * size
    assert int(done.stdout) < n * size  # less than half of the images that were written


def test_the_sample_rows_are_official_rows() -> None:
    assert set(official_rows()[0]) == {*LAYOUT.names}
