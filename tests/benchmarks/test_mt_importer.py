"""The importer of MT-Video-Bench: the parity folders and real cases, small faulty folders, and its table of videos."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.files import read_key, read_questions, write_data_folder
from benchmarks.folder import DataFolder
from benchmarks.mt_video_bench import BENCHMARK, GROUPS, dialogue_of, group_of
from benchmarks.mt_video_bench.importer import NO_TABLE, import_questions, video_length_bin
from board.errors import BenchmarkError
from board.types import ChecklistQuestion, KeyEntry, Media
from tests.benchmarks.videos_csv import videos_table

Official = dict[str, Any]


def said(number: int, ability: str = "") -> dict[str, str]:
    return {"User": f"Question {number}?", "Assistant": f"Golden {number}.", "Ability": ability}


def mtqa(event: object = "0", rounds: int = 5, **more: object) -> dict[str, Any]:
    return {"event_index": event, "mtqa": {f"Round {n}": said(n) for n in range(1, rounds + 1)}, **more}


def checks(round: object, *answers: str) -> dict[str, Any]:
    fields: dict[str, Any] = {"round index": round}
    for n, answer in enumerate(answers, 1):
        fields |= {f"Q{n}": f"Is thing {n} said?", f"A{n}": answer}
    return fields


def small() -> Official:
    """A whole official folder: a dialogue of five rounds for each ability, of which rounds 3 and 5 are judged."""
    official: Official = {}
    for place, ability in enumerate(GROUPS):
        official[f"mtqa/{ability}.json"] = {f"vid{place}": [mtqa()]}
        judged = {"0": [checks(3, "Yes", "No"), checks(5, "Yes")]}
        official[f"checklist/{ability}_CheckList.json"] = {f"vid{place}": judged}
    return official


def write(folder: Path, official: Official) -> Path:
    for name, content in official.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        file.write_text(text, encoding="utf-8")
    return folder


SUMMARY, LIST = "mtqa/summary.json", "checklist/summary_CheckList.json"  # of the video vid2


def test_only_rounds_with_a_checklist_are_questions_and_the_rest_is_history(tmp_path: Path) -> None:
    official = small()
    official[SUMMARY]["vid2"][0]["mtqa"]["Round 3"] = said(3, "Summary")
    imported = import_questions(write(tmp_path, official), partial=True)
    assert imported.counts == dict.fromkeys(GROUPS, 2)
    question, unlabelled = (one for one in imported.questions if one.task == "summary")
    assert (question.id, question.cluster, question.kind) == ("vid2/0/3", "vid2", "text")
    assert (question.question, question.checklist_length) == ("Question 3?", 2)
    assert question.media == (Media("video", "videos/vid2.mp4"),)
    assert question.history == tuple({"user": f"Question {n}?", "assistant": f"Golden {n}."} for n in (1, 2))
    assert question.facets == {"ability": "summary", "group": "perceptivity", "turns_total": "5"}
    assert question.source == {"ability": "Summary"}
    assert unlabelled.source == {}
    expected = (ChecklistQuestion("Is thing 1 said?", "yes"), ChecklistQuestion("Is thing 2 said?", "no"))
    assert KeyEntry("vid2/0/3", expected, "Golden 3.") in imported.key
    assert [entry.id for entry in imported.key] == [one.id for one in imported.questions]
    assert (dialogue_of(question), group_of(question)) == ("vid2/0", "perceptivity")


def test_no_question_holds_its_reference_answer_or_a_later_round(tmp_path: Path) -> None:
    imported = import_questions(write(tmp_path, small()), partial=True)
    for question in imported.questions:
        number = int(question.id.rpartition("/")[2])
        public = json.dumps(question._asdict(), default=str)
        assert f"Golden {number - 1}." in public
        assert not any(f"Golden {later}." in public for later in range(number, 6))


def test_a_maintainer_is_told_what_is_history_and_what_is_absent(tmp_path: Path) -> None:
    official = small()
    official[SUMMARY]["vid2"] += [mtqa("1"), mtqa("2", mood="calm")]
    official[LIST]["vid2"]["1"] = [checks(2)]
    notes = import_questions(write(tmp_path, official), partial=True).notes
    assert notes == (
        "28 of 40 rounds have no checklist: they are history only",
        "2 dialogues have no checklist at all and ask nothing",
        "1 checklist holds no question: such a round is not asked (the released script scores it 0)",
        "setting (single or cross scene) unavailable in 8 of 8 dialogues",
        "the field 'mood' is not known and was left out, in 1 place",
        NO_TABLE,
    )


def test_questions_and_key_come_back_from_their_files_as_they_were(tmp_path: Path) -> None:
    imported = import_questions(write(tmp_path, small()), partial=True)
    about = DataFolder(tmp_path / "data", "paper-v1", True)
    write_data_folder(BENCHMARK.name, about, tmp_path / "keys", imported.questions, imported.key)
    assert read_questions(tmp_path / "data") == imported.questions
    assert list(read_key(tmp_path / "keys" / "key.jsonl").values()) == imported.key


def test_the_whole_release_is_known_by_its_dialogues_and_rounds(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError) as raised:
        import_questions(write(tmp_path, small()))
    assert "dialogues: found 6, expected 987 (-981)" in str(raised.value)
    assert "rounds: found 30, expected 5,805 (-5,775)" in str(raised.value)
    with pytest.raises(BenchmarkError, match=r"'repo-v2'.*\n.*expected 1,000"):
        import_questions(tmp_path, data_version="repo-v2")
    imported = import_questions(tmp_path, data_version="repo-v2", partial=True)
    assert imported.data_version == "repo-v2"
    assert imported.differences[1] == "rounds: found 30, expected 5,887 (-5,857)"


def test_a_folder_of_just_the_right_size_is_the_release(tmp_path: Path) -> None:
    """The control: 987 dialogues with 5,805 rounds are accepted without --partial, one round fewer is not."""
    official = small()
    sizes = [6] * 789 + [5] * (980 - 789) + [5805 - 30 - 789 * 6 - 191 * 5]
    official[SUMMARY]["vid2"] += [mtqa(str(event), rounds) for event, rounds in enumerate(sizes, 1)]
    imported = import_questions(write(tmp_path, official))
    assert (imported.data_version, imported.differences) == ("paper-v1", [])
    del official[SUMMARY]["vid2"][-1]["mtqa"]["Round 5"]
    with pytest.raises(BenchmarkError, match=r"rounds: found 5,80"):
        import_questions(write(tmp_path, official))


@pytest.mark.parametrize("absent", [SUMMARY, LIST])
def test_an_absent_ability_is_a_missing_group_unless_partial(absent: str, tmp_path: Path) -> None:
    official = small()
    del official[absent]
    write(tmp_path, official)
    with pytest.raises(BenchmarkError, match="E_MISSING_GROUP: summary has no questions"):
        import_questions(tmp_path)
    imported = import_questions(tmp_path, partial=True)
    assert imported.counts["summary"] == 0
    assert f"absent: {absent}" in imported.differences


def test_a_folder_without_mtqa_and_an_unknown_version_are_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"found no folder .*mtqa: name the official folder"):
        import_questions(tmp_path)
    with pytest.raises(BenchmarkError, match="expected one of: paper-v1, repo-v2, sample"):
        import_questions(write(tmp_path, small()), data_version="v3")


def event(official: Official) -> dict[str, Any]:
    entry: dict[str, Any] = official[SUMMARY]["vid2"][0]
    return entry


def checklist(official: Official) -> dict[str, Any]:
    entry: dict[str, Any] = official[LIST]["vid2"]["0"][0]
    return entry


FAULTS: dict[str, tuple[Callable[[Official], object], str]] = {
    "bad JSON": (lambda o: o.update({SUMMARY: '{"vid2": ['}), f"{SUMMARY}: bad JSON"),
    "not an object": (lambda o: o.update({SUMMARY: []}), f"{SUMMARY}: found a list, expected an object"),
    "a video twice": (
        lambda o: o.update({SUMMARY: '{"v": [], "v": []}'}),
        f"{SUMMARY}: the name 'v' stands more than once",
    ),
    "a round twice": (
        lambda o: o.update({SUMMARY: json.dumps(o[SUMMARY]).replace("Round 2", "Round 1")}),
        f"{SUMMARY}, video vid2, event 0, mtqa: the name 'Round 1' stands more than once",
    ),
    "an expected answer twice": (
        lambda o: o.update({LIST: json.dumps(o[LIST]).replace('"A2"', '"A1"')}),
        f"{LIST}, video vid2, event 0, Round 3: the name 'A1' stands more than once",
    ),
    "an event twice, as number and text": (
        lambda o: o[SUMMARY]["vid2"].extend([mtqa(3), mtqa("3")]),
        f"{SUMMARY}, video vid2, event 3: this event stands more than once",
    ),
    "an event in two abilities": (
        lambda o: o["mtqa/memory_recall.json"].update({"vid2": [mtqa(0)]}),
        f"{SUMMARY}, video vid2, event 0: this video and event stand in mtqa/memory_recall.json too",
    ),
    "no event": (lambda o: event(o).pop("event_index"), f"{SUMMARY}, video vid2, entry 1: event_index is null"),
    "an event of true": (lambda o: event(o).update(event_index=True), "event_index is true or false"),
    "an event of half": (lambda o: event(o).update(event_index=0.5), "event_index is a number, expected text or a wh"),
    "a list of rounds": (lambda o: event(o).update(mtqa=[]), f"{SUMMARY}, video vid2, event 0: found a list"),
    "no rounds": (lambda o: event(o).update(mtqa={}), f"{SUMMARY}, video vid2, event 0: a dialogue without rounds"),
    "a round of another name": (lambda o: event(o)["mtqa"].update({"Turn 6": said(6)}), "event 0, Turn 6: expected"),
    "rounds in another order": (
        lambda o: event(o).update(mtqa={"Round 2": said(2), "Round 1": said(1)}),
        f"{SUMMARY}, video vid2, event 0, Round 1: expected a later round than 2",
    ),
    "no user text": (lambda o: event(o)["mtqa"]["Round 2"].pop("User"), "event 0, Round 2: User is null, expected te"),
    "a number as answer": (lambda o: event(o)["mtqa"]["Round 2"].update(Assistant=3), "Assistant is a number"),
    "another setting": (lambda o: event(o).update(setting="both"), "event 0: setting is 'both', expected single or c"),
    "a checklist of no dialogue": (
        lambda o: o[LIST]["vid2"].update({"9": [checks(3, "Yes")]}),
        f"{LIST}, video vid2, event 9: there is no such dialogue in {SUMMARY}",
    ),
    "a checklist of no video": (lambda o: o[LIST].update({"vid9": {"0": []}}), "video vid9, event 0: there is no such"),
    "a checklist of no round": (
        lambda o: checklist(o).update({"round index": 8}),
        f"{LIST}, video vid2, event 0, Round 8: there is no such round in the dialogue",
    ),
    "a second checklist of a round": (
        lambda o: o[LIST]["vid2"]["0"].append(checks("3", "Yes")),
        f"{LIST}, video vid2, event 0, Round 3: a second checklist for this round",
    ),
    "no round index": (lambda o: checklist(o).pop("round index"), "event 0, entry 1: 'round index' is 'absent'"),
    "a round index in words": (lambda o: checklist(o).update({"round index": "Round 3"}), "'round index' is 'Round 3'"),
    "a question without answer": (lambda o: checklist(o).pop("A2"), "Round 3: question without answer or answer with"),
    "an answer without question": (lambda o: checklist(o).update(A7="Yes"), "answer without question: Q7"),
    "an empty question": (lambda o: checklist(o).update(Q2=" "), "Round 3: Q2 is text, expected a text that is not em"),
    "an answer of maybe": (lambda o: checklist(o).update(A2="Maybe"), "Round 3: A2 is 'Maybe', expected Yes or No"),
    "an answer of true": (lambda o: checklist(o).update(A2=True), "Round 3: A2 is True, expected Yes or No"),
    "a field that the script takes for an answer": (
        lambda o: checklist(o).update(Ability="Summary"),
        "Round 3: unknown field 'Ability', expected Q1, A1",
    ),
    "questions in another order": (
        lambda o: o[LIST]["vid2"]["0"].__setitem__(
            0, {"round index": 3, "Q2": "?", "A2": "No", "Q1": "?", "A1": "Yes"}
        ),
        "Round 3: the numbers of questions and answers must go up",
    ),
    "a slash in a video": (lambda o: o[SUMMARY].update({"a/b": [mtqa()]}), "the name 'a/b' holds a slash or a control"),
    "a backslash in a video": (lambda o: o[SUMMARY].update({"a\\b": [mtqa()]}), "holds a slash or a control charact"),
    "a newline in a video": (lambda o: o[SUMMARY].update({"a\nb": [mtqa()]}), "holds a slash or a control character"),
    "a video made of dots": (lambda o: o[SUMMARY].update({"..": [mtqa()]}), "the name '..' is empty or made of dots"),
    "a slash in an event": (lambda o: event(o).update(event_index="0/1"), "event_index: the name '0/1' holds a slash"),
    "a file of no ability": (lambda o: o.update({"mtqa/Summary.json": {}}), "mtqa/Summary.json: expected one of"),
    "a checklist of no ability": (
        lambda o: o.update({"checklist/summary.json": {}}),
        "checklist/summary.json: expected",
    ),
    "half a surrogate pair": (lambda o: o.update({SUMMARY: '{"\\ud800": []}'}), "holds half a surrogate pair"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_folder_is_refused_with_the_place(name: str, tmp_path: Path) -> None:
    spoil, message = FAULTS[name]
    official = small()
    spoil(official)
    with pytest.raises(BenchmarkError) as raised:
        import_questions(write(tmp_path / "spoilt", official), partial=True)
    assert message in str(raised.value)
    assert "nothing was imported" in str(raised.value)
    assert len(import_questions(write(tmp_path / "sound", small()), partial=True).questions) == 12


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    official = small()
    for spoil in ("an answer of maybe", "no user text", "a file of no ability", "a checklist of no round"):
        FAULTS[spoil][0](official)
    with pytest.raises(BenchmarkError, match=r"has faults \(4\)"):
        import_questions(write(tmp_path, official), partial=True)


def test_what_is_no_fault_is_read_as_what_it_is(tmp_path: Path) -> None:
    official = small()
    event(official).update(event_index=0, setting="Cross-scene")
    gaps = {"round index": "3", "Q1": "?", "A1": " yes ", "Q3": "?", "A3": "NO", "Q5": "?", "A5": "No"}
    official[LIST]["vid2"]["0"][0] = gaps
    official[SUMMARY]["Wait... what?"] = [mtqa("1")]
    imported = import_questions(write(tmp_path, official), partial=True)
    question = next(one for one in imported.questions if one.id == "vid2/0/3")
    assert (question.facets["setting"], question.facets["turns_total"]) == ("cross", "5")
    (entry,) = (entry for entry in imported.key if entry.id == "vid2/0/3")
    assert entry.answer == tuple(ChecklistQuestion("?", word) for word in ("yes", "no", "no"))
    assert [note for note in imported.notes if note.startswith("1 checklist skips numbers")]


# ---- the real layouts ----


@pytest.mark.parametrize(("name", "n", "dialogues", "rounds"), [("clean", 269, 85, 559), ("dirty", 287, 79, 518)])
def test_the_parity_folders_import(shared: Path, name: str, n: int, dialogues: int, rounds: int) -> None:
    imported = import_questions(shared / "parity" / f"mt_video_bench_{name}", partial=True)
    assert len(imported.questions) == sum(imported.counts.values()) == n
    assert [sentence.split(",")[0] for sentence in imported.differences] == [
        f"dialogues: found {dialogues}",
        f"rounds: found {rounds}",
    ]


def test_the_six_real_cases_import_text_by_text(shared: Path) -> None:
    folder = shared / "realdata" / "mt_video_bench_cases"
    imported = import_questions(folder, partial=True)
    cases = {case["ability_file"]: case for case in json.loads((folder / "paper_cases.json").read_text("utf-8"))}
    assert {question.task for question in imported.questions} == set(cases)
    for question, entry in zip(imported.questions, imported.key, strict=True):
        case = cases[question.task]
        said = [text for turn in question.history for text in (turn["user"], turn["assistant"])]
        assert (question.question, said) == (case["user_question"], [text for _, text in case["history"]])
        expected = [(item["q"], item["expected"].lower()) for item in case["checklist"]]
        assert isinstance(entry.answer, tuple)
        assert [tuple(item) for item in entry.answer] == expected
        assert question.source == {"ability": case["ability"].replace("Content Summary", "Summary")}


# ---- the table of videos ----


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(0, "0-5"), (4.99, "0-5"), (5.0, "5-10"), (9.999, "5-10"), (10, "10-15"), (15.0, "15+"), (20, "15+")],
)
def test_the_lower_edge_of_a_length_bin_belongs_to_it(minutes: float, expected: str) -> None:
    assert video_length_bin(minutes) == expected


def test_the_table_of_videos_gives_category_and_bin_with_or_without_the_ending(tmp_path: Path) -> None:
    lines = [f"vid{n}.mp4,{4 * n},life  RECORD" if n % 2 else f"vid{n},{4 * n},tv" for n in range(6)]
    imported = import_questions(write(tmp_path, small()), videos=videos_table(tmp_path, *lines), partial=True)
    assert imported.videos and NO_TABLE not in imported.notes
    facets = {question.cluster: question.facets for question in imported.questions}
    assert facets["vid1"].items() >= {"video_length_bin": "0-5", "video_category": "Life Record"}.items()
    assert facets["vid4"].items() >= {"video_length_bin": "15+", "video_category": "TV"}.items()


def test_a_video_missing_in_the_table_is_named(tmp_path: Path) -> None:
    table = videos_table(tmp_path, *(f"vid{n},3,Movie" for n in range(5)))
    with pytest.raises(BenchmarkError, match=r"1 video of the questions is not in videos\.csv: vid5"):
        import_questions(write(tmp_path, small()), videos=table, partial=True)
