"""A quantity along the values of an option."""

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from rummysim.errors import InputError
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, INTERVAL, LINES, MARKS, Labels, Mark, label_axes, styled

__all__ = ["plot_sweep"]

Floats = NDArray[np.float64]

HEIGHT = 3.0
"""Inches of the drawing."""


def _caption(frame: pl.DataFrame, fair: float | None) -> str:
    units = spread([count(n) for n in frame["n_units"].sort()])
    levels = ", ".join(plural(level) for level in in_order(frame, "level"))
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    dashed = "" if fair is None else "Dashed: fair. "
    is_bounded = frame.select(pl.all_horizontal(pl.col("lo", "hi").is_finite().fill_null(value=False)).all()).item()
    bare = "" if is_bounded else " No band: no interval with two ends."
    return (
        f"{dashed}Bands: intervals of {CONFIDENCE_WORDS}.{bare} n = {units} ({levels}) each; unfinished: {unfinished}."
    )


def _lines(frame: pl.DataFrame, option: str, series: str | None) -> dict[str, pl.DataFrame]:
    """Rows of each line by its name, sorted by the option; refused where they would not make a line."""
    numbers = frame[option].cast(pl.Float64, strict=False)
    if numbers.null_count():
        held = ", ".join(str(value) for value in in_order(frame, option))
        message = f"{option} is {held}; a curve needs numbers; plot_effects compares values that are words"
        raise InputError(message)
    for column in ("level", "group"):
        if column != series:
            only(frame, column)
    names = pl.lit("") if series is None else pl.col(series).cast(pl.String).fill_null("none")
    rows = frame.with_columns(numbers, names.alias("line")).sort(option, maintain_order=True)
    if rows.select("line", option).is_duplicated().any():
        message = (
            f"a line has several rows at one value of {option}; a curve shows one; filter the frame, "
            "or name the column that tells them apart as series"
        )
        raise InputError(message)
    return {name: rows.filter(pl.col("line") == name) for name in in_order(frame.select(names.alias("line")), "line")}


def _draw_line(ax: Axes, x: Floats, y: Floats, lo: Floats, hi: Floats, mark: Mark) -> None:
    """Draw a line with its band; the interval of a lone point is a line."""
    if len(x) == 1:
        ax.vlines(x, lo, hi, color=mark.colour, linewidth=1.6, label=INTERVAL)
    ax.fill_between(x, lo, hi, color=mark.colour, alpha=0.2, linewidth=0, label=INTERVAL)
    face = mark.colour if mark.filled else "white"
    ax.plot(x, y, color=mark.colour, marker=mark.marker, markerfacecolor=face, markersize=6, linewidth=1.5)


@styled
def plot_sweep(
    frame: pl.DataFrame, option: str, *, series: str | None = None, fair: float | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a quantity over the values of an option, a line with its band of intervals for each series.

    A frame whose rows would not make one line a series is refused.

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
    columns = (option, "quantity", "level", "group", "estimate", "lo", "hi", "n_units", "share_unfinished")
    require(frame, columns if series is None else (*columns, series))
    shown = quantity(only(frame, "quantity"))
    measure = unit(shown.unit)
    lines = _lines(frame, option, series)
    group = "all" if series == "group" else only(frame, "group")
    words = shown.called(" or ".join(in_order(frame, "level")), group)
    labels = Labels(
        title=f"{words[0].upper()}{words[1:].split(',')[0]} by {option}",
        x=option,
        y=f"{words} ({measure.symbol})" if measure.symbol else words,
        caption=_caption(frame, fair),
        series=() if series is None else tuple(lines),
    )
    ax = new_axes(HEIGHT, labels) if ax is None else ax
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(color=LINES)
    ax.set_axisbelow(True)
    if fair is not None:
        ax.axhline(measure.scale * fair, color=GREY, linestyle="--", linewidth=1)
    for number, rows in enumerate(lines.values()):
        y, lo, hi = (measure.scale * rows[column].to_numpy() for column in ("estimate", "lo", "hi"))
        _draw_line(ax, rows[option].to_numpy(), y, lo, hi, MARKS[number % len(MARKS)])
    label_axes(ax, labels)
    return ax
