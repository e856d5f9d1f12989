"""The images of VDiff-Bench: written byte for byte, streamed, resumed; pairs are clusters."""

import os
import subprocess
import sys
from pathlib import Path

import datasets
import pyarrow
import pyarrow.parquet
import pytest

from benchmarks.vdiff_bench.importer import import_questions
from benchmarks.vdiff_bench.sample.make import LAYOUT
from board.errors import BenchmarkError
from tests.benchmarks.vdiff_rows import (
    BMP,
    GIF,
    JPEG,
    PNG,
    ROOT,
    WEBP,
    bring,
    faults,
    media,
    row,
    rows,
)


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
