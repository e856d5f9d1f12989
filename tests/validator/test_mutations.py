"""Ten thousand broken and unbroken files with known verdicts: no crash, no silent acceptance, no false refusal.

Every case comes from its seed alone (``mutators.case``), so that a failure can be repeated by its name. The control
arm is a lenient reader: if it refused all these files too, they would prove nothing.
"""

import gzip
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import load_benchmark
from board.receipts import rows_sha256
from board.results import result_json
from board.types import Report
from scorer.result import canonical_rows
from scorer.score import score_file
from tests.validator.lax_reader import accepts
from tests.validator.mutators.cases import FAMILIES, MUTATORS, case
from tests.validator.mutators.clean import Case, Clean, Mutant, standard, written
from validator.report import as_github, as_json, as_text
from validator.validate import Checked, check_file

BENCHMARK = load_benchmark("vsi_super_wild")
REPOSITORY = Path(__file__).parent.parent.parent
SHOWN = 12


def check(folder: Path, clean: Clean, filename: str, data: bytes, *, keep_text: bool = False) -> tuple[Checked, Path]:
    """Check bytes against the questions of a clean file."""
    file = folder / filename
    file.write_bytes(data)
    return check_file(file, BENCHMARK, clean.questions, mode=clean.mode, keep_text=keep_text), file


def answers(checked: Checked) -> list[Any]:
    """What was read in every slot (a Reading is compared by its answer and status, never by its place)."""
    return [checked.sheet.reading(slot)[:2] for slot in range(checked.sheet.n_slots)]


def sha256(folder: Path, clean: Clean, filename: str, data: bytes) -> str:
    """The sha256 of the canonical rows, as the scorer takes it."""
    return rows_sha256(canonical_rows(check(folder, clean, filename, data, keep_text=True)[0].sheet))


def faults(folder: Path, given: Case, *, hashed: bool) -> Iterator[str]:
    """What is wrong with the check of one case, in words."""
    clean, mutant = given.clean, given.mutant
    checked, file = check(folder, clean, mutant.filename, mutant.data)
    report = checked.report
    if report.ok != mutant.accept:
        yield "a false refusal" if mutant.accept else "a silent acceptance"
        return
    yield from (accepted_wrongly if mutant.accept else refused_wrongly)(mutant, report)
    yield from unreadable(report, file)
    if mutant.accept and mutant.same is not None:
        original = written(Random(0), clean)
        if (answers(checked) == answers(check(folder, clean, *original)[0])) != mutant.same:
            yield f"the answers are {'other' if mutant.same else 'the same'} ones"
        elif hashed and mutant.same:
            names = (mutant.filename, mutant.data), original
            if len({sha256(folder, clean, *one) for one in names}) != 1:
                yield "the same answers have another hash"


def accepted_wrongly(mutant: Mutant, report: Report) -> Iterator[str]:
    """What is wrong with an acceptance."""
    if report.coverage != 1.0:
        yield f"coverage is {report.coverage}"
    if mutant.warning and mutant.warning not in report.counts:
        yield f"no {mutant.warning}"


def refused_wrongly(mutant: Mutant, report: Report) -> Iterator[str]:
    """What is wrong with a refusal: no code, no words, no way out, not the row."""
    errors = [issue for issue in report.issues if issue.severity == "error"]
    if not errors:
        yield "refused without an issue"
    if any(not (issue.code and issue.message.strip() and issue.fix.strip()) for issue in errors):
        yield "an issue without code, message or fix"
    if mutant.codes and not set(mutant.codes) & {issue.code for issue in errors}:
        yield f"none of {mutant.codes}"
    if mutant.row is not None and mutant.row not in [issue.row for issue in errors]:
        yield f"row {mutant.row} is not named"


def unreadable(report: Report, file: Path) -> Iterator[str]:
    """What is wrong with the report as it is shown."""
    text, told = as_text(report, file, "T"), json.loads(as_json(report).encode())
    as_github(report, file).encode()
    if not all(line.isprintable() for line in text.split("\n")):
        yield "the report holds control characters"
    if told["counts"] != dict(report.counts) or len(told["issues"]) != len(report.issues):
        yield "the report as JSON says something else"


def tried(folder: Path, given: Case, seed: str, *, hashed: bool) -> Iterator[str]:
    """The faults of one case, each with the mutator, the seed and the head of the file."""
    try:
        found = list(faults(folder, given, hashed=hashed))
    except Exception as error:
        found = [f"it raises {error!r}"]
    for fault in found:
        clean, mutant = given.clean, given.mutant
        how = f"{clean.mode} {clean.track} {mutant.filename}"
        yield f"{given.family} / {given.name}, seed {seed!r}, {how}: {fault}\n    {mutant.data[:300]!r}"


def run_dose(folder: Path, name: str, n: int) -> Counter[str]:
    """Try ``n`` seeds; fail with the first faults, else count the cases of each mutator."""
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for number in range(n):
        seed = f"{name} {number}"
        given = case(seed)
        seen[given.name] += 1
        wrong += tried(folder, given, seed, hashed=number % 8 == 0)
        assert len(wrong) < SHOWN, "\n".join(wrong)
    assert not wrong, "\n".join(wrong)
    return seen


def test_ten_thousand_mutated_files_get_the_verdict_they_must_get(tmp_path: Path) -> None:
    seen = run_dose(tmp_path, "daily", 10_000)
    assert not {mutator.__name__ for _, mutator in MUTATORS} - set(seen), "a mutator never applied"


@pytest.mark.nightly
def test_a_hundred_thousand_mutated_files_get_the_verdict_they_must_get(tmp_path: Path) -> None:
    run_dose(tmp_path, "nightly", 100_000)


def test_there_are_sixty_mutators_and_more() -> None:
    assert len(FAMILIES) >= 20
    assert len({mutator.__name__ for _, mutator in MUTATORS}) == len(MUTATORS) >= 60


def test_a_lenient_reader_accepts_many_families_of_files_that_must_be_refused() -> None:
    """The control arm. It is given the same cases, and no help."""
    fooled: Counter[str] = Counter()
    for number in range(3_000):
        given = case(f"control {number}")
        ids = {question.id for question in given.clean.questions}
        if not given.mutant.accept and accepts(given.mutant.filename, given.mutant.data, ids):
            fooled[given.family] += 1
    assert len(fooled) >= 8, fooled


def test_a_file_larger_than_the_caps_is_refused(tmp_path: Path) -> None:
    clean = standard(Random(7))
    rows = written(Random(7), clean)[1]
    logs = (Random(n).randbytes(10_000).hex().encode() + b"0" * 480_000 for n in range(276))
    unpacked = b"".join(b'{"id":"q%d","prediction":"A","log":"%s"}\n' % (n, log) for n, log in enumerate(logs))
    assert len(unpacked) > 129 << 20
    packed = gzip.compress(unpacked, 1)
    assert len(unpacked) / 100 < len(packed) < MOST
    for name, data, code in (
        ("p.jsonl", rows + b" " * (33 << 20), "E_TOO_LARGE"),
        ("p.jsonl.gz", packed, "E_TOO_LARGE"),
    ):
        report = check(tmp_path, clean, name, data)[0].report
        assert not report.ok and code in report.counts, (name, report.counts)


# Files that cost as much as they can: what they hold at the largest size that may be sent.
MOST = 32 << 20
HOSTILE: dict[str, Callable[[], tuple[str, bytes]]] = {
    "brackets": lambda: ("p.json", b"[" * (MOST - 1)),
    "brackets on a line": lambda: ("p.jsonl", b'{"id":' + b"[" * (MOST - 99)),
    "one line of escapes": lambda: ("p.jsonl", b'{"id":"q1","prediction":"' + b"\\u0041" * (MOST // 6 - 9) + b'"}'),
    "one line of values": lambda: ("p.jsonl", b'{"id":"q1","x":[' + b'"ab",' * (MOST // 5 - 9) + b"1]}"),
    "an array of tiny rows": lambda: ("p.json", b"[" + b"7," * (MOST // 2 - 9) + b"7]"),
    "tiny rows": lambda: ("p.jsonl", b"7\n" * (MOST // 2 - 9)),
    "rows with a field twice": lambda: ("p.json", b"[" + b'{"a":1,"a":1},' * (MOST // 14 - 9) + b"7]"),
    "a mapping": lambda: ("p.json", b"{" + b",\n".join(b'"%07d":1' % n for n in range(MOST // 13)) + b"}"),
    "fields of other names": lambda: ("p.jsonl", b"".join(b'{"id":"q","x%06d":1}\n' % n for n in range(MOST // 24))),
    "one row of many fields": lambda: (
        "p.jsonl",
        b'{"id":"q"' + b"".join(b',"%d":1' % n for n in range(999_999)) + b"}",
    ),
    "long unknown ids": lambda: ("p.jsonl", (b'{"id":"' + b"u" * 100_000 + b'","prediction":"A"}\n') * 330),
    "a wide header": lambda: ("p.csv", b"id,prediction" + b"," * (MOST - 99) + b"\n"),
    "one quote": lambda: ("p.csv", b'id,prediction\nq1,"' + b"x\n" * (MOST // 2 - 99)),
    "one row of many cells": lambda: ("p.csv", b"id,prediction\n" + b'"a\n",' * (MOST // 5 - 99) + b"\n"),
    "blank lines": lambda: ("p.jsonl", b'{"id":"q1","prediction":"A"}\n' + b"\n" * (MOST - 99)),
    "bare CR": lambda: ("p.csv", b"id,prediction\r" + b"q1,A\r" * (MOST // 5 - 99)),
    "broken bytes": lambda: ("p.jsonl", b"\xff\n" * (MOST // 2 - 99)),
    "half tokens": lambda: ("p.jsonl", (b'{"id":"q1","prediction":"' + b"-eyJ" * 24_999 + b'"}\n') * 330),
}
DAILY = (
    "brackets",
    "one line of values",
    "an array of tiny rows",
    "rows with a field twice",
    "a wide header",
    "half tokens",
)
CHILD = """
import sys, time
from pathlib import Path
from board.types import Question
from validator.validate import validate
options = dict.fromkeys("ABCD", "")
questions = [Question(f"q{n}", "VMR", "choice", options=options) for n in range(6)]
start = time.process_time()
report = validate(Path(sys.argv[1]), "vsi_super_wild", questions=questions)
# ru_maxrss would count the process that started this one; the high-water mark of the status file does not.
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(report.ok, time.process_time() - start, int(peak) / 1024)
"""


def cost(folder: Path, name: str) -> tuple[bool, float, float]:
    """Whether a hostile file is accepted, its seconds of processor, and the most memory (MiB) of the process."""
    filename, data = HOSTILE[name]()
    assert len(data) <= MOST
    file = folder / filename
    file.write_bytes(data)
    del data
    command = [sys.executable, "-c", CHILD, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=REPOSITORY)
    ok, seconds, mebibytes = done.stdout.split()
    return ok == "True", float(seconds), float(mebibytes)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in DAILY else pytest.mark.nightly) for name in HOSTILE]
)
def test_the_most_expensive_file_is_refused_soon_and_in_little_memory(name: str, tmp_path: Path) -> None:
    ok, seconds, mebibytes = cost(tmp_path, name)
    assert not ok
    assert seconds < 60
    assert mebibytes < 512


def test_a_file_that_means_the_same_scores_the_same(tmp_path: Path) -> None:
    """A sample of the accepted cases through the scorer: the Result is the same, byte for byte."""
    n = 0
    for number in range(400):
        given = case(f"scored {number}")
        if not given.mutant.same or given.clean.questions[0].kind == "text":
            continue
        key = write_data(tmp_path / "data", given.clean, Random(number))
        file = tmp_path / given.mutant.filename
        original = written(Random(0), given.clean)
        file.write_bytes(given.mutant.data)
        mutated = score_file(file, BENCHMARK, data=tmp_path / "data", key=key, mode=given.clean.mode).result
        (tmp_path / original[0]).write_bytes(original[1])
        clean = score_file(tmp_path / original[0], BENCHMARK, data=tmp_path / "data", mode=given.clean.mode).result
        assert clean is not None and mutated is not None
        assert result_json(mutated) == result_json(clean), f"{given.name} {number}"
        n += 1
    assert n > 50


def write_data(folder: Path, clean: Clean, random: Random) -> Path:
    """A data folder with the questions of a clean file and a random key; returns the key."""
    folder.mkdir(exist_ok=True)
    questions, key = "", ""
    for question in clean.questions:
        row = {"id": question.id, "task": question.task, "kind": question.kind, "options": question.options}
        answer = random.randint(0, 40) if question.options is None else random.choice(sorted(question.options))
        questions += json.dumps(row) + "\n"
        key += json.dumps({"id": question.id, "answer": answer}) + "\n"
    (folder / "questions.jsonl").write_text(questions, encoding="utf-8")
    (folder / "key.jsonl").write_text(key, encoding="utf-8")
    return folder / "key.jsonl"
