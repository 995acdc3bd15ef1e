"""Distributions as columns, a row for each variant: what length and scores are drawn with.

The y axis counts inches from the top. Each row has a line for the name and the median, and below it columns on a scale
that all rows share, the interval of each share as a line at its head.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from rummysim.errors import InputError
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require, sample_words
from rummysim.figures.numerals import count, fixed, percent
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import INTERVAL, LINES, MARKS, NORMAL, WIDTH, Labels
from rummysim.figures.text import shorten, wrap

__all__ = ["Row", "columns_axes", "draw_columns", "level_of", "outside_words", "read_rows", "sample_of"]

LOWER_TAIL, UPPER_TAIL = 0.0005, 0.005
"""Greatest shares that may be left out at the ends of the axis; the caption says how much was. Few games go on and on,
and would press all others into a corner; the least values are near the others, and bonuses among them."""
COLUMN_HEIGHTS = (2.6, 1.7, 1.3, 1.1, 1.0, 0.9, 0.8)
"""Inches for the columns of one variant, two, three and so on; the last for more."""
LINE, GAP = 0.2, 0.15
"""Inches of a line of text above the columns, and between rows."""
ROUND = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 40, 50, 60, 80, 100)
"""Per cent at which the y axis may have a tick."""
TICK, MOST_TICKS = 0.4, 3
"""Inches from tick to tick, half of it at least, and most ticks of a row besides zero."""
FINEST = 1000
"""Values are whole multiples of 1/m for some m up to this: points are stored as integers."""
PALE, DARK = "#8ec1e0", "#08304f"
MOST_INK = 150
"""Points of thickness of all interval lines of a row together, so that they do not melt into one."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, eq=False)
class Row:
    """Distribution of one variant, in per cent, and its median with limits."""

    variant: str
    values: Floats
    shares: Floats
    lo: Floats
    hi: Floats
    n: int
    median: float
    median_limits: tuple[float, float] | None

    def title(self, unit: str) -> str:
        """Name and median, as they stand above the columns."""
        decimals = 0 if self.median.is_integer() else 1
        text = f"median {fixed(self.median, decimals)} {unit}"
        if self.median_limits is not None:
            text += f" ({' … '.join(fixed(limit, decimals) for limit in self.median_limits)})"
        return wrap(f"{shorten(self.variant)}: {text}" if self.variant else text, WIDTH - 0.8, NORMAL)


def read_rows(frame: pl.DataFrame, estimates: pl.DataFrame | None, quantity: str) -> list[Row]:
    """Distribution of each variant; the median from the estimates, where given, with its interval."""
    require(frame, ("value", "share", "lo", "hi", "n"))
    named = frame if "variant" in frame.columns else frame.with_columns(variant=pl.lit(""))
    rows = []
    for variant in in_order(named, "variant"):
        part = named.filter(pl.col("variant") == variant).sort("value")
        values, shares, lo, hi = (part[name].to_numpy().astype(np.float64) for name in ("value", "share", "lo", "hi"))
        found = _median_row(estimates, variant, quantity)
        median, bounds = (found[0], found[1:]) if found else (_median(values, shares), None)
        rows.append(
            Row(
                variant=variant, values=values, shares=100 * shares, lo=100 * lo, hi=100 * hi,
                n=int(part["n"].sum()), median=median, median_limits=bounds,
            )
        )  # fmt: skip
    return rows


def _median(values: Floats, shares: Floats) -> float:
    below = np.cumsum(shares)
    return float(values[np.searchsorted(below, below[-1] / 2)])


def _median_row(estimates: pl.DataFrame | None, variant: str, quantity: str) -> tuple[float, float, float] | None:
    if estimates is None:
        return None
    rows = estimates.filter((pl.col("quantity") == f"{quantity}_quantile") & (pl.col("group") == "median"))
    rows = rows.filter(pl.col("variant") == variant) if variant else rows
    return rows.select("estimate", "lo", "hi").row(0) if rows.height == 1 else None


def level_of(estimates: pl.DataFrame | None) -> str:
    """What a unit is: deals, unless the estimates say otherwise."""
    return "deal" if estimates is None else str(only(estimates, "level"))


def sample_of(rows: Sequence[Row], estimates: pl.DataFrame | None, quantity: str, values: str) -> str:
    """Sentences on intervals, n and unfinished units; without estimates only how many values were seen is known."""
    if estimates is None:
        total = sum(row.n for row in rows)
        return f"Intervals: {CONFIDENCE_WORDS}. n = {count(total)} {values}; share of unfinished units not given."
    variants = [row.variant for row in rows if row.variant] or in_order(estimates, "variant")
    held = pl.col("variant").is_in(variants) & (pl.col("quantity") == f"{quantity}_quantile")
    medians = estimates.filter(held & (pl.col("group") == "median"))
    if medians.height != len(rows):
        message = (
            f"the estimates hold {medians.height} medians of {quantity} for {len(rows)} distributions; each needs one; "
            f"give the estimates of {', '.join(row.variant for row in rows) or 'this run alone'}"
        )
        raise InputError(message)
    return sample_words(medians, plural(level_of(medians)))


def columns_axes(rows: Sequence[Row], unit: str, labels: Labels) -> Axes:
    """Axes of a new figure, high enough for all rows."""
    return new_axes(len(rows) * _pitch(rows, unit)[0], labels)


def _pitch(rows: Sequence[Row], unit: str) -> tuple[float, float]:
    """Inches from row to row, and of the columns."""
    columns = COLUMN_HEIGHTS[min(len(rows), len(COLUMN_HEIGHTS)) - 1]
    lines = max(row.title(unit).count("\n") + 1 for row in rows)
    return GAP + LINE * lines + columns, columns


def draw_columns(ax: Axes, rows: Sequence[Row], unit: str, *, power: float = 1.0) -> None:
    """Draw all rows one below the other, heights as this power of the share."""
    pitch, height = _pitch(rows, unit)
    low, high, _ = _window(rows)
    step = _step(rows)
    edges: Floats = np.arange(round((high - low) / step) + 2, dtype=np.float64) * step + (low - step / 2)
    top = max(float(row.hi.max()) for row in rows)

    def scale(shares: Floats) -> Floats:
        return height * (shares / top) ** power

    ticks, round_shares = [], _round_shares(scale, top)
    for k, row in enumerate(rows):
        base = pitch * (k + 1) - GAP / 2
        _draw_row(ax, row, edges, base, scale)
        _mark_median(ax, row, base, height)
        _write_title(ax, row.title(unit), base - height)
        ticks += [(base - float(scale(np.array(at))), f"{at:g}") for at in round_shares]
    ax.set_xlim(edges[0] - step / 2, edges[-1] + step / 2)
    ax.set_ylim(pitch * len(rows), 0)
    ax.set_yticks([at for at, _ in ticks], [text for _, text in ticks])
    ax.spines[["bottom", "left"]].set_visible(False)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, steps=[1, 2, 5, 10]))
    ax.grid(axis="x", color=LINES, linewidth=0.7)
    ax.set_axisbelow(True)


def _draw_row(ax: Axes, row: Row, edges: Floats, base: float, scale: Callable[[Floats], Floats]) -> None:
    """Draw columns between the edges, and the interval of every value that occurred."""
    step = edges[1] - edges[0]
    inside = (row.values >= edges[0]) & (row.values <= edges[-1])
    values = row.values[inside]
    shares = np.zeros(len(edges) - 1)
    shares[np.floor((values - edges[0]) / step).astype(np.int64)] = row.shares[inside]
    ax.stairs(base - scale(shares), edges, baseline=base, fill=True, color=PALE, linewidth=0)
    tops, feet = base - scale(row.hi[inside]), base - scale(row.lo[inside])
    thick = min(1.4, MOST_INK / len(edges))
    ax.vlines(values, tops, feet, color=DARK, linewidth=thick, zorder=3, label=INTERVAL)


def _write_title(ax: Axes, text: str, y: float) -> None:
    """Name and median above the columns; the white ground keeps grid lines out of the letters."""
    ground = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    ax.text(0.0, y - 0.05, text, transform=ax.get_yaxis_transform(), va="bottom", bbox=ground, zorder=5)


def _mark_median(ax: Axes, row: Row, base: float, height: float) -> None:
    colour = MARKS[1].colour
    ax.vlines(row.median, base - height, base, color=colour, linestyle="--", linewidth=1.4, zorder=2.5)
    if row.median_limits is not None and all(map(math.isfinite, row.median_limits)):
        ax.hlines(base, *row.median_limits, color=colour, linewidth=3, zorder=4, label=INTERVAL)


def _window(rows: Sequence[Row]) -> tuple[float, float, float]:
    """Least and greatest value drawn, and the greatest share of a variant outside."""
    lows, highs = [], []
    for row in rows:
        total = np.cumsum(row.shares)
        lows.append(row.values[np.searchsorted(total, 100 * LOWER_TAIL, side="right")])
        highs.append(row.values[np.searchsorted(total, total[-1] - 100 * UPPER_TAIL)])
    low, high = float(min(lows)), float(max(highs))
    outside = (float(row.shares[(row.values < low) | (row.values > high)].sum()) for row in rows)
    return low, high, max(outside) / 100


def _step(rows: Sequence[Row]) -> float:
    """Greatest distance of which all distances between values are multiples."""
    values = np.unique(np.concatenate([row.values for row in rows]))
    if len(values) == 1:
        return 1.0
    for m in range(1, FINEST + 1):
        whole = np.round(values * m)
        if np.allclose(whole, values * m, rtol=0, atol=1e-6):
            return float(np.gcd.reduce(np.diff(whole).astype(np.int64))) / m
    return float(np.diff(values).min())


def _round_shares(scale: Callable[[Floats], Floats], top: float) -> list[float]:
    """Zero and round shares for ticks, at heights that divide the greatest about evenly."""

    def height(share: float) -> float:
        return float(scale(np.array(share)))

    n_ticks = min(MOST_TICKS, max(1, int(height(top) / TICK)))
    kept = [0.0]
    for tick in range(1, n_ticks + 1):
        fitting = [share for share in ROUND if height(share) <= tick / n_ticks * height(top)]
        if fitting and height(fitting[-1]) - height(kept[-1]) >= TICK / 2:
            kept.append(fitting[-1])
    return kept


def outside_words(rows: Sequence[Row], values: str) -> str:
    """Sentence on what lies beyond the axis, if anything."""
    share = _window(rows)[2]
    return f" Beyond the axis: at most {percent(share)} of {values}." if share > 0 else ""
