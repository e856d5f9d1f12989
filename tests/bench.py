"""``make bench``: speed as paired ratios in one process, medians of CPU time; memory as the peak of a whole process.

Absolute times mean little on a shared machine; a ratio of two things timed in turn in the same process holds to about
30 %. The baseline is what a careful author of a board would write: ``json.loads``, one pydantic model a row, and the
same rules (known id, order and label, no duplicate, nothing missing), rows kept for scoring.
"""

import csv
import gzip
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from benchmarks import load_benchmark
from board.checklists import credit_checklists, lay_out
from board.metrics.nested import nest, nested_mean
from board.types import ChecklistQuestion, Question, Report
from tests.bench_judge import bench_judge
from tests.bench_site import bench_table
from tests.bench_statistics import bench_shuffle_report, bench_statistics
from tests.timing import ROUNDS, cpu, ratio, say
from validator.answers.choice import read_choice
from validator.validate import check_file

REPOSITORY = Path(__file__).parent.parent
BENCHMARK = load_benchmark("vsi_super_wild")
ORDERS = ["".join(order) for order in permutations("ABCD")]
Row = dict[str, Any]


class Strict(BaseModel):
    """A row as the baseline reads it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: str
    prediction: str | int | None
    order: str | None = None


def write_questions(folder: Path, n_choice: int, n_count: int) -> list[str]:
    """A data folder shaped like the release; returns the ids, choices first."""
    folder.mkdir()
    rows, ids = [], []
    for n in range(n_choice + n_count):
        choice = n < n_choice
        id = f"Z7ta3z{n:05d}_back.mp4|{n % 9}|{'VMR' if choice else 'VOC'}|0"
        options = {label: f"Frame {label} → Frame 2 → Frame 1 → Frame 4" for label in "ABCD"} if choice else None
        kind = "choice" if choice else "count"
        text = "At the indicated moment in this clip, which direction is the camera moving?"
        rows.append({"id": id, "task": id[-5:-2], "kind": kind, "question": text, "options": options})
        ids.append(id)
    write_rows(folder / "questions.jsonl", rows)
    return ids


def write_rows(file: Path, rows: Iterable[Row | str]) -> Path:
    """Rows as JSONL; a string is a line as it stands."""
    with file.open("w", encoding="utf-8") as handle:
        for row in rows:
            handle.write((row if isinstance(row, str) else json.dumps(row)) + "\n")
    return file


def shuffled_rows(ids: list[str], seed: int = 0) -> Iterator[Row]:
    """Shuffle24 rows with random labels."""
    rng = random.Random(seed)
    return ({"id": id, "order": order, "prediction": rng.choice("ABCD")} for id in ids for order in ORDERS)


def read_and_split(file: Path) -> int:
    """The floor: read the text and split it into lines."""
    return len(file.read_text(encoding="utf-8").split("\n"))


def baseline(rows: Iterable[Any], known: set[str], orders: set[str | None], n: int) -> list[Strict]:
    """One pydantic model a row, and the rules."""
    seen: set[tuple[str, str | None]] = set()
    kept = []
    for fields in rows:
        row = Strict.model_validate(fields)
        key = (row.id, row.order)
        if row.id not in known or row.order not in orders or key in seen:
            raise ValueError(key)
        if isinstance(row.prediction, str) and row.prediction not in ("A", "B", "C", "D"):
            raise ValueError(row.prediction)
        seen.add(key)
        kept.append(row)
    if len(seen) != n:
        raise ValueError(f"{n - len(seen)} rows are missing")
    return kept


def json_rows(file: Path) -> Iterator[Any]:
    """Rows of a JSONL file with the standard library."""
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def csv_rows(file: Path) -> Iterator[Any]:
    """Rows of a CSV file with DictReader."""
    with file.open(encoding="utf-8", newline="") as handle:
        yield from csv.DictReader(handle)


def check(file: Path, data: Path) -> Report:
    """Our check, questions read included."""
    return check_file(file, BENCHMARK, data).report


def child_cpu(*command: str) -> float:
    """CPU seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def child_peak_mib(*command: str) -> float:
    """Peak memory of a whole process in MiB, told by the process itself."""
    code = (
        "import sys; from validator.__main__ import main; code = main(sys.argv[1:]); "
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]; "
        "print(code, *peak, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], cwd=REPOSITORY, capture_output=True, text=True)
    code_text, peak = done.stderr.split()[-2:]
    if code_text != "0":
        raise RuntimeError(done.stdout[-2000:])
    return int(peak) / 1024


def bench_shuffle24(folder: Path) -> None:
    """140,808 Shuffle24 rows: against the baseline, the floor, and files with faults."""
    data = folder / "shuffle"
    ids = write_questions(data, 5867, 0)
    rows = list(shuffled_rows(ids))
    clean = write_rows(folder / "clean.jsonl", rows)
    one = write_rows(folder / "one.jsonl", [*rows[:70_000], {**rows[70_000], "prediction": "E"}, *rows[70_001:]])
    broken = write_rows(folder / "broken.jsonl", [*rows[:70_000], '{"id": ', *rows[70_001:]])
    bad = write_rows(folder / "bad.jsonl", [{**row, "prediction": "E"} for row in rows])
    n, known, orders = len(rows), set(ids), set(ORDERS)
    del rows
    faster = ratio(lambda: baseline(json_rows(clean), known, {*orders}, n), lambda: check(clean, data), rounds=5)
    say("Shuffle24, 140,808 rows: times faster than json + pydantic", faster, "x", ">= 10", faster >= 10)
    floor = ratio(lambda: check(clean, data), lambda: read_and_split(clean))
    say("  multiple of read + split", floor, "x", "<= 8", floor <= 8)
    for name, file, goal in (
        ("one bad label", one, 1.2),
        ("one broken line", broken, 1.2),
        ("all labels bad", bad, 5.0),
    ):
        times = ratio(lambda file=file: check(file, data), lambda: check(clean, data))  # type: ignore[misc]
        say(f"  {name}: multiple of the clean file", times, "x", f"<= {goal:g}", times <= goal)


def bench_csv(folder: Path) -> None:
    """A CSV of 140,808 Shuffle24 rows against DictReader + pydantic."""
    data = folder / "shuffle"
    ids = [json.loads(line)["id"] for line in (data / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    file = folder / "clean.csv"
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, ["id", "order", "prediction"])
        writer.writeheader()
        writer.writerows(shuffled_rows(ids))
    n, known, orders = len(ids) * 24, set(ids), set(ORDERS)
    faster = ratio(lambda: baseline(csv_rows(file), known, {*orders}, n), lambda: check(file, data), rounds=3)
    say("CSV, 140,808 rows: times faster than DictReader + pydantic", faster, "x", ">= 4", faster >= 4)


def bench_process(folder: Path) -> None:
    """``check`` of 6,980 rows as a whole process, and the peak of a million rows."""
    data = folder / "release"
    ids = write_questions(data, 5867, 1113)
    rows = [{"id": id, "prediction": "ABCD"[n % 4] if "VMR" in id else n % 40} for n, id in enumerate(ids)]
    file = write_rows(folder / "release.jsonl", rows)
    command = (sys.executable, "-m", "validator", "check", "vsi_super_wild", str(file), "--data", str(data))
    pairs = [(child_cpu(*command), child_cpu(sys.executable, "-c", "pass")) for _ in range(ROUNDS + 1)][1:]
    times = statistics.median(ours / bare for ours, bare in pairs)
    say("check of 6,980 rows: CPU of a bare python -c pass", times, "x", "<= 12", times <= 12)
    many = folder / "million"
    ids = write_questions(many, 41_667, 0)
    packed = folder / "million.jsonl.gz"
    with gzip.open(packed, "wt", encoding="utf-8", compresslevel=3) as handle:
        handle.writelines(json.dumps(row) + "\n" for row in shuffled_rows(ids))
    peak = child_peak_mib("check", "vsi_super_wild", str(packed), "--data", str(many))
    say("1,000,008 rows as .jsonl.gz: peak of the whole process", peak, "MiB", "<= 64", peak <= 64)


def bench_reader() -> None:
    """The reader of free text: bare labels, and how its time grows with the length of an answer."""
    options = {"A": "forward", "B": "backward", "C": "left", "D": "right"}
    answers = ["A", "b", "C.", "(D)", "B)", "a"] * 20_000
    seconds = statistics.median(cpu(lambda: [read_choice(text, options) for text in answers]) for _ in range(5))
    rate = len(answers) / seconds
    say("free-text reader: bare labels a second", rate, "/s", ">= 200,000", rate >= 200_000)
    worst = 0.0
    for shape in ("the answer is B or ", "<think>", "((((", "**", "\\boxed{", "A. B. ", "answer: ", '"', "\n(A) "):
        short, long = shape * (20_000 // len(shape)), shape * (80_000 // len(shape))
        growth = ratio(lambda: read_choice(long, options), lambda: read_choice(short, options), rounds=5)  # noqa: B023
        worst = max(worst, growth)
    say("  answer 4 times as long: worst growth over 9 shapes", worst, "x", "<= 6", worst <= 6)


ABILITIES = (
    "summary",
    "object_reference",
    "memory_recall",
    "answer_refusal",
    "topic_shifting",
    "proactive_interaction",
)
Nested = dict[str, dict[str, dict[str, list[dict[str, str]]]]]


def judged_dialogues(seed: int = 0) -> tuple[Nested, list[Question], list[tuple[ChecklistQuestion, ...]]]:
    """987 dialogues with 5,805 judged answers: ability → dialogue → round → replies; their questions; the same key.

    Each round has four "replies": what was expected, then those of three runs.
    """
    rng = random.Random(seed)
    replies: Nested = {}
    questions, checklists = [], []
    for number in range(987):
        ability, dialogue = ABILITIES[number % 6], f"video{number // 8}/{number}"
        for turn in range(1, 6 + (number < 870)):
            n = rng.choice((2, 3, 3, 4, 4, 5))
            runs = [{f"A{item}": rng.choice(("Yes", "Yes", "No")) for item in range(1, n + 1)} for _ in range(4)]
            replies.setdefault(ability, {}).setdefault(dialogue, {})[f"Round {turn}"] = runs
            questions.append(Question(f"{dialogue}/{turn}", ability, "text"))
            items = (ChecklistQuestion("?", "yes" if word == "Yes" else "no") for word in runs[0].values())
            checklists.append(tuple(items))
    return replies, questions, checklists


def released_loops(replies: Nested) -> float:
    """The released script's way from verdicts to the overall score: loops, positions, three roundings."""
    abilities = []
    for dialogues in replies.values():
        scores = []
        for rounds in dialogues.values():
            accs = []
            for expected, *runs in rounds.values():
                shares = []
                for run in runs:
                    matches = 0
                    for told, wanted in zip(run.values(), expected.values(), strict=False):
                        if str(told).lower() == str(wanted).lower():
                            matches += 1
                    shares.append(round(matches / len(run), 2))
                accs.append(round(sum(shares) / len(shares), 2))
            scores.append(round(sum(accs) / len(accs), 2))
        abilities.append(sum(scores) / len(scores))
    return sum(abilities) / len(abilities)


def bench_checklists() -> None:
    """5,805 judged answers, three repeats: from verdicts in memory to the credit of each answer and the nested mean."""
    replies, questions, checklists = judged_dialogues()
    laid = lay_out(checklists)
    nesting = nest([[question.task, question.id.rpartition("/")[0]] for question in questions])
    runs = [runs for dialogues in replies.values() for rounds in dialogues.values() for runs in rounds.values()]
    by_id = {id: place for place, id in enumerate(ids_of(replies))}
    words = [runs[by_id[question.id]] for question in questions]
    said = np.array(
        [[word == "Yes" for told in words for word in told[run].values()] for run in (1, 2, 3)], dtype=np.int8
    )

    def ours() -> float:
        return nested_mean(credit_checklists(said, laid).answers.tolist(), nesting)

    if abs(ours() - released_loops(replies)) > 0.005:
        raise RuntimeError("the two do not score the same answers")
    faster = ratio(lambda: released_loops(replies), lambda: [ours() for _ in range(20)]) * 20
    say(
        f"checklists, {len(questions):,} answers: times faster than the released loops",
        faster,
        "x",
        ">= 30",
        faster >= 30,
    )


def ids_of(replies: Nested) -> Iterator[str]:
    """The question ids in the order in which the loops meet them."""
    for dialogues in replies.values():
        for dialogue, rounds in dialogues.items():
            for name in rounds:
                yield f"{dialogue}/{name.removeprefix('Round ')}"


def main() -> None:
    """Run all of it."""
    print(f"paired ratios, medians of CPU time, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        bench_shuffle24(Path(folder))
        bench_csv(Path(folder))
        bench_process(Path(folder))
    bench_reader()
    bench_checklists()
    bench_statistics()
    bench_shuffle_report()
    bench_table()
    bench_judge()


if __name__ == "__main__":
    main()
