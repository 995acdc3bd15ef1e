"""How an estimate settles while its units come in: the estimate of the first bins, for growing numbers of them.

Each row is an ordinary interval at its own size (statistics.md 1). They share units, so one may look along them but not
stop where it suits; for that there is :mod:`rummysim.stats.sequence`.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import interval
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic

__all__ = ["convergence"]

FIRST, LOOKS = 4, 60
"""Bins of the first row, and rows at most."""


def convergence(tallies: Tallies, quantity: str, *, group: str = "all") -> pl.DataFrame:
    """Frame for the figure: ``n_units, estimate, lo, hi``, a row a look, sizes growing by equal factors.

    Raises StatisticError for a quantity that is no ratio of sums, a group that is not there, or too few bins.
    """
    ratios = {ratio.group: ratio for ratio in statistic(quantity).groups(tallies)}
    if group not in ratios:
        message = f"{quantity} has no group {group!r} here; it has {', '.join(ratios) or 'none'}; choose one"
        raise StatisticError(message)
    ratio = ratios[group]
    n_bins = len(ratio.a)
    if n_bins < FIRST:
        message = f"{n_bins} bins; a course needs {FIRST} or more; play more"
        raise StatisticError(message)
    sizes = np.unique(np.geomspace(FIRST, n_bins, LOOKS).round().astype(int))
    rows = []
    for size in sizes.tolist():
        part = size / n_bins
        seen = replace(
            ratio,
            a=ratio.a[:size],
            b=ratio.b[:size],
            n_units=round(ratio.n_units * part),
            n_blocks=round(ratio.n_blocks * part),
        )
        if seen.b.any():
            found = interval(seen)
            rows.append((seen.n_units, found.estimate, found.lo, found.hi))
    schema = {"n_units": pl.Int64, "estimate": pl.Float64, "lo": pl.Float64, "hi": pl.Float64}
    return pl.DataFrame(rows, schema=schema, orient="row")
