"""Distribution of the points of a player."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.columns import columns_axes, draw_columns, level_of, outside_words, read_rows, sample_of
from rummysim.figures.quantities import plural
from rummysim.figures.style import GREY, Labels, label_axes, styled

__all__ = ["plot_scores"]

ROOT = 0.5
RESULTS = "results of players"


@styled
def plot_scores(frame: pl.DataFrame, *, estimates: pl.DataFrame | None = None, ax: Axes | None = None) -> Axes:
    """Draw how often players got how many points, a row of columns for each variant, the median marked.

    Heights are square roots of shares: one value often holds a third of all results (a bonus, nothing left over) and
    the others one per cent each. The parameters are those of :func:`rummysim.figures.length.plot_length`, ``frame``
    being the distribution of ``points``.
    """
    rows, level = read_rows(frame, estimates, "points"), level_of(estimates)
    words = sample_of(rows, estimates, "points", RESULTS)
    labels = Labels(
        title=f"Points of a player in a {level}",
        x="points (score points)",
        y="share of results (%, square-root scale)",
        caption=f"Results of all players in all {plural(level)}. Dashed: median. {words}{outside_words(rows, RESULTS)}",
    )
    ax = columns_axes(rows, "points", labels) if ax is None else ax
    draw_columns(ax, rows, "points", power=ROOT)
    if ax.get_xlim()[0] < 0 < ax.get_xlim()[1]:
        ax.axvline(0, color=GREY, linewidth=0.9, zorder=1)
    label_axes(ax, labels)
    return ax
