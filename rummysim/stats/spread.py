"""Standard deviation of a player's points, as a linearised ratio.

The variance is the ratio of S_b = sum (x - mean)^2 to the rows of the bin; the mean may stand for its expectation,
because the sum is least there. With sd = sqrt(variance), d sd = d variance / (2 sd), so near the estimate

    sd = sd / 2 + variance / (2 sd):

an affine map of a ratio, and effects of variants on the spread are formed as for every other ratio.
"""

import math

from rummysim.fields.tallies import Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = ["POINTS_SD"]


def spread(tallies: Tallies) -> list[Ratio]:
    """SD over all rows around their common mean."""
    index, value, n = tallies.values("points")
    mean = float((value * n).sum() / n.sum())
    # Around an integer near the mean sums are exact, however far from 0 the points lie.
    centre = round(mean)
    rest, moved = mean - centre, value - centre
    rows, first, second = (tallies.sum_by_bin(index, n * moved**power) for power in (0, 1, 2))
    around_mean = second - 2 * rest * first + rest**2 * rows
    sd = math.sqrt(float(around_mean.sum() / rows.sum())) / tallies.points_unit
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
