"""Rows of parquet files, a few at a time: 2.5 GB of images never sit in memory.

The files are read with pyarrow, which ``datasets`` itself reads them with: its own streaming holds many row groups at
once, and its cache would be a second copy on disk. Nothing is decoded; an image is bytes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow
import pyarrow.parquet

from board.errors import BenchmarkError

_ROWS_AT_ONCE = 16
_BUFFER_BYTES = 1 << 20


class ParquetRows(NamedTuple):
    """Parquet files whose rows follow each other, the columns that all of them have, and their revision."""

    files: tuple[Path, ...]
    columns: tuple[str, ...]
    revision: str = ""

    def read(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """Every row, as the values of some columns by name."""
        for file in self.files:
            try:
                with pyarrow.parquet.ParquetFile(file, buffer_size=_BUFFER_BYTES, pre_buffer=False) as table:
                    for batch in table.iter_batches(_ROWS_AT_ONCE, columns=list(columns), use_threads=False):
                        yield from batch.to_pylist()
            except (pyarrow.ArrowException, OSError) as error:
                raise _unreadable(file, error) from error


def open_rows(source: Path) -> ParquetRows:
    """The rows of one parquet file, or of all below a folder in the order of their names.

    Raises:
        BenchmarkError: there is no such file, one cannot be read, or two have different columns.
    """
    files = sorted(source.rglob("*.parquet")) if source.is_dir() else [source]
    if not files or not files[0].is_file():
        raise BenchmarkError(f"found no parquet file {source}: name one, a folder of them, or the address of the data")
    return open_files(files)


def open_files(files: Sequence[Path]) -> ParquetRows:
    """The rows of these parquet files, which must have the same columns."""
    columns = [_columns(file) for file in files]
    for file, found in zip(files, columns, strict=True):
        if set(found) != set(columns[0]):
            other = ", ".join(sorted(set(found) ^ set(columns[0])))
            raise BenchmarkError(f"{file.name} has other columns than {files[0].name}: {other} is only in one of them")
    return ParquetRows(tuple(files), columns[0])


def _columns(file: Path) -> tuple[str, ...]:
    try:
        return tuple(pyarrow.parquet.read_schema(file).names)
    except (pyarrow.ArrowException, OSError) as error:
        raise _unreadable(file, error) from error


def _unreadable(file: Path, error: Exception) -> BenchmarkError:
    return BenchmarkError(f"{file} cannot be read as parquet ({error}): download it again")
