"""``validator check`` and ``explain`` start in a blink: what a whole process loads, and what it never may."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
SAMPLE = REPOSITORY / "benchmarks" / "vsi_super_wild" / "sample"
HEAVY = {"numpy", "scipy", "pandas", "pydantic", "plotly", "gradio", "torch"}
NETWORK = {"socket", "ssl", "http", "urllib.request", "requests", "httpx", "huggingface_hub", "asyncio", "select"}

PROBE = """
import sys
from importlib import import_module
main = import_module(sys.argv[1]).main
try:
    main(sys.argv[2:])
finally:
    print("LOADED", *sorted(sys.modules), file=sys.stderr)
"""


def loaded_by(module: str, *arguments: str) -> set[str]:
    command = [sys.executable, "-c", PROBE, module, *arguments]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("LOADED"), done.stderr
    return set(last.split()[1:])


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    file = tmp_path / "cases.jsonl"
    options = {"A": "left", "B": "right"}
    rows = [
        {"id": "1", "kind": "choice", "options": options, "text": "I would pick (B), the right one."},
        {"id": "2", "kind": "count", "options": {}, "text": "about 1,200 cones"},
        {"id": "3", "kind": "verdict", "checklist_length": 1, "text": '{"A1": "Yes"}'},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_check_loads_nothing_heavy_and_nothing_that_talks_to_a_network() -> None:
    loaded = loaded_by("validator.__main__", "check", "vsi_super_wild", str(SAMPLE / "bad" / "e_unknown.jsonl"))
    assert loaded & (HEAVY | NETWORK) == set()


def test_check_in_rules_mode_loads_nothing_heavy_either() -> None:
    file = str(SAMPLE / "bad" / "w_unparsed.jsonl")
    assert (
        loaded_by("validator.__main__", "check", "vsi_super_wild", file, "--mode", "rules") & (HEAVY | NETWORK) == set()
    )


@pytest.mark.parametrize("mode", ["strict", "rules", "official"])
def test_explain_loads_nothing_heavy_in_any_mode(mode: str, cases: Path) -> None:
    assert loaded_by("validator.__main__", "explain", str(cases), "--mode", mode) & (HEAVY | NETWORK) == set()


def test_a_sound_check_does_not_even_load_the_reader_of_free_text() -> None:
    loaded = loaded_by("validator.__main__", "check", "vsi_super_wild", str(SAMPLE / "predictions" / "blank.jsonl"))
    assert not {
        name for name in loaded if name.startswith(("validator.answers.choice", "validator.csv_rows", "rapidfuzz"))
    }


def test_the_probe_sees_a_heavy_module_when_one_is_loaded() -> None:
    file = str(SAMPLE / "predictions" / "blank.jsonl")
    assert loaded_by("scorer.__main__", "score", "vsi_super_wild", file) & HEAVY
