"""Prompts that begin alike, laid out as trees: what they share is read once.

Prompts about one answer share a *trunk* (the instruction and the answer) from which a *branch* leaves for each
question; the trunks of many answers share a *stem* (the instruction). All are token ids, split by comparing the ids of
whole prompts, so putting the parts together gives every prompt back exactly: no token is cut at a seam.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

Ids = list[int]


class Tree(NamedTuple):
    """The prompts about one answer: prompt i is ``trunk + branches[i]``; no branch is empty.

    ``place`` says whose they are, ``stem`` how many ids at the start of the trunk all trees of a run share.
    """

    place: int
    trunk: list[int]
    branches: list[list[int]]
    stem: int = 0

    @property
    def longest(self) -> int:
        """Tokens of the longest prompt."""
        return len(self.trunk) + max(map(len, self.branches))

    @property
    def prompts(self) -> list[list[int]]:
        """The whole prompts."""
        return [self.trunk + branch for branch in self.branches]

    @property
    def tokens(self) -> int:
        """Tokens that are read for this tree after the stem."""
        return len(self.trunk) - self.stem + sum(map(len, self.branches))


def grow(place: int, prompts: Sequence[Ids]) -> Tree:
    """The prompts about one answer as a tree; at least one prompt, none empty.

    Example:
        >>> grow(0, [[5, 6, 7], [5, 6, 8, 9]])
        Tree(place=0, trunk=[5, 6], branches=[[7], [8, 9]], stem=0)
    """
    # Every branch keeps a token, because the answer is read off the last token of each prompt.
    shared = min(common_length(prompts), min(map(len, prompts)) - 1)
    return Tree(place, list(prompts[0][:shared]), [list(prompt[shared:]) for prompt in prompts])


def with_stem(trees: Sequence[Tree]) -> list[Tree]:
    """The same trees, knowing the stem they share; one tree alone has none.

    Example:
        >>> [tree.stem for tree in with_stem([Tree(0, [5, 6], [[1]]), Tree(1, [5, 7, 7], [[1]])])]
        [1, 1]
    """
    stem = common_length([tree.trunk for tree in trees]) if len(trees) > 1 else 0
    return [tree._replace(stem=stem) for tree in trees]


def common_length(sequences: Sequence[Ids]) -> int:
    """How many ids all sequences begin with.

    Example:
        >>> common_length([[1, 2, 3], [1, 2], [1, 2, 9]])
        2
    """
    # What the smallest and the largest share, all that lie between them share too.
    low, high = min(sequences), max(sequences)
    differing = (number for number, (a, b) in enumerate(zip(low, high, strict=False)) if a != b)
    return next(differing, min(len(low), len(high)))


def batches(trees: Sequence[Tree], columns: int, reach: float = inf) -> Iterator[list[Tree]]:
    """The trees in batches of like length, longest first, padded to the longest trunk and the longest branch.

    A batch fills at most ``columns`` columns of a cache (every branch is a row of it), and is at most ``reach`` wide; a
    tree that is larger than that goes alone, which needs no padding between trunk and branch.

    Example:
        >>> trees = [Tree(0, [5], [[1]]), Tree(1, [5, 6, 7], [[1], [2]]), Tree(2, [5, 6], [[1]])]
        >>> [[tree.place for tree in batch] for batch in batches(trees, 9)]
        [[1], [2, 0]]
    """
    batch: list[Tree] = []
    for tree in sorted(trees, key=lambda tree: (-len(tree.trunk), tree.place)):
        rows, width = _size([*batch, tree])
        if batch and (rows * width > columns or width > reach):
            yield batch
            batch = []
        batch.append(tree)
    if batch:
        yield batch


def _size(batch: Sequence[Tree]) -> tuple[int, int]:
    """Rows and columns of the cache that a batch fills."""
    rows = sum(len(tree.branches) for tree in batch)
    trunk = max(len(tree.trunk) for tree in batch)
    return rows, trunk + max(len(branch) for tree in batch for branch in tree.branches)
