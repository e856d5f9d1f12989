"""Draws the sample: four films, twelve dialogues about them, their checklists, predictions, verdicts, bad files.

    .venv/bin/python -m benchmarks.mt_video_bench.sample.make

Nothing here was filmed and no model answered. The dialogues are written in the official layout and go through the
importer like the real ones. A film is a time lapse: ``videos.csv`` says how long what it shows would take. What the
prediction files must score is not drawn: ``expected_scores.json`` is counted independently of the scorer.
"""

import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.files import write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.importing import Imported
from benchmarks.mt_video_bench import BENCHMARK
from benchmarks.mt_video_bench.importer import import_questions
from benchmarks.mt_video_bench.sample.bad import bad_files
from benchmarks.mt_video_bench.sample.films import FRAMES_PER_SECOND, film
from benchmarks.mt_video_bench.sample.predictions import answerers
from benchmarks.mt_video_bench.sample.talk import official_files
from benchmarks.mt_video_bench.sample.talks import TALKS
from benchmarks.sample_files import write_bad_files, write_predictions
from benchmarks.sample_video import write_video

HERE = Path(__file__).parent


class Shown(NamedTuple):
    """What the table of videos says of a film."""

    duration_min: float
    video_category: str


VIDEOS = {
    "sample_toy_kitchen": Shown(4.5, "Life Record"),
    "sample_ball_game": Shown(8.0, "Sports"),
    "sample_block_train": Shown(12.5, "Movie"),
    "sample_window_garden": Shown(17.0, "Knowledge"),
}


def make(out: Path = HERE) -> Imported:
    """Draw the whole sample into the folder ``out`` and return what was imported."""
    (out / "videos").mkdir(parents=True, exist_ok=True)
    for name in VIDEOS:
        write_video(out / "videos" / f"{name}.mp4", film(name), FRAMES_PER_SECOND)
    return write_texts(out)


def write_texts(out: Path) -> Imported:
    """Write everything but the films: table of videos, questions, key, predictions, verdicts and bad files."""
    lines = [f"{name},{shown.duration_min},{shown.video_category}\n" for name, shown in VIDEOS.items()]
    (out / "videos.csv").write_text("".join(["video_name,duration_min,scene_category\n", *lines]), encoding="utf-8")
    imported = import_talks(out / "videos.csv")
    about = DataFolder(out, imported.data_version, source="sample/make.py", counts=imported.counts, videos=True)
    write_data_folder(BENCHMARK.name, about, out, imported.questions, imported.key)
    write_predictions(out, answerers(imported.questions, TALKS), context="golden")
    write_bad_files(out, bad_files(imported.questions))
    return imported


def import_talks(videos: Path) -> Imported:
    """Write the dialogues as an official folder and read it with the importer, like the released one."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in official_files(TALKS).items():
            file = Path(folder) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
        return import_questions(folder, videos=videos, data_version="sample")


if __name__ == "__main__":
    make()
