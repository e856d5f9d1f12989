"""Where official data comes from: the file given, or the address recorded for the release."""

import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from board.errors import BenchmarkError
from board.types import Benchmark

_MAX_BYTES = 256 * 1024 * 1024


@contextmanager
def source_file(source: str | None, benchmark: Benchmark, version: str) -> Iterator[tuple[Path, str]]:
    """The official file as (path, what to record as its source); a download is deleted afterwards.

    Raises:
        BenchmarkError: there is no such file, no recorded address, or the address cannot be reached.
    """
    if source is not None:
        if not Path(source).exists():
            raise BenchmarkError(f"found no {source}: name the official file or folder of {benchmark.title}")
        yield Path(source), Path(source).name
        return
    release = benchmark.data_version(version)
    if release is None or not release.source.startswith("https://"):
        known = ", ".join(one.name for one in benchmark.data_versions)
        raise BenchmarkError(f"no address is recorded for {version!r} (releases: {known}): name the file as SOURCE")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / release.source.rsplit("/", 1)[-1]
        file.write_bytes(_download(release.source))
        yield file, release.source


def _download(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310  (a recorded https:// address)
            data: bytes = answer.read(_MAX_BYTES + 1)
    except (urllib.error.URLError, OSError) as error:
        raise BenchmarkError(
            f"cannot reach {address} ({error}): download it by other means and name the file as SOURCE"
        ) from error
    if len(data) > _MAX_BYTES:
        raise BenchmarkError(f"{address} is larger than 256 MB: this is not the expected file")
    return data
