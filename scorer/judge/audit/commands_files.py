"""The commands of the audit that read files only: agreement, ranks, flips and flags."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from board.errors import SubmissionError
from board.types import Score
from scorer.answers import name_of, read_texts
from scorer.judge.audit.agreement import agreement_report
from scorer.judge.audit.flags import flags_report
from scorer.judge.audit.flips import order_flips
from scorer.judge.audit.pairing import pair, pooled
from scorer.judge.audit.printing import print_report
from scorer.judge.audit.ranks import ranks_report
from scorer.judge.audit.reading import Audited, display_names, files_in, read_audited, where
from scorer.judge.audit.sides import read_verdicts_of, side_names
from scorer.judge.audit.text import agreement_text, flags_text, flips_text, ranks_text
from scorer.judged_scores import grade_answers
from scorer.verdicts import Verdicts


def agreement(options: argparse.Namespace) -> int:
    """Two sets of verdicts, pooled over all prediction files; 1 where nothing can be compared."""
    audited = read_audited(options.files, where(options))
    first, second = read_verdicts_of(audited, options.verdicts), read_verdicts_of(audited, options.against)
    pairs = [pair(one.judged, a, b) for one, a, b in zip(audited.answers, first, second, strict=True)]
    names = side_names(first, second, (options.verdicts, options.against))
    report = agreement_report(pooled(pairs), *names)
    print_report(options, report, agreement_text(report))
    return 0 if report.overall.n else 1


def ranks(options: argparse.Namespace) -> int:
    """The board under each of two judges; 1 where fewer than two rows are judged whole by both."""
    audited = _several(options)
    first, second = read_verdicts_of(audited, options.verdicts), read_verdicts_of(audited, options.against)
    names = side_names(first, second, (options.verdicts, options.against))
    boards = _graded(audited, first), _graded(audited, second)
    report = ranks_report(*boards, audited.questions, audited.headline, names)
    print_report(options, report, ranks_text(report, display_names(audited.answers)))
    return 0 if len(report.rows) > 1 else 1


def flips(options: argparse.Namespace) -> int:
    """What holds each row of the board above the next; 1 where fewer than two are judged whole."""
    audited = _several(options)
    graded = _graded(audited, read_verdicts_of(audited, options.verdicts))
    report = order_flips(graded, audited.questions, audited.headline)
    print_report(options, report, flips_text(report, display_names(audited.answers)))
    return 0 if report.neighbours else 1


def flags(options: argparse.Namespace) -> int:
    """What a person should look at; always 0."""
    place = where(options)
    files = [file for file in files_in(options.others) if file.resolve() != options.file.resolve()]
    names = [name_of(file) for file in files]
    told_apart = names if len(set(names)) == len(names) else list(map(str, files))
    others = ((name, read_texts(file, place)) for name, file in zip(told_apart, files, strict=True))
    report = flags_report(read_texts(options.file, place), others, name_of(options.file))
    print_report(options, report, flags_text(report, {name: name for name in told_apart}))
    return 0


def _several(options: argparse.Namespace) -> Audited:
    """The prediction files of a board.

    Raises:
        SubmissionError: there is only one.
    """
    audited = read_audited(options.files, where(options))
    if len(audited.answers) < 2:
        raise SubmissionError(f"found one prediction file, {_only(options.files)}, expected at least two to be ordered")
    return audited


def _only(paths: Sequence[Path]) -> Path:
    return files_in(paths)[0]


def _graded(audited: Audited, verdicts: Sequence[Verdicts]) -> dict[str, list[Score]]:
    """The score rows of each prediction file by its name."""
    return {
        one.name: grade_answers(one.judged, said).scores for one, said in zip(audited.answers, verdicts, strict=True)
    }
