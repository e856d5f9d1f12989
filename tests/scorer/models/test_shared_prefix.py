"""Shared beginnings change no result: against one prompt a question, and against careless ways to share that do."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from scorer.models.base import Branches, Margins
from scorer.models.local_text import LocalText
from scorer.models.messages import Messages
from scorer.models.random_model import random_model
from scorer.models.reading import Read, Reader
from scorer.models.self_check import LARGEST_DIFFERENCE_ROUNDED, exact_way
from scorer.models.shared_prefix import alone, one_prompt_each, together
from scorer.models.trees import Tree, grow, with_stem
from scorer.models.yes_no import find_yes_no, lean
from tests.scorer.models.tiny import (
    CONFIGS,
    FULL,
    LENGTHENED,
    WINDOW,
    WINDOWED,
    answered,
    asked,
    largest_difference,
    loaded,
    questions,
    tokenizer,
    verdicts,
)

ANSWERS = asked(70)
ROOM = 6000  # columns: some ten answers a batch


def one_prompt_a_question(family: str, words: Any, answers: list[Branches]) -> dict[int, Margins]:
    """The yardstick: every question by itself, with no cache and no padding."""
    model = loaded(family, words)
    reader, messages, yes_no = Reader(model.model), Messages(words), find_yes_no(words)
    found = {}
    for place, one in enumerate(answers):
        prompts = messages.encode([one.prefix + tail for tail in one.tails])
        margins, masses = lean(torch.cat([reader.read_whole(prompt) for prompt in prompts]), yes_no)
        found[place] = Margins(margins, masses, 0)
    return found


@pytest.mark.parametrize("family", [*FULL, *WINDOWED, *LENGTHENED])
@pytest.mark.parametrize("columns", [0, ROOM], ids=["one answer at a time", "batches of answers"])
def test_shared_beginnings_give_the_margins_of_one_prompt_a_question(family: str, columns: int, words: Any) -> None:
    right = one_prompt_a_question(family, words, ANSWERS)
    found = answered(LocalText(loaded(family, words), columns=columns, band=0.0).margins(ANSWERS))
    assert questions(ANSWERS) >= 200
    assert largest_difference(found, right) <= 1e-4
    assert max(abs(margin) for one in right.values() for margin in one.margins) > 1


@pytest.mark.parametrize("family", [*FULL, *WINDOWED, *LENGTHENED])
def test_the_probability_of_yes_and_no_together_is_that_of_one_prompt_a_question(family: str, words: Any) -> None:
    right = one_prompt_a_question(family, words, ANSWERS[:5])
    found = answered(LocalText(loaded(family, words)).margins(ANSWERS[:5]))
    masses = [pair for place in found for pair in zip(found[place].masses, right[place].masses, strict=True)]
    assert all(abs(one - other) < 1e-5 and 0 < one < 1 for one, other in masses)


@pytest.mark.parametrize("family", [*FULL, *WINDOWED, *LENGTHENED])
def test_other_questions_change_the_first_one_by_exactly_nothing(family: str, words: Any) -> None:
    judge = LocalText(loaded(family, words))

    def first(*tails: str) -> float:
        found = answered(judge.margins([Branches("<<answer>>\nthe cup is red\n<<end>>", tails)]))
        return found[0].margins[0]

    assert first("\nQuestion: is it red?", "\nQuestion: is it blue?") == first(
        "\nQuestion: is it red?", "\nQuestion: is it seen?"
    )
    assert first("\nQuestion: is it red?", "\nQuestion: is it blue?") != first(
        "\nQuestion: is it a dog?", "\nQuestion: is it blue?"
    )


@pytest.mark.parametrize("family", [*FULL, *WINDOWED, *LENGTHENED])
def test_any_split_of_the_work_gives_the_same_verdict_bytes(family: str, words: Any) -> None:
    model, answers = loaded(family, words), ANSWERS[:30]

    def judged(size: int, columns: int) -> bytes:
        found = dict[int, Margins]()
        for start in range(0, len(answers), size):
            part = LocalText(model, columns=columns).margins(answers[start : start + size])
            found.update((start + place, margins) for place, margins in answered(part).items())
        return verdicts(found)

    splits = [(30, 0), (30, ROOM), (30, 1 << 20), (7, ROOM), (4, 0), (1, 0)]
    assert len({judged(*split) for split in splits}) == 1


def test_a_margin_on_the_line_is_decided_alone_and_without_that_the_split_would_decide(words: Any) -> None:
    model = loaded("llama", words)
    by_itself = {place: answered(LocalText(model).margins([one]))[0] for place, one in enumerate(ANSWERS)}
    batched = answered(LocalText(model, columns=ROOM, band=0.0).margins(ANSWERS))
    pairs = [pair for place in batched for pair in zip(by_itself[place].margins, batched[place].margins, strict=True)]
    line = min(next(pair for pair in pairs if pair[0] != pair[1]))
    settled = answered(LocalText(model, columns=ROOM, line=line).margins(ANSWERS))
    assert verdicts(settled, line) == verdicts(by_itself, line)
    assert verdicts(batched, line) != verdicts(by_itself, line)


def test_an_answer_without_questions_has_no_margins_and_costs_nothing(words: Any) -> None:
    judge = LocalText(loaded("llama", words))
    assert list(judge.margins([Branches("<<answer>>", ())])) == [(0, Margins((), (), 0))]
    assert judge.forwarded == 0


def test_tokens_told_for_each_answer_add_up_to_those_forwarded(words: Any) -> None:
    judge = LocalText(loaded("llama", words), columns=ROOM)
    assert sum(margins.tokens for margins in answered(judge.margins(ANSWERS)).values()) == judge.forwarded


# The careless ways, each of which runs without a word. One answer, questions of unlike lengths.


def trees_of(words: Any, count: int = 6) -> list[Tree]:
    messages = Messages(words)
    prompts = [messages.encode([one.prefix + tail for tail in one.tails]) for one in ANSWERS[:count]]
    return with_stem([grow(place, some) for place, some in enumerate(prompts)])


def furthest(found: Tensor, right: Tensor) -> float:
    return float((found - right).abs().max())


def read_trunk(reader: Reader, tree: Tree) -> Read:
    return reader.read_on(reader.nothing(), [tree.trunk], "left")[0]


def last_column(reader: Reader, tree: Tree) -> Tensor:
    """Right padding, and the logits of the last column: those of padding for every row but the longest."""
    read = reader.fork(read_trunk(reader, tree), [0] * len(tree.branches))
    width = max(map(len, tree.branches))
    ids = torch.tensor([branch + [0] * (width - len(branch)) for branch in tree.branches])
    mask = torch.tensor(
        [[1] * (len(tree.trunk) + len(branch)) + [0] * (width - len(branch)) for branch in tree.branches]
    )
    places = (len(tree.trunk) + torch.arange(width)).expand_as(ids)
    with torch.inference_mode():
        logits: Tensor = reader.model(
            input_ids=ids, attention_mask=mask, position_ids=places, cache=read.cache, logits_to_keep=1
        ).logits
    return logits[:, -1]


def mask_of_the_branches_only(reader: Reader, tree: Tree) -> Tensor:
    """A mask that covers what is new, and leaves out what was read before."""
    read = reader.fork(read_trunk(reader, tree), [0] * len(tree.branches))
    _, logits = reader.read_on(Read(read.cache, read.mask[:, :0]), tree.branches)
    return logits


def a_grown_cache(reader: Reader, tree: Tree) -> Tensor:
    """The questions read one after the other from one cache, which the first of them has already grown."""
    read = read_trunk(reader, tree)
    rows = [reader.read_on(Read(read.cache, read.mask), [branch])[1] for branch in tree.branches[:1]]
    grown = torch.ones(1, len(tree.trunk) + len(tree.branches[0]), dtype=torch.long)
    rows += [reader.read_on(Read(copy.deepcopy(read.cache), grown), [branch])[1] for branch in tree.branches[1:]]
    return torch.cat(rows)


@pytest.mark.parametrize("careless", [last_column, mask_of_the_branches_only, a_grown_cache])
@pytest.mark.parametrize("family", ["llama", "mistral"])
def test_a_careless_way_to_share_is_wrong_where_ours_is_right(
    family: str, careless: Callable[[Reader, Tree], Tensor], words: Any
) -> None:
    reader = Reader(loaded(family, words).model)
    tree = next(tree for tree in trees_of(words) if len({len(branch) for branch in tree.branches}) > 2)
    right = one_prompt_each(reader, tree)
    assert furthest(alone(reader, tree), right) <= 1e-4
    assert furthest(careless(reader, tree), right) > 0.1


class WithoutPositions:
    """A model that is not told positions, and so counts the padding between stem and trunk as text."""

    def __init__(self, model: Any) -> None:
        self._model, self.device, self.forward = model, model.device, model.forward

    def __call__(self, **given: Any) -> Any:
        return self._model(**{name: value for name, value in given.items() if name != "position_ids"})


@pytest.mark.parametrize("family", FULL)
def test_a_batch_without_positions_is_wrong_where_ours_is_right(family: str, words: Any) -> None:
    model, trees = loaded(family, words).model, trees_of(words)
    right = {tree.place: one_prompt_each(Reader(model), tree) for tree in trees}

    def furthest_of(reader: Reader) -> float:
        (batch,) = together(reader, trees, 1 << 20)
        return furthest(batch.logits, torch.cat([right[tree.place] for tree in batch.trees]))

    assert furthest_of(Reader(model)) <= 1e-4
    assert furthest_of(Reader(WithoutPositions(model))) > 0.1


def test_padding_between_answer_and_question_is_wrong_where_a_window_counts_it_and_is_not_done_there(
    words: Any,
) -> None:
    reader, trees = Reader(loaded("mistral", words).model), trees_of(words)
    right = {tree.place: one_prompt_each(reader, tree) for tree in trees}
    assert max(tree.longest for tree in trees) > WINDOW
    batches = list(together(reader, trees, ROOM))
    assert [len(batch.trees) for batch in batches] == [1] * len(trees)
    assert all(furthest(batch.logits, right[batch.trees[0].place]) <= 1e-4 for batch in batches)
    read, _ = reader.read_on(reader.nothing(len(trees)), [tree.trunk for tree in trees], "right")
    _, padded = reader.read_on(read, [tree.branches[0] for tree in trees])
    assert furthest(padded, torch.cat([right[tree.place][:1] for tree in trees])) > 0.1


def test_full_attention_reads_many_answers_in_one_batch(words: Any) -> None:
    trees = trees_of(words)
    batches = list(together(Reader(loaded("llama", words).model), trees, 1 << 20))
    assert [len(batch.trees) for batch in batches] == [len(trees)]


def test_a_batch_too_large_for_memory_is_read_in_halves(words: Any) -> None:
    trees = trees_of(words)
    right = {tree.place: alone(Reader(loaded("llama", words).model), tree) for tree in trees}

    class Small(Reader):
        """Has room for six rows of what is new."""

        def read_on(self, read: Read, rows: Any, side: Any = "right") -> tuple[Read, Tensor]:
            if len(rows) > 6:
                raise torch.OutOfMemoryError("out of memory")
            return super().read_on(read, rows, side)

    batches = list(together(Small(loaded("llama", words).model), trees, 1 << 20))
    assert len(batches) > 1
    for batch in batches:
        assert furthest(batch.logits, torch.cat([right[tree.place] for tree in batch.trees])) <= 1e-4


@pytest.mark.parametrize(
    ("family", "way"),
    [
        ("llama", "together"),
        ("mistral", "together"),
        ("mpt", "alone"),
        ("rwkv", "one prompt each"),
        ("phi3", "one prompt each"),
    ],
)
def test_a_trial_finds_how_much_a_model_can_share(family: str, way: str, words: Any) -> None:
    assert exact_way(loaded(family, words).model) == way


def test_the_trial_is_in_float32_since_rounding_would_hide_a_fault_and_leaves_the_weights_as_they_were() -> None:
    model = random_model(CONFIGS["mpt"](), dtype=torch.bfloat16)
    before = {name: value.clone() for name, value in [*model.named_parameters(), *model.named_buffers()]}
    assert exact_way(model) == "alone"
    after = dict([*model.named_parameters(), *model.named_buffers()])
    assert all(after[name].dtype == value.dtype and torch.equal(after[name], value) for name, value in before.items())
    reader, trees = Reader(model), trees_of(tokenizer())
    (batch,) = together(reader, trees, 1 << 20)
    right = torch.cat([one_prompt_each(reader, tree) for tree in batch.trees]).float()
    assert furthest(batch.logits.float(), right) / float(right.std()) < LARGEST_DIFFERENCE_ROUNDED


@pytest.mark.parametrize("family", ["mpt", "rwkv"])
def test_a_model_that_shares_wrongly_is_asked_in_the_way_it_gets_right(family: str, words: Any) -> None:
    right = one_prompt_a_question(family, words, ANSWERS[:6])
    judge = LocalText(loaded(family, words), columns=ROOM)
    assert largest_difference(answered(judge.margins(ANSWERS[:6])), right) <= 1e-4
    reader, trees = Reader(loaded(family, words).model), trees_of(words)
    batches = list(together(reader, trees, ROOM))
    wrong = [furthest(logits, torch.cat([one_prompt_each(reader, tree) for tree in some])) for some, logits in batches]
    assert max(wrong) > 0.01
