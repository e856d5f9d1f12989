"""Which words VDiff-Bench data may use: spellings of the categories, and ways to say that nothing changed."""

from pathlib import Path

import pytest

from benchmarks.leaks import check_leaks
from benchmarks.vdiff_bench import BENCHMARK
from benchmarks.vdiff_bench.categories import SPELLINGS, task_of_category
from benchmarks.vdiff_bench.no_difference import no_difference_label
from benchmarks.vdiff_bench.sameness import says_no_difference
from board.types import Question
from tests.benchmarks.vdiff_rows import SAME, Row, bring, faults, row, rows

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
