"""The worked cases of the rulebook, areas file and ids, through the public check: accept or refuse, rows, hints."""

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import load_benchmark
from board.types import Question, Report
from validator.validate import check_file

OPTIONS = {"A": "one", "B": "two", "C": "three", "D": "four"}


def cases(shared: Path, *areas: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (shared / "cases" / "open.jsonl").read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["area"] in areas]


def content(given: dict[str, Any]) -> bytes:
    if "text" in given:
        return str(given["text"]).encode("utf-8")
    if "bytes_b64" in given:
        return base64.b64decode(given["bytes_b64"])
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as book:
        book.writestr("xl/workbook.xml", "<workbook/>")
    return packed.getvalue()


def check(folder: Path, name: str, data: bytes, ids: list[str], kind: str = "text") -> Report:
    file = folder / name
    file.write_bytes(data)
    options = OPTIONS if kind == "choice" else None
    questions = [Question(id, "VMR", kind, options=options) for id in ids]  # type: ignore[arg-type]
    return check_file(file, load_benchmark("vsi_super_wild"), questions).report


def test_every_file_case_is_accepted_or_refused_as_the_rulebook_says(shared: Path, tmp_path: Path) -> None:
    wrong: list[Any] = []
    for case in cases(shared, "file"):
        given, expected = case["input"], case["expected"]
        report = check(tmp_path, given["filename"], content(given), given["gold_ids"])
        told = (report.ok, report.rows if report.ok else None)
        if told != (expected["accept"], expected.get("rows")):
            wrong.append((case["id"], told, expected, report.issues[:2]))
        if expected.get("error") and expected["error"] not in report.counts:
            wrong.append((case["id"], dict(report.counts), expected))
        wrong += [
            (case["id"], warning) for warning in expected.get("warn", []) if warning[:12] not in str(report.counts)
        ]
    assert not wrong


def submitted_rows(case: dict[str, Any]) -> list[dict[str, Any]] | None:
    rows = case["input"].get("submitted")
    return rows if isinstance(rows, list) else None


def test_every_id_case_is_accepted_or_refused_as_the_rulebook_says(shared: Path, tmp_path: Path) -> None:
    wrong: list[Any] = []
    for case in cases(shared, "ids"):
        rows = submitted_rows(case)
        if rows is None:
            continue  # dialogue and Shuffle24 cases: below
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")
        report = check(tmp_path, "p.jsonl", lines, case["input"]["gold_ids"])
        expected = case["expected"]
        if report.ok != expected["accept"]:
            wrong.append((case["id"], report))
        exact = expected.get("error", "") in ("E_MISSING", "E_UNKNOWN", "E_DUPLICATE", "E_FIELDS")
        if exact and expected["error"] not in report.counts:
            wrong.append((case["id"], report))
        if "unknown" in expected:
            named = [issue.question_id for issue in report.issues if issue.code == "E_UNKNOWN"]
            wrong += [] if named == expected["unknown"] else [(case["id"], named)]
        if "missing" in expected:
            named = [issue.question_id for issue in report.issues if issue.code == "E_MISSING"]
            wrong += [] if named == expected["missing"] else [(case["id"], named)]
    assert not wrong


@pytest.mark.parametrize(
    ("row", "gold", "hint"),
    [
        ({"id": 7, "prediction": "A"}, "0007", "leading zeros lost"),
        ({"id": " 0007", "prediction": "A"}, "0007", "spaces"),
        ({"id": "cafe\u0301-1", "prediction": "A"}, "caf\u00e9-1", "Unicode"),
        ({"id": "Frame-1", "prediction": "A"}, "frame-1", "upper and lower case"),
        ({"id": "question-11x", "prediction": "A"}, "question-11", "did you mean"),
    ],
)
def test_an_unknown_id_says_what_was_probably_meant(row: dict[str, Any], gold: str, hint: str, tmp_path: Path) -> None:
    report = check(tmp_path, "p.jsonl", json.dumps(row, ensure_ascii=False).encode(), [gold, "other"])
    assert [hint in issue.fix for issue in report.issues if issue.code == "E_UNKNOWN"] == [True]


@pytest.mark.parametrize(
    ("header", "separator"), [('"id";"prediction"', "semicolons"), ('"id"\t"prediction"\r', "tabs")]
)
def test_a_quoted_header_with_another_separator_is_told_by_its_separator(
    header: str, separator: str, tmp_path: Path
) -> None:
    (issue,) = check(tmp_path, "p.csv", f'{header}\n"q1";"A, B"\n'.encode(), ["q1"]).issues
    assert (issue.code, issue.line, separator in issue.fix) == ("E_HEADER", 1, True)


@pytest.mark.parametrize("quote", ["", '"'])
def test_a_long_cell_counts_only_in_a_column_of_ours(quote: str, tmp_path: Path) -> None:
    long = quote + "x" * 150_000 + quote
    ignored = f"id,prediction,trace\nq1,A,{long}\n".encode()
    assert check(tmp_path, "p.csv", ignored, ["q1"]).counts == {"W_IGNORED_COLUMNS": 1}
    report = check(tmp_path, "p.csv", f"id,prediction\nq1,{long}\nq2,B,C\n".encode(), ["q1", "q2"])
    assert [(issue.code, issue.row) for issue in report.issues[:2]] == [("E_ROW_WIDTH", 2), ("E_TOO_LONG", 1)]


def test_a_number_of_any_length_is_an_id_where_its_digits_are(tmp_path: Path) -> None:
    report = check(tmp_path, "p.jsonl", b'{"id": 1%s, "prediction": "A"}' % (b"0" * 30), ["1" + "0" * 30])
    assert (report.ok, dict(report.counts)) == (True, {"W_INT_IDS": 1})


def shuffled(orders: list[str], id: str = "s1") -> bytes:
    return "".join(json.dumps({"id": id, "order": order, "prediction": "B"}) + "\n" for order in orders).encode()


def test_shuffle24_is_all_or_nothing_and_names_the_missing_order(tmp_path: Path) -> None:
    from itertools import permutations

    orders = ["".join(order) for order in permutations("ABCD")]
    assert check(tmp_path, "p.jsonl", shuffled(orders), ["s1"], "choice").ok
    report = check(tmp_path, "p.jsonl", shuffled(orders[:17] + orders[18:]), ["s1"], "choice")
    assert not report.ok
    assert [issue.message for issue in report.issues] == ["question 's1' has no row in order CDBA (18 of 24)"]
