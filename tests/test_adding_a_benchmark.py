"""docs/adding-a-benchmark.md followed to the letter, in a copy of the house: every block in order, nothing else."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parent.parent
PAGE = REPOSITORY / "docs" / "adding-a-benchmark.md"
HOUSE = ("board", "benchmarks", "validator", "scorer", "tests", "docs", "results", "README.md", "pyproject.toml")
COMMANDS = ("console", "sh", "text")


class Block(NamedTuple):
    """One fenced block of the page: its language, its lines, and the line of text above it."""

    language: str
    text: str
    above: str


def blocks(page: str) -> list[Block]:
    """Every fenced block, in order."""
    found = re.finditer(r"([^\n]*)\n\n^```(\w*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [Block(match[2], match[3], match[1]) for match in found]


class Edit(NamedTuple):
    """One change of a diff: the text there is, and the text there will be."""

    file: str
    before: str
    after: str


def edits(diff: str) -> Iterator[Edit]:
    """The changes of a diff block; ``@@`` parts two places of the same file."""
    head, _, body = diff.partition("\n")
    for hunk in body.split("@@\n"):
        lines = hunk.splitlines()
        before = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
        after = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
        yield Edit(head.removeprefix("--- "), before, after)


def apply(house: Path, edit: Edit) -> None:
    """Change the one place that reads as the diff says."""
    file = house / edit.file
    text = file.read_text(encoding="utf-8")
    assert text.count(edit.before) == 1, f"{edit.file} holds {text.count(edit.before)} times:\n{edit.before}"
    file.write_text(text.replace(edit.before, edit.after), encoding="utf-8")


def run(house: Path, command: str) -> str:
    """What a command prints, run from the top of the copy as a reader would."""
    here = command.replace(".venv/bin/python", sys.executable)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    done = subprocess.run(here, shell=True, cwd=house, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == (1 if "/bad/e_" in command else 0), f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def matches(shown: str, printed: str) -> bool:
    """Whether the printed text is the shown one, where … stands for anything."""
    pattern = re.escape(shown.strip("\n")).replace("…", "(?s:.*)")
    return re.fullmatch(pattern, re.sub(r"[ \t]+$", "", printed, flags=re.MULTILINE).strip("\n")) is not None


def follow(house: Path, block: Block) -> list[str]:
    """Do what one block says; returns the commands that were run."""
    if block.language == "diff":
        for edit in edits(block.text):
            apply(house, edit)
        return []
    if block.language == "json":
        named = re.findall(r"`([\w./]+)`:$", block.above)
        assert len(named) == 1, f"no file is named above the block: {block.above!r}"
        (house / named[0]).write_text(block.text, encoding="utf-8")
        return []
    assert block.language in COMMANDS, f"a reader does not know what to do with a block of {block.language!r}"
    done = []
    for part in block.text.removeprefix("$ ").split("\n$ "):
        command, _, shown = part.partition("\n")
        printed = run(house, command)
        assert matches(shown, printed), f"{command}\nprints\n{printed}\nbut the page shows\n{shown}"
        done.append(command)
    return done


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of everything that stands in the checkout."""
    copy = tmp_path / "house"
    copy.mkdir()
    for name in HOUSE:
        if (REPOSITORY / name).is_dir():
            left_out = shutil.ignore_patterns("__pycache__", "street_signs")
            shutil.copytree(REPOSITORY / name, copy / name, ignore=left_out)
        else:
            shutil.copy(REPOSITORY / name, copy / name)
    return copy


def test_the_page_followed_to_the_letter_gives_a_benchmark_that_checks_scores_and_proves_its_sample(
    house: Path,
) -> None:
    before = {path.relative_to(house): path.read_bytes() for path in house.rglob("*") if path.is_file()}
    commands = [command for block in blocks(PAGE.read_text(encoding="utf-8")) for command in follow(house, block)]
    told = " ".join(commands)
    for step in (
        "benchmarks new",
        "pytest",
        "validator check",
        "scorer score",
        "benchmarks import",
        "benchmarks audit-key",
    ):
        assert f"-m {step}" in told, f"the page never shows {step}"
    checks = "from tests.sample_checks import check_sample; print(len(check_sample('street_signs')))"
    assert run(house, f'.venv/bin/python -c "{checks}"') == "7\n"
    assert "street_signs" in run(house, ".venv/bin/python -m benchmarks list")
    # One new folder: no file that was there before has changed.
    kept = {path: data for path, data in before.items() if (house / path).read_bytes() == data}
    assert kept == before


def test_the_page_is_short_and_its_diffs_name_files_of_the_new_folder() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    files = {edit.file for block in blocks(text) if block.language == "diff" for edit in edits(block.text)}
    assert files and all(file.startswith("mine/street_signs/") for file in files)


def test_a_diff_that_does_not_fit_and_output_that_differs_would_be_noticed(tmp_path: Path) -> None:
    """Control arm: the follower is strict."""
    (tmp_path / "a.py").write_text("x = 1\nx = 1\n", encoding="utf-8")
    for wrong in ("--- a.py\n-x = 1\n+x = 2\n", "--- a.py\n-y = 1\n+y = 2\n"):
        with pytest.raises(AssertionError, match="holds"):
            apply(tmp_path, next(edits(wrong)))
    for block in (Block("sh", "$ echo one\ntwo\n", ""), Block("sh", "$ false\n", ""), Block("yaml", "a: 1\n", "")):
        with pytest.raises(AssertionError):
            follow(tmp_path, block)
    assert follow(tmp_path, Block("sh", "$ echo one; echo two\n…\ntwo\n", "")) == ["echo one; echo two"]
