"""A million rows fit into 64 MiB, the whole process counted."""

import gzip
from pathlib import Path

from tests.bench import child_peak_mib, shuffled_rows, write_questions


def test_a_million_shuffle24_rows_are_checked_within_64_mib(tmp_path: Path) -> None:
    import json

    ids = write_questions(tmp_path / "data", 41_667, 0)
    file = tmp_path / "million.jsonl.gz"
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=1) as handle:
        handle.writelines(json.dumps(row) + "\n" for row in shuffled_rows(ids))
    peak = child_peak_mib("check", "vsi_super_wild", str(file), "--data", str(tmp_path / "data"))
    assert peak <= 64


def test_the_peak_of_a_process_is_seen(tmp_path: Path) -> None:
    """The control arm: reading the same kind of file whole would not fit."""
    import json
    import subprocess
    import sys

    ids = write_questions(tmp_path / "data", 41_667, 0)
    file = tmp_path / "million.jsonl"
    with file.open("w", encoding="utf-8") as handle:
        handle.writelines(json.dumps(row) + "\n" for row in shuffled_rows(ids[:10_000]))
    code = (
        "import json, sys; rows = [json.loads(line) for line in open(sys.argv[1])]; "
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert int(done.stdout) / 1024 > 64
