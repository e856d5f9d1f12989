"""A benchmark of somebody else, in a folder of its own: 13 real BLINK submissions score what a direct count gives.

The direct count here: an answer is right where the label in brackets that its text starts with is that of the key.
``(Z)`` is a refusal, ``(E)`` and ``(F)`` are no option: wrong, and they stay in the denominator. The authors compare
whole texts instead, so ``(C) Point C`` never counts for them; that count is ours in mode official.
"""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from benchmarks import ROOT, benchmark_names, load_benchmark, load_module
from benchmarks.audit_key import audit_key
from benchmarks.files import read_key, read_questions, write_data_folder
from benchmarks.folder import DataFolder, find_data, find_key, open_data
from benchmarks.source import source_file
from board.errors import BenchmarkError, FaultyData, SubmissionError
from board.results import Result
from scorer.score import score_file
from tests.plain import mean
from validator.convert import convert
from validator.submission import check_submission

BLINK = Path(__file__).parents[1] / "blink"
NAME = "blink_mcq"
MODELS = (
    *("GPT4Turbo", "GPT4V", "GPT4o", "GeminiProVision", "MiniGPT-4-v2", "OPUS", "QwenVLMax", "Yi_VL_34B"),
    *("Yi_VL_6B", "cogvlm-chat", "flamingov2", "instructblip_13b", "instructblip_7b"),
)
# Texts that are more than one of the labels A to D in brackets, or another label; every other model has none.
ODD_TEXTS = {"GPT4Turbo": 2, "GPT4V": 1, "MiniGPT-4-v2": 5, "OPUS": 14, "QwenVLMax": 2}

Texts = Mapping[str, str]


class Real(NamedTuple):
    """The real files, and the data folder imported from the key."""

    files: Path
    gold: Texts
    data: Path

    def texts(self, model: str) -> Texts:
        """The submission of a model as released."""
        loaded: Texts = json.loads((self.files / "saved_val_predictions" / f"{model}.json").read_bytes())
        return loaded


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Real:
    files, data = shared / "realdata" / "blink_mcq", tmp_path_factory.mktemp("blink")
    benchmark = load_benchmark(NAME, BLINK)
    with source_file(str(files / "val_answers.json"), benchmark, "val") as (source, address):
        brought = load_module(NAME, "importer", BLINK).import_questions(source)
    about = DataFolder(data, brought.data_version, source=address, counts=brought.counts)
    write_data_folder(NAME, about, data, brought.questions, brought.key)
    return Real(files, json.loads((files / "val_answers.json").read_bytes()), data)


def scored(real: Real, model: str, out: Path, mode: Any = "rules") -> Result:
    """A real submission converted, checked and scored."""
    benchmark = load_benchmark(NAME, BLINK)
    file = convert(benchmark, [real.files / "saved_val_predictions" / f"{model}.json"], real.data, out).predictions
    found = score_file(file, benchmark, data=real.data, mode=mode)
    assert found.result is not None, found.report.issues
    return found.result


def estimates(result: Result, metric: str = "accuracy") -> dict[str, float | None]:
    """Values by task, the whole under ``all``, in the mode of the result."""
    rows = [row for row in result.estimates if (row.metric, row.mode) == (metric, result.mode)]
    return {row.value_of_facet: row.estimate for row in rows}


def leading(text: str) -> str:
    """The label in brackets that a text starts with."""
    found = re.match(r"\([A-Z]\)", text)
    return found.group() if found else ""


def direct_count(texts: Texts, gold: Texts) -> dict[str, Fraction]:
    """Share of right answers by task, and over all questions: a loop and a division, nothing of the house."""
    right: dict[str, list[bool]] = {"all": []}
    for id, answer in gold.items():
        for group in ("all", id.removeprefix("val_").rpartition("_")[0]):
            right.setdefault(group, []).append(texts[id] == answer)
    return {group: Fraction(sum(hits), len(hits)) for group, hits in right.items()}


@pytest.mark.parametrize("model", MODELS)
def test_each_real_submission_scores_exactly_the_direct_count_overall_and_in_every_task(
    model: str, real: Real, tmp_path: Path
) -> None:
    texts = real.texts(model)
    counted = direct_count({id: leading(text) for id, text in texts.items()}, real.gold)
    result = scored(real, model, tmp_path / "p.jsonl")
    assert len(counted) == 15
    assert estimates(result) == {group: float(share) for group, share in counted.items()}
    assert (result.status, result.reason, result.coverage) == ("complete", None, 1.0)
    whole = next(row for row in result.estimates if row.facet == "all" and row.mode == "rules")
    refused = sum(text == "(Z)" for text in texts.values())
    unread = sum(leading(text) in ("(E)", "(F)") for text in texts.values())
    assert (whole.n, whole.n_unanswered, whole.n_unparsed) == (1901, refused, unread)


@pytest.mark.parametrize("model", MODELS)
def test_in_mode_official_each_scores_the_authors_own_count_of_equal_texts(
    model: str, real: Real, tmp_path: Path
) -> None:
    counted = direct_count(real.texts(model), real.gold)
    found = estimates(scored(real, model, tmp_path / "p.jsonl", "official"))
    # The released arithmetic goes through percent and back, so it may be one bit off.
    assert found == pytest.approx({group: float(share) for group, share in counted.items()}, abs=1e-15)


@pytest.mark.parametrize("model", MODELS)
def test_strict_takes_a_file_of_bare_labels_as_it_is_and_names_every_other_text(
    model: str, real: Real, tmp_path: Path
) -> None:
    benchmark, out = load_benchmark(NAME, BLINK), tmp_path / "p.jsonl"
    convert(benchmark, [real.files / "saved_val_predictions" / f"{model}.json"], real.data, out)
    report = check_submission(out, benchmark, data=real.data).report
    odd = [text for text in real.texts(model).values() if not re.fullmatch(r"\([A-DZ]\)", text)]
    assert report.counts.get("E_LABEL", 0) == len(odd) == ODD_TEXTS.get(model, 0)
    if not odd:
        accuracy = estimates(score_file(out, benchmark, data=real.data).result or pytest.fail("refused"))
        assert accuracy == {group: float(share) for group, share in direct_count(real.texts(model), real.gold).items()}


def test_there_are_thirteen_submissions_and_all_are_tested(real: Real) -> None:
    assert sorted(file.stem for file in (real.files / "saved_val_predictions").iterdir()) == sorted(MODELS)


def test_the_mean_of_tasks_is_the_total_of_the_released_evaluation(real: Real, tmp_path: Path) -> None:
    counted = direct_count({id: leading(text) for id, text in real.texts("OPUS").items()}, real.gold)
    tasks = [share for group, share in counted.items() if group != "all"]
    found = estimates(scored(real, "OPUS", tmp_path / "p.jsonl"), "mean_of_tasks")["all"]
    assert found == pytest.approx(float(mean(tasks)), abs=1e-15)


def test_the_count_notices_one_changed_answer(real: Real, tmp_path: Path) -> None:
    """Control arm: what is compared depends on every row."""
    texts = dict(real.texts("GPT4o"))
    changed = next(id for id, answer in real.gold.items() if texts[id] == answer)
    texts[changed] = "(Z)"
    counted = direct_count(texts, real.gold)["all"]
    assert estimates(scored(real, "GPT4o", tmp_path / "p.jsonl"))["all"] == float(counted + Fraction(1, 1901))


def test_import_and_audit_work_on_the_folder_as_on_one_of_the_house(real: Real) -> None:
    benchmark = load_benchmark(NAME, BLINK)
    data = find_data(NAME, real.data, benchmark.root)
    questions, key = read_questions(data), read_key(find_key(NAME, data))
    assert {id: f"({entry.answer})" for id, entry in key.items()} == real.gold
    assert (open_data(data).data_version, open_data(data).source) == ("val", "val_answers.json")
    audit = audit_key(benchmark, questions, key)
    assert {floor.name: floor.estimate for floor in audit.floors}["always A"] == 709 / 1901
    assert audit.balance["Relative_Reflectance"] == {"A": 40, "B": 42, "C": 52}
    assert not audit.leaked


def test_an_answer_file_with_faults_or_of_another_size_is_refused_with_all_of_them(real: Real, tmp_path: Path) -> None:
    importer, file = load_module(NAME, "importer", BLINK), tmp_path / "val_answers.json"
    file.write_text(json.dumps({**real.gold, "val_Jigsaw_1": "(E)", "Jigsaw": "(A)"}), encoding="utf-8")
    with pytest.raises(FaultyData, match=r"faults \(2\)"):
        importer.import_questions(file)
    with pytest.raises(BenchmarkError, match="BLINK has no table of videos"):
        importer.import_questions(file, videos=file)
    file.write_text(json.dumps({id: answer for id, answer in real.gold.items() if "IQ" not in id}), encoding="utf-8")
    with pytest.raises(FaultyData, match="IQ_Test has no questions"):
        importer.import_questions(file)


def test_the_house_does_not_list_it_and_does_not_find_it_by_its_name_alone() -> None:
    """Control arm: nothing elsewhere was edited, the folder is reached by its root only."""
    assert benchmark_names(BLINK) == [NAME]
    assert NAME not in benchmark_names()
    assert load_benchmark(NAME, BLINK).root == BLINK != ROOT
    with pytest.raises(BenchmarkError, match="found no benchmark named 'blink_mcq'"):
        load_benchmark(NAME)


def test_a_folder_without_a_converter_or_sample_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    benchmark = load_benchmark(NAME, BLINK)
    assert find_data(NAME, None, benchmark.root) == BLINK / NAME / "sample"
    bare = benchmark._replace(root=tmp_path)
    with pytest.raises(SubmissionError, match="has no official layout"):
        convert(bare, [], tmp_path, tmp_path / "p.jsonl")
