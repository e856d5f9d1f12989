"""The judged folder that most tests here start from."""

from pathlib import Path

import pytest

from tests.scorer.judged_folder import ASKED, Dialogues, dialogues


@pytest.fixture
def asked(tmp_path: Path) -> Dialogues:
    return dialogues(tmp_path / "data", ASKED)
