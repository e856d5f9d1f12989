"""Finding and loading benchmark folders, here and elsewhere, and who may see a key."""

from pathlib import Path

import pytest

import validator
from benchmarks import benchmark_names, has_part, load_benchmark, load_module, read_public_key
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


def test_a_part_of_a_folder_elsewhere_belongs_to_it_and_the_value_says_where_it_lies(tmp_path: Path) -> None:
    root = folder(tmp_path, PRIVATE)
    (root / "secret_bench" / "importer.py").write_text("from . import BENCHMARK\nTITLE = BENCHMARK.title\n")
    assert load_module("secret_bench", "importer", root).TITLE == "Secret Bench"
    assert (has_part("secret_bench", "importer", root), has_part("secret_bench", "official", root)) == (True, False)
    assert load_benchmark("secret_bench", root).root == root
    assert load_benchmark("vsi_super_wild").root is None
    with pytest.raises(BenchmarkError, match=r"has no official\.py"):
        load_module("secret_bench", "official", root)


def test_two_folders_of_the_same_name_do_not_mix_their_parts(tmp_path: Path) -> None:
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        root = folder(tmp_path / place, PRIVATE.replace("Secret Bench", place))
        (root / "secret_bench" / "importer.py").write_text("from . import BENCHMARK\ntitle = BENCHMARK.title\n")
    for place in ("one", "two", "one"):
        assert load_benchmark("secret_bench", tmp_path / place).title == place
        assert load_module("secret_bench", "importer", tmp_path / place).title == place


def test_a_folder_that_fails_to_load_fails_again_and_loads_once_it_is_mended(tmp_path: Path) -> None:
    root = folder(tmp_path, PRIVATE + "1 / 0\n")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            load_benchmark("secret_bench", root)
    (root / "secret_bench" / "__init__.py").write_text(PRIVATE)
    assert load_benchmark("secret_bench", root).title == "Secret Bench"


def test_templates_and_folders_without_code_are_no_benchmarks(tmp_path: Path) -> None:
    for name in ("sample_only", "_hidden", "Upper", "scaffold/inner"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("_hidden", "Upper", "scaffold/inner"):
        (tmp_path / name / "__init__.py").write_text("")
    assert benchmark_names(tmp_path) == []


def test_an_unknown_name_lists_the_known_ones_and_a_folder_without_the_value_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"expected one of: .*vsi_super_wild"):
        load_benchmark("nope")
    with pytest.raises(BenchmarkError, match="must say BENCHMARK"):
        load_benchmark("secret_bench", folder(tmp_path, '"""Nothing here."""\n'))


@pytest.mark.parametrize(
    "before, after",
    [('headline="accuracy"', 'headline="absent"'), ('("choice",))', '("choice",), higher_is_better=False)')],
)
def test_a_headline_that_cannot_rank_best_first_is_refused(tmp_path: Path, before: str, after: str) -> None:
    assert PRIVATE.count(before) == 1
    with pytest.raises(BenchmarkError, match="higher is better"):
        load_benchmark("secret_bench", folder(tmp_path, PRIVATE.replace(before, after)))


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
