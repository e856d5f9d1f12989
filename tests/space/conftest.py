"""One demo site and one browser for all tests of the pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from space.site.build import build_site
from tests.space.demo import HOUSE, score_samples

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of all sample files."""
    folder = tmp_path_factory.mktemp("results")
    score_samples(folder)
    return folder


@pytest.fixture(scope="session")
def site(results: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the demo."""
    out = tmp_path_factory.mktemp("demo") / "site"
    build_site(results, out.parent / "no data", HOUSE, out)
    return out


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """A real Chromium; ``make browser`` installs it."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        pytest.fail("found no /usr/bin/chromium: make browser installs it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()
