"""Main effects and interactions of a full grid of options on common units (statistics.md 9).

With theta_c the quantity in cell c, m the mean over all cells and m_a the mean over the cells where option A has value
a, the main effect of a is m_a - m, and the interaction of a and b is m_ab - m_a - m_b + m. Each is a weighted sum of
cells; its variance is that of the same sum of the cells' contributions per bin, since all cells play the same units.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rummysim.fields.estimates import Method
from rummysim.fields.tallies import Floats
from rummysim.stats.ratio import Estimate, Ratio, t_quantile, variance_of_sum
from rummysim.stats.statistic import StatisticError

__all__ = ["Term", "factorial", "weighted"]

Cell = tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Term:
    """A main effect, or an interaction, of these values of options."""

    values: Mapping[str, Any]
    estimate: Estimate


def weighted(ratios: Sequence[Ratio], weights: Floats, group: str) -> Estimate:
    """Weighted sum of quantities on common units, with its interval.

    ratios : of the same bins in the same order. weights : (n_ratios,).
    """
    found = float(sum(weight * ratio.estimate for weight, ratio in zip(weights, ratios, strict=True)))
    parts = [weight * ratio.scale * ratio.influence for weight, ratio in zip(weights, ratios, strict=True)]
    n_bins = int(np.count_nonzero(np.sum([ratio.b for ratio in ratios], axis=0)))
    se, half, method = math.inf, math.inf, Method.UNBOUNDED
    if n_bins > 1:
        se = math.sqrt(variance_of_sum(np.sum(parts, axis=0), n_bins))
        half, method = t_quantile(n_bins - 1) * se, Method.PAIRED_T if se > 0 else Method.IDENTICAL
    return Estimate(
        group=group,
        estimate=found,
        se=se,
        lo=found - half,
        hi=found + half,
        n_units=min(ratio.n_units for ratio in ratios),
        n_bins=n_bins,
        method=method,
    )


def factorial(options: Sequence[str], cells: Mapping[Cell, Ratio]) -> list[Term]:
    """Main effects of all values, then interactions of all pairs of values, of a full grid.

    cells : quantity by the values of the options, in their order. Raises StatisticError where a cell is missing, or
    the cells do not hold the same bins.
    """
    levels = [list(dict.fromkeys(cell[place] for cell in cells)) for place in range(len(options))]
    n_cells = math.prod(len(each) for each in levels)
    if len(cells) != n_cells:
        raise StatisticError(f"{len(cells)} of {n_cells} cells are there; effects need a full grid; play all of them")
    ratios = list(cells.values())
    if len({len(ratio.b) for ratio in ratios}) > 1:
        raise StatisticError("the cells hold different bins; effects need common units; play all with the same players")
    return list(_terms(options, levels, list(cells), ratios))


def _terms(
    options: Sequence[str], levels: Sequence[Sequence[Any]], cells: Sequence[Cell], ratios: Sequence[Ratio]
) -> Iterator[Term]:
    group = ratios[0].group
    whole = np.full(len(cells), 1 / len(cells))

    def mean_where(fixed: Mapping[int, Any]) -> Floats:
        chosen = np.array([all(cell[place] == value for place, value in fixed.items()) for cell in cells], float)
        weights: Floats = chosen / chosen.sum()
        return weights

    for place, option in enumerate(options):
        for value in levels[place] if len(levels[place]) > 1 else []:
            weights = mean_where({place: value}) - whole
            yield Term(values={option: value}, estimate=weighted(ratios, weights, group))
    for one, other in combinations(range(len(options)), 2):
        if min(len(levels[one]), len(levels[other])) < 2:
            continue
        for first in levels[one]:
            for second in levels[other]:
                both = mean_where({one: first, other: second})
                weights = both - mean_where({one: first}) - mean_where({other: second}) + whole
                yield Term(
                    values={options[one]: first, options[other]: second}, estimate=weighted(ratios, weights, group)
                )
