"""``new NAME``: the folder of a new benchmark, complete from the first minute, with what to replace marked in it.

The folder is a copy of ``scaffold/my_benchmark`` under its own name; its sample is then drawn by its own
``sample/make.py``, so nothing in it is a copy of a result.
"""

import importlib
import keyword
import re
from pathlib import Path
from typing import NamedTuple

from benchmarks import ROOT, load_module
from board.errors import BenchmarkError

SCAFFOLD = Path(__file__).parent / "scaffold" / "my_benchmark"
TITLE = "My Benchmark"
LONGEST = 32
WHAT_IT_IS = {
    "__init__.py": "BENCHMARK: what is asked, how it is cut, what the board shows",
    "importer.py": "the released file → questions and key",
    "baselines.py": "answerers anyone must beat, and a floor of its own",
    "card.md": "what a reader must know; its metrics are explained here",
    "published.json": "the paper's table, as published",
    "sample/make.py": "draws sample/: 8 invented questions, 3 prediction files, 4 bad ones",
    "sample/expected_scores.json": "what these files must score, counted by hand",
}


class Written(NamedTuple):
    """The new folder, and the files in it that wait for someone to replace a part (marked REPLACE)."""

    folder: Path
    to_replace: list[Path]


def new(name: str, root: Path = ROOT) -> Written:
    """Write the folder ``root/name``; it passes the checks of its own sample as it stands.

    Raises:
        BenchmarkError: the name cannot be that of a benchmark, or is taken; nothing is written.
    """
    require_free(name, root)
    folder = root / name
    for template in sorted(SCAFFOLD.rglob("*")):
        if template.suffix in (".py", ".md", ".json"):
            text = template.read_text(encoding="utf-8")
            file = folder / template.relative_to(SCAFFOLD)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.replace(SCAFFOLD.name, name).replace(TITLE, title_of(name)), encoding="utf-8")
    importlib.invalidate_caches()  # the folder was not there when Python last looked
    package = load_module(name, root=root.resolve()).__name__
    importlib.import_module(f"{package}.sample.make").make(folder / "sample")
    marked = [file for file in sorted(folder.rglob("*")) if file.suffix in (".py", ".md", ".json") and _marked(file)]
    return Written(folder, marked)


def next_steps(name: str, folder: Path, n_to_replace: int) -> list[str]:
    """What comes next, as lines to print: prove the sample of the new folder first, then make the folder one's own.

    ``folder`` is where it was written; the commands find it in ``benchmarks/`` only.

    Example:
        >>> print(next_steps("street_signs", Path("benchmarks/street_signs"), 8)[0])
        1. prove its sample:  .venv/bin/python -m pytest -q tests/test_every_benchmark.py -k street_signs
    """
    home, run = Path("benchmarks") / name, ".venv/bin/python -m"
    prove = f"{run} pytest -q tests/test_every_benchmark.py -k {name}"
    proof = [f"1. prove its sample:  {prove}"]
    if folder != home:
        proof = [f"1. prove its sample, where the commands find it:  mv {folder} {home}", f"   then:  {prove}"]
    return [
        *proof,
        f"2. make it yours; {n_to_replace} files say where:  grep -rn REPLACE {home}",
        f"3. score a file:  {run} scorer score {name} {home}/sample/predictions/always_a.jsonl",
    ]


def require_free(name: str, root: Path) -> None:
    """Check that ``name`` is in snake_case and free in ``root``.

    Raises:
        BenchmarkError: it is not; the message suggests one that is.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name) or len(name) > LONGEST:
        raise BenchmarkError(
            f"found the name {name!r}, expected words of a-z and 0-9 joined by single underscores, a letter first, at "
            f"most {LONGEST} characters and no word of Python: take {suggested(name)!r}, say"
        )
    for taken in (root / name, root / f"{name}.py"):
        if taken.exists():
            raise BenchmarkError(f"the name {name!r} is taken by {taken}: take another one; nothing was written")


def suggested(name: str) -> str:
    """A name in snake_case that is close to ``name``.

    Example:
        >>> suggested("Bad-Name"), suggested("class"), suggested("3D scenes")
        ('bad_name', 'class_bench', 'bench_3d_scenes')
    """
    words = re.findall(r"[a-z0-9]+", name.lower())
    close = "_".join(words)[:LONGEST].strip("_") or "my_bench"
    close = close if close[0].isalpha() else f"bench_{close}"[:LONGEST].strip("_")
    return f"{close}_bench" if keyword.iskeyword(close) else close


def title_of(name: str) -> str:
    """The plain title a name starts with.

    Example:
        >>> title_of("street_signs")
        'Street Signs'
    """
    return name.replace("_", " ").title()


def _marked(file: Path) -> bool:
    return "REPLACE" in file.read_text(encoding="utf-8")
