"""Difference of two ratios, on common units or not (statistics.md 2).

Common units, per bin of M: D_b = (A1 - theta1 B1) / mean B1 - (A0 - theta0 B0) / mean B0, each with the scale of its
quantity; the variance is that of the mean of D, with t_{M-1}. The variance factor is paired over unpaired variance,
Var(mean D) / (Var theta1 + Var theta0): below 1 pairing helped. Independent runs: Welch's t.

Shares of which one has no t interval (small counts, none, all): Newcombe's method from the two intervals (l, u) and
the correlation r of the two ratios over bins (0 where it is undefined or the runs are independent):

    lo = delta - sqrt(p^2 + q^2 - 2 r p q) with p = theta1 - l1, q = u0 - theta0, and hi accordingly.

If no bin differs between two shares, at most z^2 / (n + z^2) of the n blocks could (the Wilson limit of 0 in n), which
bounds the effect. For means nothing bounds it: the interval has width zero and the method says "identical".
"""

import math
from dataclasses import dataclass

import numpy as np

from rummysim.fields.estimates import Method
from rummysim.stats.ratio import NORMAL, Estimate, Ratio, limits, t_quantile, variance_of_sum, wilson

__all__ = ["Effect", "difference"]

SCORE = (Method.WILSON, Method.WILSON_BLOCKS)


@dataclass(frozen=True, kw_only=True)
class Effect:
    """Difference with its interval, and the variance factor (None when unpaired or 0/0)."""

    estimate: Estimate
    variance_factor: float | None


def difference(one: Ratio, zero: Ratio, *, paired: bool) -> Effect:
    """Quantity of ``one`` minus that of ``zero``; paired ratios have the same bins in the same order."""
    influence = one.scale * one.influence, zero.scale * zero.influence
    variances = [variance_of_sum(each, ratio.n_bins) for each, ratio in zip(influence, (one, zero), strict=True)]
    unpaired = sum(variances)
    if paired:
        n_bins = int(np.count_nonzero(one.b + zero.b))
        variance = variance_of_sum(influence[0] - influence[1], n_bins)
        covariance = variance_of_sum(influence[0], n_bins) + variance_of_sum(influence[1], n_bins) - variance
        factor, df = variance / unpaired if unpaired > 0 else None, float(n_bins - 1)
        correlation = _correlation(covariance / 2, variances)
    else:
        n_bins = min(one.n_bins, zero.n_bins)
        variance, factor, correlation = unpaired, None, 0.0
        df = _welch_df(variances, (one.n_bins, zero.n_bins))
    if one.share and zero.share and any(limits(ratio)[3] in SCORE for ratio in (one, zero)):
        method = Method.PAIRED_SCORE if paired else Method.SCORE
        se, lo, hi = _newcombe(one, zero, variance, correlation)
    else:
        se, lo, hi, method = _by_variance(one, zero, variance, df, paired=paired)
    found = one.estimate - zero.estimate
    estimate = Estimate(
        group=one.group,
        estimate=found,
        se=se,
        lo=min(lo, found),
        hi=max(hi, found),
        n_units=min(one.n_units, zero.n_units),
        n_bins=n_bins,
        method=method,
    )
    return Effect(estimate=estimate, variance_factor=factor)


def _by_variance(
    one: Ratio, zero: Ratio, variance: float, df: float, *, paired: bool
) -> tuple[float, float, float, Method]:
    low, high = one.bounds[0] - zero.bounds[1], one.bounds[1] - zero.bounds[0]
    found = one.estimate - zero.estimate
    if min(one.n_bins, zero.n_bins) < 2:
        return math.inf, low, high, Method.UNBOUNDED
    if variance == 0:
        half = 0.0
        if one.share and zero.share:
            half = max(abs(one.scale), abs(zero.scale)) * wilson(0.0, min(one.n_independent, zero.n_independent))[1]
        return half, found - half, found + half, Method.IDENTICAL if paired else Method.CONSTANT
    se = math.sqrt(variance)
    half = t_quantile(df) * se
    return se, max(low, found - half), min(high, found + half), Method.PAIRED_T if paired else Method.WELCH


def _newcombe(one: Ratio, zero: Ratio, variance: float, correlation: float) -> tuple[float, float, float]:
    found = one.estimate - zero.estimate
    _, lo_one, hi_one, _ = limits(one)
    _, lo_zero, hi_zero, _ = limits(zero)
    lo = found - _joined(one.estimate - lo_one, hi_zero - zero.estimate, correlation)
    hi = found + _joined(hi_one - one.estimate, zero.estimate - lo_zero, correlation)
    return math.sqrt(variance) if variance > 0 else (hi - lo) / (2 * NORMAL), lo, hi


def _joined(first: float, second: float, correlation: float) -> float:
    return math.sqrt(max(0.0, first**2 + second**2 - 2 * correlation * first * second))


def _correlation(covariance: float, variances: list[float]) -> float:
    product = math.sqrt(variances[0] * variances[1])
    return max(-1.0, min(1.0, covariance / product)) if product > 0 else 0.0


def _welch_df(variances: list[float], n_bins: tuple[int, int]) -> float:
    parts = [variance**2 / (n - 1) for variance, n in zip(variances, n_bins, strict=True) if n > 1]
    return sum(variances) ** 2 / sum(parts) if sum(parts) > 0 else 1.0
