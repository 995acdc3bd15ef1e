"""How an estimate settles while its units come in."""

import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from rummysim.errors import InputError
from rummysim.figures.inputs import CONFIDENCE_WORDS, require
from rummysim.figures.numerals import count
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, INTERVAL, LINES, MARKS, Labels, label_axes, styled

__all__ = ["plot_convergence"]

HEIGHT = 2.8
"""Inches of the drawing."""
WIDEST = 4.0
"""The y axis reaches so many last half widths beyond the last interval; the first looks are wider."""


@styled
def plot_convergence(frame: pl.DataFrame, name: str, level: str, *, group: str = "all", ax: Axes | None = None) -> Axes:
    """Draw the estimates and intervals of the first units, over their number.

    frame : of :func:`rummysim.stats.convergence.convergence`. name, level, group : what it is an estimate of.
    """
    require(frame, ("n_units", "estimate", "lo", "hi"))
    if len(frame) < 2:
        message = "the frame has one row; a course needs two or more; play more"
        raise InputError(message)
    shown = quantity(name)
    measure = unit(shown.unit)
    words = shown.called(level, group)
    labels = Labels(
        title=f"How the estimate settles: {shown.words.format(unit=level, units=plural(level))}",
        x=f"{plural(level)} played",
        y=f"{words} ({measure.symbol})" if measure.symbol else words,
        caption=f"Line and band: estimate and interval ({CONFIDENCE_WORDS}) of the first {plural(level)}, in the order "
        f"played. Dashed: the last estimate, n = {count(frame['n_units'][-1])}.",
    )
    ax = new_axes(HEIGHT, labels) if ax is None else ax
    x = frame["n_units"].to_numpy()
    y, lo, hi = (measure.scale * frame[column].to_numpy() for column in ("estimate", "lo", "hi"))
    ax.set_xscale("log")
    ax.xaxis.set_major_locator(LogLocator(numticks=6))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: count(round(value))))
    ax.set_xlim(x[0], x[-1])
    half = (hi[-1] - lo[-1]) / 2
    ax.set_ylim(y[-1] - (1 + WIDEST) * half, y[-1] + (1 + WIDEST) * half)
    ax.grid(color=LINES)
    ax.set_axisbelow(True)
    ax.axhline(y[-1], color=GREY, linestyle="--", linewidth=1)
    ax.fill_between(x, lo, hi, color=MARKS[0].colour, alpha=0.2, linewidth=0, label=INTERVAL)
    ax.plot(x, y, color=MARKS[0].colour, linewidth=1.5)
    label_axes(ax, labels)
    return ax
