"""Distribution of a tallied quantity: the share of every value that occurred, each with its own interval.

Each share is a ratio over bins (statistics.md 1). There may be thousands of values, so the residual sum of squares is
formed from sums over the bins in which a value occurred: sum A^2 - 2 theta sum A B + theta^2 sum B^2.
"""

import polars as pl

from rummysim.fields.estimates import Distribution, frame_schema
from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import share_limits
from rummysim.stats.statistic import StatisticError

__all__ = ["distribution"]

IN_POINTS = ("points", "margin")
"""Quantities stored in 1/points_unit."""

NOISE = 1e-12
"""Residual sums of squares below this share of their first term are rounding, not variation."""


def distribution(tallies: Tallies, quantity: str, *, whole: bool = False) -> pl.DataFrame:
    """Frame for figures: value, share, lo, hi, n, sorted by value; intervals by t or Wilson as for every share.

    whole : parts of a point count with the whole point below, so that figures have a column a point.
    """
    if not tallies.has(f"histogram.{quantity}"):
        held = ", ".join(tallies.histogram["quantity"].unique().sort()) or "none"
        message = f"no histogram of {quantity!r}; these tallies hold: {held}; choose one of them, or tally it"
        raise StatisticError(message)
    counts = tallies.counts(quantity).filter(pl.col("n") > 0)
    unit = tallies.points_unit if quantity in IN_POINTS else 1
    if whole:
        counts = counts.group_by("bin", value=pl.col("value") // unit).agg(pl.col("n").sum())
        unit = 1
    totals = counts.group_by("bin").agg(total=pl.col("n").sum())
    n_units = tallies.n_decided if quantity == "margin" else tallies.n_units
    rows = []
    for value, n, share, variance in _shares(counts, totals).iter_rows():
        limits = share_limits(share, variance, n_units=n_units, n_blocks=tallies.n_blocks, n_bins=totals.height)
        rows.append((value / unit, share, limits[1], limits[2], n))
    return Distribution.validate(pl.DataFrame(rows, schema=frame_schema(Distribution), orient="row"))


def _shares(counts: pl.DataFrame, totals: pl.DataFrame) -> pl.DataFrame:
    """Value, count, share and variance of the share over bins."""
    n_bins, total = totals.height, int(totals["total"].sum())
    squares = float((totals["total"].cast(pl.Float64) ** 2).sum())
    a, b, share = pl.col("n").cast(pl.Float64), pl.col("total").cast(pl.Float64), pl.col("n") / total
    by_value = counts.join(totals, on="bin").group_by("value")
    sums = by_value.agg(pl.col("n").sum(), own=(a * a).sum(), mixed=(a * b).sum())
    residual = pl.col("own") - 2 * share * pl.col("mixed") + share**2 * squares
    factor = n_bins / (n_bins - 1) / total**2 if n_bins > 1 else 0.0
    variance = pl.when(residual > NOISE * pl.col("own")).then(residual * factor).otherwise(0.0)
    return sums.sort("value").select("value", "n", share=share, variance=variance)
