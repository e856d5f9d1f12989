"""MT-Video-Bench: dialogues about videos, judged round by round with a checklist (arXiv 2510.17722).

Six abilities in two groups. An answer earns the share of its checklist questions that a judge answers as expected.
The headline is nested with equal weights: rounds of a dialogue, dialogues of an ability, abilities. Nothing is
rounded in between and every round with a checklist counts, answered or not.
"""

from board.metrics import judge_rates
from board.types import Benchmark, DataVersion, Facet, Metric, Question, Task, task_of

GROUPS = {
    "object_reference": "perceptivity",
    "memory_recall": "perceptivity",
    "summary": "perceptivity",
    "answer_refusal": "interactivity",
    "topic_shifting": "interactivity",
    "proactive_interaction": "interactivity",
}


def group_of(question: Question) -> str:
    """The group of a question's ability; empty where the ability is not one of the six.

    Example:
        >>> group_of(Question("v/0/3", "memory_recall", "text"))
        'perceptivity'
    """
    return GROUPS.get(question.task, "")


def dialogue_of(question: Question) -> str:
    """The dialogue of a question: its id without the round.

    Example:
        >>> dialogue_of(Question("v/0/3", "memory_recall", "text"))
        'v/0'
    """
    return question.id.rpartition("/")[0]


BENCHMARK = Benchmark(
    name="mt_video_bench",
    title="MT-Video-Bench",
    gold="public",
    tasks=(
        Task("object_reference", "object reference", "text"),
        Task("memory_recall", "memory recall", "text"),
        Task("summary", "content summary", "text"),
        Task("answer_refusal", "answer refusal", "text"),
        Task("topic_shifting", "topic shifting", "text"),
        Task("proactive_interaction", "proactive interaction", "text"),
    ),
    metrics=(
        Metric(
            "checklist_accuracy",
            "checklist accuracy, abilities weigh the same",
            ("text",),
            values=judge_rates.answer_credit,
            levels=(task_of, dialogue_of),
            label="overall",
            definition="Share of checklist questions judged as expected: mean over the rounds of a dialogue, then over "
            "dialogues, then over abilities, with equal weights and nothing rounded in between.",
        ),
        Metric(
            "checklist_accuracy_pooled",
            "all checklist questions",
            ("text",),
            values=judge_rates.pooled,
            label="all checklist questions",
            definition="Share of all checklist questions judged as expected, each weighing the same.",
        ),
        Metric(
            "yes_expected",
            "checklist questions that expect Yes",
            ("text",),
            values=judge_rates.yes_expected,
            label="where Yes is expected",
            definition="Share judged Yes, of the checklist questions whose expected verdict is Yes.",
        ),
        Metric(
            "no_expected",
            "checklist questions that expect No",
            ("text",),
            values=judge_rates.no_expected,
            label="where No is expected",
            definition="Share judged No, of the checklist questions whose expected verdict is No.",
        ),
    ),
    facets=(
        Facet("ability", "ability", tuple(GROUPS), of=task_of),
        Facet("group", "group of abilities", ("perceptivity", "interactivity"), of=group_of),
        Facet("setting", "one scene or several", ("single", "cross")),
        Facet("turns_total", "rounds of the dialogue", ("5", "6", "7", "8")),
        Facet("video_category", "video category", ("Movie", "TV", "Sports", "Knowledge", "Life Record")),
        Facet("video_length_bin", "video length in minutes", ("0-5", "5-10", "10-15", "15+")),
    ),
    cluster_words=("video", "videos"),
    headline="checklist_accuracy",
    task_facet="ability",
    data_versions=(
        DataVersion("paper-v1", totals={"dialogues": 987, "rounds": 5805}),
        DataVersion("repo-v2", totals={"dialogues": 1000, "rounds": 5887}),
        DataVersion(
            "sample",
            {
                "object_reference": 4,
                "memory_recall": 4,
                "summary": 3,
                "answer_refusal": 5,
                "topic_shifting": 4,
                "proactive_interaction": 4,
            },
            source="sample/make.py",
        ),
    ),
    id_pattern=r"(?!sample_)[^/]+/[^/]+/[1-9][0-9]*",
    licence="CC-BY-NC-SA-4.0",
    homepage="https://github.com/NJU-LINK/MT-Video-Bench",
    paper="https://arxiv.org/abs/2510.17722",
    bibtex=(
        "@misc{mt_video_bench_2025,\n"
        "  title = {MT-Video-Bench: A Holistic Video Understanding Benchmark for Evaluating Multimodal LLMs in\n"
        "    Multi-Turn Dialogues},\n"
        "  author = {Pan, Yaning and Wang, Zekun and Xie, Qianqian and others},\n"
        "  year = {2025},\n"
        "  eprint = {2510.17722},\n"
        "  archivePrefix = {arXiv}\n"
        "}"
    ),
)
