"""A judge that writes: replies are read whole or asked for again, three times, and never repaired (J3 to J6)."""

import json
from collections.abc import Callable

from scorer.judge.prompts import PROMPTS
from scorer.judge.types import Asked, Opinion, Turn
from scorer.judge.writing_judge import AT_A_TIME, WritingJudge
from scorer.models.base import Request, Unanswered
from scorer.models.scripted import ScriptedModel

CUP = Asked("v1/0/3", "A red cup.", ("Is a cup named?", "Is a dog named?"), "What is it?", "It is a red cup.")
SOUND = '{"A1": "Yes", "A2": "No"}'


def judged(
    rule: Callable[[Request], str | Unanswered], prompt: str = "retally-1", repeats: int | None = None, retries: int = 3
) -> tuple[list[Opinion], ScriptedModel, WritingJudge]:
    model = ScriptedModel(rule)
    judge = WritingJudge(model, PROMPTS[prompt], "seed", repeats=repeats, retries=retries)
    turns = [Turn(CUP, repeat) for repeat in range(1, judge.repeats + 1)]
    return list(judge.opinions(turns)), model, judge


def in_turn(*replies: str) -> Callable[[Request], str]:
    left = list(replies)
    return lambda request: left.pop(0)


def test_a_sound_reply_is_read_at_once() -> None:
    (opinion,), model, _ = judged(lambda request: SOUND)
    assert (opinion.verdicts, opinion.replies, opinion.calls) == (("yes", "no"), (SOUND,), 1)
    assert len(model.asked) == 1


def test_a_reply_that_cannot_be_read_is_asked_for_again_with_the_same_words() -> None:
    (opinion,), model, _ = judged(in_turn('{"A1": "Yes"}', "I would rather not.", SOUND))
    assert (opinion.verdicts, opinion.calls) == (("yes", "no"), 3)
    assert len({request.text for request in model.asked}) == 1


def test_a_model_that_samples_is_asked_again_with_another_seed() -> None:
    _, model, _ = judged(in_turn("a", SOUND), "official-code", repeats=1)
    assert [request.seed for request in model.asked] == [100, 101]


def test_after_three_more_tries_the_verdict_has_failed_with_its_last_reply_as_evidence() -> None:
    (opinion,), model, _ = judged(in_turn("a", "b", "c", "d", SOUND))
    assert (opinion.verdicts, opinion.replies, opinion.calls) == (None, ("d",), 4)
    assert len(model.asked) == 4


def test_where_the_released_script_is_replayed_nothing_is_asked_again() -> None:
    (opinion,), model, _ = judged(in_turn("a", SOUND), retries=0)
    assert (opinion.verdicts, opinion.replies, len(model.asked)) == (None, ("a",), 1)


def test_a_request_without_a_reply_gives_no_opinion_and_says_why() -> None:
    opinions, _, judge = judged(lambda request: Unanswered("the line was busy"))
    assert (opinions, judge.outages) == ([], ["the line was busy"])


def test_the_official_prompts_ask_three_times_with_a_seed_each() -> None:
    opinions, model, judge = judged(lambda request: SOUND, "official-code")
    assert judge.repeats == 3
    assert [opinion.repeat for opinion in opinions] == [1, 2, 3]
    assert [(request.seed, request.temperature) for request in model.asked] == [(100, None), (200, None), (300, None)]


def test_ours_asks_once_at_temperature_0() -> None:
    _, model, judge = judged(lambda request: SOUND)
    assert judge.repeats == 1
    assert [(request.seed, request.temperature, request.keys) for request in model.asked] == [(None, 0.0, ("A1", "A2"))]


def test_the_prompt_of_the_paper_asks_one_question_a_turn() -> None:
    model = ScriptedModel(in_turn("perhaps", "No."))
    judge = WritingJudge(model, PROMPTS["official-paper"], "seed", repeats=1)
    assert judge.one_by_one
    (opinion,) = judge.opinions([Turn(CUP._replace(checklist=("Is a dog named?",)))])
    assert (opinion.verdicts, opinion.replies, opinion.calls) == (("no",), ("No.",), 2)


def test_a_paid_reply_that_cannot_be_read_is_kept_where_no_other_follows() -> None:
    left: list[str | Unanswered] = ["I am not sure.", Unanswered("the budget is spent")]
    (opinion,), _, judge = judged(lambda request: left.pop(0))
    assert (opinion.verdicts, opinion.replies, opinion.calls) == (None, ("I am not sure.",), 1)
    assert judge.outages == ["the budget is spent"]


def test_what_is_asked_again_waits_for_few_others() -> None:
    first: set[str] = set()

    def unsure_once(request: Request) -> str:
        if request.text in first:
            return SOUND
        first.add(request.text)
        return "I am not sure."

    model = ScriptedModel(unsure_once)
    judge = WritingJudge(model, PROMPTS["retally-1"], "seed")
    turns = [Turn(CUP._replace(id=f"v{n}/0/1", answer=f"Cup {n}.")) for n in range(3 * AT_A_TIME)]
    next(judge.opinions(turns))
    assert len(model.asked) == AT_A_TIME + 1


def test_the_expected_verdicts_are_never_shown() -> None:
    _, model, _ = judged(lambda request: SOUND, "official-code-raw")
    assert "expected" not in model.asked[0].text


def test_the_settings_that_can_change_a_verdict_are_in_the_judge_s_name() -> None:
    def label(**settings: object) -> str:
        model = ScriptedModel(lambda request: SOUND, "some-model")
        return WritingJudge(model, PROMPTS["retally-1"], "seed", settings=settings).identity.label

    assert label() == label()
    assert len({label(), label(schema=True), label(schema=False)}) == 3


def test_half_a_surrogate_pair_in_a_reply_harms_nothing() -> None:
    (opinion,), _, _ = judged(lambda request: json.loads('"{\\"A1\\": \\"Yes\\", \\"A2\\": \\"No\\"} \\ud800"'))
    assert opinion.replies == (f"{SOUND} ?",)
    assert opinion.verdicts == ("yes", "no")
