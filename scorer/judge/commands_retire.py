"""What ``python -m scorer judge retire`` and ``judge archive`` do."""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks.folder import known_folders, open_data
from board.errors import BenchmarkError, JudgeError
from board.judges import model_of, named_by_us
from board.results import iterate_results, score_files
from board.retired_judges import NAME as RETIRED
from board.retired_judges import first_waiting, read_retired, succession
from board.words import counted
from scorer.answers import JudgedData, Where, read_data
from scorer.judge.ask import require_references
from scorer.judge.audit.text import agreement_text, ranks_text
from scorer.judge.choose import choose_judge
from scorer.judge.kept_rows import read_kept, survey
from scorer.judge.options import asked_again
from scorer.judge.overlap import FEWEST_ANSWERS, Overlap, asked_of_all, compare_judges, figures_of, laid_out, spread
from scorer.judge.price import price_text, sample_asked
from scorer.judge.retire import JudgedRow, keep_overlap, results_judged_by
from scorer.judge.retire import archive as archive_judge
from scorer.judge.retire import retire as retire_judge
from scorer.judge.run import judge_answers
from scorer.judge.telling import watch


def retire(options: argparse.Namespace) -> int:
    """Freeze the boards of a judge; where its successor can be asked, compare the two."""
    judge, boards = results_judged_by(options.name, options.results)
    _require_successor(options, judge)
    today = datetime.now(UTC).date().isoformat()
    for name, rows in boards.items():
        folder = options.results / name
        if not folder.is_dir():
            raise BenchmarkError(f"found no folder {folder}: name the folder of results, which holds one a benchmark")
        frozen = retire_judge(folder, rows, judge, options.successor, today, options.reason)
        print(
            f"{name}: {judge} is retired, {counted(len(frozen.frozen), 'row')} frozen; "
            f"new rows wait for {frozen.successor}"
        )
        if options.judge is not None:
            _compare(options, name, [row for row in rows if row.judge == judge], judge)
        elif not frozen.overlap:
            print("  to compare them on the same answers, say how the successor is asked: --judge …")
        print(f"  then: judge archive {options.name}, or have every row judged again")
    return 0


def archive(options: argparse.Namespace) -> int:
    """Take a retired judge's rows out of the ranking, also where none of them is left."""
    today = datetime.now(UTC).date().isoformat()
    boards = {file.parent: read_retired(file.parent) for file in sorted(options.results.glob(f"*/{RETIRED}"))}
    known = {one.judge for retired in boards.values() for one in retired}
    found = {options.name} & known or {judge for judge in known if model_of(judge) == options.name}
    if len(found) != 1:
        there = "".join(f"\n  {judge}" for judge in sorted(known)) or " none"
        wanted = f"several retired judges called {options.name}" if found else f"no retired judge {options.name}"
        raise JudgeError(
            f"found {wanted} in {options.results}, expected one of those there (judge retire comes first):{there}"
        )
    (judge,) = found
    for folder in (folder for folder, retired in boards.items() if any(one.judge == judge for one in retired)):
        archived = archive_judge(folder, judge, today)
        n = sum(result.provenance.judge == judge for result in iterate_results(folder))
        print(f"{folder.name}: {counted(n, 'row')} of {judge} archived; {_ranked_now(folder, archived.successor)}")
    return 0


def _require_successor(options: argparse.Namespace, judge: str) -> None:
    """Refuse a successor that is the judge itself, or another than the judge that is to be asked.

    Raises:
        JudgeError: so it is.
    """
    if options.successor in (options.name, judge):
        raise JudgeError(f"found {judge} as its own successor, expected another judge")
    if options.judge is None:
        return
    label = _asked_label(options)
    if options.successor not in (label, named_by_us(label), model_of(label)):
        raise JudgeError(f"found --successor {options.successor}, and --judge asks {label}: name the same judge twice")
    if named_by_us(judge) == label:
        raise JudgeError(
            f"{label} is the name of both judges: say with --answered-by what the server calls its model now, or the "
            "old verdicts would be compared with themselves"
        )


def _asked_label(options: argparse.Namespace) -> str:
    """The judge that is asked, as results will name it."""
    with ExitStack() as held_open:
        label = choose_judge(options, "strict", held_open).judge.identity.label
    return f"{label} as {options.answered_by}" if options.answered_by else label


def _ranked_now(folder: Path, successor: str) -> str:
    known = read_retired(folder)
    waiting = first_waiting(known)
    if waiting is None:
        return f"rows of {successor} are ranked"
    *gone, last = succession(waiting, known)
    return f"the frozen rows of {gone[0]}, which is retired too, are ranked, and others wait for {last}"


class _Board(NamedTuple):
    """The questions and key of a board, and the files of the score rows that are compared, by submission."""

    data: JudgedData
    files: Mapping[str, Path]


def _compare(options: argparse.Namespace, name: str, rows: Sequence[JudgedRow], old: str) -> None:
    """Both judges on an overlap: printed, and kept beside the results."""
    data, files = _board(options, name, rows)
    key = data.key.entries
    found = survey(files, [question.id for question in data.questions])
    questions = spread(data.questions, found.n_judged)
    if not questions:
        raise BenchmarkError(f"found no verdicts in the score rows of {name}: score the files again, with --out")
    kept = read_kept(files, [question.id for question in questions])
    compared = [laid_out(one, questions, key) for one in kept]
    with ExitStack() as held_open:
        judge, ledger = choose_judge(options, "strict", held_open)
        asked = asked_of_all(compared, key)
        require_references(judge, asked)
        judged = judge_answers(judge, asked, ledger, watch=watch, **asked_again(options))
        sample = sample_asked(found, {question.id: question for question in data.questions}, key)
        price = price_text(options, judge, found, sample, ledger)
    new = _asked_label(options)
    overlap = compare_judges(compared, judged.opinions, judge.repeats, data.benchmark, (old, new))
    keep_overlap(options.results / name, old, new, figures_of(overlap, price))
    print(f"  {_both_judged(overlap)}\n")
    names = {row.submission_id: row.name for row in rows}
    print(agreement_text(overlap.agreement) + "\n\n" + ranks_text(overlap.ranks, names) + "\n")
    print(f"  judging all {counted(found.n_answers, 'answer')} again: {price}")


def _both_judged(overlap: Overlap) -> str:
    told = f"both judged {counted(overlap.n_answers, 'answer')} to {counted(overlap.n_questions, 'question')}"
    if overlap.n_left_out:
        return f"{told}; {overlap.n_left_out:,} more have no verdict of the new judge: run the same with --only-failed"
    few = overlap.n_answers < FEWEST_ANSWERS
    return f"{told} (all there are; {FEWEST_ANSWERS} would tell more)" if few else told


def _board(options: argparse.Namespace, name: str, rows: Sequence[JudgedRow]) -> _Board:
    """What is compared: the rows of the release that most are of.

    Raises:
        BenchmarkError: its data are not there, or a row has no score rows.
    """
    ((version, n),) = Counter(row.data_version for row in rows).most_common(1)
    if n < len(rows):
        print(f"  {counted(len(rows) - n, 'row')} of another release than {version}: not compared")
    data = read_data(Where(name, options.data or _data_of(name, version), options.key))
    folder = options.scores or options.results
    files = score_files(folder)
    mine = [row.submission_id for row in rows if row.data_version == version]
    for id in mine:
        if id not in files:
            raise BenchmarkError(f"found no score rows of {id[:16]}… under {folder}: name their folder with --scores")
    return _Board(data, {id: files[id] for id in mine})


def _data_of(name: str, version: str) -> Path:
    for folder in known_folders(name):
        if open_data(folder).data_version == version:
            return folder
    raise BenchmarkError(f"found no data of {name} {version}: name the folder with --data")
