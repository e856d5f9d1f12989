"""The walls of the house: imports run one way. The tables below are the documentation of the rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
FLOORS = ("board", "benchmarks", "validator", "scorer")

# Third-party packages and the only places that may import them.
ONLY_IN: dict[str, tuple[str, ...]] = {
    "torch": ("scorer/models/",),
    "transformers": ("scorer/models/",),
    "openai": ("scorer/models/api.py",),
    "ray": ("scorer/engines/ray.py",),
    "huggingface_hub": ("board/store/hub.py", "importer.py", "exporter.py"),
    "datasets": ("board/store/hub.py", "importer.py", "exporter.py"),
    "gradio": ("space/pages/", "space/app.py", "app.py"),
    "pandas": ("board/table.py", "space/views.py", "scorer/board_text.py"),
    "numpy": ("board/", "benchmarks/", "scorer/", "space/"),
    "av": ("frame_looker.py", "sample/video.py", "scorer/reference/"),
}
NEVER = ("pickle", "dill", "yaml", "zipfile", "tarfile", "shelve", "marshal")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for floor in FLOORS:
        for file in sorted((REPOSITORY / floor).rglob("*.py")):
            yield file.relative_to(REPOSITORY).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def crossings(path: str, tree: ast.Module) -> list[str]:
    """Every wall that one module crosses, in words."""
    floor = path.split("/", 1)[0]
    found = []
    for name in imported(tree):
        top = name.split(".", 1)[0]
        if top in FLOORS and FLOORS.index(top) > FLOORS.index(floor):
            found.append(f"{path} imports {name}: {floor} stands below {top}")
        if top in ONLY_IN and not any(place in path for place in ONLY_IN[top]):
            found.append(f"{path} imports {name}: only {', '.join(ONLY_IN[top])} may")
        if top in NEVER:
            found.append(f"{path} imports {name}: nobody may")
        if floor == "validator" and name.startswith(("benchmarks.files.read_key", "benchmarks.folder.find_key")):
            found.append(f"{path} imports {name}: the validator opens no key")
        if floor == "board" and top in ("urllib", "http", "socket", "requests", "httpx") and "store/hub" not in path:
            found.append(f"{path} imports {name}: board has no network")
        if path.startswith("benchmarks/") and path.count("/") > 1 and top == "benchmarks":
            own, other = path.split("/")[1], name.split(".")[1]
            if (REPOSITORY / "benchmarks" / other).is_dir() and other != own:
                found.append(f"{path} imports {name}: benchmarks never know each other")
    return found


def test_no_module_crosses_a_wall() -> None:
    assert [crossing for path, tree in modules() for crossing in crossings(path, tree)] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("board/table.py", "import scorer.score"),
        ("validator/sheet.py", "from scorer import key"),
        ("validator/sheet.py", "from benchmarks.files import read_key"),
        ("validator/sheet.py", "import numpy"),
        ("scorer/score.py", "import torch"),
        ("board/results.py", "import urllib.request"),
        ("benchmarks/folder.py", "import pickle"),
    ],
)
def test_the_walk_sees_a_crossing_when_there_is_one(path: str, source: str) -> None:
    assert crossings(path, ast.parse(source))


def test_nothing_reads_the_environment_or_files_at_import_time() -> None:
    calls = {"open", "read_text", "read_bytes", "getenv", "environ"}
    found = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.If)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", "") in calls or getattr(node.func, "attr", "") in calls)
    ]
    assert found == []
