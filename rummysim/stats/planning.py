"""How many units for an interval of a given half width (statistics.md 10).

The variance of a ratio falls as one over the number of units, so from a pilot of N units with variance V

    N needed = N V (z / half width)^2.

A share that does not vary in the pilot is planned with the share in its interval that is nearest to one half, and every
block counted once: a pilot without a single event says how rare it may be, not that it never happens.
"""

import math

from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import NORMAL, Ratio, wilson
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic

__all__ = ["units_needed"]


def units_needed(pilot: Tallies, quantity: str, half_width: float, *, group: str = "all") -> int:
    """Units (deals or matches, undecided ones included) for estimate +- half_width at 95 %."""
    if not (half_width > 0 and math.isfinite(half_width)):
        message = f"half_width is {half_width}; allowed: above 0; give it in the unit of {quantity}"
        raise StatisticError(message)
    ratios = {ratio.group: ratio for ratio in statistic(quantity).groups(pilot)}
    if group not in ratios:
        message = f"{quantity} has no group {group!r} in this pilot; it has {', '.join(ratios) or 'none'}; choose one"
        raise StatisticError(message)
    ratio = ratios[group]
    # The relative slack keeps rounding from asking for one unit more.
    needed = pilot.n_units * _variance(ratio, quantity) * (NORMAL * ratio.scale / half_width) ** 2
    return max(1, math.ceil(needed * (1 - 1e-12)))


def _variance(ratio: Ratio, quantity: str) -> float:
    if ratio.share and (ratio.variance == 0 or not 0 < ratio.ratio < 1):
        low, high = wilson(ratio.ratio, ratio.n_independent)
        likely = min(max(0.5, low), high)
        return likely * (1 - likely) / ratio.n_independent
    if ratio.n_bins < 2:
        message = f"the pilot has {ratio.n_bins} bin for {quantity}; a variance needs 2 or more; play a longer pilot"
        raise StatisticError(message)
    return ratio.variance
