"""VDiff-Bench: which of four statements names the real difference between two images? (arXiv 2609.06245).

Ten categories of change in two groups: six semantic ones and four low-level ones. Every question is a four-way
choice; one option always says that there is no difference, and it is never right. Accuracy is pooled over questions
(paper, section on the task definition). Each answer is in one of four buckets that add to 1: correct, missed change
(the no-difference option), competing change (another wrong option), unparsed or unanswered.
"""

import re

from board.metrics.choice_rates import among_wrong, chose, chose_other, unread
from board.types import Benchmark, DataVersion, Facet, Metric, Question, Task

from .categories import task_of_category
from .no_difference import no_difference_label

LOW_LEVEL = ("overall_color", "noise_resolution", "texture", "illumination")


def category_of(question: Question) -> str:
    """The category of change under our name for it; where its spelling is unknown, as it is given.

    It is the facet ``category``, which questions made by hand may have, else the task.

    Example:
        >>> category_of(Question("0", "OCR/text", "choice")), category_of(Question("1", "shape", "choice"))
        ('ocr_text', 'shape')
        >>> category_of(Question("2", "mcq", "choice", facets={"category": "overall image color"}))
        'overall_color'
    """
    given = question.facets.get("category") or question.task
    return task_of_category(given) or given


def group_of(question: Question) -> str:
    """The group of a question's category, ``semantic`` or ``low_level``; where that is unknown, the facet ``group``.

    Example:
        >>> group_of(Question("0", "texture", "choice")), group_of(Question("1", "motion", "choice"))
        ('low_level', 'semantic')
        >>> group_of(Question("2", "mcq", "choice", facets={"group": "Low-level"}))
        'low_level'
    """
    category = category_of(question)
    if task_of_category(category):
        return "low_level" if category in LOW_LEVEL else "semantic"
    return "_".join(re.findall("[a-z0-9]+", question.facets.get("group", "").casefold()))


TASKS = (
    Task("position", "position", "choice", chance=0.25),
    Task("motion", "motion", "choice", chance=0.25),
    Task("regional_color", "regional image color", "choice", chance=0.25),
    Task("overall_color", "overall image color", "choice", chance=0.25),
    Task("appearance_disappearance", "appearance or disappearance", "choice", chance=0.25),
    Task("noise_resolution", "noise or resolution", "choice", chance=0.25),
    Task("texture", "texture", "choice", chance=0.25),
    Task("substitution_size", "substitution or size", "choice", chance=0.25),
    Task("ocr_text", "written text (OCR)", "choice", chance=0.25),
    Task("illumination", "illumination", "choice", chance=0.25),
)
_MISSED, _COMPETING = chose(no_difference_label), chose_other(no_difference_label)

BENCHMARK = Benchmark(
    name="vdiff_bench",
    title="VDiff-Bench",
    gold="public",
    tasks=TASKS,
    metrics=(
        Metric(
            "accuracy",
            "accuracy",
            ("choice",),
            label="overall",
            definition="Share of questions answered with the right letter, over all questions.",
        ),
        Metric(
            "missed_change",
            "missed change",
            ("choice",),
            values=_MISSED,
            higher_is_better=False,
            label="missed a change",
            definition="Share of questions answered wrongly with the option that says there is no difference.",
        ),
        Metric(
            "missed_change_of_wrong",
            "missed change among parsed wrong answers",
            ("choice",),
            values=among_wrong(_MISSED),
            higher_is_better=False,
            label="missed, of wrong answers",
            definition="Of the wrong answers that could be read, the share that says there is no difference.",
        ),
        Metric(
            "competing_change",
            "competing change",
            ("choice",),
            values=_COMPETING,
            higher_is_better=False,
            label="saw another change",
            definition="Share of questions answered with a change that is not the one that was made.",
        ),
        Metric(
            "competing_change_of_wrong",
            "competing change among parsed wrong answers",
            ("choice",),
            values=among_wrong(_COMPETING),
            higher_is_better=False,
            label="another change, of wrong answers",
            definition="Of the wrong answers that could be read, the share that names a change that was not made.",
        ),
        Metric(
            "unparsed",
            "unparsed or unanswered",
            ("choice",),
            values=unread,
            higher_is_better=False,
            label="no answer read",
            definition="Share of questions without an answer, or whose answer could not be read without guessing.",
        ),
        Metric(
            "accuracy_macro",
            "accuracy, mean of the categories",
            ("choice",),
            levels=(category_of,),
            facets=("all", "group"),
            label="mean of categories",
            definition="Plain mean of the accuracies of the categories, however many questions each has.",
        ),
    ),
    facets=(
        Facet("category", "category of change", tuple(task.name for task in TASKS), of=category_of),
        Facet("group", "group of categories", ("semantic", "low_level"), of=group_of),
        Facet("source", "source of the images"),
    ),
    cluster_words=("image pair", "image pairs"),
    headline="accuracy",
    task_facet="category",
    data_versions=(
        DataVersion("released-1051", totals={"questions": 1051}, source="hf://datasets/elaine1wan/image_diff_mcq_data"),
        DataVersion("paper-1756", totals={"questions": 1756}),
        DataVersion("sample", dict.fromkeys((task.name for task in TASKS), 4), source="sample/make.py"),
    ),
    # The released ids are the numbers of the column "index"; those of the sample have six digits.
    id_pattern=r"\d{1,5}",
    homepage="https://huggingface.co/datasets/elaine1wan/image_diff_mcq_data",
    paper="https://arxiv.org/abs/2609.06245",
    bibtex=(
        "@misc{vdiff_bench_2026,\n"
        "  title = {VDiff-Bench: A Challenging Benchmark for Fine-Grained Image Difference Identification},\n"
        "  year = {2026},\n"
        "  eprint = {2609.06245},\n"
        "  archivePrefix = {arXiv}\n"
        "}"
    ),
)
