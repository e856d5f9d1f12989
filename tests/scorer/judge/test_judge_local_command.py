"""``scorer judge estimate`` and ``calibrate`` with a local judge: weights are loaded only where they are asked."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from benchmarks.folder import sample_folder
from board.errors import JudgeError
from scorer.__main__ import main
from scorer.answers import Where, read_answers, read_data
from scorer.judge.labelled import LabelledMargins, labelled_margins
from scorer.judge.logits_judge import LogitsJudge
from scorer.judge.prompts import PROMPTS
from scorer.models.base import Branches, Margins
from scorer.refusals import Refused

SAMPLE = sample_folder("mt_video_bench")
FILE = SAMPLE / "predictions" / "terse.jsonl"
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def unloadable(tmp_path: Path) -> Path:
    """A folder that holds weights, of a kind of model that nobody knows."""
    folder = tmp_path / "model"
    folder.mkdir()
    save_file({"weights": np.zeros((4, 4), dtype=np.float32)}, folder / "model.safetensors")
    (folder / "config.json").write_text('{"model_type": "no_such_kind"}', encoding="utf-8")
    return folder


def judge(command: list[str], model: Path, ledger: Path) -> int:
    where = ["mt_video_bench", str(FILE), "--data", str(SAMPLE)]
    return main([*command, *where, "--judge", "local", "--model", str(model), "--ledger", str(ledger)])


def test_an_estimate_of_a_local_judge_loads_no_weights_and_leaves_no_ledger(
    unloadable: Path, tmp_path: Path, capsys: Printed
) -> None:
    ledger = tmp_path / "ledger"
    assert judge(["judge", "estimate"], unloadable, ledger) == 0
    assert "0 of 23 are in the ledger; 23 answers to read on this machine" in capsys.readouterr().out
    assert not ledger.exists()
    assert judge(["score"], unloadable, ledger) == 2  # the control: these weights cannot be loaded
    assert "could not load the model" in capsys.readouterr().err


class Longest:
    """Leans to yes as far as a question is long."""

    name, revision = "longest", "0" * 12

    def margins(self, asked: Sequence[Branches]) -> Iterator[tuple[int, Margins]]:
        for place, one in enumerate(asked):
            found = tuple(float(len(tail)) for tail in one.tails)
            yield place, Margins(found, (1.0,) * len(found), 10)


def margins(labels: Path) -> LabelledMargins:
    place = Where("mt_video_bench", SAMPLE)
    data = read_data(place)
    longest = LogitsJudge(Longest(), PROMPTS["retally-1"], "5eed")
    return labelled_margins(longest, data, read_answers(FILE, place, data), labels)


def test_every_label_has_its_margin_and_says_yes_or_no(tmp_path: Path) -> None:
    labels = SAMPLE / "verdicts" / "terse.jsonl"
    rows = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    found = margins(labels)
    assert len(found.margins) == len(rows) == 81
    assert found.yes.count(True) == sum(row["verdict"] == "yes" for row in rows)
    few = tmp_path / "few.jsonl"
    few.write_text("".join(json.dumps(row) + "\n" for row in rows[:2]), encoding="utf-8")
    assert margins(few).yes == [row["verdict"] == "yes" for row in rows[:2]]


def test_faulty_labels_are_refused_with_the_report_that_score_prints(tmp_path: Path, capsys: Printed) -> None:
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"id": "nobody", "verdict": "yes"}\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        margins(labels)
    assert main(["score", "mt_video_bench", str(FILE), "--data", str(SAMPLE), "--verdicts", str(labels)]) == 1
    assert capsys.readouterr().out == f"{refused.value}\n"


def test_labels_of_nothing_are_no_labels(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"id": "sample_toy_kitchen/0/3", "replies": []}\n', encoding="utf-8")
    with pytest.raises(JudgeError, match="labels no answer"):
        margins(labels)
