"""The result files of the released MT-Video-Bench script, round by round (``eval_results/ABILITY.json``)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class OfficialRound(NamedTuple):
    """What the script wrote of one round: ``ACC``, ``ALL_RUNS`` or ``CHECKLISTS_EVAL``, as they stand."""

    ability: str
    video: str
    event: str
    round: int
    result: dict[str, Any]

    @property
    def id(self) -> str:
        """The id of the question."""
        return f"{self.video}/{self.event}/{self.round}"


def official_rounds(folder: Path) -> Iterator[OfficialRound]:
    """Every round of every ability below ``folder/eval_results``, in the order of the files."""
    for file in sorted((folder / "eval_results").glob("*.json")):
        if not file.stem.endswith("_summary"):
            for video, events in json.loads(file.read_text(encoding="utf-8")).items():
                for event, rounds in events.items():
                    for name, result in rounds.items():
                        yield OfficialRound(file.stem, video, event, int(name.removeprefix("Round ")), result)


def official_means(folder: Path) -> dict[str, float]:
    """The score of each ability as the script wrote it (``eval_results/ABILITY_summary.json``)."""
    files = sorted((folder / "eval_results").glob("*_summary.json"))
    told = {file.stem.removesuffix("_summary"): json.loads(file.read_text(encoding="utf-8")) for file in files}
    return {ability: summary["mean_mtqa"] for ability, summary in told.items()}
