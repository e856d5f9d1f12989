"""The walls of the house: imports run one way. The tables below are the documentation of the rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
FLOORS = {"board": 0, "benchmarks": 1, "validator": 2, "scorer": 3, "space": 3}  # the last two stand side by side

# Third-party packages and the only places that may import them.
ONLY_IN: dict[str, tuple[str, ...]] = {
    "torch": ("scorer/models/",),
    "transformers": ("scorer/models/",),
    "openai": ("scorer/models/api.py",),
    "safetensors": ("scorer/models/",),
    "zstandard": ("scorer/judge/",),
    "ray": ("scorer/engines/ray.py",),
    "huggingface_hub": ("board/store/hub.py", "importer.py", "exporter.py"),
    "datasets": ("board/store/hub.py", "importer.py", "exporter.py"),
    "gradio": ("space/pages/", "space/app.py", "app.py"),
    "pandas": ("board/table.py", "space/views.py", "scorer/board_text.py", "scorer/compare.py"),
    "numpy": ("board/", "benchmarks/", "scorer/", "space/"),
    "plotly": ("space/",),
    "jinja2": ("space/site/render.py",),
    "markdown_it": ("space/site/render.py",),
    "av": ("frame_looker.py", "image_differ.py", "benchmarks/sample_video.py", "sample/png.py", "scorer/reference/"),
}
NEVER = ("pickle", "dill", "yaml", "zipfile", "tarfile", "shelve", "marshal")
NETWORK = ("urllib.request", "http", "socket", "ssl", "requests", "httpx", "httpx2", "aiohttp", "ftplib", "smtplib")
# What a floor may not import, whatever stands there.
NOT_ON: dict[str, tuple[str, ...]] = {
    "validator": ("pydantic", "scipy"),
}
NETWORK_ALLOWED = ("board/store/hub.py", "benchmarks/source.py", "scorer/models/api.py", "space/site/serve.py")
# Names that open a key; nothing in the validator may use them, however they were imported.
OPEN_A_KEY = ("read_key", "find_key", "read_public_key", "load_key")
# The pages see public keys only, through the one function that refuses private ones.
NOT_IN_SPACE = ("read_key", "load_key")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for floor in FLOORS:
        for file in sorted((REPOSITORY / floor).rglob("*.py")):
            yield file.relative_to(REPOSITORY).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def imported(path: str, tree: ast.Module) -> Iterator[str]:
    """Absolute dotted names of everything a module imports, relative imports resolved."""
    package = path.removesuffix("/__init__.py").removesuffix(".py").split("/")
    package = package if path.endswith("/__init__.py") else package[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{name.name}" for name in node.names)


def crossings(path: str, tree: ast.Module) -> list[str]:
    """Every wall that one module crosses, in words."""
    floor = path.split("/", 1)[0]
    found = []
    for name in imported(path, tree):
        top = name.split(".", 1)[0]
        if top in FLOORS and top != floor and FLOORS[top] >= FLOORS[floor]:
            found.append(f"{path} imports {name}: {floor} does not stand on {top}")
        if top in ONLY_IN and not any(place in path for place in ONLY_IN[top]):
            found.append(f"{path} imports {name}: only {', '.join(ONLY_IN[top])} may")
        if top in NEVER:
            found.append(f"{path} imports {name}: nobody may")
        network = any(name == part or name.startswith(f"{part}.") for part in NETWORK)
        if (top in NOT_ON.get(floor, ()) or network) and path not in NETWORK_ALLOWED:
            found.append(f"{path} imports {name}: not on the floor {floor}")
        if top == "benchmarks" and (other := named_benchmark(name)) and not path.startswith(f"benchmarks/{other}/"):
            found.append(f"{path} imports {name}: a benchmark is loaded by its name, and none knows another")
    if floor in ("validator", "space"):
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {name.rsplit(".", 1)[-1] for name in imported(path, tree)}
        closed = OPEN_A_KEY if floor == "validator" else NOT_IN_SPACE
        found += [f"{path} uses {name}: {floor} opens no key like this" for name in closed if name in used]
    return found


# The audit stands on the judge's pipeline; of that only what compares judges and labels stands on the audit.
BELOW_AUDIT = ("commands_retire", "commands", "kept_rows", "labelled", "overlap", "price", "retire")
ON_AUDIT = ("scorer/judge/commands_retire.py", "scorer/judge/labelled.py", "scorer/judge/overlap.py")


def audit_crossings(path: str, tree: ast.Module) -> list[str]:
    """Where the audit of judges and what retires them would go round in a circle."""
    found = []
    for name in imported(path, tree):
        part = name.removeprefix("scorer.judge.").split(".")[0]
        if path.startswith("scorer/judge/audit/") and name.startswith("scorer.judge.") and part in BELOW_AUDIT:
            found.append(f"{path} imports {name}: the audit knows no retirement")
        inside = path.startswith("scorer/judge/") and not path.startswith("scorer/judge/audit/")
        if inside and name.startswith("scorer.judge.audit") and path not in ON_AUDIT:
            found.append(f"{path} imports {name}: only {', '.join(ON_AUDIT)} may")
    return found


def named_benchmark(name: str) -> str | None:
    """The benchmark folder that a dotted name lies in, if any."""
    part = name.split(".")[1] if "." in name else ""
    return part if (REPOSITORY / "benchmarks" / part / "__init__.py").exists() and part else None


def test_no_module_crosses_a_wall() -> None:
    assert [crossing for path, tree in modules() for crossing in crossings(path, tree)] == []


def test_the_audit_of_judges_and_their_retirement_go_one_way() -> None:
    assert [crossing for path, tree in modules() for crossing in audit_crossings(path, tree)] == []
    assert audit_crossings("scorer/judge/audit/ranks.py", ast.parse("from scorer.judge.overlap import spread"))
    assert audit_crossings("scorer/judge/run.py", ast.parse("from scorer.judge.audit import flags"))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("board/table.py", "import scorer.score"),
        ("validator/sheet.py", "from scorer import key"),
        ("validator/sheet.py", "from benchmarks.files import read_key"),
        ("validator/sheet.py", "from benchmarks import files\nfiles.read_key(1)"),
        ("validator/sheet.py", "import benchmarks.files as f\nf.read_key(1)"),
        ("validator/sheet.py", "from benchmarks import read_public_key as r"),
        ("validator/sheet.py", "import numpy"),
        ("validator/sheet.py", "import pydantic"),
        ("validator/sheet.py", "import socket"),
        ("scorer/score.py", "import torch"),
        ("scorer/score.py", "from space import boards"),
        ("space/boards.py", "from scorer import key"),
        ("space/boards.py", "from benchmarks.files import read_key"),
        ("space/boards.py", "import pandas"),
        ("board/table.py", "import plotly"),
        ("space/site/build.py", "import http.server"),
        ("space/site/build.py", "from urllib import request"),
        ("scorer/score.py", "import urllib.request"),
        ("board/results.py", "import urllib.request"),
        ("benchmarks/folder.py", "import pickle"),
        ("benchmarks/leaks.py", "from benchmarks.vsi_super_wild import official"),
        ("benchmarks/leaks.py", "from .vsi_super_wild import official"),
        ("benchmarks/other/importer.py", "from ..vsi_super_wild import official"),
        ("validator/explain.py", "from benchmarks.vsi_super_wild import official"),
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
