"""What must hold for every file: properties of the check and the score, tried on files that hypothesis makes up."""

import csv
import gzip
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmarks import load_benchmark
from board.errors import SubmissionError
from board.results import Result, result_json
from board.types import Issue, Report
from scorer.score import score_file
from validator.codes import CODES, severity
from validator.repair import repair
from validator.report import as_github, as_json, as_text
from validator.validate import validate

BENCHMARK = load_benchmark("vsi_super_wild")
LABELS = {f"walk{n}_front.mp4|{n}|VMR|0": ("ABCD", "ABCD", "ABC")[n % 3] for n in range(5)} | {
    "0007": "AB",
    "é-1": "ABCDE",
}
COUNTS = ("17", "Clip-2/e2/3", "c3")
GOLD: dict[str, Any] = {id: labels[-1] for id, labels in LABELS.items()} | {"17": 0, "Clip-2/e2/3": 12, "c3": 40}

few = settings(max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
many = settings(few, max_examples=400)

Row = dict[str, Any]
answers = st.fixed_dictionaries(
    {
        **{id: st.none() | st.sampled_from(labels) for id, labels in LABELS.items()},
        **{id: st.none() | st.integers(0, 60) | st.integers(0, 10**9) for id in COUNTS},
    }
)
spaces = st.text(" \t\r", max_size=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a key; files to check are written beside it."""
    data = tmp_path_factory.mktemp("properties") / "data"
    data.mkdir()
    options = {id: {label: f"the {label.lower()}th door" for label in labels} for id, labels in LABELS.items()}
    questions: list[Row] = [{"id": id, "task": "VMR", "kind": "choice", "options": options[id]} for id in LABELS]
    questions += [{"id": id, "task": "VOC", "kind": "count", "options": None} for id in COUNTS]
    key = [{"id": id, "answer": answer} for id, answer in GOLD.items()]
    for name, rows in (("questions", questions), ("key", key)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (data / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return data


def rows_of(given: dict[str, Any]) -> list[Row]:
    return [{"id": id, "prediction": answer} for id, answer in given.items()]


def jsonl(rows: Sequence[Row]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def as_csv(rows: Sequence[Row]) -> bytes:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(rows[0]))
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def put(folder: Path, name: str, data: bytes) -> Path:
    file = folder.parent / name
    file.write_bytes(data)
    return file


def score(folder: Path, name: str, data: bytes, mode: Any = "strict") -> Result:
    """The Result of a file that must be accepted."""
    scored = score_file(put(folder, name, data), BENCHMARK, data=folder, mode=mode)
    assert scored.result is not None, scored.report
    return scored.result


def headline(result: Result) -> float:
    assert result.headline.estimate is not None
    return result.headline.estimate


def spaced(value: Any, draw: Callable[[], str]) -> str:
    """JSON with drawn white space before and after every token."""
    if isinstance(value, dict):
        members = (f"{draw()}{json.dumps(name)}{draw()}:{spaced(part, draw)}" for name, part in value.items())
        return f"{draw()}{{{','.join(members)}}}{draw()}"
    if isinstance(value, list):
        return f"{draw()}[{','.join(spaced(part, draw) for part in value)}]{draw()}"
    return f"{draw()}{json.dumps(value)}{draw()}"


@few
@given(answers, st.data(), st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_form_of_a_file_changes_neither_score_nor_id(
    folder: Path, given: dict[str, Any], data: st.DataObject, level: int, random: Random
) -> None:
    """Row order, white space, gzip, CSV, array and JSONL: the Result is the same, byte for byte."""
    rows = rows_of(given)
    expected = result_json(score(folder, "p.jsonl", jsonl(rows)))
    random.shuffle(rows)
    pool = data.draw(st.lists(spaces, min_size=1, max_size=40))
    array = spaced(rows, lambda: random.choice(pool).replace("\r", "\n")).encode()
    lines = "\n".join(spaced(row, lambda: random.choice(pool)) for row in rows).encode()
    for name, content in (("p.jsonl", jsonl(rows)), ("p.json", array), ("p.jsonl", lines), ("p.csv", as_csv(rows))):
        assert result_json(score(folder, name, content)) == expected
        assert result_json(score(folder, f"{name}.gz", gzip.compress(content, level))) == expected


@few
@given(answers, st.randoms(use_true_random=False))
def test_the_form_of_raw_output_changes_nothing_in_mode_rules(
    folder: Path, given: dict[str, Any], random: Random
) -> None:
    said = ('He said "B",\nnot A', "(C)", "about 12, or so", "\u2028 D \U0001f600", "a\r\nb", None)
    rows = [{**row, "raw_output": random.choice(said)} for row in rows_of(given)]
    expected = result_json(score(folder, "p.jsonl", jsonl(rows), "rules"))
    random.shuffle(rows)
    for name, content in (("p.json", json.dumps(rows).encode()), ("p.csv", as_csv(rows))):
        assert result_json(score(folder, name, content, "rules")) == expected


@few
@given(answers, st.sampled_from(sorted(GOLD)))
def test_a_right_answer_more_never_lowers_the_score(folder: Path, given: dict[str, Any], id: str) -> None:
    before = headline(score(folder, "p.jsonl", jsonl(rows_of(given))))
    after = headline(score(folder, "p.jsonl", jsonl(rows_of({**given, id: GOLD[id]}))))
    assert after >= before
    assert (after > before) == (given[id] != GOLD[id])


@few
@given(answers)
def test_the_score_lies_between_0_and_1_and_is_1_only_where_all_is_right(folder: Path, given: dict[str, Any]) -> None:
    result = score(folder, "p.jsonl", jsonl(rows_of(given)))
    assert 0 <= headline(result) <= 1
    assert (headline(result) == 1) == (given == GOLD)


@few
@given(st.fixed_dictionaries({id: st.none() | st.text(max_size=60) | st.sampled_from("ABCDE") for id in GOLD}))
def test_any_text_is_accepted_in_mode_rules_and_scores_between_0_and_1(folder: Path, given: dict[str, Any]) -> None:
    rows = [{"id": id, "prediction": None, "raw_output": said} for id, said in given.items()]
    assume(not any("\0" in (row["raw_output"] or "") for row in rows))
    result = score(folder, "p.jsonl", jsonl(rows), "rules")
    assert 0 <= headline(result) <= 1
    buckets = next(row for row in result.estimates if (row.metric, row.facet, row.mode) == ("score", "all", "rules"))
    assert buckets.n == len(GOLD)
    assert buckets.n_unanswered + buckets.n_unparsed <= buckets.n


# Any bytes at all. The oracle is a second reading of the rulebook, slow and plain.


def well_formed(data: bytes, suffix: str) -> bool:
    """True where the bytes are one good row for each question, by the standard library and the rulebook."""
    try:
        text = data.decode().removeprefix("\ufeff")
        rows = read_csv(text) if suffix == ".csv" else read_json(text)
    except (ValueError, KeyError, TypeError, csv.Error):
        return False
    return sorted(id for id, _ in rows) == sorted(GOLD) and all(is_answer(id, answer) for id, answer in rows)


def read_json(text: str) -> list[tuple[str, Any]]:
    if text.lstrip(" \t\r\n").startswith("["):
        rows = loads(text)
    else:
        rows = [loads(line) for line in text.split("\n") if line.strip(" \t\r")]
    if not all(isinstance(row, dict) and row.get("order") is None for row in rows):
        raise ValueError("not rows")
    if not all(row.get("raw_output") is None or isinstance(row["raw_output"], str) for row in rows):
        raise ValueError("raw_output of a wrong type")
    return [(str(row["id"]) if type(row["id"]) is int else row["id"], row["prediction"]) for row in rows]


def loads(text: str) -> Any:
    def pairs(members: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(members)) < len(members):
            raise ValueError("a field twice")
        return dict(members)

    def constant(name: str) -> Any:
        raise ValueError(name)

    value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    if "\\u0000" in json.dumps(value):
        raise ValueError("NUL")
    json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair cannot be written
    return value


def read_csv(text: str) -> list[tuple[str, Any]]:
    if "\0" in text:
        raise ValueError("NUL")
    header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows = [row for row in rows if row]
    if len(set(header)) < len(header) or any(len(row) != len(header) for row in rows):
        raise ValueError("not a table")
    table = [dict(zip(header, row, strict=True)) for row in rows]
    if any(row.get("order") for row in table):
        raise ValueError("an order")
    return [(row["id"], row["prediction"] or None) for row in table]


def is_answer(id: str, answer: Any) -> bool:
    if answer is None:
        return True
    if id in LABELS:
        return isinstance(answer, str) and len(answer.strip()) == 1 and answer.strip(" \t\n\r\v\f") in LABELS[id]
    if isinstance(answer, str):
        digits = answer.strip(" \t\n\r\v\f")
        return digits.isascii() and digits.isdigit() and int(digits) <= 10**9
    return type(answer) is int and 0 <= answer <= 10**9


PIECES = (
    *(bytes([byte]) for byte in b"{}[]:,\"'\\\n\r\t \0/-+.0129eABCx"),
    *(b"\xff", b"\xc3", b"\xa9", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xc2\xa0", b"\x0c", b"\x1f\x8b"),
    *(
        b"\\u0041",
        b"\\ud800",
        b"\\u0000",
        b"null",
        b"NaN",
        b"true",
        b'"id"',
        b'"prediction"',
        b'"order"',
        b"\r\n",
        b"\n\n",
    ),
    *(b'"raw_output":', b'"x":1,', b"1e400", b"{}", b"[]", b'""', b'\\"', b"id,prediction", b"[[[[[[[["),
)
edits = st.lists(
    st.tuples(
        st.sampled_from(("insert", "delete", "replace", "copy", "cut")), st.floats(0, 1), st.sampled_from(PIECES)
    ),
    min_size=1,
    max_size=3,
)


def edit(data: bytes, kind: str, where: float, piece: bytes) -> bytes:
    at = int(where * len(data))
    if kind == "copy":
        return data[:at] + data[at : at + len(piece) * 7] + data[at:]
    if kind == "cut":
        return data[: len(data) - len(piece)]
    gone = {"insert": 0, "delete": 1, "replace": len(piece)}[kind]
    return data[:at] + (b"" if kind == "delete" else piece) + data[at + gone :]


@many
@given(answers, st.sampled_from((".jsonl", ".json", ".csv")), edits, st.booleans())
def test_a_file_edited_at_random_is_accepted_only_where_it_is_still_well_formed(
    folder: Path, given: dict[str, Any], suffix: str, changes: list[tuple[str, float, bytes]], packed: bool
) -> None:
    rows = rows_of(given)
    data = {".jsonl": jsonl(rows), ".json": json.dumps(rows).encode(), ".csv": as_csv(rows)}[suffix]
    for change in changes:
        data = edit(data, *change)
    name, content = (f"p{suffix}.gz", gzip.compress(data)) if packed else (f"p{suffix}", data)
    report = validate(put(folder, name, content), BENCHMARK, questions=folder)
    assert report.ok == well_formed(data, suffix), data
    show(report, folder.parent / name)


@many
@given(
    st.binary(max_size=200) | st.text(max_size=80).map(str.encode), st.sampled_from(("p.jsonl", "p.json", "p.csv", "p"))
)
def test_any_bytes_are_refused_with_a_reason(folder: Path, data: bytes, name: str) -> None:
    report = validate(put(folder, name, data), BENCHMARK, questions=folder)
    assert not report.ok
    assert any(issue.severity == "error" and issue.message and issue.fix for issue in report.issues)
    show(report, folder.parent / name)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(sorted(GOLD)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("id", "prediction", "raw_output", "order", "x")) | st.text(max_size=5), inner
        )
    ),
    max_leaves=12,
)


@many
@given(json_values, st.sampled_from(("strict", "rules", "official")), st.sampled_from(("p.jsonl", "p.json")))
def test_any_json_is_read_without_a_crash_in_every_mode(folder: Path, value: Any, mode: Any, name: str) -> None:
    rows = value if isinstance(value, list) and name == "p.jsonl" else [value]
    text = "\n".join(map(json.dumps, rows)) if name == "p.jsonl" else json.dumps(value)
    report = validate(put(folder, name, text.encode()), BENCHMARK, questions=folder, mode=mode)
    assert not report.ok or mode == "official"
    show(report, folder.parent / name)


def show(report: Report, file: Path) -> None:
    """The report in all its forms: shown without control characters, and nothing lost in JSON."""
    text = as_text(report, file, "a title")
    assert all(line.isprintable() for line in text.split("\n"))
    assert len(as_text(report, file, "a title", show_all=True)) >= len(text) - 200
    assert json.loads(as_json(report).encode())["issues"] == [issue._asdict() for issue in report.issues]
    lines = as_github(report, file).encode().decode().split("\n")
    assert [line.startswith(f"::{issue.severity} ") for line, issue in zip(lines, report.issues, strict=False)] == [
        True
    ] * len(report.issues)


places = st.none() | st.integers(1, 6) | st.integers(1, 10**9)
issues = st.builds(
    lambda code, message, fix, row, line, column, id: Issue(code, severity(code), message, fix, row, line, column, id),
    *(st.sampled_from(sorted(CODES)), st.text(max_size=80), st.text(max_size=30), places, places, places),
    st.none() | st.text(max_size=20),
)


@many
@given(st.lists(issues, max_size=6), st.binary(max_size=300), st.sampled_from(("p.jsonl", "p.csv", "p.gz", "-: ,\n.x")))
def test_any_report_can_be_shown(folder: Path, found: list[Issue], content: bytes, name: str) -> None:
    found.sort(key=lambda issue: list(CODES).index(issue.code))
    counts = {issue.code: 1 + sum(other.code == issue.code for other in found) for issue in found}
    ok = not any(issue.severity == "error" for issue in found)
    stake = dict.fromkeys(counts, 12.5)
    report = Report(ok, "b", "v\x1b1", "strict", "standard", 3, 0.5, counts, bool(found), tuple(found), stake)
    show(report, put(folder, name, content))


said = st.sampled_from(
    (
        "(b).",
        "**A**",
        "a",
        "the bth door",
        '{"answer": "A"}',
        "1,234",
        "twelve",
        "3.0",
        "I think A",
        "not A",
        "E",
        " B ",
    )
)
any_answer = (
    said | st.none() | st.text(max_size=10) | st.integers(-5, 10**12) | st.floats() | st.booleans() | st.just("A")
)
any_rows = st.lists(
    st.fixed_dictionaries(
        {"id": st.sampled_from((*sorted(GOLD), "nobody", 17, 7)), "prediction": any_answer},
        optional={
            "raw_output": said | st.none() | st.integers(),
            "order": st.none() | st.sampled_from(("ABCD", "x", 5)),
        },
    ),
    min_size=1,
    max_size=12,
)


@many
@given(any_rows, st.booleans())
def test_repair_touches_no_id_adds_no_row_and_makes_nothing_worse(folder: Path, rows: list[Row], whole: bool) -> None:
    if whole:
        rows = [{**row, "id": id} for row, id in zip(rows * len(GOLD), GOLD, strict=False)]
    text = "".join(json.dumps(row) + "\n" for row in rows).replace("NaN", "1e400").replace("Infinity", "1e400")
    file, out = put(folder, "p.jsonl", text.encode()), folder.parent / "repaired.jsonl"
    out.unlink(missing_ok=True)
    before = validate(file, BENCHMARK, questions=folder)
    try:
        done = repair(file, folder, out)
    except SubmissionError:
        # A row that cannot be read at all is never left out in silence.
        assert not before.ok and not out.exists()
        assert {"E_NUL", "E_FIELDS", "E_ID_TYPE", "E_NUMBER_TOO_LONG"} & set(before.counts)
        return
    repaired = [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n")[:-1]]
    assert [row["id"] for row in repaired] == [row["id"] for row in rows]
    assert [row.get("order") for row in repaired] == [row.get("order") for row in rows]
    assert done.rows == len(rows) and len(done.changes) <= done.rows
    after = validate(out, BENCHMARK, questions=folder)
    assert n_faults(after) <= n_faults(before)
    assert not before.ok or after.ok
    again = folder.parent / "again.jsonl"
    again.unlink(missing_ok=True)
    assert repair(out, folder, again).changes == []


def n_faults(report: Report) -> int:
    return sum(n for code, n in report.counts.items() if code.startswith("E_"))
