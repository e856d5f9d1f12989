"""Which option says that the two images do not differ? Where the import did not record it, it is told by its text.

Every question has one such option, "claiming that the two images are completely identical" (paper, task definition).
Its sentence is not printed in the text at hand. The importer finds it in the whole file and writes its label under
``source``; questions made by hand are read here (:mod:`.sameness` knows the wordings).
"""

from collections.abc import Mapping

from board.types import Question

from .sameness import says_no_difference
from .texts import without_prefixes

SOURCE_FIELD = "no_difference"


def no_difference_labels(options: Mapping[str, str]) -> list[str]:
    """The labels of all options whose text says that there is no difference, also behind "A) " before all of them.

    Example:
        >>> no_difference_labels({"A": "The cup is gone.", "B": "There is no difference between the two images."})
        ['B']
    """
    texts = without_prefixes(tuple(options.values()))
    return [label for label, text in zip(options, texts, strict=True) if says_no_difference(text)]


def no_difference_label(question: Question) -> str | None:
    """The label of the option that says there is no difference: the recorded one, else the only one that says so.

    None where neither tells it: no option says so, or several do.

    Example:
        >>> options = {"A": "The arm is up.", "B": "No change.", "C": "They match, I think."}
        >>> no_difference_label(Question("0", "motion", "choice", options=options))
        'B'
        >>> no_difference_label(Question("0", "motion", "choice", options=options, source={"no_difference": "C"}))
        'C'
    """
    options = question.options or {}
    recorded = question.source.get(SOURCE_FIELD)
    if isinstance(recorded, str) and recorded in options:
        return recorded
    labels = no_difference_labels(options)
    return labels[0] if len(labels) == 1 else None
