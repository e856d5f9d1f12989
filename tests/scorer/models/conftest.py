"""One thread for every model, and one tokenizer for all tiny ones."""

from typing import Any

import pytest
import torch

from tests.scorer.models.tiny import tokenizer


@pytest.fixture(scope="session", autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def words() -> Any:
    return tokenizer()
