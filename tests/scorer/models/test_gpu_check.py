"""The GPU check goes through, from the model to the figures, on a CPU; and stands on torch and transformers only."""

import ast
import json
import sys
from itertools import count
from pathlib import Path

import pytest
import torch

from scorer.models.gpu_check import main
from tests.conftest import REPOSITORY

ON_THE_GPU_MACHINE = {"torch", "transformers", "tokenizers", "safetensors", "numpy"}


def test_without_a_gpu_it_says_so_and_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    assert main([]) == 0
    assert "found no GPU" in capsys.readouterr().out


def test_a_tiny_run_writes_every_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = count()
    assert main(["--tiny", "--out", str(tmp_path / "figures.json")], lambda: float(next(seconds))) == 0
    found = json.loads((tmp_path / "figures.json").read_text())
    assert [way["seconds_scaled"] for way in found["timed"]] == [5805 / 24, 5805 / 24, 5805 / 24, 5805 / 2]
    assert all(agreement["holds"] for agreement in found["agreements"])
    assert set(found["ratios"]) == {"(a) / floor", "(b) / (a)", "(c) / (a)", "(d) / (a)"}
    assert found["ratios"]["(d) / (a)"] == 12
    text = capsys.readouterr().out
    assert "(a) logits, shared beginnings read once" in text
    assert "aim at most 3" in text


def test_it_stands_on_nothing_that_a_gpu_machine_may_lack() -> None:
    seen, waiting, others = set[str](), ["scorer.models.gpu_check"], set[str]()
    while waiting:
        name = waiting.pop()
        files = [REPOSITORY / f"{name.replace('.', '/')}.py", REPOSITORY / name.replace(".", "/") / "__init__.py"]
        file = next((file for file in files if file.exists()), None)
        if name in seen or (file is None and name.split(".")[0] in ("scorer", "board")):
            continue
        seen.add(name)
        if file is None:
            others |= {name.split(".")[0]} - set(sys.stdlib_module_names)
            continue
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    assert "scorer.models.shared_prefix" in seen
    assert "torch" in others
    assert others <= ON_THE_GPU_MACHINE
