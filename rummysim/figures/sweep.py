"""A quantity along the values of an option."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, INTERVAL, LINES, MARKS, Labels, label_axes, styled

__all__ = ["plot_sweep"]

HEIGHT = 3.0
"""Inches of the drawing."""


def _caption(frame: pl.DataFrame, fair: float | None) -> str:
    units = spread([count(n) for n in frame["n_units"].sort()])
    levels = ", ".join(plural(level) for level in in_order(frame, "level"))
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    dashed = "" if fair is None else "Dashed: fair. "
    return f"{dashed}Bands: intervals of {CONFIDENCE_WORDS}. n = {units} ({levels}) each; unfinished: {unfinished}."


@styled
def plot_sweep(
    frame: pl.DataFrame, option: str, *, series: str | None = None, fair: float | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a quantity over the values of an option, a line with its band of intervals for each series.

    Parameters
    ----------
    frame
        Estimates of one quantity with a column ``option`` of numbers (:meth:`rummysim.Sweep.table`).
    option
        The option on the x axis.
    series
        Column that tells the lines apart, for example ``level``; one line if None.
    fair
        Value to mark by a dashed line.
    ax
        Axes to draw on; of a new figure if None.
    """
    require(frame, (option, "quantity", "level", "group", "estimate", "lo", "hi", "n_units", "share_unfinished"))
    shown = quantity(only(frame, "quantity"))
    measure = unit(shown.unit)
    names = tuple(str(name) for name in in_order(frame, series)) if series else ()
    words = shown.called(" or ".join(in_order(frame, "level")), only(frame, "group"))
    labels = Labels(
        title=f"{words[0].upper()}{words[1:].split(',')[0]} by {option}",
        x=option,
        y=f"{words} ({measure.symbol})" if measure.symbol else words,
        caption=_caption(frame, fair),
        series=names,
    )
    ax = new_axes(HEIGHT, labels) if ax is None else ax
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(color=LINES)
    ax.set_axisbelow(True)
    if fair is not None:
        ax.axhline(measure.scale * fair, color=GREY, linestyle="--", linewidth=1)
    for number, name in enumerate(names or (None,)):
        rows = frame if name is None else frame.filter(pl.col(str(series)).cast(pl.String) == name)
        rows = rows.with_columns(pl.col(option).cast(pl.Float64)).sort(option)
        mark = MARKS[number % len(MARKS)]
        x = rows[option].to_numpy()
        y, lo, hi = (measure.scale * rows[column].to_numpy() for column in ("estimate", "lo", "hi"))
        ax.fill_between(x, lo, hi, color=mark.colour, alpha=0.2, linewidth=0, label=INTERVAL)
        face = mark.colour if mark.filled else "white"
        ax.plot(x, y, color=mark.colour, marker=mark.marker, markerfacecolor=face, markersize=6, linewidth=1.5)
    label_axes(ax, labels)
    return ax
