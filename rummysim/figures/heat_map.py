"""A quantity over the values of two options: a field of numbers with their half intervals."""

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap

from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import SMALL, Labels, label_axes, styled

__all__ = ["plot_heat"]

ROW, LEAST = 0.5, 1.6
"""Inches of height of a row, and of the whole drawing at least."""
SHADES = LinearSegmentedColormap.from_list("shades", ["#f7fbff", "#6baed6", "#08306b"])
"""One hue from light to dark: told apart in grey and by the colour-blind."""
DARK = 0.55
"""Part of the range above which numbers are white."""


def _caption(frame: pl.DataFrame) -> str:
    units = spread([count(n) for n in frame["n_units"].sort()])
    levels = ", ".join(plural(level) for level in in_order(frame, "level"))
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    return f"±: half interval of {CONFIDENCE_WORDS}. n = {units} ({levels}) each; unfinished: {unfinished}."


def _decimals(halves: list[float]) -> int:
    """Decimals that show two digits of the median half interval."""
    finite = sorted(half for half in halves if np.isfinite(half) and half > 0)
    return int(np.clip(1 - np.floor(np.log10(finite[len(finite) // 2])), 0, 4)) if finite else 1


@styled
def plot_heat(frame: pl.DataFrame, across: str, down: str, *, ax: Axes | None = None) -> Axes:
    """Draw a quantity over two options, one across and one down; darker is more.

    frame : estimates of one quantity, level and group with a column for each option (:meth:`rummysim.Sweep.table`).
    """
    require(frame, (across, down, "quantity", "level", "group", "estimate", "lo", "hi", "n_units", "share_unfinished"))
    shown = quantity(only(frame, "quantity"))
    measure = unit(shown.unit)
    columns, rows = in_order(frame, across), in_order(frame, down)
    cells = {(row[across], row[down]): row for row in frame.iter_rows(named=True)}
    words = shown.called(only(frame, "level"), only(frame, "group"))
    labels = Labels(
        title=f"{words[0].upper()}{words[1:]}{f' ({measure.symbol})' if measure.symbol else ''}",
        x=across,
        y=down,
        caption=_caption(frame),
    )
    ax = new_axes(max(LEAST, ROW * len(rows)), labels) if ax is None else ax
    values = np.array([[measure.scale * cells[x, y]["estimate"] for x in columns] for y in rows])
    ax.imshow(values, cmap=SHADES, aspect="auto")
    halves = [measure.scale * (cell["hi"] - cell["lo"]) / 2 for cell in cells.values()]
    digits, low, span = _decimals(halves), values.min(), np.ptp(values) or 1.0
    for i, y in enumerate(rows):
        for j, x in enumerate(columns):
            half = measure.scale * (cells[x, y]["hi"] - cells[x, y]["lo"]) / 2
            text = f"{values[i, j]:.{digits}f}\n±{half:.{digits}f}".replace("-", "−")
            colour = "white" if (values[i, j] - low) / span > DARK else "black"
            ax.text(j, i, text, ha="center", va="center", fontsize=SMALL, color=colour, linespacing=1.1)
    ax.set_xticks(range(len(columns)), [str(value) for value in columns])
    ax.set_yticks(range(len(rows)), [str(value) for value in rows])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    label_axes(ax, labels)
    return ax
