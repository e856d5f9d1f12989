"""Prompts as trees: putting the parts together gives every prompt back, and batches hold every tree once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.models.trees import batches, grow, with_stem

IDS = st.lists(st.integers(0, 3), min_size=1, max_size=6)
PROMPTS = st.lists(st.lists(IDS, min_size=1, max_size=4), min_size=1, max_size=6)


@settings(deadline=None, max_examples=300)
@given(PROMPTS)
def test_a_tree_gives_back_its_prompts_and_leaves_each_branch_a_token(answers: list[list[list[int]]]) -> None:
    trees = with_stem([grow(place, prompts) for place, prompts in enumerate(answers)])
    assert [tree.prompts for tree in trees] == answers
    assert all(branch for tree in trees for branch in tree.branches)
    assert len({tuple(tree.trunk[: tree.stem]) for tree in trees}) == 1


@settings(deadline=None, max_examples=300)
@given(PROMPTS, st.integers(0, 60), st.integers(1, 20))
def test_batches_hold_every_tree_once_and_never_more_than_they_may(
    answers: list[list[list[int]]], columns: int, reach: int
) -> None:
    trees = [grow(place, prompts) for place, prompts in enumerate(answers)]
    found = list(batches(trees, columns, reach))
    assert sorted(tree.place for batch in found for tree in batch) == list(range(len(answers)))
    for batch in (batch for batch in found if len(batch) > 1):
        rows = sum(len(tree.branches) for tree in batch)
        width = max(len(tree.trunk) for tree in batch) + max(len(row) for tree in batch for row in tree.branches)
        assert rows * width <= columns
        assert width <= reach
