"""``verify RECEIPT FILE``: recount a number from its file and say *identical*, or the first difference."""

import json
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import load_benchmark
from board.errors import SubmissionError
from board.receipts import first_difference, make_receipt, sha256_of
from scorer.score import as_json_object, score_file


def read_receipt(path: Path) -> dict[str, Any]:
    """A receipt from its file.

    Raises:
        SubmissionError: it is not a receipt, or it was changed since it was made.
    """
    try:
        receipt = json.loads(path.read_bytes())
    except ValueError as error:
        raise SubmissionError(f"{path} is not JSON ({error}): expected a receipt written by score") from error
    if not isinstance(receipt, dict) or "receipt_sha256" not in receipt:
        raise SubmissionError(f"{path} is not a receipt: expected the file written by score --compare --out")
    told = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    if sha256_of(told) != receipt["receipt_sha256"]:
        raise SubmissionError(f"{path} was changed since it was made: its own hash does not fit")
    return receipt


def verify(receipt: dict[str, Any], file: Path, *, data: Path | None = None, key: Path | None = None) -> str | None:
    """None where the recount is identical, else the first difference in words.

    Raises:
        SubmissionError: the file is refused by the check.
    """
    benchmark = load_benchmark(str(receipt["benchmark"]))
    with tempfile.TemporaryDirectory() as folder:
        card = None
        if receipt["submission"]:
            card = Path(folder) / "submission.json"
            card.write_text(json.dumps(receipt["submission"]), encoding="utf-8")
        scored = score_file(file, benchmark, data=data, key=key, mode=receipt["mode"], card=card)
    if scored.result is None:
        codes = ", ".join(scored.report.counts)
        raise SubmissionError(f"{file} is refused ({codes}): run python -m validator check {benchmark.name} {file}")
    return first_difference(receipt, make_receipt(as_json_object(scored.result)))
