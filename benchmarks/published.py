"""The rows a paper or repository published (``published.json``): kept as published, never ranked.

Each folder writes them as its source does; here they become shares by (metric, facet, value), as in a Result.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from benchmarks import ROOT
from board.errors import BenchmarkError
from board.types import Benchmark

FACETS = {"tasks": "task", "abilities": "task", "groups": "group"}
Place = tuple[str, str, str]


class PublishedValue(NamedTuple):
    """A published number: a share (0..1), its standard error, and the number of questions; None where not told."""

    estimate: float
    stderr: float | None = None
    n: int | None = None


class PublishedRow(NamedTuple):
    """A row of a published table; ``values`` by (metric, facet, value of the facet)."""

    model: str
    data_version: str
    group: str
    streaming: bool
    remarks: tuple[str, ...]
    values: Mapping[Place, PublishedValue]


def published_rows(benchmark: Benchmark) -> list[PublishedRow]:
    """The published rows of a benchmark, in their order; none where its folder has no ``published.json``.

    Raises:
        BenchmarkError: the file cannot be read as such.

    Example:
        >>> from benchmarks import load_benchmark
        >>> row = published_rows(load_benchmark("vsi_super_wild"))[0]
        >>> row.model, row.values["score", "all", "all"].n
        ('GPT-5.4', 6980)
    """
    file = (benchmark.root or ROOT) / benchmark.name / "published.json"
    if not file.exists():
        return []
    try:
        told = json.loads(file.read_bytes())
        return [_row(row, told, benchmark) for row in told["rows"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchmarkError(f"{file} is not a table of published rows ({error!r})") from error


def _row(row: Mapping[str, Any], told: Mapping[str, Any], benchmark: Benchmark) -> PublishedRow:
    version = row.get("data_version") or told["data_version"]
    remarks = [
        f"{remark['cell']}: {remark['remark']}" if remark.get("cell") else str(remark["remark"])
        for remark in told.get("remarks") or ()
        if remark.get("model") == row["model"] and remark.get("data_version", version) == version
    ]
    values = dict(_values(row, benchmark))
    return PublishedRow(
        row["model"], version, row.get("group") or "", bool(row.get("streaming")), tuple(remarks), values
    )


def _values(row: Mapping[str, Any], benchmark: Benchmark) -> Iterator[tuple[Place, PublishedValue]]:
    counts: Mapping[str, int] = row.get("n") or {}
    if (overall := _value(row.get("overall"), sum(counts.values()) or None)) is not None:
        yield (benchmark.headline, "all", "all"), overall
    metric_of = {task.name: benchmark.metric_of(task.kind) for task in benchmark.tasks}
    for part, facet in FACETS.items():
        for name, cell in (row.get(part) or {}).items():
            metric = metric_of[name] if facet == "task" else benchmark.headline
            if (value := _value(cell, counts.get(name))) is not None:
                yield (metric, facet, name), value


def _value(cell: Any, n: int | None) -> PublishedValue | None:
    """A published cell, in percent: a number, or an object with it and its error."""
    if cell is None:
        return None
    if isinstance(cell, Mapping):
        told, sem = cell.get("estimate", cell.get("accuracy")), cell.get("sem")
        return None if told is None else PublishedValue(told / 100, None if sem is None else sem / 100, n)
    return PublishedValue(cell / 100, None, n)
