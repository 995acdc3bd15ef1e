"""Ratio estimates and their intervals, clustered on bins (statistics.md 1).

With A_b and B_b the sums of bin b over M bins: theta = sum A / sum B, residuals A_b - theta B_b, and

    Var theta = M / (M - 1) * sum (A_b - theta B_b)^2 / (sum B)^2,   theta +- t_{M-1} sqrt(Var theta).

M counts the bins with B_b > 0: where few units are averaged (margins when hardly any unit is decided), bins
that hold none add nothing to what is known.

A share whose rarer side counts fewer than :data:`SMALL_COUNT` effective units gets the Wilson interval with
n = min(units, theta (1 - theta) / Var theta) and t_{M-1} as critical value, because the variance comes from M bins. If
the bins do not vary (none, all, or one bin) every block counts once, n = min(units, blocks): the mean of a block's
units lies between 0 and 1, so its variance is at most theta (1 - theta), however the units depend on each other.

A mean with fewer than two bins has no interval: its bounds are those that the quantity has by nature, often infinite.
A mean that is equal in all of two or more bins has an interval of width zero and the method says "constant".
"""

import math
from dataclasses import dataclass
from functools import cache, cached_property
from statistics import NormalDist

import numpy as np

from rummysim.fields.estimates import CONFIDENCE, Method
from rummysim.fields.tallies import Floats

__all__ = [
    "NORMAL",
    "SMALL_COUNT",
    "Estimate",
    "Ratio",
    "interval",
    "limits",
    "share_limits",
    "t_quantile",
    "variance_of_sum",
    "wilson",
]

NORMAL = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""1.96: critical value where no variance is estimated."""

SMALL_COUNT = 50.0
"""Effective count of the rarer side below which a share gets Wilson's interval. The mean of bins that count c events in
all has skewness 1 / sqrt(c): t covered 80-94 % for c <= 20, 94 % for 30, 94-96 % from 50 on (tests/stats)."""

NOISE = 4e-15
"""Residuals below this share of their terms are rounding, not variation."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """One row of the frame of estimates, without what the tallies say; se, lo and hi are None for tests."""

    group: str
    estimate: float
    se: float | None
    lo: float | None
    hi: float | None
    n_units: int
    n_bins: int
    method: Method


@dataclass(frozen=True, kw_only=True, eq=False)
class Ratio:
    """Sums of one group per bin and the affine map of their ratio to the quantity shown.

    Parameters
    ----------
    a, b
        (n_bins,) float64, sums per bin; exact where they are integers.
    n_units
        Units that the denominator averages over.
    n_blocks
        Blocks of the tallies.
    share
        Whether the ratio lies between 0 and 1.
    scale, shift
        The quantity is scale * ratio + shift.
    floor
        Least value of the quantity by nature.
    """

    group: str
    a: Floats
    b: Floats
    n_units: int
    n_blocks: int
    share: bool = False
    scale: float = 1.0
    shift: float = 0.0
    floor: float = -math.inf

    @cached_property
    def n_bins(self) -> int:
        """Bins with something to average."""
        return int(np.count_nonzero(self.b))

    @cached_property
    def ratio(self) -> float:
        """Sum of a over sum of b."""
        return float(self.a.sum() / self.b.sum())

    @cached_property
    def influence(self) -> Floats:
        """(n_bins,) linearised contribution of each bin to the ratio; adds to 0."""
        expected = self.ratio * self.b
        residual = self.a - expected
        residual[np.abs(residual) <= NOISE * (np.abs(self.a) + np.abs(expected))] = 0.0
        return residual / float(self.b.sum())

    @cached_property
    def variance(self) -> float:
        """Variance of the ratio; 0 with fewer than two bins."""
        return variance_of_sum(self.influence, self.n_bins)

    @property
    def estimate(self) -> float:
        """Value of the quantity."""
        return self.mapped(self.ratio)

    @property
    def bounds(self) -> tuple[float, float]:
        """Least and greatest value of the quantity by nature."""
        if not self.share:
            return self.floor, math.inf
        ends = sorted((self.mapped(0.0), self.mapped(1.0)))
        return ends[0], ends[1]

    @property
    def n_independent(self) -> int:
        """Units that count when the bins do not vary: at most one a block."""
        return min(self.n_units, self.n_blocks)

    def mapped(self, ratio: float) -> float:
        """Ratio in terms of the quantity."""
        return self.scale * ratio + self.shift


def variance_of_sum(contributions: Floats, n_bins: int) -> float:
    """Variance of a sum of independent contributions that add to 0, M / (M - 1) times the sum of squares."""
    if n_bins < 2:
        return 0.0
    return n_bins / (n_bins - 1) * float(contributions @ contributions)


@cache
def t_quantile(df: float) -> float:
    """Critical value of Student's t for a two-sided 95 % interval."""
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + CONFIDENCE) / 2))


def wilson(share: float, n: float, critical: float = NORMAL) -> tuple[float, float]:
    """Wilson's score interval of a share seen in n independent units (n need not be an integer)."""
    square = critical**2
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = critical / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # Rounding must neither leave [0, 1] nor push the estimate out of its interval.
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def interval(ratio: Ratio) -> Estimate:
    """Estimate of a ratio with its 95 % interval."""
    se, lo, hi, method = limits(ratio)
    return Estimate(
        group=ratio.group,
        estimate=ratio.estimate,
        se=se,
        lo=lo,
        hi=hi,
        n_units=ratio.n_units,
        n_bins=ratio.n_bins,
        method=method,
    )


def limits(ratio: Ratio) -> tuple[float, float, float, Method]:
    """Error, lower and upper limit of a ratio in terms of its quantity, and their method."""
    return _share_interval(ratio) if ratio.share else _mean_interval(ratio)


def _mean_interval(ratio: Ratio) -> tuple[float, float, float, Method]:
    low, high = ratio.bounds
    if ratio.n_bins < 2:
        return math.inf, low, high, Method.UNBOUNDED
    se = abs(ratio.scale) * math.sqrt(ratio.variance)
    half = t_quantile(ratio.n_bins - 1) * se
    method = Method.T if se > 0 else Method.CONSTANT
    return se, max(low, ratio.estimate - half), min(high, ratio.estimate + half), method


def _share_interval(ratio: Ratio) -> tuple[float, float, float, Method]:
    se, low, high, method = share_limits(
        ratio.ratio, ratio.variance, n_units=ratio.n_units, n_blocks=ratio.n_blocks, n_bins=ratio.n_bins
    )
    lo, hi = sorted((ratio.mapped(low), ratio.mapped(high)))
    return abs(ratio.scale) * se, lo, hi, method


def share_limits(
    share: float, variance: float, *, n_units: int, n_blocks: int, n_bins: int
) -> tuple[float, float, float, Method]:
    """Error, lower and upper limit of a share with a given variance over bins, and their method."""
    if variance == 0 or not 0 < share < 1:
        low, high = wilson(share, min(n_units, n_blocks))
        return (high - low) / (2 * NORMAL), low, high, Method.WILSON_BLOCKS
    se, critical = math.sqrt(variance), t_quantile(n_bins - 1)
    n_effective = min(n_units, share * (1 - share) / variance)
    if n_effective * min(share, 1 - share) < SMALL_COUNT:
        return se, *wilson(share, n_effective, critical), Method.WILSON
    return se, max(0.0, share - critical * se), min(1.0, share + critical * se), Method.T
