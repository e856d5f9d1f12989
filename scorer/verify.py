"""``verify RECEIPT FILE``: recount a number from its file and say *identical*, or the first difference."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import load_benchmark
from benchmarks.folder import known_folders, open_data
from board.errors import SubmissionError
from board.receipts import first_difference, make_receipt, sha256_of
from board.types import MODES
from scorer.score import score_file

_FIELDS = (
    "benchmark",
    "data_version",
    "mode",
    "track",
    "submission",
    "headline",
    "estimates",
    "provenance",
    "receipt_sha256",
)


def read_receipt(path: Path) -> dict[str, Any]:
    """A receipt from its file.

    Raises:
        SubmissionError: it is not a receipt; the message says what it lacks.
    """
    try:
        receipt = json.loads(path.read_bytes())
    except ValueError as error:
        raise SubmissionError(f"{path} is not JSON ({error}): expected a receipt written by score") from error
    missing = [name for name in _FIELDS if not isinstance(receipt, dict) or name not in receipt]
    if missing or receipt["mode"] not in MODES:
        lacks = f"it lacks {missing[0]}" if missing else f"its mode is {receipt['mode']!r}"
        raise SubmissionError(f"{path} is not a receipt ({lacks}): expected the file written by score --compare --out")
    return dict(receipt)


def verify(
    receipt: dict[str, Any],
    file: Path,
    *,
    data: Path | None = None,
    key: Path | None = None,
    verdicts: Path | None = None,
) -> str | None:
    """None where the recount is identical, else the first difference in words.

    A receipt that was changed since it was made, and a file that is refused, are differences too.

    Raises:
        BenchmarkError: the questions or the key cannot be used.
        SubmissionError: the receipt counts verdicts, and none are given.
    """
    unhashed = {name: value for name, value in receipt.items() if name != "receipt_sha256"}
    if sha256_of(unhashed) != receipt["receipt_sha256"]:
        return "the receipt was changed since it was made: its own hash does not fit"
    if receipt["provenance"].get("verdicts_sha256") and verdicts is None:
        raise SubmissionError("this receipt counts a judge's verdicts: name their file with --verdicts")
    benchmark = load_benchmark(str(receipt["benchmark"]))
    data = data or _folder_of(receipt)
    with tempfile.TemporaryDirectory() as folder:
        card = None
        if receipt["submission"]:
            card = Path(folder) / "submission.json"
            card.write_text(json.dumps(receipt["submission"]), encoding="utf-8")
        scored = score_file(file, benchmark, data=data, key=key, mode=receipt["mode"], card=card, verdicts=verdicts)
    if scored.result is None:
        return f"{file} is refused ({', '.join(scored.report.counts)}); the check tells why"
    recounted = make_receipt(scored.result.model_dump())
    if receipt["provenance"]["predictions_sha256"] != recounted["provenance"]["predictions_sha256"]:
        return f"{file.name} is not the file of the receipt: its rows differ"
    # Another key, other questions or another scorer explain the numbers behind them, so they are named first.
    told, found = receipt["provenance"], recounted["provenance"]
    return first_difference(told, found, "provenance") or first_difference(receipt, recounted)


def _folder_of(receipt: Mapping[str, Any]) -> Path | None:
    """The data folder on this machine that holds the receipt's data version; None leaves it to the default."""
    folders = known_folders(str(receipt["benchmark"]))
    return next((folder for folder in folders if open_data(folder).data_version == receipt["data_version"]), None)
