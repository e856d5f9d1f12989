"""The docs are proved: codes, fields, metrics and commands are those of the code, and shown output is real output."""

import argparse
import importlib
import importlib.util
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import ROOT, benchmark_names, load_benchmark
from board.results import RESULT_CODES
from validator.card import FIELDS
from validator.codes import CODES
from validator.explain import explain

REPOSITORY = Path(__file__).parent.parent
DOCS = sorted((REPOSITORY / "docs").glob("*.md"))
PAGES = [REPOSITORY / "README.md", REPOSITORY / "results" / "README.md", *DOCS]
OPTIONS = {"A": "forward", "B": "left", "C": "backward", "D": "right"}


def text_of(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def page_id(page: Path) -> str:
    return str(page.relative_to(REPOSITORY))


def fenced(text: str, *languages: str) -> list[list[str]]:
    """The lines of every fenced block of these languages."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block.splitlines() for language, block in found if language in languages]


def prose(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def commands(page: Path) -> Iterator[str]:
    """Every ``python -m`` command of a page's fenced blocks, continuation lines joined."""
    for block in fenced(page.read_text(encoding="utf-8"), "console", "sh", "bash", "shell"):
        for line in "\n".join(block).replace("\\\n", " ").splitlines():
            command = line.strip().removeprefix("$ ").strip()
            if re.match(r"(\.venv/bin/)?python3? -m ", command):
                yield command


def words_of(command: str) -> list[str]:
    """The words up to a pipe, a redirection or a second command."""
    words = shlex.split(command, comments=True)
    end = next((place for place, word in enumerate(words) if word in ("|", ">", ">>", "&&", ";")), len(words))
    return words[:end]


def parser_of(module: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = importlib.import_module(f"{module}.__main__")._parser()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                command.allow_abbrev = False
    return parser


# errors.md


def test_every_code_has_a_section_in_errors_md_in_the_order_of_the_code_and_no_section_is_left_over() -> None:
    sections = re.findall(r"^## (.+)$", text_of("docs/errors.md"), re.MULTILINE)
    assert sections == [*CODES, *RESULT_CODES]


def test_every_section_of_errors_md_shows_an_example_and_says_more_than_a_heading() -> None:
    for section in re.split(r"^## ", text_of("docs/errors.md"), flags=re.MULTILINE)[1:]:
        code = section.split("\n", 1)[0]
        assert re.search(r"^    \S", section, re.MULTILINE), f"{code} has no example"
        assert len(section.split()) > 15, f"{code} is not explained"


def test_the_list_at_the_top_of_errors_md_links_to_every_code() -> None:
    links = re.findall(r"\[([EW]_[A-Z_]+)\]\(#([a-z_]+)\)", text_of("docs/errors.md"))
    assert [code for code, _ in links] == [*CODES, *RESULT_CODES]
    assert all(anchor == code.lower() for code, anchor in links)


# metrics.md


def explained_in(name: str) -> Path:
    """Where the numbers of a benchmark are explained: in metrics.md, else in the card of its own folder."""
    page = REPOSITORY / "docs" / "metrics.md"
    told = f"# {load_benchmark(name).title}\n" in page.read_text(encoding="utf-8")
    return page if told else ROOT / name / "card.md"


def explanation(name: str) -> str:
    """The part of that page that is about the benchmark, from its title to the next one."""
    page = explained_in(name).read_text(encoding="utf-8")
    parts = re.split(r"^# ", page, flags=re.MULTILINE)
    return next((part for part in parts if part.startswith(f"{load_benchmark(name).title}\n")), "")


@pytest.mark.parametrize("name", benchmark_names())
def test_every_metric_and_every_facet_with_its_values_stands_in_metrics_md_or_in_the_card(name: str) -> None:
    benchmark, text = load_benchmark(name), explanation(name)
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert [metric.name for metric in benchmark.metrics if metric.name not in headings] == []
    rows = [row for row in map(cells, text.splitlines()) if len(row) == 3]
    facets = {facet: row[1] for row in rows for facet in re.findall(r"`(\w+)`", row[0])}
    for facet in benchmark.facets:
        assert facet.name in facets, f"facet {facet.name} is not in the table of facets"
        assert [value for value in facet.values if value not in facets[facet.name]] == []
    assert [task.name for task in benchmark.tasks if task.name not in facets["task"]] == []


def test_the_worked_overall_score_is_the_mean_over_questions_of_the_published_row() -> None:
    text = text_of("docs/metrics.md")
    counts = load_benchmark("vsi_super_wild").data_versions[0].counts
    rows = [row for row in map(cells, text.splitlines()) if len(row) == 4 and row[0] in counts]
    told = {task: (int(n.replace(",", "")), float(percent)) for task, n, percent, _ in rows}
    assert {task: n for task, (n, _) in told.items()} == counts
    mean = sum(n * percent for n, percent in told.values()) / sum(n for n, _ in told.values())
    assert f"{mean:.2f}" == "34.22" and "**34.22 %**" in text
    assert f"{sum(percent for _, percent in told.values()) / 4:.3f}" == "31.665" and "31.665 %" in text


# submitting.md


def test_every_field_of_the_card_stands_in_submitting_md_with_its_star_and_what_is_expected() -> None:
    rows = [row for row in map(cells, text_of("docs/submitting.md").splitlines()) if len(row) == 3]
    start = rows.index(["field", "meaning", "expected"]) + 2
    told = {row[0].split("`")[1]: row for row in rows[start : start + len(FIELDS)]}
    assert list(told) == list(FIELDS)
    for name, field in FIELDS.items():
        assert told[name][0].endswith("*") == field.required, f"{name}: the star is wrong"
        assert told[name][1].startswith(field.meaning) and told[name][2].startswith(field.expected), name


def test_the_table_of_answers_says_what_explain_says() -> None:
    rows = [row for row in map(cells, text_of("docs/submitting.md").splitlines()) if row[0] in ("choice", "count")]
    assert len(rows) >= 12
    for kind, quoted, read, why, official in rows:
        case: dict[str, Any] = {"id": 1, "kind": kind, "options": OPTIONS, "text": json.loads(quoted.strip("`"))}
        name = "label" if kind == "choice" else "value"
        found, released = explain(case, "rules"), explain(case, "official")
        assert shown(found[name]) == read, quoted
        assert (found["status"] if found[name] is None else " ".join([found["rule"], *found["tags"]])) == why, quoted
        assert shown(released[name]) == official, quoted


def shown(answer: object) -> str:
    return "—" if answer is None else str(answer)


# commands, output and links


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_command_names_an_existing_module_subcommand_and_options(page: Path) -> None:
    for command in commands(page):
        words = words_of(command)
        module, arguments = words[2], words[3:]
        assert importlib.util.find_spec(module) is not None, f"{command}: there is no module {module}"
        if module not in ("validator", "scorer", "benchmarks"):
            continue
        try:
            parser_of(module).parse_args(arguments)
        except SystemExit:
            pytest.fail(f"{page.name}: the parser of {module} refuses: {command}")


@pytest.mark.parametrize("arguments", ["check NAME FILE --submit card.json", "check NAME FILE --sub card.json", "chek"])
def test_an_unknown_or_shortened_option_or_subcommand_would_be_caught(arguments: str) -> None:
    with pytest.raises(SystemExit):
        parser_of("validator").parse_args(arguments.split())


def test_the_docs_hold_enough_commands_and_output_for_these_tests_to_mean_something() -> None:
    assert {words_of(command)[2] for page in PAGES for command in commands(page)} >= {
        "benchmarks",
        "scorer",
        "validator",
    }
    assert sum(len(fenced(page.read_text(encoding="utf-8"), "console")) for page in DOCS) >= 5


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_console_blocks_show_what_the_commands_really_print(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A fresh folder with nothing but the benchmarks: no imported data, so the sample is what is found.
    (tmp_path / "benchmarks").symlink_to(ROOT)
    monkeypatch.chdir(tmp_path)
    for block in fenced(page.read_text(encoding="utf-8"), "console"):
        for part in "\n".join(block).removeprefix("$ ").split("\n$ "):
            command, _, told = part.partition("\n")
            words = [found for word in words_of(command)[2:] for found in expanded(word)]
            importlib.import_module(f"{words[0]}.__main__").main(words[1:])
            # A … in the docs stands for anything, also for several lines.
            pattern = re.escape(told.rstrip("\n")).replace("…", "(?s:.*)")
            printed = re.sub(r"[ \t]+$", "", capsys.readouterr().out, flags=re.MULTILINE).rstrip("\n")
            assert re.fullmatch(pattern, printed), f"{command}\nprints\n{printed}\nbut {page.name} shows\n{told}"


def expanded(word: str) -> list[str]:
    """A word as the shell would expand it."""
    return sorted(str(path) for path in Path().glob(word)) if "*" in word else [word]


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_every_internal_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name} links to {target}, which does not exist"
        if anchor:
            assert anchor in anchors(file), f"{page.name} links to {target}, but there is no such heading"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: list[str] = []
    for heading in re.findall(r"^#+ (.+)$", prose(page.read_text(encoding="utf-8")), re.MULTILINE):
        found.append(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-"))
    again = {f"{anchor}-{n}" for anchor in found for n in range(1, found.count(anchor))}
    return {*found, *again}


def test_every_benchmark_that_metrics_md_explains_is_mentioned_in_the_readme() -> None:
    text = text_of("README.md")
    explained = [name for name in benchmark_names() if explained_in(name).parent.name == "docs"]
    assert explained
    assert [name for name in explained if name not in text or load_benchmark(name).title not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_no_page_names_a_folder_of_one_machine(page: Path) -> None:
    assert re.findall(r"(?<![\w.])/(?:work|home|root|tmp|Users)/\S*", page.read_text(encoding="utf-8")) == []


def test_the_map_in_the_readme_names_every_module() -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    floors = ("board", "benchmarks", "validator", "scorer", "space")
    files = [file for floor in floors for file in (REPOSITORY / floor).glob("*.py")]
    missing = [
        str(file.relative_to(REPOSITORY)) for file in files if not file.name.startswith("__") and file.name not in text
    ]
    assert missing == []


@pytest.mark.parametrize("module", ["validator", "scorer", "benchmarks", "space"])
def test_every_command_of_the_parsers_is_shown_in_a_page(module: str) -> None:
    parser = importlib.import_module(f"{module}.__main__")._parser()
    commands = [name for action in parser._actions for name in (action.choices or {}) if action.dest == "command"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert commands
    assert [name for name in commands if f"python -m {module} {name}" not in text] == []
