"""From the official MT-Video-Bench folder to questions and key.

Only rounds that have a checklist are questions; what was said before them, in the golden dialogue, is their history.
The reference answer of a judged round stays out of the question. Data: CC-BY-NC-SA-4.0, research only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.importing import FAULTS_SHOWN, Imported, differences, missing_tasks, release, require_release
from board.errors import BenchmarkError
from board.types import KeyEntry, Media, Question

from . import BENCHMARK
from .official_checklists import Checklist
from .official_layout import Dialogue, Layout, Round, read_layout
from .videos_table import VideoFacets, read_videos_table

NO_TABLE = "video categories and length bins unavailable: no --videos table was given"


class Judged(NamedTuple):
    """One round that is a question: its dialogue, and its checklist."""

    dialogue: Dialogue
    round: Round
    checklist: Checklist

    @property
    def id(self) -> str:
        """The id of the question: video, event and round."""
        return f"{self.dialogue.video}/{self.dialogue.event}/{self.round.number}"


def import_questions(
    source: Path | str, *, videos: Path | None = None, data_version: str | None = None, partial: bool = False
) -> Imported:
    """Read the official folder (the one that holds ``mtqa`` and ``checklist``) into questions and key.

    ``videos`` is the maintainer's table ``video_name,duration_min,scene_category``: without it the questions carry
    neither ``video_length_bin`` nor ``video_category``. ``partial`` accepts what is not the whole release.

    Raises:
        BenchmarkError: the files have faults (up to 20 are listed, each with its place), a video is not in the table,
            or, without ``partial``, an ability is absent or the numbers of dialogues and rounds are not the release's.
    """
    version, folder = release(BENCHMARK, data_version, partial), Path(source)
    layout = read_layout(folder)
    table = read_videos_table(videos) if videos else {}
    if videos:
        _require_videos(layout, table, videos)
    judged = list(judged_rounds(layout))
    by_ability = Counter(one.dialogue.ability for one in judged)
    counts = {task.name: by_ability[task.name] for task in BENCHMARK.tasks}
    totals = {"dialogues": len(layout.dialogues), "rounds": sum(len(one.rounds) for one in layout.dialogues)}
    found = differences(version, counts, totals)
    found += [] if version.counts else missing_tasks(BENCHMARK, counts)
    require_release(version, found, partial, folder.name)
    return Imported(
        [_question(one, table) for one in judged],
        [KeyEntry(one.id, one.checklist) for one in judged],
        version.name,
        counts,
        found,
        videos=videos is not None,
        notes=(*_notes(layout, len(judged), totals["rounds"]), *(() if videos else (NO_TABLE,))),
    )


def judged_rounds(layout: Layout) -> Iterator[Judged]:
    """The rounds with a checklist that has at least one question, in official order."""
    for dialogue in layout.dialogues:
        for round in dialogue.rounds:
            if checklist := dialogue.checklists.get(round.number):
                yield Judged(dialogue, round, checklist)


def _require_videos(layout: Layout, table: Mapping[str, VideoFacets], videos: Path) -> None:
    absent = sorted({dialogue.video for dialogue in layout.dialogues if _row(dialogue, table) is None})
    if absent:
        names = ", ".join(absent[:FAULTS_SHOWN]) + (", ..." if len(absent) > FAULTS_SHOWN else "")
        raise BenchmarkError(f"{len(absent)} videos of the dialogues are not in {videos.name}: {names}. Add their rows")


def _row(dialogue: Dialogue, table: Mapping[str, VideoFacets]) -> VideoFacets | None:
    return table.get(dialogue.video.removesuffix(".mp4"))


def _question(judged: Judged, table: Mapping[str, VideoFacets]) -> Question:
    dialogue, asked = judged.dialogue, judged.round
    earlier = (one for one in dialogue.rounds if one.number < asked.number)
    return Question(
        id=judged.id,
        task=dialogue.ability,
        kind="text",
        question=asked.user,
        media=(Media("video", f"videos/{dialogue.video}.mp4"),),
        facets=_facets(dialogue, table),
        cluster=dialogue.video,
        history=tuple({"user": one.user, "assistant": one.assistant} for one in earlier),
        checklist_length=len(judged.checklist),
        source={"ability": asked.ability} if asked.ability else {},
    )


def _facets(dialogue: Dialogue, table: Mapping[str, VideoFacets]) -> dict[str, str]:
    facets = {"setting": dialogue.setting} if dialogue.setting else {}
    facets["turns_total"] = str(len(dialogue.rounds))
    if row := _row(dialogue, table):
        facets |= row._asdict()
    return facets


def _notes(layout: Layout, n_judged: int, n_rounds: int) -> Iterator[str]:
    """What a maintainer should know: what is no question, what is absent, what was left out."""
    yield f"{n_rounds - n_judged:,} of {n_rounds:,} rounds have no checklist: they are history only"
    unasked = sum(not any(one.checklists.values()) for one in layout.dialogues)
    empty = sum(not checklist for one in layout.dialogues for checklist in one.checklists.values())
    silent = sum(not one.setting for one in layout.dialogues)
    if unasked:
        yield f"{unasked:,} dialogues have no checklist at all: they ask nothing"
    if empty:
        yield f"{empty:,} checklists hold no question: their rounds are not asked (the released script scores them 0)"
    if layout.absent:
        yield f"absent: {', '.join(layout.absent)}"
    if silent:
        yield f"setting (single or cross scene) unavailable in {silent:,} of {len(layout.dialogues):,} dialogues"
    for name, times in sorted(layout.unknown_fields.items()):
        yield f"the field {name!r} is not known and was left out ({times:,} times)"
