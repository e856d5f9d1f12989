"""Where the real data lies, and a loud count of what was not tested where it is absent."""

import json
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).parent.parent
SHARED = REPOSITORY.parent / "shared"
ABSENT = "real data absent: no folder 'shared' beside the checkout"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data; the test is skipped, saying so, where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(ABSENT)
    return SHARED


@pytest.fixture(scope="session")
def cases(shared: Path) -> dict[str, dict[str, Any]]:
    """The shared cases by id, in file order: ``cases["AG-016"]`` has an area, an input and what is expected of it."""
    lines = (shared / "cases" / "open.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests measured, and what could not be tested at all."""
    passed = terminalreporter.stats.get("passed", [])
    figures = [f"{name}: {value}" for report in passed for name, value in report.user_properties]
    if figures:
        terminalreporter.write_sep("-", "measured")
        terminalreporter.write_line("\n".join(sorted(figures)))
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "shared" in str(report.longrepr)]
    if skipped:
        terminalreporter.write_sep("!", f"{len(skipped)} tests NOT RUN: {ABSENT}", red=True)
