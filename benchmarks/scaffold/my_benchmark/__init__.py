"""My Benchmark: what it asks. REPLACE: one sentence, and where it is defined (paper, section).

This value is all the house needs to know. The pages draw their columns from it, and the importer, the scorer and the
documentation test read it. Lines marked REPLACE are yours to change; docs/adding-a-benchmark.md goes through them.
"""

from board.types import Benchmark, DataVersion, Metric, Task

BENCHMARK = Benchmark(
    name="my_benchmark",
    title="My Benchmark",
    # REPLACE: "private" where nobody outside may see the answers.
    gold="public",
    # REPLACE: a line a task: official name, plain title, kind (choice, count or text), what guessing earns.
    tasks=(Task("colour", "colour of the shape", "choice", chance=0.25),),
    # REPLACE: a line a metric: name, plain title, the kinds of answers that enter it.
    metrics=(Metric("accuracy", "accuracy", ("choice",)),),
    # REPLACE: ways to cut the board; the walk adds one.
    facets=(),
    headline="accuracy",
    data_versions=(
        # REPLACE: the release, and how many questions it has of each task; `source` may name an https:// address.
        DataVersion("v1", {"colour": 1000}),
        DataVersion("sample", {"colour": 8}, source="sample/make.py"),
    ),
    # REPLACE: what the released ids look like, and look like nowhere else; it serves hints only.
    id_pattern=r"shape-[0-9]+",
    # REPLACE: under which licence the data may be used, and where they come from.
    licence="",
    homepage="",
    paper="",
    bibtex="",
)
