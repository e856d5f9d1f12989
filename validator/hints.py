"""Hints for ids that are not known here: lost zeros, spaces, case, another data version, another benchmark.

Ids are never repaired; a hint only says what probably happened.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from board.types import Benchmark

_CLOSE = 80.0
_LOOKED_AT = 100


class Foreign(NamedTuple):
    """One fault that explains why no id is known here."""

    code: str
    message: str
    fix: str


def id_hint(id: str, index: Mapping[str, int], nearest: Callable[[str], str | None]) -> str:
    """What an unknown id may have meant, or an empty text."""
    if hint := _other_form(id, index):
        return hint
    if id.isdigit() and not any(known.isdigit() for known in index):
        return "a row number is no id here: use the ids of questions.jsonl"
    near = None if id.isdigit() else nearest(id)  # a number that is near says nothing
    if near is None:
        return ""
    if near.lower() == id.lower():
        return f"upper and lower case differ: {near!r} is known"
    return f"did you mean {near!r}?"


def _other_form(id: str, index: Mapping[str, int]) -> str:
    """What is different where the id is known here but for its zeros, spaces or Unicode form; else empty."""
    if (stripped := id.strip()) != id and stripped in index:
        return f"spaces stand around the id: {stripped!r} is known"
    if (composed := unicodedata.normalize("NFC", id)) != id and composed in index:
        return f"{composed!r} is the same text after Unicode normalisation: write it in that form"
    if (decomposed := unicodedata.normalize("NFD", id)) != id and decomposed in index:
        return "the same text is known in another Unicode form: copy the id from questions.jsonl"
    if id.isdigit() and (padded := _padded(id, index)) is not None:
        return f"leading zeros lost? {padded!r} is known"
    if id.isdigit() and (bare := id.lstrip("0") or "0") != id and bare in index:
        return f"leading zeros added? {bare!r} is known"
    return ""


def _padded(id: str, index: Mapping[str, int]) -> str | None:
    """The known id that is ``id`` with leading zeros."""
    return next((id.zfill(width) for width in range(len(id) + 1, 13) if id.zfill(width) in index), None)


def nearest_id(ids: list[str]) -> Callable[[str], str | None]:
    """A function that gives the closest known id, or None where none is close; only case differing is closest."""
    folded = {id.casefold(): id for id in ids}

    def nearest(id: str) -> str | None:
        if (same := folded.get(id.casefold())) is not None:
            return same
        from rapidfuzz import fuzz, process

        found = process.extractOne(id, ids, scorer=fuzz.ratio, score_cutoff=_CLOSE)
        return found[0] if found else None

    return nearest


def foreign_fault(
    unknown: Iterable[str], index: Mapping[str, int], benchmark: Benchmark, data: Path | None, data_version: str
) -> Foreign | None:
    """Where ids come from when none of them is known here, or None where nobody knows them.

    Ids that are known here but for their zeros, spaces or Unicode form (``index``) are at home here. Else it looks, in
    order, at the shape of the released ids, the other data folders of this benchmark on this machine, and the other
    benchmarks.
    """
    ids = set(unknown)
    if any(_other_form(id, index) for id in sorted(ids)[:_LOOKED_AT]):
        return None
    return (
        _full_file(ids, benchmark, data)
        or _other_version(ids, benchmark, data, data_version)
        or _other_benchmark(ids, benchmark)
    )


def _full_file(ids: set[str], benchmark: Benchmark, data: Path | None) -> Foreign | None:
    """A file for the whole release, while only the sample is here."""
    from benchmarks.folder import sample_folder

    is_sample = data is not None and data.resolve() == sample_folder(benchmark.name, benchmark.root).resolve()
    if not is_sample or _share(ids, benchmark.id_pattern) <= 0.5:
        return None
    name, version = benchmark.name, benchmark.data_versions[0].name
    command = f".venv/bin/python -m benchmarks import {name} --out data/{name} --key-out keys/{name}"
    found = f"the ids are like those of {benchmark.title} {version}, but only its sample is here"
    return Foreign("E_FULL_FILE", found, f"import the questions first: {command}")


def _other_version(ids: set[str], benchmark: Benchmark, data: Path | None, data_version: str) -> Foreign | None:
    """A file for another data version whose folder is on this machine."""
    from benchmarks.folder import known_folders, open_data, seen_from_here

    for folder in known_folders(benchmark.name, benchmark.root):
        known = ids & _ids(folder)
        if known and (data is None or folder.resolve() != data.resolve()):
            version = open_data(folder).data_version
            found = f"0 of {len(ids)} ids are known in {data_version}; {len(known)} of them belong to {version}"
            return Foreign("E_WRONG_SPLIT", found, f"check against it: --data {seen_from_here(folder)}")
    return None


def _other_benchmark(ids: set[str], benchmark: Benchmark) -> Foreign | None:
    """A file for another benchmark, told by its data here or by the shape of its ids."""
    from benchmarks import ROOT, benchmark_names, load_benchmark
    from benchmarks.folder import known_folders

    root = benchmark.root or ROOT
    for name in benchmark_names(root):
        if name == benchmark.name:
            continue
        other = load_benchmark(name, root)
        known_there = any(ids & _ids(folder) for folder in known_folders(name, root))
        names = {id for id in ids if not id.isdigit()}  # plain numbers are everybody's and nobody's
        if known_there or (other.id_pattern and _share(names, other.id_pattern) > 0.5):
            found = f"0 of {len(ids)} ids are known here; they belong to {other.title}"
            return Foreign("E_WRONG_BENCHMARK", found, f".venv/bin/python -m validator check {name} FILE")
    return None


def _share(ids: set[str], pattern: str) -> float:
    """Share of ids that match a pattern as a whole."""
    return sum(re.fullmatch(pattern, id) is not None for id in ids) / len(ids) if ids else 0.0


def _ids(folder: Path) -> set[str]:
    from validator.questions import load_questions

    return set(load_questions(folder, texts=False).ids)
