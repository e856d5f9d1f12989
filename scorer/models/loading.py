"""Loading a causal model and its tokenizer: from a local folder, or from the few hub ids that maintainers allowed.

Weights are safetensors only, and nothing that came with a model is ever run: no remote code, no custom kernels, no
adapters that fetch another model. Two ways around the flag were known (CVE-2026-4372 below transformers 5.3,
CVE-2026-5241 below 5.5), so older versions are refused.
"""

import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, NamedTuple

import torch
import transformers
from safetensors import SafetensorError

from board.errors import JudgeError
from scorer.judge.types import SMOKE
from scorer.models.allowed import LIST, fetch, require_allowed
from scorer.models.folder import count_parameters, require_safe, sha256_of_folder

DType = Literal["float32", "bfloat16"]
SMALLEST_JUDGE = 1_000_000_000  # parameters; what is smaller is for trying things out
OLDEST = {"torch": (2, 10), "transformers": (5, 5)}


class Loaded(NamedTuple):
    """A model ready to be asked; ``name`` begins with ``smoke/`` where it is too small to judge.

    ``revision`` is the commit of a hub id, else the sha256 of the folder's files.
    """

    model: Any
    tokenizer: Any
    name: str
    revision: str
    dtype: DType


class Found(NamedTuple):
    """A model that may be loaded, and what it will be called; nothing of its weights is in memory yet."""

    folder: Path
    name: str
    revision: str
    dtype: DType
    device: str


def find(
    source: str | Path,
    *,
    revision: str | None = None,
    dtype: DType | None = None,
    device: str | None = None,
    allowed: Path = LIST,
    fetch: Callable[[str, str], Path] = fetch,
) -> Found:
    """The model in a folder, or an allowed hub id at its commit.

    ``device`` None is the GPU where there is one, ``dtype`` None is bfloat16 there and float32 on a CPU.

    ``allowed`` is the list of hub ids, ``fetch`` downloads one.

    Raises:
        JudgeError: the source is neither a folder nor allowed, it is not safe to load, or a library is too old.
    """
    require_versions({name: version(name) for name in OLDEST})
    folder = Path(source)
    if folder.is_dir():
        name, commit = folder.resolve().name, None
    else:
        commit = require_allowed(str(source), revision, allowed)
        name, folder = str(source), fetch(str(source), commit)
    require_safe(folder)
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    dtype = dtype or ("float32" if device == "cpu" else "bfloat16")
    called = judge_name(count_parameters(folder), name)
    return Found(folder, called, commit or sha256_of_folder(folder), dtype, device)


def open_found(found: Found) -> Loaded:
    """Load a model that was found.

    Raises:
        JudgeError: it is of no kind that transformers knows, or memory is short.
    """
    transformers.utils.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    model, tokenizer = _open(found.folder, found.dtype, found.device)
    return Loaded(model, tokenizer, found.name, found.revision, found.dtype)


def load(source: str | Path, **how: Any) -> Loaded:
    """Find a model and load it; ``how`` and errors as for :func:`find`."""
    return open_found(find(source, **how))


def judge_name(n_parameters: int, name: str) -> str:
    """The name a model judges under: that of a small one says that it is for trying things out.

    Example:
        >>> judge_name(8_000_000_000, "some-8b"), judge_name(135_000_000, "some-135m")
        ('some-8b', 'smoke/some-135m')
    """
    return f"{SMOKE}{name}" if n_parameters < SMALLEST_JUDGE else name


def require_versions(installed: dict[str, str]) -> None:
    """Refuse libraries that are too old to be safe.

    Example:
        >>> require_versions({"torch": "2.10.0", "transformers": "5.4.1"})
        Traceback (most recent call last):
        board.errors.JudgeError: found transformers 5.4.1, expected 5.5 or later: pip install -r requirements-scorer.txt
    """
    for name, oldest in OLDEST.items():
        if tuple(int(part) for part in re.findall(r"\d+", installed[name])[:2]) < oldest:
            raise JudgeError(
                f"found {name} {installed[name]}, expected {'.'.join(map(str, oldest))} or later: "
                "pip install -r requirements-scorer.txt"
            )


def _open(folder: Path, dtype: DType, device: str) -> tuple[Any, Any]:
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = _weights(folder, dtype).to(device).eval().requires_grad_(False)
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        raise JudgeError(
            f"could not load the model in {folder}: {error}\nExpected a causal language model of a kind that "
            f"transformers {transformers.__version__} knows, with its tokenizer"
        ) from error
    return model, tokenizer


def _weights(folder: Path, dtype: DType) -> Any:
    kept = {
        "local_files_only": True,
        "trust_remote_code": False,
        "use_safetensors": True,
        "dtype": getattr(torch, dtype),
    }
    open_model = transformers.AutoModelForCausalLM.from_pretrained
    try:
        return open_model(folder, attn_implementation="sdpa", **kept)
    except ValueError:  # a kind of model without this attention
        return open_model(folder, attn_implementation="eager", **kept)
