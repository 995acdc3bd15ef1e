"""Distribution of the number of turns."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.columns import columns_axes, draw_columns, level_of, outside_words, read_rows, sample_of
from rummysim.figures.quantities import plural
from rummysim.figures.style import Labels, label_axes, styled

__all__ = ["plot_length"]


@styled
def plot_length(frame: pl.DataFrame, *, estimates: pl.DataFrame | None = None, ax: Axes | None = None) -> Axes:
    """Draw how many units took how many turns, a row of columns for each variant, the median marked.

    Parameters
    ----------
    frame
        Distribution of ``turns`` (:class:`rummysim.fields.estimates.Distribution`); of several variants one below the
        other, with a column ``variant``.
    estimates
        Estimates of the same runs: they give n, the share of unfinished units, and the median with its interval.
        Without them the median is read from the shares and the caption says that the rest is not given.
    ax
        Axes to draw on; of a new figure if None.
    """
    rows, level = read_rows(frame, estimates, "turns"), level_of(estimates)
    words = sample_of(rows, estimates, "turns", plural(level))
    labels = Labels(
        title=f"Turns per {level}",
        x=f"length of a {level} (turns of all players together)",
        y=f"share of {plural(level)} (%)",
        caption=f"Dashed: median. {words}{outside_words(rows, plural(level))}",
    )
    ax = columns_axes(rows, "turns", labels) if ax is None else ax
    draw_columns(ax, rows, "turns")
    label_axes(ax, labels)
    return ax
