"""The page on how to submit, with a passing example of every benchmark to download."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.folder import sample_folder
from board.types import Benchmark
from space.site.files import write_text
from space.site.render import render
from space.site.site import Site

MOST_SHOWN = 3  # rows of an example on the page
KINDS = {"choice": "letters", "count": "counts", "text": "free text, read by a judge"}


class Example(NamedTuple):
    """A benchmark with a passing example: its files by their path in the site, and its first rows."""

    benchmark: Benchmark
    files: dict[str, str]
    first_rows: str

    @property
    def kinds(self) -> list[str]:
        """What is to be answered, in words."""
        return list(dict.fromkeys(KINDS[task.kind] for task in self.benchmark.tasks))


def submit_page(site: Site) -> str:
    """How to submit, benchmark by benchmark."""
    return render("submit.html", site=site, root="", here="submit.html", examples=list(examples(site)))


def write_examples(site: Site, out: Path) -> None:
    """The files of the examples, under ``examples/``."""
    for example in examples(site):
        for path, text in example.files.items():
            write_text(out / path, text)


def examples(site: Site) -> Iterator[Example]:
    """One example a benchmark that ships a sample: a file of answers that passes, and its card."""
    for benchmark in site.benchmarks:
        sample = sample_folder(benchmark.name, benchmark.root)
        file = sample / "predictions" / "random_letters.jsonl"
        files = [file] if file.exists() else sorted((sample / "predictions").glob("*.jsonl"))[:1]
        if not files:
            yield Example(benchmark, {}, "")
            continue
        rows, card = files[0].read_text(encoding="utf-8"), files[0].with_suffix(".submission.json")
        found = {f"examples/{benchmark.name}/predictions.jsonl": rows}
        if card.exists():
            found[f"examples/{benchmark.name}/submission.json"] = card.read_text(encoding="utf-8")
        yield Example(benchmark, found, "\n".join(rows.splitlines()[:MOST_SHOWN]))
