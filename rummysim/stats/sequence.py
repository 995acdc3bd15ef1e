"""Asymptotic confidence sequence of a ratio: an interval that holds at all looks together (statistics.md 8).

After t blocks, with the standard error s of the ratio over bins,

    theta +- s sqrt(2 (1 + 1/u) ln(sqrt(u + 1) / alpha)),
    u = t rho^2 = (t / t*) (-2 ln alpha + ln(-2 ln alpha) + 1),

which is the interval of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (arXiv 2103.06476) with sigma / sqrt(t) = s.
About t* it is narrowest in units of s and costs 1.5 times the ordinary interval. It holds in the limit of many blocks,
so that looks begin at :data:`FIRST_LOOK`. As long as fewer than ``SMALL_COUNT`` bins differ from the median bin nobody
knows how much blocks vary: s is then the greatest that a share can have, 1 / (2 sqrt(t)).
"""

import math

import numpy as np

from rummysim.fields.estimates import CONFIDENCE, Method
from rummysim.stats.ratio import SMALL_COUNT, Estimate, Ratio, limits

__all__ = ["FIRST_LOOK", "look", "width_factor"]

FIRST_LOOK = 1_000
"""Blocks before which nobody looks."""
ALPHA = 1 - CONFIDENCE


def width_factor(t: float, t_star: float, alpha: float = ALPHA) -> float:
    """Half-width of the sequence after t blocks in standard errors."""
    u = t / t_star * (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1)
    return math.sqrt(2 * (1 + 1 / u) * math.log(math.sqrt(u + 1) / alpha))


def look(ratio: Ratio, t_star: float) -> Estimate:
    """Estimate of a share with its interval after the blocks played so far.

    t_star : blocks about which the sequence is narrowest.
    """
    se, *_ = limits(ratio)
    if _n_varied(ratio) < SMALL_COUNT:
        se = max(se, abs(ratio.scale) / (2 * math.sqrt(ratio.n_blocks)))
    half = width_factor(ratio.n_blocks, t_star) * se
    low, high = ratio.bounds
    return Estimate(
        group=ratio.group,
        estimate=ratio.estimate,
        se=se,
        lo=max(low, ratio.estimate - half),
        hi=min(high, ratio.estimate + half),
        n_units=ratio.n_units,
        n_bins=ratio.n_bins,
        method=Method.SEQUENCE,
    )


def _n_varied(ratio: Ratio) -> int:
    """Bins whose ratio is not that of the median bin."""
    held = ratio.b > 0
    values = ratio.a[held] / ratio.b[held]
    return int(np.count_nonzero(values != np.quantile(values, 0.5, method="lower")))
