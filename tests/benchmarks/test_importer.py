"""The importer of VSI-Super-Wild on the real release, on small faulty files, and its published table."""

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.importing import Imported
from benchmarks.vsi_super_wild import BENCHMARK
from benchmarks.vsi_super_wild.importer import duration_bin, import_questions
from board.errors import BenchmarkError
from tests.benchmarks.videos_csv import videos_table

ROOT = Path(__file__).parents[2]
OFFICIAL = ROOT.parent / "shared/realdata/vsi_super_wild/vsi_super_wild_qa.jsonl"
PUBLISHED = ROOT / "benchmarks/vsi_super_wild/published.json"
real_gold = pytest.mark.skipif(not OFFICIAL.exists(), reason="NOT CHECKED: ../shared/realdata/vsi_super_wild is absent")

Row = dict[str, Any]
VOO = "[Ordering] In this video, choose the option listing the four objects by {}-appearance time."


def row(doc_id: str, task: str, answer: object, **changes: object) -> Row:
    options = None if task == "VOC" else ["A) sign", "B) kiosk", "C) bin ", "D) C) lamp"]
    question = VOO.format("last") if task == "VOO" else "Which?"
    video = "ab_c-1_left.mp4"
    fields = (doc_id, video, task, question, answer, None, options)
    names = ("doc_id", "video_name", "task_type", "question", "answer", "frame_indices", "options")
    return dict(zip(names, fields, strict=True)) | changes


def small() -> list[Row]:
    return [row("m", "VMR", "A"), row("p", "VPO", "B"), row("o", "VOO", "C"), row("c", "VOC", "303")]


def write(folder: Path, rows: list[Row]) -> Path:
    file = folder / "official.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def official_rows() -> list[Row]:
    return [json.loads(line) for line in OFFICIAL.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def imported() -> Imported:
    return import_questions(OFFICIAL)


@real_gold
def test_the_real_release_has_the_counts_of_the_paper_and_113_recordings(imported: Imported) -> None:
    assert imported.counts == {"VMR": 1215, "VPO": 1302, "VOO": 3350, "VOC": 1113}
    assert (imported.differences, imported.data_version, imported.videos) == ([], "released-6980", False)
    assert len({question.cluster for question in imported.questions}) == 113
    assert len({question.media[0].path for question in imported.questions}) == 442


@real_gold
def test_half_of_the_orders_of_objects_ask_for_the_first_and_half_for_the_last(imported: Imported) -> None:
    occurrences = Counter(q.facets["occurrence"] for q in imported.questions if q.task == "VOO")
    assert occurrences == {"first": 1675, "last": 1675}
    assert all(q.facets == {} for q in imported.questions if q.task != "VOO")


@real_gold
def test_every_official_text_comes_back_byte_for_byte_in_official_order(
    imported: Imported, official_rows: list[Row]
) -> None:
    assert len(imported.questions) == len(official_rows) == 6980
    for question, entry, official in zip(imported.questions, imported.key, official_rows, strict=True):
        options = None if question.options is None else [f"{label}) {text}" for label, text in question.options.items()]
        assert options == official["options"]
        assert (question.id, entry.id) == (official["doc_id"], official["doc_id"])
        assert (question.task, question.question) == (official["task_type"], official["question"])
        assert str(entry.answer) == official["answer"]
        assert question.source == {name: official[name] for name in ("video_name", "frame_indices")}
        assert question.media[0].path == f"videos/{official['video_name']}"


@real_gold
def test_a_release_without_one_question_is_refused_unless_partial(tmp_path: Path, official_rows: list[Row]) -> None:
    shorter = write(tmp_path, official_rows[1:])
    with pytest.raises(BenchmarkError, match=r"VOC: found 1,112 questions, expected 1,113 \(-1\)") as raised:
        import_questions(shorter)
    assert "VPO" not in str(raised.value)
    assert import_questions(shorter, partial=True).counts["VOC"] == 1112


def test_a_question_keeps_everything_but_its_answer(tmp_path: Path) -> None:
    imported = import_questions(write(tmp_path, small()), partial=True)
    question = imported.questions[2]
    assert question.options == {"A": "sign", "B": "kiosk", "C": "bin ", "D": "C) lamp"}
    assert (question.cluster, question.facets) == ("ab_c-1", {"occurrence": "last"})
    assert question.media[0].path == "videos/ab_c-1_left.mp4"
    assert [entry.answer for entry in imported.key] == ["A", "B", "C", 303]
    assert "303" not in json.dumps([str(question) for question in imported.questions])


def test_a_field_that_has_no_place_goes_under_source(tmp_path: Path) -> None:
    rows = [row("m", "VMR", "A", frame_indices=[7], season="autumn")]
    imported = import_questions(write(tmp_path, rows), partial=True)
    assert imported.questions[0].source == {
        "video_name": "ab_c-1_left.mp4",
        "frame_indices": [7],
        "season": "autumn",
    }


FAULTS: dict[str, tuple[Callable[[list[Row]], object], str]] = {
    "duplicate": (lambda rows: rows[2].update(doc_id="m"), "line 3: duplicate doc_id 'm', first on line 1"),
    "task": (lambda rows: rows[1].update(task_type="VXX"), "line 2: unknown task_type 'VXX'"),
    "order of labels": (lambda rows: rows[0].update(options=["B) x", "A) y", "C) z", "D) w"]), "line 1: options must"),
    "label without space": (lambda rows: rows[0].update(options=["A)x", "B) y", "C) z", "D) w"]), "line 1: options"),
    "three options": (lambda rows: rows[0].update(options=["A) x", "B) y", "C) z"]), "line 1: options must"),
    "empty option": (lambda rows: rows[0].update(options=["A) ", "B) y", "C) z", "D) w"]), "line 1: options must"),
    "equal options": (lambda rows: rows[0].update(options=["A) x", "B) x", "C) z", "D) w"]), "same text"),
    "no options": (lambda rows: rows[0].update(options=None), "line 1: options must"),
    "letter": (lambda rows: rows[0].update(answer="E"), "line 1: answer 'E'"),
    "lower case": (lambda rows: rows[0].update(answer="a"), "line 1: answer 'a'"),
    "negative count": (lambda rows: rows[3].update(answer="-1"), "line 4: answer '-1'"),
    "count in words": (lambda rows: rows[3].update(answer="three"), "line 4: answer 'three'"),
    "decimal count": (lambda rows: rows[3].update(answer="3.0"), "line 4: answer '3.0'"),
    "count with options": (lambda rows: rows[3].update(options=[]), "line 4: options of a count must be null"),
    "template": (lambda rows: rows[2].update(question="Which came first?"), "line 3: unknown VOO template"),
    "path": (lambda rows: rows[0].update(video_name="../a_left.mp4"), "line 1: video_name"),
    "view": (lambda rows: rows[0].update(video_name="a_top.mp4"), "line 1: video_name"),
    "frames": (lambda rows: rows[1].update(frame_indices=[1, "2"]), "line 2: frame_indices"),
    "missing field": (lambda rows: rows[1].pop("answer"), "line 2: missing field answer"),
    "empty id": (lambda rows: rows[1].update(doc_id=""), "line 2: doc_id must be"),
    "half a character": (lambda rows: rows[1].update(question="\ud800"), "line 2: bad JSON"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_row_is_refused_with_its_line(fault: str, tmp_path: Path) -> None:
    spoil, message = FAULTS[fault]
    rows = small()
    spoil(rows)
    file = tmp_path / "official.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(BenchmarkError) as raised:
        import_questions(file, partial=True)
    assert message in str(raised.value)


def test_the_same_rows_without_a_fault_are_taken(tmp_path: Path) -> None:
    assert len(import_questions(write(tmp_path, small()), partial=True).questions) == 4


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{broken", "line 2: bad JSON"),
        (b"", "line 2: bad JSON"),
        (b'["a list"]', "line 2: found a JSON list, expected an object"),
        (b'{"doc_id": "a", "doc_id": "b"}', "line 2: bad JSON: duplicate field 'doc_id'"),
        (b'{"doc_id": NaN}', "line 2: bad JSON: NaN"),
        (b'{"doc_id": "\xff"}', "line 2: not UTF-8"),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(line: bytes, message: str, tmp_path: Path) -> None:
    first, *others = (json.dumps(row).encode() for row in small())
    file = tmp_path / "official.jsonl"
    file.write_bytes(b"\n".join((first, line, *others)) + b"\n")
    with pytest.raises(BenchmarkError) as raised:
        import_questions(file, partial=True)
    assert message in str(raised.value)


def test_all_faults_are_listed_at_once_up_to_twenty(tmp_path: Path) -> None:
    rows = [row(f"q{number}", "VMR", "?") for number in range(30)]
    with pytest.raises(BenchmarkError) as raised:
        import_questions(write(tmp_path, rows), partial=True)
    message = str(raised.value)
    assert "faults (30)" in message
    assert "line 20:" in message and "line 21:" not in message and "and 10 more" in message


def test_a_task_without_rows_is_named_and_only_partial_accepts_it(tmp_path: Path) -> None:
    rows = write(tmp_path, small()[:3])
    with pytest.raises(BenchmarkError, match="E_MISSING_GROUP: VOC has no questions, expected 12"):
        import_questions(rows, data_version="sample")
    imported = import_questions(rows, data_version="sample", partial=True)
    assert imported.counts == {"VMR": 1, "VPO": 1, "VOO": 1, "VOC": 0}
    assert len(imported.differences) == 4


def test_an_unknown_data_version_or_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"no data version 'next'.*released-6980, sample"):
        import_questions(write(tmp_path, small()), data_version="next")
    with pytest.raises(BenchmarkError, match=r"found no file .*absent\.jsonl"):
        import_questions(tmp_path / "absent.jsonl")


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (0, "0-10"),
        (0.87, "0-10"),
        (9.99, "0-10"),
        (10.0, "10-30"),
        (29.999, "10-30"),
        (30.0, "30-60"),
        (60.0, "60-120"),
        (119.99, "60-120"),
        (120.0, "120+"),
        (261.08, "120+"),
    ],
)
def test_the_lower_edge_of_a_length_bin_belongs_to_it(minutes: float, expected: str) -> None:
    assert duration_bin(minutes) == expected


def test_the_table_of_videos_gives_bin_and_scene_in_any_case(tmp_path: Path) -> None:
    table = videos_table(tmp_path, "ab_c-1_left.mp4,60.0,Retail  SPACE")
    imported = import_questions(write(tmp_path, small()), videos=table, partial=True)
    assert imported.videos
    assert imported.questions[0].facets == {"duration_bin": "60-120", "scene_category": "retail space"}
    assert imported.questions[2].facets["occurrence"] == "last"


def test_a_video_missing_in_the_table_is_named(tmp_path: Path) -> None:
    table = videos_table(tmp_path, "other_left.mp4,60.0,medical")
    with pytest.raises(BenchmarkError, match=r"1 video of the questions is not in videos\.csv: ab_c-1_left\.mp4"):
        import_questions(write(tmp_path, small()), videos=table, partial=True)


def published_rows() -> list[Row]:
    rows: list[Row] = json.loads(PUBLISHED.read_text(encoding="utf-8"))["rows"]
    return rows


def weights(row: Row) -> list[tuple[float, float, int]]:
    return [(row["tasks"][task]["estimate"], row["tasks"][task]["sem"], n) for task, n in row["n"].items()]


def test_the_published_overall_is_the_mean_over_questions_in_14_of_14_rows() -> None:
    rows = published_rows()
    assert len(rows) == 14
    for row in rows:
        total = sum(n for _, _, n in weights(row))
        overall = sum(estimate * n for estimate, _, n in weights(row)) / total
        # 14 of 14 within the rounding of the four inputs and of the output.
        assert overall == pytest.approx(row["overall"]["estimate"], abs=0.0101), row["model"]
    control = [sum(estimate for estimate, _, _ in weights(row)) / 4 for row in rows]
    far = [abs(mean - row["overall"]["estimate"]) > 0.0101 for mean, row in zip(control, rows, strict=True)]
    assert all(far)  # the plain mean of the four tasks does not give the column


def test_the_published_error_of_the_overall_is_that_of_independent_tasks_in_14_of_14_rows() -> None:
    for row in published_rows():
        total = sum(n for _, _, n in weights(row))
        sem = math.sqrt(sum((n * sem) ** 2 for _, sem, n in weights(row))) / total
        assert sem == pytest.approx(row["overall"]["sem"], abs=0.0101), row["model"]


def test_the_published_table_is_marked_as_published_and_unverified() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    rows = published["rows"]
    assert (published["note"], published["unit"]) == ("as published", "percent")
    assert [row["model"] for row in rows if row["streaming"]] == ["Cambrian-S-7B-LFP*", "Spatial-TTT-nano*"]
    closed = [row["model"] for row in rows if row["group"] == "closed"]
    assert closed == ["GPT-5.4", "Gemini-3.1-Pro", "Gemini-3.1-FlashLite"]
    assert not any(row["verified"] for row in rows)
    assert all(row["n"] == dict(BENCHMARK.data_versions[0].counts) for row in rows)
    assert {remark["model"] for remark in published["remarks"]} <= {row["model"] for row in rows}
    suspicious = [row["model"] for row in rows if row["tasks"]["VOC"]["sem"] == 7.98]
    assert suspicious == [remark["model"] for remark in published["remarks"] if remark["cell"] == "VOC sem"]


@real_gold
def test_the_published_numbers_are_those_of_the_paper() -> None:
    table = json.loads((OFFICIAL.parent / "published_results_table1.json").read_text(encoding="utf-8"))
    for row, printed in zip(published_rows(), table, strict=True):
        assert (row["model"], row["streaming"]) == (printed["model"], printed["streaming"])
        assert (row["overall"]["estimate"], row["overall"]["sem"]) == (printed["overall"], printed["overall_sem"])
        for task, value in row["tasks"].items():
            metric = "mra" if task == "VOC" else "accuracy"
            expected = (printed[f"{task.lower()}_{metric}"], printed[f"{task.lower()}_sem"])
            assert (value["estimate"], value["sem"]) == expected
