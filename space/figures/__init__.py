"""The charts of a board as plotly figures: which there are follows from what the board knows, never from its name.

A figure is plain JSON (``data`` and ``layout``). Colours are names of the pages' own colours, such as
``var(--accent)``, which the script fills in for the theme of the day. Names that users wrote are escaped.
"""

from space.boards import Board
from space.figures.draw import Figure
from space.figures.lines import bin_figures, setting_figures
from space.figures.pairs import pair_figures, wrong_answers_figure
from space.figures.profile import profile_figure
from space.figures.scatters import size_figure, time_figure

__all__ = ["Figure", "figures"]


def figures(board: Board) -> list[Figure]:
    """The charts a board has the numbers for, in display order; none for a board of one row.

    Example:
        >>> from pathlib import Path
        >>> from benchmarks import load_benchmark
        >>> from space.reading import read_boards
        >>> boards = read_boards(None, Path("data"), [load_benchmark("vsi_super_wild")])
        >>> [(board.data_version, figure.name) for board in boards for figure in figures(board)]
        [('released-6980', 'profile')]
    """
    alone = [profile_figure(board), size_figure(board), time_figure(board), wrong_answers_figure(board)]
    drawn = [figure for figure in alone if figure is not None]
    return [*drawn, *pair_figures(board), *bin_figures(board), *setting_figures(board)]
