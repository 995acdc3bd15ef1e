"""Standard deviation of a player's points, as a linearised ratio.

The variance is the ratio of S_b = sum (x - mean)^2 to the rows of the bin; the mean may stand for its expectation,
because the sum is least there. With sd = sqrt(variance), d sd = d variance / (2 sd), so near the estimate

    sd = sd / 2 + variance / (2 sd):

an affine map of a ratio, and effects of variants on the spread are formed as for every other ratio.
"""

import math

import polars as pl

from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic
from rummysim.stats.tallies import Tallies

__all__ = ["POINTS_SD"]


def spread(tallies: Tallies) -> list[Ratio]:
    """SD over all rows around their common mean."""
    value = pl.col("value")
    sums = (
        tallies.counts("points")
        .group_by("bin")
        .agg(n=pl.col("n").sum(), first=(pl.col("n") * value).sum(), second=(pl.col("n") * value * value).sum())
    )
    aligned = tallies.bins.join(sums, on="bin", how="left", maintain_order="left").fill_null(0)
    # Around the rounded mean, in integers: exact, however far from 0 the points lie.
    n_rows, total = int(aligned["n"].sum()), int(aligned["first"].sum())
    centre = round(total / n_rows)
    n, first, second = (aligned[name] for name in ("n", "first", "second"))
    rest = total / n_rows - centre
    moved = (first - centre * n).to_numpy().astype(float)
    squares = (second - 2 * centre * first + centre**2 * n).to_numpy().astype(float)
    rows = n.to_numpy().astype(float)
    around_mean = squares - 2 * rest * moved + rest**2 * rows
    sd = math.sqrt(float(around_mean.sum()) / n_rows) / tallies.points_unit
    return [
        Ratio(
            group=ALL,
            a=around_mean,
            b=rows * tallies.points_unit**2,
            n_units=tallies.n_units,
            n_blocks=tallies.n_blocks,
            scale=1 / (2 * sd) if sd > 0 else 0.0,
            shift=sd / 2,
            floor=0.0,
        )
    ]


POINTS_SD = Statistic(
    name="points_sd",
    definition="How far a player's points typically lie from the mean (standard deviation).",
    unit="score points",
    needs=("histogram.points",),
    ratios=spread,
)
