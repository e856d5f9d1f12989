"""Floor 1: one folder a benchmark. They know ``board``, never each other.

A benchmark is found by its folder (any folder here with an ``__init__.py`` that says ``BENCHMARK = ...``) and
imported only when asked for by name.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

from board.errors import BenchmarkError
from board.types import Benchmark, KeyEntry

ROOT = Path(__file__).parent


def benchmark_names(root: Path = ROOT) -> list[str]:
    """Names of the benchmark folders under ``root``, sorted; nothing is imported.

    Example:
        >>> "vsi_super_wild" in benchmark_names()
        True
    """
    return sorted(folder.parent.name for folder in root.glob("[a-z]*/__init__.py"))


def load_module(name: str, part: str = "", root: Path | str = ROOT) -> ModuleType:
    """Import the folder of a benchmark, or one of its parts (``importer``, ``official``, ``baselines``).

    Raises:
        BenchmarkError: there is no such folder or part; the message lists the ones there are.
    """
    root = Path(root)
    known = benchmark_names(root)
    if name not in known:
        raise BenchmarkError(f"found no benchmark named {name!r}, expected one of: {', '.join(known) or 'none'}")
    package = f"benchmarks.{name}" if _is_the_house(root) else _register(name, root)
    if part and not has_part(name, part, root):
        raise BenchmarkError(f"benchmark {name!r} has no {part}.py in {root / name}")
    return importlib.import_module(f"{package}.{part}" if part else package)


def has_part(name: str, part: str, root: Path = ROOT) -> bool:
    """Whether a benchmark's folder has such a part; a benchmark without a released scorer has no ``official``.

    Example:
        >>> has_part("vsi_super_wild", "official"), has_part("vsi_super_wild", "unofficial")
        (True, False)
    """
    return (root / name / f"{part}.py").exists()


def part_of(benchmark: Benchmark, part: str) -> ModuleType | None:
    """A part of a benchmark's folder (``official``, ``converter``, ``baselines``), or None where it has none.

    Example:
        >>> part_of(load_benchmark("vdiff_bench"), "official") is None
        True
    """
    root = benchmark.root or ROOT
    return load_module(benchmark.name, part, root) if has_part(benchmark.name, part, root) else None


def load_benchmark(name: str, root: Path | str = ROOT) -> Benchmark:
    """The :class:`board.types.Benchmark` value of the folder ``root/name``.

    Raises:
        BenchmarkError: no such folder, it does not say ``BENCHMARK = Benchmark(...)``, or its headline is not a
            metric where higher is better.

    Example:
        >>> load_benchmark("vsi_super_wild").title
        'VSI-Super-Wild'
    """
    root = Path(root)
    value = getattr(load_module(name, root=root), "BENCHMARK", None)
    if not isinstance(value, Benchmark):
        raise BenchmarkError(f"{root / name / '__init__.py'} must say BENCHMARK = Benchmark(...), found {value!r}")
    if not any(metric.name == value.headline and metric.higher_is_better for metric in value.metrics):
        raise BenchmarkError(f"{name}: the headline must be a metric where higher is better, found {value.headline!r}")
    return value if _is_the_house(root) else value._replace(root=root.resolve())


def read_public_key(name: str, data: Path, root: Path = ROOT) -> dict[str, KeyEntry]:
    """The key of a benchmark whose gold is public, by question id; the one way for pages to see an answer.

    Raises:
        BenchmarkError: the benchmark's gold is private, or there is no key in ``data`` (or in ``keys/NAME``).
    """
    if load_benchmark(name, root).gold != "public":
        raise BenchmarkError(f"the gold of {name} is private: only the scorer reads it")
    from benchmarks.files import read_key
    from benchmarks.folder import find_key

    return read_key(find_key(name, data))


def _is_the_house(root: Path) -> bool:
    return root.resolve() == ROOT.resolve()


def _register(name: str, root: Path) -> str:
    """Make the folder ``root/name`` importable under a name of its own, and return that name."""
    import importlib.util

    package = f"_benchmark_{name}"
    loaded = sys.modules.get(package)
    file = root.resolve() / name / "__init__.py"
    if loaded is None or loaded.__file__ != str(file):
        _forget(package)
        spec = importlib.util.spec_from_file_location(package, file, submodule_search_locations=[str(file.parent)])
        if spec is None or spec.loader is None:
            raise BenchmarkError(f"cannot import {file}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[package] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            _forget(package)  # half a module must not pass for a whole one next time
            raise
    return package


def _forget(package: str) -> None:
    """Drop a package and its parts: those of a folder of the same name elsewhere are not this folder's."""
    for known in [module for module in sys.modules if module == package or module.startswith(f"{package}.")]:
        del sys.modules[known]
