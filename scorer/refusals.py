"""Files with faults as errors, for whoever judges or audits: the message is the report that ``score`` prints."""

from pathlib import Path

from board.errors import FaultyAnswers
from board.types import Report
from scorer.judged import JudgedAnswers
from scorer.verdicts import Verdicts, read_verdict_file
from validator.issues import Issues
from validator.report import as_text


class Refused(FaultyAnswers):
    """A prediction or verdict file has faults; the message is its report as text."""

    def __init__(self, report: Report, file: Path, title: str) -> None:
        super().__init__(as_text(report, file, title))
        self.report = report


def read_verdicts_or_refuse(file: Path, judged: JudgedAnswers, report: Report, title: str) -> Verdicts:
    """A verdict file about sound answers, whose ``report`` is taken over; ``title`` is that of the benchmark.

    Raises:
        Refused: the verdict file has faults.
        FileNotFoundError: there is no such file.
    """
    issues = Issues()
    found = read_verdict_file(file, judged, issues)
    if issues.refused:
        raise Refused(report_of_faults(report, issues, found.n_rows), file, title)
    return found


def report_of_faults(report: Report, issues: Issues, n_rows: int) -> Report:
    """The report about a verdict file with faults, from that of the prediction file, which is sound."""
    return report._replace(
        ok=False,
        rows=n_rows,
        counts=dict(issues.counts),
        issues=issues.in_order(),
        truncated=issues.truncated,
        at_stake={},
    )
