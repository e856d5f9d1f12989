"""Every issue code: its severity, what it means in one line, and how to mend it.

``docs/errors.md`` has a section a code, and a test holds the two together. E codes refuse the file, W codes do not.
"""

from typing import NamedTuple

from board.types import Severity


class Code(NamedTuple):
    """What a code means, and the usual way out (a single issue may carry a more precise one)."""

    meaning: str
    fix: str


_OR_HAVE_IT_READ = "(--fix OUT writes the certain ones), or have text read: --mode rules"

CODES: dict[str, Code] = {
    # the file as bytes
    "E_FORMAT": Code("this kind of file is not read", "upload one .jsonl, .json or .csv file, or a .gz of one"),
    "E_TOO_LARGE": Code("the file is larger than the limits", "at most 32 MB as sent and 128 MB unpacked"),
    "E_GZIP": Code("the gzip stream is damaged, cut off or holds more than one member", "gzip the one file again"),
    "E_RATIO": Code("the file unpacks to more than 100 times its size", "send the file as it is, without gzip"),
    "E_ENCODING": Code("the text is not UTF-8", "save the file as UTF-8"),
    "E_NUL": Code("a NUL character stands in the text", "remove it: it usually comes from a damaged export"),
    "E_EMPTY": Code("the file holds no row", 'one row a question: {"id": …, "prediction": …}'),
    # the shape of rows
    "E_JSON": Code("this is not valid JSON", "write each row with a JSON library, one object a line"),
    "E_JSON_NONFINITE": Code("NaN or Infinity is not JSON", "send null to abstain"),
    "E_DUP_KEY": Code("a row gives the same field twice", "keep one of the two"),
    "E_SHAPE": Code("this is not one object a row", 'one row a question: {"id": …, "prediction": …}'),
    "E_DEPTH": Code("values are nested more than 20 deep", "rows are flat: id, prediction, raw_output, order"),
    "E_NUMBER_TOO_LONG": Code("a number has more than 400 digits", "a count is a plain integer"),
    "E_HEADER": Code("the CSV header is not the one expected", "first line: id,prediction[,raw_output][,order]"),
    "E_DUP_COLUMN": Code("the CSV header names a column twice", "keep one of the two"),
    "E_ROW_WIDTH": Code("a CSV row has more or fewer cells than the header", "quote cells that hold a comma"),
    "E_CSV_QUOTE": Code("a CSV quote is not closed", "close it, and double the quotes inside a quoted cell"),
    "E_FIELDS": Code("a row lacks a field it must have", "every row needs id and prediction (null abstains)"),
    "E_TYPE": Code("a field has a type that is not read", "ids and answers are text; counts may be numbers"),
    "E_TOO_LONG": Code("an answer is longer than 100,000 characters", "shorten it"),
    "E_SECRET": Code("something that looks like a key or token is in the file", "remove it, and revoke the key"),
    # ids
    "E_ID_TYPE": Code("an id is neither text nor a whole number", "use the id of questions.jsonl as text"),
    "E_UNKNOWN": Code("an id is not one of this benchmark's", "use the ids of questions.jsonl, letter by letter"),
    "E_DUPLICATE": Code("a question is answered twice", "keep one row a question"),
    "E_ORDER": Code(
        "the order field is missing, misplaced or not an arrangement of the labels", "see docs/submitting.md"
    ),
    "E_MISSING": Code("questions have no row", "add them; null abstains"),
    "E_WRONG_SPLIT": Code("the ids belong to another data version of this benchmark", "check against that version"),
    "E_WRONG_BENCHMARK": Code("the ids belong to another benchmark", "run the check of that benchmark"),
    "E_FULL_FILE": Code("this is a full-size file, but only the sample is here", "import the benchmark first"),
    # answers
    "E_LABEL": Code(
        "an answer is not one of the question's labels",
        f"send the label letter {_OR_HAVE_IT_READ}",
    ),
    "E_COUNT": Code(
        "an answer is not a whole number from 0 to 10^9",
        f"send the integer {_OR_HAVE_IT_READ}",
    ),
    # a judge's verdicts
    "E_VERDICT": Code(
        "a row of the verdict file cannot be used", "score with the verdict file made for exactly this prediction file"
    ),
    # submission.json
    "E_CARD": Code("submission.json is not what the contract asks for", "see docs/submitting.md"),
    "E_DATA_VERSION": Code("submission.json names another data version", "check against the version you answered"),
    # warnings
    "W_BOM": Code("the file starts with a byte order mark", "harmless; save as UTF-8 without BOM"),
    "W_BLANK_LINES": Code("there are blank lines", "harmless"),
    "W_JSONL_IN_JSON": Code("a .json file holds one object a line", "harmless; name it .jsonl"),
    "W_ARRAY_IN_JSONL": Code("a .jsonl file holds one JSON array", "harmless; name it .json"),
    "W_GZIP_BY_CONTENT": Code("the file is gzip without a .gz name", "harmless; name it .gz"),
    "W_IGNORED_COLUMNS": Code("fields that are not ours are not read", "harmless; they are ignored"),
    "W_INT_IDS": Code("ids are numbers, read as text", "harmless; write ids as text"),
    "W_COUNT": Code("a count above 10,000 is unusual", "check that it is meant"),
    "W_HISTOGRAM": Code("one label is chosen far more often than the options suggest", "check your option order"),
    "W_ALL_NULL": Code("every answer is null: this scores 0", "fill in the predictions"),
    "W_MODE": Code("the --mode flag overrides submission.json", "declare the mode in submission.json"),
    "W_MISSING": Code("questions have no row and count as nothing here (official mode)", "a ranked row needs them all"),
    "W_UNPARSED": Code("no answer could be read without guessing; it scores 0", "send bare labels or integers"),
    "W_NO_ANSWER": Code(
        "answers are empty, an error message or the official filler: they score 0", "run the model again on these"
    ),
    "W_CARD": Code("submission.json has a field that is not ours", "harmless; it is ignored"),
}


def severity(code: str) -> Severity:
    """``error`` for E codes, ``warning`` for W codes.

    Example:
        >>> severity("W_BOM")
        'warning'
    """
    return "error" if code.startswith("E_") else "warning"
