"""Finding and loading benchmark folders, here and elsewhere, and who may see a key."""

from pathlib import Path

import pytest

import validator
from benchmarks import benchmark_names, load_benchmark, read_public_key
from benchmarks.folder import sample_folder
from board.errors import BenchmarkError

PRIVATE = '''"""A benchmark with a private key."""
from board.types import Benchmark, Metric, Task
BENCHMARK = Benchmark(
    name="secret_bench", title="Secret Bench", gold="private", tasks=(Task("T", "a task", "choice"),),
    metrics=(Metric("accuracy", "accuracy", ("choice",)),), facets=(), headline="accuracy", data_versions=(),
    id_pattern="",
)
'''


def folder(root: Path, text: str) -> Path:
    (root / "secret_bench").mkdir()
    (root / "secret_bench" / "__init__.py").write_text(text)
    return root


def test_a_benchmark_loads_from_any_folder(tmp_path: Path) -> None:
    root = folder(tmp_path, PRIVATE)
    assert benchmark_names(root) == ["secret_bench"]
    assert load_benchmark("secret_bench", root).title == "Secret Bench"


def test_an_unknown_name_lists_the_known_ones_and_a_folder_without_the_value_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="expected one of: vsi_super_wild"):
        load_benchmark("nope")
    with pytest.raises(BenchmarkError, match="must say BENCHMARK"):
        load_benchmark("secret_bench", folder(tmp_path, '"""Nothing here."""\n'))


def test_a_public_key_is_read_and_a_private_one_is_not(tmp_path: Path) -> None:
    assert len(read_public_key("vsi_super_wild", sample_folder("vsi_super_wild"))) == 48
    with pytest.raises(BenchmarkError, match="is private"):
        read_public_key("secret_bench", sample_folder("vsi_super_wild"), folder(tmp_path, PRIVATE))


def test_the_check_has_one_door_for_other_code() -> None:
    sample = sample_folder("vsi_super_wild")
    report = validator.validate(
        sample / "predictions" / "blank.jsonl", "vsi_super_wild", questions=sample, mode="strict"
    )
    assert (report.ok, report.rows) == (True, 48)
