"""Does a text say that two images do not differ, and nothing else? Strictly: every word must belong to the sentence.

The text is cut into clauses; each must have one of a few shapes, and at least one must say it ("None of the above; the
images are identical"). A shape is a row of word classes. Words that change nothing are left out first; one word that
is in no class ("... no difference in the *sky*", "*almost* identical") and the text says something else.
"""

import functools
import re
import unicodedata

_LONGEST = 200
_LEFT_OUT = (
    "the these those any all given provided completely exactly entirely fully totally perfectly absolutely visually "
    "essentially exact precisely literally 100% whatsoever pixel content contents"
)
# What differs or not, and what it may be called.
_CLASSES = {
    "KIND": "visible visual noticeable apparent discernible perceptible perceivable observable detectable obvious "
    "clear real actual significant meaningful single",
    "DIFF": "difference differences change changes discrepancy discrepancies modification modifications edit edits "
    "alteration alterations",
    "IMAGE": "image images picture pictures photo photos photograph photographs scene scenes",
    "NAME": "1 2 a b one two first second",
    "SIDE": "left right before after original edited other",
    "BE": "is are was were be been",
    "LOOK": "is are was were look looks appear appears seem seems remain remains",
    "HAVE": "have has show shows contain contains exhibit exhibits display displays",
    "SAME": "identical same alike indistinguishable unchanged",
    "SEEN": "visible noticeable apparent seen found present made detected observed identified noticed discerned "
    "perceived exist exists occur occurs occurred",
    "DIFFER": "differ differs differed change changes changed altered modified edited",
    "MATCH": "match matches",
    "IN": "between in across among within to from",
}
# Subjects: "both images", "the image pair"; "image 1 and image 2", "images A and B", "the left and right images".
_BOTH = r"(?:(?:both|two|them|they|pair|IMAGE)(?: of)?(?: (?:both|two|them|pair|IMAGE))*)"
_ONE = r"(?:(?:IMAGE )?(?:NAME|SIDE)(?: IMAGE)?|one)"
_NAMED = (
    r"(?:(?:IMAGE )?NAME and (?:IMAGE )?NAME|(?:NAME|SIDE) IMAGE and (?:NAME|SIDE) IMAGE"
    r"|(?:NAME|SIDE) and (?:NAME|SIDE) IMAGE|NAME and NAME)"
)
_PAIR = rf"(?:{_BOTH}|{_NAMED})"
_WHERE = rf"(?: IN {_PAIR}| IN {_ONE} IN {_ONE})"
_NO_DIFF = r"(?:no|not|not a) (?:KIND )*DIFF(?: (?:or|and) (?:KIND )*DIFF)?(?: at)?"
_END = r"(?: (?:to each other|to one another|in (?:every|each) (?:way|detail|respect|aspect)|in (?:respects|aspects)))?"
_START = r"(?:there BE |i see |i can see )"
_SHAPES = (
    rf"{_START}?{_NO_DIFF}{_WHERE}?(?: (?:BE |can be |could be |have been |has been )?SEEN)?{_WHERE}?",
    rf"{_PAIR} LOOK(?: to be)? SAME(?: IMAGE| as each other)?{_END}",
    rf"{_PAIR} MATCH(?: each other)?",
    rf"{_ONE} LOOK(?: to be)? SAME (?:to|as) {_ONE}",
    rf"{_PAIR} (?:do|does|did|have|has) not DIFFER(?: from each other)?(?: at)?",
    rf"neither(?: of)?(?: {_BOTH})?(?: (?:BE|has|have))? DIFFER(?: from (?:other|{_ONE}))?",
    rf"{_PAIR} HAVE {_NO_DIFF}",
    rf"{_PAIR} HAVE (?:SAME|SAME IMAGE)",
    rf"(?:there BE )?nothing (?:BE |have |has )?(?:different|DIFFER){_WHERE}?",
    r"SAME(?: IMAGE)?",
)
_ASIDES = (
    r"none(?: of (?:above|others|options))?|none of"  # with the words left out: "none of these", "none of the above"
)
_SHORT = {
    "’": "'",
    "can't": "can not",
    "cannot": "can not",
    "n't": " not",
    "there's": "there is",
    "they're": "they are",
    "i.e.": ",",
}
_BREAKS = re.compile(
    r"[,;:.!()“”\"]+|\s-+\s|\b(?:with|because|so|(?<!same )as)\b(?! each)"
    r"|\band(?= (?:no|not|nothing|there|they|identical|the same)\b)"
)


@functools.lru_cache(maxsize=16_384)
def says_no_difference(text: str) -> bool:
    """Whether a whole text says that the images do not differ, and nothing else.

    Example:
        >>> says_no_difference("No visible difference."), says_no_difference("No difference in the sky.")
        (True, False)
    """
    if len(text) > _LONGEST:
        return False
    plain = unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
    plain = re.sub("[–—]", " - ", plain).strip("\"'“” ")
    for short, long in _SHORT.items():
        plain = plain.replace(short, long)
    clauses = [words for clause in _BREAKS.split(plain) if (words := _words(clause))]
    shape, aside = _patterns()
    said = [shape.fullmatch(words) is not None for words in clauses]
    return any(said) and all(one or aside.fullmatch(words) for one, words in zip(said, clauses, strict=True))


def _words(clause: str) -> str:
    """The words of a clause without those that change nothing; what is no word stays, and then fits no shape."""
    left_out = _LEFT_OUT.split()
    return " ".join(word for word in clause.replace("-", " ").split() if word not in left_out)


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Shapes and asides with the words in place of their classes; compiled when first asked for."""
    spelled = "|".join(f"(?:{shape})" for shape in _SHAPES)
    for name, words in _CLASSES.items():
        spelled = re.sub(rf"\b{name}\b", f"(?:{'|'.join(words.split())})", spelled)
    return re.compile(spelled), re.compile(_ASIDES)
