"""Pairwise matrix of a tournament: the share of each bot against each other one, in colour and in figures."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from rummysim.figures.inputs import CONFIDENCE_WORDS, only, require
from rummysim.figures.numerals import count, decimals_for, fixed, percent, spread
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import BAND, INTERVAL, NORMAL, WIDTH, Labels, label_axes, styled
from rummysim.figures.text import shorten, width_of

__all__ = ["plot_win_matrix"]

NEEDED = ("game", "level", "players", "bot", "against", "estimate", "lo", "hi", "n_units", "share_unfinished")
COLOURS = LinearSegmentedColormap.from_list("orange to blue", ["#D55E00", "#ffffff", "#0072B2"])
"""Safe for the colour-blind; the middle is an even pair."""
PALEST = 0.62
"""Of the full colour at most, so that black figures are legible on it."""
EDGE = 0.35
"""Inches beside names and cells."""
ROW = 0.5
"""Inches of height of a row."""
SMALLEST, LARGEST = 5.5, 9.0
"""Points of the intervals in the cells."""
DARK = "#333333"


@styled
def plot_win_matrix(frame: pl.DataFrame, order: Sequence[str], *, ax: Axes | None = None) -> Axes:
    """Draw the matrix of one tournament at one level; ``order`` names the bots from top to bottom.

    ``frame`` holds the cross table. A cell says which part of the wins of the two the bot of its row has.
    """
    require(frame, NEEDED)
    game, level, players = (only(frame, name) for name in ("game", "level", "players"))
    names = [f"{number}  {shorten(bot, 24)}" for number, bot in enumerate(order, 1)]
    inches = WIDTH - EDGE - max(width_of(name, NORMAL) for name in names)
    of_whom = f"decided {plural(level)}" if players == 2 else f"{plural(level)} won by one of the two"
    labels = Labels(
        title=f"Who beats whom, {game}, {players} players, {plural(level)}",
        x=f"share of the {of_whom} that the bot of the row won (%), against bot number",
        caption=_sample_words(frame, of_whom, level),
        inches=inches,
    )
    n = len(order)
    ax = new_axes(ROW * n, labels) if ax is None else ax
    ax.set_xlim(0, n)
    ax.set_ylim(n, 0)
    ax.set_xticks([k + 0.5 for k in range(n)], [str(k + 1) for k in range(n)])
    ax.set_yticks([k + 0.5 for k in range(n)], names)
    ax.tick_params(length=0)
    ax.spines[["left", "bottom"]].set_visible(False)
    for k in range(n):
        ax.add_patch(Rectangle((k, k), 1, 1, facecolor=BAND, edgecolor="white", linewidth=1.5))
    for bot, against, *row in frame.select("bot", "against", "estimate", "lo", "hi").iter_rows():
        _draw_cell(ax, (order.index(against), order.index(bot)), row, inches / n)
    label_axes(ax, labels)
    return ax


def _draw_cell(ax: Axes, at: tuple[int, int], row: Sequence[float], inches: float) -> None:
    estimate, lo, hi = (100 * value for value in row)
    shade = COLOURS(0.5 + PALEST * (row[0] - 0.5))
    ax.add_patch(Rectangle(at, 1, 1, facecolor=shade, edgecolor="white", linewidth=1.5))
    decimals = min(2, decimals_for(estimate, lo, hi))
    low, high = fixed(lo, decimals), fixed(hi, decimals)
    limits = f"{low}–{high}"
    size = min(LARGEST, max(SMALLEST, LARGEST * 0.92 * inches / width_of(limits, LARGEST)))
    x, y = at[0] + 0.5, at[1]
    ax.text(x, y + 0.36, fixed(estimate, decimals), ha="center", va="center", fontsize=min(NORMAL, size * 1.25))
    ax.text(x, y + 0.72, limits, ha="center", va="center", fontsize=size, color=DARK, label=INTERVAL)


def _sample_words(frame: pl.DataFrame, counted: str, level: str) -> str:
    units = spread([count(n) for n in frame["n_units"].sort()])
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    return (
        f"Below each share its interval of {CONFIDENCE_WORDS}. Blue: the row wins more; orange: less. "
        f"n = {units} {counted} a pair; unfinished {plural(level)}: {unfinished}."
    )
