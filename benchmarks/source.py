"""Where official data comes from: the file given, or the address recorded for the release.

An address is ``https://…`` (downloaded here) or ``hf://datasets/OWNER/NAME`` (a dataset of the hub, which the
importer reads itself).
"""

import re
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from board.errors import BenchmarkError
from board.types import Benchmark

HUB = "hf://datasets/"
_MAX_BYTES = 256 * 1024 * 1024


@contextmanager
def source_file(source: str | None, benchmark: Benchmark, version: str) -> Iterator[tuple[Path | str, str]]:
    """The official data as (path or hub address, what to record as its source); a download is deleted afterwards.

    Raises:
        BenchmarkError: there is no such file, no recorded address, or the address cannot be reached.
    """
    release = benchmark.data_version(version)
    if source is not None:
        if (hub := _hub_address(source, benchmark)) is not None:
            yield hub, hub
        elif not Path(source).exists():
            raise BenchmarkError(f"found no {source}: name the official file or folder of {benchmark.title}")
        else:
            yield Path(source), Path(source).name
        return
    if release is not None and release.source.startswith(HUB):
        yield release.source, release.source
        return
    if release is None or not release.source.startswith("https://"):
        known = ", ".join(one.name for one in benchmark.data_versions)
        where = f", from {benchmark.homepage}" if benchmark.homepage else ""
        raise BenchmarkError(
            f"no address is recorded for {version!r} (releases: {known}): get the official file or folder{where}, and "
            "name it as SOURCE"
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / release.source.rsplit("/", 1)[-1]
        file.write_bytes(_download(release.source))
        yield file, release.source


def _hub_address(source: str, benchmark: Benchmark) -> str | None:
    """The address of a hub dataset named as OWNER/NAME; only for benchmarks whose data lie there."""
    if source.startswith(HUB):
        return source
    on_the_hub = any(version.source.startswith(HUB) for version in benchmark.data_versions)
    named = re.fullmatch(r"[\w.-]+/[\w.-]+(@[0-9a-f]{40})?", source) is not None
    return HUB + source if on_the_hub and named and not Path(source).exists() else None


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
