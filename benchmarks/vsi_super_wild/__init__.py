"""VSI-Super-Wild: choice and counting questions over long in-the-wild videos (arXiv 2607.13681).

Four tasks. VMR, VPO and VOO are four-way choices scored by accuracy; VOC is a count scored by MRA. The headline
``score`` is the mean credit over all questions, as in the published table; it is not the mean of the four tasks.
"""

from board.types import Benchmark, DataVersion, Facet, Metric, Question, Score, Task, Values


def as_printed(question: Question, score: Score) -> Values:
    """The credit of a count under the formula as the paper prints it, without the cut at 0."""
    return (score.credit_unclipped or 0.0,)


BENCHMARK = Benchmark(
    name="vsi_super_wild",
    title="VSI-Super-Wild",
    gold="public",
    tasks=(
        Task("VMR", "motion direction", "choice", chance=0.25),
        Task("VPO", "order of places", "choice", chance=0.25),
        Task("VOO", "order of objects", "choice", chance=0.25),
        Task("VOC", "counting objects", "count"),
    ),
    metrics=(
        Metric(
            "score",
            "all questions",
            ("choice", "count"),
            label="overall",
            definition="Mean credit over all questions: 1 or 0 for a choice, MRA for a count; not the mean of tasks.",
        ),
        Metric(
            "accuracy", "accuracy", ("choice",), definition="Share of choice questions answered with the right letter."
        ),
        Metric(
            "mra",
            "count accuracy (MRA, clipped at 0)",
            ("count",),
            label="counting (MRA)",
            definition="Mean of max(0, 1 − |p − y| / max(y, 1)) for the count p that was given and the true count y.",
        ),
        Metric(
            "mra_unclipped",
            "MRA as printed",
            ("count",),
            values=as_printed,
            public_gold_only=True,
            definition="Mean of 1 − |p − y| / max(y, 1), as the paper prints it: a count far off costs more than 1.",
        ),
    ),
    facets=(
        Facet("occurrence", "occurrence asked for (VOO)", ("first", "last")),
        Facet("duration_bin", "video length in minutes", ("0-10", "10-30", "30-60", "60-120", "120+")),
        Facet(
            "scene_category",
            "scene",
            (
                "culture & entertainment",
                "industry",
                "medical",
                "office & education",
                "residential space",
                "retail space",
                "street view",
                "transportation hubs",
            ),
        ),
    ),
    cluster_words=("recording", "recordings"),
    headline="score",
    data_versions=(
        DataVersion(
            "released-6980",
            {"VMR": 1215, "VPO": 1302, "VOO": 3350, "VOC": 1113},
            source="https://raw.githubusercontent.com/THUSI-Lab/VSI-Super-Wild/"
            "1506301de8b47d8ee1961c448e048f0b9988585e/tasks/vsi_super_wild/data/vsi_super_wild_qa.jsonl",
        ),
        DataVersion("sample", {"VMR": 12, "VPO": 12, "VOO": 12, "VOC": 12}, source="sample/make.py"),
    ),
    id_pattern=r"[A-Za-z0-9_-]{11}_(front|back|left|right)\.mp4\|[A-Za-z0-9_|]+",
    tracks=("standard", "shuffle24"),
    licence="MIT",
    homepage="https://github.com/THUSI-Lab/VSI-Super-Wild",
    paper="https://arxiv.org/abs/2607.13681",
    bibtex=(
        "@misc{vsi_super_wild_2026,\n"
        "  title = {Towards Spatial Supersensing in the Wild},\n"
        "  author = {Gu, Tianjun and others},\n"
        "  year = {2026},\n"
        "  eprint = {2607.13681},\n"
        "  archivePrefix = {arXiv}\n"
        "}"
    ),
)
