"""The closed list of phrases that announce an answer (rule M6; N6 uses the same list).

The list is published: what is not on it ('the answer seems to be', 'answer - ') is no cue, whatever it suggests.
"""

import re
from typing import NamedTuple

_GAP = r"[*_\s]*+"
_IS = rf"{_GAP}(?:(?:is|are)\b{_GAP}[:=]?|[:=])"
_CUE = re.compile(
    rf"\b(?:final\s+|my\s+)?answer{_IS}"
    rf"|\b(?:correct|best|right)\s+(?:option|choice){_IS}"
    rf"|\bI(?:\s+would|['’]d)?\s+(?:choose|pick|select|go\s+with)\b{_GAP}:?"
    rf"|答案{_GAP}(?:是|为|选|[:=]){_GAP}:?"
    rf"|(?<!不)[应故我]选择?+(?!项){_GAP}:?"
    rf"|正解は{_GAP}:?|答えは{_GAP}:?|정답은{_GAP}:?|\bréponse{_GAP}:",
    re.IGNORECASE,
)
# Words right before a cue, on its own line, that turn it into a condition, a question, a denial or somebody else's
# answer. 'A is wrong', and on the next line 'Answer: B', denies nothing.
_DISOWNED = re.compile(
    r"(?:\b(?:if|whether|unless|suppose|supposing|assuming|imagine|in\s+case|even\s+if|should|could|can|may|might"
    r"|did|do|would|when|before)(?:[ \t]+that)?(?:[ \t]+(?:the|my|your))?"
    r"|\b(?:wrong|incorrect|false|bad|worst|second|other|another|alternative|tempting|previous|initial|least|not|never)"
    r"|(?:n['’]t|\bnot|\bcannot|\bnever)\s+(?:think|believe|say|mean|imply|know|see|sure|certain|clear|true|agree)"
    r"(?:\s+(?:that|if|whether))?(?:\s+(?:the|my))?"
    r"|\b(?:unlikely|doubt|doubtful|impossible|no\s+reason)(?:\s+(?:that|if|whether))?(?:\s+(?:the|my))?"
    r"|(?:错误|不正确|不是)的?)[ \t]*\Z",
    re.IGNORECASE,
)
_LOOK_BACK = 60


class Cue(NamedTuple):
    """An announcement at ``[start, end)``; ``disowned`` where the words before it say that it is not one."""

    start: int
    end: int
    disowned: bool


def find_cues(text: str) -> list[Cue]:
    """All cues of a text, in order.

    Example:
        >>> [cue.end for cue in find_cues("The answer is B. Final answer: C")]
        [14, 30]
    """
    return [Cue(cue.start(), cue.end(), _is_disowned(text, cue.start())) for cue in _CUE.finditer(text)]


def _is_disowned(text: str, start: int) -> bool:
    return _DISOWNED.search(text[max(0, start - _LOOK_BACK) : start]) is not None
