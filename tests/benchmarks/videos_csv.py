"""A maintainer's table of videos, written for a test."""

from pathlib import Path


def videos_table(folder: Path, *lines: str, header: str = "video_name,duration_min,scene_category") -> Path:
    file = folder / "videos.csv"
    file.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return file
