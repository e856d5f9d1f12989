"""What the audit's commands print: a report or a refusal on stdout, remarks on stderr."""

import argparse
import json
import sys
from typing import Any

from scorer.judge.audit.as_json import as_json
from scorer.refusals import Refused


def print_report(options: argparse.Namespace, report: Any, text: str) -> None:
    """A report as text, or as one JSON object with the same figures (0..1 instead of percent)."""
    if options.format == "json":
        print(json.dumps(as_json(report), ensure_ascii=False, allow_nan=False, indent=1))
    else:
        print(text)


def print_refusal(options: argparse.Namespace, refused: Refused) -> None:
    """Why a file was refused, as ``score`` prints it."""
    from validator.report import as_json as report_json

    print(report_json(refused.report) if options.format == "json" else str(refused))


def note(text: str) -> None:
    """A remark for whoever reads the report, not part of it."""
    print(text, file=sys.stderr)
