"""From the official MT-Video-Bench folder to questions and key.

Only rounds that have a checklist are questions; what was said before them, in the golden dialogue, is their history.
The reference answer of a judged round stays out of the question. Data: CC-BY-NC-SA-4.0, research only.

The official files say neither how long a video is nor of which category; the maintainer's table does, its column
``scene_category`` holds the video category. The paper shows results by length without printing its bins, so these are
ours, left-closed: [0, 5), [5, 10), [10, 15), [15, inf) minutes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.importing import Imported, differences, missing_tasks, release, require_release, with_facets
from benchmarks.videos_table import Video, bin_of, read_videos_table, require_videos
from board.types import KeyEntry, Media, Question
from board.words import counted

from . import BENCHMARK
from .official_checklists import Checklist
from .official_layout import Dialogue, Layout, Round, read_layout

ENDING = ".mp4"  # a name in the table may have it; the official files name videos without it
BIN_STARTS = (0, 5, 10, 15)
FACET_VALUES = {facet.name: facet.values for facet in BENCHMARK.facets}
NO_TABLE = "video categories and length bins unavailable: no --videos table was given"


class JudgedRound(NamedTuple):
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
        FaultyData: the files have faults (up to 20 are listed, each with its place), a video is not in the table, or,
            without ``partial``, an ability is absent or the numbers of dialogues and rounds are not the release's.
        BenchmarkError: there is no such release or folder, or the table cannot be read.
    """
    version, folder = release(BENCHMARK, data_version, partial), Path(source)
    layout = read_layout(folder)
    table = read_videos_table(videos, FACET_VALUES["video_category"], ending=ENDING) if videos else {}
    if videos:
        require_videos((_video_name(dialogue) for dialogue in layout.dialogues), table, videos)
    judged = list(judged_rounds(layout))
    by_ability = Counter(one.dialogue.ability for one in judged)
    counts = {task.name: by_ability[task.name] for task in BENCHMARK.tasks}
    totals = {"dialogues": len(layout.dialogues), "rounds": sum(len(one.rounds) for one in layout.dialogues)}
    found = differences(version, counts, totals)
    found += [] if version.counts else missing_tasks(BENCHMARK, counts)
    found += [f"absent: {file}" for file in layout.absent]
    require_release(version, found, partial, folder.name)
    return Imported(
        [with_facets(BENCHMARK, _question(one, table)) for one in judged],
        [KeyEntry(one.id, one.checklist, one.round.assistant) for one in judged],
        version.name,
        counts,
        found,
        videos=videos is not None,
        totals=totals,
        notes=(*_notes(layout, len(judged), totals["rounds"]), *(() if videos else (NO_TABLE,))),
    )


def judged_rounds(layout: Layout) -> Iterator[JudgedRound]:
    """The rounds with a checklist that has at least one question, in official order."""
    for dialogue in layout.dialogues:
        for round in dialogue.rounds:
            if checklist := dialogue.checklists.get(round.number):
                yield JudgedRound(dialogue, round, checklist)


def video_length_bin(duration_min: float) -> str:
    """The bin of a length in minutes (0 or more).

    Example:
        >>> video_length_bin(4.99), video_length_bin(5.0), video_length_bin(20.0)
        ('0-5', '5-10', '15+')
    """
    return bin_of(duration_min, BIN_STARTS, FACET_VALUES["video_length_bin"])


def _video_name(dialogue: Dialogue) -> str:
    return dialogue.video.removesuffix(ENDING)


def _question(judged: JudgedRound, table: Mapping[str, Video]) -> Question:
    dialogue, asked = judged.dialogue, judged.round
    earlier = (one for one in dialogue.rounds if one.number < asked.number)
    return Question(
        id=judged.id,
        task=dialogue.ability,
        kind="text",
        question=asked.user,
        media=(Media("video", f"videos/{_video_name(dialogue)}{ENDING}"),),
        facets=_facets(dialogue, table),
        cluster=dialogue.video,
        history=tuple({"user": one.user, "assistant": one.assistant} for one in earlier),
        checklist_length=len(judged.checklist),
        source={"ability": asked.ability} if asked.ability else {},
    )


def _facets(dialogue: Dialogue, table: Mapping[str, Video]) -> dict[str, str]:
    facets = {"setting": dialogue.setting} if dialogue.setting else {}
    facets["turns_total"] = str(len(dialogue.rounds))
    if video := table.get(_video_name(dialogue)):
        facets["video_length_bin"] = video_length_bin(video.duration_min)
        facets["video_category"] = video.scene_category
    return facets


def _notes(layout: Layout, n_judged: int, n_rounds: int) -> Iterator[str]:
    """What a maintainer should know: what is no question, what is absent, what was left out."""
    yield f"{n_rounds - n_judged:,} of {n_rounds:,} rounds have no checklist: they are history only"
    unasked = sum(not any(one.checklists.values()) for one in layout.dialogues)
    empty = sum(not checklist for one in layout.dialogues for checklist in one.checklists.values())
    silent = sum(not one.setting for one in layout.dialogues)
    unusual = sum(str(len(one.rounds)) not in FACET_VALUES["turns_total"] for one in layout.dialogues)
    if unasked:
        who = counted(
            unasked, "dialogue has no checklist at all and asks", "dialogues have no checklist at all and ask"
        )
        yield f"{who} nothing"
    if empty:
        hold = counted(empty, "checklist holds", "checklists hold")
        yield f"{hold} no question: such a round is not asked (the released script scores it 0)"
    if layout.n_gaps:
        skip = counted(layout.n_gaps, "checklist skips", "checklists skip")
        yield f"{skip} numbers (Q1, Q3): verdicts count from 1 all the same, replies with the old numbers are invalid"
    if unusual:
        yield f"{counted(unusual, 'dialogue has', 'dialogues have')} fewer than 5 or more than 8 rounds"
    if silent:
        yield f"setting (single or cross scene) unavailable in {silent:,} of {len(layout.dialogues):,} dialogues"
    for name, times in sorted(layout.unknown_fields.items()):
        yield f"the field {name!r} is not known and was left out, in {counted(times, 'place', 'places')}"
