"""BLINK, as multiple choice over 1 to 5 images: a benchmark whose folder lies outside of the house.

It stands for a benchmark of somebody else, loaded by ``load_benchmark("blink_mcq", root)``. Nothing of BLINK's data is
in it. The released evaluation (zeyofu/BLINK_Benchmark, ``eval/evaluate.py``) compares whole texts, and its "Total" is
the plain mean of the 14 tasks; both are here, as ``official.py`` and as ``mean_of_tasks``, beside our own accuracy.
"""

from board.types import Benchmark, DataVersion, Metric, Task, task_of

QUESTIONS = {
    "Art_Style": 117,
    "Counting": 120,
    "Forensic_Detection": 132,
    "Functional_Correspondence": 130,
    "IQ_Test": 150,
    "Jigsaw": 150,
    "Multi-view_Reasoning": 133,
    "Object_Localization": 122,
    "Relative_Depth": 124,
    "Relative_Reflectance": 134,
    "Semantic_Correspondence": 139,
    "Spatial_Relation": 143,
    "Visual_Correspondence": 172,
    "Visual_Similarity": 135,
}

BENCHMARK = Benchmark(
    name="blink_mcq",
    title="BLINK",
    gold="public",
    tasks=tuple(Task(name, name.replace("_", " ").lower(), "choice") for name in QUESTIONS),
    metrics=(
        Metric("accuracy", "accuracy", ("choice",)),
        Metric("mean_of_tasks", "mean of the 14 tasks", ("choice",), levels=(task_of,)),
    ),
    facets=(),
    headline="accuracy",
    data_versions=(DataVersion("val", QUESTIONS),),
    id_pattern=r"(val|test)_[A-Za-z_-]+_[0-9]+",
    licence="Apache-2.0",
    homepage="https://github.com/zeyofu/BLINK_Benchmark",
)
