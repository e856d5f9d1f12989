"""Draws the sample: six short walks through an invented world, 48 questions, their key, a few predictions, bad files.

    .venv/bin/python -m benchmarks.vsi_super_wild.sample.make

Everything follows from the seeds below; nothing here was filmed and no model answered. The rows are written in the
layout of the official file and go through the importer like the real ones. A clip is a time lapse: the length in
``videos.csv`` is that of the walk it stands for, so that the sample has questions in several length bins. What the
prediction files must score is not drawn: ``expected_scores.json`` is counted independently of the scorer.
"""

import json
import random
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.importing import Imported
from benchmarks.sample_files import write_bad_files, write_predictions
from benchmarks.sample_video import write_video
from benchmarks.vsi_super_wild import BENCHMARK
from benchmarks.vsi_super_wild.importer import import_questions
from benchmarks.vsi_super_wild.sample.asking import ask
from benchmarks.vsi_super_wild.sample.bad import bad_files
from benchmarks.vsi_super_wild.sample.predictions import answerers
from benchmarks.vsi_super_wild.sample.world import COLOURS, FRAMES_PER_SECOND, STEP, Film, film, place_things

SEED = 20260713
HERE = Path(__file__).parent


class Walk(NamedTuple):
    """One recording: how many of each kind stand there (in the order of ``COLOURS``), where it goes, who films.

    The seeds are those for which every view has enough questions without doubt.
    """

    seed: int
    counts: tuple[int, ...]
    path: list[tuple[str, int]]
    views: tuple[str, ...]
    duration_min: float
    scene_category: str


WALKS = {
    "walk1": Walk(
        38,
        (3, 1, 5, 12, 2, 4, 7, 2),
        [("forward", 34), ("right", 13), ("forward", 26), ("left", 13), ("backward", 14), ("forward-left", 14)],
        ("front", "left"),
        8.5,
        "street view",
    ),
    "walk2": Walk(
        28,
        (6, 9, 2, 1, 13, 3, 1, 5),
        [("forward", 30), ("left", 13), ("forward-right", 16), ("backward", 14), ("right", 13), ("forward", 30)],
        ("front", "right"),
        24.0,
        "retail space",
    ),
    "walk3": Walk(
        32,
        (14, 3, 8, 2, 1, 6, 2, 4),
        [("left", 12), ("forward", 44), ("backward", 14), ("right", 13), ("forward", 32)],
        ("front",),
        95.0,
        "transportation hubs",
    ),
    "walk4": Walk(
        24,
        (2, 4, 3, 7, 3, 11, 5, 2),
        [("forward", 48), ("right", 11), ("forward", 26), ("backward", 12), ("forward-right", 13), ("left", 11)],
        ("back",),
        181.5,
        "office & education",
    ),
}


def make(out: Path = HERE) -> Imported:
    """Draw the whole sample into the folder ``out`` and return what was imported."""
    (out / "videos").mkdir(parents=True, exist_ok=True)
    films = draw_films()
    for video_name, seen in films.items():
        write_video(out / "videos" / video_name, seen.pictures, FRAMES_PER_SECOND)
    write_videos_table(out / "videos.csv")
    imported = import_films(films, out / "videos.csv")
    source, counts = "sample/make.py", imported.counts
    about = DataFolder(out, imported.data_version, source=source, counts=counts, videos=True)
    write_data_folder(BENCHMARK.name, about, out, imported.questions, imported.key)
    made = answerers(out, imported.questions, {entry.id: entry for entry in imported.key})
    write_predictions(out, made, decoding={"temperature": None, "max_tokens": None, "seed": SEED})
    write_bad_files(out, bad_files(imported.questions))
    return imported


def draw_films() -> dict[str, Film]:
    """Every view of every walk, by the name of its video."""
    films = {}
    for name, walk in WALKS.items():
        length = STEP * sum(frames for direction, frames in walk.path if direction.startswith("forward"))
        things = place_things(dict(zip(COLOURS, walk.counts, strict=True)), length, random.Random(walk.seed))
        for view in walk.views:
            films[f"{name}_{view}.mp4"] = film(things, walk.path, view, walk.seed)
    return films


def write_videos_table(path: Path) -> None:
    """Write the table a maintainer would supply: one row a video."""
    lines = ["video_name,duration_min,scene_category"]
    for name, walk in WALKS.items():
        lines += [f"{name}_{view}.mp4,{walk.duration_min},{walk.scene_category}" for view in walk.views]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def import_films(films: dict[str, Film], videos: Path) -> Imported:
    """Write the questions as an official file and read it with the importer, like the released one."""
    with tempfile.TemporaryDirectory() as folder:
        official = Path(folder) / "official.jsonl"
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in ask(films, random.Random(SEED))]
        official.write_text("".join(lines), encoding="utf-8")
        return import_questions(official, videos=videos, data_version="sample")


if __name__ == "__main__":
    make()
