"""Loading a model: what is refused before anything of it is read, and what a model is called."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from board.errors import JudgeError
from scorer.models.allowed import LIST, read_allowed
from scorer.models.folder import count_parameters, sha256_of_folder
from scorer.models.loading import find, judge_name, load
from scorer.models.local_text import LocalText
from scorer.models.on_demand import OnDemand
from tests.scorer.models.tiny import answered, asked, loaded

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory, words: Any) -> Path:
    folder = tmp_path_factory.mktemp("models") / "tiny-llama"
    loaded("llama", words).model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(saved, tmp_path / "tiny-llama"))


def change(file: Path, **settings: Any) -> None:
    found = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps({**found, **settings}))


def allow(folder: Path, *entries: tuple[str, str]) -> Path:
    file = folder / "allowed.json"
    file.write_text(json.dumps({"models": [{"id": id, "revision": revision} for id, revision in entries]}))
    return file


def never(id: str, revision: str) -> Path:
    raise AssertionError(f"fetched {id} at {revision}")


def test_a_model_from_its_folder_gives_the_margins_it_had_before_it_was_saved(folder: Path, words: Any) -> None:
    found = load(folder, device="cpu")
    assert answered(LocalText(found).margins(asked(3))) == answered(LocalText(loaded("llama", words)).margins(asked(3)))


def test_a_small_model_is_named_a_smoke_judge_with_the_hash_of_its_files(folder: Path) -> None:
    found = load(folder)
    assert (found.name, found.revision) == ("smoke/tiny-llama", sha256_of_folder(folder))


def test_a_model_of_a_billion_parameters_keeps_its_name_and_of_one_less_does_not() -> None:
    assert (judge_name(10**9, "judge"), judge_name(10**9 - 1, "judge")) == ("judge", "smoke/judge")


def test_parameters_are_counted_from_the_files_alone(folder: Path) -> None:
    model = load(folder).model
    assert count_parameters(folder) == sum(parameter.numel() for parameter in model.parameters())


def test_a_model_is_loaded_only_when_it_is_asked(folder: Path, words: Any) -> None:
    model = OnDemand(find(folder, device="cpu"))
    held = (folder / "model.safetensors").rename(folder / "elsewhere")
    assert list(model.margins([])) == [] and model.name == "smoke/tiny-llama"
    with pytest.raises(JudgeError, match="could not load the model"):
        list(model.margins(asked(1)))
    held.rename(folder / "model.safetensors")
    assert answered(model.margins(asked(3))) == answered(LocalText(loaded("llama", words)).margins(asked(3)))


def test_a_dtype_is_that_of_the_weights(folder: Path) -> None:
    assert load(folder, dtype="bfloat16").model.dtype == torch.bfloat16
    assert load(folder, device="cpu").model.dtype == torch.float32


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json", "generation_config.json"])
def test_the_revision_changes_with_every_file_that_decides_a_reply(folder: Path, name: str) -> None:
    before = sha256_of_folder(folder)
    (folder / name).write_bytes((folder / name).read_bytes() + b" ")
    assert sha256_of_folder(folder) != before


def test_the_revision_does_not_change_with_notes_or_the_place_of_the_folder(folder: Path, saved: Path) -> None:
    (folder / "README.md").write_text("notes")
    assert sha256_of_folder(folder) == sha256_of_folder(saved)


@pytest.mark.parametrize("name", ["config.json", "tokenizer_config.json", "generation_config.json"])
def test_a_model_that_brings_code_is_refused_and_without_the_setting_it_loads(folder: Path, name: str) -> None:
    change(folder / name, auto_map={"AutoModelForCausalLM": "modeling.Mine"})
    (folder / "modeling.py").write_text("raise SystemExit('the code of a model was run')")
    with pytest.raises(JudgeError, match=f"found auto_map in .*{name}"):
        load(folder)
    change(folder / name, auto_map=None)
    settings = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps({key: value for key, value in settings.items() if key != "auto_map"}))
    load(folder)


def test_code_named_deep_in_the_settings_is_found(folder: Path) -> None:
    change(folder / "config.json", text_config={"parts": [{"auto_map": {}}]})
    with pytest.raises(JudgeError, match="found auto_map"):
        load(folder)


def test_attention_that_would_be_fetched_is_refused_and_one_that_is_known_is_not(folder: Path) -> None:
    change(folder / "config.json", _attn_implementation="someone/attention")
    with pytest.raises(JudgeError, match="found _attn_implementation"):
        load(folder)
    change(folder / "config.json", _attn_implementation="sdpa")
    load(folder)


def test_packed_weights_are_refused(folder: Path) -> None:
    change(folder / "config.json", quantization_config={"quant_method": "gptq", "bits": 4})
    with pytest.raises(JudgeError, match="found quantization_config"):
        load(folder)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "model.gguf"])
def test_weights_in_other_formats_are_refused_with_a_way_out(folder: Path, name: str) -> None:
    (folder / "model.safetensors").rename(folder / name)
    with pytest.raises(JudgeError, match=rf"found {name} in .*expected \*\.safetensors.*save_pretrained"):
        load(folder)


def test_a_folder_without_weights_or_settings_is_refused(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    with pytest.raises(JudgeError, match="found no weights"):
        load(folder)
    (folder / "config.json").unlink()
    with pytest.raises(JudgeError, match=r"found no config\.json"):
        load(folder)


def test_an_adapter_which_would_fetch_its_model_is_refused(folder: Path) -> None:
    change(folder / "adapter_config.json", base_model_name_or_path="someone/model")
    with pytest.raises(JudgeError, match="found an adapter"):
        load(folder)


def test_settings_that_are_no_json_are_refused(folder: Path) -> None:
    (folder / "config.json").write_text("{")
    with pytest.raises(JudgeError, match="could not read"):
        load(folder)


def test_a_damaged_weight_file_is_a_judge_error(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"\0" * 64)
    with pytest.raises(JudgeError, match="could not read"):
        load(folder)


def test_the_list_of_maintainers_is_empty_so_no_hub_id_is_allowed_yet() -> None:
    assert read_allowed(LIST) == []
    with pytest.raises(JudgeError, match=r"no such hub id.*have a maintainer add"):
        load("someone/model", fetch=never)


def test_an_allowed_hub_id_is_fetched_at_its_commit_and_checked_like_a_folder(folder: Path, tmp_path: Path) -> None:
    fetched = list[tuple[str, str]]()

    def fetch(id: str, revision: str) -> Path:
        fetched.append((id, revision))
        return folder

    allowed = allow(tmp_path, ("someone/model", COMMIT))
    found = load("someone/model", allowed=allowed, fetch=fetch)
    assert (found.name, found.revision, fetched) == ("smoke/someone/model", COMMIT, [("someone/model", COMMIT)])
    change(folder / "config.json", auto_map={})
    with pytest.raises(JudgeError, match="found auto_map"):
        load("someone/model", allowed=allowed, fetch=fetch)


@pytest.mark.parametrize("revision", ["main", "v1", COMMIT[:39], COMMIT.upper()])
def test_a_revision_that_is_no_commit_is_refused_on_the_list_and_when_asked_for(revision: str, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="expected a commit of 40 hex digits"):
        load("someone/model", revision=revision, allowed=allow(tmp_path, ("someone/model", COMMIT)), fetch=never)
    with pytest.raises(JudgeError, match="expected a commit of 40 hex digits"):
        load("someone/model", allowed=allow(tmp_path, ("someone/model", revision)), fetch=never)


def test_another_commit_than_the_one_on_the_list_is_refused(tmp_path: Path) -> None:
    other = COMMIT[::-1]
    with pytest.raises(JudgeError, match=f"found revision {other}.*expected {COMMIT}"):
        load("someone/model", revision=other, allowed=allow(tmp_path, ("someone/model", COMMIT)), fetch=never)
