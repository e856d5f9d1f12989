"""Hub ids that may be fetched, each at one commit; maintainers add them to ``allowed.json`` beside this file."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from transformers.utils.hub import cached_file

from board.errors import JudgeError

LIST = Path(__file__).with_name("allowed.json")
COMMIT = re.compile(r"[0-9a-f]{40}")
_NEEDED = ("config.json", "tokenizer_config.json")
_WHERE_PRESENT = (
    "generation_config.json",
    "tokenizer.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "chat_template.jinja",
    "tokenizer.model",
    "vocab.json",
    "merges.txt",
)
_WEIGHTS, _INDEX = "model.safetensors", "model.safetensors.index.json"


class Allowed(NamedTuple):
    """A hub id and the one commit (40 hex digits) of it that may be fetched."""

    id: str
    revision: str


def read_allowed(file: Path = LIST) -> list[Allowed]:
    """The list of maintainers: ``{"models": [{"id": "owner/name", "revision": "40 hex digits"}]}``.

    Raises:
        JudgeError: an entry names no commit.
    """
    entries = [Allowed(entry["id"], entry["revision"]) for entry in json.loads(file.read_text("utf-8"))["models"]]
    for entry in entries:
        if not COMMIT.fullmatch(entry.revision):
            raise JudgeError(
                f"found revision {entry.revision!r} of {entry.id} in {file}, expected a commit of 40 hex digits: a "
                "branch or tag can move to other weights"
            )
    return entries


def require_allowed(id: str, revision: str | None, allowed: Path = LIST) -> str:
    """The commit at which a hub id may be fetched.

    Raises:
        JudgeError: it is no folder and not on the list, or another revision was asked for.
    """
    if revision is not None and not COMMIT.fullmatch(revision):
        raise JudgeError(f"found revision {revision!r} of {id}, expected a commit of 40 hex digits")
    commits = [entry.revision for entry in read_allowed(allowed) if entry.id == id]
    if not commits:
        raise JudgeError(
            f"found no folder {id}, and no such hub id in {allowed}: name a local folder with the model's files, or "
            f'have a maintainer add {{"id": "{id}", "revision": "<40 hex digits>"}} to its list'
        )
    if revision is not None and revision not in commits:
        raise JudgeError(f"found revision {revision} of {id}, expected {' or '.join(commits)}, as listed in {allowed}")
    return revision or commits[0]


def fetch(id: str, revision: str) -> Path:
    """The folder with a hub id's files, downloaded once: the only place that uses the network, and only for these.

    Raises:
        JudgeError: the hub is out of reach, or has no safetensors for it.
    """
    try:
        index = _file(id, revision, _INDEX, needed=False)
        parts = sorted(set(json.loads(index.read_text("utf-8"))["weight_map"].values())) if index else [_WEIGHTS]
        for name in _WHERE_PRESENT:
            _file(id, revision, name, needed=False)
        files = [_file(id, revision, name, needed=True) for name in (*_NEEDED, *parts)]
    except OSError as error:
        raise JudgeError(
            f"could not fetch {id} at {revision}: {error}\nExpected safetensors and a way to the hub"
        ) from error
    return next(file.parent for file in files if file is not None)


def _file(id: str, revision: str, name: str, *, needed: bool) -> Path | None:
    found = cached_file(id, name, revision=revision, _raise_exceptions_for_missing_entries=needed)
    return Path(found) if found else None
