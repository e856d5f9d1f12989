"""One demo site and one browser for all tests of the pages."""

import shutil
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
NAMES = ("chromium", "chromium-browser", "google-chrome")


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

    chrome = next((found for name in NAMES if (found := shutil.which(name))), None)
    if chrome is None:
        pytest.fail(f"found none of {', '.join(NAMES)}: make browser installs one")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chrome, args=list(FLAGS))
        yield chromium
        chromium.close()
