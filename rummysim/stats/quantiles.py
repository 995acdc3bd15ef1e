"""Median, 5 % and 95 % point of turns, points and deals by Woodruff's method (statistics.md 5).

The p quantile is the least value x with F(x) >= p, where F is the ratio estimate of the share at or below x. A value is
in the interval if F there is compatible with p, that is within p +- c sqrt(p (1 - p) / n) (the score interval,
inverted): so the limits are the quantiles of these two shares. n is the effective sample size from the bins,
n = min(units, F (1 - F) / Var F), at that of the two values around p whose F is nearer to p, and c = t_{M-1}. If F does
not vary there, n = min(units, blocks).

Where p - c sqrt(...) <= 0 or p + c sqrt(...) >= 1 the sample bounds the quantile on one side only (fewer than 74
effective units cannot bound the 95 % point from above): that limit is the least possible value, or infinite. Values are
integers: with many units both limits may fall on the estimate, and the quantile is then known exactly.
"""

import math
from collections.abc import Callable

import numpy as np

from rummysim.fields.estimates import Method
from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import NORMAL, Estimate, Ratio, t_quantile
from rummysim.stats.statistic import Statistic

__all__ = ["DEALS_QUANTILE", "POINTS_QUANTILE", "QUANTILES", "TURNS_QUANTILE", "woodruff"]

QUANTILES = {"5 %": 5, "median": 50, "95 %": 95}
"""Groups and their shares in hundredths, so that they compare with counts exactly."""


def woodruff(tallies: Tallies, quantity: str, group: str, *, floor: float = -math.inf) -> Estimate:
    """Quantile of a histogram, in its stored integer values."""
    _, value, n = tallies.values(quantity)
    values, entries = np.unique(value[n > 0], return_inverse=True)
    below = np.bincount(entries, weights=n[n > 0]).cumsum().astype(np.int64)
    total, percent = int(below[-1]), QUANTILES[group]
    rank = int(np.searchsorted(100 * below, percent * total))
    shares = below / total
    near = rank if rank == 0 or shares[rank] + shares[rank - 1] <= 2 * percent / 100 else rank - 1
    at_or_below = Ratio(
        group=group,
        a=tallies.count_sums(quantity, highest=int(values[near])),
        b=tallies.count_sums(quantity),
        n_units=tallies.n_units,
        n_blocks=tallies.n_blocks,
    )
    n_effective, critical = _precision(at_or_below)
    half = critical * math.sqrt(percent * (100 - percent) / n_effective) / 100
    low, high = percent / 100 - half, percent / 100 + half
    found = float(values[rank])
    lo = min(found, float(values[np.searchsorted(shares, low)])) if low > 0 else floor
    hi = max(found, float(values[np.searchsorted(shares, high)])) if high < 1 else math.inf
    return Estimate(
        group=group,
        estimate=found,
        se=(hi - lo) / (2 * critical),
        lo=lo,
        hi=hi,
        n_units=at_or_below.n_units,
        n_bins=at_or_below.n_bins,
        method=Method.WOODRUFF,
    )


def _precision(below: Ratio) -> tuple[float, float]:
    if below.variance == 0:
        return below.n_independent, NORMAL
    n_effective = min(below.n_units, below.ratio * (1 - below.ratio) / below.variance)
    return n_effective, t_quantile(below.n_bins - 1)


def quantiles(quantity: str, *, floor: float = -math.inf) -> Callable[[Tallies], list[Estimate]]:
    """All of :data:`QUANTILES` of a histogram of integers."""
    return lambda tallies: [woodruff(tallies, quantity, group, floor=floor) for group in QUANTILES]


def points_quantiles(tallies: Tallies) -> list[Estimate]:
    """All of :data:`QUANTILES` of the points, in points."""
    return [_scaled(woodruff(tallies, "points", group), tallies.points_unit) for group in QUANTILES]


def _scaled(stored: Estimate, unit: int) -> Estimate:
    se, lo, hi = (None if value is None else value / unit for value in (stored.se, stored.lo, stored.hi))
    return Estimate(
        group=stored.group,
        estimate=stored.estimate / unit,
        se=se,
        lo=lo,
        hi=hi,
        n_units=stored.n_units,
        n_bins=stored.n_bins,
        method=stored.method,
    )


TURNS_QUANTILE = Statistic(
    name="turns_quantile",
    definition="Number of turns that 5, 50 or 95 per cent of the games do not exceed.",
    unit="turns",
    needs=("histogram.turns",),
    function=quantiles("turns", floor=0.0),
)

POINTS_QUANTILE = Statistic(
    name="points_quantile",
    definition="Points that 5, 50 or 95 per cent of the players' results do not exceed.",
    unit="score points",
    needs=("histogram.points",),
    function=points_quantiles,
)

DEALS_QUANTILE = Statistic(
    name="deals_quantile",
    definition="Number of deals that 5, 50 or 95 per cent of the matches do not exceed.",
    unit="deals",
    needs=("histogram.deals",),
    levels=("match",),
    function=quantiles("deals", floor=0.0),
)
