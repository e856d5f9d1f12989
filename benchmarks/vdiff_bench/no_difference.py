"""Which option says that the two images do not differ? Told by its text, strictly: all of it must say just that.

Every question has one such option, "claiming that the two images are completely identical" (paper, task definition).
The sentence itself is not printed in the text at hand, so its usual wordings are known here. A real difference that
speaks of "no difference" in passing ("... has no difference in colour but moved left") is not one of them.
"""

import functools
import re
import unicodedata
from collections.abc import Mapping

from board.types import Question

_ADVERB = r"(?:(?:completely|exactly|entirely|fully|totally|perfectly|absolutely|visually|essentially|all) )?"
_KIND = (
    r"(?:(?:visible|visual|noticeable|apparent|discernible|perceptible|perceivable|observable|detectable|obvious|clear"
    r"|real|actual|significant|meaningful) )*"
)
_THING = r"(?:differences?|changes?)"
_IMAGES = r"(?:images?|pictures?|photos?|photographs?)"
_NAME = r"(?:1|2|a|b|one|two)"
_PAIR = (
    rf"(?:(?:(?:the|these|both|the two|these two|two|both the|both of the|the given|the provided) {_IMAGES}"
    rf"|both|they|them|the two|the {_IMAGES} pair|the pair(?: of {_IMAGES})?|(?:the )?two of them"
    rf"|(?:the )?{_IMAGES} {_NAME} and (?:(?:the )?{_IMAGES} )?{_NAME}"
    rf"|the first (?:{_IMAGES} )?and (?:the )?second(?: {_IMAGES})?))"
)
_WHERE = rf"(?: (?:between|in|across|among|within) {_PAIR})?"
_SAME = r"(?:identical|the same|same|alike|indistinguishable|unchanged|the same image|identical images)"
_NONE = rf"(?:no|not any) {_KIND}{_THING}(?: at all| whatsoever)?"
_BE = r"(?:is |are |can be |was |were |has been |have been )?"
_SEEN = rf"(?: {_BE}(?:visible|noticeable|seen|found|present|made|detected))?"
_CLAUSES = (
    rf"(?:there (?:is|are|was|were) )?{_NONE}{_WHERE}{_SEEN}",
    rf"no {_KIND}{_THING} (?:exists?|occurs?|occurred){_WHERE}",
    rf"{_PAIR} (?:are|look|appear|seem)(?: to be)? {_ADVERB}{_SAME}(?: to each other| in every way| in all respects)?",
    rf"{_IMAGES} {_NAME} (?:is|looks|appears)(?: to be)? {_ADVERB}(?:identical to|the same as) {_IMAGES} {_NAME}",
    rf"{_PAIR} (?:do|does) not (?:differ|change)(?: at all)?",
    rf"{_PAIR} (?:have|has|show|shows|contain) {_NONE}",
    rf"(?:nothing|there is nothing) (?:has |is |was |have )?(?:changed|changes|different|differs){_WHERE}",
    rf"{_ADVERB}(?:identical|the same|same)(?: {_IMAGES})?",
)
_CLAUSE = "(?:" + "|".join(_CLAUSES) + ")"
_LONGEST = 200


def no_difference_labels(options: Mapping[str, str]) -> list[str]:
    """The labels of all options that say there is no difference.

    Example:
        >>> no_difference_labels({"A": "The cup is gone.", "B": "There is no difference between the two images."})
        ['B']
    """
    return [label for label, text in options.items() if says_no_difference(text)]


def no_difference_label(question: Question) -> str | None:
    """The label of the one option that says there is no difference; None where not exactly one says so.

    Example:
        >>> no_difference_label(Question("0", "motion", "choice", options={"A": "The arm is up.", "B": "No change."}))
        'B'
    """
    labels = no_difference_labels(question.options or {})
    return labels[0] if len(labels) == 1 else None


@functools.lru_cache(maxsize=16_384)
def says_no_difference(text: str) -> bool:
    """Whether a whole text says that the images do not differ, and nothing else.

    Example:
        >>> says_no_difference("No visible difference."), says_no_difference("No difference in the sky.")
        (True, False)
    """
    if len(text) > _LONGEST:
        return False
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    folded = re.sub(r"[–—]", "-", folded).replace("don't", "do not").replace("doesn't", "does not")
    folded = " ".join(folded.split()).strip("\"'“”").rstrip(".!;, ")
    return _sentence().fullmatch(folded) is not None


@functools.cache
def _sentence() -> re.Pattern[str]:
    """One clause, or several that say the same; compiled when first asked for (it takes longer than most imports)."""
    return re.compile(rf"{_CLAUSE}(?:(?: ?[,;:.-] ?| and | with | as |, as | because |, so ){_CLAUSE})*")
