"""The folder of a model: what in it is refused before anything is loaded, and the hash that names what it holds."""

import hashlib
import json
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open

from board.errors import JudgeError

# What decides a model's replies: its weights, its settings, its tokenizer and its chat template.
KINDS = ("*.safetensors", "*.json", "*.jinja", "*.model", "*.tiktoken", "vocab*", "merges*")
UNSAFE_WEIGHTS = (".bin", ".pt", ".pth", ".ckpt", ".gguf", ".h5", ".msgpack", ".pkl")
# Settings that name code to be fetched and run.
_CODE = "auto_map"
_ATTENTION = ("attn_implementation", "_attn_implementation", "experts_implementation", "_experts_implementation")
_PACKED = "quantization_config"


def require_safe(folder: Path) -> None:
    """Refuse a folder whose weights are not safetensors, or whose settings ask for code from elsewhere.

    Raises:
        JudgeError: with what was found and the way out.
    """
    if not (folder / "config.json").is_file():
        raise JudgeError(f"found no config.json in {folder}, expected a model folder as save_pretrained writes it")
    if not any(folder.glob("*.safetensors")):
        found = sorted(file.name for file in folder.iterdir() if file.suffix in UNSAFE_WEIGHTS)
        raise JudgeError(
            f"found {', '.join(found) or 'no weights'} in {folder}, expected *.safetensors: other formats can run code "
            "or lose precision. Load the model where you trust it, and save it with save_pretrained(FOLDER)"
        )
    if (folder / "adapter_config.json").exists():
        raise JudgeError(
            f"found an adapter in {folder}, expected whole weights: merge it into its model (merge_and_unload) and "
            "save that"
        )
    for file in sorted(folder.glob("*config*.json")):
        for name, value in _settings(_read(file)):
            if name == _CODE or (name in _ATTENTION and "/" in str(value)):
                raise JudgeError(
                    f"found {name} in {file}: the model asks to run code that came with it or lies elsewhere, and none "
                    "is ever run. Use a model that transformers knows by itself, or remove the setting if it works "
                    "without"
                )
            if name == _PACKED and value:
                raise JudgeError(
                    f"found {name} in {file}, expected plain weights: packed ones need code beyond transformers, and "
                    "their verdicts depend on it. Use the model's float32 or bfloat16 weights"
                )


def count_parameters(folder: Path) -> int:
    """How many numbers the weights of a folder hold, from the heads of its files alone.

    Raises:
        JudgeError: a file is damaged.
    """
    total = 0
    for file in sorted(folder.glob("*.safetensors")):
        try:
            with safe_open(file, "np") as weights:
                total += sum(prod(weights.get_slice(name).get_shape()) for name in weights.keys())  # noqa: SIM118
        except SafetensorError as error:
            raise JudgeError(f"could not read {file}: {error}; expected safetensors, copy the model again") from error
    return total


def sha256_of_folder(folder: Path) -> str:
    """sha256 (64 hex digits) of the names and contents of a model's files; notes beside them do not count."""
    digest = hashlib.sha256()
    for file in sorted({file for kind in KINDS for file in folder.glob(kind) if file.is_file()}):
        with file.open("rb") as opened:
            digest.update(f"{file.name}\0{hashlib.file_digest(opened, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise JudgeError(f"could not read {file}: {error}; expected JSON, as save_pretrained writes it") from error


def _settings(value: Any) -> Iterator[tuple[str, Any]]:
    """Every setting, however deep: a model of several parts has settings for each."""
    if isinstance(value, dict):
        yield from value.items()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _settings(part)
